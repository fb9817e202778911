"""The client of an OpenAI-compatible chat server: our own child process, or one that a person has set.

Knows the wire format, and nothing about processes or which model answers.
"""

import json
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import httpx

from ragdesk.domain.errors import ModelFailedError, ModelTooSlowError, Problem, mark
from ragdesk.domain.ports import Prompt, Reading, WrittenWords
from ragdesk.engines.chat_events import Allowance, ChatEvent, lines, short_body

CONNECT_SECONDS = 10.0
DONE = "[DONE]"
# A server that knows no grammar says so with one of these.
REFUSED = (400, 422)


class ChatClient:
    """Streams answers from `{base}/chat/completions`. One stream at a time; `cancel` may come from any thread."""

    def __init__(
        self,
        base: str,
        model: str,
        key: str,
        *,
        hint: str | Problem,
        trust_environment: bool,
        answer_seconds: float,
        silent_seconds: float,
    ) -> None:
        """`hint` goes with every failure. `trust_environment`: whether proxies set in the environment are used. An answer as a
        whole may take `answer_seconds`, whatever is sent meanwhile, and the server may be silent for no more than
        `silent_seconds`, nor than that."""
        self._answer_seconds = answer_seconds
        self._silent_seconds = min(silent_seconds, answer_seconds)
        self._connect_seconds = min(CONNECT_SECONDS, answer_seconds)
        self._http = httpx.Client(
            base_url=base,
            headers={"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if key else {}),
            timeout=httpx.Timeout(self._silent_seconds, connect=self._connect_seconds),
            trust_env=trust_environment,
            # Each request opens a connection, whose socket is then known: it alone can end a request that hangs.
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self._late = False
        self._model = model
        self._hint = hint
        self._takes_grammar = True
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._cancelled = False

    def stream(self, prompt: Prompt) -> Iterator[str]:
        """The answer in pieces; after `cancel` it ends early and without an error.

        Raises:
            ModelFailedError: the server cannot be reached, refuses, or breaks off.
        """
        with self._answering():
            yield from self._stream(prompt)

    def log_odds(self, prompt: Prompt, texts: tuple[str, str]) -> float | None:
        """See `ports.LanguageModel`; None after `cancel`. Our own server's alone.

        Raises:
            ModelFailedError: as `stream`.
        """
        body = {"messages": _bodies(prompt.messages), "texts": texts, "adapter": _adapter(prompt)}
        told = self._told("log-odds", "log_odds", body)
        return None if told is None else float(told)

    def marks(self, reading: Reading, texts: tuple[str, str]) -> tuple[float, ...] | None:
        """See `ports.LanguageModel`; otherwise as `log_odds`."""
        read = [(line.text, line.marked) for line in reading.lines]
        body = {"messages": _bodies(reading.messages), "lines": read, "texts": texts}
        told = self._told("marks", "marks", body)
        return None if told is None else tuple(map(float, told))

    def write(self, prompt: Prompt) -> WrittenWords | None:
        """See `ports.LanguageModel`; otherwise as `log_odds`."""
        body = {"messages": _bodies(prompt.messages), "max_tokens": prompt.max_tokens}
        told = self._told("write", "written", body)
        return None if told is None else WrittenWords(str(told[0]), float(told[1]))

    def _told(self, path: str, name: str, body: dict[str, Any]) -> Any:
        """What our server says under this name; None after `cancel`."""
        with self._lock:
            self._cancelled = False
        with self._answering():
            with self._http.stream("POST", path, json=body, extensions={"trace": self._trace}) as response:
                body_text = short_body(response)
            content = json.loads(body_text)
            if not response.is_success or "error" in content:
                raise self._failure(_reason(body_text))
            return content[name]
        return None

    def post(self, url: str, body: dict[str, Any]) -> Any:
        """One JSON answer to one JSON question. Raises httpx.HTTPError, ValueError."""
        response = self._http.post(url, json=body)
        response.raise_for_status()
        return response.json()

    def cancel(self) -> None:
        """End the stream that is open, if one is, even while it is being opened or waits for its first piece."""
        with self._lock:
            self._cancelled = True
            self._hang_up()

    def close(self) -> None:
        self.cancel()
        self._http.close()

    def _stream(self, prompt: Prompt) -> Iterator[str]:
        with self._lock:
            self._cancelled = False
        with_grammar = prompt.grammar is not None and self._takes_grammar
        with self._http.stream(
            "POST",
            "chat/completions",
            json=self._body(prompt, with_grammar),
            extensions={"trace": self._trace},
        ) as response:
            if response.is_success:
                yield from self._pieces(response, Allowance(prompt.max_tokens))
                return
            body_text = short_body(response)
        if with_grammar and response.status_code in REFUSED:
            self._takes_grammar = False
            yield from self._stream(prompt)
            return
        raise self._failure(
            Problem(
                "the server refused ({status}), {why}", status=response.status_code, why=_reason(body_text)
            )
        )

    def _body(self, prompt: Prompt, with_grammar: bool) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": _bodies(prompt.messages),
            "max_tokens": prompt.max_tokens,
            "temperature": 0.0,
            "stream": True,
        }
        if prompt.banned:
            # Both are llama-cpp-python's: other servers name tokens by their number, which nobody here knows.
            body |= {"logit_bias": dict.fromkeys(prompt.banned, -100.0), "logit_bias_type": "tokens"}
        if prompt.stop:
            body["stop"] = list(prompt.stop)
        if with_grammar:
            body["grammar"] = prompt.grammar
        return body

    def _pieces(self, response: httpx.Response, allowance: Allowance) -> Iterator[str]:
        """The contents of a server-sent event stream, up to its end mark or to the length that was asked for.

        Raises:
            ModelFailedError: the server reported an error. httpx.RemoteProtocolError: the stream ended without its mark.
        """
        for line in lines(response):
            if not line.startswith("data:"):
                continue
            data = line.removeprefix("data:").strip()
            if data == DONE:
                return
            event = ChatEvent.model_validate_json(data)
            if event.error is not None:
                raise self._failure(_reason(data))
            if event.piece:
                yield allowance.take(event.piece)
            if allowance.spent:
                return
        raise httpx.RemoteProtocolError(mark("the answer broke off in the middle"))

    def _failure(self, reason: str | Problem) -> ModelFailedError:
        if "context window" in str(reason) or "context length" in str(reason):
            return ModelFailedError(
                "The prompt is longer than the language model can read: {why}.",
                "Raise models.context_tokens or lower answer.prompt_tokens in settings.toml.",
                why=reason,
            )
        return ModelFailedError("The language model failed: {why}.", self._hint, why=reason)

    @property
    def late(self) -> bool:
        """Whether the last answer was given up because its time was over."""
        return self._late

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """What goes wrong becomes a sentence, and after `cancel` nothing. When the time is over we hang up, whatever the server
        does meanwhile."""
        self._late = False

        def end() -> None:
            with self._lock:
                self._late = True
                self._hang_up()

        timer = threading.Timer(self._answer_seconds, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (httpx.HTTPError, ModelFailedError, ValueError, KeyError, TypeError, IndexError) as error:
            problem = self._worded(error)
            if problem is error:
                raise
            if problem is not None:
                raise problem from error
        finally:
            timer.cancel()
            self._release()

    def _worded(self, error: Exception) -> ModelFailedError | None:
        """None where nobody waits any more. What we hung up on may fail in any way."""
        if isinstance(error, httpx.ReadTimeout):
            return ModelTooSlowError(
                "The language model's server said nothing for {count:.0f} seconds.",
                self._hint,
                count=self._silent_seconds,
            )
        if isinstance(error, httpx.ConnectTimeout):
            return ModelTooSlowError(
                "The language model's server could not be reached within {count:.0f} seconds.",
                self._hint,
                count=self._connect_seconds,
            )
        if self.late:
            return ModelTooSlowError(
                "The language model did not come to an end with its answer within {count:.0f} seconds.",
                "Ask again; if it is only slow, raise models.answer_seconds in settings.toml.",
                count=self._answer_seconds,
            )
        if self._cancelled:
            return None
        if isinstance(error, ModelFailedError):
            return error
        if isinstance(error, httpx.HTTPError):
            return ModelFailedError(
                "The language model's server broke off: {why}.",
                self._hint,
                why=str(error) or type(error).__name__,
            )
        return ModelFailedError(
            "The language model's server sent something that is not a chat stream.", self._hint
        )

    def _trace(self, event: str, told: Mapping[str, Any]) -> None:
        """Keeps the socket of a request as soon as it is connected."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            with self._lock:
                self._socket = told["return_value"].get_extra_info("socket")
                if self._cancelled or self._late:
                    self._hang_up()

    def _hang_up(self) -> None:
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:  # it has just ended by itself
                self._socket = None

    def _release(self) -> None:
        with self._lock:
            self._socket = None


def _bodies(messages: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"role": role, "content": content} for role, content in messages]


def _adapter(prompt: Prompt) -> str:
    """Which was taught to tell what this prompt asks for."""
    if prompt.judging is None:
        return ""
    return "writer" if prompt.judging == "polarity" else "judge"


def _reason(body: str) -> str:
    """The message in an OpenAI-style error, or the beginning of whatever came."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        return body.strip()[:200] or mark("it gave no reason")
    error = content.get("error", content) if isinstance(content, dict) else content
    return str(error.get("message", error) if isinstance(error, dict) else error)[:200]
