"""Documents as a whole, read from the library and from shared ones beside it."""

from collections.abc import Mapping, Sequence

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.errors import StoreError
from ragdesk.domain.search import Hit, Scope, TextPlace
from ragdesk.storage.library import Library
from ragdesk.storage.shelves import Shelves

# Behind the end of any document.
THE_END = 2**31 - 1


class LibraryDocuments:
    """Implements `ports.WholeDocuments`. Without `shelves`, of the own library alone."""

    def __init__(self, library: Library, shelves: Shelves | None = None) -> None:
        self._library = library
        self._shelves = shelves or Shelves(library, {})

    def documents(self, scope: Scope, hits: Sequence[Hit] = ()) -> Sequence[Document]:
        own, elsewhere = self._shelves.scopes(scope)
        listed = [] if own is None else self._own(own)
        if scope.collections or self._shelves.alone:
            return listed
        named = elsewhere.documents or [hit.chunk.document_id for hit in hits if hit.library]
        found = {document.id: document for document in listed}
        for document_id in named:
            if document_id not in found:
                try:
                    found[document_id] = self._shelves.document(document_id)
                except StoreError:  # the search for it says so
                    continue
        return list(found.values())

    def _own(self, scope: Scope) -> list[Document]:
        allowed = self._library.collections.resolve(scope)
        return [each for each in self._library.documents.all() if allowed is None or each.id in allowed]

    def lists_all(self, scope: Scope) -> bool:
        return scope != Scope() or self._shelves.alone

    def library(self, document_id: str) -> str:
        return "" if self._shelves.alone else self._shelves.library_of(document_id)

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        own = self._library.chunks.of_document(document_id)
        if own or self._shelves.alone:
            return own
        return [hit.chunk for hit in self._shelves.around(TextPlace(document_id, 0, THE_END), 0)]

    def vectors(self, document_id: str) -> Mapping[str, FloatArray]:
        return (
            self._library.vectors_by_text(document_id)
            if self._shelves.alone
            else self._shelves.vectors_by_text(document_id)
        )
