"""Removing documents: from every store, with what lies inside of them, and with the answers that quote them if a person wants."""

from collections.abc import Sequence

from ragdesk.app.background import BackgroundIntake
from ragdesk.app.entries import EntryReview
from ragdesk.app.runtime import Current
from ragdesk.app.watched_folders import WatchedFolders
from ragdesk.domain.conversations import Message
from ragdesk.domain.documents import Removal
from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import SourceInfo
from ragdesk.storage.library import Library


class Removals:
    """Takes documents out of the library. Safe to use from several threads."""

    def __init__(
        self, current: Current, intake: BackgroundIntake, watched: WatchedFolders, entries: EntryReview
    ) -> None:
        self._current = current
        self._intake = intake
        self._watched = watched
        self._entries = entries

    def quoting(self, document_ids: Sequence[str]) -> list[Message]:
        """The messages that quote passages of these documents or of what goes with them, and the questions before them."""
        library = self._current.library
        return library.conversations.quoting(_with_parts(document_ids, library))

    def remove(self, document_ids: Sequence[str], *, messages: bool = False) -> list[Removal]:
        """Remove documents from every store, and what is inside of them.

        Args:
            messages: delete the questions and answers that quote them, too.

        Raises:
            UnknownIdError: one of them is not there; nothing was removed. BusyError: another process is writing.
        """
        library = self._current.library
        documents = [library.document(document_id) for document_id in document_ids]
        quoting = [message.id for message in self.quoting(document_ids)] if messages else []
        watched = [
            source for document in documents for source in document.sources if self._watched.holds(source)
        ]
        with self._intake.set_aside(), library.write_session() as writer:
            files = [library.sources.get(source) for source in watched]
            removed = writer.remove(document_ids)
            for file in files:
                if file is not None:
                    # Else the next look at the folder would bring it back.
                    place = SourceInfo(file.path, file.bytes, file.mtime_ns)
                    writer.record_failure(
                        place, Problem("You removed it.", "It comes back when the file changes.")
                    )
        self._entries.withdraw(documents)
        library.conversations.delete_messages(quoting)
        return removed


def _with_parts(document_ids: Sequence[str], library: Library) -> list[str]:
    """The documents, and those that are found nowhere but inside of them."""
    together = list(document_ids)
    for document_id in together:  # grows while it is gone through
        for part in library.sources.parts(document_id):
            if part.document_id is None or part.document_id in together:
                continue
            inside = library.document(part.document_id)
            if inside.depth and set(inside.parents) <= set(together):
                together.append(inside.id)
    return together
