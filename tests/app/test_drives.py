"""A drive that is away has not lost its files: neither one in a watched folder nor one that the folder lies on; and where many
files are gone at once, a person is asked."""

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from until import until

from ragdesk.app.app import App
from ragdesk.front.web.tabs.library import render_queue
from ragdesk.host.paths import open_home
from ragdesk.ingesting import watch
from ragdesk.ingesting.walk import walk

pytestmark = pytest.mark.break_it("drive that is away")


@pytest.fixture
def app() -> Iterator[App]:
    opened = App.open(open_home())
    opened.intake.start()
    yield opened
    opened.close()


class Drive:
    """A file system of its own, which can be plugged in at a folder."""

    def __init__(self, content: Path) -> None:
        self._content = content
        content.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(content)]
        if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no file system can be mounted here")
        self._at: Path | None = None

    def plug_in(self, at: Path) -> None:
        at.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "--bind", str(self._content), str(at)], check=True)
        self._at = at

    def unplug(self) -> None:
        subprocess.run(["umount", "--lazy", str(self._at)], check=True)
        self._at = None

    def scrap(self) -> None:
        if self._at is not None:
            self.unplug()
        subprocess.run(["umount", "--lazy", str(self._content)], check=True)


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Drive]:
    made = Drive(tmp_path / "content of the drive")
    yield made
    made.scrap()


def write(path: Path, text: str = "The heron is grey.") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{path.name}: {text}", encoding="utf-8")
    return path


def names(app: App) -> list[str]:
    return sorted(document.name for document in app.library.documents.all())


def look(app: App, folder: Path) -> None:
    """As the watching thread does, and wait until all of it is done."""
    app.watched_folders.look(folder, "Birds")
    until(lambda: not app.library.jobs.all() and not app.intake._gone and not app.intake.state().running)


def leave_empty(mount_point: Path) -> None:
    """As most systems do."""


def leave_litter(mount_point: Path) -> None:
    write(mount_point / ".DS_Store")


def leave_another_file(mount_point: Path) -> None:
    write(mount_point / "written here by mistake.md")


@pytest.mark.parametrize("left", [leave_empty, leave_litter, leave_another_file, Path.rmdir])
@pytest.mark.parametrize("watched", [".", "drive", "drive/birds"])
def test_the_documents_of_a_drive_that_is_away_stay(
    app: App, drive: Drive, tmp_path: Path, left: Callable[[Path], None], watched: str
) -> None:
    mount_point = tmp_path / "mine" / "drive"
    drive.plug_in(mount_point)
    write(mount_point / "birds" / "heron.md")
    write(mount_point / "birds" / "stork.md")
    folder = tmp_path / "mine" / watched
    app.watched_folders.add(folder, "Birds")
    look(app, folder)
    assert names(app) == ["heron.md", "stork.md"]

    drive.unplug()
    left(mount_point)
    if watched == "drive/birds" and mount_point.is_dir():
        write(mount_point / "birds" / ".DS_Store")
    for _ in range(2):
        look(app, folder)
        assert {"heron.md", "stork.md"} <= set(names(app))

    drive.plug_in(mount_point)
    (mount_point / "birds" / "stork.md").unlink()
    look(app, folder)
    assert "heron.md" in names(app) and "stork.md" not in names(app), "what is deleted on it is gone"
    assert {one.collections for one in app.library.documents.all() if one.name == "heron.md"} == {("Birds",)}


def test_a_drive_that_comes_back_is_followed_again(app: App, drive: Drive, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    write(folder / "list.md")
    drive.plug_in(folder / "drive")
    write(folder / "drive" / "heron.md")
    app.watched_folders.add(folder)
    look(app, folder)
    app.watched_folders.start()
    drive.unplug()
    write(folder / "another.md")
    until(lambda: "another.md" in names(app))
    assert "heron.md" in names(app)
    drive.plug_in(folder / "drive")
    until(lambda: app.library.watched.drives(str(folder)))
    write(folder / "drive" / "heron.md", "The heron is white.")
    until(lambda: [hit for hit in app.passages.search("heron") if "white" in hit.chunk.text])


def test_a_drive_that_goes_away_while_it_is_looked_at_loses_nothing(
    app: App, drive: Drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    write(folder / "list.md")
    drive.plug_in(folder / "drive")
    write(folder / "drive" / "heron.md")
    app.watched_folders.add(folder)
    look(app, folder)

    def unplug_and_walk(folders: Sequence[Path]) -> list[Path]:
        drive.unplug()
        return list(walk(folders))

    monkeypatch.setattr(watch, "walk", unplug_and_walk)
    look(app, folder)
    assert names(app) == ["heron.md", "list.md"]


def test_what_changed_before_a_folder_is_followed_is_seen(tmp_path: Path) -> None:
    write(tmp_path / "heron.md")
    stop = threading.Event()
    timer = threading.Timer(20, stop.set)
    timer.start()
    try:
        assert next(watch.follow([tmp_path], stop), None) == {tmp_path}
    finally:
        timer.cancel()
        stop.set()


@pytest.fixture
def folder(app: App, tmp_path: Path) -> Path:
    """A watched folder with twelve files in one folder, and one beside it."""
    for number in range(12):
        write(tmp_path / "mine" / "network" / f"{number}.md", f"The heron {number} is grey.")
    write(tmp_path / "mine" / "list.md")
    app.watched_folders.add(tmp_path / "mine", "Birds")
    look(app, tmp_path / "mine")
    assert len(names(app)) == 13
    return tmp_path / "mine"


def test_where_many_files_are_gone_at_once_a_person_is_asked(app: App, folder: Path) -> None:
    away = (folder / "network").rename(folder.parent / "away")
    look(app, folder)
    assert len(names(app)) == 13 and app.watched_folders.missing() == {str(folder): 12}
    shown = render_queue.folders(app.watched_folders.all(), app.watched_folders.missing())
    assert "12 files of it are not there any more" in shown and "Remove these documents" in shown

    (folder / "network").mkdir()
    for path in sorted(away.iterdir()):  # they come back one by one
        path.rename(folder / "network" / path.name)
        look(app, folder)
    assert len(names(app)) == 13 and app.watched_folders.missing() == {}

    shutil.rmtree(folder / "network")
    look(app, folder)
    app.watched_folders.let_go(str(folder))
    look(app, folder)
    assert names(app) == ["list.md"] and app.watched_folders.missing() == {}


def test_where_a_folder_looks_empty_a_person_is_asked(app: App, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    one = write(folder / "heron.md")
    app.watched_folders.add(folder)
    look(app, folder)
    one.unlink()
    write(folder / ".DS_Store")
    look(app, folder)
    assert names(app) == ["heron.md"] and app.watched_folders.missing() == {str(folder): 1}


def test_a_few_files_that_are_deleted_go_unasked(app: App, folder: Path) -> None:
    for number in range(3):
        (folder / "network" / f"{number}.md").unlink()
    look(app, folder)
    assert len(names(app)) == 10 and app.watched_folders.missing() == {}
