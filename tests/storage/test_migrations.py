"""The ledger's versions: each step once, in order, with a copy of what was there before."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ragdesk.domain.errors import HomeTooNewError, StoreError
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.migrations import STEPS


def add_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE collections ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'")


def fail_half_way(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE messages")
    raise RuntimeError("half way")


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger of the first version with a collection in it."""
    path = tmp_path / "library.db"
    database = Database(path, STEPS[:1])
    with database.writing() as connection:
        connection.execute("INSERT INTO collections (name) VALUES ('Quality')")
    database.close()
    return path


def test_a_new_ledger_has_every_step_and_no_copy(tmp_path: Path) -> None:
    Database(tmp_path / "library.db").close()
    assert version(tmp_path / "library.db") == len(STEPS)
    assert not list(tmp_path.glob("*.before-*"))


def test_an_older_ledger_is_brought_up_and_keeps_its_rows(path: Path) -> None:
    database = Database(path, [*STEPS[:1], add_colour])
    with database.reading() as connection:
        row = connection.execute("SELECT name, colour FROM collections").fetchone()
    assert tuple(row) == ("Quality", "grey")
    assert version(path) == 2


def test_a_copy_of_the_older_ledger_is_kept(path: Path) -> None:
    Database(path, [*STEPS[:1], add_colour]).close()
    copy = path.with_name("library.db.before-2")
    assert version(copy) == 1
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT * FROM collections").fetchall() == [(1, "Quality")]


def test_a_step_that_fails_changes_nothing(path: Path) -> None:
    before = tables(path)
    with pytest.raises(RuntimeError, match="half way"):
        Database(path, [*STEPS[:1], add_colour, fail_half_way])
    assert (version(path), tables(path)) == (1, before)
    Database(path, [*STEPS[:1], add_colour]).close()
    assert version(path) == 2


def test_a_ledger_of_a_newer_ragdesk_is_refused_and_left_alone(path: Path) -> None:
    Database(path, [*STEPS[:1], add_colour]).close()
    with pytest.raises(HomeTooNewError) as caught:
        Database(path, STEPS[:1])
    assert isinstance(caught.value, StoreError)
    assert version(path) == 2


def test_opening_twice_migrates_once(path: Path) -> None:
    steps = [*STEPS[:1], add_colour]
    Database(path, steps).close()
    Database(path, steps).close()
    assert version(path) == 2
