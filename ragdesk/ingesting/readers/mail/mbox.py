"""Mailboxes (mbox) → `Parsed`: each message is a part, the mailbox itself only a list of them.

The file is read line by line, never whole. `mailbox.mbox` is not used: it opens files for writing, and takes every line that
begins with "From " for a new message, those in the middle of a text as well.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.parser import BytesParser
from typing import BinaryIO

from ragdesk.domain.documents import Page, Parsed
from ragdesk.domain.errors import EmptyFileError, TooLargeError, UnreadableFileError
from ragdesk.ingesting.readers.input_file import MAX_PARTS, InputFile
from ragdesk.ingesting.readers.mail import header as mail_header
from ragdesk.ingesting.readers.titles import from_name
from ragdesk.text.clean import one_line

_POLICY = policy.compat32
# "From address weekday month day time year": what stands before a message.
_BORDER = re.compile(
    rb"From (?:\S+|.{1,200}) .{0,40}\d{1,2}:\d{2}.{0,40}\d{4}.{0,20}\r?\n?\Z|From \S+@\S+\s*\Z|From -? ?\S+.{0,60}\d{4}\s*\Z"
)
_ESCAPED = re.compile(rb">+From ")
_FIELD = re.compile(rb"[!-9;-~]{1,100}:")
LINE = 1 << 16
HEAD = 1 << 16
NAME_LENGTH = 120


def parse_mbox(source: InputFile) -> Parsed:
    """Raises UnreadableFileError: no mailbox. TooLargeError: more messages than may be taken in. EmptyFileError: none."""
    borders = _borders(source)
    rows: list[str] = []
    with source.path.open("rb") as file:
        for number, (start, end) in enumerate(borders, 1):
            listed = _listed(file, start, end)
            source.unpacked.add(
                f"{number:04d} {listed.subject[:NAME_LENGTH]}.eml", _content(file, start, end)
            )
            rows.append(f"{number}. {listed.date} – {listed.sender} – {listed.subject}")
    title = from_name(source.name)
    text = f"# {title}\n\n" + "\n".join(rows) + "\n"
    return Parsed(
        title=title,
        text=text,
        blocks=(),
        pages=(Page(1, 0, len(text)),),
        kind="mailbox",
        paged=False,
        properties=(("messages", str(len(rows))),),
        parts=tuple(source.unpacked.parts),
        title_from="name",
    )


def _borders(source: InputFile) -> list[tuple[int, int]]:
    """Where each message starts (after its "From " line) and ends, in bytes."""
    starts: list[int] = []
    ends: list[int] = []
    offset, blank, line_begins = 0, True, True
    pending = -1
    with source.path.open("rb") as file:
        while line := file.readline(LINE):
            if pending >= 0:
                # A border is followed by a header field.
                if _FIELD.match(line) or _ESCAPED.match(line):
                    if starts:
                        ends.append(pending)
                    starts.append(offset)
                pending = -1
            if line_begins and blank and line.startswith(b"From ") and (not starts or _BORDER.match(line)):
                pending = offset
            blank = not line.strip()
            line_begins = line.endswith(b"\n")
            offset += len(line)
            if not starts and pending < 0 and not blank:
                break
    if not offset:
        raise EmptyFileError("{file} is empty.", "Check whether it was saved completely.", file=source.name)
    if not starts:
        raise UnreadableFileError(
            "{file} is not a mailbox, whatever its name says.",
            "Export the messages again from your mail program.",
            file=source.name,
        )
    if len(starts) > MAX_PARTS:
        raise TooLargeError(
            "{file} holds {count:,} messages; up to {most:,} are taken.",
            "Export it in parts, a year or a folder each.",
            file=source.name,
            count=len(starts),
            most=MAX_PARTS,
        )
    return list(zip(starts, [*ends, offset], strict=True))


@dataclass(frozen=True, slots=True)
class _MessageRow:
    """A message as the mailbox's list shows it."""

    subject: str
    sender: str
    date: str


def _listed(file: BinaryIO, start: int, end: int) -> _MessageRow:
    file.seek(start)
    try:
        head = BytesParser(policy=_POLICY).parsebytes(file.read(min(HEAD, end - start)), headersonly=True)
        date = mail_header.date(head)
        return _MessageRow(
            one_line(mail_header.field(head, "Subject")).replace("/", "-").replace("\\", "-")
            or "(no subject)",
            one_line(mail_header.addresses(head, "From")) or "(unknown)",
            f"{date:%Y-%m-%d %H:%M}" if date else "(no date)",
        )
    except RecursionError:
        return _MessageRow("(no subject)", "(unknown)", "(no date)")


def _content(file: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    """A message; lines that were escaped for the mailbox (">From ") as they were."""
    file.seek(start)
    remaining = end - start
    while remaining > 0 and (line := file.readline(min(LINE, remaining))):
        remaining -= len(line)
        yield line[1:] if _ESCAPED.match(line) else line
