"""The ledger: which documents there are, where they came from, what was said about them, and which index is
in use.

It is the truth; both indexes can be rebuilt from it and the archive. This module only brings the tables
together.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from ragdesk.domain.errors import StoreError
from ragdesk.storage.ledger.chunks import Chunks
from ragdesk.storage.ledger.collections import Collections
from ragdesk.storage.ledger.conversations import Conversations
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.documents import Documents
from ragdesk.storage.ledger.entries import Entries
from ragdesk.storage.ledger.handovers import Handovers
from ragdesk.storage.ledger.jobs import Jobs
from ragdesk.storage.ledger.overviews import Overviews
from ragdesk.storage.ledger.proposals import Proposals
from ragdesk.storage.ledger.ratings import Ratings
from ragdesk.storage.ledger.sources import Sources
from ragdesk.storage.ledger.starters import Starters
from ragdesk.storage.ledger.tables import Tables
from ragdesk.storage.ledger.watched import Watched


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

    def __init__(self, path: Path, incoming: Path) -> None:
        self.database = Database(path)
        self.documents = Documents(self.database)
        self.chunks = Chunks(self.database)
        self.sources = Sources(self.database)
        self.collections = Collections(self.database)
        self.conversations = Conversations(self.database)
        self.jobs = Jobs(self.database, incoming)
        self.entries = Entries(self.database)
        self.handovers = Handovers(self.database)
        self.proposals = Proposals(self.database)
        self.ratings = Ratings(self.database)
        self.starters = Starters(self.database)
        self.overviews = Overviews(self.database)
        self.tables = Tables(self.database)
        self.watched = Watched(self.database)

    def pointer(self) -> Pointer | None:
        """The index in use; None in a library that never held anything.

        Raises:
            StoreError: what stands there names no index.
        """
        with self.database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = 'index'").fetchone()
        try:
            return Pointer(**json.loads(row[0])) if row else None
        except (ValueError, TypeError) as error:
            raise StoreError(
                "The ledger does not say which index is in use: the place is damaged.",
                "Run: ragdesk doctor --rebuild",
            ) from error

    @staticmethod
    def set_pointer(connection: sqlite3.Connection, pointer: Pointer) -> None:
        values = ("index", json.dumps(asdict(pointer)))
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", values)

    def replacing(self) -> dict[str, bool]:
        """Documents that are being read anew, and whether the ledger has their new contents already."""
        with self.database.reading() as connection:
            rows = connection.execute("SELECT key, value FROM meta WHERE key LIKE 'replacing:%'")
            return {row[0].partition(":")[2]: row[1] == "committed" for row in rows}

    @staticmethod
    def mark_replacing(
        connection: sqlite3.Connection, document_ids: Iterable[str], value: str | None
    ) -> None:
        """Note how far the replacement of documents has come: "begun", "committed", or None: it is over."""
        for document_id in document_ids:
            connection.execute("DELETE FROM meta WHERE key = ?", (f"replacing:{document_id}",))
            if value is not None:
                connection.execute("INSERT INTO meta VALUES (?, ?)", (f"replacing:{document_id}", value))

    def close(self) -> None:
        self.database.close()
