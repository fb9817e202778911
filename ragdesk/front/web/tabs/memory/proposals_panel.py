"""What was noticed and waits for a decision, one of them perhaps in a form in its place."""

from typing import TYPE_CHECKING, Any

from ragdesk.domain.errors import RagdeskError
from ragdesk.domain.memory import Remembered
from ragdesk.front.web import render
from ragdesk.front.web.parts import Updates, markdown
from ragdesk.front.web.tabs.memory import render_memory
from ragdesk.front.web.tabs.memory.note_form import NoteForm

if TYPE_CHECKING:
    from ragdesk.app.app import App


class ProposalsPanel:
    """Lays the proposals out. A proposal whose words are changed is accepted by that."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.form = NoteForm()

    def layout(self) -> None:
        self.list = markdown("rd-proposals")
        self.form.layout("rd-note-proposal")
        self.rest = markdown("rd-proposals-rest")

    @property
    def parts(self) -> list[Any]:
        return [self.list, *self.form.parts, self.rest]

    def listed(self, editing: str = "") -> Updates:
        """Those that wait; where `editing` is one of them, the form stands in its place."""
        try:
            waiting = self._app.memory.proposals()
        except RagdeskError as problem:
            return {self.list: render.error(problem), self.rest: "", **self.form.shown(False)}
        at = next((index for index, proposal in enumerate(waiting) if proposal.id == editing), None)
        above, below = (waiting, []) if at is None else (waiting[:at], waiting[at + 1 :])
        return {
            self.list: render_memory.proposals(above) if waiting else "",
            self.rest: render_memory.proposals(below, headed=False) if below else "",
            **self.form.shown(at is not None),
        }

    def opened(self, proposal: Remembered) -> Updates:
        """A proposal in the form."""
        return {**self.listed(proposal.id), **self.form.filled(proposal.text)}
