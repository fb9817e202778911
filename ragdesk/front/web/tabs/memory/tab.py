"""The Memory tab: what is remembered, in two files that a person reads, changes, moves about in and empties."""

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.memory import MemoryName
from ragdesk.front.web import render
from ragdesk.front.web.actions.memory import (
    MEMORY,
    AcceptBesideOld,
    AcceptProposal,
    AddNote,
    AskDeleteNote,
    DeleteNote,
    EditNote,
    ForgetWritten,
    KeepNote,
    MemoryAction,
    MoveNote,
    RejectProposal,
)
from ragdesk.front.web.events import Fields, connect
from ragdesk.front.web.noticed import decide
from ragdesk.front.web.parts import Updates, bridge, markdown, nothing
from ragdesk.front.web.tabs.memory import render_memory
from ragdesk.front.web.tabs.memory.file_panel import ABOUT, SERIAL, Editor, MemoryFile
from ragdesk.front.web.tabs.memory.note_form import NoteForm
from ragdesk.front.web.tabs.memory.proposals_panel import ProposalsPanel
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


@dataclass(frozen=True, slots=True)
class MemoryWindow:
    """What a window has open: the note or proposal in its form ("": none), and the editors of both files."""

    editing: str
    user: Editor
    company: Editor

    def editor(self, name: MemoryName) -> Editor:
        return self.user if name == "user" else self.company


class MemoryTab:
    """Both files side by side, and above them what waits for a decision."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.files = [MemoryFile(app, name) for name in ABOUT]
        self.waiting = ProposalsPanel(app)

    def unseen(self) -> None:
        import gradio as gr

        self.act = bridge("memory")
        self.editing = gr.State("")

    def layout(self) -> None:
        import gradio as gr

        markdown("rd-memory-intro", render_memory.intro())
        self.note = markdown("rd-memory-note")
        self.waiting.layout()
        with gr.Row(elem_classes="rd-columns"):
            for file in self.files:
                file.layout()
        self.lately = markdown("rd-written")

    @property
    def parts(self) -> list[Any]:
        """What its events fill."""
        parts = [*self.waiting.parts, self.lately, self.note, self.editing]
        return parts + [part for file in self.files for part in file.parts]

    def wire(self, tab: "gr.Tab") -> None:
        user, company = (file.editor for file in self.files)
        window = Fields(MemoryWindow, editing=self.editing, user=user, company=company)
        for file in self.files:
            file.wire([*file.parts, *self.waiting.parts, self.lately, self.editing])
        for form in (*(file.form for file in self.files), self.waiting.form):
            save = partial(self.save, form)
            for trigger in (form.words.submit, form.keep_button.click):
                connect(trigger, save, self.parts, SERIAL, words=form.words, window=window)
            connect(form.back_button.click, self.put_back, self.parts, SERIAL, window=window)
        one_by_one = {**SERIAL, "trigger_mode": "multiple"}
        connect(self.act.change, self.do, self.parts, one_by_one, sent=self.act, window=window)
        connect(tab.select, self.followed, self.parts, SERIAL, window=window)

    def followed(self, window: MemoryWindow, deleting: str = "") -> Updates:
        """All that may have changed in a file or elsewhere; what is being typed stays."""
        shown = self._decisions(window.editing)
        for file in self.files:
            shown |= file.followed(window.editor(file.name), deleting, window.editing)
        return shown

    def put_back(self, window: MemoryWindow) -> Updates:
        """No note in the form."""
        return {**self.followed(replace(window, editing="")), self.editing: ""}

    def save(self, form: NoteForm, words: str, window: MemoryWindow) -> Updates:
        """What a form does with its words: those of a proposal accept it. Where they cannot be kept they stay in it."""
        new = next((file.name for file in self.files if file.new == window.editing), None)
        try:
            if form is self.waiting.form:
                self._app.memory.accept(window.editing, words)
            elif new:
                self._app.memory.add(new, words)
            else:
                self._app.memory.edit(window.editing, words)
        except RagdeskError as problem:
            return {**self.followed(window), **form.shown(True), self.note: render.error(problem)}
        said = t("Added.") if new else t("Changed.")
        return {**self.put_back(window), self.note: render.notice(said, "good")}

    def do(self, sent: str, window: MemoryWindow) -> Updates:
        """What a link in one of the lists asked for."""
        action = MEMORY.read(sent)
        if action is None:
            return nothing()
        try:
            if isinstance(action, AddNote | EditNote):
                return {**self.followed(replace(window, editing="")), **self._opened(action)}
            done = self._done(action)
        except RagdeskError as problem:
            done = {self.note: render.error(problem)}
        deleting = action.note_id if isinstance(action, AskDeleteNote) else ""
        return {**self.followed(window, deleting), **done}

    def _opened(self, action: AddNote | EditNote) -> Updates:
        """A note, or a proposal, in the form in its place; or the form for a new note."""
        if isinstance(action, AddNote):
            file = next(each for each in self.files if each.name == action.which)
            return {self.editing: file.new, self.note: "", **file.begun()}
        note_id = action.note_id
        shown: Updates = {self.editing: note_id, self.note: ""}
        for proposal in self._app.memory.proposals():
            shown |= self.waiting.opened(proposal) if proposal.id == note_id else {}
        for file in self.files:
            for note in self._app.memory.entries(file.name):
                shown |= file.opened(note) if note.id == note_id else {}
        return shown

    def _done(self, action: MemoryAction) -> Updates:
        match action:
            case MoveNote(note_id):
                self._app.memory.move(note_id)
                return {self.note: render.notice(t("Moved."), "good")}
            case DeleteNote(note_id):
                self._app.memory.delete(note_id)
                return {self.note: render.notice(t("Forgotten."), "good")}
            case AcceptProposal() | AcceptBesideOld() | RejectProposal() | ForgetWritten():
                return {self.note: render.notice(decide(self._app, action), "good")}
            case AddNote() | EditNote() | AskDeleteNote() | KeepNote():
                return {self.note: ""}

    def _decisions(self, editing: str = "") -> Updates:
        shown = self.waiting.listed(editing)
        try:
            return {**shown, self.lately: render_memory.written(self._app.memory.written())}
        except RagdeskError:
            return {**shown, self.lately: ""}  # the lists above tell of it
