"""Something odd lies where RAGDesk keeps its files: it says what to do, and goes on when that is done."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.cli import main
from ragdesk.host.log import close_log
from ragdesk.host.paths import open_home
from ragdesk.host.settings import change_setting, load_settings

pytestmark = pytest.mark.break_it("something odd in the place of a home's file")


@pytest.fixture
def home(home_folder: Path, examples: Path) -> Path:
    """A home with one document."""
    with closing(App.open(open_home(home_folder))) as app:
        list(app.intake.add([examples / "handbook.md"]))
    close_log()
    return home_folder


def a_folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def no_text(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


@pytest.mark.parametrize("odd", [a_folder, no_text])
@pytest.mark.parametrize("name", ["write.lock", "settings.toml", "logs/ragdesk.log", "memory/USER_MEMORY.md"])
def test_it_says_what_to_do_and_goes_on_when_that_is_done(
    home: Path, examples: Path, name: str, odd: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    path, aside = home / name, home.parent / "aside"
    odd(path)
    for command in (["list"], ["doctor"], ["add", str(examples / "meeting-note.txt")], ["memory", "list"]):
        main([*command, "--home", str(home)])
        said = capsys.readouterr()
        assert "Something unexpected" not in said.out + said.err and "Traceback" not in said.err
        for line in said.err.splitlines():
            if line.startswith("error:"):
                assert path.name in line and "hint: " in line
    path.rename(aside)
    capsys.readouterr()
    assert main(["list", "--home", str(home)]) == 0
    assert "handbook" in capsys.readouterr().out.lower()
    assert aside.is_dir() or aside.stat().st_size >= 256, "nothing of it was touched"


@pytest.mark.parametrize("name", ["index", "archive", "tmp"])
def test_a_file_in_the_place_of_a_folder_is_named(
    home: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """To choose another home would help nobody: the documents are in this one."""
    path = home / name
    path.rename(home.parent / "aside")
    path.write_text("no folder")
    assert main(["list", "--home", str(home)]) == 1
    assert f"A file lies at {path}" in (said := capsys.readouterr().err) and "Move it away" in said
    assert path.read_text() == "no folder"


def test_a_mark_of_the_byte_order_before_the_settings_is_no_fault(home: Path) -> None:
    path = home / "settings.toml"
    path.write_bytes(b"\xef\xbb\xbf[search]\ntop = 3\n")
    assert load_settings(path).search.top == 3
    assert main(["list", "--home", str(home)]) == 0
    assert change_setting(path, "search", "top", 4).search.top == load_settings(path).search.top == 4


def test_memory_that_is_no_text_is_never_written_over(home: Path) -> None:
    path = home / "memory" / "USER_MEMORY.md"
    no_text(path)
    with closing(App.open(open_home(home))) as app:
        for change in (
            lambda: app.memory.save_text("user", "- Uses SAP.\n", ""),
            lambda: app.memory.entries("user"),
        ):
            with pytest.raises(RagdeskError, match="cannot be read"):
                change()
    assert path.read_bytes() == bytes(range(256))
