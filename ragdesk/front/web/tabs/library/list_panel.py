"""The list of documents in the Library tab: its filter and order, the collections beside it, and what is done with the rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import UnknownIdError
from ragdesk.front.web.actions.library import (
    DeleteCollection,
    ListAction,
    MakeCollection,
    PutInCollection,
    ShowCollection,
    ShowMoreDocuments,
    SortDocuments,
    TakeOutOfCollection,
)
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.parts import QUIET, Updates, markdown, nothing, update
from ragdesk.front.web.tabs.library import render_library, render_list
from ragdesk.front.web.tabs.library.listing import WINDOW, View, listed, sorted_by
from ragdesk.front.web.tabs.library.render_library import Removing
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from gradio.events import Dependency

    from ragdesk.app.app import App


@dataclass(frozen=True, slots=True)
class ListWindow:
    """How a window lists: by which filter and view, and the documents (their ids) that it asks about before they are removed."""

    filter: str = ""
    asking: tuple[str, ...] = ()
    view: View = field(default_factory=View)


class ListPanel:
    """Lays the list out and answers its links."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.view = gr.State(View())
        self.asking = gr.State(())
        self.drawn_for = gr.State(ListWindow())  # what the list on view was drawn for

    def layout(self) -> None:
        import gradio as gr

        self.bins = markdown("rd-bins")
        self.filter = gr.Textbox(
            label=t("Filter by title, file, collection or property"),
            placeholder=t("Filter by title, file, collection or property"),
            show_label=False,
            container=False,
            max_lines=1,
            elem_id="rd-filter",
        )
        self.picked = markdown("rd-picked")
        self.listing = markdown("rd-documents")

    @property
    def outputs(self) -> list[Any]:
        return [self.bins, self.filter, self.picked, self.listing, self.drawn_for]

    @property
    def window(self) -> Fields[ListWindow]:
        return Fields(ListWindow, filter=self.filter, asking=self.asking, view=self.view)

    def wire(self) -> None:
        latest = {**QUIET, "trigger_mode": "always_last"}
        self.mend(connect(self.filter.change, self.shown, self.outputs, latest, window=self.window))

    def mend(self, event: "Dependency") -> None:
        """Have the list drawn again after the event, should it be out of date by then."""
        connect(event.then, self.mended, self.outputs, window=self.window, drawn_for=self.drawn_for)

    def mended(self, window: ListWindow, drawn_for: ListWindow) -> Updates:
        """The list again where a slower event has drawn an older one over it; else nothing."""
        return nothing() if drawn_for == window else self.shown(window)

    def shown(self, window: ListWindow) -> Updates:
        """The list as it stands now; an empty library says how to fill it."""
        return self.drawn(self._app.library.documents.all(), window)

    def drawn(self, known: Sequence[Document], window: ListWindow) -> Updates:
        """As `shown`, of documents that were read already."""
        groups = [(group.name, group.documents) for group in self._app.library.collections.all()]
        view = window.view
        if view.collection not in {name for name, _ in groups}:
            view = replace(view, collection="")
        shown: Updates = {
            self.bins: render_library.collections(groups, len(known), view),
            self.picked: render_library.picked(groups, view) if known else "",
            self.filter: update(visible=bool(known)),
            self.drawn_for: window,
        }
        if not known:
            coming = bool(self._app.intake.state().waiting)
            return {**shown, self.listing: "" if coming else render_library.empty_library()}
        rows = listed(known, view, window.filter, self._app.contents.states(known))
        asking = [document for document in known if document.id in window.asking]
        return {
            **shown,
            self.listing: render_list.documents(rows, self.removing(asking) if asking else None),
        }

    def removing(self, documents: Sequence[Document]) -> Removing:
        """What would go with these documents."""
        ids = [document.id for document in documents]
        parts = {inner for outer in ids for _, inner, _ in self._app.contents.parts(outer) if inner} - set(
            ids
        )
        quoting = self._app.removals.quoting(ids)
        return Removing(
            tuple(ids),
            tuple(document.title or document.name for document in documents),
            parts=len(parts),
            answers=sum(1 for message in quoting if message.answer is not None),
        )

    # ------------------------------------------------------------ what its links ask for

    def turned(self, action: ListAction, view: View) -> View:
        """The view after a link; the same view for one that changes documents or collections."""
        match action:
            case SortDocuments(by):
                return sorted_by(view, by)
            case ShowMoreDocuments():
                return replace(view, shown=view.shown + WINDOW)
            case ShowCollection(collection):
                return replace(view, collection=collection, shown=WINDOW)
        return view

    def sort_documents(self, action: ListAction) -> str | None:
        """Do what a link asks to do with collections, and say it as HTML; None for any other link.

        Raises:
            UsageError: a collection without a name. UnknownIdError: it is no longer there.
        """
        collections = self._app.library.collections
        match action:
            case MakeCollection(name):
                collections.create(name)
                return ""
            case PutInCollection(name, document_ids):
                collections.assign(document_ids, name)
                return render_library.put(len(document_ids), name)
            case TakeOutOfCollection(name, document_ids):
                collections.unassign(document_ids, name)
                return render_library.taken_out(len(document_ids), name)
            case DeleteCollection(name):
                collections.delete(name)
                return render_library.done(
                    t("The collection “{name}” is deleted; its documents are still here.", name=name)
                )
        return None

    def known(self, document_ids: Sequence[str]) -> list[Document]:
        """Those of the documents that are still there."""
        known = []
        for document_id in document_ids:
            try:
                known.append(self._app.library.document(document_id))
            except UnknownIdError:
                continue
        return known
