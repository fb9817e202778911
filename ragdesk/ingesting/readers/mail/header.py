"""The header fields of an email as people read them: encoded words, bytes that nobody declared, dates.

The fields are read with the library's older, plain functions: its newer parser (`policy.default`) raises a dozen kinds of
errors on fields as they occur, and takes quadratic time on long ones.
"""

import re
from datetime import UTC, datetime
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message as Mime
from email.utils import collapse_rfc2231_value, getaddresses, parsedate_to_datetime

from ragdesk.domain.errors import UnreadableFileError
from ragdesk.ingesting.readers.text.plain import decode
from ragdesk.text.clean import clean

_IS_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+|[\w.-]+\Z")
_FOLD = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_CODECS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso-8859-1": "cp1252",
    "us-ascii": "utf-8",
    "latin-1": "cp1252",
}
_KOREAN = re.compile(r"ks[_-]?c[_-]?5601.*|euc[_-]kr", re.IGNORECASE)
# Codecs of Python that are no character sets, or that take quadratic time.
_NO_CHARSET = frozenset("idna punycode unicode_escape raw_unicode_escape undefined".split())
MAX_FIELD = 200_000
# A text that is UTF-8 but for this share of its characters is taken for UTF-8.
DAMAGED_SHARE = 0.01
WESTERN_SHARE = 0.15
UTF_8_CHARACTERS = 4
SAMPLE = 100_000


def decoded(data: bytes, charset: str) -> str:
    """Bytes as text: in the declared charset where that is right, else in the one that they look like."""
    charset = charset.strip().strip("\"'").lower()
    codec = "cp949" if _KOREAN.fullmatch(charset) else _CODECS.get(charset, charset)
    if not data.isascii() and not codec.startswith("utf") and _is_utf_8(data, codec):
        codec = "utf-8"
    if codec and codec.replace("-", "_") not in _NO_CHARSET and "\x00" not in codec:
        try:
            return clean(data.decode(codec))
        except (LookupError, UnicodeError, ValueError):
            pass  # it is not what it says; judged by its bytes instead
    return clean(_guessed(data))


def _is_utf_8(data: bytes, codec: str) -> bool:
    """Text in a charset of several bytes may be valid UTF-8 by chance where it is short, in others it hardly ever is."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    wide = codec.startswith(
        ("gb", "big5", "euc", "shift", "sjis", "cp9", "hz", "iso-2022", "iso2022", "johab")
    )
    return not wide or sum(character > "\x7f" for character in text[:SAMPLE]) >= UTF_8_CHARACTERS


def _guessed(data: bytes) -> str:
    lenient = data.decode("utf-8", "replace")
    if lenient.count("\ufffd") <= DAMAGED_SHARE * len(lenient):
        return lenient
    sample = data[:SAMPLE]
    if sum(byte > 0x7F for byte in sample) <= WESTERN_SHARE * len(sample):
        # A guess at other charsets needs more than a few letters.
        return data.decode("cp1252", "replace")
    try:
        return decode(data, "The message")
    except UnreadableFileError:
        return lenient


def field(part: Mime, name: str) -> str:
    """The first field of that name, decoded; "" where there is none."""
    return readable(raw_field(part, name))


def raw_field(part: Mime, name: str) -> str:
    """The same as it stands in the file; bytes that are not ASCII are surrogates, as the library makes them."""
    lowered = name.lower()
    for key, value in part.raw_items():
        if key.lower() == lowered:
            return _FOLD.sub(" ", str(value)[:MAX_FIELD]).strip()
    return ""


def readable(raw: str) -> str:
    """Encoded words (RFC 2047) and undeclared bytes as text."""
    if not raw.isascii():
        raw = decoded(raw.encode("utf-8", "surrogateescape"), "utf-8")
    if "=?" not in raw:
        return clean(raw)
    try:
        pieces = decode_header(raw)
    except (HeaderParseError, ValueError, MessageError):
        return clean(raw)
    return clean("".join(_piece(content, charset) for content, charset in pieces))


def _piece(content: str | bytes, charset: str | None) -> str:
    if isinstance(content, str):
        return content
    if charset is None:
        return _plain(content)
    return decoded(content, charset)


def _plain(content: bytes) -> str:
    """What stands between encoded words; the library gives it as "raw-unicode-escape"."""
    try:
        return content.decode("raw-unicode-escape")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def addresses(part: Mime, name: str) -> str:
    """The people of a field: "Name <address>, …"."""
    raw = raw_field(part, name)
    try:
        pairs = getaddresses([raw])
    except (RecursionError, ValueError, IndexError):
        return readable(raw)  # comments in comments
    if any(address.strip() and not _IS_ADDRESS.match(address) for _, address in pairs):
        return readable(raw)  # groups, and what is no address at all
    people = [
        f"{readable(person)} <{address}>" if person.strip() else readable(address)
        for person, address in pairs
        if person.strip() or address.strip()
    ]
    return ", ".join(people) if people else readable(raw)


def date(part: Mime) -> datetime | None:
    """When the message was written, with a zone (UTC where it states none)."""
    try:
        return zoned(parsedate_to_datetime(field(part, "Date")))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def zoned(moment: datetime) -> datetime:
    """`moment`, in UTC where it has no zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def filename(part: Mime) -> str:
    """What the message calls a part; "" where it has no name."""
    for parameter, header in (("filename", "content-disposition"), ("name", "content-type")):
        try:
            value = part.get_param(parameter, None, header)
            if value is not None:
                decoded_name = readable(collapse_rfc2231_value(value))
                if decoded_name.strip():
                    return " ".join(decoded_name.split())
        except (ValueError, LookupError, TypeError, AttributeError):
            continue  # a parameter that cannot be read is as good as none
    return ""
