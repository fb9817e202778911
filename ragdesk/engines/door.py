"""The narrow door in front of llama_cpp.server, in the language model's own process.

It answers only to the key and only on two paths. It notices when a client goes away and tells the model, which
llama_cpp.server does between two written tokens, but not during the seconds in which a prompt is read. And it tells
an error that happens in the middle of a stream, where llama_cpp.server just breaks off. Loads nothing itself.
"""

import hmac
import json
import threading
import traceback
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict

CHAT_PATH = "/v1/chat/completions"
COUNT_PATH = "/v1/count"
# Prompt tokens read between two looks at whether the client is still there: about a second on two cores. Measured:
# 53 tokens a second, against 55 in steps of 512.
READ_STEP = 64

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class CountOrder(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str


class InterruptedReadingError(RuntimeError):
    """The client went away while the model was at work for it."""


_client_gone: ContextVar[threading.Event] = ContextVar("_client_gone")


def interruptible(evaluate: Callable[[Sequence[int]], None]) -> Callable[[Sequence[int]], None]:
    """`Llama.eval` in small steps, given up between two of them when the client has gone.

    What was read stays in the cache. The context variable reaches the worker threads: anyio copies it into them.
    """

    def evaluate_in_steps(tokens: Sequence[int]) -> None:
        gone = _client_gone.get(None)
        for start in range(0, len(tokens), READ_STEP):
            if gone is not None and gone.is_set():
                raise InterruptedReadingError
            evaluate(tokens[start : start + READ_STEP])

    return evaluate_in_steps


@dataclass(frozen=True, slots=True)
class Door:
    """The ASGI app in front of the server: key, paths, clients that go away, errors in the middle of a stream."""

    app: App
    key: str
    count: Callable[[bytes], int]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] != "http" or not self._admits(scope):
            await _answer(send, 401, {"error": {"message": "not for you"}})
        elif scope["path"] == COUNT_PATH:
            await self._count(receive, send)
        elif scope["path"] == CHAT_PATH:
            await self._chat(scope, receive, send)
        else:
            await _answer(send, 404, {"error": {"message": "no such path"}})

    def _admits(self, scope: Message) -> bool:
        shown = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        return hmac.compare_digest(shown, f"Bearer {self.key}".encode())

    async def _count(self, receive: Receive, send: Send) -> None:
        """Counting reads the vocabulary alone, so it need not wait for the answer that is being written."""
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        order = CountOrder.model_validate_json(body)
        await _answer(send, 200, {"count": self.count(order.text.encode("utf-8", "replace"))})

    async def _chat(self, scope: Message, receive: Receive, send: Send) -> None:
        gone = threading.Event()
        _client_gone.set(gone)
        stream = _Outgoing(send)

        async def watched() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                gone.set()
            return message

        problem: BaseException | None = None
        try:
            await self.app(scope, watched, stream.send)
        except (RuntimeError, ValueError, OSError, ExceptionGroup) as error:
            problem = _first(error)
        if not gone.is_set():
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


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _answer(send: Send, status: int, content: dict[str, Any]) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(content).encode()})
