"""A home is a folder that RAGDesk made. Nothing of a person's is touched in any other, nor what they put into a home."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from until import until

from ragdesk.app.app import App
from ragdesk.app.health import checks
from ragdesk.domain.errors import StoreError, UsageError
from ragdesk.front.cli import main
from ragdesk.host.marker import MARKER, is_home
from ragdesk.host.paths import open_home
from ragdesk.ingesting import watch

pytestmark = pytest.mark.break_it("folder of somebody else, and homes in folders")

# As a person may have them: each is the name of a folder or file of a home, too.
THEIRS = (
    "archive/thesis/chapter.tex",
    "archive/0123456789abcdef/photo.jpg",
    "incoming/letter.txt",
    "tmp/store/draft.odt",
    "index/cards.csv",
    "models/dress/pattern.pdf",
    "logs/ship.txt",
    "memory/diary.md",
    "library.db",
    "settings.json",
)


def put(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"what is in {name}", encoding="utf-8")
    return path


def state(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Each path with its mode and content."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in (folder, *folder.rglob("*"))
    }


@pytest.mark.parametrize("names", [THEIRS, *((name,) for name in THEIRS)])
def test_a_folder_with_other_things_is_refused_and_left_as_it_is(
    tmp_path: Path, names: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    for name in names:
        put(folder, name)
    folder.chmod(0o755)
    before = state(folder)
    for command in (["list"], ["doctor"], ["add", str(put(tmp_path, "note.md"))]):
        assert main(["--json", "--home", str(folder), *command]) == 1
        said = json.loads(capsys.readouterr().out.splitlines()[-1])["error"]
        assert said["code"] == "store" and str(folder) in said["message"]
        assert "empty folder" in said["hint"] and "--home" in said["hint"]
    assert state(folder) == before


def test_a_folder_that_was_made_ready_for_a_home_becomes_one(tmp_path: Path) -> None:
    put(tmp_path, "models/small.gguf")
    put(tmp_path, "settings.toml").write_text("", encoding="utf-8")
    open_home(tmp_path / "evaluation" / "plant")
    open_home(tmp_path)
    assert is_home(tmp_path) and (tmp_path / "models" / "small.gguf").is_file()


def test_a_database_of_another_program_is_no_ledger(tmp_path: Path) -> None:
    folder = tmp_path / "music"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "library.db")) as connection:
        connection.executescript(
            "PRAGMA journal_mode = WAL; CREATE TABLE documents (id); CREATE TABLE songs (id);"
        )
        before = state(folder)  # while that program is open
        with pytest.raises(StoreError):
            open_home(folder)
        assert state(folder) == before


@pytest.mark.parametrize("before", [(), (".DS_Store",), ("settings.toml",), ("desktop.ini", "lost+found/")])
def test_an_empty_folder_becomes_a_home(tmp_path: Path, before: tuple[str, ...]) -> None:
    folder = tmp_path / "new"
    folder.mkdir(mode=0o755)
    for name in before:
        (folder / name).mkdir() if name.endswith("/") else (folder / name).touch()
    open_home(folder)
    assert is_home(folder) and stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "RAGDesk" in (folder / MARKER).read_text(encoding="utf-8")
    open_home(folder)


def lost(home: Path) -> None:
    (home / "library.db").unlink()


def damaged(home: Path) -> None:
    (home / "library.db").write_bytes(b"nothing that SQLite knows")


def as_it_is(home: Path) -> None:
    """Nothing happened."""


@pytest.mark.parametrize("happened", [as_it_is, lost, damaged])
def test_a_home_of_an_earlier_version_is_taken_over(
    home_folder: Path, examples: Path, happened: Callable[[Path], None]
) -> None:
    with closing(App.open(open_home(home_folder))) as app:
        list(app.intake.add([examples / "handbook.md"]))
    (home_folder / MARKER).unlink()
    happened(home_folder)
    assert open_home(home_folder).root == home_folder and (home_folder / MARKER).is_file()


KILLED = """
import os, signal
from ragdesk.app.app import App
from ragdesk.host.paths import open_home
from ragdesk.ingesting import watch
App.open(open_home())
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_home_of_an_earlier_version_that_was_killed_at_its_first_start_is_taken_over(
    home_folder: Path,
) -> None:
    subprocess.run([sys.executable, "-c", KILLED], check=False, env=os.environ)
    (home_folder / MARKER).unlink()
    open_home(home_folder)
    assert (home_folder / MARKER).is_file()


