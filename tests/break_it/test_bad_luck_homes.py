"""Bad luck with a home: parts of it gone, exchanged, swapped for something else; the home moved to an odd path. After each, every
command ends, says what to do where it cannot go on, and nothing is lost once that was done.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from cited import cite, converse
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from until import until

from break_it.counting import MUCH, count
from ragdesk.app.app import App
from ragdesk.front.cli import main
from ragdesk.front.web.tabs.library.document_routes import document_routes
from ragdesk.host.log import close_log
from ragdesk.host.paths import open_home

# What a person tries after each misfortune, and again after its remedy.
STEPS = ("list", "search", "doctor", "rebuild", "add", "search again")
WORDS = {"autoclave.md": "autoclave", "centrifuge.md": "centrifuge"}
pytestmark = pytest.mark.timeout(900)


@dataclass
class Life:
    """A home with two documents and a conversation that quotes one, the files that they are of, and one that comes later."""

    home: Path
    files: Path
    capsys: pytest.CaptureFixture[str]
    drive: Path | None = None

    def begin(self) -> None:
        self.files.mkdir()
        for name, word in WORDS.items():
            (self.files / name).write_text(
                f"# The {word}\n\nThe {word} is checked every four weeks by the porter.\n", encoding="utf-8"
            )
        with closing(App.open(open_home(self.home))) as app:
            taken = list(app.intake.add([self.files]))
            first = min(taken, key=lambda each: each.path)
            converse(app, [[cite(app, str(first.document_id), "The autoclave is checked")]])
        close_log()

    def say(self, *arguments: str) -> tuple[int, str, str]:
        """A command: how it ended and what it said. It never fails without a word."""
        self.capsys.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("RAGDESK_HOME", str(self.home))
            status = main(list(arguments))
        said = self.capsys.readouterr()
        close_log()
        assert "Traceback" not in said.err and "unexpected" not in said.out + said.err, (arguments, said)
        for line in said.err.splitlines():
            if line.startswith("error:"):
                assert "hint: " in line, (arguments, line)
        assert status in (0, 1), (arguments, said)
        return status, said.out, said.err

    def go_on(self, name: str = "later", word: str = "periscope") -> set[str]:
        """What a person tries, one after the other. Returns what worked: ended with 0, and found or listed what is there."""
        later = self.files / f"{name}.md"
        later.write_text(f"# The gate\n\nThe {word} stands at the gate.\n", encoding="utf-8")
        tried = {
            "list": (["list"], list(WORDS)),
            "search": (["search", "autoclave"], ["The autoclave is checked every four weeks"]),
            "doctor": (["doctor"], []),
            "rebuild": (["doctor", "--rebuild"], []),
            "add": (["add", str(later)], [later.name]),
            "search again": (["search", word], [f"The {word} stands at the gate"]),
        }
        assert tuple(tried) == STEPS
        worked = set()
        for step, (command, wanted) in tried.items():
            status, out, _ = self.say(*command)
            if status == 0 and all(each in " ".join(out.split()) for each in wanted):
                worked.add(step)
        return worked

    def is_whole(self) -> bool:
        """Every document is found by its word, `doctor` is content, the conversation and its quote are there."""
        assert self.say("add", str(self.files))[0] == 0
        for word in (*WORDS.values(), "periscope"):
            status, out, _ = self.say("search", "--mode", "words", word)
            assert status == 0 and word in out, word
        checks = self.say("doctor")[1]
        with closing(App.open(open_home(self.home))) as app:
            [conversation] = app.conversations.all()
            messages = app.library.conversations.messages(conversation.id)
            quotes = [
                each.quote for message in messages if message.answer for each in message.answer.citations
            ]
        close_log()
        assert quotes == ["The autoclave is checked"] and not [
            line for line in checks.splitlines() if "FAIL" in line and "telemetry" not in line
        ], checks
        return True


# ------------------------------------------------------------ misfortunes: what happens, and what a person then does about it


def nothing(life: Life) -> None:
    """It goes on by itself."""


def _index(home: Path) -> Path:
    """The folder of the pair of indexes in use."""
    return max(
        (path for path in (home / "index").glob("*/*") if path.is_dir()), key=lambda path: int(path.name)
    )


def index_gone(life: Life) -> None:
    shutil.rmtree(life.home / "index")


def index_a_file(life: Life) -> None:
    index_gone(life)
    (life.home / "index").write_text("no folder")


def take_the_file_away(life: Life) -> None:
    if (life.home / "index").is_file():
        (life.home / "index").unlink()


def family_a_file(life: Life) -> None:
    family = _index(life.home).parent
    shutil.rmtree(family)
    family.write_text("no folder")


def take_the_family_away(life: Life) -> None:
    for path in (life.home / "index").iterdir():
        if path.is_file():
            path.unlink()


def pointer_garbage(life: Life) -> None:
    with closing(sqlite3.connect(life.home / "library.db")) as ledger:
        ledger.execute("UPDATE meta SET value = '{\"fingerprint\": 7' WHERE key = 'index'")
        ledger.commit()


def segment_swapped(life: Life) -> None:
    segments = sorted((_index(life.home) / "words").glob("*.store"))
    shutil.copy(life.files / "autoclave.md", segments[0])


def vectors_swapped(life: Life) -> None:
    data = sorted((_index(life.home) / "vectors").rglob("*.lance"))
    data = [path for path in data if path.is_file()]
    shutil.copy(life.files / "autoclave.md", data[0])


def archive_gone(life: Life) -> None:
    shutil.rmtree(life.home / "archive")


def archive_exchanged(life: Life) -> None:
    archive = life.home / "archive"
    turn(archive, [path.name for path in archive.iterdir()])


def remove_and_add_again(life: Life) -> None:
    """What `doctor` says of documents whose files are damaged or gone."""
    with closing(App.open(open_home(life.home))) as app:
        ids = [document.id for document in app.library.documents.all() if document.name in WORDS]
    close_log()
    assert life.say("remove", *ids)[0] == 0 and life.say("add", str(life.files))[0] == 0


def log_of_garbage(life: Life) -> None:
    for ending in ("-wal", "-shm"):
        (life.home / f"library.db{ending}").write_bytes(os.urandom(40_000))


def locks_folders(life: Life) -> None:
    for name in ("write.lock", "app.lock"):
        (life.home / name).unlink(missing_ok=True)
        (life.home / name).mkdir()


def take_locks_away(life: Life) -> None:
    for name in ("write.lock", "app.lock"):
        (life.home / name).rmdir()


def moved(life: Life) -> None:
    place = life.home.parent / "a new place" / "مكان جديد 新しい場所"
    place.parent.mkdir()
    life.home.rename(place)
    life.home = place


def marker_gone(life: Life) -> None:
    (life.home / "ragdesk-home.txt").unlink()


def temporary_a_file(life: Life) -> None:
    shutil.rmtree(life.home / "tmp")
    (life.home / "tmp").write_text("no folder")


def take_temporary_away(life: Life) -> None:
    (life.home / "tmp").unlink()


def swapped(name: str, content: bytes | None) -> Callable[[Life], None]:
    """One of the home's files is another one, or a folder (None)."""

    def happens(life: Life) -> None:
        path = life.home / name
        path.unlink(missing_ok=True)
        if content is None:
            path.mkdir(parents=True)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)

    return happens


