"""One question at a time, for whoever asks through a door: the model has one machine. The others wait in turn, and too many are
sent away.

Answers are made in threads, and the doors are asynchronous. Who hangs up ends the work within a second, whatever it is at; the
next one begins only then.
"""

import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Event
from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import BusyError, RagdeskError
from ragdesk.domain.search import Scope

# Questions that wait while one is answered.
MOST_WAITING = 8
# When to ask again, where too many wait, in seconds.
AGAIN_SECONDS = 20

Seen = Callable[[Event], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class AskedFromOutside:
    """A question of another program, with the turns before it. Nothing of it is kept."""

    question: str
    history: Sequence[Turn] = ()
    scope: Scope = Scope()


class Turns:
    """Answers the questions of other programs, one after the other."""

    def __init__(self, app: App, most_waiting: int = MOST_WAITING) -> None:
        self._app = app
        self._most = most_waiting + 1
        self._inside = 0
        self._one = anyio.Semaphore(1)

    def refuse_when_full(self) -> None:
        """Raises BusyError where too many questions wait already."""
        if self._inside >= self._most:
            raise BusyError("Too many questions are waiting.", "Ask again in a moment.")

    async def ask(self, asked: AskedFromOutside, seen: Seen | None = None) -> Answer:
        """The answer, when it is its turn; `seen` is told each event on the way.

        Raises:
            BusyError: too many wait. QuestionError, UnknownIdError, ModelError, StoreError.
        """
        self.refuse_when_full()
        self._inside += 1
        try:
            async with self._one:
                return await self._answer(asked, seen)
        finally:
            self._inside -= 1

    async def _answer(self, asked: AskedFromOutside, seen: Seen | None) -> Answer:
        stopped = threading.Event()
        made: Answer | RagdeskError | None = None
        async with anyio.create_task_group() as group:
            group.start_soon(_set_at_the_end, stopped)
            with anyio.CancelScope(shield=True):  # the turn is over when the thread is
                made = await anyio.to_thread.run_sync(self._work, asked, seen, stopped)
            group.cancel_scope.cancel()
        await anyio.lowlevel.checkpoint_if_cancelled()
        if isinstance(made, Answer):
            return made
        raise made or BusyError("The answer was stopped.", "Ask again.")

    def _work(
        self, asked: AskedFromOutside, seen: Seen | None, stopped: threading.Event
    ) -> Answer | RagdeskError | None:
        """In a thread: the answer, or why there is none; None where it was stopped."""
        try:
            with closing(
                self._app.answers.ask_once(
                    asked.question,
                    history=asked.history,
                    scope=asked.scope,
                    cancelled=stopped.is_set,
                    with_memory=False,
                )
            ) as events:
                for event in events:
                    if stopped.is_set():
                        return None
                    if isinstance(event, Answer):
                        return event
                    if seen is not None:
                        anyio.from_thread.run(seen, event)
        except RagdeskError as problem:
            return problem
        return None


async def _set_at_the_end(stopped: threading.Event) -> None:
    """Sets it when this task is cancelled: by whoever hangs up, or because the answer is there."""
    try:
        await anyio.sleep_forever()
    finally:
        stopped.set()
