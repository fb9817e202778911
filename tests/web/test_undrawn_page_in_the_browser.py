"""A page that cannot be drawn, in a real browser: why, and its text, where its picture would be."""

from pathlib import Path

import pytest
from cited import add, cite, converse
from heavy_pages import SAYS, endless
from ragdesk_browser import open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home
from ragdesk.ingesting.drawing import PageDrawer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def test_the_viewer_shows_the_text_of_a_page_that_cannot_be_drawn(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "home"))
    app.contents._drawer = PageDrawer(seconds=1)
    manual = add(app, endless(tmp_path / "manual.pdf"))
    converse(app, [[cite(app, manual, "seven bar", number=1)]], title="About the valve")
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        open_tab(page, "Chat")
        page.get_by_role("button", name="About the valve").first.click()
        page.locator("#rd-thread a.rd-cite").first.click()
        place = page.locator("#rd-beside-viewer .rd-undrawn")
        until(page, lambda: place.count() == 1 and SAYS in place.inner_text())
        assert "Page 1 cannot be drawn: it took longer than 1 seconds." in place.inner_text()
        assert not page.locator("#rd-beside-viewer .rd-highlight").first.is_visible()
    app.close()
