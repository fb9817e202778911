"""The Library tab: add documents, watch them being read, find, sort, read and remove them.

the list of documents | search, questions and answers, watched folders
or, over the whole width, one document's own page
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ragdesk.domain.documents import Document, Removal
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.actions.library import (
    LIBRARY,
    AddSamples,
    AskAllDocuments,
    AskEachDocument,
    AskRemoveDocuments,
    CloseDocument,
    GoToLibrary,
    KeepDocuments,
    LibraryAction,
    ListAction,
    RemoveDocuments,
    RemoveDocumentsAndAnswers,
    ShowDocument,
)
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.parts import EACH, Updates, bridge, markdown, nothing, tab_named, update
from ragdesk.front.web.tabs.library import render_library
from ragdesk.front.web.tabs.library.adding_panel import AddingPanel
from ragdesk.front.web.tabs.library.document_panel import DocumentPanel
from ragdesk.front.web.tabs.library.entries_panel import EntriesPanel
from ragdesk.front.web.tabs.library.folders_panel import FoldersPanel
from ragdesk.front.web.tabs.library.list_panel import ListPanel, ListWindow
from ragdesk.front.web.tabs.library.listing import View
from ragdesk.front.web.tabs.library.queue_panel import BUSY, SERIAL, QueuePanel, QueueSeen
from ragdesk.front.web.tabs.library.render_document import Opened
from ragdesk.front.web.tabs.library.search_panel import SearchPanel
from ragdesk.front.web.tabs.library.tables_panel import TablesPanel

if TYPE_CHECKING:
    import gradio as gr
    from gradio.events import Dependency

    from ragdesk.app.app import App


@dataclass(frozen=True, slots=True)
class LibraryWindow:
    """What a window shows: of the queue, the held file whose password it asks for, and of the list."""

    seen: QueueSeen = field(default_factory=QueueSeen)
    choice: int = 0
    listing: ListWindow = field(default_factory=ListWindow)


class LibraryTab:
    """Lays the tab out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.adding = AddingPanel(app)
        self.queue = QueuePanel(app)
        self.list = ListPanel(app)
        self.document = DocumentPanel(app)
        self.search = SearchPanel(app)
        self.entries = EntriesPanel(app)
        self.folders = FoldersPanel(app)
        self.tables = TablesPanel(app)

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        self.act = bridge("library")
        for panel in (
            self.adding,
            self.queue,
            self.list,
            self.document,
            self.entries,
            self.folders,
            self.tables,
        ):
            panel.unseen()

    def layout(self) -> None:
        import gradio as gr

        limit = self._app.settings.ingest.max_file_mb
        markdown("rd-drop-words", render_library.drop_words(limit))
        with gr.Row(elem_classes="rd-columns", elem_id="rd-home"):
            with gr.Column(scale=2, min_width=280):
                self.adding.layout()
                self.queue.layout()
                self.queue.problems_fold()
                self.list.layout()
            with gr.Column(scale=1, min_width=280, elem_classes="rd-panel"):
                self.search.layout()
                self.tables.fold_layout()
                self.entries.layout()
                self.folders.layout()
        self.document.layout()
        self.tables.layout()

    @property
    def loaded_parts(self) -> list[Any]:
        """What `loaded` fills."""
        return [
            *self.list.outputs,
            *self.queue.outputs,
            *self.entries.outputs,
            self.folders.list,
            self.tables.list,
        ]

    def wire(self, shown_tab: "gr.Textbox", tab: "gr.Tab") -> None:
        self._shown_tab = shown_tab
        window = Fields(
            LibraryWindow, seen=self.queue.seen, choice=self.queue.choice, listing=self.list.window
        )
        polled = [*self.list.outputs, *self.queue.outputs]

        def follow(event: "Dependency") -> None:
            connect(event.then, self.poll, polled, SERIAL, window=window)

        connect(self.queue.timer.tick, self.poll, polled, SERIAL, window=window)
        self.adding.wire(self.queue.note, follow)
        self.queue.wire(follow)
        self.entries.wire(follow)
        self.folders.wire(follow)
        self.search.wire()
        self.list.wire()
        self.document.wire(self.list)
        self.tables.wire()
        shown = [*self.list.outputs, self.queue.note, self.list.asking, self.list.view]
        shown += [
            *self.document.outputs,
            *self.entries.outputs,
            self.folders.list,
            *self.tables.outputs,
            shown_tab,
            self.queue.timer,
        ]
        done = connect(
            self.act.change,
            self.do,
            shown,
            EACH,
            sent=self.act,
            filter=self.list.filter,
            view=self.list.view,
            opened=self.document.opened,
        )
        self.list.mend(done)
        connect(tab.select, self.others, [*self.entries.outputs, self.folders.list, self.tables.list])

    # ------------------------------------------------------------ what a window shows

    def poll(self, window: LibraryWindow) -> Updates:
        """What changed since this window last asked; nothing is drawn anew that did not."""
        seen = window.seen
        shown, now = self.queue.shown(seen, window.choice)
        if not now.busy or now.finished != seen.finished or not seen.busy:
            known = self._app.library.documents.all()
            groups = [(group.name, group.documents) for group in self._app.library.collections.all()]
            now = replace(now, documents=hash((now.busy, *groups, *map(_as_listed, known))))
            if now.documents != seen.documents:
                shown |= self.list.drawn(known, window.listing)
        return nothing() if now == seen else {**shown, self.queue.seen: now}

    def loaded(self) -> Updates:
        """The tab as a new window shows it."""
        return {**self.poll(LibraryWindow()), **self.others()}

    def others(self) -> Updates:
        """What may have changed elsewhere, besides the queue and the list."""
        return {**self.entries.listed(), **self.folders.listed(), **self.tables.listed()}

    # ------------------------------------------------------------ links

    def do(self, sent: str, filter: str, view: View, opened: Opened) -> Updates:
        """What a link of the tab asked for. The list is then shown as nothing were asked about."""
        action = LIBRARY.read(sent)
        if action is None:
            return nothing()
        window = ListWindow(filter, view=view)
        try:
            return self._do(action, window, opened)
        except RagdeskError as problem:
            note = {self.list.asking: (), self.queue.note: render.error(problem)}
            return {**self.list.shown(window), **self.document.closed(), **note}

    def _do(self, action: LibraryAction, window: ListWindow, opened: Opened) -> Updates:
        match action:
            case GoToLibrary(place):
                return self._brought_up(place)
            case ShowDocument():
                return {**self.document.show(action), self._shown_tab: tab_named("library")}
            case CloseDocument():
                return self.document.closed()
            case AddSamples():
                self._app.samples.add()
                return {self.queue.note: "", self.queue.timer: update(value=BUSY)}
            case AskAllDocuments(document_ids):
                return {**self.tables.begun(document_ids), self._shown_tab: tab_named("library")}
            case AskEachDocument(message_id):
                return self._ask_each(message_id)
            case AskRemoveDocuments(document_ids):
                return self._ask_remove(document_ids, window, opened)
            case RemoveDocuments(document_ids):
                return self._removed(self._app.removals.remove(document_ids), window)
            case RemoveDocumentsAndAnswers(document_ids):
                return self._removed(self._app.removals.remove(document_ids, messages=True), window)
            case KeepDocuments():
                if opened.document_id:
                    return self.document.show(_place(opened))
                return {**self.list.shown(window), self.list.asking: ()}
            case _:
                return self._listed(action, window)

    def _ask_each(self, message_id: str) -> Updates:
        """A table of the documents that an answer was looked for in, with its question."""
        chat = self._app.conversations
        asked = chat.question_of(message_id)
        answer = self._app.library.conversations.message(message_id).answer
        question = answer.standalone_question.strip() if answer is not None else ""
        scope = chat.get(asked.conversation_id).scope
        documents, column = self._app.tables.ask_each(question or asked.turn.text, scope)
        shown = {**self.document.closed(), self._shown_tab: tab_named("library")}
        return {**shown, **self.tables.begun(documents, [column])}

    def _brought_up(self, place: str) -> Updates:
        shown: Updates = {self._shown_tab: tab_named("library"), **self.others()}
        if place == "entries":
            shown |= self.document.closed()
            shown[self.entries.fold] = update(open=True, label=shown[self.entries.fold]["label"])
        return shown

    def _ask_remove(self, document_ids: tuple[str, ...], window: ListWindow, opened: Opened) -> Updates:
        """Ask before a removal: on the document's page where one is open, else in the list."""
        if opened.document_id:
            removing = self.list.removing(self.list.known(document_ids))
            return self.document.show(_place(opened), removing)
        asking = replace(window, asking=document_ids)
        return {**self.list.shown(asking), self.list.asking: document_ids, self.queue.note: ""}

    def _removed(self, removals: Sequence[Removal], window: ListWindow) -> Updates:
        receipt = render_library.receipt(removals)
        gone = {**self.document.closed(), **self.others(), self.list.asking: ()}
        return {**self.list.shown(window), **gone, self.queue.note: receipt}

    def _listed(self, action: ListAction, window: ListWindow) -> Updates:
        done = self.list.sort_documents(action)
        view = self.list.turned(action, window.view)
        note = {} if done is None else {self.queue.note: done}
        shown = self.list.shown(replace(window, view=view))
        return {**shown, self.list.asking: (), self.list.view: view, **note}


def _place(opened: Opened) -> ShowDocument:
    return ShowDocument(opened.document_id, opened.view, opened.place, opened.chosen)


def _as_listed(document: Document) -> tuple[object, ...]:
    """What of a document can be seen in the list."""
    title = (document.id, document.name, document.title, document.kind, document.chunks)
    return (*title, document.collections, document.properties, document.ingest_version)
