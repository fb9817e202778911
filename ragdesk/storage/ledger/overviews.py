"""Written overviews, by document and language model: each goes with its document (ON DELETE CASCADE), and where that is read
anew."""

import sqlite3
from collections.abc import Sequence

from ragdesk.domain.overviews import WrittenSection
from ragdesk.storage.ledger.codec import sections_from_json, sections_to_json
from ragdesk.storage.ledger.database import Database

# A document of fewer passages is read sooner than its summary.
FEWEST_CHUNKS = 3


class Overviews:
    """Implements `ports.KeptOverviews`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, document_id: str, model: str, version: int) -> Sequence[WrittenSection]:
        query = "SELECT sections FROM overviews WHERE (document_id, model, version) = (?, ?, ?)"
        with self._database.reading() as connection:
            row = connection.execute(query, (document_id, model, version)).fetchone()
        return sections_from_json(row[0]) if row else ()

    def keep(
        self, document_id: str, model: str, version: int, sections: Sequence[WrittenSection], finished: bool
    ) -> None:
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO overviews SELECT id, ?, ?, ?, ? FROM documents WHERE id = ?",
                (model, version, finished, sections_to_json(tuple(sections)), document_id),
            )

    def missing(self, model: str, version: int) -> str | None:
        """A ready document of some length whose overview this model has not finished, the newest first."""
        query = """
            SELECT id FROM documents LEFT JOIN overviews ON document_id = id AND model = ? AND version = ?
            WHERE state = 'ready' AND chunks >= ? AND coalesce(finished, 0) = 0 ORDER BY added_at DESC, id LIMIT 1
        """
        with self._database.reading() as connection:
            row = connection.execute(query, (model, version, FEWEST_CHUNKS)).fetchone()
        return row[0] if row else None

    @staticmethod
    def forget(connection: sqlite3.Connection, document_id: str) -> None:
        """Its text is another now."""
        connection.execute("DELETE FROM overviews WHERE document_id = ?", (document_id,))
