"""Documents as a whole, read from the library."""

from collections.abc import Mapping, Sequence

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.search import Scope
from ragdesk.storage.library import Library


class LibraryDocuments:
    """Implements `ports.WholeDocuments`."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def documents(self, scope: Scope) -> Sequence[Document]:
        allowed = self._library.collections.resolve(scope)
        return [each for each in self._library.documents.all() if allowed is None or each.id in allowed]

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        return self._library.chunks.of_document(document_id)

    def vectors(self, document_id: str) -> Mapping[str, FloatArray]:
        return self._library.vectors_by_text(document_id)
