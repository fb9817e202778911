"""Emails (RFC 822, MIME) → `Parsed`, with the standard library's parser. Attachments and messages inside are parts."""

import re
from dataclasses import dataclass, field
from email.parser import BytesParser

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, Problem, UnreadableFileError
from ragdesk.ingesting.readers.input_file import InputFile, shown_name
from ragdesk.ingesting.readers.mail import header as mail_header
from ragdesk.ingesting.readers.mail.eml_parts import (
    POLICY,
    MimePart,
    alternative,
    body_of,
    children_of,
    content_of,
    inner_message,
    made_up,
    others,
    pieces,
    repair,
    status_text,
)
from ragdesk.ingesting.readers.mail.message import Attachment, MailMessage, message_parsed
from ragdesk.ingesting.readers.mail.text import Body

_KNOWN = frozenset(
    "from to subject date message-id received content-type mime-version return-path delivered-to x-mailer cc bcc sender "
    "reply-to".split()
)
_COUNT = re.compile(rb"\A\d{1,12}[ \t]*\r?\n")
_CID = re.compile(r"cid:([^\"'\s>)]{1,300})", re.IGNORECASE)
_SIGNATURES = frozenset(
    "application/pkcs7-signature application/x-pkcs7-signature application/pgp-signature".split()
)
_SEALED = {
    "application/pkcs7-mime": Problem(
        "It is encrypted or sealed (S/MIME).", "Open the message in your mail program and save its text."
    ),
    "application/ms-tnef": Problem(
        "It is Outlook's own packing (TNEF).", "Save the attachments in Outlook and add them."
    ),
}
_SEALED |= {
    "application/x-pkcs7-mime": _SEALED["application/pkcs7-mime"],
    "application/vnd.ms-tnef": _SEALED["application/ms-tnef"],
}
_ENCRYPTED = Problem("It is encrypted.", "Open the message in your mail program and save its text.")
SMALL_IMAGE = 5_000


def parse_eml(source: InputFile) -> Parsed:
    """Raises UnreadableFileError: no email, or nested beyond measure. EmptyFileError: nothing in it."""
    return parse_message(source.path.read_bytes(), source)


def parse_message(data: bytes, source: InputFile) -> Parsed:
    """The same from the bytes of a message."""
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n\t \x00")
    if not data:
        raise EmptyFileError(
            "{file} is empty.", "Check whether the message was saved completely.", file=source.name
        )
    data = _COUNT.sub(b"", data)  # Apple Mail's .emlx begins with the message's length
    try:
        root: MimePart = BytesParser(policy=POLICY).parsebytes(data)
        if not any(key.lower() in _KNOWN for key, _ in root.raw_items()):
            raise UnreadableFileError(
                "{file} is not an email, whatever its name says.",
                "Save the message again in your mail program, or give the file the ending of what it is.",
                file=source.name,
            )
        repair(root)
        reader = _PartReader(source)
        reader.read(root)
        return message_parsed(_message(root, reader), source)
    except RecursionError as error:
        raise UnreadableFileError(
            "{file} nests its parts too deeply.",
            "It is damaged; save it again in your mail program.",
            file=source.name,
        ) from error
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        # What the email package has raised on odd messages, version by version.
        raise UnreadableFileError(
            "{file} is damaged ({kind}).",
            "Save it again in your mail program.",
            file=source.name,
            kind=type(error).__name__,
        ) from error


def _message(root: MimePart, reader: "_PartReader") -> MailMessage:
    return MailMessage(
        subject=mail_header.field(root, "Subject"),
        sender=mail_header.addresses(root, "From") or mail_header.addresses(root, "Sender"),
        to=mail_header.addresses(root, "To"),
        cc=mail_header.addresses(root, "Cc"),
        date=mail_header.date(root),
        date_text=mail_header.field(root, "Date"),
        message_id=mail_header.field(root, "Message-ID"),
        in_reply_to=mail_header.field(root, "In-Reply-To"),
        references=mail_header.field(root, "References"),
        bodies=tuple(reader.bodies),
        attachments=tuple(reader.attachments),
    )


