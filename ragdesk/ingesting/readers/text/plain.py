"""Plain text in any encoding → `Parsed`. Paragraphs are what blank lines separate; the text stays as it is written, but for
aligned columns, which become tables."""

import codecs
import re
from pathlib import Path

from ragdesk.domain.documents import Block, Page, Parsed, TitleOrigin
from ragdesk.domain.errors import EmptyFileError, UnreadableFileError
from ragdesk.ingesting.readers.text.aligned import aligned_table, with_tables
from ragdesk.ingesting.readers.text.plain_headings import LENGTH, bare_headings, heading
from ragdesk.ingesting.readers.titles import from_name, may_be_title
from ragdesk.text.clean import clean
from ragdesk.text.spans import trimmed

# Text holds no NUL and few controls; what holds more is a program or a picture.
MAX_CONTROL_SHARE = 0.02
FEW_CONTROLS = 4
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_BOMS_16 = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]*\S[^\n]*)*")


def decode(data: bytes, name: str) -> str:
    """The bytes as text: by their mark, as UTF-8, or by the likeliest encoding.

    Raises:
        UnreadableFileError: this is not text.
    """
    for mark, encoding in (*_BOMS, *_BOMS_16):
        if data.startswith(mark):
            return clean(data.decode(encoding, errors="replace"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = _guess(data, name)
    controls = sum(1 for c in text if c < " " and c not in "\t\n\r\f\x1b")
    if controls > max(FEW_CONTROLS, MAX_CONTROL_SHARE * len(text)):
        raise _not_text(name)
    return clean(text)


def _guess(data: bytes, name: str) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    if best is None:
        raise _not_text(name)
    return str(best)


def _not_text(name: str) -> UnreadableFileError:
    return UnreadableFileError(
        "{file} is not text.", "Give it the ending of what it is, or export it as PDF.", file=name
    )


def parse_text(path: Path, name: str) -> Parsed:
    """Raises UnreadableFileError: not text. EmptyFileError: nothing but blanks."""
    text = with_tables(decode(path.read_bytes(), name))
    if not text.strip():
        raise EmptyFileError("{file} holds no text.", "Check whether it was saved completely.", file=name)
    blocks = tuple(_blocks(text))
    first = text.strip().split("\n", 1)[0].strip()
    found: TitleOrigin
    named = len(first) <= LENGTH and not first.endswith((".", ",", ";")) and may_be_title(first)
    title, found = (first, "line") if named else (from_name(name), "name")
    return Parsed(title, text, blocks, (Page(1, 0, len(text)),), "text", paged=False, title_from=found)


def _blocks(text: str) -> list[Block]:
    blocks: list[Block] = []
    spans = [trimmed(text, *match.span()) for match in _PARAGRAPH.finditer(text) if match.group().strip()]
    paragraphs = ["", *(text[start:end] for start, end in spans), ""]
    bare = bare_headings(paragraphs)
    for number, (start, end) in enumerate(spans, 1):
        if table := aligned_table(text, start, end):
            blocks.append(table)
            continue
        found = heading(paragraphs[number], paragraphs[number - 1], paragraphs[number + 1])
        if found := found or bare.get(number):
            level, length, words = found
            blocks.append(Block("heading", start, start + length, level, words))
            start, _ = trimmed(text, start + length, end)
        if start < end:
            blocks.append(Block("paragraph", start, end))
    return blocks
