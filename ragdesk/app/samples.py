"""Three sample documents for a newcomer: taken in like any other file, asked about, and taken out again."""

from collections.abc import Callable, Sequence
from pathlib import Path

from ragdesk.app.background import BackgroundIntake
from ragdesk.domain.documents import Document
from ragdesk.host.hashing import sha256_of
from ragdesk.host.paths import bundled_examples
from ragdesk.storage.library import Library

COLLECTION = "Samples"
# Each with the question that it answers.
_SAMPLES = {
    "sop-autoclave.pdf": "How long must the autoclave cool down before the door is opened?",
    "handbook.md": "Who approves travel expenses above 2,000 euros?",
    "visitor-policy.html": "What colour is the badge for the clean room?",
}


class SampleDesk:
    """What a person can do with the samples.

    Args:
        remove: takes documents out of every store.
    """

    def __init__(
        self, library: Library, intake: BackgroundIntake, remove: Callable[[Sequence[str]], object]
    ) -> None:
        self._library = library
        self._intake = intake
        self._remove = remove

    def paths(self) -> list[Path]:
        """The files, as they ship with the app."""
        return [bundled_examples() / name for name in _SAMPLES]

    def questions(self) -> list[str]:
        """Questions that the samples answer."""
        return list(_SAMPLES.values())

    def add(self) -> None:
        """Queue the samples in a collection of their own; those that are there already stay as they are."""
        self._intake.queue(self.paths(), COLLECTION)

    def present(self) -> bool:
        """Whether one of them is in the library as a sample."""
        return bool(self._documents())

    def remove(self) -> int:
        """Take the samples out of every store, and their collection where nothing else is in it; returns how many there were.

        Raises:
            BusyError: another process is writing.
        """
        found = self._documents()
        if found:
            self._remove([document.id for document in found])
        left = [one for one in self._library.documents() if COLLECTION in one.collections]
        groups = self._library.collections
        if not left and any(group.name == COLLECTION for group in groups.all()):
            groups.delete(COLLECTION)
        return len(found)

    def _documents(self) -> list[Document]:
        """By their content: where they were found changes with the place of the app. A person's own copy, in another
        collection alone, is not a sample."""
        digests = (sha256_of(path) for path in self.paths())
        found = (self._library.by_sha256(digest) for digest in digests)
        return [one for one in found if one is not None and COLLECTION in one.collections]
