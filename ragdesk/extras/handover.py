"""A message to a person about a question that the documents do not answer, and the reply to it. Pure functions.

    answer → HandoverDraft → text (shown, edited) → .txt or .eml        reply (pasted or a mail) → Reply

RAGDesk sends nothing. The .eml is a draft (RFC 5322): its `From` is an empty group (RFC 6854), so that it names nobody's address
and a mail program fills in its own. A reference ties the reply to the question: it stands in the Message-ID, which
In-Reply-To and References of a reply repeat, in the subject and in the text.
"""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from email.charset import QP, Charset
from email.header import Header
from email.message import Message
from email.policy import compat32
from email.utils import format_datetime, formataddr

from ragdesk.domain.documents import Block, Parsed
from ragdesk.domain.entries import HandoverDraft, HandoverMessage, HandoverPassage, Reply
from ragdesk.domain.errors import UsageError
from ragdesk.ingesting.readers.mail.text import Body, write_body
from ragdesk.ingesting.readers.writer import TextWriter
from ragdesk.text.clean import clean
from ragdesk.text.unmarked import rows

MARK = "--- Please answer above this line ---"
SUBJECT_LENGTH = 100
# ".invalid" belongs to nobody (RFC 2606): the id of the message must not tell this computer's name.
_DOMAIN = "ragdesk.invalid"
_TEXT = Charset("utf-8")
_TEXT.body_encoding = QP
_REFERENCE = re.compile(r"RAGDesk-Ref\W{0,8}([0-9A-F]{8})(?![0-9A-F])", re.IGNORECASE)
_MARKED = re.compile(r"please answer above this line", re.IGNORECASE)
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}")
_LABELS = re.compile(r"[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+")
_HEAD = re.compile(r"(?:From|To|Cc|Date): ")


# ---------------------------------------------------------------- the message


def subject_of(draft: HandoverDraft) -> str:
    question = _one_line(draft.standalone or draft.question)
    if len(question) > SUBJECT_LENGTH:
        question = question[:SUBJECT_LENGTH].rsplit(" ", 1)[0] + " …"
    return f"[RAGDesk-Ref: {draft.reference}] {question}"


def compose(draft: HandoverDraft, chosen: Collection[int]) -> str:
    """The message with those of its passages whose numbers are chosen."""
    wish = "I would like your word on it" if draft.borne_out else "they do not answer it"
    parts = [
        f"{MARK}\nRAGDesk-Ref: {draft.reference}",
        f"Hello,\n\nI asked my documents this question, and {wish}:",
        draft.question,
    ]
    if draft.standalone:
        parts.append(f"Understood as: {draft.standalone}")
    parts.append(f"Looked through: {draft.looked_through}.")
    if draft.answer:
        doubt = "" if draft.borne_out else ", which could not be confirmed in the documents"
        parts.append(f"RAGDesk, the program that I asked, wrote this{doubt}:\n“{draft.answer}”")
    passages = [passage_text(each) for each in draft.passages if each.number in chosen]
    if passages:
        heading = "From the documents:" if draft.borne_out else "The nearest passages in the documents:"
        parts += [heading, *passages]
    return "\n\n".join(parts)


def passage_text(passage: HandoverPassage) -> str:
    where = ", ".join(part for part in (passage.document, passage.place) if part)
    quote = "\n".join(rows(passage.quote))
    return f"{passage.number}. {where}\n“{quote}”"


def choose(
    text: str, draft: HandoverDraft, before: Collection[int], after: Collection[int]
) -> tuple[str, list[int]]:
    """The text, which a person may have edited, with other passages; and the numbers of those that could not be taken out,
    because their words were changed."""
    if text == compose(draft, before):
        return compose(draft, after), []
    stuck = []
    for passage in draft.passages:
        block = f"\n\n{passage_text(passage)}"
        if passage.number in before and passage.number not in after:
            if block not in text:
                stuck.append(passage.number)
            text = text.replace(block, "", 1)
        elif passage.number in after and passage.number not in before:
            text = text.rstrip() + block
    return text, stuck


def read_recipient(text: str) -> tuple[str, str]:
    """(name, mail address) of "Name <address>", a name, or an address; "" for what is not there.

    Raises:
        UsageError: what should be an address is none that a mail's header can carry.
    """
    text = _one_line(text)
    match = re.fullmatch(r"([^<>]*)<([^<>]*)>", text)
    name, address = (match[1], match[2]) if match else ("", text) if "@" in text else (text, "")
    return name.strip(" \"'"), _checked(address.strip()) if match or address else ""


def recipient_text(name: str, address: str) -> str:
    return f"{name} <{address}>" if name and address else name or address


