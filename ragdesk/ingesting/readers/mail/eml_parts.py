"""What the parts of an email are: which text is read, what bytes a part holds, what a message inside is as a file."""

import binascii
import mimetypes
import re
from collections.abc import Iterator
from email import policy
from email.message import Message as Mime
from email.parser import BytesParser
from typing import Any

from ragdesk.ingesting.readers.mail import header as mail_header
from ragdesk.ingesting.readers.mail.text import Body, is_stub, says_more
from ragdesk.ingesting.readers.text.html import META_CHARSET

# Plain fields (compat32), nothing folded anew: see mail_header.
POLICY = policy.compat32.clone(max_line_length=0)
MimePart = Mime
_TEXTS = frozenset("text/plain text/html text/x-amp-html text/watch-html text/enriched text/richtext".split())


_BOUNDARY = re.compile(
    rb"^--([^\s\"][^\r\n\"]{0,100}?)[ \t]*\r?\n(?=Content-[A-Za-z-]{1,40}:)", re.MULTILINE | re.IGNORECASE
)


def repair(root: MimePart) -> None:
    """Find the parts of a message that names a boundary other than the one it uses; what has none at all is text."""
    stack = [root]
    while stack:
        part = stack.pop()
        payload = part.get_payload()
        if part.get_content_maintype() != "multipart":
            continue
        if isinstance(payload, str):
            data = payload.encode("utf-8", "surrogateescape")
            used = _BOUNDARY.search(data)
            parts = _split(data, used[1]) if used else None
            part.set_payload(parts or [_parsed(b"Content-Type: text/plain\n\n" + data)])
        stack.extend(children_of(part) or ())


def _split(data: bytes, boundary: bytes) -> list[Any] | None:
    """The parts between the boundaries; None where the email package takes that for none (it drops what ends in a control
    character, say)."""
    payload = _parsed(b'Content-Type: multipart/mixed; boundary="%s"\n\n' % boundary + data).get_payload()
    return payload if isinstance(payload, list) else None


def _parsed(data: bytes) -> MimePart:
    message: MimePart = BytesParser(policy=POLICY).parsebytes(data)
    return message


def children_of(part: MimePart) -> list[MimePart] | None:
    """The parts of a multipart; None where it is none (its header may say so, and its body not be one)."""
    payload = part.get_payload()
    if part.get_content_maintype() == "multipart" and isinstance(payload, list):
        return [child for child in payload if isinstance(child, Mime)]
    return None


def leaves(part: MimePart) -> Iterator[MimePart]:
    stack = [part]
    while stack:
        inner = stack.pop()
        children = children_of(inner)
        if children is None:
            yield inner
        else:
            stack.extend(reversed(children))


def others(part: MimePart) -> Iterator[MimePart]:
    """What hangs in an alternative besides its text."""
    return (
        leaf for leaf in leaves(part) if leaf.get_content_type() not in _TEXTS or mail_header.filename(leaf)
    )


def alternative(children: list[MimePart]) -> MimePart | None:
    """The one that is read: plain text, unless it is a stub, or says what the page does not show, which is what people see
    in their mail programs; else the page; else the last that is a text."""
    best: dict[str, MimePart] = {}
    for child in children:
        for leaf in leaves(child):
            if leaf.get_content_maintype() == "text" and leaf.get_content_disposition() != "attachment":
                best.setdefault(leaf.get_content_type(), child)
    plain, page = best.get("text/plain"), best.get("text/html")
    if plain is not None and page is not None and plain is not page:
        text = "".join(
            body_of(leaf).text for leaf in leaves(plain) if leaf.get_content_type() == "text/plain"
        )
        source = "".join(
            body_of(leaf).text for leaf in leaves(page) if leaf.get_content_type() == "text/html"
        )
        return page if is_stub(text) or says_more(text, source) else plain
    texts = [child for kind, child in best.items() if kind not in ("text/calendar",)]
    return plain if plain is not None else page if page is not None else texts[-1] if texts else None


def body_of(part: MimePart) -> Body:
    data, charset = content_of(part), part.get_content_charset() or ""
    is_html = part.get_content_type() in ("text/html", "text/x-amp-html", "application/xhtml+xml")
    if is_html and not charset and (declared := META_CHARSET.search(data[:4_096])):
        charset = declared[1].decode("ascii")
    if part.get_content_type() in ("text/enriched", "text/richtext"):
        text = mail_header.decoded(data, charset).replace("<nl>", "<br>").replace("<<", "&lt;")
        return Body(text, is_html=True)
    flowed = str(part.get_param("format", "")).lower() == "flowed"
    joined = str(part.get_param("delsp", "")).lower() == "yes"
    return Body(mail_header.decoded(data, charset), is_html, flowed, joined)


def content_of(part: MimePart) -> bytes:
    """The bytes of a part, its transfer encoding undone as far as it can be."""
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, binascii.Error, LookupError, AssertionError):
        payload = None
    if isinstance(payload, bytes):
        return payload
    raw = part.get_payload()
    return raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


def inner_message(part: MimePart) -> bytes:
    """A message inside a message as a file of its own."""
    payload = part.get_payload()
    inner = payload[0] if isinstance(payload, list) and payload else None
    if not isinstance(inner, Mime):
        return content_of(part)
    try:
        data = bytes(inner.as_bytes(policy=POLICY))
    except (ValueError, LookupError, TypeError, AttributeError):
        data = bytes(str(inner.get_payload()).encode("utf-8", "surrogateescape"))
    # Against the standard, some programs encode messages as well; the parser then found no header in it.
    if mail_header.field(part, "Content-Transfer-Encoding").lower() == "base64" and not inner.keys():
        try:
            return binascii.a2b_base64(data.strip())
        except binascii.Error:
            return data
    return data


def status_text(part: MimePart) -> str:
    """A delivery report: its fields, recipient by recipient."""
    groups = part.get_payload()
    if not isinstance(groups, list):
        return mail_header.decoded(content_of(part), "")
    return "\n\n".join(
        "\n".join(f"{key}: {mail_header.readable(str(value))}" for key, value in group.raw_items())
        for group in groups
        if isinstance(group, Mime)
    )


def made_up(kind: str) -> str:
    if kind == "text/calendar":
        return "invitation.ics"
    return f"{kind.split('/')[0]}{mimetypes.guess_extension(kind) or '.bin'}"


def pieces(data: bytes, size: int = 1 << 20) -> Iterator[bytes]:
    """Bytes in blocks."""
    return (data[start : start + size] for start in range(0, len(data), size))
