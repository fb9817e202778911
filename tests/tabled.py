"""Tables that are filled, and their cells by what a person calls them; and one that is made up, with something of everything."""

from dataclasses import replace

from scripted import make_document

from ragdesk.app.app import App
from ragdesk.domain.answers import Citation
from ragdesk.domain.tables import CellValue, QuestionTable, TableCell, TableColumn, TableProgress, TableSheet

EVIL = '=HYPERLINK("http://evil.example","x")'
CITED = Citation(1, "c", "d" * 16, "a.pdf", "A", 3, "Term", "It ends on\n5 May 2030.", 10, 35, "")


def filled(app: App, table: QuestionTable) -> dict[tuple[str, str], TableCell]:
    """The cells, by the document's name and the column's."""
    for _ in app.tables.fill(table.id):
        pass
    return named(app, table)


def named(app: App, table: QuestionTable) -> dict[tuple[str, str], TableCell]:
    sheet = app.tables.sheet(table.id)
    heads = {column.id: column.head for column in sheet.table.columns}
    names = {document.id: document.name for document in sheet.documents}
    return {(names[document], heads[column]): cell for (document, column), cell in sheet.cells.items()}


def make_sheet() -> TableSheet:
    columns = (
        TableColumn("When does it end?", "date", "Ends", id="c1"),
        TableColumn("How much is it?", "amount", id="c2"),
        TableColumn("How long?", "number", id="c3"),
        TableColumn("Who?", "list", "<b>Who</b>|", id="c4"),
        TableColumn("Is it?", "yesno", id="c5"),
        TableColumn("=1+1", "text", id="c6"),
    )
    one = replace(make_document("d" * 16, "a.pdf"), title="Lease [1] of the mill")
    two = replace(make_document("e" * 16, "=cmd.pdf"), title="@SUM(A1)\x07")
    cells = [
        TableCell("c1", one.id, "found", (CellValue("5 May 2030", "2030-05-05", CITED),)),
        TableCell("c2", one.id, "found", (CellValue("EUR 2,400", "2400.00 EUR", CITED),), "person", True),
        TableCell(
            "c3",
            one.id,
            "unsure",
            (CellValue("3 years", "3 year", CITED), CellValue("4 years", "4 year", CITED)),
        ),
        TableCell("c4", one.id, "found", (CellValue("Ann, Inc.", "ann"), CellValue(EVIL, "evil"))),
        TableCell("c5", one.id, "absent"),
        TableCell("c6", one.id, "found", (CellValue(EVIL, "evil", replace(CITED, quote=EVIL)),), stale=True),
        TableCell("c1", two.id, "found", (CellValue("1 June 1821", "1821-06-01", CITED),)),
        TableCell("c2", two.id, "person", (CellValue("-2+3", "-2+3"),)),
    ]
    table = QuestionTable("t", "Deals/of [2026]", columns)
    return TableSheet(
        table, (one, two), {(each.document_id, each.column_id): each for each in cells}, TableProgress(12, 4)
    )
