"""Where documents were found. Many sources may share one document; a source knows how often its bytes have
changed.

A file that could not be taken in is remembered with its problem. Where an earlier version of it is in the
library, the source keeps pointing at that version: a file that is damaged for a moment does not cost its
document.
"""

import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime

from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import SourceInfo
from ragdesk.domain.sources import lies_in
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.problems import restored, stored


@dataclass(frozen=True, slots=True)
class SourceRow:
    """What is known of a path. `document_id` is the last version that was taken in, None if there was none;
    `problem` says why the file could not be taken in when it was last tried. `container`, `parent_id` and
    `depth` are as in `domain.intake.SourceInfo`."""

    path: str
    document_id: str | None
    bytes: int
    mtime_ns: int
    content_version: int
    problem: Problem | None
    seen_at: str
    container: str = ""
    parent_id: str = ""
    depth: int = 0


class Sources:
    """The sources of one ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, path: str) -> SourceRow | None:
        with self._database.reading() as connection:
            return _get(connection, path)

    def problems(self) -> list[SourceRow]:
        """The files that could not be taken in when they were last tried, by path; parts of other files are left out."""
        return self._all("problem IS NOT NULL AND container = ''", ())

    def all_problems(self) -> list[SourceRow]:
        """The files that could not be taken in, by path, parts of other files included."""
        return self._all("problem IS NOT NULL", ())

    def of_document(self, document_id: str) -> list[SourceRow]:
        """The places where a document was found, by path."""
        return self._all("document_id = ?", (document_id,))

    def below(self, folder: str) -> list[SourceRow]:
        """What is known of the files in a folder and its folders, parts of files left out."""
        prefix = folder.rstrip("/\\") + os.sep
        return self._all("container = '' AND substr(path, 1, ?) = ?", (len(prefix), prefix))

    def starting(self, prefix: str) -> list[str]:
        return [source.path for source in self._all("substr(path, 1, ?) = ?", (len(prefix), prefix))]

    def inside(self, container: str) -> tuple[int, int]:
        """How many files are known that lie in a file, however deep, and their bytes."""
        inner = [row.bytes for row in self._all("container <> ''", ()) if lies_in(row.path, container)]
        return len(inner), sum(inner)

    def parts(self, document_id: str) -> list[SourceRow]:
        """The files inside of a document's file, at the first place where it was found."""
        parts = self._all("parent_id = ?", (document_id,))
        return [part for part in parts if part.container == parts[0].container]

    def _all(self, condition: str, values: Sequence[object]) -> list[SourceRow]:
        query = f"SELECT {_COLUMNS} FROM sources WHERE {condition} ORDER BY path"
        with self._database.reading() as connection:
            return [_restored(row) for row in connection.execute(query, values)]

    # ------------------------------------------------------------ writing, inside the writer's transactions

    @staticmethod
    def attach(connection: sqlite3.Connection, file: SourceInfo, document_id: str) -> str | None:
        """Point a path at a document. Returns the document that it pointed at before, if it was another."""
        before = _get(connection, file.path)
        changed = before is None or before.document_id != document_id
        version = (before.content_version if before else 0) + changed
        _put(connection, _source(file, document_id, version, None))
        _put_elsewhere(connection, _source(file, document_id, version, None))
        if changed:
            _copy_parts(connection, document_id, file.path)
            connection.execute(
                "UPDATE documents SET content_version = max(content_version, ?) WHERE id = ?",
                (version, document_id),
            )
        return before.document_id if before and changed else None

    @staticmethod
    def record_problem(connection: sqlite3.Connection, file: SourceInfo, problem: Problem) -> None:
        before = _get(connection, file.path)
        document_id, version = (before.document_id, before.content_version) if before else (None, 0)
        _put(connection, _source(file, document_id, version, problem))

    @staticmethod
    def forget(connection: sqlite3.Connection, path: str) -> list[str]:
        """Delete a source and the parts below it. Returns the documents that they pointed at."""
        row = connection.execute(
            "DELETE FROM sources WHERE path = ? RETURNING document_id", (path,)
        ).fetchone()
        freed = [row[0]] if row and row[0] else []
        return freed + Sources.forget_stale_parts(connection)

    @staticmethod
    def forget_stale_parts(connection: sqlite3.Connection) -> list[str]:
        """Delete the sources inside files that are gone or have changed since. Returns the documents that they pointed at.

        Parts of parts become stale by that, so it goes on until there is nothing to delete.
        """
        freed: list[str] = []
        while rows := connection.execute(_FORGET_STALE).fetchall():
            freed += [row[0] for row in rows if row[0]]
        return freed

    @staticmethod
    def has_any(connection: sqlite3.Connection, document_id: str) -> bool:
        query = "SELECT 1 FROM sources WHERE document_id = ? LIMIT 1"
        return connection.execute(query, (document_id,)).fetchone() is not None


