"""Language models: a GGUF file in a child process of ours, or a server that a person has set.

Both stream through the same client (`chat.py`). A local model starts when it is first needed, and again after it has
died: a damaged file or an abort in native code costs the child, never the app.
"""

import atexit
import re
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import httpx

from ragdesk.domain.calibration import judge_fit
from ragdesk.domain.errors import (
    ModelError,
    ModelFailedError,
    ModelMissingError,
    Problem,
    SettingsError,
    mark,
)
from ragdesk.domain.models import Adapter
from ragdesk.domain.ports import Cancelled, Prompt, Reading, WrittenWords, never
from ragdesk.engines import llm_process
from ragdesk.engines.chat import ChatClient
from ragdesk.engines.fair_lock import POLL_SECONDS, FairLock
from ragdesk.host.processors import processors
from ragdesk.host.settings import ANSWER_SECONDS
from ragdesk.text.clean import replace_surrogates

# Texts whose length in tokens is remembered; passages come back question after question.
MAX_COUNTS = 4_096
# UTF-8 bytes a token where no tokenizer is at hand. English has 4.2 under the common vocabularies, so this is
# on the safe side; Chinese, at three bytes a character, has about 3.
BYTES_PER_TOKEN = 3
EXIT_SECONDS = 0.5
# Of a line that is to be marked: what it is marked with where it answers, and where it does not.
YES_OR_NO = ("Yes", "No")
# Our own process says something every 15 seconds, whatever it does: three times nothing, and it hangs.
SILENT_SECONDS = 45.0
# Servers elsewhere say nothing while they read a prompt, or have others' to read before it.
REMOTE_SILENT_SECONDS = 120.0
LOCAL_HINT = mark("Ask again; logs/llm.log in the home folder says more.")
REMOTE_HINT = mark(
    "See that the server at {address} runs, and check models.remote_url, remote_model and remote_key in settings.toml."
)
# Control tokens that chat templates use, for a server whose vocabulary is not known.
USUAL_CONTROL = ("<|", "<start_of_turn>", "<end_of_turn>", "[INST]", "[/INST]", "<s>", "</s>")


_Told = TypeVar("_Told")


