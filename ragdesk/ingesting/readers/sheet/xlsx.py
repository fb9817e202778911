"""Excel workbooks (.xlsx, .xlsm, .xltx, .xltm) → `Parsed`: what every cell shows, sheet by sheet.

The XML is streamed with lxml, by local names, so that strict files are the same; openpyxl knows number formats, dates and
shared formulas. (Its own readers give either values or formulas, and none of strict files, or of merged cells and comments
while streaming.)
"""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import UnreadableFileError, mark
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.embedded import add_embedded
from ragdesk.ingesting.readers.office.flow import stated
from ragdesk.ingesting.readers.office.package import core_properties, local, open_archive, reading, xml
from ragdesk.ingesting.readers.sheet.number_format import format_code, shown
from ragdesk.ingesting.readers.sheet.shape import Row
from ragdesk.ingesting.readers.sheet.sheets import SheetWriter
from ragdesk.ingesting.readers.sheet.xlsx_parts import (
    Covered,
    Workbook,
    WorkbookSheet,
    drawn_texts,
    open_package,
    place_of,
    rich_text,
    sheet_comments,
    unescaped,
)
from ragdesk.ingesting.readers.writer import cell_text

if TYPE_CHECKING:
    from lxml.etree import _Element

DAMAGED = mark("{file} is damaged, or not a spreadsheet.")
OLD = mark("It was saved by an old Excel; open it there and save it as .xlsx.")


def parse_xlsx(source: InputFile) -> Parsed:
    """Raises EncryptedFileError, EmptyFileError, TooLargeError, UnreadableFileError."""
    with open_archive(source, DAMAGED, OLD) as archive, reading(source, DAMAGED):
        package = open_package(archive)
        if package is None:
            raise UnreadableFileError(
                "{file} is no workbook that can be read.",
                "Give it the ending of what it is; a binary workbook (.xlsb) has to be saved as .xlsx.",
                file=source.name,
            )
        properties = core_properties(archive)
        add_embedded(source, archive)
        cells = _Cells(_codes(archive, package), package.mac_epoch, _shared_strings(archive, package))
        writer = SheetWriter()
        for sheet in package.sheets:
            if sheet.path:
                rows = _with_comments(_rows(archive, sheet, cells), sheet_comments(archive, sheet))
                notes = drawn_texts(archive, sheet)
            else:
                rows, notes = iter(()), ["(What is on this sheet is missing from the file.)"]
            writer.sheet(sheet.number, sheet.name, rows, hidden=sheet.hidden, notes=notes)
        title = properties.pop("title", "")
        return writer.parsed(source, "spreadsheet", title, stated(tuple(properties.items())))


def _rows(archive: zipfile.ZipFile, sheet: WorkbookSheet, cells: "_Cells") -> Iterator[Row]:
    """The rows of a sheet, without the cells that merged ones hide."""
    with archive.open(sheet.path) as file:
        covered = Covered.read(file)
    cells.formulas.clear()
    row = -1
    with archive.open(sheet.path) as file:
        for element in _stream(file, "row"):
            row = _number(element.get("r"), row + 2) - 1
            hidden = covered.columns(row)
            shown_cells: dict[int, str] = {}
            column = -1
            for cell in element:
                if local(cell) != "c":
                    continue
                place = place_of(cell.get("r"))
                column = place[1] if place else column + 1
                if hidden and any(first <= column <= last for first, last in hidden):
                    continue
                if text := cells.text(cell):
                    shown_cells[column] = text
            yield row, shown_cells


def _with_comments(rows: Iterator[Row], comments: dict[int, dict[int, str]]) -> Iterator[Row]:
    """The rows with each comment after what its cell shows; those on blank rows in their place."""
    waiting = sorted(comments, reverse=True)
    for row, cells in rows:
        while waiting and waiting[-1] < row:
            above = waiting.pop()
            yield above, _commented({}, comments[above])
        if waiting and waiting[-1] == row:
            cells = _commented(cells, comments[waiting.pop()])
        yield row, cells
    for row in reversed(waiting):
        yield row, _commented({}, comments[row])


