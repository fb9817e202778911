"""The narrow door in front of llama_cpp.server, in the language model's own process.

It answers only to the key and only on two paths. It notices when a client goes away and tells llama.cpp, which
llama_cpp.server does between two written tokens, but not during the seconds in which a prompt is read. And it tells
an error that happens in the middle of a stream, where llama_cpp.server just breaks off. Loads nothing itself.
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
from typing import Any

from pydantic import BaseModel, ConfigDict

CHAT_PATH = "/v1/chat/completions"
COUNT_PATH = "/v1/count"
BEGINS_PATH = "/v1/begins"
# Seconds of reading after which a client hears that somebody is still there; sse_starlette's for the chat path.
PING_SECONDS = 15.0

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class CountOrder(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str


class BeginsOrder(BaseModel):
    """The conversation, as the chat path takes it, and what the answer to it may begin with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    messages: list[dict[str, str]]
    text: str


class InterruptedReadingError(RuntimeError):
    """The client went away while the model was at work for it."""


class Departure:
    """Whether the client has gone away, in two bytes that native code may read while Python waits for it."""

    def __init__(self) -> None:
        self.flag = ctypes.create_string_buffer(2)

    def tell(self) -> None:
        self.flag[0] = b"\x01"

    @property
    def told(self) -> bool:
        return self.flag[0] != b"\x00"


_departure: ContextVar[Departure] = ContextVar("_departure")
Watch = Callable[["ctypes.Array[ctypes.c_char] | None"], None]


def interruptible(evaluate: Callable[[Sequence[int]], None], watch: Watch) -> Callable[[Sequence[int]], None]:
    """`Llama.eval`, given up in the middle of a prompt when the client has gone.

    What of the prompt was not read to its end is read again the next time; what was in the cache before stays. The context
    variable reaches the worker threads: anyio copies it into them.

    Args:
        watch: told which flag native code shall look at while it reads, and None when it shall look no more.
    """

    def evaluate_while_wanted(tokens: Sequence[int]) -> None:
        departure = _departure.get(None)
        if departure is None:
            evaluate(tokens)
            return
        watch(departure.flag)
        try:
            evaluate(tokens)
        except RuntimeError as error:
            if departure.told:
                raise InterruptedReadingError from error
            raise
        finally:
            watch(None)

    return evaluate_while_wanted


@dataclass(frozen=True, slots=True)
class Door:
    """The ASGI app in front of the server: key, paths, clients that go away, errors in the middle of a stream.

    `begins` gives the log-probability that an answer begins with a text. It runs while `alone` is held, which the app holds
    for each of its answers: one that was given up may still be at work when the next is asked for.
    """

    app: App
    key: str
    count: Callable[[bytes], int]
    begins: Callable[[Sequence[dict[str, str]], bytes], float]
    alone: Callable[[], AbstractAsyncContextManager[Any]]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] != "http" or not self._admits(scope):
            await _answer(send, 401, {"error": {"message": "not for you"}})
        elif scope["path"] == COUNT_PATH:
            await self._count(receive, send)
        elif scope["path"] == BEGINS_PATH:
            await self._begins(receive, send)
        elif scope["path"] == CHAT_PATH:
            await self._chat(scope, receive, send)
        else:
            await _answer(send, 404, {"error": {"message": "no such path"}})

    def _admits(self, scope: Message) -> bool:
        shown = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        return hmac.compare_digest(shown, f"Bearer {self.key}".encode())

    async def _count(self, receive: Receive, send: Send) -> None:
        """Counting reads the vocabulary alone, so it need not wait for the answer that is being written."""
        order = CountOrder.model_validate_json(await _body(receive))
        await _answer(send, 200, {"count": self.count(order.text.encode("utf-8", "replace"))})

    async def _begins(self, receive: Receive, send: Send) -> None:
        order = BeginsOrder.model_validate_json(await _body(receive))
        departure = Departure()
        _departure.set(departure)

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            departure.tell()

        async def ping() -> None:
            """JSON may begin with blanks."""
            while True:
                await asyncio.sleep(PING_SECONDS)
                await send({"type": "http.response.body", "body": b" ", "more_body": True})

        # The head goes out at once: a client can only hang up on an answer that has begun.
        await send(_head(200))
        meanwhile = [asyncio.create_task(each) for each in (watch(), ping())]
        try:
            text = order.text.encode("utf-8", "replace")
            async with self.alone():
                found = await asyncio.to_thread(self.begins, order.messages, text)
            content: dict[str, Any] = {"logprob": found}
        except (RuntimeError, ValueError, OSError) as error:
            if not departure.told:
                traceback.print_exception(error)
            content = {"error": {"message": str(error) or type(error).__name__}}
        finally:
            for each in meanwhile:
                each.cancel()
        if not departure.told:
            await send({"type": "http.response.body", "body": json.dumps(content).encode()})

    async def _chat(self, scope: Message, receive: Receive, send: Send) -> None:
        departure = Departure()
        _departure.set(departure)
        stream = _Outgoing(send)

        async def watched() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                departure.tell()
            return message

        problem: BaseException | None = None
        try:
            await self.app(scope, watched, stream.send)
        except (RuntimeError, ValueError, OSError, ExceptionGroup) as error:
            problem = _first(error)
        if not departure.told:
            if problem is not None:
                traceback.print_exception(problem)
            await stream.end(problem)


@dataclass(slots=True)
class _Outgoing:
    """Holds the end of a response back until it is known whether an error has to be told before it."""

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
        told = {"error": {"message": str(error) or type(error).__name__}}
        if self.begun:
            await self.forward(
                {"type": "http.response.body", "body": f"data: {json.dumps(told)}\n\n".encode()}
            )
        else:
            await _answer(self.forward, 500, told)


async def _body(receive: Receive) -> bytes:
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


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
