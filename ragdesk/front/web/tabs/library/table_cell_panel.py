"""One cell of a table, beside the grid: its value, which can be written by hand, and the places where that stands."""

from typing import TYPE_CHECKING, Any

from ragdesk.domain.answers import Citation
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.tables import TableSheet
from ragdesk.front.web.parts import Updates, markdown, update
from ragdesk.front.web.tabs.library import render_tables
from ragdesk.front.web.tabs.library.opened_table import OpenedTable
from ragdesk.front.web.tabs.library.render_tables import Proof
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from ragdesk.app.app import App

# A highlighted line is a little larger than its words, in points; places that one cell shows.
MARGIN, MOST_PLACES = 1.0, 4


class TableCellPanel:
    """Lays the open cell out."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def layout(self) -> None:
        import gradio as gr

        with gr.Column(scale=4, min_width=280, visible=False, elem_id="rd-table-cell") as self.beside:
            with gr.Row(elem_classes="rd-tight"):
                self.value = gr.Textbox(
                    label=t("Value"),
                    max_lines=4,
                    elem_id="rd-cell-value",
                    elem_classes="rd-field",
                    scale=4,
                )
                self.save_button = gr.Button(t("Save"), elem_id="rd-save-cell", scale=0, min_width=100)
            self.detail = markdown("rd-cell-detail")

    @property
    def outputs(self) -> list[Any]:
        return [self.beside, self.value, self.detail]

    @property
    def saving(self) -> list[Any]:
        """What a person writes a cell with."""
        return [self.save_button.click, self.value.submit]

    def shown(self, sheet: TableSheet, opened: OpenedTable) -> Updates:
        """The cell that a window has open."""
        document = next((each for each in sheet.documents if each.id == opened.document_id), None)
        column = next((each for each in sheet.table.columns if each.id == opened.column_id), None)
        if document is None or column is None:
            return self.closed()
        cell = sheet.cell(document.id, column.id)
        proofs = [self._proof(cited) for cited in (cell.citations if cell else ())[:MOST_PLACES]]
        return {
            self.beside: update(visible=True),
            self.value: render_tables.edited(cell),
            self.detail: render_tables.detail(document, column, cell, [each for each in proofs if each]),
        }

    def closed(self) -> Updates:
        return {self.beside: update(visible=False), self.detail: ""}

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