_COLUMNS = (
    "path, document_id, bytes, mtime_ns, content_version, problem, seen_at, container, parent_id, depth"
)
_FORGET_STALE = """
DELETE FROM sources WHERE container <> '' AND NOT EXISTS (
    SELECT 1 FROM sources AS holder WHERE holder.path = sources.container AND holder.document_id = sources.parent_id
) RETURNING document_id
"""
# Files made to hold each other would be copied for ever.
COPY_DEPTH = 8


def now() -> str:
    """This moment, UTC, ISO 8601 to the microsecond, so that it sorts."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _get(connection: sqlite3.Connection, path: str) -> SourceRow | None:
    row = connection.execute(f"SELECT {_COLUMNS} FROM sources WHERE path = ?", (path,)).fetchone()
    return _restored(row) if row else None


def _restored(row: sqlite3.Row) -> SourceRow:
    source = SourceRow(*row)
    return replace(source, problem=restored(row["problem"]))


def _columns(source: SourceRow) -> list[object]:
    values = {field.name: getattr(source, field.name) for field in fields(SourceRow)}
    return list((values | {"problem": source.problem and stored(source.problem)}).values())


def _source(file: SourceInfo, document_id: str | None, version: int, problem: Problem | None) -> SourceRow:
    return SourceRow(
        file.path,
        document_id,
        file.bytes,
        file.mtime_ns,
        version,
        problem,
        now(),
        file.container,
        file.parent_id,
        file.depth,
    )


def _copy_parts(connection: sqlite3.Connection, document_id: str, path: str, depth: int = 0) -> None:
    """A document whose parts are known was found at another place: the same parts are there, too."""
    if depth == COPY_DEPTH:
        return
    query = f"SELECT {_COLUMNS} FROM sources WHERE parent_id = ? ORDER BY path"
    known = [_restored(row) for row in connection.execute(query, (document_id,))]
    if not known or path == known[0].container or lies_in(path, known[0].container):
        return
    for part in known:
        if part.container == known[0].container:
            copied_to = path + part.path.removeprefix(part.container)
            _put(connection, replace(part, path=copied_to, container=path))
            if part.document_id is not None and part.document_id != document_id:
                _copy_parts(connection, part.document_id, copied_to, depth + 1)


def _put_elsewhere(connection: sqlite3.Connection, part: SourceRow) -> None:
    """A part is wherever its container is. A place that still has a part of an older container is left alone."""
    query = "SELECT path FROM sources WHERE document_id = ? AND path <> ? AND ? <> ''"
    for (place,) in connection.execute(query, (part.parent_id, part.container, part.container)).fetchall():
        copied_to = place + part.path.removeprefix(part.container)
        if (old := _get(connection, copied_to)) is None or old.parent_id == part.parent_id:
            _put(connection, replace(part, path=copied_to, container=place))


def _put(connection: sqlite3.Connection, source: SourceRow) -> None:
    marks = ", ".join("?" * len(fields(SourceRow)))
    connection.execute(f"INSERT OR REPLACE INTO sources ({_COLUMNS}) VALUES ({marks})", _columns(source))
