"""What the window shows until Gradio has drawn the page, in a real browser: Gradio's own script is held back meanwhile."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe import violations
from cited import MARKDOWN, add
from ragdesk_browser import keep, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
GRADIO = "**/assets/index-*.js"
FIRST, QUESTION = "#rd-first", "#rd-question textarea"


@pytest.fixture
def app(tmp_path: Any) -> Iterator[App]:
    app = App.open(open_home(tmp_path / "home"))
    (tmp_path / "visitors.md").write_text(MARKDOWN, encoding="utf-8")
    add(app, tmp_path / "visitors.md")
    yield app
    app.close()


def undrawn(page: Any, url: str) -> Any:
    """The first page, for as long as the test wants."""
    page.route(GRADIO, lambda _: None)
    page.goto(url, wait_until="commit")
    page.locator(f"{FIRST} textarea:focus, {FIRST}[data-tab=library]").wait_for()
    return page.locator(FIRST)


def draw(page: Any) -> None:
    page.unroute(GRADIO)
    page.locator(FIRST).wait_for(state="detached")


def test_what_is_typed_before_the_page_is_drawn_goes_on_in_its_field(app: App) -> None:
    with serving(app) as url, window() as (page, seen):
        first = undrawn(page, url)
        keep(page, "first")
        assert violations(page) == []
        page.keyboard.type("Who sig")
        assert first.locator("textarea").input_value() == "Who sig"
        draw(page)
        page.keyboard.type("ns?")
        until(page, lambda: page.locator(QUESTION).input_value() == "Who signs?")
        assert seen.foreign() == [] and seen.violations() == []


def test_a_question_that_is_sent_before_the_page_is_drawn_is_asked(app: App) -> None:
    with serving(app) as url, window() as (page, _):
        undrawn(page, url)
        page.keyboard.type("Hello")
        page.keyboard.press("Enter")
        draw(page)
        asked = page.locator("#rd-thread .rd-question")
        asked.wait_for()
        assert "Hello" in asked.inner_text()


def test_the_library_s_first_rows_are_there_and_the_chosen_tab_stays(app: App) -> None:
    with serving(app) as url, window(dark=True) as (page, _):
        first = undrawn(page, url)
        assert not first.get_by_text("visitors.md").is_visible()
        first.get_by_role("button", name="Library").click()
        assert first.get_by_text("visitors.md").is_visible()
        assert violations(page) == []
        draw(page)
        assert page.get_by_role("tab", name="Library", exact=True).get_attribute("aria-selected") == "true"
        page.locator("#rd-documents").get_by_text("visitors.md").wait_for()
