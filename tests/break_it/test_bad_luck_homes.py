"""Bad luck with a home: parts of it gone, exchanged, swapped for something else; the home moved to an odd path. After each, every
command ends, says what to do where it cannot go on, and nothing is lost once that was done.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from until import until

from break_it.counting import MUCH, count
from break_it.small_home import STEPS, WORDS, Life
from ragdesk.app.app import App
from ragdesk.front.web.tabs.library.document_routes import document_routes
from ragdesk.host.log import close_log
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.timeout(900)


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
    """What was put into the empty mount point meanwhile is moved onto the drive: there it would lie hidden, as if gone."""
    assert life.drive is not None
    for path in [*life.files.iterdir()]:
        shutil.move(path, life.drive)
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
