"""The Library tab: add documents, watch them being read, find, sort, read and remove them.

the list of documents | search, questions and answers, watched folders
or, over the whole width, one document's own page
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.guard.uploads import dropped, queue_uploads, uploaded
from ragdesk.front.web.parts import LONG, QUIET, Updates, bridge, markdown, update
from ragdesk.front.web.tabs.library import render_library
from ragdesk.front.web.tabs.library.document_panel import DocumentPanel
from ragdesk.front.web.tabs.library.entries_panel import EntriesPanel
from ragdesk.front.web.tabs.library.folders_panel import FoldersPanel
from ragdesk.front.web.tabs.library.list_panel import SEPARATOR, ListPanel
from ragdesk.front.web.tabs.library.listing import View
from ragdesk.front.web.tabs.library.queue_panel import BUSY, SERIAL, QueuePanel, Seen
from ragdesk.front.web.tabs.library.render_document import Opened
from ragdesk.front.web.tabs.library.search_panel import SearchPanel
from ragdesk.front.web.wording import mark, t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App

FORMATS = mark("PDF, Word, PowerPoint, Excel, OpenDocument, email, EPUB, HTML, Markdown, text, pictures, ZIP")


class LibraryTab:
    """Lays the tab out and answers its events."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.queue = QueuePanel(app)
        self.list = ListPanel(app)
        self.document = DocumentPanel(app)
        self.search = SearchPanel(app)
        self.entries = EntriesPanel(app)
        self.folders = FoldersPanel(app)

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        self.act = bridge("library")
        self.dropped = bridge("dropped")
        for panel in (self.queue, self.list, self.document, self.entries, self.folders):
            panel.unseen()

    def layout(self) -> None:
        import gradio as gr

        limit = self._app.settings.ingest.max_file_mb
        markdown("rd-drop-words", render_library.drop_words(limit))
        with gr.Row(elem_classes="rd-columns", elem_id="rd-home"):
            with gr.Column(scale=2, min_width=280):
                self._adding()
                self.queue.layout()
                self.queue.problems_fold()
                self.list.layout()
            with gr.Column(scale=1, min_width=280, elem_classes="rd-panel"):
                self.search.layout()
                self.entries.layout()
                self.folders.layout()
        self.document.layout()

    def _adding(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-tight", elem_id="rd-adding"):
            self.drop = gr.File(
                label=t("Drop documents here, or click to choose them"),
                file_count="multiple",
                height=120,
                elem_id="rd-drop",
                scale=6,
                min_width=240,
            )
            gr.Button(t("Choose a folder"), size="sm", elem_id="rd-choose-folder", scale=0, min_width=140)
            self.collection = gr.Textbox(
                label=t("Put them into a collection (optional)"),
                placeholder=t("Into collection (optional)"),
                show_label=False,
                container=False,
                max_lines=1,
                elem_id="rd-collection",
                scale=3,
                min_width=160,
            )
        markdown("rd-formats", render.block("hint", render.escape(t(FORMATS))))

    @property
    def loaded_parts(self) -> list[Any]:
        """What `loaded` fills."""
        return [*self.list.outputs, *self.queue.outputs, *self.entries.outputs, self.folders.list]

    def wire(self, tabs: "gr.Tabs", tab: "gr.Tab") -> None:
        self._tabs = tabs
        window = [self.queue.seen, self.queue.choice, *self.list.given]
        polled = [*self.list.outputs, *self.queue.outputs]

        def follow(event: "gr.events.Dependency") -> None:
            event.then(self.poll, window, polled, **SERIAL)

        self.queue.timer.tick(self.poll, window, polled, **SERIAL)
        self.queue.wire(follow)
        self.entries.wire(follow)
        self.folders.wire(follow)
        self.search.wire()
        self.document.wire(self.list.outputs, self.list.shown, self.list.given)
        given = [self.drop, self.collection]
        # An upload is moved, not read as a value.
        follow(
            self.drop.upload(self.add_uploaded, given, [self.drop, self.queue.note], preprocess=False, **LONG)
        )
        given = [self.dropped, self.collection]
        follow(
            self.dropped.change(self.add_dropped, given, [self.queue.note], trigger_mode="multiple", **QUIET)
        )
        listing = [*self.list.given, self.list.drawn_for]
        filtered = self.list.filter.change(
            self.list.shown, self.list.given, self.list.outputs, trigger_mode="always_last", **QUIET
        )
        filtered.then(self.list.mended, listing, self.list.outputs, **QUIET)
        shown = [*self.list.outputs, self.queue.note, self.list.asking, self.list.view]
        shown += [*self.document.outputs, *self.entries.outputs, self.folders.list, tabs, self.queue.timer]
        asked = [self.act, self.list.filter, self.list.view, self.document.opened]
        done = self.act.change(self.do, asked, shown, trigger_mode="multiple", **QUIET)
        done.then(self.list.mended, listing, self.list.outputs, **QUIET)
        tab.select(self.others, None, [*self.entries.outputs, self.folders.list], **QUIET)

    # ------------------------------------------------------------ what a window shows

    def poll(self, seen: Seen, choice: int, wanted: str, asking: str, view: View) -> Updates:
        """What changed since this window last asked; nothing is drawn anew that did not."""
        shown, now = self.queue.shown(seen, choice)
        if not now.busy or now.finished != seen.finished or not seen.busy:
            known = self._app.library.documents.all()
            groups = [(each.name, each.documents) for each in self._app.library.collections.all()]
            now = replace(now, documents=hash((now.busy, *groups, *map(_as_listed, known))))
            if now.documents != seen.documents:
                shown |= self.list.drawn(known, wanted, asking, view)
        if now == seen:
            return cast(Updates, update())  # nothing
        return {**shown, self.queue.seen: now}

    def loaded(self) -> Updates:
        """The tab as a new window shows it."""
        return {**self.poll(Seen(), 0, "", "", View()), **self.others()}

    def others(self) -> Updates:
        """What may have changed elsewhere, besides the queue and the list."""
        return {**self.entries.listed(), **self.folders.listed()}

    # ------------------------------------------------------------ links

    def do(self, value: str, wanted: str, view: View, opened: Opened) -> Updates:
        """What a link of the tab asked for."""
        verb, *arguments = render.read_action(value)
        try:
            return self._do(verb, arguments, wanted, view, opened)
        except RagdeskError as problem:
            note = {self.list.asking: "", self.queue.note: render.error(problem)}
            return {**self.list.shown(wanted, "", view), **self.document.closed(), **note}

    def _do(self, verb: str, arguments: Sequence[str], wanted: str, view: View, opened: Opened) -> Updates:
        if verb == "go":
            shown: Updates = {self._tabs: update(selected="library"), **self.others()}
            if arguments == ["entries"]:
                shown |= self.document.closed()
                shown[self.entries.fold] = update(open=True, label=shown[self.entries.fold]["label"])
            return shown
        if verb == "show":
            return {**self.document.show(arguments), self._tabs: update(selected="library")}
        if verb == "close":
            return self.document.closed()
        if verb == "samples":
            self._app.samples.add()
            return {self.queue.note: "", self.queue.timer: update(value=BUSY)}
        if verb == "ask-remove":
            return self._ask_remove(arguments, wanted, view, opened)
        if verb == "keep" and opened.document_id:
            return self._leaf_again(opened)
        if verb in {"remove", "remove-quoting"}:
            receipt = render_library.receipt(
                self._app.removals.remove(arguments, messages=verb == "remove-quoting")
            )
            gone = {**self.document.closed(), **self.others(), self.list.asking: ""}
            return {**self.list.shown(wanted, "", view), **gone, self.queue.note: receipt}
        said = self.list.sort_documents(verb, arguments)
        view = self.list.turned(verb, arguments, view)
        note = {} if said is None else {self.queue.note: said}
        return {**self.list.shown(wanted, "", view), self.list.asking: "", self.list.view: view, **note}

    def _ask_remove(self, document_ids: Sequence[str], wanted: str, view: View, opened: Opened) -> Updates:
        """Ask before a removal: on the document's page where one is open, else in the list."""
        if opened.document_id:
            removing = self.list.removing(self.list.known(document_ids))
            return self.document.show(_place(opened), removing)
        asking = SEPARATOR.join(document_ids)
        return {**self.list.shown(wanted, asking, view), self.list.asking: asking, self.queue.note: ""}

    def _leaf_again(self, opened: Opened) -> Updates:
        return self.document.show(_place(opened))

    # ------------------------------------------------------------ adding

    def add_uploaded(self, files: Sequence[Mapping[str, Any]] | None, collection: str) -> Updates:
        """Queue uploaded files. From then on they are safe: they are copies in the home."""
        try:
            queue_uploads(self._app, uploaded(self._app, files or []), collection.strip())
        except RagdeskError as problem:
            return {self.drop: None, self.queue.note: render.error(problem)}
        return {self.drop: None, self.queue.note: ""}

    def add_dropped(self, sent: str, collection: str) -> Updates:
        """Queue files that `static/library.js` has sent: dropped on the page, or out of a chosen folder."""
        try:
            queue_uploads(self._app, uploaded(self._app, dropped(sent)), collection.strip())
        except RagdeskError as problem:
            return {self.queue.note: render.error(problem)}
        return {self.queue.note: ""}


def _place(opened: Opened) -> list[str]:
    chosen = "" if opened.chosen is None else str(opened.chosen)
    return [opened.document_id, opened.view, str(opened.place), chosen]


def _as_listed(document: Document) -> tuple[object, ...]:
    """What of a document can be seen in the list."""
    title = (document.id, document.name, document.title, document.kind, document.chunks)
    return (*title, document.collections, document.properties, document.ingest_version)
