"""The gateway before llama_cpp.server, with a scripted app behind it."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import nullcontext
from typing import Any

import pytest

from ragdesk.engines.gateway import (
    CHAT_PATH,
    COUNT_PATH,
    LOG_ODDS_PATH,
    MARKS_PATH,
    WRITE_PATH,
    Gateway,
    PromptAbortedError,
    interruptible,
)

Message = MutableMapping[str, Any]


async def never(scope: Message, receive: object, send: object) -> None:
    raise AssertionError("the app must not be reached")


def log_odds(messages: Sequence[dict[str, str]], texts: Sequence[bytes], adapter: str) -> float:
    """Of the model's own: made of what it was asked, so that a mix-up shows."""
    if texts[0] == b"fail":
        raise RuntimeError("llama_decode returned 1")
    if texts[0] == b"slow":
        time.sleep(0.5)
    return -float(len(messages)) - len(texts[0]) / 10 - len(adapter)


def marks(
    messages: Sequence[dict[str, str]], lines: Sequence[tuple[str, bool]], texts: Sequence[bytes]
) -> list[float] | None:
    """As `log_odds`: the length of each line that is to be marked."""
    if not lines:
        return None
    return [float(len(text)) + len(texts[0]) / 10 for text, marked in lines if marked]


def write(messages: Sequence[dict[str, str]], max_tokens: int) -> tuple[str, float] | None:
    return (messages[-1]["content"][:max_tokens], 0.5) if messages else None


def call(app: Any, path: str, key: str = "k", body: bytes = b"{}", leave: bool = False) -> tuple[int, bytes]:
    """One request through a Gateway; `leave` hangs up right after the body."""
    sent: list[Message] = []
    incoming: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if incoming:
            return incoming.pop(0)
        if not leave:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "path": path, "headers": [(b"authorization", f"Bearer {key}".encode())]}
    gateway = Gateway(app, "k", lambda text: len(text.split()), log_odds, marks, write, nullcontext)
    asyncio.run(gateway(scope, receive, send))
    status = sent[0]["status"] if sent else 0
    return status, b"".join(message.get("body", b"") for message in sent[1:])


@pytest.mark.parametrize("key", ["", "K", "k ", "kk"])
@pytest.mark.parametrize("path", [LOG_ODDS_PATH, MARKS_PATH, WRITE_PATH, CHAT_PATH, COUNT_PATH, "/docs"])
def test_without_the_key_nothing_opens(path: str, key: str) -> None:
    assert call(never, path, key)[0] == 401


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/openapi.json", "/v1/models", "/v1/chat/completions/", "/v1//count"]
)
def test_other_paths_are_not_there(path: str) -> None:
    assert call(never, path)[0] == 404


def test_counting_does_not_go_through_the_app() -> None:
    assert call(never, COUNT_PATH, body=b'{"text": "one two three"}') == (200, b'{"count": 3}')


def test_how_an_answer_begins_does_not_go_through_the_app() -> None:
    body = b'{"messages": [{"role": "user", "content": "?"}, {"role": "user", "content": "!"}], "texts": ["NO", "YES"]}'
    assert call(never, LOG_ODDS_PATH, body=body, leave=False) == (200, b'{"log_odds": -2.2}')
    with_one = body.replace(b"}", b', "adapter": "judge"}').replace(b', "adapter": "judge"}', b"}", 2)
    assert call(never, LOG_ODDS_PATH, body=with_one) == (200, b'{"log_odds": -7.2}')


def test_the_writer_is_asked_without_the_app() -> None:
    body = b'{"messages": [{"role": "user", "content": "2 * 45 + 15"}], "max_tokens": 6}'
    assert call(never, WRITE_PATH, body=body) == (200, b'{"written": ["2 * 45", 0.5]}')
    assert call(never, WRITE_PATH, body=b'{"messages": [], "max_tokens": 6}') == (200, b'{"written": null}')


