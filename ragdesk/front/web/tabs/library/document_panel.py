"""A document's own page in the Library tab; while it is open it takes the place of the list."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.web import render
from ragdesk.front.web.actions.library import ShowDocument
from ragdesk.front.web.events import connect
from ragdesk.front.web.parts import Updates, markdown, update
from ragdesk.front.web.tabs.citations import render_passage
from ragdesk.front.web.tabs.library import render_details, render_document
from ragdesk.front.web.tabs.library.list_panel import ListPanel
from ragdesk.front.web.tabs.library.render_document import PASSAGES, LeafView, Opened, Steps
from ragdesk.front.web.tabs.library.render_library import Removing
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from ragdesk.app.app import App


class DocumentPanel:
    """Lays the page out and answers its events. `opened` is what a window shows; its style hides an empty page."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.opened = gr.State(Opened())

    def layout(self) -> None:
        import gradio as gr

        with gr.Column(elem_id="rd-document-page"):
            self.head = markdown("rd-document")
            with gr.Row(visible=False, elem_classes="rd-tight", elem_id="rd-naming") as self.naming:
                self.title = gr.Textbox(
                    label=t("Title of this document"),
                    max_lines=1,
                    elem_id="rd-document-title",
                    elem_classes="rd-field",
                    scale=4,
                )
                self.rename_button = gr.Button(t("Save"), elem_id="rd-save-title", scale=0, min_width=100)
                self.own_button = gr.Button(
                    t("Use the document's own title again"),
                    visible=False,
                    elem_id="rd-own-title",
                    scale=0,
                    min_width=240,
                )
            self.naming_note = markdown("rd-naming-note")
            with gr.Row(visible=False, elem_classes="rd-tight", elem_id="rd-sorting") as self.sorting:
                self.collections = gr.Dropdown(
                    [],
                    multiselect=True,
                    allow_custom_value=True,
                    label=t("Collections of this document"),
                    elem_id="rd-document-collections",
                    elem_classes="rd-field",
                    scale=4,
                )
                self.save_button = gr.Button(t("Save"), elem_id="rd-save-collections", scale=0, min_width=100)
            self.note = markdown("rd-sorting-note")
            self.leaf = markdown("rd-leaf")

    @property
    def outputs(self) -> list[Any]:
        return [
            *(self.head, self.leaf, self.sorting, self.collections, self.note, self.opened),
            *(self.naming, self.title, self.own_button, self.naming_note),
        ]

    def wire(self, documents: ListPanel) -> None:
        """The list of documents is drawn anew after a change of collections, and of the title."""
        saved = connect(
            self.save_button.click,
            self.save,
            [self.note, self.collections],
            opened=self.opened,
            names=self.collections,
        )
        connect(saved.then, documents.shown, documents.outputs, window=documents.window)
        for event in (self.rename_button.click, self.title.submit):
            named = connect(event, self.rename, self.outputs, opened=self.opened, title=self.title)
            connect(named.then, documents.shown, documents.outputs, window=documents.window)
        own = connect(self.own_button.click, self.use_own_title, self.outputs, opened=self.opened)
        connect(own.then, documents.shown, documents.outputs, window=documents.window)

    def show(self, action: ShowDocument, removing: Removing | None = None) -> Updates:
        """A document as a link asks for it.

        Raises:
            UnknownIdError: it is no longer there.
        """
        app = self._app
        document = app.library.document(action.document_id)
        pictured = app.contents.pictured(document.id)
        opened = _opened(action, bool(pictured))
        shown: Updates = {
            self.head: render_document.head(
                document, opened, bool(pictured), removing, app.starters.of_document(document.id)
            ),
            self.leaf: self._leaf(document, opened, pictured),
            self.sorting: update(visible=opened.view == "about"),
            self.note: "",
            self.naming: update(visible=opened.view == "about"),
            self.naming_note: "",
            self.opened: opened,
        }
        if opened.view == "about":
            shown[self.collections] = update(choices=_names(app), value=list(document.collections))
            shown[self.title] = document.title
            shown[self.own_button] = update(visible=document.own_title is not None)
        return shown

    def _leaf(self, document: Document, opened: Opened, pictured: Sequence[int]) -> str:
        app = self._app
        if opened.view == "pages":
            here = min(pictured, key=lambda number: abs(number - opened.place))
            size, placed = app.contents.page_size(document.id, here), app.contents.page(document.id, here)
            return render_document.page(document, opened, Steps(pictured, here), size, placed)
        if opened.view == "passages":
            last = max(1, -(-document.chunks // PASSAGES))
            here = opened.place if opened.chosen is None else 1 + opened.chosen // PASSAGES
            here = min(max(here, 1), last)
            chunks = app.library.chunks.window(document.id, (here - 1) * PASSAGES, PASSAGES)
            return render_document.passages(opened, Steps(range(1, last + 1), here), chunks)
        if opened.view == "text":
            return self._text(document, opened)
        parents = [known for parent in document.parents if (known := self._known(parent)) is not None]
        return render_details.about(
            document,
            app.contents.sha256(document.id),
            app.contents.versions(document.id),
            parents,
            [render_details.Inside(*part) for part in app.contents.parts(document.id)],
            app.contents.thread(document.id),
        )

    def _text(self, document: Document, opened: Opened) -> str:
        """The readable text, in pieces where it is long; a mail as one, with its header and its attachments."""
        text = self._app.library.text(document.id)
        if document.kind != "email" or len(text) > render_document.TEXT_CHARS:
            return render_document.text(opened, text, document.kind)
        parts = [render_passage.Attached(*part) for part in self._app.contents.parts(document.id)]
        view, whole = self._app.citations.mail(document.id), (len(text), len(text))
        return render_passage.mail(text, view, (0, 0), document.title, parts, whole)

    def closed(self) -> Updates:
        return {
            self.head: "",
            self.leaf: "",
            self.sorting: update(visible=False),
            self.note: "",
            self.naming: update(visible=False),
            self.naming_note: "",
            self.opened: Opened(),
        }

    def save(self, opened: Opened, names: Sequence[str] | None) -> Updates:
        """Put the shown document into exactly these collections."""
        collections = list(dict.fromkeys(" ".join(name.split()) for name in names or () if name.strip()))
        try:
            self._app.library.document(opened.document_id)  # else a collection would be made for nothing
            self._app.library.collections.put(opened.document_id, collections)
            names = list(self._app.library.document(opened.document_id).collections)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {
            self.note: render.notice(t("Collections saved."), "good"),
            self.collections: update(choices=_names(self._app), value=names),
        }

    def rename(self, opened: Opened, title: str) -> Updates:
        """Give the shown document the title that was typed."""
        return self._renamed(opened, title, t("Saved. It is called so everywhere, and keeps the title."))

    def use_own_title(self, opened: Opened) -> Updates:
        """Have the shown document go by its own title again."""
        return self._renamed(opened, None, t("It goes by its own title again."))

    def _renamed(self, opened: Opened, title: str | None, said: str) -> Updates:
        try:
            self._app.titles.rename(opened.document_id, title)
            place = ShowDocument(opened.document_id, opened.view, opened.place, opened.chosen)
            return {**self.show(place), self.naming_note: render.notice(said, "good")}
        except RagdeskError as problem:
            return {self.naming_note: render.error(problem)}

    def _known(self, document_id: str) -> Document | None:
        try:
            return self._app.library.document(document_id)
        except UnknownIdError:
            return None


def _opened(action: ShowDocument, pictured: bool) -> Opened:
    """What a link asks for; a document without pictures of pages has its text shown instead, or the passage that was meant."""
    default: LeafView = "pages" if pictured else "text"
    view = action.view or default
    if view == "pages" and not pictured:
        view = default if action.chosen is None else "passages"
    chosen = None if action.chosen is None else max(0, action.chosen)
    return Opened(action.document_id, view, max(1, action.place), chosen)


def _names(app: "App") -> list[str]:
    return [collection.name for collection in app.library.collections.all()]
