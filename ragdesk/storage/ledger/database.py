"""The SQLite file of the ledger: connections, transactions, upkeep. It knows no table but the ones it is
asked to migrate.

Connections are pooled, not shared: each use takes one that nobody else holds, so any thread may read while
another writes (WAL). Third-party errors become RagdeskErrors here and nowhere else.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ragdesk.domain.errors import BusyError, StoreError
from ragdesk.storage.ledger.migrations import STEPS, Step, migrate

# How long one statement waits for another process's transaction, in seconds. Transactions here last
# milliseconds.
LOCK_SECONDS = 15.0
# How long to wait before a checkpoint is tried again while another one runs, in seconds.
CHECKPOINT_SECONDS = 0.01


class Database:
    """A migrated database at `path`; made, readable by its owner alone, where there is none.

    Raises:
        HomeTooNewError: a newer RAGDesk wrote it.
        StoreError: it is damaged or cannot be opened.
    """

    def __init__(self, path: Path, steps: Sequence[Step] = STEPS) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        with _translated(path):
            _create_private(path)
            try:
                connection = self._connect()
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR:
                    raise
                # No statement of ours is wrong here: "unsupported file format".
                raise _damaged(path, error) from error
            try:
                migrate(connection, path, steps)
            except BaseException:
                connection.close()
                raise
        self._idle.append(connection)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection on which every statement sees the same state of the ledger."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction: kept whole if the block ends, undone whole if it raises."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def check_integrity(self) -> list[str]:
        """What SQLite finds wrong with the file; empty if nothing."""
        try:
            with self.reading() as connection:
                lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
                orphans = [
                    f"{row[0]} row {row[1]} lacks its {row[2]}"
                    for row in connection.execute("PRAGMA foreign_key_check")
                ]
        except StoreError as damaged:  # so badly that the check itself cannot go on
            return [str(damaged)]
        return [line for line in lines if line != "ok"] + orphans

    def shred(self) -> None:
        """Make what was deleted leave the disk: freed pages are given back, the log is emptied into the file.

        Deleted rows were overwritten with zeros when they were deleted (`secure_delete`).

        Raises:
            BusyError: another process keeps a transaction open for long.
        """
        with self._borrowed() as connection:
            # It gives back one page a step, and Python's `execute` makes a single one of a statement without columns.
            connection.executescript("PRAGMA incremental_vacuum;")
            until = time.monotonic() + LOCK_SECONDS
            while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                # SQLite waits for readers and writers here, yet not for another checkpoint: that one is refused at once.
                if time.monotonic() > until:
                    raise BusyError(
                        "The ledger's log could not be emptied, another process is reading.", "Try again."
                    )
                time.sleep(CHECKPOINT_SECONDS)

    def drop_backups(self) -> None:
        """Delete the copies from before a migration: they hold what has been deleted since."""
        with _translated(self._path):
            for copy in self._path.parent.glob(f"{self._path.name}.before-*"):
                copy.unlink(missing_ok=True)

    def close(self) -> None:
        """Close every connection that is not in use; those in use close when they are given back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._borrowed() as connection:
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _borrowed(self) -> Iterator[sqlite3.Connection]:
        with _translated(self._path):
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = self._connect()
            try:
                yield connection
            finally:
                with self._lock:
                    # One whose ROLLBACK failed, too, would refuse to begin anything.
                    keep = not self._closed and not connection.in_transaction
                    if keep:
                        self._idle.append(connection)
                if not keep:
                    connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        # auto_vacuum takes effect only before the first table, hence before the switch to WAL.
        for pragma in ("auto_vacuum = INCREMENTAL", "journal_mode = WAL"):
            connection.execute(f"PRAGMA {pragma}")
        # FULL: in WAL, NORMAL may lose the last commits on power loss, and a document that was "ready" in
        # the indexes but not in the ledger is one that a person was told is there. Batches make few commits,
        # so the cost is small.
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def _create_private(path: Path) -> None:
    """SQLite gives its log files the mode of the database, so this one call covers all three."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake in our SQL, not a state of the person's file
    except sqlite3.OperationalError as error:
        # None where Python itself raises it, for text in the file that is no UTF-8.
        code = getattr(error, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_ERROR:
            raise  # so is this: an unknown column, a statement that makes no sense
        if code is None:
            raise _damaged(path, error) from error
        if code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BusyError("Another process is writing to the library.", "Try again in a moment.") from error
        raise StoreError(
            "The ledger {path} cannot be used: {why}.",
            "Check the disk, then run: ragdesk doctor",
            path=path,
            why=error,
        ) from error
    except (
        sqlite3.DatabaseError,
        UnicodeDecodeError,
    ) as error:  # the latter: a message that quotes damaged bytes
        raise _damaged(path, error) from error
    except OSError as error:
        raise StoreError(
            "The ledger {path} cannot be opened: {why}.",
            "Check the folder's permissions.",
            path=path,
            why=error.strerror,
        ) from error


def _damaged(path: Path, error: Exception) -> StoreError:
    return StoreError(
        "The ledger {path} is damaged: {why}.",
        "Restore it from a backup. Without one, move it away: the documents are then taken in again; conversations are lost.",
        path=path,
        why=error,
    )
