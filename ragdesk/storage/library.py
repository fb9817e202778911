"""The library: everything that is stored. The tables of the ledger are read by name (`library.documents`); what joins the
stores is here. Writing is done in a `write_session`.

    search:  scope → index (LanceDB or Tantivy) → ledger → hits

Only what the ledger calls ready is ever seen, whatever the indexes hold. It makes no vectors and knows no
model but by its fingerprint.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document, Page
from ragdesk.domain.errors import BusyError, ModelMissingError, StoreError, UnknownIdError
from ragdesk.domain.models import Check
from ragdesk.domain.search import Hit, QueryText, Scope, TextPlace
from ragdesk.host.paths import Home
from ragdesk.storage import aside
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.embedding import Embedding, Encode
from ragdesk.storage.index.index import Indexes
from ragdesk.storage.index.malloc import limit_arenas
from ragdesk.storage.index.word_fields import DEFAULT_BOOSTS, FieldBoosts
from ragdesk.storage.ledger.ledger import Ledger
from ragdesk.storage.lock import exclusive

if TYPE_CHECKING:
    from ragdesk.storage.writer import LibraryWriter

log = logging.getLogger(__name__)

Search = Callable[..., list[tuple[str, float]]]


class Library:
    """The stores of one home. Reading is safe from any thread.

    Implements `ports.Retriever` and `ports.TextStore`.
    """

    def __init__(self, home: Home, embedding: Embedding | None, boosts: FieldBoosts = DEFAULT_BOOSTS) -> None:
        self._home = home
        self._embedding = embedding
        self._boosts = boosts
        limit_arenas()
        _refuse_emptied(home)
        aside.give_up(home.root)
        self._ledger = Ledger(home.ledger, home.incoming)
        # A folder of its own: uploads in progress lie in `temporary` too.
        self._archive = Archive(home.archive, home.temporary / "store")
        self._indexes = Indexes(home.index, self._ledger)
        self.documents = self._ledger.documents
        self.chunks = self._ledger.chunks
        self.sources = self._ledger.sources
        self.collections = self._ledger.collections
        self.conversations = self._ledger.conversations
        self.jobs = self._ledger.jobs
        self.entries = self._ledger.entries
        self.handovers = self._ledger.handovers
        self.proposals = self._ledger.proposals
        self.ratings = self._ledger.ratings
        self.starters = self._ledger.starters
        self.overviews = self._ledger.overviews
        self.tables = self._ledger.tables
        self.watched = self._ledger.watched
        aside.keep_early(home.root)

    @classmethod
    def open(
        cls,
        home: Home,
        fingerprint: str | None = None,
        dimensions: int | None = None,
        *,
        boosts: FieldBoosts = DEFAULT_BOOSTS,
    ) -> "Library":
        """Open the stores of a home that `open_home` has made.

        Args:
            fingerprint: the embedder's; None where there is none: search by words and removing work, adding
            does not.
            dimensions: of the embedder's vectors; needed with a fingerprint.

        Raises:
            HomeTooNewError: a newer RAGDesk wrote it.
            StoreError: the ledger is damaged or cannot be opened.
        """
        embedding = Embedding(fingerprint, dimensions) if fingerprint and dimensions else None
        return cls(home, embedding, boosts)

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._ledger.close()
        aside.keep(self._home.root)

    def warm(self) -> None:
        """Open both indexes now, so that the first search waits neither for LanceDB's import (seconds) nor for the vectors."""
        if index := self._indexes.current():
            _ = index.words
            index.vectors.warm()

    # ------------------------------------------------------------ searching

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> list[Hit]:
        """The nearest chunks; scores are cosines, -1 to 1. Empty where every vector was made by another
        embedder.

        Raises:
            ModelMissingError: the library was opened without an embedder.
            UnknownIdError: the scope names what is not in the library.
            StoreError: the index is damaged.
        """
        if self._embedding is None:
            raise ModelMissingError(
                "There is no embedding model, so only words can be searched.", "Run: ragdesk models fetch"
            )
        index = self._indexes.current()
        if index is None or index.pointer.fingerprint != self._embedding.fingerprint:
            return []
        return self._visible(partial(index.vectors.search, vector), "vector", limit, scope)

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
        """The chunks that carry the query's words best; scores are BM25 sums, above 0.

        Raises:
            UnknownIdError: the scope names what is not in the library.
            StoreError: the index is damaged.
        """
        index = self._indexes.current()
        if index is None:
            return []
        languages = self._ledger.documents.languages()
        search = partial(index.words.search, query, languages=languages, boosts=self._boosts)
        return self._visible(search, "words", limit, scope)

    def around(self, place: TextPlace, reach: int) -> list[Hit]:
        """As `ports.Retriever` has it."""
        chunks = self._ledger.chunks.around(place, reach)
        ready = self._ledger.chunks.ready([chunk.id for chunk in chunks])
        names = self._ledger.documents.names({place.document_id})
        return [
            Hit(chunk, 0.0, "fused", names.get(place.document_id, ""))
            for chunk in chunks
            if chunk.id in ready
        ]

    def _visible(
        self, search: Search, engine: Literal["vector", "words"], limit: int, scope: Scope
    ) -> list[Hit]:
        """The best `limit` that belong to ready documents.

        While a batch is being stored, an index may hold what is not ready yet, or not any more: then more is asked for.
        """
        allowed = self._ledger.collections.resolve(scope)
        count, again = limit, True
        while count > 0:
            scored = search(count, documents=allowed)
            chunks = self._ledger.chunks.ready([chunk_id for chunk_id, _ in scored])
            visible = [(chunks[chunk_id], score) for chunk_id, score in scored if chunk_id in chunks]
            complete = len(visible) == len(scored) or len(visible) >= limit
            if complete or (len(scored) < count and not again):
                # Equal scores in an order that does not hang on the indexes' own files.
                visible.sort(key=lambda pair: (-pair[1], pair[0].document_id, pair[0].ordinal))
                names = self._ledger.documents.names({chunk.document_id for chunk, _ in visible[:limit]})
                return [
                    Hit(chunk, score, engine, names.get(chunk.document_id, ""))
                    for chunk, score in visible[:limit]
                ]
            if len(scored) < count:
                # Retry once: a batch may have replaced these chunks meanwhile.
                again = False
            else:
                count *= 2
        return []

    # ------------------------------------------------------------ reading

    def document(self, document_id: str) -> Document:
        """Raises:
        UnknownIdError: it is not in the library.
        """
        document = self._ledger.documents.get(document_id)
        if document is None:
            raise UnknownIdError(
                "There is no document “{id}” in the library.",
                "See the ids with: ragdesk list",
                id=document_id,
            )
        return document

    def sha256(self, document_id: str) -> str:
        """Of the document's file, in hexadecimal. Errors as for `document`."""
        return self._ledger.documents.sha256(self.document(document_id).id) or ""

    def pages(self, document_id: str) -> list[Page]:
        return self._ledger.chunks.pages(document_id)

    def text(self, document_id: str) -> str:
        """The document's text, whole; all offsets count in it.

        Raises:
            UnknownIdError: it is not (or no longer) in the library.
            StoreError: the disk refuses.
        """
        return self._archive.text(document_id)

    def layout_bytes(self, document_id: str) -> bytes | None:
        """What was stored of the document's layout; errors as for `text`."""
        return self._archive.layout_bytes(document_id)

    def original(self, document_id: str) -> Path:
        """Where the document's original lies; errors as for `text`."""
        return self._archive.original(document_id)

    def vectors_by_text(self, document_id: str) -> dict[str, FloatArray]:
        """The vectors of a document's chunks, by the text that each was made of, where the embedder in use made them."""
        index = self._indexes.current()
        if (
            index is None
            or self._embedding is None
            or index.pointer.fingerprint != self._embedding.fingerprint
        ):
            return {}
        vectors = index.vectors.of_document(document_id)
        return {
            chunk.embedding_text: vectors[chunk.id]
            for chunk in self._ledger.chunks.of_document(document_id)
            if chunk.id in vectors
        }

    def needs_reencoding(self) -> list[str]:
        """Documents that vector search does not see, because another embedder made their vectors; search by
        words does. Empty without an embedder. `LibraryWriter.reencode` mends it."""
        return self._ledger.documents.not_indexed_in(self._embedding.fingerprint) if self._embedding else []

    # ------------------------------------------------------------ writing and mending

    @contextmanager
    def write_session(self, wait: float = 10.0) -> Iterator["LibraryWriter"]:
        """The right to write, held by one thread of one process; what a crash left half-done is settled
        first.

        Raises:
            BusyError: another still writes after `wait` seconds.
        """
        with self._locked(wait):
            aside.give_up(self._home.root)
            writer = self._writer()
            writer.recover()
            try:
                yield writer
            finally:
                writer.finish()

    def settle(self) -> None:
        """At start-up: finish or undo what a crash left half-done, unless another process is at work on it or the disk
        refuses."""
        half_done = self._ledger.documents.half_done()
        known = self._ledger.documents.ids() | half_done
        unsettled = half_done or self._ledger.replacing() or self._ledger.jobs.strays()
        if not unsettled and not self._archive.returning() and not self._archive.strays(known):
            return
        try:
            with self.write_session(wait=0):
                pass  # beginning a session settles it
        except BusyError:
            return
        except StoreError as error:
            # A full disk, or an index that is damaged: what is ready can be read, and `doctor` says what to do.
            log.warning("not settled error=%s", error.message)

    def rebuild(self, encode: Encode, wait: float = 10.0) -> None:
        """Make both indexes anew from the ledger, whatever state the old ones are in; searches use those
        until the end.

        Args:
            encode: texts to (n, dimensions) float32 unit vectors, by the embedder that the library was
            opened with.

        Raises:
            BusyError, ModelMissingError, StoreError.
        """
        with self._locked(wait):
            writer = self._writer()
            writer.rebuild(encode)
            writer.finish()

    def check(self) -> list[Check]:
        """Are the stores consistent with one another? Reads everything; changes nothing."""
        from ragdesk.storage.doctor import examine

        try:
            with self._locked(0):
                return examine(
                    self._home,
                    self._ledger,
                    self._archive,
                    self._indexes,
                    self._embedding,
                    being_written=False,
                )
        except BusyError:
            return examine(
                self._home, self._ledger, self._archive, self._indexes, self._embedding, being_written=True
            )

    def _writer(self) -> "LibraryWriter":
        from ragdesk.storage.writer import LibraryWriter

        return LibraryWriter(self._ledger, self._archive, self._indexes, self._embedding)

    def _locked(self, wait: float) -> AbstractContextManager[None]:
        return exclusive(self._home.write_lock, wait)


def _refuse_emptied(home: Home) -> None:
    """SQLite takes an empty file for a new database. A disk that lost the content would so lose conversations unseen."""
    ledger, documents = home.ledger, any(home.archive.iterdir())
    if documents and ledger.exists() and ledger.stat().st_size == 0:
        raise StoreError(
            "The ledger {path} is empty, though there are documents.",
            "Restore it from a backup. Without one, delete it: the documents are then taken in again; conversations are lost.",
            path=ledger,
        )
