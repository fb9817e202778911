"""The language model's own process: llama-cpp-python's OpenAI-compatible server behind a narrow door.

    python -m ragdesk.engines.llm_child        (a bundle calls itself with --llm-child)

One JSON line on stdin says what to load (`Orders`); one on stdout says how that went (`Report`), and where it
listens: a port of 127.0.0.1. Key and paths never stand in the arguments or the environment. When stdin ends, which
it does however the parent ends, so does this process. What llama.cpp says goes to stderr.

The door answers only to the key and only on two paths, and tells the model when a client has gone: llama_cpp.server
notices between two written tokens, but not during the seconds in which a prompt is read.
"""

import hmac
import json
import os
import socket
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict

CHAT_PATH = "/v1/chat/completions"
COUNT_PATH = "/v1/count"
# Prompt tokens read between two looks at whether the client is still there: at most a second and a half at 45
# tokens a second. Measured: no slower than 512 at once (docs/decisions.md).
READ_STEP = 64
# GGML_LOG_LEVEL_WARN and GGML_LOG_LEVEL_ERROR in ggml.h.
LOG_LEVELS_KEPT = (3, 4)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class Orders(BaseModel):
    """What the parent asks for. `threads` and `context_tokens` are at least 1."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    key: str
    threads: int
    context_tokens: int


class Report(BaseModel):
    """How loading went: a port, and the texts of the model's control tokens; or a problem."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    port: int = 0
    control: tuple[str, ...] = ()
    problem: str = ""


class CountOrder(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str


class InterruptedReadingError(RuntimeError):
    """The client went away while the model was at work for it."""


def main() -> None:
    """Load, report, and serve until stdin ends."""
    report = _claim_stdout()
    orders = Orders.model_validate_json(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    listener = _listen()
    try:
        door = _load(orders)
    except (ValueError, RuntimeError, MemoryError) as error:
        traceback.print_exc()
        _say(report, Report(problem=str(error) or type(error).__name__))
        sys.exit(1)
    _say(report, Report(port=listener.getsockname()[1], control=door.control))
    _serve(door, listener)


def _claim_stdout() -> BinaryIO:
    """Keep stdout for the report; the server's prints go where its errors go."""
    report = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return report


def _say(report: BinaryIO, words: Report) -> None:
    report.write(words.model_dump_json().encode() + b"\n")
    report.close()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _listen() -> socket.socket:
    """A free port of the loopback interface.

    The protocol is named because asyncio turns Nagle's algorithm off only where it is: without that each small
    answer waits 40 ms for the client's acknowledgement.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


def _load(orders: Orders) -> "Door":
    """Raises ValueError or RuntimeError, llama-cpp-python's own, where the model cannot be loaded."""
    from llama_cpp.server import app as server
    from llama_cpp.server.settings import ModelSettings, ServerSettings

    _keep_warnings()
    _drop_settings((*ModelSettings.model_fields, *ServerSettings.model_fields, "config_file"))
    settings = ModelSettings(
        model=orders.model,
        n_ctx=orders.context_tokens,
        n_threads=orders.threads,
        n_threads_batch=orders.threads,
        use_mlock=False,  # a laptop needs its memory back
        logits_all=False,  # otherwise 600 KB of scores are kept for each token of the context
    )
    # Questions wait for each other in the parent, so a new one never interrupts.
    app = server.create_app(
        server_settings=ServerSettings(interrupt_requests=False),
        model_settings=[settings],
    )
    llama = server._llama_proxy()
    llama.eval = _interruptible(llama.eval)
    return Door(app, orders.key, lambda text: len(llama.tokenize(text, add_bos=False)), _control_texts(llama))


def _keep_warnings() -> None:
    """Pass on llama.cpp's warnings and errors alone: loading prints 200 KB of details otherwise."""
    import llama_cpp

    @llama_cpp.llama_log_callback
    def write(level: int, text: bytes, _: Any) -> None:
        if level in LOG_LEVELS_KEPT:
            sys.stderr.write(text.decode("utf-8", "replace"))
            sys.stderr.flush()

    llama_cpp.llama_log_set(write, None)
    _kept_alive.append(write)


# Native code holds the callback for as long as the process lives.
_kept_alive: list[object] = []


def _drop_settings(names: Sequence[str]) -> None:
    """The server's settings read the environment: a person's own HOST, SEED or CACHE must not reach them."""
    unwanted = {name.lower() for name in names}
    for name in [name for name in os.environ if name.lower() in unwanted]:
        del os.environ[name]


def _control_texts(llama: Any) -> tuple[str, ...]:
    """The texts which the tokenizer turns into control tokens, such as <|im_end|>, wherever they stand."""
    import llama_cpp

    vocabulary = llama._model.vocab
    control = (
        token for token in range(llama.n_vocab()) if llama_cpp.llama_vocab_is_control(vocabulary, token)
    )
    texts = (llama_cpp.llama_vocab_get_text(vocabulary, token).decode("utf-8", "ignore") for token in control)
    return tuple(text for text in texts if len(text) > 1)


_client_gone: ContextVar[threading.Event] = ContextVar("_client_gone")


def _interruptible(evaluate: Callable[[Sequence[int]], None]) -> Callable[[Sequence[int]], None]:
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
    control: tuple[str, ...]

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


def _serve(door: Door, listener: socket.socket) -> None:
    import uvicorn

    config = uvicorn.Config(door, log_config=None, log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
