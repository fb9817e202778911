"""Starting and ending the language model's process. Knows nothing about chats or tokens."""

import contextlib
import queue
import secrets
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from ragdesk.domain.errors import ModelDamagedError, ModelFailedError
from ragdesk.domain.models import Adapter
from ragdesk.engines.llm_server import LoadReport, LoadRequest

# A cold disk delivers the default model in ten seconds; one of 5 GB may take minutes.
START_SECONDS = 300.0
END_SECONDS = 10.0
# The alarm of `chat_template.py`; POSIX gives it this number.
ALARM = -14
BUNDLE_FLAG = "--llm-child"
NO_ADAPTERS: Mapping[Adapter, Path] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LlmProcess:
    """A running process that serves the model on `port` to whoever shows `key`."""

    process: "subprocess.Popen[bytes]"
    port: int
    key: str
    control: tuple[str, ...]

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """End it whatever it is busy with, also where it is stopped."""
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """Closing its stdin ends it at once; waits until it has gone."""
        _end(self.process)


def command() -> list[str]:
    """The command that starts it: a bundle is its own interpreter and takes a flag."""
    if getattr(sys, "frozen", False):
        return [sys.executable, BUNDLE_FLAG]
    return [sys.executable, "-m", "ragdesk.engines.llm_server"]


def start(
    model: Path, threads: int, context_tokens: int, log: Path, adapters: Mapping[Adapter, Path] = NO_ADAPTERS
) -> LlmProcess:
    """Start the process and wait until the model is loaded, with its adapters. `log` is rotated by one.

    Raises:
        ModelDamagedError: llama.cpp does not take the file.
        ModelFailedError: the process died, ran out of memory or took too long.
    """
    key = secrets.token_urlsafe(32)
    request = LoadRequest(
        model=str(model),
        key=key,
        threads=threads,
        context_tokens=context_tokens,
        adapters={name: str(path) for name, path in adapters.items()},
    )
    process = _launch(log)
    try:
        report = _converse(process, request, model)
        if report.problem:
            raise _refused(model, report.problem)
    except BaseException:
        _end(process)
        raise
    return LlmProcess(process, report.port, key, report.control)


def _launch(log: Path) -> "subprocess.Popen[bytes]":
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        if log.exists():
            log.replace(log.with_suffix(".old.log"))
        with log.open("wb") as errors:
            return subprocess.Popen(
                command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                # Ctrl-C in the terminal is for the app, which then ends the child in order.
                start_new_session=sys.platform != "win32",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
    except OSError as error:
        raise ModelFailedError(
            "The language model's process could not be started: {why}.",
            "Close other programs and ask again.",
            why=error.strerror or error,
        ) from error


def _converse(process: "subprocess.Popen[bytes]", request: LoadRequest, model: Path) -> LoadReport:
    """Send the request and wait for the report; a thread reads it, because a pipe cannot be waited on everywhere."""
    assert process.stdin is not None and process.stdout is not None
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    with contextlib.suppress(BrokenPipeError):  # it died at once; the empty report below says so
        process.stdin.write(request.model_dump_json().encode() + b"\n")
        process.stdin.flush()
    threading.Thread(
        target=lambda out: lines.put(out.readline()), args=(process.stdout,), daemon=True
    ).start()
    try:
        line = lines.get(timeout=START_SECONDS)
    except queue.Empty as error:
        raise ModelFailedError(
            "The language model was not loaded after {count:.0f} seconds.",
            "Try again; logs/llm.log in the home folder says more.",
            count=START_SECONDS,
        ) from error
    try:
        return LoadReport.model_validate_json(line)
    except ValidationError as error:
        raise died(process, model) from error


def died(process: "subprocess.Popen[bytes]", model: Path) -> ModelFailedError:
    """The error for a process that ended by itself. A negative status is the signal, -9 the memory's usual end."""
    status = process.wait(END_SECONDS)
    if status == -9:
        return ModelFailedError(
            "The process of the language model {name} was killed, most likely for want of memory.",
            "Close other programs and ask again, or choose a smaller model with `ragdesk models use`.",
            name=model.name,
        )
    if status == ALARM:
        return ModelFailedError(
            "The chat template of the language model {name} did not come to an end.",
            "Its file is not to be trusted: choose another model with `ragdesk models use`.",
            name=model.name,
        )
    return ModelFailedError(
        "The process of the language model {name} ended by itself (status {status}).",
        "Ask again, and it is started anew. If it keeps ending, run `ragdesk models verify`; "
        "logs/llm.log in the home folder says more.",
        name=model.name,
        status=status,
    )


def hung(model: Path, seconds: float) -> ModelFailedError:
    """The error for a process that said nothing any more."""
    return ModelFailedError(
        "The process of the language model {name} said nothing for {count:.0f} seconds, and was ended.",
        "Ask again, and it is started anew.",
        name=model.name,
        count=seconds,
    )


def _refused(model: Path, problem: str) -> ModelDamagedError | ModelFailedError:
    """llama-cpp-python raises "Failed to load model from file" for the file, "… create llama_context" for memory."""
    if "load model" in problem.lower():
        return ModelDamagedError(
            "llama.cpp cannot load {path}: the file is damaged, or of a kind that it does not know.",
            "Run `ragdesk models verify`; a damaged default model is mended by `ragdesk models fetch`.",
            path=model,
        )
    return ModelFailedError(
        "The language model {name} could not be set up: {why}.",
        "Lower models.context_tokens in settings.toml, or choose a smaller model; "
        "logs/llm.log in the home folder says more.",
        name=model.name,
        why=problem,
    )


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
