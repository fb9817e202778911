"""The Memory tab: what is remembered, in two files that a person reads, changes, moves about in and empties."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ragdesk.errors import RagdeskError
from ragdesk.types import MemoryName
from ragdesk.ui import render
from ragdesk.ui.memory import render_memory
from ragdesk.ui.parts import QUIET, Updates, bridge, markdown, update
from ragdesk.ui.wording import mark, t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.desk import Desk

_ABOUT: dict[MemoryName, tuple[str, str]] = {
    "user": (
        mark("About you"),
        mark("How you like answers and what you work on: language, length, your role, your team."),
    ),
    "company": (
        mark("About your organisation"),
        mark("What holds for everyone: names, abbreviations, sites, who does what."),
    ),
}


class MemoryFile:
    """One file: its notes, and its whole text as this window last read it in an editor."""

    def __init__(self, desk: "Desk", which: MemoryName) -> None:
        self._desk = desk
        self._which: MemoryName = which

    def layout(self) -> None:
        import gradio as gr

        title, purpose = (render.escape(t(text)) for text in _ABOUT[self._which])
        name = f"{self._which.upper()}_MEMORY.md"
        with gr.Column(scale=1, min_width=280):
            markdown(f"rd-about-{self._which}", render.block("about", f"<h2>{title}</h2><p>{purpose}</p>"))
            self.list = markdown(f"rd-notes-{self._which}")
            with gr.Accordion(
                t("The whole file, {name}", name=name), open=False, elem_id=f"rd-file-{self._which}"
            ):
                self.text = gr.Textbox(
                    label=name,
                    info=t("A line that begins with “- ” is a note; all else stays as you write it."),
                    lines=12,
                    max_lines=30,
                    elem_id=f"rd-memory-{self._which}",
                    elem_classes="rd-editor",
                )
                with gr.Row(elem_classes="rd-tight"):
                    self.save_button = gr.Button(
                        t("Save"), variant="primary", elem_id=f"rd-save-{self._which}", scale=0
                    )
                    self.read_button = gr.Button(t("Read again"), elem_id=f"rd-read-{self._which}", scale=0)
                self.note = markdown(f"rd-saved-{self._which}")
        self.known = gr.State("")

    @property
    def parts(self) -> list[Any]:
        return [self.list, self.text, self.known, self.note]

    def wire(self, outputs: Sequence[Any]) -> None:
        self.save_button.click(self.save, [self.text, self.known], outputs, **QUIET)
        self.read_button.click(self.read, None, self.parts, **QUIET)

    def listed(self, deleting: str = "") -> Updates:
        try:
            notes = render_memory.notes(self._which, self._desk.memory.entries(self._which), deleting)
        except RagdeskError as problem:
            return {self.list: render.error(problem)}
        return {self.list: notes}

    def read(self) -> Updates:
        """The file anew, editor and all."""
        try:
            text = self._desk.memory.text(self._which)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {**self.listed(), self.text: text, self.known: text, self.note: ""}

    def followed(self, text: str | None, known: str, deleting: str = "") -> Updates:
        """The file anew. Its editor is left alone where something waits to be saved, and where nothing changed: a person may
        be typing while this comes. `text` is None where the page has not made the editor yet."""
        shown = self.listed(deleting)
        try:
            changed = self._desk.memory.text(self._which) != known
        except RagdeskError as problem:
            return {**shown, self.note: render.error(problem)}
        untouched = text is None or text.replace("\r\n", "\n") == known.replace("\r\n", "\n")
        return {**self.read(), **shown} if changed and untouched else shown

    def save(self, text: str, known: str) -> Updates:
        """Write the file, unless it changed since this window read it: then nothing is overwritten."""
        try:
            self._desk.memory.save_text(self._which, text, known)
        except RagdeskError as problem:
            return {self.note: render.error(problem)}
        return {**self.read(), self.note: render.notice(t("Saved."), "good")}


class MemoryTab:
    """Both files side by side, and above them what waits for a decision. `editing` is the note in a window's form."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self.files = [MemoryFile(desk, which) for which in _ABOUT]

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("memory")
        self.editing = gr.State("")

    def layout(self) -> None:
        import gradio as gr

        markdown("rd-memory-intro", render_memory.intro())
        self.note = markdown("rd-memory-note")
        self.waiting = markdown("rd-proposals")
        with gr.Group(visible=False, elem_id="rd-note-form") as self.form:
            self.words = gr.Textbox(label=t("The note"), lines=2, max_lines=6, elem_id="rd-note-words")
            with gr.Row(elem_classes="rd-tight"):
                self.save_button = gr.Button(
                    t("Save note"), variant="primary", elem_id="rd-note-save", scale=0, min_width=110
                )
                self.back = gr.Button(t("Do not change"), elem_id="rd-note-back", scale=0, min_width=130)
        with gr.Row(elem_classes="rd-columns"):
            for each in self.files:
                each.layout()
        self.lately = markdown("rd-written")

    @property
    def parts(self) -> list[Any]:
        """What `loaded` fills."""
        own = [self.waiting, self.lately, self.note, self.form, self.words, self.editing]
        return own + [part for file in self.files for part in file.parts]

    def wire(self, tab: "gr.Tab") -> None:
        editors = [part for file in self.files for part in (file.text, file.known)]
        for file in self.files:
            file.wire([*file.parts, self.waiting, self.lately])
        self.act.change(self.do, [self.act, *editors], self.parts, trigger_mode="multiple", **QUIET)
        for save in (self.words.submit, self.save_button.click):
            save(self.save, [self.editing, self.words, *editors], self.parts, **QUIET)
        self.back.click(self.closed, None, [self.form, self.words, self.editing], **QUIET)
        tab.select(self.followed, editors, self.parts, **QUIET)

    def loaded(self) -> Updates:
        shown: Updates = {**self.closed(), **self._decisions(), self.note: ""}
        for file in self.files:
            shown |= file.read()
        return shown

    def followed(self, *editors: Any, deleting: str = "") -> Updates:
        """All that may have changed in a file or elsewhere; what is being typed stays."""
        shown = self._decisions()
        for index, file in enumerate(self.files):
            shown |= file.followed(editors[2 * index], editors[2 * index + 1], deleting)
        return shown

    def closed(self) -> Updates:
        """No note in the form."""
        return {self.form: update(visible=False), self.words: "", self.editing: ""}

    def save(self, editing: str, words: str, *editors: Any) -> Updates:
        try:
            self._desk.memory.edit(editing, words)
        except RagdeskError as problem:
            return {**self.followed(*editors), self.note: render.error(problem)}
        return {**self.closed(), **self.followed(*editors), self.note: render.notice(t("Changed."), "good")}

    def do(self, value: str, *editors: Any) -> Updates:
        """What a link in one of the lists asked for."""
        verb, *arguments = render.read_action(value)
        chosen = (arguments or [""])[0]
        if verb == "ask-delete":
            return {self.note: "", **self.followed(*editors, deleting=chosen)}
        try:
            shown = self._opened(chosen) if verb == "edit" else self._done(verb, chosen)
        except RagdeskError as problem:
            shown = {self.note: render.error(problem)}
        return {**self.followed(*editors), **shown}

    def _opened(self, note_id: str) -> Updates:
        """A note in the form."""
        notes = [note for which in _ABOUT for note in self._desk.memory.entries(which)]
        words = next((note.text for note in notes if note.id == note_id), "")
        return {
            self.form: update(visible=bool(words)),
            self.words: words,
            self.editing: note_id,
            self.note: "",
        }

    def _done(self, verb: str, chosen: str) -> Updates:
        if verb == "keep":
            return {self.note: ""}
        if verb == "move":
            self._desk.memory.move(chosen)
            return {**self.closed(), self.note: render.notice(t("Moved."), "good")}
        if verb == "delete":
            self._desk.memory.delete(chosen)
            return {**self.closed(), self.note: render.notice(t("Forgotten."), "good")}
        return {self.note: render.notice(decide(self._desk, verb, chosen), "good")}

    def _decisions(self) -> Updates:
        try:
            waiting, lately = self._desk.memory.proposals(), self._desk.memory.written()
        except RagdeskError as problem:
            return {self.waiting: render.error(problem), self.lately: ""}
        return {
            self.waiting: render_memory.proposals(waiting),
            self.lately: render_memory.written(lately),
        }


def decide(desk: "Desk", verb: str, proposal_id: str) -> str:
    """Do what a link about something noticed asks for, in this tab or under an answer; says what was done.

    Raises:
        RagdeskError: it was decided already, or cannot be written now.
    """
    if verb == "accept-memory":
        desk.memory.accept(proposal_id)
        return t("Remembered.")
    if verb == "both-memory":
        desk.memory.accept(proposal_id, keep_both=True)
        return t("Remembered beside the other one.")
    if verb == "reject-memory":
        desk.memory.reject(proposal_id)
        return t("Not remembered.")
    desk.memory.undo(proposal_id)
    return t("Forgotten. The question itself stays in its conversation.")
