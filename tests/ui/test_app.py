"""When the app begins to load LanceDB and the models, and what it keeps of windows: the real app, without a browser."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ragdesk.desk import Desk
from ragdesk.paths import open_home
from ragdesk.ui import app
from ragdesk.ui.web.guard import Keys
from ragdesk.ui.web.pages import JOIN
from ragdesk.ui.work import Crew

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PORT = 45_679


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


async def served(desk: Desk, meanwhile: list[str]) -> float:
    """Seconds from the server's start until the desk's background work began; `meanwhile` is asked for with the cookie."""
    keys = Keys()
    guarded = app.build(desk, PORT, keys)
    inner = guarded._app  # type: ignore[attr-defined]
    headers = {"host": f"127.0.0.1:{PORT}", "cookie": f"ragdesk_{PORT}={keys.cookie}"}
    began = time.monotonic()
    async with inner.router.lifespan_context(inner):
        transport = httpx.ASGITransport(app=guarded, raise_app_exceptions=False, client=None)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{PORT}") as client:
            for path in meanwhile:
                assert not desk._started
                await client.post(path, headers=headers, content=b"{}")
            while not desk._started and time.monotonic() - began < 30:
                await asyncio.sleep(0.01)
    assert desk._started
    return time.monotonic() - began


def test_the_first_window_s_first_event_begins_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CALM_SECONDS", 60.0)
    asyncio.run(served(desk, [JOIN]))


def test_without_a_window_it_begins_by_itself(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CALM_SECONDS", 0.5)
    assert asyncio.run(served(desk, [])) >= 0.5


def test_windows_that_were_left_are_forgotten(desk: Desk) -> None:
    app.build(desk, PORT, Keys())  # makes Gradio ready
    from gradio.state_holder import StateHolder

    holder = StateHolder()
    holder.set_blocks(app.page(desk, Crew()))
    for number in range(app.WINDOWS + 5):
        assert holder[f"window {number}"]
    assert len(holder.session_data) == app.WINDOWS
    assert f"window {app.WINDOWS + 4}" in holder and "window 0" not in holder