def as_txt(message: HandoverMessage, recipient: tuple[str, str]) -> bytes:
    """The message as a text file, UTF-8: To, Subject, an empty line, the text. `recipient` is (name, address)."""
    to = recipient_text(*recipient)
    head = ([f"To: {to}"] if to else []) + [f"Subject: {_one_line(message.subject)}"]
    return ("\n".join(head) + f"\n\n{clean(message.text).strip()}\n").encode()


def as_eml(message: HandoverMessage, recipient: tuple[str, str], moment: datetime) -> bytes:
    """The message as a draft for a mail program; `moment` becomes its date, and part of its id. Without an address it has no
    `To`."""
    # The older class: `EmailMessage` of Python 3.11 loses spaces where it folds words that it has to encode.
    made = Message()
    made["Subject"] = _encoded(_one_line(message.subject), "Subject")
    made["From"] = "RAGDesk:;"
    name, address = recipient
    if address:
        is_plain = name.isascii() and "=?" not in name
        made["To"] = formataddr((name, address)) if is_plain else f"{_encoded(name, 'To')} <{address}>"
    made["Date"] = format_datetime(moment)
    reference = message.reference.lower()
    made["Message-ID"] = f"<ragdesk-ref-{reference}.{moment:%Y%m%d%H%M%S}@{_DOMAIN}>"
    made["X-Unsent"] = "1"  # Outlook opens it for writing
    made.set_payload(clean(message.text).strip() + "\n", _TEXT)
    return made.as_bytes(policy=compat32.clone(linesep="\r\n"))


def _encoded(text: str, field: str) -> str:
    """The value of a field of the header (RFC 2047); what looks encoded is encoded once more, so that it is read as it stands."""
    charset = None if text.isascii() and "=?" not in text else "utf-8"
    return " ".join(Header(text, charset, header_name=field).encode().split())


def _one_line(text: str) -> str:
    """No line ends and no controls: nothing in it can begin another field of a header."""
    return " ".join(clean(text).split())


def _checked(address: str) -> str:
    local, _, domain = address.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii") if domain else ""
    except UnicodeError:
        domain = ""
    if not _LOCAL.fullmatch(local) or not _LABELS.fullmatch(domain):
        raise UsageError(
            "“{address}” is not a mail address.", "Write it as: Name <name@example.org>", address=address
        )
    return f"{local}@{domain}"


# ---------------------------------------------------------------- the reply


def reply_from_text(text: str) -> Reply:
    """A reply that was pasted.

    Raises:
        UsageError: nothing in it is an answer.
    """
    return Reply(_answer(text), _references(text))


def reply_from_mail(parsed: Parsed, properties: Sequence[tuple[str, str]]) -> Reply:
    """A reply that came as a mail. Errors as for `reply_from_text`."""
    stated = dict(properties)
    told = (stated.get(key, "") for key in ("in_reply_to", "references", "subject"))
    text = _joined(parsed.text, _body(parsed))
    return Reply(_answer(text), _references(*told, parsed.text), len(parsed.parts))


def _references(*texts: str) -> tuple[str, ...]:
    found = (reference.upper() for text in texts for reference in _REFERENCE.findall(text))
    return tuple(dict.fromkeys(found))


def _body(parsed: Parsed) -> list[Block]:
    """The blocks between the title with the fields of the header, and the list of attachments; of a reply these are the ones
    that its writer wrote."""
    blocks = list(parsed.blocks[1:])
    if blocks and _HEAD.match(parsed.text, blocks[0].char_start):
        blocks = blocks[1:]
    if parsed.parts:
        heads = [index for index, each in enumerate(blocks) if (each.level, each.title) == (2, "Attachments")]
        blocks = blocks[: heads[-1]] if heads else blocks
    return blocks


def _answer(text: str) -> str:
    """What the writer of a reply wrote: without what is quoted, the signature, and our own message should nothing mark it as
    quoted."""
    out = TextWriter()
    roles = write_body(out, Body(text))
    own = [block for block, role in zip(out.blocks, roles, strict=True) if role == "own"]
    kept: list[str] = []
    for line in _joined(out.text, own).split("\n"):
        if _MARKED.search(line):
            break
        if not re.fullmatch(rf"\W*{_REFERENCE.pattern}\W*", line, re.IGNORECASE):
            kept.append(line)
    answer = "\n".join(kept).strip()
    if not re.search(r"\w", answer):
        raise UsageError(
            "There is no answer in this reply: all of it is quoted, or a signature.",
            "Paste the sentences that answer the question, and nothing else.",
        )
    return answer


def _joined(text: str, blocks: Sequence[Block]) -> str:
    """The text of the blocks, as it stands where nothing but their layout lies between them."""
    parts: list[str] = []
    end = -1
    for block in blocks:
        between = text[end : block.char_start] if end >= 0 else ""
        parts += [between if not re.search(r"\w", between) else "\n\n"] if end >= 0 else []
        parts.append(text[block.char_start : block.char_end])
        end = block.char_end
    return "".join(parts)
