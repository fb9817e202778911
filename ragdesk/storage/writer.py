"""Writing to the library: every store changes in one order, so that a crash anywhere can be settled.

    put:     stage archive → ledger "indexing" → archive → LanceDB → Tantivy → ledger "ready"
    remove:  ledger "removing" → archive → Tantivy → LanceDB → ledger, gone

A document that is not "ready" is invisible. `recover` takes out all of those: what was being added is absent
again, what was being removed is gone. It knows nothing of files on a person's disk but the paths that it is
told.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document, Removal
from ragdesk.domain.errors import IngestError, ModelMissingError, Problem, UnknownIdError
from ragdesk.domain.intake import NewDocument, SourceInfo, StoredBatch
from ragdesk.storage import replacing
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.embedding import Embedding, Encode
from ragdesk.storage.index.index import Index, Indexes
from ragdesk.storage.index.vectors import check_vectors
from ragdesk.storage.ledger import collections, jobs
from ragdesk.storage.ledger.documents import Documents
from ragdesk.storage.ledger.ledger import Ledger
from ragdesk.storage.ledger.sources import Sources
from ragdesk.storage.ledger.tables import Tables
from ragdesk.storage.purge import purge
from ragdesk.storage.recovery import build_indexes, put_folders_back, readmit_strays


class LibraryWriter:
    """The right to write. Made by `Library.write_session`, never kept longer."""

    def __init__(
        self, ledger: Ledger, archive: Archive, indexes: Indexes, embedding: Embedding | None
    ) -> None:
        self._ledger = ledger
        self._archive = archive
        self._indexes = indexes
        self._embedding = embedding

    # ------------------------------------------------------------ adding

    def put(self, batch: Sequence[NewDocument]) -> StoredBatch:
        """Add documents, with one commit to each index. All of them become visible at the same instant, at
        which the older versions of their sources become invisible; if anything fails, none does.

        One whose bytes are in the library already (or earlier in the batch) only gains a source.

        Raises:
            ModelMissingError: the library was opened without an embedder.
            ModelFailedError: vectors of a wrong shape, or not of length 1.
            StoreError: a store failed, and the batch was undone.
        """
        index = self._writable()
        for new in batch:
            check_vectors(new.vectors, len(new.chunks), index.pointer.dimensions)
        known = self._ledger.documents.ids()
        fresh = {new.document.id: new for new in reversed(batch) if new.document.id not in known}
        staged, refused = self._stage(fresh.values())
        stored = [new for new in batch if new.document.id not in refused]
        try:
            self._store(index, [fresh[document_id] for document_id in staged], staged.values())
            outdated = self._make_ready(stored)
        except BaseException:
            self._undo()
            raise
        return StoredBatch(
            removed=tuple(self._purge(outdated)),
            refused=tuple(
                (new.file.path, refused[new.document.id]) for new in batch if new.document.id in refused
            ),
        )

    def attach_source(
        self, document_id: str, file: SourceInfo, collection: str | None = None
    ) -> list[Removal]:
        """The bytes of a document were found at a(nother) path. Returns what became of the document that
        stood there before, if nothing else points at that.

        Raises:
            UnknownIdError: there is no such document.
        """
        self._check_known([document_id])
        with self._ledger.database.writing() as connection:
            before = Sources.attach(connection, file, document_id)
            if collection is not None:
                collections.assign(connection, [document_id], collection)
            outdated = _release(connection, [before])
        return self._purge(outdated)

    def replace(self, batch: Sequence[NewDocument]) -> None:
        """Put what was read anew in the place of what is there; the documents can be found at any moment. Files inside
        of them are queued again.

        Raises:
            ModelMissingError, ModelFailedError, StoreError: as for `put`. UnknownIdError: one is not in the library.
        """
        if not batch:
            return
        index = self._writable()
        for new in batch:
            check_vectors(new.vectors, len(new.chunks), index.pointer.dimensions)
        self._check_known([new.document.id for new in batch])

        def queue_parts(connection: sqlite3.Connection) -> None:
            for new in batch:
                _queue_parts(connection, new)

        replacing.replace(self._ledger, self._archive, index, batch, queue_parts)

    def retitle(self, document: Document, chunks: Sequence[Chunk]) -> None:
        """A document goes by another title from now on; `chunks` are its own, with contexts that say so. Its vectors are to be
        made again: until `reencode`, it is found by its words.

        Raises:
            UnknownIdError: it is not in the library. StoreError: a store failed; the next session finishes or undoes it.
        """
        self._check_known([document.id])
        replacing.retitle(self._ledger, self._archive, self._indexes.current(), document, chunks)

    def record_failure(self, file: SourceInfo, problem: Problem) -> None:
        """Remember that a file could not be taken in; an earlier version of it stays."""
        with self._ledger.database.writing() as connection:
            Sources.record_problem(connection, file, problem)

    def reencode(self, vectors: Mapping[str, FloatArray]) -> None:
        """Store vectors of the library's own embedder for documents that had another's.

        Args:
            vectors: by document id, (number of its chunks, dimensions), in the order of `Library.chunks`.

        Raises:
            ModelMissingError, ModelFailedError, StoreError: as for `put`.
        """
        index = self._writable()
        chunks = [chunk for document_id in vectors for chunk in self._ledger.chunks.of_document(document_id)]
        stacked = np.concatenate([np.empty((0, index.pointer.dimensions), np.float32), *vectors.values()])
        index.vectors.purge(vectors.keys())  # a re-encoding that was killed may have left some
        index.vectors.append_chunks(chunks, stacked)
        with self._ledger.database.writing() as connection:
            Documents.set_indexed_in(connection, vectors, index.pointer.fingerprint)

    # ------------------------------------------------------------ removing

    def remove(self, document_ids: Sequence[str]) -> list[Removal]:
        """Remove documents from every store; their bytes have left the disk when the session ends.

        The quotes that conversations cite stay with those conversations.

        Raises:
            UnknownIdError: one of them is not in the library; nothing was removed.
        """
        self._check_known(document_ids)
        with self._ledger.database.writing() as connection:
            Documents.set_state(connection, document_ids, "removing")
        return [*self._purge(document_ids), *self.drop_stale_parts()]

    def forget_source(self, path: str) -> list[Removal]:
        """A path is no longer a source. Returns what became of its document, if nothing else points at
        that."""
        with self._ledger.database.writing() as connection:
            outdated = _release(connection, Sources.forget(connection, path))
        return self._purge(outdated)

    def drop_stale_parts(self) -> list[Removal]:
        """Forget the sources inside of files that are gone or have changed. Returns receipts for the documents that no other
        source points at; those are removed."""
        with self._ledger.database.writing() as connection:
            outdated = _release(connection, Sources.forget_stale_parts(connection))
        self._ledger.jobs.drop_stale()
        return self._purge(outdated)

    # ------------------------------------------------------------ settling

    def recover(self) -> None:
        """Take out what a crash left half-done, and make the index of the library's embedder the one in
        use."""
        self._ledger.jobs.delete_strays()  # first, because it makes room
        put_folders_back(
            self._ledger, self._archive, all_of_them=False
        )  # before anything of a document is deleted
        self._undo()
        replacing.settle(self._ledger, self._archive, self._indexes.current())
        readmit_strays(self._ledger, self._archive)
        self._archive.discard_strays(self._ledger.documents.ids())
        pointer = self._ledger.pointer()
        if self._embedding and (pointer is None or pointer.fingerprint != self._embedding.fingerprint):
            build_indexes(self._ledger, self._indexes, self._embedding, encode=None)
        self._indexes.delete_unused()

    def put_folders_back(self) -> None:
        """Put folders of the archive that were exchanged back in their places; reads every original. Raises StoreError."""
        put_folders_back(self._ledger, self._archive, all_of_them=True)

    def rebuild(self, encode: Encode) -> None:
        """Make both indexes anew; the old ones are not even opened. Before, put folders that were exchanged back.

        What is half-done goes at the end of the session, out of the new ones. Out of the ledger alone, before they are made, it
        would stay in the old ones for good if they cannot be made.
        """
        self.put_folders_back()
        if self._embedding is None:
            raise ModelMissingError(
                "There is no embedding model to make vectors with.", "Run: ragdesk models fetch"
            )
        build_indexes(self._ledger, self._indexes, self._embedding, encode)

    def finish(self) -> None:
        """At the end of a session: compact, and let what was deleted leave the disk."""
        self._undo()
        if not self._ledger.jobs.has_parts():
            # While parts wait in the queue, a source that looks stale may only not have been read again yet.
            self.drop_stale_parts()
        if index := self._indexes.current():
            index.tidy()
        self._ledger.database.shred()

    # ------------------------------------------------------------ steps

    def _purge(self, document_ids: Collection[str]) -> list[Removal]:
        return purge(self._ledger, self._archive, self._indexes, document_ids)

    def _undo(self) -> None:
        """Take out every document that is not ready, and what a killed writer left beside the indexes."""
        half_done = self._ledger.documents.half_done()
        if half_done:
            self._purge(half_done)
            if index := self._indexes.current():
                index.vectors.sweep()
                index.words.sweep()

    def _check_known(self, document_ids: Iterable[str]) -> None:
        known = self._ledger.documents.ids()
        for document_id in document_ids:
            if document_id not in known:
                raise UnknownIdError(
                    "There is no document “{id}” in the library.",
                    "See the ids with: ragdesk list",
                    id=document_id,
                )

    def _writable(self) -> Index:
        index = self._indexes.current()
        if self._embedding is None or index is None:
            raise ModelMissingError(
                "There is no embedding model, so nothing can be added.", "Run: ragdesk models fetch"
            )
        return index

    def _stage(self, batch: Iterable[NewDocument]) -> tuple[dict[str, Path], dict[str, IngestError]]:
        """By document id: the folders that are ready to be published, and why the others are not."""
        staged: dict[str, Path] = {}
        refused: dict[str, IngestError] = {}
        for new in batch:
            try:
                staged[new.document.id] = self._archive.stage(
                    new.document, new.sha256, new.parsed.text, new.original, new.layout
                )
            except IngestError as error:
                refused[new.document.id] = error
        return staged, refused

    def _store(self, index: Index, batch: Sequence[NewDocument], staged: Iterable[Path]) -> None:
        """Write a batch to every store, still invisible."""
        with self._ledger.database.writing() as connection:
            for new in batch:
                Documents.insert(
                    connection,
                    new.document,
                    new.sha256,
                    index.pointer.fingerprint,
                    new.parsed.pages,
                    new.chunks,
                )
        for path in staged:
            self._archive.publish(path)
        chunks = [chunk for new in batch for chunk in new.chunks]
        if chunks:
            vectors = np.concatenate([new.vectors for new in batch])
            index.vectors.append_chunks(chunks, vectors)
            index.words.add(self._ledger.chunks.word_rows(chunk.id for chunk in chunks))

    def _make_ready(self, batch: Sequence[NewDocument]) -> list[str]:
        """One transaction: the new are visible, the sources point at them, versions without a source are let
        go."""
        before: list[str | None] = []
        with self._ledger.database.writing() as connection:
            Documents.set_state(connection, [new.document.id for new in batch], "ready")
            for new in batch:
                old = Sources.attach(connection, new.file, new.document.id)
                if old is not None:
                    collections.inherit(connection, new.document.id, old)
                    Tables.inherit(connection, new.document.id, old)
                if new.collection is not None:
                    collections.assign(connection, [new.document.id], new.collection)
                before.append(old)
                _queue_parts(connection, new)
            return _release(connection, before)


def _queue_parts(connection: sqlite3.Connection, new: NewDocument) -> None:
    jobs.insert(connection, new.parts)
    for file, problem in new.unread:
        Sources.record_problem(connection, file, problem)


def _release(connection: sqlite3.Connection, before: Iterable[str | None]) -> list[str]:
    """Hide the documents that no source points at any more, and return their ids."""
    outdated = [
        document_id
        for document_id in dict.fromkeys(before)
        if document_id is not None and not Sources.has_any(connection, document_id)
    ]
    Documents.set_state(connection, outdated, "removing")
    return outdated