def test_lines_are_marked_without_the_app() -> None:
    body = b'{"messages": [], "lines": [["# A", false], ["abc", true], ["de", true]], "texts": ["Yes", "No"]}'
    assert call(never, MARKS_PATH, body=body) == (200, b'{"marks": [3.3, 2.3]}')
    assert call(never, MARKS_PATH, body=b'{"messages": [], "lines": [], "texts": ["", ""]}') == (
        200,
        b'{"marks": null}',
    )


def test_an_error_while_it_is_weighed_is_told() -> None:
    _, told = call(never, LOG_ODDS_PATH, body=b'{"messages": [], "texts": ["fail", ""]}', leave=False)
    assert "llama_decode" in json.loads(told)["error"]["message"]


def test_a_long_reading_is_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragdesk.engines.gateway.PING_SECONDS", 0.05)
    _, told = call(never, LOG_ODDS_PATH, body=b'{"messages": [], "texts": ["slow", ""]}')
    assert told.count(b" ") > 2 and json.loads(told) == {"log_odds": -0.4}


def app(*steps: Callable[[Callable[[Message], Awaitable[None]]], Awaitable[None]]) -> Any:
    async def run(scope: Message, receive: object, send: Callable[[Message], Awaitable[None]]) -> None:
        for step in steps:
            await step(send)

    return run


async def begin(send: Callable[[Message], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"data: a\n\n", "more_body": True})


async def finish(send: Callable[[Message], Awaitable[None]]) -> None:
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def fail(send: Callable[[Message], Awaitable[None]]) -> None:
    raise ExceptionGroup("tasks", [ValueError("context window")])


def test_a_stream_passes_through_as_it_is() -> None:
    assert call(app(begin, finish), CHAT_PATH) == (200, b"data: a\n\n")


@pytest.mark.parametrize("steps", [(begin, fail), (begin, finish, fail)], ids=["open", "ended by the server"])
def test_an_error_in_the_middle_is_told_inside_the_stream(steps: Sequence[Any]) -> None:
    status, body = call(app(*steps), CHAT_PATH)
    assert status == 200
    last = body.split(b"data: ")[-1]
    assert json.loads(last) == {"error": {"message": "context window"}}


def test_an_error_before_the_stream_has_its_own_status() -> None:
    status, body = call(app(fail), CHAT_PATH)
    assert (status, json.loads(body)["error"]["message"]) == (500, "context window")


class Reader:
    """Stands for llama.cpp: reads unless the flag that it watches is set."""

    def __init__(self) -> None:
        self.flag: Any = None
        self.watched: list[bool] = []
        self.read: list[int] = []

    def watch(self, flag: Any) -> None:
        self.flag = flag

    def evaluate(self, tokens: Sequence[int]) -> None:
        self.watched.append(self.flag is not None)
        if self.flag is not None and self.flag.value:
            raise RuntimeError("llama_decode returned 2")
        self.read.extend(tokens)


def test_reading_goes_on_until_the_client_leaves() -> None:
    reader = Reader()

    async def reading(scope: Message, receive: Callable[[], Awaitable[Message]], send: Any) -> None:
        evaluate = interruptible(reader.evaluate, reader.watch)
        evaluate(range(700))
        assert reader.flag is None
        await receive()
        await receive()
        with pytest.raises(PromptAbortedError):
            evaluate(range(5))
        assert reader.flag is None
        raise PromptAbortedError

    assert call(reading, CHAT_PATH, leave=True) == (0, b"")
    assert reader.read == list(range(700))
    assert reader.watched == [True, True]


def test_an_error_of_the_model_itself_is_no_interruption() -> None:
    def broken(tokens: Sequence[int]) -> None:
        raise RuntimeError("llama_decode returned 1")

    async def reading(scope: Message, receive: object, send: object) -> None:
        interruptible(broken, Reader().watch)([1])

    status, body = call(reading, CHAT_PATH)
    assert (status, json.loads(body)["error"]["message"]) == (500, "llama_decode returned 1")


def test_outside_a_request_reading_is_never_interrupted() -> None:
    reader = Reader()
    interruptible(reader.evaluate, reader.watch)(range(3))
    assert (reader.read, reader.watched) == ([0, 1, 2], [False])
