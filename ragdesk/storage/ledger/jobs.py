"""The queue of files that wait to be taken in. It is in the ledger, so it outlives the app, however that ends.

A job is there until its file is taken in, has failed, or is cancelled. Files that have no place of their own (what is
dropped on the window, what lies inside another file) wait as copies under `incoming/`, which the queue deletes.
"""

import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import Job
from ragdesk.domain.sources import lies_in
from ragdesk.storage import own
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.problems import restored, stored

# The problem of a job whose copy is being made: it is in the queue first, so that nobody takes the copy for a stray.
_ON_ITS_WAY = "arriving"
ARRIVING = Problem(_ON_ITS_WAY)
# The batch of jobs that no process asked for. Batches name a process; this one never existed, so any run may take its jobs.
ORPHANED = "0-0-orphaned"
_NAMES = [field.name for field in fields(Job)]
_COLUMNS = ", ".join(_NAMES)


class Jobs:
    """The queue of one ledger; `incoming` is the folder of the copies."""

    def __init__(self, database: Database, incoming: Path) -> None:
        self._database = database
        self.incoming = incoming
        self._counted = set[int]()  # of these an attempt was counted here, and not given back

    # ------------------------------------------------------------ reading

    def next(self, after: int, batch: str | None = None, depth: int | None = None) -> Job | None:
        """The first job behind `after` that can be worked on, of this batch or of any, in this depth or any."""
        query = (
            f"SELECT {_COLUMNS} FROM jobs WHERE id > ? AND problem = '' AND (? IS NULL OR batch = ?) "
            "AND (? IS NULL OR depth = ?) ORDER BY id LIMIT 1"
        )
        with self._database.reading() as connection:
            row = connection.execute(query, (after, batch, batch, depth, depth)).fetchone()
        return _job(row) if row else None

    def last(self) -> int:
        """The id of the newest job; 0 where none waits."""
        with self._database.reading() as connection:
            return int(connection.execute("SELECT coalesce(max(id), 0) FROM jobs").fetchone()[0])

    def inside(self, container: str) -> tuple[int, int]:
        """How many files wait that lie in a file, however deep, and their bytes."""
        paths = [job.path for job in self.all() if lies_in(job.source, container)]
        return len(paths), sum(path.stat().st_size for path in paths if path.exists())

    def all(self) -> list[Job]:
        with self._database.reading() as connection:
            return [_job(row) for row in connection.execute(f"SELECT {_COLUMNS} FROM jobs ORDER BY id")]

    def count(self, batch: str | None = None) -> int:
        """How many can be worked on."""
        query = "SELECT count(*) FROM jobs WHERE problem = '' AND (? IS NULL OR batch = ?)"
        with self._database.reading() as connection:
            return int(connection.execute(query, (batch, batch)).fetchone()[0])

    def batches(self) -> list[str]:
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute("SELECT DISTINCT batch FROM jobs ORDER BY batch")]

    def has_parts(self) -> bool:
        """Whether files from inside other files are still to be worked on."""
        with self._database.reading() as connection:
            query = "SELECT 1 FROM jobs WHERE container <> '' AND problem = '' LIMIT 1"
            return connection.execute(query).fetchone() is not None

    # ------------------------------------------------------------ writing

    def add(self, jobs: Sequence[Job]) -> None:
        """Queue files; one that waits already is replaced, and goes to the end."""
        with self._database.writing() as connection:
            replaced = insert(connection, jobs)
        self._delete_copies(replaced)

    def begin(self, job: Job) -> bool:
        """Note that work on a job begins. False where it has been cancelled.

        Who comes back to it, because its storage failed, say, counts once: an attempt too many is a process that did not end
        its work.
        """
        more = int(job.id not in self._counted)
        with self._database.writing() as connection:
            done = connection.execute("UPDATE jobs SET attempts = attempts + ? WHERE id = ?", (more, job.id))
        self._counted.add(job.id)
        return done.rowcount > 0

    def finish(self, jobs: Iterable[Job]) -> None:
        """Take jobs out of the queue, and delete their copies."""
        done = list(jobs)
        with self._database.writing() as connection:
            connection.executemany("DELETE FROM jobs WHERE id = ?", [(job.id,) for job in done])
        self._delete_copies(job.path for job in done if job.ours)

    def arrived(self, sources: Iterable[str]) -> None:
        """The copies of jobs that were queued as ARRIVING are in place."""
        with self._database.writing() as connection:
            connection.executemany(
                "UPDATE jobs SET problem = '' WHERE source = ? AND problem = ?",
                [(source, stored(ARRIVING)) for source in sources],
            )

    def settle_arrivals(self) -> None:
        """At the start of the app: go on with copies that are in place, drop the jobs of those that never came."""
        arriving = [job for job in self.all() if job.problem == ARRIVING]
        self.arrived(job.source for job in arriving if job.path.exists())
        self.finish(job for job in arriving if not job.path.exists())

    def hold(self, job: Job, problem: Problem) -> None:
        """Keep a job until a person helps it on."""
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE jobs SET problem = ?, attempts = 0 WHERE id = ?", (stored(problem), job.id)
            )
        self._counted.discard(job.id)

    def release(self, job_id: int) -> None:
        """Let a job that was held be worked on."""
        with self._database.writing() as connection:
            connection.execute("UPDATE jobs SET problem = '', attempts = 0 WHERE id = ?", (job_id,))
        self._counted.discard(job_id)

    def drop_source(self, source: str) -> None:
        """Take what waits for a place out of the queue."""
        self.finish(job for job in self.all() if job.source == source)

    def give_back(self, jobs: Sequence[Job]) -> None:
        """Work on these was interrupted on purpose, which counts as no attempt."""
        with self._database.writing() as connection:
            connection.executemany(
                "UPDATE jobs SET attempts = max(attempts - 1, 0) WHERE id = ?", [(job.id,) for job in jobs]
            )
        self._counted.difference_update(job.id for job in jobs)

    def move(self, batches: Iterable[str], batch: str) -> None:
        """Put the jobs of some batches into another: those who asked for them are gone."""
        with self._database.writing() as connection:
            connection.executemany(
                "UPDATE jobs SET batch = ? WHERE batch = ?", [(batch, old) for old in batches]
            )

    def drop_stale(self) -> None:
        """Take out the parts of files that are gone or have changed since."""
        stale = """
            DELETE FROM jobs WHERE container <> '' AND NOT EXISTS (
                SELECT 1 FROM sources WHERE sources.path = jobs.container AND document_id = parent_id
            ) RETURNING path
        """
        with self._database.writing() as connection:
            gone = [Path(row[0]) for row in connection.execute(stale).fetchall()]
        self._delete_copies(gone)

    def delete_strays(self) -> None:
        """Delete the copies that no job needs; nothing but what RAGDesk made."""
        for entry in self.strays():
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)

    def strays(self) -> list[Path]:
        """The copies that no job needs: what was being unpacked when RAGDesk was killed."""
        if not self.incoming.is_dir():
            return []
        known = {path for job in self.all() if job.ours for path in (job.path, job.path.parent)}
        return [path for path in self.incoming.iterdir() if path not in known and own.is_copy(path)]

    def _delete_copies(self, paths: Iterable[Path]) -> None:
        for path in paths:
            path.unlink(missing_ok=True)
            folder = path.parent
            if folder != self.incoming and folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


def insert(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Path]:
    """Queue jobs inside a transaction. Returns the copies of the jobs that they replace."""
    replaced: list[Path] = []
    for job in jobs:
        row = connection.execute(
            "DELETE FROM jobs WHERE source = ? RETURNING path, ours", (job.source,)
        ).fetchone()
        if row and row["ours"] and Path(row["path"]) != job.path:
            replaced.append(Path(row["path"]))
        columns = {name: getattr(job, name) for name in _NAMES[:-1]}
        columns |= {"path": str(job.path), "problem": stored(job.problem) if job.problem else ""}
        connection.execute(
            f"INSERT INTO jobs ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
            list(columns.values()),
        )
    return replaced


def _job(row: sqlite3.Row) -> Job:
    values = dict(zip(_NAMES, row, strict=True))
    changed = {
        "path": Path(values["path"]),
        "ours": bool(values["ours"]),
        "problem": restored(values["problem"]),
    }
    return Job(**values | changed)
