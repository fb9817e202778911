"""Tables of documents and questions, a view of the Library tab: while one is open it takes the place of the list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.domain.tables import ColumnDraft, TableSheet
from ragdesk.front.web import render
from ragdesk.front.web.actions.tables import (
    TABLES,
    AddTemplate,
    AskCellAgain,
    CheckCell,
    CloseTable,
    DropColumn,
    ExportTable,
    GoOnWithTable,
    OpenTable,
    PauseTable,
    ProposeColumns,
    RemoveTable,
    ShowRows,
    TableAction,
    TakeProposal,
)
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import EACH, QUIET, Updates, bridge, markdown, nothing, update
from ragdesk.front.web.tabs.library import render_tables
from ragdesk.front.web.tabs.library.opened_table import OpenedTable, turned
from ragdesk.front.web.tabs.library.table_cell_panel import TableCellPanel
from ragdesk.front.web.wording import date, plural, t

if TYPE_CHECKING:
    from ragdesk.app.app import App

# How often a window looks how far its table is, in seconds.
LOOK = 2.0
# What changes the table shows one after the other.
ONE_BY_ONE: dict[str, Any] = {**EACH, "concurrency_id": "table", "concurrency_limit": 1}
LOOKING: dict[str, Any] = {**QUIET, "concurrency_id": "table", "concurrency_limit": 1}


class TablesPanel:
    """Lays the view out and answers its events. `opened` is what a window shows; its style hides an empty view."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.cell = TableCellPanel(app)

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("table")
        self.opened = gr.State(OpenedTable())
        self.seen = gr.State(())  # what was on view when the window last looked
        self.timer = gr.Timer(LOOK, active=False)

    def fold_layout(self) -> None:
        """The list of tables at the Library's side."""
        import gradio as gr

        with gr.Accordion(t("Tables"), open=False, elem_id="rd-tables-fold"):
            self.list = markdown("rd-tables", render_tables.fold(self._app.tables.all()))

    def layout(self) -> None:
        import gradio as gr

        with gr.Column(elem_id="rd-table-page"):
            self.head = markdown("rd-table-head")
            with gr.Row(visible=False, elem_classes="rd-tight", elem_id="rd-table-asking") as self.asking:
                self.question = gr.Textbox(
                    label=t("Ask every document"),
                    max_lines=2,
                    elem_id="rd-table-question",
                    elem_classes="rd-field",
                    scale=6,
                    min_width=200,
                )
                self.kind = gr.Dropdown(
                    [(t(text), kind) for kind, text in render_tables.KINDS.items()],
                    value="text",
                    label=t("The answer is"),
                    elem_id="rd-table-kind",
                    elem_classes="rd-field",
                    scale=2,
                    min_width=140,
                )
                self.add_button = gr.Button(t("Add"), elem_id="rd-table-add", scale=0, min_width=100)
            self.note = markdown("rd-table-note")
            with gr.Row(elem_classes="rd-columns", elem_id="rd-table-beside"):
                with gr.Column(scale=6, min_width=280):
                    self.grid = markdown("rd-table-grid")
                self.cell.layout()

    @property
    def outputs(self) -> list[Any]:
        return [
            *(self.head, self.asking, self.question, self.note, self.grid, *self.cell.outputs),
            *(self.opened, self.seen, self.timer, self.list),
        ]

    def wire(self) -> None:
        connect(self.act.change, self.do, self.outputs, ONE_BY_ONE, sent=self.act, opened=self.opened)
        for event in (self.question.submit, self.add_button.click):
            connect(
                event,
                self.add,
                self.outputs,
                ONE_BY_ONE,
                opened=self.opened,
                question=self.question,
                kind=self.kind,
            )
        for event in self.cell.saving:
            connect(event, self.save, self.outputs, ONE_BY_ONE, opened=self.opened, value=self.cell.value)
        connect(self.timer.tick, self.look, self.outputs, LOOKING, opened=self.opened, seen=self.seen)

    def listed(self) -> Updates:
        return {self.list: render_tables.fold(self._app.tables.all())}

    # ------------------------------------------------------------ what a window shows

    def begun(self, document_ids: Sequence[str], questions: Sequence[ColumnDraft] = ()) -> Updates:
        """A new table of these documents, open.

        Raises:
            UnknownIdError: one is no longer there.
        """
        count = plural(len(document_ids), "{count} document", "{count} documents")
        name = t("{documents}, {day}", documents=count, day=date(datetime.now()))
        made = self._app.tables.create(name, questions, documents=document_ids)
        return self.show(OpenedTable(made.id))

    def show(self, opened: OpenedTable, note: str = "") -> Updates:
        """A table as a window has it open.

        Raises:
            UnknownIdError: it is no longer there.
        """
        sheet = self._app.tables.sheet(opened.table_id)
        return {
            **self._drawn(sheet, opened),
            **self.cell.shown(sheet, opened),
            self.asking: update(visible=True),
            self.note: note,
            self.opened: opened,
            **self.listed(),
        }

    def _drawn(self, sheet: TableSheet, opened: OpenedTable) -> Updates:
        """What changes while the table is filled."""
        here = {column.question for column in sheet.table.columns}
        templates = [
            (each.id, _NAMES[each.id]())
            for each in self._app.table_files.templates()
            if not {column.question for column in each.columns} <= here
        ]
        return {
            self.head: render_tables.head(sheet, opened, templates, self._app.tables.problem),
            self.grid: render_tables.grid(sheet, opened),
            self.seen: self._seen(sheet),
            self.timer: update(active=True),
        }

    def _seen(self, sheet: TableSheet) -> tuple[object, ...]:
        """Stands for all of a table that can change by itself."""
        cells = hash(frozenset(sheet.cells.items()))
        documents = hash(tuple((each.id, each.title) for each in sheet.documents))
        return (cells, documents, sheet.progress, sheet.table.paused, str(self._app.tables.problem or ""))

    def closed(self) -> Updates:
        return {
            **dict.fromkeys((self.head, self.note, self.grid), ""),
            **self.cell.closed(),
            self.asking: update(visible=False),
            self.opened: OpenedTable(),
            self.seen: (),
            self.timer: update(active=False),
            **self.listed(),
        }

    # ------------------------------------------------------------ events

    def look(self, opened: OpenedTable, seen: tuple[object, ...]) -> Updates:
        """What changed since the window last looked."""
        if not opened.table_id:
            return {self.timer: update(active=False)}
        try:
            sheet = self._app.tables.sheet(opened.table_id)
        except UnknownIdError:
            return self.closed()
        return nothing() if self._seen(sheet) == seen else self._drawn(sheet, opened)

    def add(self, opened: OpenedTable, question: str, kind: str) -> Updates:
        """Ask one more question of every document."""
        try:
            self._app.tables.add_column(opened.table_id, ColumnDraft(question, kind))  # type: ignore[arg-type]
            return {**self.show(opened), self.question: ""}
        except RagdeskError as problem:
            return {self.note: render.error(problem)}

    def save(self, opened: OpenedTable, value: str) -> Updates:
        """Write the open cell by hand."""
        try:
            self._app.tables.set_cell(opened.table_id, opened.document_id, opened.column_id, value)
            return self.show(opened, render.notice(t("Saved. It is not asked again."), "good"))
        except RagdeskError as problem:
            return {self.note: render.error(problem)}

    def do(self, sent: str, opened: OpenedTable) -> Updates:
        """What a link of the view asked for."""
        action = TABLES.read(sent)
        if action is None:
            return nothing()
        try:
            return self._do(action, replace(opened, removing=False))
        except RagdeskError as problem:
            return {self.note: render.error(problem)}

    def _do(self, action: TableAction, opened: OpenedTable) -> Updates:
        match action:
            case OpenTable(table_id):
                return self.show(OpenedTable(table_id))
            case CloseTable():
                return self._left(opened)
            case RemoveTable():
                self._app.tables.remove(opened.table_id)
                return self.closed()
            case ShowRows():
                # The grid alone: a value that a person is writing beside it stays.
                now = turned(action, opened)
                sheet = self._app.tables.sheet(opened.table_id)
                return {self.grid: render_tables.grid(sheet, now), self.opened: now}
            case ProposeColumns():
                found = tuple(self._app.tables.proposals(opened.table_id))
                return self.show(replace(opened, proposed=found))
            case ExportTable(format):
                token = self._app.table_files.offer(opened.table_id, format)
                return {self.note: render_tables.ready(token, self._app.table_files.fetch(token)[0])}
            case (
                CheckCell()
                | AskCellAgain()
                | AddTemplate()
                | TakeProposal()
                | DropColumn()
                | PauseTable()
                | GoOnWithTable()
            ):
                return self.show(self._changed(action, opened))
            case _:
                return self.show(turned(action, opened))

    def _left(self, opened: OpenedTable) -> Updates:
        """Back to the list; a table that asks nothing was not meant to be kept."""
        if opened.table_id and not self._app.tables.sheet(opened.table_id).table.columns:
            self._app.tables.remove(opened.table_id)
        return self.closed()

    def _changed(self, action: TableAction, opened: OpenedTable) -> OpenedTable:
        tables, table_id = self._app.tables, opened.table_id
        match action:
            case CheckCell():
                tables.check(table_id, opened.document_id, opened.column_id)
            case AskCellAgain():
                tables.ask_again(table_id, opened.document_id, opened.column_id)
            case AddTemplate(template_id):
                here = {column.question for column in tables.sheet(table_id).table.columns}
                for column in self._app.table_files.template(template_id).columns:
                    if column.question not in here:
                        tables.add_column(table_id, column)
            case TakeProposal(question):
                for column in opened.proposed or ():
                    if column.question == question:
                        tables.add_column(table_id, column)
            case DropColumn(column_id):
                tables.remove_column(column_id)
            case PauseTable() | GoOnWithTable():
                tables.pause(table_id, isinstance(action, PauseTable))
        return opened


# The templates by id, as the page names them.
_NAMES = {
    "contracts": lambda: t("Contracts"),
    "cvs": lambda: t("CVs"),
    "invoices": lambda: t("Invoices"),
    "papers": lambda: t("Papers"),
    "procedures": lambda: t("Procedures"),
}
