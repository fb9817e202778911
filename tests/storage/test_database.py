"""The SQLite file: transactions, threads, permissions, and what happens to what is deleted."""

import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ragdesk.domain.errors import BusyError, StoreError
from ragdesk.storage.ledger import database as module
from ragdesk.storage.ledger.database import Database


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "library.db")


def put(database: Database, key: str, value: str) -> None:
    with database.writing() as connection:
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def get(database: Database, key: str) -> str | None:
    with database.reading() as connection:
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def test_a_transaction_that_raises_leaves_nothing(database: Database) -> None:
    with pytest.raises(KeyError), database.writing() as connection:
        connection.execute("INSERT INTO meta VALUES ('a', 'b')")
        raise KeyError
    assert get(database, "a") is None


def test_what_is_written_is_there_when_it_is_opened_again(database: Database, tmp_path: Path) -> None:
    put(database, "a", "b")
    database.close()
    assert get(Database(tmp_path / "library.db"), "a") == "b"


def test_a_reader_sees_one_state_while_another_thread_writes(database: Database) -> None:
    put(database, "a", "before")
    with database.reading() as connection:
        read = "SELECT value FROM meta WHERE key = 'a'"
        assert connection.execute(read).fetchone()[0] == "before"
        thread = threading.Thread(target=put, args=(database, "a", "after"))
        thread.start()
        thread.join()
        assert connection.execute(read).fetchone()[0] == "before"
    assert get(database, "a") == "after"


def test_writes_of_many_threads_are_all_kept(database: Database) -> None:
    put(database, "count", "0")

    def count() -> None:
        for _ in range(20):
            with database.writing() as connection:
                connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'count'")

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert get(database, "count") == "80"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_the_owner_can_read_the_files(database: Database, tmp_path: Path) -> None:
    put(database, "a", "b")
    files = list(tmp_path.glob("library.db*"))
    assert {path.name for path in files} >= {"library.db", "library.db-wal"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_deleted_text_leaves_the_disk(database: Database, tmp_path: Path) -> None:
    database.shred()
    empty = (tmp_path / "library.db").stat().st_size
    put(database, "secret", "the zebra sleeps " * 20_000)
    with database.writing() as connection:
        connection.execute("DELETE FROM meta WHERE key = 'secret'")
    database.shred()
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"zebra" not in left
    assert (tmp_path / "library.db").stat().st_size == empty
    assert (tmp_path / "library.db-wal").stat().st_size == 0


# SQLite's lock for the one who empties the log (https://www.sqlite.org/walformat.html, "WAL_CKPT_LOCK").
CHECKPOINT = """
import fcntl, sys, time
with open(sys.argv[1], "r+b") as shared:
    fcntl.lockf(shared, fcntl.LOCK_EX, 1, 121)
    print("held", flush=True)
    time.sleep(0.5)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_deleted_text_leaves_the_disk_although_another_checkpoint_runs(
    database: Database, tmp_path: Path
) -> None:
    put(database, "secret", "the zebra sleeps")
    command = [sys.executable, "-c", CHECKPOINT, str(tmp_path / "library.db-shm")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline() == b"held\n"
        database.shred()
    assert (tmp_path / "library.db-wal").stat().st_size == 0


def test_a_transaction_that_is_held_for_long_makes_the_others_say_busy(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOCK_SECONDS", 0.05)
    other = Database(tmp_path / "library.db")
    with database.writing(), pytest.raises(BusyError), other.writing():
        pass


def test_a_file_that_is_no_database_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(b"this is no database, but it is long enough to be taken for one" * 20)
    with pytest.raises(StoreError) as caught:
        Database(path)
    assert str(path) in caught.value.message
    assert caught.value.hint


def test_a_damaged_page_is_found(database: Database, tmp_path: Path) -> None:
    for number in range(500):
        put(database, f"key {number}", "value " * 20)
    database.shred()
    database.close()
    path = tmp_path / "library.db"
    content = bytearray(path.read_bytes())
    # Rows, not the schema: without that, the ledger cannot even be opened.
    begin = len(content) * 3 // 4
    content[begin:] = b"\xff" * (len(content) - begin)
    path.write_bytes(content)
    assert Database(path).check_integrity()


def test_a_mistake_in_sql_is_not_reported_as_a_damaged_ledger(database: Database) -> None:
    with pytest.raises(sqlite3.ProgrammingError), database.reading() as connection:
        connection.execute("SELECT ?", ())
    with pytest.raises(sqlite3.OperationalError), database.reading() as connection:
        connection.execute("SELECT colour FROM documents")
