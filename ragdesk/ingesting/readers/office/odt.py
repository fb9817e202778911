"""OpenDocument texts (.odt, .ott) and presentations (.odp, .otp) → `Parsed`. The XML is read as it is: headings, lists, tables,
notes; tables of contents and deleted text are left out. A presentation has one page a slide."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import UnreadableFileError, mark
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.flow import MAX_COLUMNS, FlowWriter, in_reading_order
from ragdesk.ingesting.readers.office.odf_file import check_unlocked, metadata
from ragdesk.ingesting.readers.office.odf_styles import OdfStyles, number
from ragdesk.ingesting.readers.office.odf_text import (
    DRAW,
    OFFICE,
    PRESENTATION,
    TABLE,
    TEXT,
    OdfPiece,
    odf_text,
)
from ragdesk.ingesting.readers.office.package import local, open_archive, reading, xml

if TYPE_CHECKING:
    from lxml.etree import _Element

DAMAGED = mark("{file} is damaged, or not a OpenDocument file.")
# Elements of a body that hold what is read, but are nothing themselves.
_WRAPPERS = frozenset(
    "section index-body list-header table-header-rows table-rows table-row-group text a text-box page g "
    "numbered-paragraph".split()
)
_LENGTH = re.compile(r"(-?\d{1,6}(?:\.\d{1,6})?)(cm|mm|in|pt|pc|px)?")
_UNITS = {"cm": 28.35, "mm": 2.835, "in": 72.0, "pt": 1.0, "pc": 12.0, "px": 0.75}
# Shapes of a slide whose tops differ by less than this many points stand in one row.
ROW = 14.0


def parse_odt(source: InputFile) -> Parsed:
    """Raises EncryptedFileError, EmptyFileError, TooLargeError, UnreadableFileError."""
    with open_archive(source, DAMAGED) as archive, reading(source, DAMAGED):
        check_unlocked(archive, source)
        content = xml(archive.read("content.xml"))
        body = content.find(f"{OFFICE}body")
        roots = [content, *(xml(archive.read(name)) for name in archive.namelist() if name == "styles.xml")]
        writer = _OdfWriter(OdfStyles(roots))
        kind = next((local(element) for element in body if local(element) in ("text", "presentation")), "")
        if body is None or not kind:
            raise UnreadableFileError(
                "{file} is no OpenDocument text or presentation.",
                "Give it the ending of what it is.",
                file=source.name,
            )
        root = body.find(f"{OFFICE}{kind}")
        if kind == "text":
            writer.blocks(root)
        else:
            writer.slides(root)
        title, properties = metadata(archive)
        return writer.out.parsed(source, "document" if kind == "text" else "presentation", title, properties)


@dataclass(slots=True)
class _OdfWriter:
    styles: OdfStyles
    out: FlowWriter = field(default_factory=FlowWriter)

    def blocks(self, parent: "_Element") -> None:
        for element in parent:
            name = local(element)
            if name == "h":
                level = element.get(f"{TEXT}outline-level") or "1"
                self._text(element, int(level) if level.isdecimal() and len(level) < 3 else 1)
            elif name == "p":
                self._text(element, self.styles.level(element.get(f"{TEXT}style-name") or ""))
            elif name == "list":
                self._list(element, 0, element.get(f"{TEXT}style-name") or "")
            elif name == "table":
                self._table(element)
            elif name == "frame" or name.endswith("shape"):
                self._frame(element)
            elif name in _WRAPPERS:
                self.blocks(element)

    def slides(self, root: "_Element") -> None:
        pages = list(root.iterchildren(f"{DRAW}page"))
        for number_, page in enumerate(pages, 1):
            self.out.turn()
            shapes = in_reading_order(((*_place(shape), shape) for shape in _shapes(page)), ROW)
            title = next((s for s in shapes if s.get(f"{PRESENTATION}class") == "title"), None)
            heading = odf_text(title).text if title is not None else ""
            speaker_notes = "\n".join(
                odf_text(frame).text
                for frame in page.iterfind(f"{PRESENTATION}notes//{DRAW}frame")
                if frame.get(f"{PRESENTATION}class") == "notes"
            ).strip()
            others = [shape for shape in shapes if shape is not title]
            if heading.strip() or speaker_notes or any(odf_text(shape).text.strip() for shape in others):
                self.out.heading(heading if heading.strip() else f"Slide {number_}", 2)
            for shape in others:
                self._frame(shape)
            if speaker_notes:
                self.out.paragraph(f"Notes: {speaker_notes}")

    def _text(self, element: "_Element", level: int) -> None:
        piece = odf_text(element)
        if level and piece.text.strip():
            self.out.heading(piece.text, level)
        else:
            self.out.paragraph(piece.text)
        self._after(piece)

    def _after(self, piece: OdfPiece) -> None:
        for frame in piece.frames:
            self._frame(frame)
        for note in piece.notes:
            self.out.paragraph(note)
        for comment in piece.comments:
            self.out.comment(comment, piece.text)

    def _frame(self, frame: "_Element") -> None:
        """A text box, a table or a shape with text in it; of a frame's alternatives, the first that has any."""
        if local(frame) != "frame":
            self.blocks(frame)
            return
        for element in frame:
            if local(element) in ("text-box", "table"):
                self.blocks(element if local(element) == "text-box" else frame)
                return

    def _list(self, element: "_Element", depth: int, style: str) -> None:
        count = 0
        for item in element:
            if local(item) not in ("list-item", "list-header"):
                continue
            for part in item:
                name = local(part)
                if name == "list":
                    self._list(part, depth + 1, part.get(f"{TEXT}style-name") or style)
                elif name in ("p", "h"):
                    piece = odf_text(part)
                    count += local(item) == "list-item" and part is item[0]
                    if name == "h":
                        self._text(part, depth + 1)
                    else:
                        self.out.item(piece.text, depth, number(self.styles.mark(style, depth), count))
                        self._after(piece)

    def _table(self, table: "_Element") -> None:
        hanging = OdfPiece()
        rows = [[self._cell(cell, hanging) for cell in _cells(row)] for row in _rows(table)]
        self.out.table(rows)
        self._after(hanging)

    def _cell(self, cell: "_Element | None", hanging: OdfPiece) -> str:
        if cell is None:
            return ""
        texts = []
        for element in cell.iter(f"{TEXT}p", f"{TEXT}h"):
            if not any(local(above) in ("note", "annotation") for above in element.iterancestors()):
                piece = odf_text(element)
                texts.append(piece.text)
                hanging.notes.extend(piece.notes)
                hanging.comments.extend(piece.comments)
        return "\n".join(texts)


