"""Tables that are filled, and their cells by what a person calls them."""

from ragdesk.app.app import App
from ragdesk.domain.tables import QuestionTable, TableCell


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
