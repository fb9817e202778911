"""The tabs' own doings in a real browser, without the language model: search, remove, conversations, refusals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ragdesk_browser import open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def test_the_library_is_searched_filtered_and_emptied(app: App, examples: Path) -> None:
    list(app.intake.add([examples]))
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")  # who has documents lands in Chat
        open_tab(page, "Library")
        until(page, lambda: len(page.query_selector_all("#rd-documents li")) == 4)
        assert "SOP-LAB-014" in page.inner_text("#rd-documents")

        page.fill("#rd-query textarea, #rd-query input", "gasket cracks")
        page.click("#rd-find")
        page.wait_for_selector("#rd-side li")
        assert "gasket" in page.inner_text("#rd-side li >> nth=0")
        assert "cosine" not in page.inner_text("#rd-side") and not page.locator(".rd-why").first.is_visible()
        page.get_by_text("Why this passage?").first.click()
        page.locator(".rd-why").first.wait_for()

        page.locator("#rd-filter textarea, #rd-filter input").press_sequentially("handbook")
        until(page, lambda: len(page.query_selector_all("#rd-documents li")) == 1)
        page.get_by_role("button", name="Remove", exact=False).first.click()
        page.wait_for_timeout(500)
        page.locator("#rd-documents a.rd-danger").first.click()
        until(page, lambda: len(app.library.documents.all()) == 3)
        until(page, lambda: "Staff handbook" in page.inner_text("#rd-note"))
        assert seen.foreign() == [] and seen.violations() == []


def test_conversations_are_made_renamed_and_deleted(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    app.conversations.create("About leave")
    app.conversations.create("About travel")
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        open_tab(page, "Chat")
        until(page, lambda: len(page.query_selector_all("a.rd-talk")) == 2)
        page.get_by_role("button", name="About leave").click()
        page.get_by_role("button", name="Rename").click()
        title = page.get_by_role("textbox", name="Rename")
        title.fill("About holidays")
        title.press("Enter")
        until(page, lambda: "About holidays" in page.inner_text("#rd-conversations"))
        page.get_by_role("button", name="Delete").click()
        until(page, lambda: [c.title for c in app.conversations.all()] == ["About travel"])
        until(page, lambda: "About holidays" not in page.inner_text("#rd-conversations"))


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_chat_and_citations_fill_a_wide_window_and_only_their_columns_scroll(
    app: App, examples: Path, width: int, height: int
) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    with serving(app) as url, window(width, height, dark=True) as (page, _):
        page.goto(url)
        for tab in ("Chat", "Citations"):
            open_tab(page, tab)
            page.wait_for_timeout(300)
            over = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
            assert over <= 0, f"{tab}: {over} px below the window"
        # Scroll bars and check boxes are drawn by the browser: light ones glare in a dark page.
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light dark"


def test_what_cannot_be_asked_is_said_on_the_page(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        open_tab(page, "Chat")
        page.fill("#rd-question textarea", "x" * 4_001)
        page.click("#rd-ask")
        until(page, lambda: "4,001 characters" in page.inner_text("#rd-talk"))
        assert app.conversations.all() == []


def test_a_window_without_the_launch_token_sees_nothing(app: App) -> None:
    with serving(app) as url, window() as (page, _):
        page.goto(url.split("?")[0])
        assert "not connected" in page.inner_text("body")


def frames_in_a_second(page: Any) -> int:
    """How many frames scripts asked for, by the browser's own trace."""
    watched, seen, ended = page.context.new_cdp_session(page), [], []
    watched.on("Tracing.dataCollected", lambda some: seen.extend(each["name"] for each in some["value"]))
    watched.on("Tracing.tracingComplete", lambda _: ended.append(True))
    chosen = {"includedCategories": ["devtools.timeline"]}
    watched.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": chosen})
    page.wait_for_timeout(1_000)
    watched.send("Tracing.end")
    until(page, lambda: bool(ended))
    watched.detach()
    assert seen, "the trace is empty"
    return seen.count("FireAnimationFrame")


def test_a_page_comes_to_rest(app: App) -> None:
    """Gradio's sign of loading goes on counting, frame after frame, when it is gone: static/frames.js stops it."""
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        until(page, lambda: frames_in_a_second(page) < 3)