def _rows(table: "_Element") -> Iterator["_Element"]:
    for element in table:
        if local(element) == "table-row":
            yield element
        elif local(element) in _WRAPPERS:
            yield from _rows(element)


def _cells(row: "_Element") -> Iterator["_Element | None"]:
    """The cells, None for those that a merged one covers. Repeated ones come as often as they are, within reason."""
    for cell in row:
        if local(cell) in ("table-cell", "covered-table-cell"):
            times = cell.get(f"{TABLE}number-columns-repeated") or "1"
            count = min(int(times), MAX_COLUMNS) if times.isdecimal() and len(times) < 7 else 1
            yield from [cell if local(cell) == "table-cell" else None] * count


def _shapes(parent: "_Element") -> Iterator["_Element"]:
    for element in parent:
        if local(element) == "g":
            yield from _shapes(element)
        elif element.get(f"{PRESENTATION}class") not in ("date-time", "footer", "header", "page-number") and (
            local(element) == "frame"
            or local(element).endswith(("shape", "rect", "ellipse", "circle", "polygon"))
        ):
            yield element


def _place(shape: "_Element") -> tuple[float, float]:
    svg = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"
    return _points(shape.get(f"{svg}y")), _points(shape.get(f"{svg}x"))


def _points(length: str | None) -> float:
    match = _LENGTH.fullmatch(length or "")
    return float(match[1]) * _UNITS.get(match[2] or "pt", 1.0) if match else 0.0
