"""The app closed, started anew, or failing while a window is open: said in the app's own words, never in Gradio's boxes."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe import COLOURS, violations
from ragdesk_browser import keep, open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def said(page: Any) -> str:
    box = page.query_selector("#rd-connection")
    return box.inner_text() if box else ""


def no_box_of_gradio(page: Any) -> bool:
    return not any(each.is_visible() for each in page.query_selector_all(".toast-body, .wrap > span.error"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


@pytest.mark.parametrize("dark", [False, True])
def test_a_window_says_that_the_app_is_closed_and_that_another_run_took_its_place(
    app: App, dark: bool
) -> None:
    with window(width=390 if dark else 1280, dark=dark) as (page, _):
        with serving(app, port := free_port()) as url:
            page.goto(url)
            page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        open_tab(page, "Library" if dark else "Chat")
        until(page, lambda: "RAGDesk is closed, or does not answer." in said(page))
        assert no_box_of_gradio(page)
        keep(page, f"closed-{dark}")
        with serving(app, port):
            until(page, lambda: "RAGDesk was started anew." in said(page))
            assert no_box_of_gradio(page)


def test_what_did_not_work_is_said_with_the_way_to_what_went_wrong(app: App) -> None:
    def fail(route: Any) -> None:
        route.fulfill(status=500, body='{"detail": "a secret of the inside"}')

    with serving(app, free_port()) as url, window() as (page, _):
        page.goto(url)
        page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        page.route("**/gradio_api/queue/join*", fail)
        open_tab(page, "Chat")
        until(page, lambda: "That did not work." in said(page))
        assert no_box_of_gradio(page) and "secret" not in said(page)
        assert violations(page) == []
        keep(page, "failed")
        page.locator("body").evaluate("body => body.classList.add('dark')")
        page.wait_for_timeout(250)  # colours fade in 0.15 s
        keep(page, "failed-dark")
        assert violations(page, COLOURS) == []
        page.unroute("**/gradio_api/queue/join*")
        page.get_by_role("button", name="What went wrong").click()
        until(page, lambda: said(page) == "" and page.is_visible("#rd-settings"))


def test_a_file_that_could_not_be_sent_is_sent_when_it_is_chosen_again(app: App, tmp_path: Path) -> None:
    note, field = tmp_path / "ladder.md", "#rd-drop input[type=file]"
    note.write_text("# Ladder\n\nThe ladder stands in the yard.\n", encoding="utf-8")
    with serving(app, free_port()) as url, window() as (page, _):
        page.goto(url)
        page.wait_for_selector(field, state="attached")
        page.route("**/gradio_api/upload*", lambda route: route.abort())
        page.set_input_files(field, [str(note)])
        until(page, lambda: "That did not work." in said(page))
        assert no_box_of_gradio(page)
        keep(page, "not-sent")
        page.unroute("**/gradio_api/upload*")
        page.set_input_files(field, [str(note)])
        until(page, lambda: "Ladder" in page.inner_text("#rd-documents"))
        assert no_box_of_gradio(page)
