"""A document's own page in the Library tab; while it is open it takes the place of the list."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.web import render
from ragdesk.front.web.parts import QUIET, Updates, markdown, update
from ragdesk.front.web.tabs.library import render_details, render_document
from ragdesk.front.web.tabs.library.render_document import LEAF_VIEWS, PASSAGES, LeafView, Opened, Steps
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
        return [self.head, self.leaf, self.sorting, self.collections, self.note, self.opened]

    def wire(self, listing: Sequence[Any], listed: Any, given: Sequence[Any]) -> None:
        """`listed(*given)` shows the list of documents, in `listing`, after a change of collections."""
        saved = self.save_button.click(
            self.save, [self.opened, self.collections], [self.note, self.collections], **QUIET
        )
        saved.then(listed, list(given), list(listing), **QUIET)

    def show(self, arguments: Sequence[str], removing: Removing | None = None) -> Updates:
        """A document as a link asks for it: its id, and perhaps a view, a place in it and a passage.

        Raises:
            UnknownIdError: it is no longer there.
        """
        app = self._app
        document = app.library.document(arguments[0])
        pictured = app.contents.pictured(document.id)
        opened = _opened(arguments, bool(pictured))
        shown: Updates = {
            self.head: render_document.head(document, opened, bool(pictured), removing),
            self.leaf: self._leaf(document, opened, pictured),
            self.sorting: update(visible=opened.view == "about"),
            self.note: "",
            self.opened: opened,
        }
        if opened.view == "about":
            shown[self.collections] = update(choices=_names(app), value=list(document.collections))
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
            found = app.library.chunks.window(document.id, (here - 1) * PASSAGES, PASSAGES)
            return render_document.passages(opened, Steps(range(1, last + 1), here), found)
        if opened.view == "text":
            return render_document.text(opened, app.library.text(document.id))
        parents = [known for each in document.parents if (known := self._known(each)) is not None]
        return render_details.about(
            document,
            app.contents.sha256(document.id),
            app.contents.versions(document.id),
            parents,
            [render_details.Inside(*part) for part in app.contents.parts(document.id)],
            app.contents.thread(document.id),
        )

    def closed(self) -> Updates:
        return {
            self.head: "",
            self.leaf: "",
            self.sorting: update(visible=False),
            self.note: "",
            self.opened: Opened(),
        }

    def save(self, opened: Opened, names: Sequence[str] | None) -> Updates:
        """Put the shown document into exactly these collections."""
        wanted = list(dict.fromkeys(" ".join(each.split()) for each in names or () if each.strip()))
        try:
            self._app.library.document(opened.document_id)  # else a collection would be made for nothing
            self._app.library.collections.put(opened.document_id, wanted)
            kept = list(self._app.library.document(opened.document_id).collections)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {
            self.note: render.notice(t("Collections saved."), "good"),
            self.collections: update(choices=_names(self._app), value=kept),
        }

    def _known(self, document_id: str) -> Document | None:
        try:
            return self._app.library.document(document_id)
        except UnknownIdError:
            return None


def _opened(arguments: Sequence[str], pictured: bool) -> Opened:
    """What the arguments of a link ask for; what makes no sense there is left out."""
    document_id, wanted, place, chosen = (*arguments, "", "", "")[:4]
    default: LeafView = "pages" if pictured else "text"
    view = next((each for each in LEAF_VIEWS if each == wanted), default)
    if view == "pages" and not pictured:
        view = "passages" if chosen else default
    return Opened(document_id, view, _number(place, 1), _number(chosen, 0) if chosen else None)


def _number(text: str, least: int) -> int:
    return max(least, int(text)) if text.isascii() and text.isdigit() and len(text) < 8 else least


def _names(app: "App") -> list[str]:
    return [collection.name for collection in app.library.collections.all()]