def _commented(cells: dict[int, str], comments: dict[int, str]) -> dict[int, str]:
    for column, comment in comments.items():
        cells[column] = f"{cells.get(column, '')} (comment: {comment})".strip()
    return cells


@dataclass(slots=True)
class _Cells:
    """What the cells of a workbook show.

    Attributes:
        codes: the number format code of each cell style.
        strings: the shared strings, as table text.
        formulas: of the sheet in hand, those that several cells share: text and cell, by their index.
    """

    codes: list[str]
    mac_epoch: bool
    strings: list[str]
    formulas: dict[str, tuple[str, str]] = field(default_factory=dict)

    def text(self, cell: "_Element") -> str:
        """The result, or the formula where no program has left its result."""
        value = formula = inline = None
        for child in cell:
            name = local(child)
            if name == "v":
                value = child.text or ""
            elif name == "f":
                formula = child
            elif name == "is":
                inline = child
        kind = cell.get("t", "n")
        if formula is not None and formula.text and formula.get("t") == "shared":
            self.formulas[formula.get("si", "")] = (formula.text, cell.get("r", ""))
        if inline is not None:
            return cell_text(rich_text(inline))
        if not value and (kind != "str" or value is None):
            return "" if formula is None else self._formula(formula, cell.get("r", ""))
        return self._value(value or "", kind, cell)

    def _value(self, value: str, kind: str, cell: "_Element") -> str:
        if kind == "s":
            return self.strings[int(value)]
        if kind == "b":
            return "TRUE" if value.strip() in ("1", "true") else "FALSE"
        if kind == "n":
            style = _number(cell.get("s"), 0)
            code = self.codes[style] if style < len(self.codes) else "General"
            return cell_text(shown(value, code, mac_epoch=self.mac_epoch))
        if kind == "d":
            return cell_text(value.removesuffix("Z").removesuffix("T00:00:00").replace("T", " "))
        return cell_text(unescaped(value))

    def _formula(self, formula: "_Element", place: str) -> str:
        """Where it is another cell's, it is moved from there."""
        from openpyxl.formula.tokenizer import TokenizerError
        from openpyxl.formula.translate import Translator, TranslatorError

        text = f"={formula.text}" if formula.text else ""
        shared = self.formulas.get(formula.get("si", "")) if formula.get("t") == "shared" else None
        if shared and not text:
            try:
                text = str(Translator(f"={shared[0]}", shared[1]).translate_formula(place))
            except (TokenizerError, TranslatorError):
                text = f"={shared[0]}"
        return cell_text(text)


def _shared_strings(archive: zipfile.ZipFile, package: Workbook) -> list[str]:
    if not package.strings:
        return []
    with archive.open(package.strings) as file:
        return [cell_text(rich_text(element)) for element in _stream(file, "si")]


def _codes(archive: zipfile.ZipFile, package: Workbook) -> list[str]:
    """The number format code of each cell style, by the style's place."""
    if not package.styles:
        return []
    sections = {local(element): element for element in xml(archive.read(package.styles))}
    custom = {
        _number(one.get("numFmtId"), 0): one.get("formatCode", "") for one in sections.get("numFmts", ())
    }
    return [format_code(_number(one.get("numFmtId"), 0), custom) for one in sections.get("cellXfs", ())]


def _stream(file: IO[bytes], tag: str) -> Iterator["_Element"]:
    """Each element of a tag (of any namespace), whole; it and those before it are dropped when the next is asked for."""
    from lxml import etree

    events = etree.iterparse(file, tag=f"{{*}}{tag}", resolve_entities=False, no_network=True, load_dtd=False)
    for _, element in events:
        yield element
        element.clear()
        parent = element.getparent()
        while parent is not None and parent[0] is not element:
            del parent[0]


def _number(text: str | None, otherwise: int) -> int:
    """A small whole number of an attribute."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else otherwise
