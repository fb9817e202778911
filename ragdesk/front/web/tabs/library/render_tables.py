"""Tables of documents and questions as HTML. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import Problem
from ragdesk.domain.tables import QuestionTable, TableCell, TableColumn, TableSheet, sort_key
from ragdesk.front.web.render_text import cut, marked_text
from ragdesk.front.web.tabs.library.opened_table import ROWS, Only, OpenedTable
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import place, short
from ragdesk.front.web.wording import mark, t

# Characters of a cell, and of the text around a quote.
CELL_CHARS, AROUND = 120, 1_200
KINDS = {
    "text": mark("Text"),
    "date": mark("Date"),
    "amount": mark("Amount of money"),
    "number": mark("Number with unit"),
    "yesno": mark("Yes or no"),
    "list": mark("List"),
}
_ONLY: dict[Only, str] = {
    "": mark("All rows"),
    "absent": mark("Not found"),
    "unsure": mark("Unsure"),
    "unchecked": mark("Not checked"),
}
_SAID = {
    "absent": mark("Not in the document"),
    "unsure": mark("Unsure"),
    "person": mark("To be looked at"),
}
_ANSWERS = {"yes": mark("Yes"), "no": mark("No")}
_FORMATS = {"xlsx": mark("Excel"), "csv": "CSV", "html": mark("Web page"), "md": "Markdown", "json": "JSON"}
_tables = Template("library/tables.html.j2")


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of the grid: its text, what else is to be said of it, and what it looks like."""

    document_id: str
    column_id: str
    text: str
    note: str
    kind: str
    opened: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a value stands: a page with its lines highlighted, or the text around it."""

    citation: Citation
    where: str
    page: int = 0
    size: tuple[float, float] = (0.0, 0.0)
    lines: Sequence[str] = ()
    text: str = ""


def fold(known: Sequence[QuestionTable]) -> str:
    """The tables that there are, for the Library's side."""
    return _tables("fold", known)


def head(
    sheet: TableSheet, opened: OpenedTable, templates: Sequence[tuple[str, str]], problem: Problem | None
) -> str:
    """The table's name, how far it is, and what can be done with it."""
    only = [(key, t(text), key == opened.only) for key, text in _ONLY.items()]
    formats = [(key, t(text)) for key, text in _FORMATS.items()]
    asked = {column.question for column in sheet.table.columns}
    proposed = [(each, t(KINDS[each.kind])) for each in opened.proposed or () if each.question not in asked]
    return _tables("head", sheet, only, formats, templates, opened, proposed, problem)


def grid(sheet: TableSheet, opened: OpenedTable) -> str:
    """The rows that a window shows."""
    if not sheet.table.columns:
        return _tables("empty")
    wanted = [document for document in sheet.documents if _is_wanted(sheet, document, opened.only)]
    rows = _sorted(sheet, wanted, opened)
    first = min(max(opened.first, 0), max(len(rows) - ROWS, 0))
    shown = [
        (document, [_cell(sheet, document, column, opened) for column in sheet.table.columns])
        for document in rows[first : first + ROWS]
    ]
    return _tables("grid", sheet, shown, opened, first, len(rows))


def detail(document: Document, column: TableColumn, cell: TableCell | None, proofs: Sequence[Proof]) -> str:
    """The open cell: what it says, and the places where that stands."""
    return _tables("detail", document, column, cell, _note(cell), [_shown_text(cell)], proofs)


def proof(citation: Citation, page: int, size: tuple[float, float], lines: Sequence[str]) -> Proof:
    return Proof(citation, place(citation.page, citation.place, citation.title), page, size, lines)


def text_proof(citation: Citation, text: str, span: tuple[int, int]) -> Proof:
    """A place in a document without pages: the quote, marked in the text around it."""
    marked = marked_text(text, span, cut(text, span, AROUND, AROUND))
    return Proof(citation, place(citation.page, citation.place, citation.title), text=marked)


def edited(cell: TableCell | None) -> str:
    """What stands in the field when a cell is opened. Plain text."""
    return cell.text if cell is not None else ""


def ready(token: str, file: str) -> str:
    """The file is made; the page fetches it by itself, and the link fetches it again."""
    return _tables("ready", token, file)


def _is_wanted(sheet: TableSheet, document: Document, only: Only) -> bool:
    cells = [sheet.cell(document.id, column.id) for column in sheet.table.columns]
    answered = [cell for cell in cells if cell is not None]
    match only:
        case "absent":
            return any(cell.verdict == "absent" for cell in answered)
        case "unsure":
            return any(cell.verdict in ("unsure", "person") for cell in answered)
        case "unchecked":
            return any(not cell.checked for cell in answered)
    return True


def _sorted(sheet: TableSheet, rows: Sequence[Document], opened: OpenedTable) -> list[Document]:
    """By title, or by a column; what has no value there stays last, whichever way it is turned."""
    column = next((each for each in sheet.table.columns if each.id == opened.by), None)
    if column is None:
        return list(reversed(rows)) if opened.descending else list(rows)
    keys = {each.id: sort_key(column.kind, sheet.cell(each.id, column.id)) for each in rows}
    with_value = sorted(
        (each for each in rows if not keys[each.id][0]),
        key=lambda each: keys[each.id],
        reverse=opened.descending,
    )
    return [*with_value, *(each for each in rows if keys[each.id][0])]


def _cell(sheet: TableSheet, document: Document, column: TableColumn, opened: OpenedTable) -> ShownCell:
    cell = sheet.cell(document.id, column.id)
    here = (document.id, column.id) == (opened.document_id, opened.column_id)
    kind = "waiting" if cell is None else cell.verdict
    text = short(_shown_text(cell), CELL_CHARS)
    return ShownCell(document.id, column.id, text, _note(cell), kind, here)


def _shown_text(cell: TableCell | None) -> str:
    if cell is None:
        return t("Waiting")
    if not cell.values:
        return t(_SAID["absent"])
    between = " / " if cell.verdict == "unsure" else "; "
    return between.join(
        t(_ANSWERS[each.text]) if each.text in _ANSWERS else each.text for each in cell.values
    )


def _note(cell: TableCell | None) -> str:
    """What is to be said of a cell beside its value."""
    if cell is None:
        return ""
    told = [t(_SAID[cell.verdict])] if cell.verdict in ("unsure", "person") else []
    told += [t("By hand")] if cell.set_by == "person" and not cell.checked else []
    told += [t("Checked")] if cell.checked else []
    told += [t("Changed since")] if cell.stale else []
    return " · ".join(told)
