"""The Library tab: add documents, watch them being read, find, inspect and remove them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ragdesk.errors import RagdeskError
from ragdesk.types import Document
from ragdesk.ui import render, render_library
from ragdesk.ui.details_panel import DetailsPanel
from ragdesk.ui.entries_panel import EntriesPanel
from ragdesk.ui.folders_panel import FoldersPanel
from ragdesk.ui.parts import LONG, QUIET, Updates, bridge, markdown, update
from ragdesk.ui.queue_panel import SERIAL, QueuePanel, Seen
from ragdesk.ui.render_library import Removing
from ragdesk.ui.uploads import queue_uploads, uploaded

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.desk import Desk

FORMATS = "PDF, Word, PowerPoint, Excel, OpenDocument, email, EPUB, HTML, Markdown, text, pictures, ZIP"


class LibraryTab:
    """Lays the tab out and answers its events. `asking` is the document that a window asks about before removing it."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self.queue = QueuePanel(desk)
        self.details = DetailsPanel(desk)
        self.entries = EntriesPanel(desk)
        self.folders = FoldersPanel(desk)

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        import gradio as gr

        self.act = bridge("library")
        self.asking = gr.State("")
        for panel in (self.queue, self.details, self.entries, self.folders):
            panel.unseen()

    def layout(self) -> None:
        import gradio as gr

        with gr.Row(elem_classes="rd-columns"):
            with gr.Column(scale=5, min_width=280):
                self.drop = gr.File(
                    label="Drop documents here, or click to choose them",
                    file_count="multiple",
                    height=120,
                    elem_id="rd-drop",
                )
                markdown("rd-formats", render.block("hint", render.escape(FORMATS)))
                self.collection = gr.Textbox(
                    label="Put them into a collection (optional)",
                    placeholder="Put them into a collection (optional)",
                    show_label=False,
                    container=False,
                    max_lines=1,
                    elem_id="rd-collection",
                )
                self.queue.layout()
                self.queue.problems_fold()
                self.filter = gr.Textbox(
                    label="Filter by title, file, collection or property",
                    placeholder="Filter by title, file, collection or property",
                    show_label=False,
                    container=False,
                    max_lines=1,
                    elem_id="rd-filter",
                )
                self.listing = markdown("rd-documents")
                self.examples = gr.Button(
                    "Add the examples", variant="primary", visible=False, elem_id="rd-examples"
                )
            with gr.Column(scale=4, min_width=280, elem_classes="rd-panel"):
                self.details.layout()
                self.entries.layout()
                self.folders.layout()

    @property
    def listed_parts(self) -> list[Any]:
        return [self.listing, self.filter, self.examples]

    @property
    def loaded_parts(self) -> list[Any]:
        """What `loaded` fills."""
        return [*self.listed_parts, *self.queue.outputs, *self.entries.outputs, self.folders.list]

    def wire(self, tabs: "gr.Tabs", tab: "gr.Tab") -> None:
        self._tabs = tabs
        window = [self.queue.seen, self.queue.choice, self.filter, self.asking]
        polled = [*self.listed_parts, *self.queue.outputs]

        def follow(event: "gr.events.Dependency") -> None:
            event.then(self.poll, window, polled, **SERIAL)

        self.queue.timer.tick(self.poll, window, polled, **SERIAL)
        self.queue.wire(follow)
        self.entries.wire(follow)
        self.folders.wire(follow)
        self.details.wire(self.listed_parts, self.listed, [self.filter, self.asking])
        given = [self.drop, self.collection]
        # An upload is moved, not read as a value.
        follow(
            self.drop.upload(self.add_uploaded, given, [self.drop, self.queue.note], preprocess=False, **LONG)
        )
        follow(self.examples.click(self.add_examples, [self.collection], [self.queue.note], **QUIET))
        self.filter.change(
            self.listed, [self.filter, self.asking], self.listed_parts, trigger_mode="always_last", **QUIET
        )
        shown = [*self.listed_parts, self.queue.note, self.asking, *self.details.outputs]
        shown += [*self.entries.outputs, self.folders.list, tabs]
        self.act.change(self.do, [self.act, self.filter], shown, trigger_mode="multiple", **QUIET)
        tab.select(self.others, None, [*self.entries.outputs, self.folders.list], **QUIET)

    # ------------------------------------------------------------ the list

    def listed(self, wanted: str = "", asking: str = "") -> Updates:
        """The list as it stands now; an empty library says how to fill it."""
        return self._listed(self._desk.documents(), wanted, asking)

    def _listed(self, known: Sequence[Document], wanted: str, asking: str) -> Updates:
        removing = self._removing(asking) if any(each.id == asking for each in known) else None
        if known:
            shown = render_library.documents(known, wanted, removing)
        else:
            shown = "" if self._coming() else render_library.empty_library()
        return {
            self.listing: shown,
            self.filter: update(visible=bool(known)),
            self.examples: update(visible=not known and not self._coming()),
        }

    def _coming(self) -> bool:
        return bool(self._desk.intake.state().waiting)

    def _removing(self, document_id: str) -> Removing:
        quoting = self._desk.quoting([document_id])
        return Removing(
            document_id,
            parts=sum(1 for _, found, _ in self._desk.parts(document_id) if found),
            answers=sum(1 for message in quoting if message.answer is not None),
        )

    def poll(self, seen: Seen, choice: int, wanted: str, asking: str) -> Updates:
        """What changed since this window last asked; nothing is drawn anew that did not."""
        shown, now = self.queue.shown(seen, choice)
        if not now.busy or now.finished != seen.finished or not seen.busy:
            known = self._desk.documents()
            now = replace(now, documents=hash((now.busy, *map(_as_listed, known))))
            if now.documents != seen.documents:
                shown |= self._listed(known, wanted, asking)
        if now == seen:
            return cast(Updates, update())  # nothing
        return {**shown, self.queue.seen: now}

    def loaded(self) -> Updates:
        """The tab as a new window shows it."""
        return {**self.poll(Seen(), 0, "", ""), **self.others()}

    def others(self) -> Updates:
        """What may have changed elsewhere, besides the queue and the list."""
        return {**self.entries.listed(), **self.folders.listed()}

    def do(self, value: str, wanted: str) -> Updates:
        """What a link in the list asked for."""
        verb, *arguments = render.read_action(value)
        try:
            return self._do(verb, arguments, wanted)
        except RagdeskError as problem:
            return {**self.listed(wanted), self.asking: "", self.queue.note: render.error(problem)}

    def _do(self, verb: str, arguments: Sequence[str], wanted: str) -> Updates:
        if verb == "go":
            opened: Updates = {self._tabs: update(selected="library"), **self.others()}
            if arguments == ["entries"]:
                opened[self.entries.fold] = update(open=True, label=opened[self.entries.fold]["label"])
            return opened
        if verb == "show":
            return self.details.show(arguments[0])
        if verb == "close":
            return self.details.cleared()
        if verb == "ask-remove":
            return {**self.listed(wanted, arguments[0]), self.asking: arguments[0], self.queue.note: ""}
        if verb in {"remove", "remove-quoting"}:
            removed = self._desk.remove(arguments, messages=verb == "remove-quoting")
            receipt = render_library.receipt(removed)
            return {
                **self.listed(wanted),
                **self.details.cleared(),
                **self.others(),
                self.asking: "",
                self.queue.note: receipt,
            }
        return {**self.listed(wanted), self.asking: ""}

    # ------------------------------------------------------------ adding

    def add_uploaded(self, files: Sequence[Mapping[str, Any]] | None, collection: str) -> Updates:
        """Queue uploaded files. From then on they are safe: they are copies in the home."""
        try:
            queue_uploads(self._desk, uploaded(self._desk, files or []), collection.strip())
        except RagdeskError as problem:
            return {self.drop: None, self.queue.note: render.error(problem)}
        return {self.drop: None, self.queue.note: ""}

    def add_examples(self, collection: str) -> Updates:
        try:
            self._desk.intake.queue(self._desk.examples(), collection.strip())
        except RagdeskError as problem:
            return {self.queue.note: render.error(problem)}
        return {self.queue.note: ""}


def _as_listed(document: Document) -> tuple[object, ...]:
    """What of a document can be seen in the list."""
    title = (document.id, document.name, document.title, document.kind, document.chunks)
    return (*title, document.collections, document.properties)
