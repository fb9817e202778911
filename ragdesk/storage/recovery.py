"""Making anew what can be made of the rest: both indexes of the ledger, the ledger's documents of the archive."""

import logging
from functools import partial
from pathlib import Path

from ragdesk.domain.intake import Job
from ragdesk.domain.sources import dropped_source
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.embedding import Embedding, Encode
from ragdesk.storage.index.index import Indexes
from ragdesk.storage.ledger import jobs
from ragdesk.storage.ledger.chunks import batched
from ragdesk.storage.ledger.documents import Documents
from ragdesk.storage.ledger.ledger import Ledger

log = logging.getLogger(__name__)

# Chunks that are encoded and stored at once by a rebuild: 6 MB of vectors at 384 dimensions.
REBUILD_CHUNKS = 4_096


def build_indexes(ledger: Ledger, indexes: Indexes, embedding: Embedding, encode: Encode | None) -> None:
    """Make a new generation of both indexes from the ledger, and put it in use. Without `encode` it has no vectors yet."""
    index = indexes.blank(embedding.fingerprint, embedding.dimensions)
    ids = ledger.documents.ids()
    ordered = [chunk.id for document_id in sorted(ids) for chunk in ledger.chunks.of_document(document_id)]
    index.words.add(ledger.chunks.word_rows(ordered))
    if encode is not None:
        for batch in batched(ordered, REBUILD_CHUNKS):
            chunks = list(ledger.chunks.ready(batch).values())
            vectors = encode([chunk.embedding_text for chunk in chunks])
            index.vectors.append_chunks(chunks, vectors)
    with ledger.database.writing() as connection:
        # None where there are no vectors yet: a former index of this embedder is gone as well.
        Documents.set_indexed_in(connection, ids, embedding.fingerprint if encode is not None else "")
        Ledger.set_pointer(connection, index.pointer)


def put_folders_back(ledger: Ledger, archive: Archive, *, all_of_them: bool) -> None:
    """Put folders of the archive that were exchanged back. `all_of_them` reads every original; else it is done only where a crash
    left it half-done, or a folder of no document holds another's original."""
    known = partial(ledger.documents.sha256, ready=False)
    unknown = archive.ids() - ledger.documents.ids() - ledger.documents.half_done()
    if all_of_them or archive.returning() or archive.exchanged(known, unknown):
        archive.put_back(known)


def readmit_strays(ledger: Ledger, archive: Archive) -> None:
    """Queue what the archive holds whole and the ledger does not know, because it was lost, or is an older one: what was
    ready comes back. The archive's own folder goes when that is safe in the queue."""
    strays = archive.strays(ledger.documents.ids())
    again = [
        Job(
            ledger.jobs.incoming / f"again-{document_id}",
            dropped_source(document_id, name),
            Path(name).name,
            jobs.ORPHANED,
            ours=True,
        )
        for document_id, name in strays.items()
    ]
    for document_id, job in zip(strays, again, strict=True):
        archive.lend(document_id, job.path)
    if again:
        log.warning("taken in again from the archive documents=%d", len(again))
        ledger.jobs.add(again)
