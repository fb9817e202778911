"""The titles that a person gave documents, in the ledger; a document's own title stays beside it."""

import sqlite3
from collections.abc import Sequence

from ragdesk.domain.documents import Chunk
from ragdesk.storage.ledger.chunks import Chunks
from ragdesk.storage.ledger.starters import Starters


def retitle(
    connection: sqlite3.Connection, document_id: str, title: str | None, chunks: Sequence[Chunk]
) -> None:
    """A ready document goes by a title that a person gave it, or (None) by its own; `chunks` are its own, with contexts that
    say so. The questions that it was offered with, which name it, go."""
    connection.execute("UPDATE documents SET given_title = ? WHERE id = ?", (title, document_id))
    Chunks.set_contexts(connection, chunks)
    Starters.forget(connection, document_id)
