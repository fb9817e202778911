"""Shared libraries in Settings, in a real browser: opened by a folder, listed, put away; what is none is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from given_engines import engines_with
from paced import PacedModel
from ragdesk_browser import fill_until, keep, open_settings, serving, until, window
from storage.samples import make_document
from storage.shared_samples import publish_documents

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(280),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"), engines_with(PacedModel(["Four."])))
    yield opened
    opened.close()


def test_a_person_opens_a_shared_library_sees_it_and_puts_it_away(app: App, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    pump = make_document(tmp_path / "files", "The pump is greased each spring.", name="pump.txt")
    shared = publish_documents(tmp_path / "shared", [pump])
    with serving(app) as url, window() as (page, seen):
        open_settings(page, url, "documents")
        until(page, lambda: "No shared library is open." in page.inner_text("#rd-libraries"))
        assert not page.locator("#rd-library-remove").is_visible()

        name = page.locator("#rd-library-name textarea, #rd-library-name input")
        place = page.locator("#rd-library-place textarea, #rd-library-place input")
        fill_until(page, name, "department", lambda: name.input_value() == "department")
        fill_until(page, place, str(tmp_path / "none"), lambda: place.input_value() == str(tmp_path / "none"))
        page.click("#rd-library-add")
        until(page, lambda: "cannot be reached" in page.inner_text("#rd-library-note"))
        assert app.sharing.all() == {} and name.input_value() == "department", "what was typed stays"

        fill_until(page, place, shared, lambda: place.input_value() == shared)
        page.click("#rd-library-add")
        until(page, lambda: "1 document" in page.inner_text("#rd-library-note"))
        assert shared in page.inner_text("#rd-libraries") and name.input_value() == ""
        assert list(app.sharing.all()) == ["department"]
        keep(page, "libraries")

        page.click("#rd-library-remove")
        until(page, lambda: "No shared library is open." in page.inner_text("#rd-libraries"))
        assert app.sharing.all() == {}
        assert seen.foreign() == [] and seen.violations() == []
