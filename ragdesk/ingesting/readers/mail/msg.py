"""Outlook's own message files (.msg, OLE) → `Parsed`, with extract-msg. One that is really an email (RFC 822) is read as one.

Texts are taken from the streams and decoded here: the library trusts the stated code page, and older files state a wrong one.
"""

import re
from email.parser import HeaderParser
from email.policy import compat32
from typing import TYPE_CHECKING, Any

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import IngestError, Problem, UnreadableFileError
from ragdesk.ingesting.readers.input_file import InputFile, shown_name
from ragdesk.ingesting.readers.mail import header as mail_header
from ragdesk.ingesting.readers.mail.eml import SMALL_IMAGE, parse_message
from ragdesk.ingesting.readers.mail.eml_parts import pieces
from ragdesk.ingesting.readers.mail.message import Attachment, MailMessage, message_parsed
from ragdesk.ingesting.readers.mail.text import Body, is_stub
from ragdesk.text.clean import one_line

if TYPE_CHECKING:
    from extract_msg import MSGFile
    from extract_msg.attachments import AttachmentBase, SignedAttachment
    from extract_msg.recipient import Recipient

OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Property tags of [MS-OXPROPS], without their type.
_SUBJECT, _BODY, _HTML, _HEADERS = "0037", "1000", "1013", "007D"
_SENDER_NAME, _SENDER_SMTP, _SENDER_ADDRESS = "0C1A", "5D01", "0C1F"
_NAME, _SMTP, _ADDRESS = "3001", "39FE", "3003"
_DISPLAY_TO, _DISPLAY_CC = "0E04", "0E03"
_MESSAGE_ID, _IN_REPLY_TO, _REFERENCES = "1035", "1042", "1039"
_INTERNET_CODE_PAGE, _MESSAGE_CODE_PAGE = "3FDE0003", "3FFD0003"
_UTF_8 = 65001
_TO, _CC = 1, 2
_CID = re.compile(r"cid:([^\"'\s>)]{1,300})", re.IGNORECASE)


def parse_msg(source: InputFile) -> Parsed:
    """Raises UnreadableFileError: damaged, or no message. EmptyFileError: nothing in it."""
    with source.path.open("rb") as file:
        is_ole = file.read(len(OLE_MAGIC)) == OLE_MAGIC
    if not is_ole:
        return parse_message(source.path.read_bytes(), source)
    try:
        return _parse_ole(source)
    except IngestError:
        raise
    except Exception as error:  # extract-msg and olefile raise anything on damaged files
        raise UnreadableFileError(
            "{file} is damaged ({kind}).",
            "Open it in Outlook and save it again, or save it as .eml.",
            file=source.name,
            kind=type(error).__name__,
        ) from error


def _parse_ole(source: InputFile) -> Parsed:
    from extract_msg import openMsg
    from extract_msg.enums import ErrorBehavior

    lenient = ErrorBehavior.SUPPRESS_ALL
    with openMsg(str(source.path), strict=False, delayAttachments=True, errorBehavior=lenient) as message:
        if not message.classType:
            raise UnreadableFileError(
                "{file} is not an Outlook message, whatever its name says.",
                "Give the file the ending of what it is.",
                file=source.name,
            )
        charset = _charset(message)
        bodies = _bodies(message, charset, source)
        attachments = _attachments(message, charset, source, bodies)
        return message_parsed(_message(message, charset, bodies, attachments), source)


def _charset(message: "MSGFile") -> str:
    """What its 8-bit strings are in. The charset of the message on the net is right where the stated code page is not."""
    from extract_msg.encoding import lookupCodePage
    from extract_msg.exceptions import ExMsgBaseException

    code_pages = [message.getPropertyVal(_INTERNET_CODE_PAGE), message.getPropertyVal(_MESSAGE_CODE_PAGE)]
    for page in sorted(
        (page for page in code_pages if isinstance(page, int)), key=lambda page: page == _UTF_8
    ):
        try:
            return str(lookupCodePage(page))
        except (ExMsgBaseException, LookupError, ValueError):
            continue  # an unknown code page
    return "cp1252"


def _text(
    source: "MSGFile | AttachmentBase | SignedAttachment | Recipient[Any]", tag: str, charset: str
) -> str:
    """A string property, "" where it is not there. Attachments of signed messages have none."""
    if not hasattr(source, "getStream"):
        return ""
    wide = source.getStream(f"__substg1.0_{tag}001F")
    if wide is not None:
        return bytes(wide).decode("utf-16-le", "replace").replace("\x00", "")
    narrow = source.getStream(f"__substg1.0_{tag}001E")
    return mail_header.decoded(bytes(narrow), charset) if narrow else ""


