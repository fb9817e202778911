"""Rich Text Format → `Parsed`. striprtf reads the text; what it would lose (where tables, headings, notes and line breaks are) is
marked in the file before, with characters that no text holds."""

import re

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import UnreadableFileError, mark
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.flow import FlowWriter
from ragdesk.ingesting.readers.office.package import reading

DAMAGED = mark("{file} is damaged, or not a RTF document.")
MAGIC = b"{\\rtf"
_BINARY = re.compile(rb"\\bin(\d{1,10}) ?")
_HIGH = re.compile(rb"[\x80-\xff]")
# Noncharacters of Unicode, for the time between marking and reading.
_CELL, _ROW, _IN_ROW, _LINE, _NOTE, _NOTE_END, _LEVEL = (chr(code) for code in range(0xFDD0, 0xFDD7))
_CONTROL = re.compile(r"\\(cell|nestcell|row|nestrow|trowd|line|outlinelevel([0-8]))(?![a-z\d-]) ?")
_MARKS = {"cell": _CELL, "nestcell": "  ", "row": _ROW, "nestrow": "  ", "trowd": _IN_ROW, "line": _LINE}
_NOT_IN_TEXT = {ord(_CELL): " ", ord(_IN_ROW): None, ord(_NOTE_END): None}
_HEADING = re.compile(_LEVEL + "([0-8])")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_TRAIL = re.compile(r"((?:\\'[0-9a-f]{2})+)([@-\[\]-z|~])")
_DOUBLE = range(0x81, 0xFF)
_LEADS = {"932": (*range(0x81, 0xA0), *range(0xE0, 0xFD)), "936": _DOUBLE, "949": _DOUBLE, "950": _DOUBLE}
_FONT = re.compile(r"\{\\f(?=\d)")
_INFO = re.compile(
    r"\{\\(title|author|subject|keywords|company|operator) ?((?:[^{}\\]|\\'[0-9a-f]{2}|\\u-?\d+ ?\??)*)\}"
)
_ITEM = re.compile(r"([•▪➢✓□→·◦‣\uf000-\uf0ff-]|\d{1,3}[.)]|[a-z][.)])[ \t]+(?=\S)")
_NAMES = {"operator": "last_modified_by"}


def parse_rtf(source: InputFile) -> Parsed:
    """Raises UnreadableFileError: not RTF. EmptyFileError: no text in it."""
    data = source.path.read_bytes()
    if not data.lstrip()[: len(MAGIC)].lower() == MAGIC:
        raise UnreadableFileError(
            "{file} is not an RTF document.",
            "Give it the ending of what it is, or export it as PDF.",
            file=source.name,
        )
    with reading(source, DAMAGED):
        rtf = _seven_bit(data)
        page = re.search(r"\\ansicpg\d+", rtf[:2_000])
        stated = {
            _NAMES.get(key, key): _text(f"{{\\rtf1\\ansi{page[0] if page else ''} {value}}}")
            for key, value in _INFO.findall(rtf[:200_000])
        }
        out = FlowWriter()
        _document(out, _text(_marked(_whole_characters(rtf, page))))
        return out.parsed(source, "document", stated.pop("title", ""), tuple(stated.items()))


def _seven_bit(data: bytes) -> str:
    """The file in ASCII, as the format has it: binary data cut out, raw bytes of a code page written as \\'xx."""
    texts, offset = list[bytes](), 0
    while (binary := _BINARY.search(data, offset)) is not None:
        texts.append(data[offset : binary.start()])
        offset = binary.end() + int(binary[1])
    texts.append(data[offset:])
    return _HIGH.sub(lambda byte: b"\\'%02x" % ord(byte[0]), b"".join(texts)).decode("ascii")


def _whole_characters(rtf: str, page: re.Match[str] | None) -> str:
    """In code pages of two bytes, the second may stand there as a plain letter: written as a byte, too."""
    leads = _LEADS.get(page[0].removeprefix("\\ansicpg")) if page else None
    if leads is None:
        return rtf

    def whole(match: re.Match[str]) -> str:
        dangling = False
        for byte in bytes.fromhex(match[1].replace("\\'", "")):
            dangling = not dangling and byte in leads
        return f"{match[1]}\\'{ord(match[2]):02x}" if dangling else match[0]

    return _TRAIL.sub(whole, rtf)


