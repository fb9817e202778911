"""Work on a file in a process of its own: a file that makes it hang, explode or crash costs that work, never the app.

Memory is watched from outside (resident size, polled) rather than limited by the system: an address-space limit counts
mapped files and reserved arenas, which says little about what a parser uses. This module and the parent never import a
parser's libraries.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ragdesk.domain.errors import Problem, RagdeskError
from ragdesk.domain.ports import Cancelled
from ragdesk.ingesting.readers.input_file import unseen

if TYPE_CHECKING:
    import psutil

POLL_SECONDS = 0.1
# On a machine that is busy with other things; it is no part of what the work may take.
STARTUP_SECONDS = 60
END_SECONDS = 1.0
# The parent enforces the time limit. If the parent was killed, the system ends the child this many seconds later.
ORPHAN_SECONDS = 10
# A child says so often, at most, how far it is: no more than a person sees.
TOLD_SECONDS = 0.2
# A child that is asked for nothing for so long ends, and gives its memory back.
IDLE_SECONDS = 300.0

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one piece of work may take. `memory_mb` is resident memory of the child."""

    seconds: float
    memory_mb: int


@dataclass(frozen=True, slots=True)
class _Said:
    """How far a child is; no answer yet."""

    page: int
    pages: int


class WorkEndedError(Exception):
    """The child crashed, or was ended; `why` then says at which limit."""

    def __init__(self, why: Problem | None = None) -> None:
        super().__init__(str(why or "crashed"))
        self.why = why


class BoundedProcess:
    """One child, started when it is needed and used again until it dies. For one thread at a time.

    Args:
        prepare: called in the child when it has started; what takes long to import belongs here.
    """

    def __init__(self, prepare: Callable[[], object]) -> None:
        self._prepare = prepare
        self._child: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def run(
        self,
        limits: Limits,
        stopped: Cancelled,
        at_page: Callable[[int, int], None],
        function: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What the function, which can be imported by its name, returns in the child. Its RagdeskErrors are raised here.
        `at_page` gets what the function says by `say_page`.

        Raises:
            WorkEndedError: it went over a limit, was stopped, or crashed.
        """
        try:
            pipe = self._ensure(limits, stopped)
            pipe.send((function, args, kwargs, int(limits.seconds) + ORPHAN_SECONDS))
            answer = self._await(pipe, limits, stopped, at_page)
        except (EOFError, OSError) as error:
            self.end()
            raise WorkEndedError from error
        if isinstance(answer, RagdeskError):
            raise answer
        return answer  # type: ignore[return-value]

    def _await(
        self, pipe: Connection, limits: Limits, stopped: Cancelled, at_page: Callable[[int, int], None]
    ) -> object:
        import psutil

        assert self._child is not None and self._child.pid is not None
        watched = psutil.Process(self._child.pid)
        deadline = time.monotonic() + limits.seconds
        while True:
            if pipe.poll(POLL_SECONDS):
                said: object = pipe.recv()
                if not isinstance(said, _Said):
                    return said
                at_page(said.page, said.pages)
            why = None
            if stopped():
                why = Problem("reading was stopped")
            elif time.monotonic() > deadline:
                why = Problem("it took longer than {count:.0f} seconds", count=limits.seconds)
            elif _resident(watched) > limits.memory_mb * 1_000_000:
                why = Problem("it needed more than {count:,.0f} MB of memory", count=limits.memory_mb)
            if why:
                self.end()
                raise WorkEndedError(why)

    def _ensure(self, limits: Limits, stopped: Cancelled) -> Connection:
        if self._pipe is None or self._child is None or not self._child.is_alive():
            self.end()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            child = context.Process(
                target=_work_for_ever, args=(theirs, self._prepare), name="parser", daemon=True
            )
            child.start()
            self._child = child  # one that could not be started cannot be killed either
            theirs.close()
            self._await(self._pipe, Limits(STARTUP_SECONDS, limits.memory_mb), stopped, unseen)
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
    the interpreter stops this thread, too; then a signal ends the process, under Linux at once, elsewhere the alarm."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        import fcntl

        # The parent holds the other end of this pipe; where that closes, SIGIO comes, which ends a process.
        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, fcntl.fcntl(parent.sentinel, fcntl.F_GETFL) | os.O_ASYNC)
    parent.join()
    os._exit(1)


# In a child, its end of the pipe, and when it last said how far it is.
_to_parent: Connection | None = None
_said_at = 0.0


def say_page(page: int, pages: int) -> None:
    """In a child, while its function runs: the page that it begins, and how many there are."""
    global _said_at
    now = time.monotonic()
    if _to_parent is not None and now - _said_at >= TOLD_SECONDS:
        _said_at = now
        _to_parent.send(_Said(page, pages))


def _work_for_ever(pipe: Connection, prepare: Callable[[], object]) -> None:
    """The child: does what it is sent, until the pipe closes or nothing comes."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    global _to_parent, _said_at
    _to_parent = pipe
    prepare()
    pipe.send(None)
    while True:
        try:
            if not pipe.poll(IDLE_SECONDS):
                return
            function, args, kwargs, limit = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        _alarm(limit)
        _said_at = 0.0
        try:
            pipe.send(function(*args, **kwargs))
        except RagdeskError as error:
            pipe.send(error)
        _alarm(0)


def _alarm(seconds: int) -> None:
    """Have the system end this process then, whatever native code is busy with; 0: do not."""
    if os.name == "posix":
        signal.alarm(seconds)