@dataclass(slots=True)
class _PartReader:
    """Goes through the parts of a message: texts are gathered, all else is handed out."""

    source: InputFile
    bodies: list[Body] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    _shown: set[str] = field(default_factory=set)

    def read(self, root: MimePart) -> None:
        """The texts are settled first: which pictures belong to a page is known only then."""
        rest: list[tuple[MimePart, bool]] = []
        stack: list[tuple[MimePart, bool]] = [(root, False)]
        while stack:
            part, related = stack.pop()
            children = children_of(part)
            if children is None:
                if not self._is_text(part) or not self._take_text(part):
                    rest.append((part, related))
            elif part.get_content_type() == "multipart/encrypted":
                self.attachments.append(Attachment("encrypted message", "multipart/encrypted", None))
                self.source.unpacked.skip("encrypted message", _ENCRYPTED)
            elif part.get_content_type() == "multipart/alternative":
                chosen = alternative(children)
                # Attachments hang in the alternatives that are not shown, too.
                rest.extend(
                    (leaf, False) for child in children if child is not chosen for leaf in others(child)
                )
                stack.extend((child, related) for child in children if child is chosen)
            else:
                inside = part.get_content_type() == "multipart/related"
                stack.extend((child, inside) for child in reversed(children))
        for part, related in rest:
            self._hand_out(part, related)

    def _is_text(self, part: MimePart) -> bool:
        kind = part.get_content_type()
        if kind == "message/delivery-status":
            return True
        return (
            part.get_content_maintype() == "text"
            and kind != "text/calendar"
            and part.get_content_disposition() != "attachment"
            and not mail_header.filename(part)
        )

    def _take_text(self, part: MimePart) -> bool:
        """Whether it could be read as text."""
        if part.get_content_type() == "message/delivery-status":
            self.bodies.append(Body(status_text(part)))
            return True
        body = body_of(part)
        if "\x00" in body.text[:1_000]:
            return False
        if body.text.strip():
            self.bodies.append(body)
            if body.is_html:
                self._shown.update(content_id.lower() for content_id in _CID.findall(body.text))
        return True

    def _hand_out(self, part: MimePart, related: bool) -> None:
        kind = part.get_content_type()
        name = mail_header.filename(part)
        if kind.startswith("message/"):
            self._hand_out_message(part, kind, name)
            return
        data = content_of(part)
        cid = mail_header.field(part, "Content-ID").strip("<> ").lower()
        is_shown = bool(cid) and (cid in self._shown or (related and not name))
        if kind.startswith("image/") and is_shown and len(data) < SMALL_IMAGE:
            return  # logos and pixels
        if kind in _SIGNATURES:
            if name:
                self.attachments.append(Attachment(shown_name(name), kind, len(data), "digital signature"))
                self.source.unpacked.skip(
                    name, Problem("It is a digital signature; there is nothing to read in it.")
                )
            return
        name = name or made_up(kind)
        self.attachments.append(Attachment(shown_name(name), kind, len(data)))
        if problem := _SEALED.get(kind):
            self.source.unpacked.skip(name, problem)
        elif not data:
            self.source.unpacked.skip(name, Problem("It is empty in the message.", "Ask the sender for it."))
        else:
            self.source.unpacked.add(name, pieces(data))

    def _hand_out_message(self, part: MimePart, kind: str, name: str) -> None:
        if kind in ("message/external-body", "message/partial"):
            self.attachments.append(Attachment(shown_name(name or kind), kind, None))
            self.source.unpacked.skip(
                name or kind,
                Problem("The message only refers to it.", "Open it in your mail program and save it."),
            )
            return
        inner = inner_message(part)
        if not name:
            try:
                name = mail_header.field(
                    BytesParser(policy=POLICY).parsebytes(inner, headersonly=True), "Subject"
                )
            except RecursionError:
                name = ""
            name = name.replace("/", "-").replace("\\", "-") or "message"
        if not name.lower().endswith((".eml", ".emlx", ".mht", ".mhtml")):
            name += ".eml"
        self.attachments.append(Attachment(shown_name(name), kind, len(inner)))
        self.source.unpacked.add(name, pieces(inner))
