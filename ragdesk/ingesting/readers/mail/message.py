"""A message, whichever file it came in → `Parsed`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ragdesk.domain.documents import Page, Parsed
from ragdesk.domain.errors import EmptyFileError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.mail.quotes import Role, is_reply
from ragdesk.ingesting.readers.mail.text import Body, chosen, write_body
from ragdesk.ingesting.readers.titles import from_name
from ragdesk.ingesting.readers.writer import TextWriter
from ragdesk.text.clean import one_line

_ID = re.compile(r"<[^<>\s]{1,300}>")
_ATOM = r"[^\s<>,;:\"'()\[\]@]"
_ADDRESS = re.compile(
    rf"<({_ATOM}{{1,100}}@{_ATOM}{{1,200}})>|({_ATOM}{{1,100}}@{_ATOM}{{1,200}}\.{_ATOM}{{1,60}})"
)
TITLE_LENGTH = 300
VALUE_LENGTH = 300
MAX_IDS = 30
MAX_PARTICIPANTS = 50
# Enough to read; some messages go to thousands.
SHOWN_ADDRESSES_LENGTH = 1_000


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a message as its list names it. `bytes` is None where the size is unknown."""

    name: str
    type: str
    bytes: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MailMessage:
    """What a message says of itself. Strings are as the file has them, decoded; `date_text` is for a date nobody can read."""

    subject: str = ""
    sender: str = ""
    to: str = ""
    cc: str = ""
    date: datetime | None = None
    date_text: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    references: str = ""
    bodies: tuple[Body, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()


def message_parsed(message: MailMessage, source: InputFile) -> Parsed:
    """The message as a document.

    Raises:
        EmptyFileError: no subject, no text and no attachment.
    """
    subject = one_line(message.subject)
    title = (subject or from_name(source.name))[:TITLE_LENGTH]
    out = TextWriter()
    block_roles = _head(out, title, message)
    for body in message.bodies:
        block_roles += write_body(out, body)
    if len(block_roles) <= 2:
        if not subject and not message.attachments and not source.unpacked.parts:
            raise EmptyFileError(
                "{file} holds no text.", "Check whether the message was saved completely.", file=source.name
            )
        out.write("\n\n(This message has no text.)")
    ids = _ID.findall(message.references)
    answered = next(iter(_ID.findall(message.in_reply_to)), "")
    text_so_far = out.text
    blocks = chosen(out.blocks, block_roles, text_so_far, is_reply(subject, bool(ids or answered)))
    listed = TextWriter()
    _attachments(listed, message.attachments)
    text = text_so_far + listed.text
    offset = len(text_so_far)
    blocks += tuple(
        type(b)(b.kind, b.char_start + offset, b.char_end + offset, b.level, b.title) for b in listed.blocks
    )
    return Parsed(
        title=title,
        text=text,
        blocks=blocks,
        pages=(Page(1, 0, len(text)),),
        kind="email",
        paged=False,
        properties=_properties(message, subject, ids, answered),
        parts=tuple(source.unpacked.parts),
        title_from="subject" if subject else "name",
    )


def size_text(count: int) -> str:
    """A number of bytes as a person reads it."""
    if count < 1_000:
        return f"{count} bytes"
    return f"{count / 1e3:,.0f} kB" if count < 1_000_000 else f"{count / 1e6:,.1f} MB"


def _head(out: TextWriter, title: str, message: MailMessage) -> list[Role]:
    """Title and the lines of the header. Both are found; neither counts as what the message itself says."""
    out.write(f"# {title}")
    out.block("heading", 0, level=1, title=title)
    date = (
        f"{message.date:%Y-%m-%d %H:%M} {_zone(message.date)}".strip() if message.date else message.date_text
    )
    lines = [
        f"{label}: {shortened}"
        for label, value in (("From", message.sender), ("To", message.to), ("Cc", message.cc), ("Date", date))
        if (shortened := _shortened(one_line(value), SHOWN_ADDRESSES_LENGTH))
    ]
    block_roles: list[Role] = ["signature"]
    if lines:
        out.write("\n\n")
        start = out.length
        out.write("\n".join(lines))
        out.block("paragraph", start)
        block_roles.append("signature")
    return block_roles


def _zone(date: datetime) -> str:
    zone = f"{date:%z}"
    return f"{zone[:3]}:{zone[3:5]}" if zone else ""


def _attachments(out: TextWriter, attachments: Sequence[Attachment]) -> None:
    if not attachments:
        return
    out.write("\n\n")
    start = out.length
    out.write("## Attachments")
    out.block("heading", start, level=2, title="Attachments")
    out.write("\n")
    for attachment in attachments:
        details = [
            one_line(attachment.type),
            "" if attachment.bytes is None else size_text(attachment.bytes),
            attachment.note,
        ]
        out.write("\n")
        start = out.length
        out.write(f"- {one_line(attachment.name)} ({', '.join(filter(None, details))})")
        out.block("list_item", start)


def _properties(
    message: MailMessage, subject: str, ids: Sequence[str], answered: str
) -> tuple[tuple[str, str], ...]:
    message_id = next(iter(_ID.findall(message.message_id)), "") or one_line(message.message_id)
    everybody = f"{message.sender}, {message.to}, {message.cc}"
    participants = list(
        dict.fromkeys("".join(groups).lower().strip(".") for groups in _ADDRESS.findall(everybody))
    )
    references = [*ids[:1], *ids[1:][-MAX_IDS:]]
    pairs = (
        ("subject", _shortened(subject, VALUE_LENGTH)),
        ("from", _shortened(one_line(message.sender), VALUE_LENGTH)),
        ("to", _shortened(one_line(message.to), VALUE_LENGTH)),
        ("cc", _shortened(one_line(message.cc), VALUE_LENGTH)),
        ("date", message.date.isoformat() if message.date else ""),
        ("message_id", message_id),
        ("in_reply_to", answered),
        ("references", " ".join(references)),
        ("thread", next(iter(ids), "") or answered or message_id),
        ("participants", ", ".join(participants[:MAX_PARTICIPANTS])),
        *message.extra,
    )
    return tuple((key, value) for key, value in pairs if value)


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
