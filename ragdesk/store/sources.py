"""Where documents were found. Many sources may share one document; a source knows how often its bytes have
changed.

A file that could not be taken in is remembered with its problem. Where an earlier version of it is in the
library, the source keeps pointing at that version: a file that is damaged for a moment does not cost its
document.
"""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime

from ragdesk.store.database import Database
from ragdesk.types import Found


@dataclass(frozen=True, slots=True)
class Source:
    """What is known of a path. `document_id` is the last version that was taken in, None if there was none;
    `problem` says why the file could not be taken in when it was last tried."""

    path: str
    document_id: str | None
    bytes: int
    mtime_ns: int
    content_version: int
    problem: str | None
    seen_at: str


class Sources:
    """The sources of one ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, path: str) -> Source | None:
        with self._database.reading() as connection:
            return _get(connection, path)

    def problems(self) -> list[Source]:
        """The files that could not be taken in when they were last tried, by path."""
        query = f"SELECT {_COLUMNS} FROM sources WHERE problem IS NOT NULL ORDER BY path"
        with self._database.reading() as connection:
            return [Source(*row) for row in connection.execute(query)]

    # ------------------------------------------------------------ writing, inside the writer's transactions

    @staticmethod
    def attach(connection: sqlite3.Connection, found: Found, document_id: str) -> str | None:
        """Point a path at a document. Returns the document that it pointed at before, if it was another."""
        before = _get(connection, found.path)
        changed = before is None or before.document_id != document_id
        version = (before.content_version if before else 0) + changed
        _put(connection, Source(found.path, document_id, found.bytes, found.mtime_ns, version, None, now()))
        if changed:
            connection.execute(
                "UPDATE documents SET content_version = max(content_version, ?) WHERE id = ?",
                (version, document_id),
            )
        return before.document_id if before and changed else None

    @staticmethod
    def record_problem(connection: sqlite3.Connection, found: Found, problem: str) -> None:
        before = _get(connection, found.path)
        document_id, version = (before.document_id, before.content_version) if before else (None, 0)
        _put(
            connection, Source(found.path, document_id, found.bytes, found.mtime_ns, version, problem, now())
        )

    @staticmethod
    def forget(connection: sqlite3.Connection, path: str) -> str | None:
        """Delete a source. Returns the document that it pointed at."""
        before = _get(connection, path)
        connection.execute("DELETE FROM sources WHERE path = ?", (path,))
        return before.document_id if before else None

    @staticmethod
    def has_any(connection: sqlite3.Connection, document_id: str) -> bool:
        query = "SELECT 1 FROM sources WHERE document_id = ? LIMIT 1"
        return connection.execute(query, (document_id,)).fetchone() is not None


_COLUMNS = "path, document_id, bytes, mtime_ns, content_version, problem, seen_at"


def now() -> str:
    """This moment, UTC, ISO 8601 to the microsecond, so that it sorts."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _get(connection: sqlite3.Connection, path: str) -> Source | None:
    row = connection.execute(f"SELECT {_COLUMNS} FROM sources WHERE path = ?", (path,)).fetchone()
    return Source(*row) if row else None


def _put(connection: sqlite3.Connection, source: Source) -> None:
    values = (
        source.path,
        source.document_id,
        source.bytes,
        source.mtime_ns,
        source.content_version,
        source.problem,
        source.seen_at,
    )
    connection.execute(f"INSERT OR REPLACE INTO sources ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
