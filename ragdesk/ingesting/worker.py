"""Parsers in processes of their own: one that hangs, explodes or crashes costs a file, never the app.

Memory is watched from outside (resident size, polled) rather than limited by the system: an address-space limit counts
mapped files and reserved arenas, which says little about what a parser uses. This module and the parent never import a
parser's libraries.
"""

import multiprocessing
import os
import queue
import signal
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import IngestError, ParserDiedError, Problem
from ragdesk.host.priority import lower_priority

if TYPE_CHECKING:
    import psutil

POLL_SECONDS = 0.1
STARTUP_SECONDS = 60
END_SECONDS = 1.0
# The parent enforces the time limit. If the parent was killed, the system ends the parser this many seconds later.
ORPHAN_SECONDS = 10
# The files inside of a file may together have this many times the largest size of a file: archives compress.
UNPACKED_TIMES = 5


@dataclass(frozen=True, slots=True)
class ParseRequest:
    """A file to read. Setting `stop` ends the reading at once.

    Attributes:
        unpack: a folder of this file's own, made when it is needed, for the files inside of it.
        password: "" where there is none.
    """

    path: Path
    name: str
    unpack: Path
    password: str = ""
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class ParseResult:
    """What a parser process makes of a file."""

    parsed: Parsed
    properties: tuple[tuple[str, str], ...]
    language: str


class ParserPool:
    """Several parser processes with one queue. A process is used for many files, and replaced when it dies.

    Args:
        seconds, memory_mb: what one file may take.
        max_bytes: the largest file that is read.
    """

    def __init__(self, jobs: int, seconds: float, memory_mb: int, max_bytes: int) -> None:
        self._waiting: queue.SimpleQueue[tuple[ParseRequest, Future[ParseResult]] | None] = (
            queue.SimpleQueue()
        )
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(
                target=self._serve,
                args=(_Process(seconds, memory_mb, max_bytes, self._closing),),
                daemon=True,
            )
            for _ in range(jobs)
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> "ParserPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def submit(self, request: ParseRequest) -> "Future[ParseResult]":
        """Read a file; the future raises the IngestError that says why it could not be."""
        future: Future[ParseResult] = Future()
        self._waiting.put((request, future))
        return future

    def close(self) -> None:
        """End every process within about a second; futures that are not done are cancelled."""
        self._closing.set()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, process: "_Process") -> None:
        try:
            while (task := self._waiting.get()) is not None:
                request, future = task
                if self._closing.is_set() or request.stop.is_set():
                    future.cancel()
                    future.set_running_or_notify_cancel()
                elif future.set_running_or_notify_cancel():
                    try:
                        future.set_result(process.read(request))
                    except Exception as error:  # noqa: BLE001 - whoever waits for the reading raises it
                        future.set_exception(error)
        finally:
            process.end()


class _Process:
    """One child, started when it is needed."""

    def __init__(self, seconds: float, memory_mb: int, max_bytes: int, closing: threading.Event) -> None:
        self._seconds = seconds
        self._memory = memory_mb * 1_000_000
        self._max_bytes = max_bytes
        self._closing = closing
        self._child: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def read(self, request: ParseRequest) -> ParseResult:
        pipe = self._ensure()
        try:
            limit = int(self._seconds) + ORPHAN_SECONDS
            pipe.send((request.path, request.name, request.unpack, request.password, self._max_bytes, limit))
            answer = self._await(pipe, request)
        except (EOFError, OSError) as error:
            self.end()
            raise ParserDiedError(
                "{file} made its parser crash.",
                "The file is probably damaged; open and save it with its own program.",
                file=request.name,
            ) from error
        if isinstance(answer, IngestError):
            raise answer
        return answer

    def _await(self, pipe: Connection, request: ParseRequest) -> "ParseResult | IngestError":
        import psutil

        assert self._child is not None and self._child.pid is not None
        watched = psutil.Process(self._child.pid)
        deadline = time.monotonic() + self._seconds
        while not pipe.poll(POLL_SECONDS):
            problem = None
            if self._closing.is_set() or request.stop.is_set():
                problem = Problem("reading was stopped")
            elif time.monotonic() > deadline:
                problem = Problem("it took longer than {count:.0f} seconds", count=self._seconds)
            elif _resident(watched) > self._memory:
                problem = Problem("it needed more than {count:,.0f} MB of memory", count=self._memory / 1e6)
            if problem:
                self.end()
                return ParserDiedError(
                    "{file} could not be read: {why}.",
                    "Split the file, or raise the limit under [ingest] in settings.toml.",
                    file=request.name,
                    why=problem,
                )
        answer: ParseResult | IngestError = pipe.recv()
        return answer

    def _ensure(self) -> Connection:
        if self._pipe is None or self._child is None or not self._child.is_alive():
            self.end()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            child = context.Process(target=_parse_for_ever, args=(theirs,), name="parser", daemon=True)
            child.start()
            self._child = child  # one that could not be started cannot be killed either
            theirs.close()
        return self._pipe

    def end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.join(END_SECONDS)
            self._child = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


def _resident(process: "psutil.Process") -> int:
    """Bytes of memory that the process holds; 0 where it has ended."""
    import psutil

    try:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:
        return 0


def _end_with_parent() -> None:
    """End this process with its parent: a parser that hangs does not see its pipe close. Native code that never releases
    the interpreter stops this thread, too; then the alarm ends the process."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _parse_for_ever(pipe: Connection) -> None:
    """The child: reads what it is sent, until the pipe closes."""
    lower_priority()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from ragdesk.ingesting.language import detect
    from ragdesk.ingesting.metadata import procedure_properties
    from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
    from ragdesk.ingesting.readers.parse import parse

    while True:
        try:
            path, name, unpack, password, max_bytes, limit = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        if os.name == "posix":
            signal.alarm(limit)  # its default is to end the process, whatever native code is busy with
        try:
            source = InputFile(path, name, Unpacked(unpack, UNPACKED_TIMES * max_bytes), password)
            parsed = parse(source, max_bytes)
            # Properties that a procedure states in its text win over those of its file.
            stated = dict(parsed.properties) | dict(procedure_properties(parsed))
            pipe.send(ParseResult(parsed, tuple(stated.items()), detect(parsed.text)))
        except IngestError as error:
            pipe.send(error)
