"""Other programs in Settings, in a real browser: the switch, the key, who is connected, a port that is taken."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from given_engines import engines_with
from paced import PacedModel
from ragdesk_browser import keep, open_settings, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home
from ragdesk.serve.key import known_key

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


def test_a_person_opens_the_door_gives_the_key_sees_who_came_and_closes_it(app: App) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = int(server.getsockname()[1])
    app.change_now({("serve", "port"): port})
    with serving(app) as url, window() as (page, seen):
        open_settings(page, url, "programs")
        until(page, lambda: "Closed" in page.inner_text("#rd-door"))
        assert "No program is connected." in page.inner_text("#rd-connected")
        assert "mcpServers" in page.inner_text("#rd-how") and not app.home.doors.exists()
        keep(page, "programs")

        page.locator("#rd-set-serve-enabled").get_by_label("On", exact=True).click()
        until(page, lambda: f"127.0.0.1:{port}" in page.inner_text("#rd-door"))
        assert app.settings.serve.enabled == "on" and not page.locator("#rd-key").is_visible()
        page.click("#rd-key-show")
        page.wait_for_selector("#rd-key", state="visible", timeout=90_000)
        key = page.locator("#rd-key textarea, #rd-key input").input_value()
        assert key == known_key(app.home) != ""
        headers = {"authorization": f"Bearer {key}", "user-agent": "Notes/2.1"}
        assert httpx.get(f"http://127.0.0.1:{port}/v1/models", headers=headers).status_code == 200
        page.click("#rd-key-renew")
        until(page, lambda: page.locator("#rd-key textarea, #rd-key input").input_value() != key)
        assert httpx.get(f"http://127.0.0.1:{port}/v1/models", headers=headers).status_code == 401

        page.click('a.rd-section[href$=":look"]')
        page.click('a.rd-section[href$=":programs"]')
        until(page, lambda: "Notes/2.1" in page.inner_text("#rd-connected"))
        assert not page.locator("#rd-key").is_visible(), "it is hidden again"

        with socket.create_server(("127.0.0.1", 0)) as taken:
            page.fill("#rd-set-serve-port input", str(taken.getsockname()[1]))
            page.press("#rd-set-serve-port input", "Enter")
            until(page, lambda: "It stays closed." in page.inner_text("#rd-key-note"))
        page.locator("#rd-set-serve-enabled").get_by_label("Off", exact=True).click()
        until(page, lambda: app.settings.serve.enabled == "off")
        until(page, lambda: "Closed" in page.inner_text("#rd-door"))
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://127.0.0.1:{port}/")
        assert seen.foreign() == []
