"""The gateway in front of llama_cpp.server, in the language model's own process.

It answers only to the key and only on five paths. When a client hangs up it aborts the evaluation of the prompt:
llama_cpp.server looks only between two written tokens, not during the seconds in which a prompt is read. And it reports an
error in the middle of a stream, where llama_cpp.server just breaks off. Loads no model itself.
"""

import asyncio
import ctypes
import hmac
import json
import traceback
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

CHAT_PATH = "/v1/chat/completions"
COUNT_PATH = "/v1/count"
LOG_ODDS_PATH = "/v1/log-odds"
MARKS_PATH = "/v1/marks"
WRITE_PATH = "/v1/write"
# While a prompt is read, a blank is sent this often, so that the client does not time out; sse_starlette does the same for
# the chat path.
PING_SECONDS = 15.0

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class CountRequest(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str


class LogOddsRequest(BaseModel):
    """The conversation, as the chat path takes it, the two texts that the answer to it may begin with, and the adapter
    that is asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    messages: list[dict[str, str]]
    texts: tuple[str, str]
    adapter: Literal["", "judge", "writer"] = ""


class MarksRequest(BaseModel):
    """The conversation up to the lines, the lines with whether each is to be marked, and the two texts of a mark."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    messages: list[dict[str, str]]
    lines: list[tuple[str, bool]]
    texts: tuple[str, str]


class WriteRequest(BaseModel):
    """The conversation, and how much the writer may write."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    messages: list[dict[str, str]]
    max_tokens: int


class PromptAbortedError(RuntimeError):
    """The client hung up while its prompt was being read."""


class HangUp:
    """Whether the client has hung up, in two bytes that native code may read while Python waits for it."""

    def __init__(self) -> None:
        self.flag = ctypes.create_string_buffer(2)

    def set(self) -> None:
        self.flag[0] = b"\x01"

    @property
    def is_set(self) -> bool:
        return self.flag[0] != b"\x00"


_hang_up: ContextVar[HangUp] = ContextVar("_hang_up")
Watch = Callable[["ctypes.Array[ctypes.c_char] | None"], None]


def interruptible(evaluate: Callable[[Sequence[int]], None], watch: Watch) -> Callable[[Sequence[int]], None]:
    """`Llama.eval` that is aborted in the middle of a prompt when the client hangs up.

    What was in the cache before stays there; the part of the prompt that was being read is read again the next time. The
    context variable reaches the worker threads: anyio copies it into them.

    Args:
        watch: sets the flag that native code polls while it reads; None ends the polling.
    """

    def evaluate_until_hang_up(tokens: Sequence[int]) -> None:
        hang_up = _hang_up.get(None)
        if hang_up is None:
            evaluate(tokens)
            return
        watch(hang_up.flag)
        try:
            evaluate(tokens)
        except RuntimeError as error:
            if hang_up.is_set:
                raise PromptAbortedError from error
            raise
        finally:
            watch(None)

    return evaluate_until_hang_up


@dataclass(frozen=True, slots=True)
class Gateway:
    """The ASGI app in front of the server: key, paths, clients that hang up, errors in the middle of a stream.

    `log_odds` says which of two texts an answer rather begins with, `marks` the same of each of many lines, `write` what the
    writer answers. They hold `exclusive` meanwhile, as the app does for each of its answers: an aborted answer may still be at
    work when the next request comes.
    """

    app: App
    key: str
    count: Callable[[bytes], int]
    log_odds: Callable[[Sequence[dict[str, str]], Sequence[bytes], str], float | None]
    marks: Callable[
        [Sequence[dict[str, str]], Sequence[tuple[str, bool]], Sequence[bytes]], list[float] | None
    ]
    write: Callable[[Sequence[dict[str, str]], int], tuple[str, float] | None]
    exclusive: Callable[[], AbstractAsyncContextManager[Any]]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] != "http" or not self._authorised(scope):
            await _answer(send, 401, {"error": {"message": "not for you"}})
        elif scope["path"] == COUNT_PATH:
            await self._count(receive, send)
        elif scope["path"] == LOG_ODDS_PATH:
            asked = LogOddsRequest.model_validate_json(await _body(receive))
            work = partial(self.log_odds, asked.messages, _encoded(asked.texts), asked.adapter)
            await self._tell("log_odds", work, receive, send)
        elif scope["path"] == MARKS_PATH:
            read = MarksRequest.model_validate_json(await _body(receive))
            await self._tell(
                "marks", partial(self.marks, read.messages, read.lines, _encoded(read.texts)), receive, send
            )
        elif scope["path"] == WRITE_PATH:
            wanted = WriteRequest.model_validate_json(await _body(receive))
            await self._tell(
                "written", partial(self.write, wanted.messages, wanted.max_tokens), receive, send
            )
        elif scope["path"] == CHAT_PATH:
            await self._chat(scope, receive, send)
        else:
            await _answer(send, 404, {"error": {"message": "no such path"}})

    def _authorised(self, scope: Message) -> bool:
        header = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        return hmac.compare_digest(header, f"Bearer {self.key}".encode())

    async def _count(self, receive: Receive, send: Send) -> None:
        """Counting reads the vocabulary alone, so it need not wait for the answer that is being written."""
        request = CountRequest.model_validate_json(await _body(receive))
        await _answer(send, 200, {"count": self.count(request.text.encode("utf-8", "replace"))})

    async def _tell(self, name: str, work: Callable[[], Any], receive: Receive, send: Send) -> None:
        """What the model is found to hold, under this name; given up when the client hangs up."""
        hang_up = HangUp()
        _hang_up.set(hang_up)

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            hang_up.set()

        async def ping() -> None:
            """JSON may begin with blanks."""
            while True:
                await asyncio.sleep(PING_SECONDS)
                await send({"type": "http.response.body", "body": b" ", "more_body": True})

        # The head goes out at once: a client can only hang up on an answer that has begun.
        await send(_head(200))
        background = [asyncio.create_task(task) for task in (watch(), ping())]
        try:
            async with self.exclusive():
                told = await asyncio.to_thread(work)
            content: dict[str, Any] = {name: told}
        except (RuntimeError, ValueError, OSError) as error:
            if not hang_up.is_set:
                traceback.print_exception(error)
            content = _error(error)
        finally:
            for task in background:
                task.cancel()
        if not hang_up.is_set:
            await send({"type": "http.response.body", "body": json.dumps(content).encode()})

    async def _chat(self, scope: Message, receive: Receive, send: Send) -> None:
        hang_up = HangUp()
        _hang_up.set(hang_up)
        stream = _ErrorReporting(send)

        async def watched() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                hang_up.set()
            return message

        problem: BaseException | None = None
        try:
            await self.app(scope, watched, stream.send)
        except (RuntimeError, ValueError, OSError, ExceptionGroup) as error:
            problem = _first(error)
        if not hang_up.is_set:
            if problem is not None:
                traceback.print_exception(problem)
            await stream.end(problem)


@dataclass(slots=True)
class _ErrorReporting:
    """Holds the end of a response back until it is known whether an error has to be reported before it."""

    forward: Send
    begun: bool = field(default=False, init=False)
    last: Message | None = field(default=None, init=False)

    async def send(self, message: Message) -> None:
        self.begun = True
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.last = message
        else:
            await self.forward(message)

    async def end(self, error: BaseException | None) -> None:
        if error is None:
            await self.forward(self.last or {"type": "http.response.body"})
            return
        if self.begun:
            event = f"data: {json.dumps(_error(error))}\n\n"
            await self.forward({"type": "http.response.body", "body": event.encode()})
        else:
            await _answer(self.forward, 500, _error(error))


def _encoded(texts: Sequence[str]) -> list[bytes]:
    return [text.encode("utf-8", "replace") for text in texts]


async def _body(receive: Receive) -> bytes:
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def _error(error: BaseException) -> dict[str, Any]:
    return {"error": {"message": str(error) or type(error).__name__}}


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _answer(send: Send, status: int, content: dict[str, Any]) -> None:
    await send(_head(status))
    await send({"type": "http.response.body", "body": json.dumps(content).encode()})


def _head(status: int) -> Message:
    headers = [(b"content-type", b"application/json")]
    return {"type": "http.response.start", "status": status, "headers": headers}
