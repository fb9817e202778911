"""The event stream of a window, held open between events.

Gradio (6.31) ends a window's stream (`GET queue/data` in `gradio.routes`) after each event, with a message `close_stream`. The
page opens the next one when the next event has been accepted (`POST queue/join`), but only if it takes the old one for closed.
The two replies travel on two connections: where the newer one is read first, the page waits on a stream that has ended, and its
click does nothing until its next poll, seconds later. This layer

- keeps the reply open for `LINGER` seconds after an event and goes on in it when the window has another one, which also
  saves a request for each event of a chain;
- lets an event that comes right after the end of a stream be accepted `SETTLED` seconds after that end at the earliest, so
  that the page has read the end first.

Held open for good it must not be: a browser allows six connections to one address, all its windows together.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

if TYPE_CHECKING:
    import gradio as gr

LINGER = 0.4
SETTLED = 0.1

_DATA, _JOIN = "/queue/data", "/queue/join"
_CLOSE = b'"msg":"close_stream"'


def held_open(app: ASGIApp, blocks: "gr.Blocks") -> "Streams":
    """The app that serves the page, with its streams held open."""
    return Streams(app, lambda session: bool(blocks._queue.pending_event_ids_session.get(session)))


class Streams:
    """ASGI around Gradio's app. `busy` says whether a window, by its session, has an event that is not finished."""

    def __init__(self, app: ASGIApp, busy: Callable[[str], bool]) -> None:
        self._app = app
        self._busy = busy
        self._joined: set[asyncio.Event] = set()
        self._last_end = float("-inf")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(_DATA):
            await self._stream(scope, receive, send)
        elif scope["type"] == "http" and scope["path"].endswith(_JOIN):
            await self._join(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _join(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def after_the_end(message: Message) -> None:
            if message["type"] == "http.response.start":
                for joined in self._joined:
                    joined.set()
                await asyncio.sleep(max(0.0, self._last_end + SETTLED - time.monotonic()))
            await send(message)

        await self._app(scope, receive, after_the_end)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = parse_qs(scope["query_string"].decode("latin-1")).get("session_hash", [""])[0]
        joined = asyncio.Event()
        self._joined.add(joined)
        try:
            stream = _OneStream(send)
            await self._app(dict(scope), receive, stream.send)
            while stream.closing and await self._again(session, joined, receive):
                stream.closing = None
                await self._app(dict(scope), receive, stream.send)
            if stream.closing:
                self._last_end = time.monotonic()
                await send(stream.closing)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._joined.discard(joined)

    async def _again(self, session: str, joined: asyncio.Event, receive: Receive) -> bool:
        """Whether the window has another event within `LINGER` seconds, while it still reads."""
        gone = asyncio.ensure_future(_gone(receive))
        try:
            async with asyncio.timeout(LINGER):
                while not self._busy(session):
                    joined.clear()
                    event = asyncio.ensure_future(joined.wait())
                    try:
                        await asyncio.wait({event, gone}, return_when=asyncio.FIRST_COMPLETED)
                    finally:
                        event.cancel()
                    if gone.done():
                        return False
        except TimeoutError:
            return False
        finally:
            gone.cancel()
        return True


class _OneStream:
    """Several of Gradio's replies as one: the first one's head, and of each all but the message that closes it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._begun = False
        self.closing: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if self._begun:
                return
            self._begun = True
        elif _CLOSE in message.get("body", b""):
            self.closing = message
            return
        elif self.closing is not None and not message.get("more_body", False):
            return
        await self._send(message)


async def _gone(receive: Receive) -> None:
    """Ends when the reader is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
