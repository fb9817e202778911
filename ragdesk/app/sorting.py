"""The order that a person keeps in the library: collections, several documents at once, and what is wrong with which."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ragdesk.domain.documents import Document, DocumentState
from ragdesk.domain.errors import Problem
from ragdesk.ingesting.readers.parse import INGEST_VERSION
from ragdesk.storage.library import Library


class SortingDesk:
    """What a person can do with many documents. Safe to use from several threads."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def collections(self) -> list[tuple[str, int]]:
        """Every collection, and how many documents it holds."""
        return [(each.name, each.documents) for each in self._library.collections.all()]

    def create(self, name: str) -> None:
        """Make a collection; one that is there already stays as it is.

        Raises:
            UsageError: the name is empty.
        """
        self._library.collections.create(name)

    def put(self, document_ids: Iterable[str], name: str) -> None:
        """Put documents into a collection, which is made if it is not there.

        Raises:
            UsageError: the name is empty.
        """
        self._library.collections.assign(document_ids, name)

    def take_out(self, document_ids: Iterable[str], name: str) -> None:
        """Raises:
        UnknownIdError: there is no such collection.
        """
        self._library.collections.unassign(document_ids, name)

    def rename(self, name: str, new_name: str) -> None:
        """Raises:
        UnknownIdError: there is no such collection. UsageError: the new name is empty, or another has it.
        """
        self._library.collections.rename(name, new_name)

    def states(self, documents: Sequence[Document]) -> dict[str, DocumentState]:
        """What is not as it should be, by document; those that are not named are well. The gravest comes first."""
        found = {
            each.id: DocumentState("outdated", Problem("An older RAGDesk read it: read it anew."))
            for each in documents
            if each.ingest_version < INGEST_VERSION
        }
        words = Problem("Found by its words alone until its vectors have been made anew.")
        found |= {each: DocumentState("words", words) for each in self._library.needs_reencoding()}
        problems = self._library.all_problems()
        unread = Counter(each.parent_id for each in problems if each.parent_id and not each.document_id)
        found |= {
            each: DocumentState(
                "partial", Problem("{number:,} of the files inside could not be read.", number=number)
            )
            for each, number in unread.items()
        }
        found |= {
            each.document_id: DocumentState(
                "problem", Problem("What lies there now could not be read: {why}", why=each.problem)
            )
            for each in problems
            if each.document_id
        }
        return found
