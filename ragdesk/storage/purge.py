"""Taking documents out of every store, in an order that a crash can be settled in: archive, indexes,
ledger. The archive first: rewriting an index takes room, which a full disk has only then. A folder that holds another document's
original is none of theirs."""

from collections import Counter
from collections.abc import Collection
from functools import partial

from ragdesk.domain.documents import Removal
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.index.index import Indexes
from ragdesk.storage.ledger.conversations import Conversations
from ragdesk.storage.ledger.documents import Documents
from ragdesk.storage.ledger.ledger import Ledger


def purge(ledger: Ledger, archive: Archive, indexes: Indexes, document_ids: Collection[str]) -> list[Removal]:
    """Take documents that are not ready out of every store, whole or not. Returns a receipt for each that the ledger knew."""
    if not document_ids:
        return []
    document_ids = dict.fromkeys(document_ids).keys()
    known = partial(ledger.documents.sha256, ready=False)
    if archive.exchanged(known, document_ids):
        archive.put_back(known)
    files = {document_id: archive.remove(document_id) for document_id in document_ids}
    words, vectors = Counter[str](), Counter[str]()
    if index := indexes.current():
        words = index.words.purge(document_ids, ledger.chunks.word_rows)
        vectors = index.vectors.purge(document_ids)
    sizes = ledger.documents.sizes(document_ids)
    with ledger.database.writing() as connection:
        Conversations.forget_passages(connection, document_ids)
        Documents.delete(connection, document_ids)
    ledger.database.drop_backups()
    return [
        Removal(
            document_id=size.document_id,
            title=size.title,
            purged=(
                ("documents", 1),
                ("pages", size.pages),
                ("chunks", size.chunks),
                ("vectors", vectors[size.document_id]),
                ("words", words[size.document_id]),
                ("files", files[size.document_id][0]),
                ("bytes", files[size.document_id][1]),
            ),
        )
        for size in sizes
    ]
