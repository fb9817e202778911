"""The list of documents in the Library tab: its filter and order, the collections beside it, and what is done with the rows."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import UnknownIdError
from ragdesk.front.web.parts import Updates, markdown, update
from ragdesk.front.web.tabs.library import render_library, render_list
from ragdesk.front.web.tabs.library.listing import WINDOW, View, listed, sorted_by
from ragdesk.front.web.tabs.library.render_library import Removing
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from ragdesk.app.app import App

# Between the ids of the documents that a window asks about.
SEPARATOR = ":"


class ListPanel:
    """Lays the list out and answers its links. `view` is how a window shows it, `asking` the documents that it asks about
    before they are removed."""

    def __init__(self, app: "App") -> None:
        self._app = app

    def unseen(self) -> None:
        import gradio as gr

        self.view = gr.State(View())
        self.asking = gr.State("")
        # The filter, `asking` and `view` of the list that is shown.
        self.drawn_for = gr.State(("", "", View()))

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
    def given(self) -> list[Any]:
        """What `shown` needs of a window."""
        return [self.filter, self.asking, self.view]

    def mended(self, wanted: str, asking: str, view: View, drawn_for: tuple[str, str, View]) -> Updates:
        """The list again where a slower event has drawn an older one over it; else nothing."""
        if drawn_for == (wanted, asking, view):
            return cast(Updates, update())
        return self.shown(wanted, asking, view)

    def shown(self, wanted: str, asking: str, view: View) -> Updates:
        """The list as it stands now; an empty library says how to fill it."""
        return self.drawn(self._app.library.documents.all(), wanted, asking, view)

    def drawn(self, known: Sequence[Document], wanted: str, asking: str, view: View) -> Updates:
        """As `shown`, of documents that were read already."""
        drawn_for = wanted, asking, view
        groups = [(each.name, each.documents) for each in self._app.library.collections.all()]
        if view.collection not in {each for each, _ in groups}:
            view = replace(view, collection="")
        shown: Updates = {
            self.bins: render_library.collections(groups, len(known), view),
            self.picked: render_library.picked(groups, view) if known else "",
            self.filter: update(visible=bool(known)),
            self.drawn_for: drawn_for,
        }
        if not known:
            coming = bool(self._app.intake.state().waiting)
            return {**shown, self.listing: "" if coming else render_library.empty_library()}
        rows = listed(known, view, wanted, self._app.contents.states(known))
        return {**shown, self.listing: render_list.documents(rows, self._removing(known, asking))}

    def _removing(self, known: Sequence[Document], asking: str) -> Removing | None:
        asked = {each for each in asking.split(SEPARATOR) if each}
        found = [each for each in known if each.id in asked]
        return self.removing(found) if found else None

    def removing(self, documents: Sequence[Document]) -> Removing:
        """What would go with these documents."""
        ids = [each.id for each in documents]
        parts = {found for each in ids for _, found, _ in self._app.contents.parts(each) if found} - set(ids)
        quoting = self._app.removals.quoting(ids)
        return Removing(
            tuple(ids),
            tuple(each.title or each.name for each in documents),
            parts=len(parts),
            answers=sum(1 for message in quoting if message.answer is not None),
        )

    # ------------------------------------------------------------ what its links ask for

    def turned(self, verb: str, arguments: Sequence[str], view: View) -> View:
        """The view after a link that changes only what is shown; the same view for any other."""
        match verb, list(arguments):
            case "sort", [key]:
                return sorted_by(view, key)
            case "more", []:
                return replace(view, shown=view.shown + WINDOW)
            case "collection", [name]:
                return replace(view, collection=name, shown=WINDOW)
        return view

    def sort_documents(self, verb: str, arguments: Sequence[str]) -> str | None:
        """Do what a link asks to do with collections, and say it as HTML; None for any other link.

        Raises:
            UsageError: a collection without a name. UnknownIdError: it is no longer there.
        """
        collections = self._app.library.collections
        match verb, list(arguments):
            case "make", names:
                collections.create(" ".join(names))
                return ""
            case "put", [name, *ids]:
                collections.assign(ids, name)
                return render_library.put(len(ids), name)
            case "take-out", [name, *ids]:
                collections.unassign(ids, name)
                return render_library.taken_out(len(ids), name)
            case "delete-collection", [name]:
                collections.delete(name)
                return render_library.done(
                    t("The collection “{name}” is deleted; its documents are still here.", name=name)
                )
        return None

    def known(self, document_ids: Sequence[str]) -> list[Document]:
        """Those of the documents that are still there."""
        found = []
        for each in document_ids:
            try:
                found.append(self._app.library.document(each))
            except UnknownIdError:
                continue
        return found
