"""Word documents (.docx, .docm, .dotx, .dotm) → `Parsed`: the body in its order, with footnotes, comments and text boxes after
the paragraph that they hang on. Running headers and footers, tables of contents and what was deleted are left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import mark
from ragdesk.ingesting.readers.hidden import hidden_words
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.docx_hidden import Hiding
from ragdesk.ingesting.readers.office.docx_looks import LookedHeadings
from ragdesk.ingesting.readers.office.docx_numbers import Numbering
from ragdesk.ingesting.readers.office.docx_parts import Notes, Styles, chunk_of, drawn_of
from ragdesk.ingesting.readers.office.docx_text import ParagraphText, on, own_text, qn
from ragdesk.ingesting.readers.office.embedded import add_embedded
from ragdesk.ingesting.readers.office.flow import MAX_COLUMNS, FlowWriter
from ragdesk.ingesting.readers.office.package import core_properties, local, mended, open_archive, reading

if TYPE_CHECKING:
    from docx.document import Document
    from lxml.etree import _Element

DAMAGED = mark("{file} is damaged, or not a Word document.")
OLD = mark("It was saved by an old Word; open it there and save it as .docx.")
# A bullet that was typed, or pasted as text.
_TYPED_BULLET = re.compile(r"\s*[•▪◦‣●○■➢\uf0a7\uf0b7\uf0d8]\s+(?=\S)")
# Elements that only wrap what is read.
_WRAPPERS = frozenset(("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag", "body", "txbxContent"))


def parse_docx(source: InputFile) -> Parsed:
    """Raises EncryptedFileError, EmptyFileError, TooLargeError, UnreadableFileError."""
    from docx import Document

    with open_archive(source, DAMAGED, OLD) as archive, reading(source, DAMAGED):
        stated = core_properties(archive)
        add_embedded(source, archive)
        body = _DocxWriter(Document(mended(archive)), source)
        body.blocks(body.document.element.body)
        body.endnotes()
        title = stated.pop("title", "")
        properties = (*stated.items(), *hidden_words(body.hiding.words))
        return body.out.parsed(source, "document", title, properties)


@dataclass(slots=True)
class _DocxWriter:
    """Writes the blocks of a body, a cell or a text box."""

    document: "Document"
    source: InputFile
    out: FlowWriter = field(default_factory=FlowWriter)
    styles: Styles = field(init=False)
    notes: Notes = field(init=False)
    numbers: Numbering = field(init=False)
    looks: LookedHeadings = field(init=False)
    hiding: Hiding = field(init=False)

    def __post_init__(self) -> None:
        self.hiding = Hiding(self.document)
        self.hiding.mark(self.document.element.body)
        self.styles = Styles(self.document)
        self.notes = Notes(self.document, self.hiding)
        self.numbers = Numbering(self.document)
        self.looks = LookedHeadings(_content(self.document.element.body, "p"), self.styles)

    def blocks(self, parent: "_Element") -> None:
        for element in _content(parent):
            if local(element) == "p":
                self._paragraph(element)
            elif local(element) == "tbl":
                self._table(element)
            else:
                chunk_of(self.document, element, self.out, self.source)

    def endnotes(self) -> None:
        for text in self.notes.ends:
            self.out.paragraph(text)

    def _paragraph(self, paragraph: "_Element") -> None:
        piece = own_text(paragraph)
        style = self.styles.of(paragraph)
        if style.contents:
            return
        label, depth = self.numbers.label(paragraph, style)
        level = style.level or self.looks.level(paragraph, style)
        if level and piece.text.strip():
            number = label if label not in ("", "-") else ""
            self.out.heading(f"{number} {piece.text}", level)
        elif label:
            self.out.item(piece.text, depth, label)
        elif bullet := _TYPED_BULLET.match(piece.text):
            self.out.item(piece.text[bullet.end() :])
        elif style.code:
            self.out.code(piece.text)
        else:
            self.out.paragraph(piece.text)
        self._after(piece)

    def _after(self, piece: ParagraphText) -> None:
        """What hangs on a paragraph: its text boxes, footnotes and comments."""
        for box in piece.boxes:
            self.blocks(box)
        for key in piece.drawn:
            drawn_of(self.document, key, self.out)
        for text in self.notes.texts(piece):
            self.out.paragraph(text)
        for text in self.notes.comments(piece):
            self.out.comment(text, piece.text)

    def _table(self, table: "_Element") -> None:
        rows, piece = self._rows(table), ParagraphText()
        if len(rows) == 1 and len(rows[0]) == 1:
            # A frame around text, not a table.
            self.blocks(rows[0][0])
            return
        grid: list[list[str]] = []
        for row in rows:
            texts: list[str] = []
            for cell in row:
                texts.append("" if _continues(cell) else self._cell(cell, piece))
                texts.extend([""] * (_span(cell) - 1))
            grid.append(texts)
        self.out.table(grid)
        self._after(piece)

    def _rows(self, table: "_Element") -> list[list["_Element"]]:
        rows = [row for row in _content(table, "tr") if not on(row, "trPr/w:del")]
        return [list(_content(row, "tc")) for row in rows]

    def _cell(self, cell: "_Element", piece: ParagraphText) -> str:
        """The text of a cell, line by line. Tables inside it become lines; notes and boxes go to `piece`."""
        texts: list[str] = []
        for element in _content(cell):
            if local(element) == "p":
                inner_text = own_text(element)
                label, _ = self.numbers.label(element, self.styles.of(element))
                texts.append(f"{label} {inner_text.text}".strip() if inner_text.text.strip() else "")
                piece.take(inner_text)
            elif local(element) == "tbl":
                for row in self._rows(element):
                    inner = [self._cell(inner_cell, piece).replace("\n", " ") for inner_cell in row]
                    texts.append(" / ".join(text for text in inner if text.strip()))
        return "\n".join(texts)


def _content(parent: "_Element", *tags: str) -> Iterator["_Element"]:
    """The elements named by `tags` in their order, through whatever only wraps them."""
    for element in parent:
        name = local(element)
        if name in (tags or ("p", "tbl", "altChunk")):
            yield element
        elif name in _WRAPPERS:
            if name != "sdt" or not on(element, "sdtPr/w:docPartObj/w:docPartGallery", "Table of Contents"):
                yield from _content(element, *tags)
        elif name == "AlternateContent" and len(element):
            yield from _content(element[0], *tags)


def _continues(cell: "_Element") -> bool:
    """Whether it is the lower part of a cell that was merged downwards."""
    merge = cell.find(f"{qn('tcPr')}/{qn('vMerge')}")
    return merge is not None and merge.get(qn("val"), "continue") == "continue"


def _span(cell: "_Element") -> int:
    span = cell.find(f"{qn('tcPr')}/{qn('gridSpan')}")
    value = (span.get(qn("val")) or "1") if span is not None else "1"
    return min(int(value), MAX_COLUMNS) if value.isdecimal() and len(value) < 9 else 1
