"""What is kept is found and measured, and erased without touching anything else; the desk works on, empty."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.app.erasing import erase_window
from ragdesk.app.privacy import _delete, places
from ragdesk.domain.errors import BusyError, StoreError
from ragdesk.host.paths import Home, open_home
from ragdesk.storage.lock import exclusive


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def test_every_place_of_the_home_belongs_to_an_area(tmp_path: Path) -> None:
    home = Home(tmp_path)
    known = {name for name, value in vars(Home).items() if isinstance(value, property)}
    kept = [path for paths in places(home).values() for path in paths]
    for name in known - {"write_lock", "erasing"}:
        place = getattr(home, name)
        assert any(place == path or place.is_relative_to(path) for path in kept), (
            f"{name} would outlive an erasure"
        )


def test_what_is_kept_is_measured(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    app.memory.save_text("user", "- Uses SAP.\n", "")
    kept = {one.name: one for one in app.privacy.areas()}
    assert kept["memory"].bytes == len("- Uses SAP.\n")
    assert kept["documents"].bytes >= (examples / "handbook.md").stat().st_size
    assert kept["index"].files > 0 and kept["ledger"].bytes > 0 and kept["logs"].files > 0


@pytest.mark.break_it("erasure")
def test_erasing_leaves_an_empty_desk_that_works(app: App, examples: Path, tmp_path: Path) -> None:
    home = app.home
    list(app.intake.add([examples / "handbook.md"]))
    app.conversations.create("About leave")
    app.memory.save_text("user", "- Uses SAP.\n", "")
    app.change_now({("answer", "stance"): "cautious"})
    (home.models / "mine.gguf").write_bytes(b"GGUF")
    mine = home.root / "my-letter.txt"
    mine.write_text("not RAGDesk's", encoding="utf-8")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "photo.jpg").write_bytes(b"jpg")
    (home.archive / "link").symlink_to(outside, target_is_directory=True)
    (home.incoming / "file-link").symlink_to(outside / "photo.jpg")

    done = app.privacy.erase()

    gone = {one.name: one for one in done.areas}
    assert gone["documents"].files >= 2 and gone["memory"].files >= 1 and gone["settings"].files == 1
    assert "models" not in gone and done.left == ()
    assert (outside / "photo.jpg").read_bytes() == b"jpg"
    assert mine.exists() and (home.models / "mine.gguf").exists()
    assert list(home.archive.iterdir()) == [] and list(home.memory.iterdir()) == []
    assert list(home.index.iterdir()) == [] and not home.settings.exists()
    assert (
        app.library.documents.all() == []
        and app.conversations.all() == []
        and app.settings.answer.stance == "balanced"
    )
    assert app.memory.entries("user") == []
    assert "handbook" not in home.log_file.read_text(encoding="utf-8")

    (result,) = app.intake.add([examples / "handbook.md"])
    assert result.status == "ready"
    assert app.passages.search("parental leave")


def test_models_go_when_asked(app: App) -> None:
    (app.home.models / "mine.gguf").write_bytes(b"GGUF")
    done = app.privacy.erase(models=True)
    assert {one.name: one.files for one in done.areas}["models"] == 1
    assert list(app.home.models.iterdir()) == []


def test_a_linked_area_is_named_and_left(app: App, tmp_path: Path) -> None:
    elsewhere = tmp_path / "disk2"
    elsewhere.mkdir()
    (elsewhere / "old.md").write_text("text", encoding="utf-8")
    app.home.logs.joinpath("llm.log").unlink(missing_ok=True)
    app.home.incoming.rmdir()
    app.home.incoming.symlink_to(elsewhere, target_is_directory=True)
    done = app.privacy.erase()
    assert [path for path, _ in done.left] == [str(app.home.incoming)]
    assert (elsewhere / "old.md").exists()
    assert app.home.incoming.is_dir() and not app.home.incoming.is_symlink()


def test_nothing_outside_the_home_can_be_named(tmp_path: Path) -> None:
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    with pytest.raises(StoreError):
        _delete(tmp_path / "home", stranger)
    assert stranger.exists()


def test_nothing_is_erased_while_somebody_else_writes(
    app: App, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    monkeypatch.setattr("ragdesk.app.privacy.WAIT", 0.1)
    with exclusive(app.home.write_lock, 1), pytest.raises(BusyError):
        app.privacy.erase()
    assert len(app.library.documents.all()) == 1


def test_nothing_is_erased_or_reopened_while_an_answer_is_written(
    app: App, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    monkeypatch.setattr(app.engines, "llm", lambda: ScriptedModel(["one two three four"]))
    events = app.answers.ask_once("How much parental leave is there?")
    next(events)
    with pytest.raises(BusyError):
        app.privacy.erase()
    with pytest.raises(BusyError):
        app.reopen()
    events.close()
    assert len(app.library.documents.all()) == 1
    app.reopen()


def test_reopening_puts_the_settings_in_force_and_keeps_everything(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    library = app.library
    app.home.settings.write_text("[search]\ntop = 3\n", encoding="utf-8")
    app.reopen()
    assert app.settings.search.top == 3
    assert app.library is not library
    assert len(app.library.documents.all()) == 1 and app.passages.search("parental leave")


def test_settings_that_cannot_be_read_leave_the_desk_as_it_was(app: App) -> None:
    app.home.settings.write_text("[nonsense]\n", encoding="utf-8")
    before = app.library
    with pytest.raises(Exception, match="nonsense"):
        app.reopen()
    assert app.library is before and app.library.documents.all() == []


@pytest.mark.break_it("erasure")
def test_the_window_s_profile_goes_and_what_its_browser_writes_meanwhile_at_the_next_start(app: App) -> None:
    home = app.home
    (home.window / "Default").mkdir(parents=True)
    (home.window / "Default" / "Session Storage").write_text("typed by a person")
    done = app.privacy.erase()
    assert next(area.files for area in done.areas if area.name == "window") == 1
    assert list(home.window.iterdir()) == []
    (home.window / "Session Storage").write_text("typed by a person")  # by the browser that still runs
    erase_window(home)
    assert not home.window.exists() and not home.erasing.exists()
    (home.window / "Default").mkdir(parents=True)
    erase_window(home)
    assert home.window.exists(), "once is enough"


ERASING = """
import os, sys
from pathlib import Path
from ragdesk.app import privacy
from ragdesk.app.app import App
from ragdesk.host.paths import open_home