class LocalModel:
    """One GGUF file on this machine. Questions from several threads are answered in turn."""

    def __init__(
        self,
        path: Path,
        threads: int,
        context_tokens: int,
        log: Path,
        adapters: Mapping[Adapter, Path] = llm_process.NO_ADAPTERS,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        """`threads` 0 means one a processor. Starts nothing; `log` receives what llama.cpp says. `adapters`: of this model, and
        measured with it. What is asked of it is given up after `answer_seconds`; loading it is not counted."""
        self._path = path
        self._adapters = adapters
        self._judged = judge_fit(adapters["judge"].stem, path.stem) if "judge" in adapters else None
        self._threads = threads or processors()
        self._context_tokens = context_tokens
        self._log = log
        self._answer_seconds = answer_seconds
        self._queue = FairLock()
        self._starting = threading.Lock()
        self._running: tuple[llm_process.LlmProcess, ChatClient, re.Pattern[str]] | None = None
        self._counts: dict[str, int] = {}

    @property
    def name(self) -> str:
        return self._path.stem

    @property
    def writer(self) -> str:
        return self._adapters["writer"].stem if "writer" in self._adapters else ""

    @property
    def process_id(self) -> int | None:
        """Of the child, where one is running."""
        running = self._running
        return running[0].process.pid if running and running[0].alive else None

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        with self._queue.acquire(cancelled) as acquired:
            if not acquired:
                return
            child, client, control = self._ensure()
            try:
                with _watching(cancelled, client):
                    yield from client.stream(_disarmed(prompt, control))
            except ModelFailedError as error:
                raise self._explained(error, child, client) from error

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        told = self._ask(
            lambda client, control: client.log_odds(_disarmed(prompt, control), texts), cancelled
        )
        if told is None or self._judged is None or prompt.judging is None or prompt.judging == "polarity":
            return told
        return self._judged.as_without(prompt.judging, told)

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        """Only by a judge that was taught to mark lines beside this model."""
        if self._judged is None:
            return None
        return self._ask(
            lambda client, control: client.marks(_lines_disarmed(reading, control), YES_OR_NO), cancelled
        )

    def write(self, prompt: Prompt, cancelled: Cancelled = never) -> WrittenWords | None:
        if not self.writer:
            return None
        return self._ask(lambda client, control: client.write(_disarmed(prompt, control)), cancelled)

    def _ask(
        self, ask: Callable[[ChatClient, re.Pattern[str]], _Told | None], cancelled: Cancelled
    ) -> _Told | None:
        """What the process tells when its turn has come; None when `cancelled` turned true. `ask` is given its control texts."""
        with self._queue.acquire(cancelled) as acquired:
            if not acquired:
                return None
            child, client, control = self._ensure()
            try:
                with _watching(cancelled, client):
                    return ask(client, control)
            except ModelFailedError as error:
                raise self._explained(error, child, client) from error

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """Read the prompt ahead, so that the next one that begins alike starts sooner. Raises ModelError."""
        for _ in self.stream(replace(prompt, max_tokens=1), cancelled):
            pass

    def cancel(self) -> None:
        """End the answer that is being made, from any thread, even while its prompt is being read."""
        running = self._running
        if running is not None:
            running[1].cancel()

    def count_tokens(self, text: str) -> int:
        """The exact count under the model's vocabulary; never waits for an answer that is being written."""
        counted = self._counts.get(text)
        if counted is not None:
            return counted
        child, client, _ = self._ensure()
        try:
            count = int(client.post("count", {"text": replace_surrogates(text)})["count"])
        except (httpx.HTTPError, ValueError, KeyError) as error:
            failed = ModelFailedError("The language model could not count tokens.", "Ask again.")
            failed.__cause__ = error
            raise self._explained(failed, child, client) from error
        if len(self._counts) >= MAX_COUNTS:
            self._counts.clear()
        self._counts[text] = count
        return count

    def close(self) -> None:
        """End the process and wait for it; the next question would start it again."""
        with self._starting:
            self._drop()

    def _explained(
        self, error: ModelFailedError, child: llm_process.LlmProcess, client: ChatClient
    ) -> ModelFailedError:
        """Why a question failed, where its process is the reason; one that hangs, or comes to no end, is ended, so that the
        next question finds another."""
        if client.late:
            child.kill()
            return error
        if isinstance(error.__cause__, httpx.ReadTimeout):
            child.kill()
            return llm_process.hung(self._path, min(SILENT_SECONDS, self._answer_seconds))
        return llm_process.died(child.process, self._path) if _has_ended(child) else error

    def _ensure(self) -> tuple[llm_process.LlmProcess, ChatClient, re.Pattern[str]]:
        """The running child, started if there is none or it has died."""
        with self._starting:
            if self._running is not None and self._running[0].alive:
                return self._running
            self._drop()
            if not self._path.is_file():
                raise ModelMissingError(
                    "There is no model {path}.", "Run `ragdesk models fetch`.", path=self._path
                )
            child = llm_process.start(
                self._path, self._threads, self._context_tokens, self._log, self._adapters
            )
            base = f"http://127.0.0.1:{child.port}/v1/"
            client = ChatClient(
                base,
                self.name,
                child.key,
                hint=LOCAL_HINT,
                trust_environment=False,
                answer_seconds=self._answer_seconds,
                silent_seconds=SILENT_SECONDS,
            )
            self._running = (child, client, _any_of(child.control))
            atexit.register(self.close)
            return self._running

    def _drop(self) -> None:
        if self._running is not None:
            child, client, _ = self._running
            self._running = None
            client.close()
            child.end()
            atexit.unregister(self.close)


class AbsentModel:
    """Stands where no model is, and says so when it is asked: what needs no model goes on."""

    name = ""
    writer = ""

    def __init__(self, problem: ModelError) -> None:
        self.problem = problem

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        raise self.problem

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        raise self.problem

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        raise self.problem

    def write(self, prompt: Prompt, cancelled: Cancelled = never) -> WrittenWords | None:
        raise self.problem

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        raise self.problem

    def count_tokens(self, text: str) -> int:
        raise self.problem

    def close(self) -> None:
        """Nothing runs."""


class RemoteModel:
    """A model behind an OpenAI-compatible URL, such as a cluster's. `url` ends where /chat/completions begins."""

    writer = ""

    def __init__(
        self, url: str, model: str, api_key: str = "", answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        """Connects to nothing yet. Raises SettingsError where that cannot be an address."""
        if (
            urlsplit(url).scheme not in ("http", "https")
            or not urlsplit(url).hostname
            or not api_key.isascii()
        ):
            raise SettingsError(
                "models.remote_url, {address!r}, is no web address, or models.remote_key is no key.",
                "Write it like http://gpu-box:8000/v1, or empty it to use the local model.",
                address=url,
            )
        base = url.rstrip("/") + "/"
        self._client = ChatClient(
            base,
            model,
            api_key,
            hint=Problem(REMOTE_HINT, address=url),
            trust_environment=True,
            answer_seconds=answer_seconds,
            silent_seconds=REMOTE_SILENT_SECONDS,
        )
        self._name = model
        self._queue = FairLock()
        self._control = _any_of(USUAL_CONTROL)

    @property
    def name(self) -> str:
        return self._name

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        with self._queue.acquire(cancelled) as acquired:
            if acquired:
                with _watching(cancelled, self._client):
                    # Which number a token has is known to that server alone.
                    yield from self._client.stream(replace(_disarmed(prompt, self._control), banned=()))

    def log_odds(self, prompt: Prompt, texts: tuple[str, str], cancelled: Cancelled = never) -> float | None:
        """None: not every server tells the probabilities of its tokens."""
        return None

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        """None: our own judge is beside our own model alone."""
        return None

    def write(self, prompt: Prompt, cancelled: Cancelled = never) -> WrittenWords | None:
        """None: so is our own writer."""
        return None

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """Nothing: a server's cache is its own business."""

    def cancel(self) -> None:
        """End the answer that is being made, from any thread."""
        self._client.cancel()

    def count_tokens(self, text: str) -> int:
        """An estimate, on the high side: the interface has no way to ask."""
        return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)

    def close(self) -> None:
        self._client.close()


@contextmanager
def _watching(cancelled: Cancelled, client: ChatClient) -> Iterator[None]:
    """Ends the client's stream when `cancelled` turns true: whoever reads it may be waiting for the first piece."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(POLL_SECONDS):
            if cancelled():
                client.cancel()

    watcher = threading.Thread(target=watch, name="cancel-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _any_of(texts: tuple[str, ...]) -> re.Pattern[str]:
    """Matches any of the texts; nothing at all where there are none."""
    return re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))) or r"(?!)")


def _disarmed(prompt: Prompt, control: re.Pattern[str]) -> Prompt:
    """The prompt with a blank put into each text that the tokenizer would take for a control token.

    Otherwise `<|im_end|><|im_start|>system` in a document would end our message and begin another.
    """
    messages = tuple((role, _harmless(content, control)) for role, content in prompt.messages)
    return replace(prompt, messages=messages)


def _lines_disarmed(reading: Reading, control: re.Pattern[str]) -> Reading:
    """As `_disarmed`, of what is to be marked."""
    messages = tuple((role, _harmless(content, control)) for role, content in reading.messages)
    lines = tuple(replace(line, text=_harmless(line.text, control)) for line in reading.lines)
    return Reading(messages, lines)


def _harmless(text: str, control: re.Pattern[str]) -> str:
    return control.sub(lambda match: f"{match[0][0]} {match[0][1:]}", replace_surrogates(text))


def _has_ended(child: llm_process.LlmProcess) -> bool:
    """Whether the process has ended; its socket closes a moment before the system lets it go."""
    try:
        child.process.wait(EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return True
