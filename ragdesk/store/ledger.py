"""The ledger: which documents there are, where they came from, what was said about them, and which index is
in use.

It is the truth; both indexes can be rebuilt from it and the archive. This module only brings the tables
together.
"""

import json
import sqlite3
from dataclasses import asdict, dataclass
from pathlib import Path

from ragdesk.store.conversations import Conversations
from ragdesk.store.database import Database
from ragdesk.store.documents import Documents
from ragdesk.store.groups import Collections
from ragdesk.store.sources import Sources


@dataclass(frozen=True, slots=True)
class Pointer:
    """Which index is in use. A rebuilt one is a new generation: it is made beside the old one, and takes its
    place when the ledger says so, all at once and for every process."""

    fingerprint: str
    dimensions: int
    generation: int


class Ledger:
    """The tables of `library.db`.

    Raises:
        HomeTooNewError: a newer RAGDesk wrote it.
        StoreError: it is damaged or cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.documents = Documents(self.database)
        self.sources = Sources(self.database)
        self.collections = Collections(self.database)
        self.conversations = Conversations(self.database)

    def pointer(self) -> Pointer | None:
        """The index in use; None in a library that never held anything."""
        with self.database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = 'index'").fetchone()
        return Pointer(**json.loads(row[0])) if row else None

    @staticmethod
    def set_pointer(connection: sqlite3.Connection, pointer: Pointer) -> None:
        values = ("index", json.dumps(asdict(pointer)))
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", values)

    def close(self) -> None:
        self.database.close()
