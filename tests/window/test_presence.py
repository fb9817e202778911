"""Counting windows by their heartbeat."""

import asyncio
from typing import Any

import pytest

from ragdesk.front.window.presence import HEARTBEAT, Presence


class Page:
    """A heartbeat stream that is open until it is closed; `status` is what the guard answers."""

    def __init__(self, status: int = 200) -> None:
        self.status, self.closed, self.let_in = status, asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        self.let_in.set()
        await self.closed.wait()


async def _nothing(*_: Any) -> Any:
    return None


def scope(path: str = HEARTBEAT + "abc") -> dict[str, str]:
    return {"type": "http", "path": path}


def test_a_window_counts_until_its_stream_ends() -> None:
    async def run() -> None:
        page = Page()
        presence = Presence(page)
        assert presence.empty_for() == 0 and not presence.shown()
        stream = asyncio.create_task(presence(scope(), _nothing, _nothing))  # type: ignore[arg-type]
        await page.let_in.wait()
        assert presence.shown() and presence.empty_for() == 0
        page.closed.set()
        await stream
        await asyncio.sleep(0.02)
        assert not presence.shown() and presence.empty_for() > 0

    asyncio.run(run())


@pytest.mark.parametrize(("path", "status"), [(HEARTBEAT + "abc", 401), ("/", 200)])
def test_what_is_refused_or_something_else_is_no_window(path: str, status: int) -> None:
    async def run() -> None:
        page = Page(status)
        presence = Presence(page)
        page.closed.set()
        await presence(scope(path), _nothing, _nothing)  # type: ignore[arg-type]
        assert presence.empty_for() == 0

    asyncio.run(run())
