"""What the command line shows of tables to people: plain text, nothing that a terminal could take for a command."""

from pathlib import Path

from ragdesk.domain.documents import Document
from ragdesk.domain.tables import ColumnDraft, QuestionTable, TableCell, TableColumn, TableSheet
from ragdesk.front.terminal import line

_NOTHING = {"absent": "not in the document", "unsure": "unsure", "person": "to be looked at", "found": ""}


def table_cell(document: Document, column: TableColumn, cell: TableCell) -> str:
    return f"{line(document.name)} · {line(column.head)}: {_said(cell)}"


def proposed_column(column: ColumnDraft) -> str:
    return f"{line(column.question)}  ({column.kind})"


def listed_table(sheet: TableSheet) -> str:
    table, progress = sheet.table, sheet.progress
    asked = (
        f"{progress.waiting:,} of {progress.cells:,} cells to be asked" if progress.waiting else "all asked"
    )
    rows = "1 document" if len(sheet.documents) == 1 else f"{len(sheet.documents):,} documents"
    columns = "1 column" if len(table.columns) == 1 else f"{len(table.columns):,} columns"
    return f"{table.id}  {line(table.name)}  ({rows}, {columns}, {asked}{', paused' if table.paused else ''})"


def table(sheet: TableSheet) -> str:
    """Each document with its cells below it: a grid does not fit into a terminal."""
    lines = [listed_table(sheet)]
    for document in sheet.documents:
        lines += ["", line(document.title or document.name)]
        for column in sheet.table.columns:
            cell = sheet.cell(document.id, column.id)
            lines.append(f"    {line(column.head)}: {_said(cell) if cell else 'not asked yet'}")
    return "\n".join(lines)


def written(path: Path) -> str:
    return f"{line(str(path))} is written."


def removed_table(item: QuestionTable) -> str:
    return f"removed {item.id}  {line(item.name)}; the documents stay"


def _said(cell: TableCell) -> str:
    between = " / " if cell.verdict == "unsure" else "; "
    values = between.join(line(value.text) for value in cell.values)
    told = (
        [_NOTHING[cell.verdict]]
        if _NOTHING[cell.verdict] and not (cell.verdict == "absent" and values)
        else []
    )
    told += ["by hand"] if cell.set_by == "person" else []
    told += ["changed since"] if cell.stale else []
    pages = sorted({cited.page for cited in cell.citations if cited.page is not None})
    told += [f"page {', '.join(map(str, pages))}"] if pages else []
    if not values:
        return ", ".join(told)
    return f"{values} ({', '.join(told)})" if told else values