# Where a person may put something in a home that is in use.
PUT = (
    "archive/thesis/chapter.tex",
    "archive/note.txt",
    "archive/0123456789abcdef/photo.jpg",
    "incoming/letter.txt",
    "incoming/parts-1/thesis.tex",
    "tmp/photo.jpg",
    "tmp/uploads-of-mine/photo.jpg",
    "tmp/store/draft.odt",
    "index/cards.csv",
    "index/mine/cards.csv",
)


@pytest.fixture
def app(home_folder: Path) -> App:
    return App.open(open_home(home_folder))


def test_what_a_person_puts_into_a_home_stays_and_is_named(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    mine = {name: put(app.home.root, name) for name in PUT}
    assert [one.status for one in app.intake.add([examples / "meeting-note.txt"])] == ["ready"]
    app.removals.remove([document.id for document in app.library.documents.all()])
    app.close()
    with closing(App.open(app.home)) as again:
        assert all(path.read_text(encoding="utf-8") == f"what is in {name}" for name, path in mine.items())
        found = {check.name: check for check in checks(again.library, again.engines)}["strays"]
        assert (
            not found.passed
            and "archive/0123456789abcdef" in found.detail
            and "leaves it alone" in found.hint
        )
        done = again.privacy.erase()
    assert all(path.read_text(encoding="utf-8") == f"what is in {name}" for name, path in mine.items())
    assert {Path(path).relative_to(app.home.root).parts[0] for path, _ in done.left} == {
        "archive", "incoming", "tmp", "index",
    }  # fmt: skip


def test_what_ragdesk_left_half_made_is_still_cleared_away(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    home = app.home
    left = (
        "archive/0123456789abcdef/document.md",
        "incoming/parts-7/0",
        "incoming/0123456789abcdef-01234567",
        "incoming/text-0123456789abcdef",
        "tmp/store/0123456789abcdef/original.pdf",
        "tmp/store/removed-0123456789abcdef/document.md",
        "index/former-model/3/words/meta.json",
    )
    for name in left:
        put(home.root, name)
    assert [one.status for one in app.intake.add([examples / "meeting-note.txt"])] == ["ready"]
    assert [name for name in left if (home.root / name).exists()] == []
    assert not (home.index / "former-model").exists()
    app.close()


# ------------------------------------------------------------ homes in folders that are taken in


def older(home: Path) -> None:
    (home / MARKER).unlink()


@pytest.mark.parametrize("made", [as_it_is, older])
def test_a_folder_around_homes_is_taken_in_without_them(
    tmp_path: Path, app: App, made: Callable[[Path], None]
) -> None:
    mine = put(tmp_path, "letters/to-anna.txt")
    App.open(open_home(tmp_path / "deep" / "other")).close()
    made(tmp_path / "deep" / "other")
    put(tmp_path / "deep" / "other", "models/readme.txt")
    assert [result.path for result in app.intake.add([tmp_path])] == [str(mine)]
    assert [result.path for result in app.intake.add([tmp_path])] == [str(mine)], "nor what it wrote since"
    app.close()


@pytest.mark.parametrize("inside", [".", "logs", "logs/ragdesk.log", "archive"])
def test_nothing_of_a_home_is_taken_in_where_it_is_named(app: App, inside: str) -> None:
    [result] = app.intake.add([app.home.root / inside])
    assert result.status == "failed" and "RAGDesk's own folder" in str(result.problem)
    assert app.library.jobs.all() == []
    with pytest.raises(UsageError):
        app.watched_folders.add(app.home.root / inside)
    app.close()


def test_a_watched_folder_that_holds_the_home_does_not_feed_on_itself(tmp_path: Path, app: App) -> None:
    mine = put(tmp_path, "letters/to-anna.txt")
    app.intake.start()
    app.watched_folders.add(tmp_path)
    app.watched_folders.start()
    until(lambda: [one.name for one in app.library.documents.all()] == [mine.name])
    other = put(tmp_path, "letters/to-ben.txt")
    until(lambda: len(app.library.documents.all()) == 2)
    assert {source.path for source in app.library.sources.below(str(tmp_path))} == {str(mine), str(other)}
    looked = sum(1 for _ in watched_for(app, tmp_path))
    assert looked == 0, "what RAGDesk writes into its home is no change"
    app.close()


def watched_for(app: App, folder: Path) -> Iterator[set[Path]]:
    """What the watching thread is told while RAGDesk writes into its home, and nobody else does anything; without the first time,
    when it is told of all folders."""
    stop = threading.Event()
    threading.Timer(4, stop.set).start()
    threading.Timer(1.5, app.conversations.create, ["About leave"]).start()
    yield from islice(watch.follow([folder], stop), 1, None)
