"""Memory as a person deals with it: what is noticed is written or proposed; every note can be changed, moved and forgotten.

    a message → notice → said before? → contradicts a note, or unsure → proposal
                                      → sure                          → the file, with Undo

Notes lend wording and names to questions (`context`). They are never evidence and never cited: nothing here is a `Hit`.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ragdesk.app.runtime import Current
from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import RagdeskError, StoreError, UnknownIdError, UsageError
from ragdesk.domain.memory import MemoryContext, MemoryName, MemoryNote, Noticed, Remembered
from ragdesk.domain.ports import Cancelled
from ragdesk.extras.memory import files, notes

# The page says notes so, too.
from ragdesk.extras.memory.addressed import addressed as addressed
from ragdesk.extras.memory.alike import folded, said_before
from ragdesk.extras.memory.calibration import ASKED
from ragdesk.extras.memory.facts import contradicts
from ragdesk.extras.memory.recall import recall
from ragdesk.extras.memory.use import resolve, used, wording
from ragdesk.storage.ledger.proposals import Proposals

log = logging.getLogger(__name__)

NAMES: tuple[MemoryName, MemoryName] = ("user", "company")
# What is noticed beside an answer does not wait long for another window that writes.
SHORT_WAIT = 1.0


class Memory:
    """What a person can do with what is remembered. Safe to use from several threads, and from several processes."""

    def __init__(self, paths: Mapping[MemoryName, Path], current: Current) -> None:
        self._paths = paths
        self._current = current

    @property
    def _proposals(self) -> Proposals:
        return self._current.library.proposals

    # ------------------------------------------------------------ the files

    def text(self, which: MemoryName) -> str:
        """A file as it is. Raises StoreError."""
        return files.read(self._paths[which])

    def save_text(self, which: MemoryName, text: str, known: str) -> None:
        """Replace a file by what the person made of `known`, which is what they last read of it.

        Raises:
            UsageError: the file is not what it was then, or the text is too long. BusyError, StoreError.
        """
        if "\r\n" in known and "\r" not in text:
            text = text.replace("\n", "\r\n")  # the page's editor drops them

        def change(old: str) -> str:
            if old != known:
                raise UsageError(
                    "Not saved: the file was changed elsewhere since you opened it.",
                    "Copy what you wrote, then press Read again.",
                )
            return text

        files.update(self._paths[which], change)
        self._forget_the_gone(which)

    def entries(self, which: MemoryName) -> list[MemoryNote]:
        """The notes of a file, in its order. Raises StoreError."""
        return notes.parse(self.text(which), which)

    def add(self, which: MemoryName, words: str) -> None:
        """Write a note at the end of a file.

        Raises:
            UsageError: it is noted there already, or as for `edit`. BusyError, StoreError.
        """

        def change(text: str) -> str:
            changed = _with_note(text, which, notes.checked(words))
            if changed == text:
                raise UsageError("This is noted already.", "Change the note that says it.")
            return changed

        files.update(self._paths[which], change)

    def edit(self, note_id: str, words: str) -> None:
        """Change a note's words; the old ones are forgotten.

        Raises:
            UnknownIdError, UsageError, BusyError, StoreError.
        """
        which = notes.file_of(note_id)
        files.update(self._paths[which], lambda text: notes.replace(text, which, note_id, words))
        self._forget_the_gone(which)

    def move(self, note_id: str) -> None:
        """Move a note to the end of the other file. Errors as for `edit`."""
        which = notes.file_of(note_id)
        note = next((each for each in self.entries(which) if each.id == note_id), None)
        if note is None:
            raise UnknownIdError(
                "There is no note “{id}”.", "It was changed or deleted meanwhile.", id=note_id
            )
        self._write(NAMES[which == "user"], note.text)  # first there, then not here: a crash loses nothing
        self.delete(note_id)

    def delete(self, note_id: str) -> None:
        """Forget a note: no byte of it stays in the home, but for conversations, which keep what was asked and answered.

        Raises:
            UnknownIdError, BusyError, StoreError.
        """
        which = notes.file_of(note_id)
        files.update(self._paths[which], lambda text: notes.remove(text, which, note_id))
        self._forget_the_gone(which)

    # ------------------------------------------------------------ noticing

    def notice(self, message: str, message_id: str = "") -> list[Remembered]:
        """Look at what a person wrote, by patterns alone, and write or propose what is worth it. What cannot be kept now is
        logged and left: an answer never fails for it."""
        if not self.notices:
            return []
        from ragdesk.extras.memory.notice import notice

        return self._remember(notice(message), message_id)

    def notice_more(self, message: str, message_id: str, cancelled: Cancelled) -> list[Remembered]:
        """Ask the model about what no pattern caught, and propose what it finds. Takes a second or so."""
        if not self.notices or self._current.settings.memory.ask_model == "off":
            return []
        from ragdesk.extras.memory.ask_model import ask, candidates

        clauses = candidates(message)
        return (
            self._remember(list(ask(clauses, self._current.engines.llm(), cancelled)), message_id)
            if clauses
            else []
        )

    def _remember(self, noticed: Sequence[Noticed], message_id: str) -> list[Remembered]:
        kept: list[Remembered] = []
        try:
            for one in noticed:
                found = self._remember_one(one, message_id)
                kept += [found] if found is not None else []
        except RagdeskError as error:
            log.warning("not remembered code=%s", error.code)
        return kept

    def _remember_one(self, one: Noticed, message_id: str) -> Remembered | None:
        known = [note for which in NAMES for note in self.entries(which)]
        waiting = [each.text for each in self._proposals.all("proposed")]
        if said_before(
            one.text, [*(note.text for note in known), *waiting], self._current.engines.embedder_or_none()
        ):
            return None
        if one.confidence < ASKED and self._proposals.was_rejected(one.which, one.text):
            return None
        against = next(
            (note.text for note in known if note.which == one.which and contradicts(one.text, note.text)), ""
        )
        if against or one.confidence < self._current.settings.memory.confidence:
            return self._proposals.add(one, "proposed", against, message_id)
        self._write(one.which, one.text, SHORT_WAIT)
        return self._proposals.add(one, "written", "", message_id)

    # ------------------------------------------------------------ proposals

    def proposals(self) -> list[Remembered]:
        """What waits for the person, the newest first."""
        return self._proposals.all("proposed")

    def written(self) -> list[Remembered]:
        """What was noticed, written, and is still as it was, the newest first."""
        for which in NAMES:
            self._forget_the_gone(which, only_if_any=True)
        return self._proposals.all("written")

    def of_message(self, message_id: str) -> list[Remembered]:
        """What was noticed in the question before an answer, in the order said."""
        both = [*self._proposals.all("proposed"), *self._proposals.all("written")]
        return sorted(
            (each for each in both if each.message_id == message_id), key=lambda each: each.created_at
        )

    def accept(self, proposal_id: str, words: str | None = None, *, keep_both: bool = False) -> None:
        """Write a proposal, in other `words` if they are given, in place of the note that it contradicts unless `keep_both`.

        Raises:
            UnknownIdError: it is decided already. UsageError, BusyError, StoreError.
        """
        proposal = self._proposals.get(proposal_id)
        which, old = proposal.which, "" if keep_both else proposal.replaces
        said = notes.checked(proposal.text if words is None else words)

        def change(text: str) -> str:
            against = next((note for note in notes.parse(text, which) if note.text == old), None)
            if against is not None:
                return notes.replace(text, which, against.id, said)
            return _with_note(text, which, said)

        files.update(self._paths[which], change)
        self._proposals.settle(proposal_id, said)
        self._forget_the_gone(which)

    def reject(self, proposal_id: str) -> None:
        """Forget a proposal; it is not proposed again. Raises UnknownIdError, BusyError."""
        self._proposals.reject(proposal_id)
        self._proposals.shred()

    def undo(self, proposal_id: str) -> None:
        """Forget a note that was written without asking, or a proposal.

        Raises:
            UnknownIdError: it was changed or forgotten since. BusyError, StoreError.
        """
        kept = self._proposals.get(proposal_id)
        if kept.state == "proposed":
            self.reject(proposal_id)
            return
        note = next((each for each in self.entries(kept.which) if each.text == kept.text), None)
        if note is None:
            self._forget_the_gone(kept.which)
            raise UnknownIdError("The note was changed since it was written.", "Look in the Memory tab.")
        self.delete(note.id)

    # ------------------------------------------------------------ use in answers

    def context(self, question: str, history: Sequence[Turn] = ()) -> MemoryContext:
        """What the notes lend to a question. A file that cannot be read lends nothing; the Memory tab says why."""
        try:
            known = [note for which in NAMES for note in self.entries(which)]
        except StoreError as error:
            log.warning("memory not read code=%s", error.code)
            known = []
        turns = (
            Turn(turn.role, resolve(turn.text, known)) if turn.role == "user" else turn for turn in history
        )
        asked = [question, *(turn.text for turn in history if turn.role == "user")]
        return MemoryContext(resolve(question, known), tuple(turns), wording(known), used(asked, known))

    @property
    def notices(self) -> bool:
        """Whether what a person says of themselves is noticed."""
        return self._current.settings.memory.notice != "off"

    def recall(self, slot: str) -> tuple[str, list[MemoryNote]]:
        """See `recall.recall`. Of a file that cannot be read nothing is recalled; the Memory tab says why."""
        try:
            return recall(slot, [note for which in NAMES for note in self.entries(which)])
        except StoreError as error:
            log.warning("memory not read code=%s", error.code)
            return "", []

    def words_of(self, note_ids: Collection[str]) -> dict[str, str]:
        """What the notes of these ids say, by id. Those that were changed or forgotten since are left out, and those of a file
        that cannot be read; the Memory tab says why."""
        found: dict[str, str] = {}
        try:
            for which in NAMES if note_ids else ():
                found |= {note.id: note.text for note in self.entries(which) if note.id in note_ids}
        except StoreError as error:
            log.warning("memory not read code=%s", error.code)
        return found

    # ------------------------------------------------------------ writing and forgetting

    def _write(self, which: MemoryName, words: str, wait: float = files.LOCK_SECONDS) -> None:
        files.update(self._paths[which], lambda text: _with_note(text, which, words), wait)

    def _forget_the_gone(self, which: MemoryName, *, only_if_any: bool = False) -> None:
        """The ledger forgets what names a note that its file does not hold any more, by whatever hand."""
        found = self._proposals.keep_only(which, {note.text for note in self.entries(which)})
        if found or not only_if_any:
            self._proposals.shred()


def _with_note(text: str, which: MemoryName, words: str) -> str:
    """The file with the note at its end, unless another window wrote it meanwhile."""
    if any(folded(note.text) == folded(words) for note in notes.parse(text, which)):
        return text
    return notes.add(text, which, words)
