"""The Library tab: add documents, watch them being read, find, inspect and remove them."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragdesk.errors import RagdeskError
from ragdesk.types import IngestProgress, IngestResult, Mode
from ragdesk.ui import render, render_library
from ragdesk.ui.parts import LONG, QUIET, Updates, bridge, explain, markdown, update
from ragdesk.ui.render_library import FileState
from ragdesk.ui.work import Crew, Work

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.desk import Desk

Step = IngestProgress | IngestResult

MODES: dict[str, Mode] = {"Meaning and words": "hybrid", "Meaning": "vector", "Words": "words"}
NAME_LENGTH = 200


class Batch:
    """How the files of one batch stand, in the order in which they were first heard of."""

    def __init__(self, names: Mapping[Path, str]) -> None:
        self._files = {str(path): FileState(shown) for path, shown in names.items()}
        self.done, self.total = 0, len(self._files)

    @property
    def files(self) -> list[FileState]:
        return list(self._files.values())

    def take(self, step: Step) -> None:
        before = self._files.get(step.path) or FileState(Path(step.path).name)
        if isinstance(step, IngestResult):
            self._files[step.path] = replace(before, result=step)
            self.done += 1
        elif before.result is None:
            self.total = max(self.total, step.total)
            self._files[step.path] = replace(before, stage=step.stage, fraction=step.fraction)


def uploaded(files: Sequence[Mapping[str, Any]]) -> dict[Path, str]:
    """Uploaded files and the names that the person knows them by. A name is the browser's word: it is only shown."""
    return {
        Path(each["path"]): shown_name(each.get("orig_name") or Path(each["path"]).name) for each in files
    }


