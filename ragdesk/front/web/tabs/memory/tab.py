"""The Memory tab: what is remembered, in two files that a person reads, changes, moves about in and empties."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import render
from ragdesk.front.web.parts import Updates, bridge, markdown
from ragdesk.front.web.tabs.memory import render_memory
from ragdesk.front.web.tabs.memory.file_panel import ABOUT, SERIAL, MemoryFile
from ragdesk.front.web.tabs.memory.note_form import NoteForm
from ragdesk.front.web.tabs.memory.proposals_panel import ProposalsPanel
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    import gradio as gr

    from ragdesk.app.app import App


class MemoryTab:
    """Both files side by side, and above them what waits for a decision. `editing` is the note or proposal in a window's form."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.files = [MemoryFile(app, which) for which in ABOUT]
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
            for each in self.files:
                each.layout()
        self.lately = markdown("rd-written")

    @property
    def parts(self) -> list[Any]:
        """What its events fill."""
        own = [*self.waiting.parts, self.lately, self.note, self.editing]
        return own + [part for file in self.files for part in file.parts]

    def wire(self, tab: "gr.Tab") -> None:
        editors = [part for file in self.files for part in (file.text, file.known)]
        for file in self.files:
            file.wire([*file.parts, *self.waiting.parts, self.lately, self.editing])
        for form in (*(file.form for file in self.files), self.waiting.form):
            for save in (form.words.submit, form.keep_button.click):
                save(self.saving(form), [self.editing, form.words, *editors], self.parts, **SERIAL)
            form.back_button.click(self.put_back, editors, self.parts, **SERIAL)
        self.act.change(
            self.do, [self.act, self.editing, *editors], self.parts, trigger_mode="multiple", **SERIAL
        )
        tab.select(self.selected, [self.editing, *editors], self.parts, **SERIAL)

    def selected(self, editing: str, *editors: Any) -> Updates:
        """The tab is opened; a note that was in the form is still there."""
        return self.followed(*editors, editing=editing)

    def followed(self, *editors: Any, deleting: str = "", editing: str = "") -> Updates:
        """All that may have changed in a file or elsewhere; what is being typed stays."""
        shown = self._decisions(editing)
        for index, file in enumerate(self.files):
            shown |= file.followed(editors[2 * index], editors[2 * index + 1], deleting, editing)
        return shown

    def put_back(self, *editors: Any) -> Updates:
        """No note in the form."""
        return {**self.followed(*editors), self.editing: ""}

    def saving(self, form: NoteForm) -> Callable[..., Updates]:
        """What a form does with its words: those of a proposal accept it. Where they cannot be kept they stay in it."""

        def save(editing: str, words: str, *editors: Any) -> Updates:
            try:
                if form is self.waiting.form:
                    self._app.memory.accept(editing, words)
                else:
                    self._app.memory.edit(editing, words)
            except RagdeskError as problem:
                stays = form.shown(True)
                return {**self.followed(*editors, editing=editing), **stays, self.note: render.error(problem)}
            return {**self.put_back(*editors), self.note: render.notice(t("Changed."), "good")}

        return save

    def do(self, value: str, editing: str, *editors: Any) -> Updates:
        """What a link in one of the lists asked for."""
        verb, *arguments = render.read_action(value)
        chosen = (arguments or [""])[0]
        if verb == "ask-delete":
            return {self.note: "", **self.followed(*editors, deleting=chosen, editing=editing)}
        try:
            if verb == "edit":
                return {**self.followed(*editors), **self._opened(chosen)}
            done = self._done(verb, chosen)
        except RagdeskError as problem:
            done = {self.note: render.error(problem)}
        return {**self.followed(*editors, editing=editing), **done}

    def _opened(self, note_id: str) -> Updates:
        """A note, or a proposal, in the form in its place."""
        shown: Updates = {self.editing: note_id, self.note: ""}
        for proposal in self._app.memory.proposals():
            shown |= self.waiting.opened(proposal) if proposal.id == note_id else {}
        for file, which in zip(self.files, ABOUT, strict=True):
            for note in self._app.memory.entries(which):
                shown |= file.opened(note) if note.id == note_id else {}
        return shown

    def _done(self, verb: str, chosen: str) -> Updates:
        if verb == "keep":
            return {self.note: ""}
        if verb == "move":
            self._app.memory.move(chosen)
            return {self.note: render.notice(t("Moved."), "good")}
        if verb == "delete":
            self._app.memory.delete(chosen)
            return {self.note: render.notice(t("Forgotten."), "good")}
        return {self.note: render.notice(decide(self._app, verb, chosen), "good")}

    def _decisions(self, editing: str = "") -> Updates:
        shown = self.waiting.listed(editing)
        try:
            return {**shown, self.lately: render_memory.written(self._app.memory.written())}
        except RagdeskError:
            return {**shown, self.lately: ""}  # the lists above tell of it


def decide(app: "App", verb: str, proposal_id: str) -> str:
    """Do what a link about something noticed asks for, in this tab or under an answer; says what was done.

    Raises:
        RagdeskError: it was decided already, or cannot be written now.
    """
    if verb == "accept-memory":
        app.memory.accept(proposal_id)
        return t("Remembered.")
    if verb == "both-memory":
        app.memory.accept(proposal_id, keep_both=True)
        return t("Remembered beside the other one.")
    if verb == "reject-memory":
        app.memory.reject(proposal_id)
        return t("Not remembered.")
    app.memory.undo(proposal_id)
    return t("Forgotten. The question itself stays in its conversation.")
