"""Questions that were made of a document's own words, to be offered: they go with it (ON DELETE CASCADE), and where it is read
anew."""

import json
import sqlite3
from collections.abc import Iterable

from ragdesk.storage.ledger.database import Database


class Starters:
    """The questions of one ledger's documents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, document_id: str) -> tuple[str, ...]:
        """The questions of a document, the best first; none where none were made."""
        query = "SELECT questions FROM starters WHERE document_id = ?"
        with self._database.reading() as connection:
            row = connection.execute(query, (document_id,)).fetchone()
        return tuple(json.loads(row[0])) if row else ()

    def keep(self, document_id: str, version: int, questions: Iterable[str]) -> None:
        """Keep what the rules of this version made, even if it is nothing; a document that has gone meanwhile is passed over."""
        kept = json.dumps(list(questions), ensure_ascii=False)
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO starters SELECT id, ?, ? FROM documents WHERE id = ?",
                (version, kept, document_id),
            )

    def missing(self, version: int) -> str | None:
        """A ready document that rules of this version have made nothing of yet, the newest first."""
        query = """
            SELECT id FROM documents LEFT JOIN starters ON document_id = id
            WHERE state = 'ready' AND chunks > 0 AND coalesce(version, 0) < ? ORDER BY added_at DESC, id LIMIT 1
        """
        with self._database.reading() as connection:
            row = connection.execute(query, (version,)).fetchone()
        return row[0] if row else None

    def latest(self, most: int) -> list[tuple[str, tuple[str, ...]]]:
        """(document id, its questions) of the ready documents that have some, the newest first."""
        query = """
            SELECT id, questions FROM documents JOIN starters ON document_id = id
            WHERE state = 'ready' AND questions <> '[]' ORDER BY added_at DESC, id LIMIT ?
        """
        with self._database.reading() as connection:
            return [(row[0], tuple(json.loads(row[1]))) for row in connection.execute(query, (most,))]

    @staticmethod
    def forget(connection: sqlite3.Connection, document_id: str) -> None:
        """Its text is another now."""
        connection.execute("DELETE FROM starters WHERE document_id = ?", (document_id,))
