"""When the app begins to load LanceDB and the models, in the real app, without a browser."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ragdesk.app.app import App
from ragdesk.front.web import app
from ragdesk.front.web.guard.guard import Keys
from ragdesk.front.web.guard.pages import DATA, JOIN
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PORT = 45_679
CONFIG = "window.gradio_config"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


async def served(opened: App, *, window: bool) -> float:
    """Seconds from the server's start until the desk's background work began; a `window` loads meanwhile what its page shows."""
    keys = Keys()
    guarded = app.build(opened, PORT, keys)
    inner = guarded._app._app  # type: ignore[attr-defined]
    headers = {"host": f"127.0.0.1:{PORT}", "cookie": f"ragdesk_{PORT}={keys.cookie}"}
    began = time.monotonic()
    async with inner.router.lifespan_context(inner):
        transport = httpx.ASGITransport(app=guarded, raise_app_exceptions=False, client=None)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{PORT}") as client:
            if window:
                page = (await client.get("/", headers=headers)).text
                load = next(
                    each
                    for each in json.JSONDecoder().raw_decode(page, page.index("{", page.index(CONFIG)))[0][
                        "dependencies"
                    ]
                    if any(event == "load" for _, event in each["targets"])
                )
                event = {"data": [None] * len(load["inputs"]), "fn_index": load["id"], "session_hash": "one"}
                assert (await client.post(JOIN, headers=headers, json=event)).status_code == 200
                assert not opened._started
                assert (
                    "process_completed"
                    in (await client.get(f"{DATA}?session_hash=one", headers=headers)).text
                )
            while not opened._started and time.monotonic() - began < 30:
                await asyncio.sleep(0.01)
    assert opened._started
    return time.monotonic() - began


def test_it_begins_once_the_first_window_s_first_event_is_answered(
    opened: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "CALM_SECONDS", 60.0)
    asyncio.run(served(opened, window=True))


def test_without_a_window_it_begins_by_itself(opened: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CALM_SECONDS", 0.5)
    assert asyncio.run(served(opened, window=False)) >= 0.5
