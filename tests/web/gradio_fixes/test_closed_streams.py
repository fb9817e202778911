"""The layer that holds a window's event stream open, around a stand-in for Gradio's two routes."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from ragdesk.front.web.gradio_fixes import closed_streams
from ragdesk.front.web.gradio_fixes.closed_streams import Streams

CLOSE = b'data: {"msg":"close_stream","event_id":null}\n\n'
DATA = {"type": "http", "path": "/gradio_api/queue/data", "query_string": b"session_hash=one"}
JOIN = {"type": "http", "path": "/gradio_api/queue/join", "query_string": b""}

Message = dict[str, Any]


class Server:
    """Accepts events and streams those that were accepted, ending each stream as Gradio does."""

    def __init__(self) -> None:
        self.accepted: list[bytes] = []
        self.streams = 0

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"].endswith("join"):
            self.accepted.append(b"event %d" % self.streams)
            await send({"type": "http.response.body", "body": b"{}"})
            return
        self.streams += 1
        while self.accepted:
            await send({"type": "http.response.body", "body": self.accepted.pop(0), "more_body": True})
        await send({"type": "http.response.body", "body": CLOSE, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Reader:
    """One request and what came back, with the moment (s) of each message."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self.messages: list[Message] = []
        self.moments: list[float] = []

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.messages.append(message)
        self.moments.append(time.monotonic())

    @property
    def body(self) -> list[bytes]:
        return [one["body"] for one in self.messages if one.get("body")]


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def layer(server: Server) -> Streams:
    return Streams(server, lambda session: session == "one" and bool(server.accepted))


def test_events_in_a_row_come_in_one_reply_that_is_closed_once(server: Server, layer: Streams) -> None:
    async def use() -> Reader:
        stream, server.accepted = Reader(), [b"first"]
        reading = asyncio.create_task(layer(DATA, stream.receive, stream.send))
        await asyncio.sleep(0.05)
        assert stream.body == [b"first"]
        reply = Reader()
        await layer(JOIN, reply.receive, reply.send)
        await reading
        return stream

    stream = asyncio.run(use())
    assert stream.body == [b"first", b"event 1", CLOSE]
    assert server.streams == 2 and [one["type"] for one in stream.messages].count("http.response.start") == 1
    assert [one.get("more_body") for one in stream.messages].count(False) == 1


def test_an_event_of_another_window_does_not_hold_the_stream(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed_streams, "LINGER", 0.2)

    async def use() -> tuple[Reader, float]:
        layer, stream = Streams(server, lambda _: False), Reader()
        began = time.monotonic()
        reading = asyncio.create_task(layer(DATA, stream.receive, stream.send))
        while not reading.done():
            reply = Reader()
            await layer(JOIN, reply.receive, reply.send)
            await asyncio.sleep(0.01)
        return stream, stream.moments[-1] - began

    stream, took = asyncio.run(use())
    assert stream.body == [CLOSE] and took >= 0.2
    assert server.streams == 1


def test_an_event_right_after_the_end_is_accepted_when_the_page_has_read_the_end(layer: Streams) -> None:
    async def use() -> tuple[Reader, Reader]:
        stream, reply = Reader(), Reader()
        await layer(DATA, stream.receive, stream.send)
        await layer(JOIN, reply.receive, reply.send)
        return stream, reply

    stream, reply = asyncio.run(use())
    assert stream.body == [CLOSE]
    assert reply.moments[0] - stream.moments[-1] >= closed_streams.SETTLED * 0.9


def test_a_reader_that_is_gone_holds_nothing(layer: Streams, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_streams, "LINGER", 60)

    async def use() -> None:
        stream = Reader()
        stream.gone.set()
        await asyncio.wait_for(layer(DATA, stream.receive, stream.send), timeout=20)

    asyncio.run(use())
