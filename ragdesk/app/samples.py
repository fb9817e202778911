"""Three sample documents for a newcomer: taken in like any other file, asked about, and taken out again."""

from pathlib import Path

from ragdesk.app.background import BackgroundIntake
from ragdesk.app.removing import Removals
from ragdesk.app.runtime import Current
from ragdesk.domain.documents import Document
from ragdesk.host.hashing import sha256_of
from ragdesk.host.paths import bundled_examples

COLLECTION = "Samples"
# Each with the question that it answers.
_SAMPLES = {
    "sop-autoclave.pdf": "How long must the autoclave cool down before the door is opened?",
    "handbook.md": "Who approves travel expenses above 2,000 euros?",
    "visitor-policy.html": "What colour is the badge for the clean room?",
}


class Samples:
    """What a person can do with the samples."""

    def __init__(self, current: Current, intake: BackgroundIntake, removals: Removals) -> None:
        self._current = current
        self._intake = intake
        self._removals = removals

    def paths(self) -> list[Path]:
        """The files, as they ship with the app."""
        return [bundled_examples() / name for name in _SAMPLES]

    def questions(self) -> list[str]:
        """Questions that the library answers because samples are in it, also as a person's own files; none without them."""
        in_library = self._in_library()
        return [question for name, question in _SAMPLES.items() if name in in_library]

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
        samples = self._documents()
        if samples:
            self._removals.remove([document.id for document in samples])
        collections = self._current.library.collections
        if any(group.name == COLLECTION and not group.documents for group in collections.all()):
            collections.delete(COLLECTION)
        return len(samples)

    def _documents(self) -> list[Document]:
        """A person's own copy, in another collection alone, is not a sample."""
        return [each for each in self._in_library().values() if COLLECTION in each.collections]

    def _in_library(self) -> dict[str, Document]:
        """The samples' documents by name. By their content: where they were found changes with the place of the app."""
        by_sha256 = self._current.library.documents.by_sha256
        documents = {path.name: by_sha256(sha256_of(path)) for path in self.paths()}
        return {name: document for name, document in documents.items() if document is not None}
