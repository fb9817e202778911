"""What was noticed in a question, decided by a person: in the Memory tab, or under the answer in Chat."""

from typing import TYPE_CHECKING

from ragdesk.front.web.actions.memory import (
    AcceptBesideOld,
    AcceptProposal,
    ForgetWritten,
    NoteDecision,
    RejectProposal,
)
from ragdesk.front.web.wording import t

if TYPE_CHECKING:
    from ragdesk.app.app import App


def decide(app: "App", decision: NoteDecision) -> str:
    """Do what was decided; says what was done.

    Raises:
        RagdeskError: it was decided already, or cannot be written now.
    """
    match decision:
        case AcceptProposal(proposal_id):
            app.memory.accept(proposal_id)
            return t("Remembered.")
        case AcceptBesideOld(proposal_id):
            app.memory.accept(proposal_id, keep_both=True)
            return t("Remembered beside the other one.")
        case RejectProposal(proposal_id):
            app.memory.reject(proposal_id)
            return t("Not remembered.")
        case ForgetWritten(proposal_id):
            app.memory.undo(proposal_id)
            return t("Forgotten. The question itself stays in its conversation.")
