"""A shared library is opened by its place while the app is open, and put away again."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from given_engines import engines_with
from paced import PacedModel
from storage.samples import make_document
from storage.shared_samples import publish_documents

from ragdesk.app.app import App
from ragdesk.domain.errors import StoreError, UsageError
from ragdesk.domain.ports import Embedder
from ragdesk.host.paths import open_home
from ragdesk.host.settings import load_settings

PUMP = "The pump in the cellar is greased each spring."


@pytest.fixture
def app(tmp_path: Path, embedder: Embedder) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"), engines_with(PacedModel(["Each spring."]), embedder))
    yield opened
    opened.close()


@pytest.fixture
def shared(tmp_path: Path) -> str:
    (tmp_path / "files").mkdir()
    return publish_documents(tmp_path / "shared", [make_document(tmp_path / "files", PUMP, name="pump.txt")])


def found(app: App) -> list[str]:
    return [hit.library for hit in app.passages.search("When is the pump greased?", top=3)]


def test_what_is_opened_is_searched_at_once_and_after_the_next_start(app: App, shared: str) -> None:
    app.home.settings.write_text('[ui]\nlanguage = "en"  # mine\n', encoding="utf-8")
    assert found(app) == []
    assert app.sharing.open(" department ", f"{shared} ") == 1
    assert list(app.sharing.all()) == ["department"] and found(app) == ["department"]
    assert load_settings(app.home.settings).libraries["department"].url == shared
    assert "# mine" in app.home.settings.read_text("utf-8")
    app.sharing.close("department")
    assert app.sharing.all() == {} and found(app) == []
    assert load_settings(app.home.settings).libraries == {}
    assert Path(shared).is_dir(), "it is others', too"


@pytest.mark.parametrize("name", ["", "two words", "a.b", "x" * 41, "..", "[libraries]"])
def test_a_name_that_settings_could_not_hold_is_refused(app: App, shared: str, name: str) -> None:
    with pytest.raises(UsageError, match="letters"):
        app.sharing.open(name, shared)
    assert app.sharing.all() == {}


def test_a_name_is_taken_once_and_a_place_is_needed(app: App, shared: str) -> None:
    app.sharing.open("department", shared)
    with pytest.raises(UsageError, match="already"):
        app.sharing.open("department", shared)
    with pytest.raises(UsageError, match="No place"):
        app.sharing.open("other", "  ")
    assert list(app.sharing.all()) == ["department"]


def test_what_is_no_shared_library_is_said_and_not_kept(app: App, tmp_path: Path, shared: str) -> None:
    (tmp_path / "empty").mkdir()
    shutil.move(shared, tmp_path / "moved")
    for place in (shared, str(tmp_path / "empty")):
        with pytest.raises(StoreError, match="cannot be reached"):
            app.sharing.open("department", place)
    assert app.sharing.all() == {} and not app.home.settings.exists()
