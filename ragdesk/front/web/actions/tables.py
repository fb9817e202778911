"""What can be done with tables of documents and questions, a view of the Library tab."""

from typing import Literal

from ragdesk.front.web.actions.codec import Actions, verb


@verb("open")
class OpenTable:
    table_id: str


@verb("close")
class CloseTable:
    pass


@verb("template")
class AddTemplate:
    """Ask the questions of a template, too."""

    template_id: str


@verb("propose")
class ProposeColumns:
    """Show the questions that the documents suggest."""


@verb("take")
class TakeProposal:
    """Ask one of them, too."""

    question: str


@verb("sort")
class SortTable:
    """By a column; by title for ""."""

    column_id: str = ""


@verb("filter")
class FilterTable:
    """Only the rows with such a cell; all for ""."""

    verdict: Literal["", "absent", "unsure", "unchecked"] = ""


@verb("rows")
class ShowRows:
    """The rows from here on. The page's script asks for those that a person scrolls to."""

    first: int = 0


@verb("cell")
class ShowCell:
    """Open a cell beside the table: its values, and where they stand."""

    document_id: str
    column_id: str


@verb("leave")
class LeaveCell:
    pass


@verb("check")
class CheckCell:
    """The open cell is as it should be."""


@verb("again")
class AskCellAgain:
    """Forget the open cell, and ask again."""


@verb("drop-column")
class DropColumn:
    column_id: str


@verb("pause")
class PauseTable:
    pass


@verb("go-on")
class GoOnWithTable:
    pass


@verb("export")
class ExportTable:
    format: Literal["xlsx", "csv", "html", "md", "json"]


@verb("ask-remove")
class AskRemoveTable:
    pass


@verb("keep")
class KeepTable:
    """The answer "no" to `AskRemoveTable`."""


@verb("remove")
class RemoveTable:
    pass


TableAction = (
    OpenTable
    | CloseTable
    | AddTemplate
    | ProposeColumns
    | TakeProposal
    | SortTable
    | FilterTable
    | ShowRows
    | ShowCell
    | LeaveCell
    | CheckCell
    | AskCellAgain
    | DropColumn
    | PauseTable
    | GoOnWithTable
    | ExportTable
    | AskRemoveTable
    | KeepTable
    | RemoveTable
)
TABLES: Actions[TableAction] = Actions("table", TableAction)