def _text(rtf: str) -> str:
    from striprtf.striprtf import rtf_to_text

    text = str(rtf_to_text(rtf + "}", errors="replace"))
    # Characters beyond U+FFFF are written as two halves.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _marked(rtf: str) -> str:
    # Its pattern for links is slow on long lines, and writes their addresses into the text: kept from matching.
    rtf = rtf.replace("{\\field{", "{\\field\n{")
    # So does its pattern for fonts, where entries do not end.
    fonts = rtf.find("{\\fonttbl")
    if fonts >= 0:
        end = _group_end(rtf, fonts)
        rtf = rtf[:fonts] + _FONT.sub(";\\n\\g<0>", rtf[fonts:end]) + rtf[end:]
    rtf = _CONTROL.sub(lambda match: "\\zz" + (_LEVEL + match[2] if match[2] else _MARKS[match[1]]), rtf)
    return _with_notes(rtf)


def _with_notes(rtf: str) -> str:
    """Footnotes' groups made part of the text, between marks."""
    texts, offset = list[str](), 0
    while (start := rtf.find("{\\footnote", offset)) >= 0:
        end = _group_end(rtf, start)
        inside = rtf[start + len("{\\footnote") : end].removeprefix("\\ftnalt")
        texts += [rtf[offset:start], "{\\zz", _NOTE, inside, "\\zz", _NOTE_END, "}"]
        offset = end + 1
    return "".join((*texts, rtf[offset:]))


def _group_end(rtf: str, start: int) -> int:
    depth = 0
    for brace in _BRACE.finditer(rtf, start):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return brace.start()
    return len(rtf)


def _document(out: FlowWriter, text: str) -> None:
    notes: list[str] = []

    def note(match: re.Match[str]) -> str:
        notes.append(match[1])
        return f"[^{len(notes)}]{_NOTE}"

    text = re.sub(f"{_NOTE}(.*?){_NOTE_END}", note, text, flags=re.DOTALL)
    written = 0
    rows: list[list[str]] = []
    *ended, rest = text.split(_ROW)
    for segment in ended:
        before, row = _row(segment)
        if before.strip():
            written = _end_table(out, rows, notes, written)
            written = _paragraphs(out, before, notes, written)
        rows.append(row)
    written = _end_table(out, rows, notes, written)
    _paragraphs(out, rest, notes, written)


def _row(segment: str) -> tuple[str, list[str]]:
    """(the paragraphs before it, the cells) of what stands before the end of a row."""
    before, mark, inside = segment.partition(_IN_ROW)
    if not mark:
        edge = segment.rfind("\n", 0, max(segment.find(_CELL), 0)) + 1
        before, inside = segment[:edge], segment[edge:]
    cells = inside.replace(_IN_ROW, "").replace(_LINE, "\n").split(_CELL)
    return before, [_HEADING.sub("", cell) for cell in (cells[:-1] or cells)]


def _end_table(out: FlowWriter, rows: list[list[str]], notes: list[str], written: int) -> int:
    out.table([[cell.replace(_NOTE, "") for cell in row] for row in rows])
    count = sum(cell.count(_NOTE) for row in rows for cell in row)
    rows.clear()
    return _notes(out, notes, written, count)


def _notes(out: FlowWriter, notes: list[str], written: int, count: int) -> int:
    """Write the next `count` notes; returns how many are written by now."""
    for number in range(written, written + count):
        out.paragraph(f"[^{number + 1}]: {notes[number].replace(_LINE, ' ')}")
    return written + count


def _paragraphs(out: FlowWriter, text: str, notes: list[str], written: int) -> int:
    for line in text.translate(_NOT_IN_TEXT).split("\n"):
        level = _HEADING.search(line)
        count = line.count(_NOTE)
        line = _HEADING.sub("", line).replace(_NOTE, "").replace(_LINE, "\n").strip()
        item = _ITEM.match(line)
        if level:
            out.heading(line, int(level[1]) + 1)
        elif item:
            out.item(line[item.end() :], 0, item[1] if item[1][0].isalnum() else "-")
        else:
            out.paragraph(line)
        written = _notes(out, notes, written, count)
    return written
