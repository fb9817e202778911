"""What was noticed and waits for a decision, one of them perhaps in a form in its place."""

from typing import TYPE_CHECKING, Any

from ragdesk.errors import RagdeskError
from ragdesk.types import Remembered
from ragdesk.ui import render
from ragdesk.ui.memory import render_memory
from ragdesk.ui.memory.note_form import NoteForm
from ragdesk.ui.parts import Updates, markdown

if TYPE_CHECKING:
    from ragdesk.desk import Desk


class ProposalsPanel:
    """Lays the proposals out. A proposal whose words are changed is accepted by that."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
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
            waiting = self._desk.memory.proposals()
        except RagdeskError as problem:
            return {self.list: render.error(problem), self.rest: "", **self.form.shown(False)}
        at = next((index for index, each in enumerate(waiting) if each.id == editing), None)
        above, below = (waiting, []) if at is None else (waiting[:at], waiting[at + 1 :])
        return {
            self.list: render_memory.proposals(above) if waiting else "",
            self.rest: render_memory.proposals(below, headed=False) if below else "",
            **self.form.shown(at is not None),
        }

    def opened(self, proposal: Remembered) -> Updates:
        """A proposal in the form."""
        return {**self.listed(proposal.id), self.form.words: proposal.text}
