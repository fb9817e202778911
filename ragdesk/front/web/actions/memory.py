"""What can be done with notes: in the Memory tab, and under an answer in Chat where something was noticed in its question."""

from typing import Literal

from ragdesk.front.web.actions.codec import Actions, verb


@verb("accept-memory")
class AcceptProposal:
    proposal_id: str


@verb("both-memory")
class AcceptBesideOld:
    """Accept a proposal, and keep the note that it would replace."""

    proposal_id: str


@verb("reject-memory")
class RejectProposal:
    proposal_id: str


@verb("undo-memory")
class ForgetWritten:
    """Forget again what was written by itself."""

    proposal_id: str


NoteDecision = AcceptProposal | AcceptBesideOld | RejectProposal | ForgetWritten


@verb("add")
class AddNote:
    """Open the form for a new note."""

    which: Literal["user", "company"]


@verb("edit")
class EditNote:
    note_id: str


@verb("ask-delete")
class AskDeleteNote:
    note_id: str


@verb("keep")
class KeepNote:
    """The answer "no" to `AskDeleteNote`."""


@verb("delete")
class DeleteNote:
    note_id: str


@verb("move")
class MoveNote:
    """To the other file."""

    note_id: str


MemoryAction = NoteDecision | AddNote | EditNote | AskDeleteNote | KeepNote | DeleteNote | MoveNote
MEMORY: Actions[MemoryAction] = Actions("memory", MemoryAction)
