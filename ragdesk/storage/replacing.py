"""Putting what was read anew, or has another title, in the place of what is there, without a moment in which a document cannot be
found.

    mark "begun" → stage text → add new words and vectors → ledger (contents, "committed") → exchange text
    → drop old words and vectors → unmark

Until the ledger changes, new passages are invisible; from then on, old ones are. A crash is settled by `settle`: forwards
from "committed" on, backwards before. It knows nothing of how a document is read.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence

import numpy as np

from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.intake import NewDocument
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.index.index import Index
from ragdesk.storage.ledger import titles
from ragdesk.storage.ledger.documents import Documents
from ragdesk.storage.ledger.ledger import Ledger
from ragdesk.storage.ledger.word_rows import word_row


def replace(
    ledger: Ledger,
    archive: Archive,
    index: Index,
    batch: Sequence[NewDocument],
    also: Callable[[sqlite3.Connection], None],
) -> None:
    """Replace the text, pages, chunks, words and vectors of ready documents; `also` is done in the same transaction."""
    ids = [new.document.id for new in batch]
    old = {chunk.id for document_id in ids for chunk in ledger.chunks.of_document(document_id)}
    with ledger.database.writing() as connection:
        Ledger.mark_replacing(connection, ids, "begun")
    for new in batch:
        archive.stage_again(new.document, new.sha256, new.parsed.text, new.layout)
    fresh = [(new, at) for new in batch for at, chunk in enumerate(new.chunks) if chunk.id not in old]
    if fresh:
        chunks = [new.chunks[at] for new, at in fresh]
        index.words.add(word_row(new.document, new.chunks[at]) for new, at in fresh)
        vectors = np.stack([new.vectors[at] for new, at in fresh])
        index.vectors.append_chunks(chunks, vectors)
    with ledger.database.writing() as connection:
        for new in batch:
            Documents.replace(connection, new.document, new.parsed.pages, new.chunks)
        Documents.set_indexed_in(connection, ids, index.pointer.fingerprint)
        also(connection)
        Ledger.mark_replacing(connection, ids, "committed")
    for document_id in ids:
        archive.exchange(document_id)
    chunks = [chunk for new in batch for chunk in new.chunks]
    _settle_words(ledger, index, ids)
    stacked = np.concatenate(
        [np.empty((0, index.pointer.dimensions), np.float32), *(n.vectors for n in batch)]
    )
    index.vectors.replace(ids, chunks, stacked)
    with ledger.database.writing() as connection:
        Ledger.mark_replacing(connection, ids, None)


def retitle(
    ledger: Ledger, archive: Archive, index: Index | None, document: Document, chunks: Sequence[Chunk]
) -> None:
    """A ready document goes by another title: in the ledger, in the word index, and in what the archive tells of it. Its
    vectors, which were made under the old one, go; whoever adds next makes them again.

    Args:
        document: under the title that it has from now on.
        chunks: all that it has, with contexts that say so.
    """
    sha256 = ledger.documents.sha256(document.id) or ""
    with ledger.database.writing() as connection:
        Ledger.mark_replacing(connection, [document.id], "begun")
    archive.stage_again(document, sha256, archive.text(document.id), archive.layout_bytes(document.id))
    with ledger.database.writing() as connection:
        titles.retitle(connection, document.id, document.given_title, chunks)
        Ledger.mark_replacing(connection, [document.id], "committed")
    settle(ledger, archive, index)


def settle(ledger: Ledger, archive: Archive, index: Index | None) -> None:
    """Finish or undo the replacements that a crash interrupted."""
    replacing = ledger.replacing()
    if not replacing:
        return
    for document_id, committed in replacing.items():
        if committed:
            archive.exchange(document_id)
    ids = list(replacing)
    if index is not None:
        _settle_words(ledger, index, ids)
        index.vectors.purge(ids)
    with ledger.database.writing() as connection:
        # Whoever adds next makes their vectors again; until then only the word index finds them.
        Documents.set_indexed_in(connection, ids, "")
        Ledger.mark_replacing(connection, ids, None)


def _settle_words(ledger: Ledger, index: Index, document_ids: Collection[str]) -> None:
    """Make the word index hold of these documents what the ledger holds."""
    expected = {chunk.id for document_id in document_ids for chunk in ledger.chunks.of_document(document_id)}
    index.words.purge(document_ids, ledger.chunks.word_rows, keep=expected)
    missing = expected - index.words.ids()
    if missing:
        index.words.add(ledger.chunks.word_rows(sorted(missing)))
