"""One memory file in the Memory tab: its notes, one of them perhaps in a form in its place, and its whole text in an editor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.memory import MemoryName, MemoryNote
from ragdesk.front.web import render
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.parts import QUIET, Updates, markdown
from ragdesk.front.web.tabs.memory import render_memory
from ragdesk.front.web.tabs.memory.note_form import NoteForm
from ragdesk.front.web.wording import mark, t

if TYPE_CHECKING:
    from ragdesk.app.app import App

# One after the other: a list that is drawn late must not close a form that was opened meanwhile.
SERIAL: dict[str, Any] = {**QUIET, "concurrency_id": "memory", "concurrency_limit": 1}
ABOUT: dict[MemoryName, tuple[str, str]] = {
    "user": (
        mark("About you"),
        mark("How you like answers and what you work on: language, length, your role, your team."),
    ),
    "company": (
        mark("About your organisation"),
        mark("What holds for everyone: names, abbreviations, sites, who does what."),
    ),
}


@dataclass(frozen=True, slots=True)
class Editor:
    """A file's editor in a window: its text (None where the page has not made it yet), and the file as it was last read."""

    text: str | None
    known: str


class MemoryFile:
    """Lays a file out and answers its own events."""

    def __init__(self, app: "App", name: MemoryName) -> None:
        self._app = app
        self.name: MemoryName = name
        self.form = NoteForm()
        self.new = f"new {name}"  # no note has such an id

    def layout(self) -> None:
        import gradio as gr

        title, purpose = map(t, ABOUT[self.name])
        file_name = f"{self.name.upper()}_MEMORY.md"
        with gr.Column(scale=1, min_width=280):
            markdown(f"rd-about-{self.name}", render.heading(title, purpose))
            self.list = markdown(f"rd-notes-{self.name}")
            self.form.layout(f"rd-note-{self.name}")
            self.rest = markdown(f"rd-rest-{self.name}")
            markdown(f"rd-add-{self.name}", render_memory.adding(self.name))
            with gr.Accordion(
                t("The whole file, {name}", name=file_name), open=False, elem_id=f"rd-file-{self.name}"
            ):
                self.text = gr.Textbox(
                    label=file_name,
                    info=t("A line that begins with “- ” is a note; all else stays as you write it."),
                    lines=12,
                    max_lines=30,
                    elem_id=f"rd-memory-{self.name}",
                    elem_classes="rd-editor",
                )
                with gr.Row(elem_classes="rd-tight"):
                    self.save_button = gr.Button(
                        t("Save"), variant="primary", elem_id=f"rd-save-{self.name}", scale=0
                    )
                    self.read_button = gr.Button(t("Read again"), elem_id=f"rd-read-{self.name}", scale=0)
                self.note = markdown(f"rd-saved-{self.name}")
        self.known = gr.State("")

    @property
    def parts(self) -> list[Any]:
        return [self.list, self.rest, *self.form.parts, self.text, self.known, self.note]

    @property
    def editor(self) -> Fields[Editor]:
        return Fields(Editor, text=self.text, known=self.known)

    def wire(self, outputs: Sequence[Any]) -> None:
        connect(self.save_button.click, self.save, outputs, SERIAL, editor=self.editor)
        connect(self.read_button.click, self.read, self.parts, SERIAL)

    def listed(self, deleting: str = "", editing: str = "") -> Updates:
        """The notes; where `editing` is one of them, the form stands in its place, and below all of them for a new one. What is
        typed there is left alone."""
        try:
            notes, noticed = self._app.memory.entries(self.name), self._app.memory.written()
        except RagdeskError as problem:
            return {self.list: render.error(problem), self.rest: "", **self.form.shown(False)}
        at = next((index for index, note in enumerate(notes) if editing and note.id == editing), None)
        above, below = (notes, []) if at is None else (notes[:at], notes[at + 1 :])
        return {
            self.list: "" if at == 0 else render_memory.notes(self.name, above, noticed, deleting),
            self.rest: render_memory.notes(self.name, below, noticed, deleting) if below else "",
            **self.form.shown(at is not None or editing == self.new),
        }

    def opened(self, note: MemoryNote) -> Updates:
        """A note in the form."""
        return {**self.listed(editing=note.id), **self.form.filled(note.text)}

    def begun(self) -> Updates:
        """The form for a new note."""
        return {**self.listed(editing=self.new), **self.form.filled("", new=True)}

    def read(self) -> Updates:
        """The file anew, editor and all."""
        try:
            text = self._app.memory.text(self.name)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {**self.listed(), self.text: text, self.known: text, self.note: ""}

    def followed(self, editor: Editor, deleting: str = "", editing: str = "") -> Updates:
        """The file anew. Its editor is left alone where something waits to be saved, and where nothing changed: a person may
        be typing while this comes."""
        shown = self.listed(deleting, editing)
        try:
            changed = self._app.memory.text(self.name) != editor.known
        except RagdeskError as problem:
            return {**shown, self.note: render.error(problem)}
        text, known = editor.text, editor.known
        untouched = text is None or text.replace("\r\n", "\n") == known.replace("\r\n", "\n")
        return {**self.read(), **shown} if changed and untouched else shown

    def save(self, editor: Editor) -> Updates:
        """Write the file, unless it changed since this window read it: then nothing is overwritten."""
        try:
            self._app.memory.save_text(self.name, editor.text or "", editor.known)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {**self.read(), self.note: render.notice(t("Saved."), "good")}
