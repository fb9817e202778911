"""When the app begins to load LanceDB and the models, in the real app, without a browser."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ragdesk.app.app import App
from ragdesk.front.web import app
from ragdesk.front.web.guard.guard import Keys
from ragdesk.front.web.guard.pages import JOIN
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PORT = 45_679


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


async def served(opened: App, meanwhile: list[str]) -> float:
    """Seconds from the server's start until the desk's background work began; `meanwhile` is asked for with the cookie."""
    keys = Keys()
    guarded = app.build(opened, PORT, keys)
    inner = guarded._app._app  # type: ignore[attr-defined]
    headers = {"host": f"127.0.0.1:{PORT}", "cookie": f"ragdesk_{PORT}={keys.cookie}"}
    began = time.monotonic()
    async with inner.router.lifespan_context(inner):
        transport = httpx.ASGITransport(app=guarded, raise_app_exceptions=False, client=None)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{PORT}") as client:
            for path in meanwhile:
                assert not opened._started
                await client.post(path, headers=headers, content=b"{}")
            while not opened._started and time.monotonic() - began < 30:
                await asyncio.sleep(0.01)
    assert opened._started
    return time.monotonic() - began


def test_the_first_window_s_first_event_begins_it(opened: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CALM_SECONDS", 60.0)
    asyncio.run(served(opened, [JOIN]))


def test_without_a_window_it_begins_by_itself(opened: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CALM_SECONDS", 0.5)
    assert asyncio.run(served(opened, [])) >= 0.5