def shown_name(name: str) -> str:
    """The last part of a path of any system, printable and not too long."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(character for character in last if character.isprintable())[-NAME_LENGTH:] or "unnamed"


class LibraryTab:
    """Lays the tab out and answers its events."""

    def __init__(self, desk: "Desk", crew: Crew) -> None:
        self._desk = desk
        self._crew = crew

    def unseen(self) -> None:
        """What is not on view; outside of the tabs, since Gradio makes a tab's parts when it is first opened."""
        import gradio as gr

        self.act = bridge("library")
        self.running = gr.State(None)

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
                with gr.Row(elem_classes="rd-tight"):
                    self.collection = gr.Textbox(
                        label="Put them into a collection (optional)",
                        placeholder="Put them into a collection (optional)",
                        show_label=False,
                        container=False,
                        max_lines=1,
                        elem_id="rd-collection",
                        scale=4,
                    )
                    self.cancel = gr.Button("Stop adding", visible=False, elem_id="rd-cancel", scale=1)
                self.progress = markdown("rd-progress")
                self.note = markdown("rd-note")
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
                self.side = markdown("rd-side")

    def wire(self, tabs: "gr.Tabs") -> None:
        listing = [self.listing, self.filter, self.examples]
        adding = [*listing, self.drop, self.cancel, self.progress, self.note, self.running]
        self.drop.upload(self.add_uploaded, [self.drop, self.collection], adding, preprocess=False, **LONG)
        self.examples.click(self.add_examples, [self.collection], adding, **LONG)
        self.cancel.click(self.stop, [self.running], [self.cancel], **QUIET)
        self.filter.change(self.listed, [self.filter], listing, trigger_mode="always_last", **QUIET)
        for trigger in (self.query.submit, self.find.click):
            trigger(self.search, [self.query, self.mode], [self.side], **QUIET)
        self.act.change(
            self.do,
            [self.act, self.filter],
            [*listing, self.note, self.side, tabs],
            trigger_mode="multiple",
            **QUIET,
        )
        self._tabs = tabs

    # ------------------------------------------------------------ the list

    def listed(self, wanted: str = "", removing: str = "") -> Updates:
        """The list as it stands now; an empty library says how to fill it."""
        known = self._desk.documents()
        shown = render_library.documents(known, wanted, removing) if known else render_library.empty_library()
        return {
            self.listing: shown,
            self.filter: update(visible=bool(known)),
            self.examples: update(visible=not known),
        }

    def do(self, value: str, wanted: str) -> Updates:
        """What a link in the list asked for."""
        verb, *arguments = render.read_action(value)
        try:
            return self._do(verb, arguments, wanted)
        except RagdeskError as problem:
            return {**self.listed(wanted), self.note: render.error(problem)}

    def _do(self, verb: str, arguments: Sequence[str], wanted: str) -> Updates:
        if verb == "go":
            return {self._tabs: update(selected="library")}
        if verb == "show":
            found = self._desk.document(arguments[0])
            return {self.side: render_library.details(found, self._desk.chunks(found.id))}
        if verb == "close":
            return {self.side: ""}
        if verb == "ask-remove":
            return {**self.listed(wanted, removing=arguments[0]), self.note: ""}
        if verb == "remove":
            receipt = render_library.receipt(self._desk.remove(arguments))
            return {**self.listed(wanted), self.note: receipt, self.side: ""}
        return self.listed(wanted)

    def search(self, query: str, mode: str) -> Updates:
        if not query.strip():
            return {self.side: render.notice("Type what you are looking for.")}
        try:
            found = self._desk.search(query, mode=MODES[mode], top=self._desk.settings.search.top)
        except RagdeskError as problem:
            return {self.side: render.error(problem)}
        titles = {each.id: each.title or each.name for each in self._desk.documents()}
        return {self.side: render_library.hits(found, titles, query)}

    # ------------------------------------------------------------ adding

    def add_uploaded(self, files: Sequence[Mapping[str, Any]] | None, collection: str) -> Iterator[Updates]:
        """Take uploaded files in; the copies that the upload made are deleted, the archive has its own."""
        names = uploaded(files or [])
        yield from self._add(names, collection, lambda: _delete(names))

    def add_examples(self, collection: str) -> Iterator[Updates]:
        paths = self._desk.examples()
        yield from self._add({path: path.name for path in paths}, collection, lambda: None)

    def stop(self, running: Work[Step] | None) -> Updates:
        if running is not None:
            running.stop()
        return {self.cancel: update(value="Stopping …", interactive=False)}

    def _add(self, names: dict[Path, str], collection: str, tidy: Callable[[], None]) -> Iterator[Updates]:
        batch = Batch(names)
        work = self._crew.start(lambda work: self._adding(work, names, collection.strip(), tidy))
        yield {
            self.drop: None,
            self.note: "",
            self.running: work,
            self.examples: update(visible=False),
            self.cancel: update(visible=True, value="Stop adding", interactive=True),
            self.progress: render_library.progress(batch.files, batch.done, batch.total, running=True),
        }
        for steps in work.batches():
            for step in steps:
                batch.take(step)
            shown: Updates = {
                self.progress: render_library.progress(batch.files, batch.done, batch.total, running=True)
            }
            if any(isinstance(step, IngestResult) for step in steps):
                shown |= self.listed()
                shown[self.examples] = update(visible=False)
            yield shown
        yield self._added(work, batch)

    def _added(self, work: Work[Step], batch: Batch) -> Updates:
        problem = work.failure()
        note = render.error(explain(problem)) if problem else ""
        if work.stopped():
            note = render.notice("Stopped. The files that were finished stay; the one in hand was put back.")
        return {
            **self.listed(),
            self.cancel: update(visible=False),
            self.note: note,
            self.progress: render_library.progress(batch.files, batch.done, batch.total, running=False),
        }

    def _adding(
        self, work: Work[Step], names: dict[Path, str], collection: str, tidy: Callable[[], None]
    ) -> Generator[Step, None, None]:
        try:
            yield from self._desk.add(
                list(names),
                collection=collection,
                names=names,
                on_progress=work.report,
                cancelled=work.stopped,
            )
        finally:
            tidy()


def _delete(paths: Mapping[Path, str]) -> None:
    """Remove uploaded copies and the folder that the upload made for each."""
    for path in paths:
        path.unlink(missing_ok=True)
        if path.parent.is_dir() and not any(path.parent.iterdir()):
            path.parent.rmdir()