def _message(
    message: "MSGFile", charset: str, bodies: tuple[Body, ...], attachments: tuple[Attachment, ...]
) -> MailMessage:
    head = HeaderParser(policy=compat32).parsestr(_text(message, _HEADERS, charset)[: mail_header.MAX_FIELD])
    name = _text(message, _SENDER_NAME, charset)
    address = _text(message, _SENDER_SMTP, charset) or _text(message, _SENDER_ADDRESS, charset)
    people = _people(message, charset)
    moment = getattr(message, "date", None) or message.getPropertyVal("0E060040")
    return MailMessage(
        subject=_text(message, _SUBJECT, charset),
        sender=mail_header.addresses(head, "From") or _person(name, address),
        to=mail_header.addresses(head, "To") or people.get(_TO, "") or _text(message, _DISPLAY_TO, charset),
        cc=mail_header.addresses(head, "Cc") or people.get(_CC, "") or _text(message, _DISPLAY_CC, charset),
        date=mail_header.date(head) or (mail_header.zoned(moment) if moment else None),
        message_id=_text(message, _MESSAGE_ID, charset) or mail_header.field(head, "Message-ID"),
        in_reply_to=_text(message, _IN_REPLY_TO, charset) or mail_header.field(head, "In-Reply-To"),
        references=_text(message, _REFERENCES, charset) or mail_header.field(head, "References"),
        bodies=bodies,
        attachments=attachments,
    )


def _people(message: "MSGFile", charset: str) -> dict[int, str]:
    """The recipients by kind (1: to, 2: copies)."""
    kinds: dict[int, list[str]] = {}
    for recipient in getattr(message, "recipients", ()):
        address = _text(recipient, _SMTP, charset) or _text(recipient, _ADDRESS, charset)
        person = _person(_text(recipient, _NAME, charset), address)
        if person:
            kinds.setdefault(int(recipient.typeFlags) & 0xF, []).append(person)
    return {kind: ", ".join(people) for kind, people in kinds.items()}


def _person(name: str, address: str) -> str:
    """Addresses of Exchange ("/o=…/cn=…") say nothing to a person."""
    name, address = one_line(name), one_line(address)
    if "@" not in address or address == name:
        return name or address
    return f"{name} <{address}>" if name else address


def _bodies(message: "MSGFile", charset: str, source: InputFile) -> tuple[Body, ...]:
    """Plain text, unless it is a stub; else the page; else what the RTF wraps. RTF of its own kind becomes a part."""
    plain = _text(message, _BODY, charset)
    raw = message.getStream(f"__substg1.0_{_HTML}0102")
    page = mail_header.decoded(bytes(raw), charset) if raw else _text(message, _HTML, charset)
    if plain.strip() and not (page.strip() and is_stub(plain)):
        return (Body(plain),)
    if page.strip():
        return (Body(page, is_html=True),)
    wrapped = getattr(message, "deencapsulatedRtf", None)
    if wrapped is not None:
        if wrapped.content_type == "html":
            return (Body(str(wrapped.html), is_html=True),)
        return (Body(str(wrapped.text)),)
    rtf = getattr(message, "rtfBody", None)
    if rtf:
        source.unpacked.add("Message text.rtf", pieces(rtf))
    return ()


def _attachments(
    message: "MSGFile", charset: str, source: InputFile, bodies: tuple[Body, ...]
) -> tuple[Attachment, ...]:
    content_ids = {cid.lower() for body in bodies if body.is_html for cid in _CID.findall(body.text)}
    listed: list[Attachment] = []
    for attachment in message.attachments:
        try:
            listed.extend(_take(attachment, charset, source, content_ids))
        except IngestError:
            raise
        except Exception as error:  # noqa: BLE001 - one damaged attachment must not cost the message
            name = shown_name(str(getattr(attachment, "name", "") or "attachment"))
            listed.append(Attachment(name, "", None, "damaged"))
            source.unpacked.skip(
                name,
                Problem(
                    "It is damaged ({kind}).", "Save it from Outlook and add it.", kind=type(error).__name__
                ),
            )
    return tuple(listed)


def _take(
    attachment: "AttachmentBase | SignedAttachment", charset: str, source: InputFile, content_ids: set[str]
) -> list[Attachment]:
    from extract_msg import MSGFile

    name = (
        _text(attachment, "3707", charset)
        or _text(attachment, "3704", charset)
        or _text(attachment, "3001", charset)
        or str(attachment.name or "")
    )
    kind = str(attachment.mimetype or "")
    data = attachment.data
    if isinstance(data, MSGFile):
        title = one_line(_text(data, _SUBJECT, charset) or name) or "message"
        name = title.replace("/", "-").replace("\\", "-")
        name = name if name.lower().endswith(".msg") else f"{name}.msg"
        content = bytes(data.exportBytes())
        source.unpacked.add(name, pieces(content))
        return [Attachment(shown_name(name), "message", len(content))]
    if not isinstance(data, bytes):
        name = shown_name(name or "attachment")
        source.unpacked.skip(
            name, Problem("The message does not hold it as a file.", "Save it from Outlook and add it.")
        )
        return [Attachment(name, kind, None)]
    if str(attachment.cid or "").strip("<> ").lower() in content_ids and len(data) < SMALL_IMAGE:
        return []
    source.unpacked.add(name or "attachment", pieces(data))
    return [Attachment(shown_name(name or "attachment"), kind, len(data))]
