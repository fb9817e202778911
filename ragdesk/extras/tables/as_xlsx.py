"""A spreadsheet: days and numbers typed, the quotes as comments, links to the archived pages, nothing that is a formula."""

import io
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ragdesk.domain.tables import ColumnKind, TableCell, TableSheet
from ragdesk.extras.export.plain import clean, line
from ragdesk.extras.tables import words
from ragdesk.extras.tables.typed import value_of

# Excel's own limits, in characters: of a sheet's name, a cell, a comment.
MOST_NAME, MOST_CELL, MOST_COMMENT = 31, 32_000, 8_000
WIDTHS = {"text": 34, "list": 40, "yesno": 10, "date": 14, "amount": 18, "number": 16, "choice": 18}
_NOT_IN_A_NAME = re.compile(r"[\\/*?:\[\]']")
_TINTS = {"unsure": "FFF4CC", "person": "FBE0D9", "absent": "F0F0EE"}


def as_xlsx(sheet: TableSheet, originals: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """The table as an Excel workbook of one sheet.

    Args:
        originals: the address of each document's original by its id. A cell links to the page that it was taken from.
    """
    from openpyxl import Workbook

    book = Workbook()
    page: Any = book.active
    page.title = _NOT_IN_A_NAME.sub(" ", line(sheet.table.name))[:MOST_NAME].strip() or "Table"
    _heads(page, sheet)
    for row, document in enumerate(sheet.documents, start=2):
        _write_text(page.cell(row, 1), words.title_of(document))
        original = originals.get(document.id, "")
        _link(page.cell(row, 1), original)
        for at, column in enumerate(sheet.table.columns, start=2):
            cell = sheet.cell(document.id, column.id)
            _write(page.cell(row, at), column.kind, cell)
            _link(page.cell(row, at), original, cell)
    page.freeze_panes = "B2"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _heads(page: Any, sheet: TableSheet) -> None:
    from openpyxl.comments import Comment
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    for at, text in enumerate([words.DOCUMENT, *(column.head for column in sheet.table.columns)], start=1):
        _write_text(page.cell(1, at), text)
        page.cell(1, at).font = Font(bold=True)
        page.cell(1, at).alignment = Alignment(wrap_text=True, vertical="top")
    page.column_dimensions["A"].width = 40
    for at, column in enumerate(sheet.table.columns, start=2):
        page.column_dimensions[get_column_letter(at)].width = WIDTHS[column.kind]
        if column.name:
            page.cell(1, at).comment = Comment(clean(column.question)[:MOST_COMMENT], "RAGDesk")


def _write(place: Any, kind: ColumnKind, cell: TableCell | None) -> None:
    from openpyxl.comments import Comment
    from openpyxl.styles import Alignment, PatternFill

    value, unit = value_of(kind, cell)
    if value is None:
        _write_text(place, words.said(cell))
    else:
        place.value = value
        safe = re.sub(r'["\\]', "", line(unit))
        place.number_format = (
            "yyyy-mm-dd" if kind == "date" else "#,##0.00##" + (f' "{safe}"' if safe else "")
        )
    place.alignment = Alignment(wrap_text=True, vertical="top")
    if cell is not None and (tint := _TINTS.get(cell.verdict)):
        place.fill = PatternFill("solid", start_color=tint)
    told = [words.state(cell), *words.quotes(cell)]
    if note := "\n\n".join(filter(None, told)):
        place.comment = Comment(note[:MOST_COMMENT], "RAGDesk", height=160, width=420)


def _link(place: Any, original: str, cell: TableCell | None = None) -> None:
    """To the original; of a cell with a citation, to its page, which most programs that show a PDF open."""
    cited = next(iter(cell.citations), None) if cell is not None else None
    if original and (cell is None or cited is not None):
        page = f"#page={cited.page}" if cited is not None and cited.page else ""
        place.hyperlink = original + page


def _write_text(place: Any, text: str) -> None:
    """A text is never a formula, whatever it begins with."""
    place.value = clean(text)[:MOST_CELL]
    place.data_type = "s"
    place.quotePrefix = True