delete, deleted = privacy._delete, []
def killed(*args):
    if len(deleted) == int(sys.argv[2]):
        os.kill(os.getpid(), 9)
    deleted.append(1)
    return delete(*args)

if __name__ == "__main__":
    privacy._delete = killed
    App.open(open_home(Path(sys.argv[1]))).privacy.erase()
"""


@pytest.mark.parametrize("places_erased", [0, 5])
@pytest.mark.break_it("erasure")
def test_an_erasure_that_was_killed_is_finished_at_the_next_start(
    app: App, examples: Path, tmp_path: Path, places_erased: int
) -> None:
    home = app.home
    list(app.intake.add([examples / "meeting-note.txt"]))
    app.memory.save_text("user", "- Uses SAP.\n", "")
    (home.models / "mine.gguf").write_bytes(b"GGUF")
    app.close()
    (tmp_path / "erasing.py").write_text(ERASING)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "erasing.py"), str(home.root), str(places_erased)], check=False
    )
    assert done.returncode == -9
    again = App.open(open_home(home.root))
    try:
        assert again.library.documents.all() == [] and not home.user_memory.exists()
        assert list(home.archive.iterdir()) == [] and (home.models / "mine.gguf").exists()
        assert len(list(again.intake.add([examples / "meeting-note.txt"]))) == 1
    finally:
        again.close()
    kept = App.open(open_home(home.root))
    assert len(kept.library.documents.all()) == 1, "and once is enough"
    kept.close()
