"""The side of the Library tab: passages that were searched for, or one document with its collections."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ragdesk.errors import RagdeskError, UnknownIdError
from ragdesk.types import Document, Mode
from ragdesk.ui import render, render_details, render_library
from ragdesk.ui.parts import QUIET, Updates, markdown, update

if TYPE_CHECKING:
    from ragdesk.desk import Desk

MODES: dict[str, Mode] = {"Meaning and words": "hybrid", "Meaning": "vector", "Words": "words"}


class DetailsPanel:
    """Lays the side out and answers its events. `opened` is the document that a window shows, "" for none."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    def unseen(self) -> None:
        import gradio as gr

        self.opened = gr.State("")

    def layout(self) -> None:
        import gradio as gr

        self.query = gr.Textbox(
            label="Find passages, without the model",
            placeholder="Find passages, without the model",
            show_label=False,
            container=False,
            max_lines=1,
            elem_id="rd-query",
        )
        with gr.Row(elem_classes="rd-tight"):
            self.mode = gr.Radio(
                list(MODES),
                value=next(iter(MODES)),
                label="Compare by",
                show_label=False,
                container=False,
                elem_id="rd-mode",
                scale=4,
            )
            self.find = gr.Button("Search", elem_id="rd-find", scale=1)
        with gr.Row(visible=False, elem_classes="rd-tight", elem_id="rd-sorting") as self.sorting:
            self.collections = gr.Dropdown(
                [],
                multiselect=True,
                allow_custom_value=True,
                label="Collections of this document",
                elem_id="rd-document-collections",
                elem_classes="rd-field",
                scale=4,
            )
            self.save_button = gr.Button("Save", elem_id="rd-save-collections", scale=0, min_width=100)
        self.note = markdown("rd-sorting-note")
        self.side = markdown("rd-side")

    @property
    def outputs(self) -> list[Any]:
        return [self.side, self.sorting, self.collections, self.note, self.opened]

    def wire(self, listing: Sequence[Any], listed: Any, given: Sequence[Any]) -> None:
        """`listed(*given)` shows the list of documents, in `listing`, after a change of collections."""
        for trigger in (self.query.submit, self.find.click):
            trigger(self.search, [self.query, self.mode], self.outputs, **QUIET)
        saved = self.save_button.click(
            self.save, [self.opened, self.collections], [self.note, self.collections], **QUIET
        )
        saved.then(listed, list(given), list(listing), **QUIET)

    def show(self, document_id: str) -> Updates:
        """One document, whole.

        Raises:
            UnknownIdError: it is no longer there.
        """
        desk = self._desk
        document = desk.document(document_id)
        parts = [render_details.Inside(*part) for part in desk.parts(document_id)]
        parents = [found for each in document.parents if (found := self._known(each)) is not None]
        return {
            self.side: render_details.details(
                document, desk.chunks(document_id), parents, parts, desk.thread(document_id)
            ),
            self.sorting: update(visible=True),
            self.collections: update(choices=desk.collections(), value=list(document.collections)),
            self.note: "",
            self.opened: document_id,
        }

    def cleared(self, side: str = "") -> Updates:
        """The side without a document."""
        return {self.side: side, self.sorting: update(visible=False), self.note: "", self.opened: ""}

    def save(self, document_id: str, names: Sequence[str] | None) -> Updates:
        """Put the shown document into exactly these collections."""
        wanted = list(dict.fromkeys(" ".join(each.split()) for each in names or () if each.strip()))
        try:
            self._desk.set_collections(document_id, wanted)
            kept = list(self._desk.document(document_id).collections)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {
            self.note: render.notice("Collections saved.", "good"),
            self.collections: update(choices=self._desk.collections(), value=kept),
        }

    def search(self, query: str, mode: str) -> Updates:
        if not query.strip():
            return self.cleared(render.notice("Type what you are looking for."))
        try:
            found = self._desk.search(query, mode=MODES[mode], top=self._desk.settings.search.top)
        except RagdeskError as problem:
            return self.cleared(render.error(problem))
        titles = {each.id: each.title or each.name for each in self._desk.documents()}
        return self.cleared(render_library.hits(found, titles, query))

    def _known(self, document_id: str) -> Document | None:
        try:
            return self._desk.document(document_id)
        except UnknownIdError:
            return None
