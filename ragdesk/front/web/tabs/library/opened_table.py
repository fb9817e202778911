"""What a window shows of a table, and how a link turns it. It knows nothing of what the table holds."""

from dataclasses import dataclass, replace
from typing import Literal

from ragdesk.domain.tables import ColumnDraft
from ragdesk.front.web.actions.tables import (
    AskRemoveTable,
    FilterTable,
    KeepTable,
    LeaveCell,
    ShowCell,
    ShowRows,
    SortTable,
    TableAction,
)

Only = Literal["", "absent", "unsure", "unchecked"]
# Rows that a page holds at a time, about three screens of them: `static/tables.js` asks for others where a person scrolls.
ROWS = 60


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """What a window shows of a table: the order and choice of its rows, the open cell ("" for none), and the questions that the
    documents suggested (None: nobody asked for them)."""

    table_id: str = ""
    by: str = ""
    descending: bool = False
    only: Only = ""
    first: int = 0
    document_id: str = ""
    column_id: str = ""
    removing: bool = False
    proposed: tuple[ColumnDraft, ...] | None = None


def turned(action: TableAction, opened: OpenedTable) -> OpenedTable:
    """The view after a link that changes nothing but it."""
    match action:
        case SortTable(column_id):
            descending = column_id == opened.by and not opened.descending
            return replace(opened, by=column_id, descending=descending, first=0)
        case FilterTable(verdict):
            return replace(opened, only=verdict, first=0)
        case ShowRows(first):
            return replace(opened, first=first)
        case ShowCell(document_id, column_id):
            return replace(opened, document_id=document_id, column_id=column_id)
        case LeaveCell():
            return replace(opened, document_id="", column_id="")
        case AskRemoveTable():
            return replace(opened, removing=True)
        case KeepTable():
            return opened
    return opened
