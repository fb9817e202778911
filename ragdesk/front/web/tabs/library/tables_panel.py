"""Tables of documents and questions, a view of the Library tab: while one is open it takes the place of the list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ragdesk.domain.answers import Citation
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.domain.tables import ColumnDraft, TableSheet
from ragdesk.front.web import render
from ragdesk.front.web.actions.tables import (
    TABLES,
    AddTemplate,
    AskCellAgain,
    AskRemoveTable,
    CheckCell,
    CloseTable,
    DropColumn,
    ExportTable,
    FilterTable,
    GoOnWithTable,
    KeepTable,
    LeaveCell,
    OpenTable,
    PauseTable,
    RemoveTable,
    ShowCell,
    ShowMoreRows,
    SortTable,
    TableAction,
)
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import EACH, QUIET, Updates, bridge, markdown, nothing, update
from ragdesk.front.web.tabs.library import render_tables
from ragdesk.front.web.tabs.library.render_tables import ROWS, OpenedTable, Proof
from ragdesk.front.web.wording import date, plural, t

if TYPE_CHECKING:
    from ragdesk.app.app import App

# How often a window looks how far its table is, in seconds.
LOOK = 2.0
# A highlighted line is a little larger than its words, in points; places that one cell shows.
MARGIN, MOST_PLACES = 1.0, 4
# What changes the table shows one after the other.
ONE_BY_ONE: dict[str, Any] = {**EACH, "concurrency_id": "table", "concurrency_limit": 1}
LOOKING: dict[str, Any] = {**QUIET, "concurrency_id": "table", "concurrency_limit": 1}


class TablesPanel:
    """Lays the view out and answers its events. `opened` is what a window shows; its style hides an empty view."""

    def __init__(self, app: "App") -> None:
        self._app = app

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
                with gr.Column(scale=4, min_width=280, visible=False, elem_id="rd-table-cell") as self.beside:
                    with gr.Row(elem_classes="rd-tight"):
                        self.value = gr.Textbox(
                            label=t("Value"),
                            max_lines=4,
                            elem_id="rd-cell-value",
                            elem_classes="rd-field",
                            scale=4,
                        )
                        self.save_button = gr.Button(
                            t("Save"), elem_id="rd-save-cell", scale=0, min_width=100
                        )
                    self.detail = markdown("rd-cell-detail")

    @property
    def outputs(self) -> list[Any]:
        return [
            *(
                self.head,
                self.asking,
                self.question,
                self.note,
                self.grid,
                self.beside,
                self.value,
                self.detail,
            ),
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
        for event in (self.save_button.click, self.value.submit):
            connect(event, self.save, self.outputs, ONE_BY_ONE, opened=self.opened, value=self.value)
        connect(self.timer.tick, self.look, self.outputs, LOOKING, opened=self.opened, seen=self.seen)

    def listed(self) -> Updates:
        return {self.list: render_tables.fold(self._app.tables.all())}

    # ------------------------------------------------------------ what a window shows

    def begun(self, document_ids: Sequence[str]) -> Updates:
        """A new table of these documents, open.

        Raises:
            UnknownIdError: one is no longer there.
        """
        count = plural(len(document_ids), "{count} document", "{count} documents")
        name = t("{documents}, {day}", documents=count, day=date(datetime.now()))
        made = self._app.tables.create(name, (), documents=document_ids)
        return self.show(OpenedTable(made.id))

    def show(self, opened: OpenedTable, note: str = "") -> Updates:
        """A table as a window has it open.

        Raises:
            UnknownIdError: it is no longer there.
        """
        sheet = self._app.tables.sheet(opened.table_id)
        return {
            **self._drawn(sheet, opened),
            **self._cell(sheet, opened),
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

    def _cell(self, sheet: TableSheet, opened: OpenedTable) -> Updates:
        """The open cell beside the table."""
        document = next((each for each in sheet.documents if each.id == opened.document_id), None)
        column = next((each for each in sheet.table.columns if each.id == opened.column_id), None)
        if document is None or column is None:
            return {self.beside: update(visible=False), self.detail: ""}
        cell = sheet.cell(document.id, column.id)
        proofs = [self._proof(cited) for cited in (cell.citations if cell else ())[:MOST_PLACES]]
        return {
            self.beside: update(visible=True),
            self.value: render_tables.edited(cell),
            self.detail: render_tables.detail(document, column, cell, [each for each in proofs if each]),
        }

    def _proof(self, cited: Citation) -> Proof | None:
        """The place of a citation; None where it is no longer there."""
        citations = self._app.citations
        try:
            span = citations.span(cited)
            if span is None:
                return None
            sizes = citations.page_sizes(cited.document_id)
            boxes = citations.boxes(cited.document_id, *span) if sizes else []
            if not boxes:
                return render_tables.text_proof(cited, self._app.library.text(cited.document_id), span)
        except UnknownIdError:
            return None
        page = boxes[0].page
        width, height = sizes[page - 1]
        lines = [
            f"left:{100 * (box.x0 - MARGIN) / width:.3f}%;top:{100 * (box.y0 - MARGIN) / height:.3f}%;"
            f"width:{100 * (box.x1 - box.x0 + 2 * MARGIN) / width:.3f}%;"
            f"height:{100 * (box.y1 - box.y0 + 2 * MARGIN) / height:.3f}%"
            for box in boxes
            if box.page == page
        ]
        return render_tables.proof(cited, page, (width, height), lines)

    def closed(self) -> Updates:
        return {
            **dict.fromkeys((self.head, self.note, self.grid, self.detail), ""),
            self.asking: update(visible=False),
            self.beside: update(visible=False),
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
            case ExportTable(format):
                token = self._app.table_files.offer(opened.table_id, format)
                return {self.note: render_tables.ready(token, self._app.table_files.fetch(token)[0])}
            case CheckCell() | AskCellAgain() | AddTemplate() | DropColumn() | PauseTable() | GoOnWithTable():
                return self.show(self._changed(action, opened))
            case _:
                return self.show(_turned(action, opened))

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
            case DropColumn(column_id):
                tables.remove_column(column_id)
            case PauseTable() | GoOnWithTable():
                tables.pause(table_id, isinstance(action, PauseTable))
        return opened


def _turned(action: TableAction, opened: OpenedTable) -> OpenedTable:
    """The view after a link that changes nothing but it."""
    match action:
        case SortTable(column_id):
            return replace(opened, by=column_id, descending=column_id == opened.by and not opened.descending)
        case FilterTable(verdict):
            return replace(opened, only=verdict, shown=ROWS)
        case ShowMoreRows():
            return replace(opened, shown=opened.shown + ROWS)
        case ShowCell(document_id, column_id):
            return replace(opened, document_id=document_id, column_id=column_id)
        case LeaveCell():
            return replace(opened, document_id="", column_id="")
        case AskRemoveTable():
            return replace(opened, removing=True)
        case KeepTable():
            return opened
    return opened


# The templates by id, as the page names them.
_NAMES = {
    "contracts": lambda: t("Contracts"),
    "cvs": lambda: t("CVs"),
    "invoices": lambda: t("Invoices"),
    "papers": lambda: t("Papers"),
    "procedures": lambda: t("Procedures"),
}
