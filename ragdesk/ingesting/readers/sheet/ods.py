"""OpenDocument spreadsheets (.ods, .ots) → `Parsed`: what every cell shows, sheet by sheet.

content.xml is streamed with lxml: odfpy and odfdo build all of it in memory (odfdo: 467 MB for 100,000 rows, here 78), and odfdo
writes out every repetition. A million repeated cells are a few bytes of a file, so here they are written up to a limit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import UnreadableFileError, mark
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.flow import stated
from ragdesk.ingesting.readers.office.odf_file import check_unlocked, metadata
from ragdesk.ingesting.readers.office.odf_text import odf_text
from ragdesk.ingesting.readers.office.package import local, open_archive, reading
from ragdesk.ingesting.readers.sheet.shape import Row
from ragdesk.ingesting.readers.sheet.sheets import SheetWriter, column_name
from ragdesk.ingesting.readers.writer import cell_text

if TYPE_CHECKING:
    from lxml.etree import _Element

DAMAGED = mark("{file} is damaged, or not a spreadsheet.")
# Cells of a whole file that are written out because another is repeated.
MAX_REPEATED = 200_000
_NAMES = "{urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _OFFICE, _STYLE = (f"{_NAMES}{name}:1.0}}" for name in ("table", "office", "style"))


def parse_ods(source: InputFile) -> Parsed:
    """Raises EncryptedFileError, EmptyFileError, TooLargeError, UnreadableFileError."""
    with open_archive(source, DAMAGED) as archive, reading(source, DAMAGED):
        check_unlocked(archive, source)
        writer = SheetWriter()
        with archive.open("content.xml") as file:
            content = _Content(file)
            for number, sheet in enumerate(content.sheets(), 1):
                writer.sheet(number, sheet.name, sheet.rows, hidden=sheet.hidden, notes=sheet.notes)
        if not content.is_spreadsheet:
            raise UnreadableFileError(
                "{file} is no spreadsheet.",
                "Give it the ending of what it is, .odt or .odp.",
                file=source.name,
            )
        title, properties = metadata(archive)
        shown = [pair for pair in properties if pair[0] != "last_modified_by"]
        return writer.parsed(source, "spreadsheet", title, stated(shown))


@dataclass(slots=True)
class _OdsSheet:
    """`rows` has to be used up before the next sheet; `notes` fill meanwhile."""

    name: str
    hidden: bool
    rows: Iterator[Row]
    notes: list[str]


class _Content:
    """content.xml, from its beginning to its end."""

    def __init__(self, file: IO[bytes]) -> None:
        from lxml import etree

        names = ("table", "table-row", "shapes")
        self._events = etree.iterparse(
            file,
            events=("start", "end"),
            tag=[*(_TABLE + name for name in names), f"{_OFFICE}spreadsheet", f"{_STYLE}style"],
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
        )
        self._hidden_styles: set[str] = set()
        self._left = MAX_REPEATED
        self.is_spreadsheet = False

    def sheets(self) -> Iterator[_OdsSheet]:
        for event, element in self._events:
            name = local(element)
            if event == "end" and name == "style":
                if any(properties.get(f"{_TABLE}display") == "false" for properties in element):
                    self._hidden_styles.add(element.get(f"{_STYLE}name", ""))
            elif name == "spreadsheet":
                self.is_spreadsheet = True
            elif event == "start" and name == "table" and local(element.getparent()) == "spreadsheet":
                notes: list[str] = []
                hidden = element.get(f"{_TABLE}style-name", "") in self._hidden_styles
                yield _OdsSheet(element.get(f"{_TABLE}name", ""), hidden, self._rows(notes), notes)
                _drop(element)

    def _rows(self, notes: list[str]) -> Iterator[Row]:
        """The rows of the table that has just begun, up to its end."""
        depth, row = 1, 0
        for event, element in self._events:
            name = local(element)
            if name == "table":
                depth += 1 if event == "start" else -1
                if not depth:
                    return
            elif depth == 1 and event == "end" and name == "shapes":
                notes.extend(odf_text(shape).text for shape in element)
            elif depth == 1 and event == "end" and name == "table-row":
                count = _count(element.get(f"{_TABLE}number-rows-repeated"))
                cells = self._cells(element, notes)
                _drop(element)
                allowed = self._allowed(count, len(cells)) if cells else 0
                for place in range(allowed):
                    yield row + place, cells
                if 0 < allowed < count:
                    notes.append(f"(Row {row + 1:,} is repeated up to row {row + count:,}.)")
                row += count

    def _cells(self, row: "_Element", notes: list[str]) -> dict[int, str]:
        cells: dict[int, str] = {}
        column = 0
        for cell in row:
            name = local(cell)
            if name not in ("table-cell", "covered-table-cell"):
                continue
            count = _count(cell.get(f"{_TABLE}number-columns-repeated"))
            # A covered cell lies under a merged one; it may hold something, which nobody sees.
            text = _text(cell, notes) if name == "table-cell" else ""
            if text:
                allowed = self._allowed(count, 1)
                cells.update((column + place, text) for place in range(allowed))
                if allowed < count:
                    last = column_name(column + count - 1)
                    notes.append(f"(A cell of column {column_name(column)} is repeated up to column {last}.)")
            column += count
        return cells

    def _allowed(self, count: int, cells: int) -> int:
        """How often something of so many cells may be written, which asks to be there `count` times."""
        more = min(count - 1, max(0, self._left // max(cells, 1)))
        self._left -= more * cells
        return 1 + more


def _drop(element: "_Element") -> None:
    """Free what has been read: the element's content, and what stands before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and parent[0] is not element:
        del parent[0]


def _text(cell: "_Element", notes: list[str]) -> str:
    """What the cell shows, and its comment."""
    lines: list[str] = []
    comments: list[str] = []
    for child in cell:
        name = local(child)
        if name in ("p", "h", "table"):
            lines.append(odf_text(child).text)
        elif name == "annotation":
            texts = (odf_text(paragraph).text for paragraph in child if local(paragraph) in ("p", "list"))
            comments.append(f"(comment: {' '.join(texts).strip()})")
        elif name:
            notes.append(odf_text(child).text)
    displayed = "\n".join(lines)
    kind = cell.get(f"{_OFFICE}value-type", "")
    if kind == "date":
        day, _, moment = cell.get(f"{_OFFICE}date-value", displayed).partition("T")
        displayed = f"{day} {moment}".removesuffix(" 00:00:00").strip()
    elif not displayed.strip(" #\n"):
        # Blank, or "###": the column is too narrow for the number.
        stored = (
            cell.get(_OFFICE + name) for name in ("value", "string-value", "time-value", "boolean-value")
        )
        formula = cell.get(f"{_TABLE}formula", "").partition(":")[2]
        displayed = next(filter(None, stored), "") or displayed.strip() or formula
    return cell_text(" ".join([displayed, *comments]))


def _count(repeated: str | None) -> int:
    """How often something stands there, 1 where nothing sensible is said."""
    return max(1, int(repeated)) if repeated and repeated.isdecimal() and len(repeated) < 8 else 1
