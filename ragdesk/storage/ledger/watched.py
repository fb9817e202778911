"""The folders that a person lets RAGDesk follow, and the collection that their files go into."""

import json
from collections.abc import Sequence

from ragdesk.storage.ledger.database import Database

_DRIVES = "drives:"


class Watched:
    """The watched folders of one ledger; paths are absolute."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> dict[str, str | None]:
        """Folders, in order, and their collections."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT path, collection FROM watched ORDER BY path").fetchall()
        return {row["path"]: row["collection"] for row in rows}

    def add(self, path: str, collection: str | None) -> None:
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO watched VALUES (?, ?)", (path, collection))

    def remove(self, path: str) -> None:
        with self._database.writing() as connection:
            connection.execute("DELETE FROM watched WHERE path = ?", (path,))
            connection.execute("DELETE FROM meta WHERE key = ?", (_DRIVES + path,))

    def drives(self, path: str) -> tuple[str, ...]:
        """The mount points on which the files of a folder lay when it was last looked at."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (_DRIVES + path,)).fetchone()
        return tuple(json.loads(row[0])) if row else ()

    def set_drives(self, path: str, drives: Sequence[str]) -> None:
        with self._database.writing() as connection:
            values = (_DRIVES + path, json.dumps(drives))
            connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", values)
