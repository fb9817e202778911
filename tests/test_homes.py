"""Homes of other versions: an older one is brought up, with a copy taken first; a newer one is refused and left as it is."""

import hashlib
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from older import made_older, version_of

from ragdesk.app.app import App
from ragdesk.front.cli import main
from ragdesk.host.paths import open_home
from ragdesk.storage.ledger.migrations import STEPS

pytestmark = pytest.mark.break_it("home of another version")


@pytest.fixture
def ledger(home_folder: Path, examples: Path) -> Path:
    """The ledger of a home with one document."""
    with closing(App.open(open_home(home_folder))) as app:
        list(app.intake.add([examples / "handbook.md"]))
    return home_folder / "library.db"


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_an_older_home_is_opened_with_all_that_is_in_it(ledger: Path, version: int) -> None:
    made_older(ledger, version)
    with closing(App.open(open_home(ledger.parent))) as app:
        assert [one.name for one in app.library.documents.all()] == ["handbook.md"]
        hits = app.passages.search("vacation days")
        assert hits and hits[0].chunk.document_id == app.library.documents.all()[0].id
    copy = ledger.with_name(f"library.db.before-{len(STEPS)}")
    assert (version_of(copy), version_of(ledger)) == (version, len(STEPS))
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_newer_home_is_refused_with_a_way_on_and_left_as_it_is(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    before = content(ledger.parent)
    assert main(["--json", "list"]) == 1
    said = json.loads(capsys.readouterr().out.splitlines()[-1])["error"]
    assert "newer RAGDesk" in said["message"] and "Install the newer RAGDesk" in said["hint"]
    assert content(ledger.parent) == before


def content(home: Path) -> tuple[list[str], dict[str, str]]:
    """What a home holds: the ledger's rows, and the hashes of all other files but the log and locks."""
    with closing(sqlite3.connect(home / "library.db")) as connection:
        rows = list(connection.iterdump())
    hashes = {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file() and "logs" not in path.parts and not path.name.startswith("library.db")
    }
    return rows, hashes