def away_with(name: str) -> Callable[[Life], None]:
    """What `swapped` put there is moved away."""
    return lambda life: (life.home / name).rename(life.home.parent / "aside") and None


def _versioned(home: Path, change: int) -> None:
    with closing(sqlite3.connect(home / "library.db")) as ledger:
        version = ledger.execute("PRAGMA user_version").fetchone()[0]
        ledger.execute(f"PRAGMA user_version = {version + change}")


def later_version(life: Life) -> None:
    _versioned(life.home, 1)


def install_the_later_version(life: Life) -> None:
    _versioned(life.home, -1)


def only_to_be_read(life: Life) -> None:
    mount(life.home, "--bind")
    subprocess.run(["mount", "-o", "remount,bind,ro", str(life.home)], check=True)


def can_be_written(life: Life) -> None:
    subprocess.run(["umount", str(life.home)], check=True)


def mount(place: Path, *how: str) -> None:
    command = ["mount", *how, *([str(place)] if how == ("--bind",) else []), str(place)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")


def drive_away(life: Life) -> None:
    """The files lie on a drive, in a watched folder; it is unplugged, and its mount point is there and empty."""
    there = {path.name: path.read_bytes() for path in life.files.iterdir()}
    for name in there:
        (life.files / name).unlink()
    drive = life.home.parent / "drive"
    drive.mkdir()
    mount(drive, "-t", "tmpfs", "-o", "size=4m", "tmpfs")
    life.drive = drive
    for name, content in there.items():
        (drive / name).write_bytes(content)
    subprocess.run(["mount", "--bind", str(drive), str(life.files)], check=True)
    look(life, watch=True)
    subprocess.run(["umount", "--lazy", str(life.files)], check=True)
    look(life)


def look(life: Life, watch: bool = False) -> None:
    """As the watching thread does; the documents, and the collection of the folder, stay."""
    with closing(App.open(open_home(life.home))) as app:
        app.intake.start()
        if watch:
            app.watched_folders.add(life.files, "Devices")
        app.watched_folders.look(life.files, "Devices")
        until(lambda: not app.library.jobs.all() and not app.intake.state().running, 120)
        kept = {each.name: each.collections for each in app.library.documents.all() if each.name in WORDS}
    close_log()
    assert kept == dict.fromkeys(WORDS, ("Devices",))


def plug_in(life: Life) -> None:
    subprocess.run(["mount", "--bind", str(life.drive), str(life.files)], check=True)
    look(life)


NO_TEXT = bytes(range(256))
ALL = frozenset(STEPS)
# The indexes can be made anew of the rest, and are.
BUT_INDEX = ALL - {"search", "doctor"}
NONE = frozenset[str]()
# What happens, what works all the same before anything was done about it, and what is then done.
MISFORTUNES: dict[str, tuple[Callable[[Life], None], frozenset[str], Callable[[Life], None]]] = {
    "index gone": (index_gone, BUT_INDEX, nothing),
    "index a file": (index_a_file, NONE, take_the_file_away),
    "index of the embedder a file": (family_a_file, frozenset(("list",)), take_the_family_away),
    "pointer to the index garbage": (pointer_garbage, BUT_INDEX, nothing),
    "segment swapped for another file": (segment_swapped, BUT_INDEX, nothing),
    "vectors swapped for another file": (vectors_swapped, BUT_INDEX, nothing),
    "archive gone": (archive_gone, ALL - {"doctor", "rebuild"}, remove_and_add_again),
    "two documents exchanged": (archive_exchanged, ALL - {"doctor"}, nothing),
    "the ledger's log garbage": (log_of_garbage, ALL, nothing),
    "locks that are folders": (locks_folders, frozenset(("list", "search")), take_locks_away),
    "home moved to an odd path": (moved, ALL, nothing),
    "marker gone": (marker_gone, ALL, nothing),
    "temporary folder a file": (temporary_a_file, NONE, take_temporary_away),
    "settings a folder": (swapped("settings.toml", None), NONE, away_with("settings.toml")),
    "settings binary": (swapped("settings.toml", NO_TEXT), NONE, away_with("settings.toml")),
    "settings with a byte-order mark": (
        swapped("settings.toml", b"\xef\xbb\xbf[search]\ntop = 3\n"),
        ALL,
        nothing,
    ),
    "log a folder": (swapped("logs/ragdesk.log", None), NONE, away_with("logs/ragdesk.log")),
    "memory binary": (swapped("memory/USER_MEMORY.md", NO_TEXT), ALL, away_with("memory/USER_MEMORY.md")),
    "memory of the company binary": (
        swapped("memory/COMPANY_MEMORY.md", NO_TEXT),
        ALL,
        away_with("memory/COMPANY_MEMORY.md"),
    ),
    "ledger of a later version": (later_version, NONE, install_the_later_version),
    "home that can only be read": (only_to_be_read, NONE, can_be_written),
    "drive of a watched folder away": (drive_away, ALL, plug_in),
}


@pytest.fixture
def life(tmp_path: Path, capsys: pytest.CaptureFixture[str], embedder: object) -> Iterator[Life]:
    made = Life(tmp_path / "home", tmp_path / "docs", capsys)
    made.begin()
    yield made
    for place in (made.home, made.files, made.drive):
        if place is not None and place.is_mount():
            subprocess.run(["umount", "--lazy", str(place)], check=True)


# The short part: one of the index, of the ledger and of the archive.
SHORT = ("index gone", "pointer to the index garbage", "two documents exchanged")


@pytest.mark.parametrize("name", MISFORTUNES if MUCH else SHORT)
def test_nothing_is_lost_once_the_advice_was_followed(name: str, life: Life) -> None:
    happens, works, remedy = MISFORTUNES[name]
    happens(life)
    worked = life.go_on()
    remedy(life)
    rebuilt = life.say("doctor", "--rebuild")
    worked_then = life.go_on("last", "sextant")
    assert (worked, worked_then, rebuilt[0]) == (works, ALL, 0), rebuilt
    assert count(f"bad luck with a home: {name}", life.is_whole())


def rebuilds(life: Life, ids: list[str]) -> list[str]:
    life.say("doctor", "--rebuild")
    return ids


def resumes(life: Life, ids: list[str]) -> list[str]:
    assert life.say("add", "--resume")[0] == 0
    return ids


def removes_the_first(life: Life, ids: list[str]) -> list[str]:
    """Without having asked `doctor`, or against what it says."""
    assert life.say("remove", ids[0])[0] == 0
    return ids[1:]


@pytest.mark.parametrize("many", [2, 3])
@pytest.mark.parametrize("then", [rebuilds, resumes, removes_the_first])
def test_exchanged_folders_are_put_back_where_the_archive_is_the_only_copy(
    then: Callable[[Life, list[str]], list[str]], many: int, life: Life
) -> None:
    """The files are gone from where they were; the documents have a collection, and a title that a person gave."""
    (life.files / "boiler.md").write_text(
        "# The boiler\n\nThe boiler is checked by the smith.\n", encoding="utf-8"
    )
    assert life.say("add", "--collection", "Devices", str(life.files))[0] == 0
    contents = {path.name: path.read_bytes() for path in life.files.iterdir()}
    with closing(App.open(open_home(life.home))) as app:
        names = {document.id: document.name for document in app.library.documents.all()}
    close_log()
    ids = sorted(names)
    for document_id in ids:
        assert life.say("rename", document_id, f"Given to {names[document_id]}")[0] == 0
    shutil.rmtree(life.files)
    turn(life.home / "archive", ids[:many])

    checks = " ".join(life.say("doctor")[1].split())
    assert all(document_id in checks for document_id in ids[:many])
    assert "exchanged" in checks and "puts them back" in checks and "Then remove" not in checks
    kept = then(life, ids)

    assert "FAIL" not in life.say("doctor")[1]
    with closing(App.open(open_home(life.home))) as app:
        documents = {document.id: document for document in app.library.documents.all()}
        routes = document_routes(app)
        got = {document_id: downloaded(routes, document_id) for document_id in documents}
    close_log()
    assert {one.title for one in documents.values()} == {f"Given to {names[each]}" for each in kept}
    assert {one.collections for one in documents.values()} == {("Devices",)}
    for document_id in kept:
        word = names[document_id].removesuffix(".md")
        status, out, _ = life.say("search", word)
        assert status == 0 and f"The {word} is checked" in " ".join(out.split())
    back = got == {document_id: contents[names[document_id]] for document_id in kept}
    assert count("bad luck with a home: folders exchanged, no other copy", back)


def turn(archive: Path, ids: list[str]) -> None:
    """Each folder is called as the next one."""
    for document_id in ids:
        (archive / document_id).rename(archive / f"between-{document_id}")
    for document_id, called in zip(ids, [*ids[1:], ids[0]], strict=True):
        (archive / f"between-{document_id}").rename(archive / called)


def downloaded(routes: list[Route], document_id: str) -> bytes:
    """What the browser gets when a person saves a document."""
    return TestClient(Starlette(routes=routes)).get(f"/ragdesk/original/{document_id}").content


def test_with_nothing_wrong_it_is_whole(life: Life) -> None:
    assert life.go_on() == set(STEPS)
    assert life.is_whole()
