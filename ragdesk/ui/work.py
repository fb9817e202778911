"""Work that goes on beside the page: an iterator run in a thread, whose items a page event hands on.

Gradio cannot interrupt a generator that is waiting for its next item, and the model may read its prompt for
seconds. Here a page can stop at once: it stops listening, and the thread closes the iterator as soon as it gets
the next item, which is what cancels the generation or the ingest. This module knows nothing of what the work is.
"""

import queue
import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from typing import Any, Generic, TypeVar

T = TypeVar("T")

# Items that arrive within this many seconds are shown together: faster than the eye, and far fewer repaints.
GATHER_SECONDS = 0.06
# How often a listener looks whether it was stopped, in seconds.
_LOOK = 0.05


class Work(Generic[T]):
    """Runs `start()`'s iterator in a thread from the moment it is made.

    `report`, which `start` is given, adds an item from inside the work (a progress callback).
    """

    def __init__(self, start: "Callable[[Work[T]], Generator[T, None, None]]") -> None:
        self._items: queue.SimpleQueue[T] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._left = threading.Event()
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ragdesk-work")
        self._result: Future[None] = thread.submit(self._run, start)
        thread.shutdown(wait=False)

    def report(self, item: T) -> None:
        self._items.put(item)

    def stop(self) -> None:
        """End the work as soon as its thread can."""
        self._stopped.set()

    def leave(self) -> None:
        """End the listening alone: the work goes on to its end."""
        self._left.set()

    def stopped(self) -> bool:
        return self._stopped.is_set()

    def left(self) -> bool:
        return self._left.is_set()

    def batches(self) -> Iterator[list[T]]:
        """Items as they come, gathered; ends when the work ends, is stopped or left. `failure` then says how it went."""
        while not (self._stopped.is_set() or self._left.is_set()):
            finished = self._result.done()
            batch = self._gather()
            if batch:
                yield batch
            elif finished:
                return

    def failure(self) -> BaseException | None:
        """What ended the work, where it has ended and not by itself."""
        return self._result.exception() if self._result.done() else None

    def wait(self, seconds: float) -> bool:
        """Whether the work has ended within that time."""
        return not wait([self._result], timeout=seconds).not_done

    def _gather(self) -> list[T]:
        try:
            batch = [self._items.get(timeout=_LOOK)]
        except queue.Empty:
            return []
        self._stopped.wait(GATHER_SECONDS)
        while not self._items.empty():
            batch.append(self._items.get())
        return batch

    def _run(self, start: "Callable[[Work[T]], Generator[T, None, None]]") -> None:
        with closing(start(self)) as items:  # closing is what cancels a generation
            for item in items:
                if self._stopped.is_set():
                    return
                self._items.put(item)


class Crew:
    """All works of one app, so that closing the app can stop them."""

    def __init__(self) -> None:
        self._works: weakref.WeakSet[Work[Any]] = weakref.WeakSet()

    def start(self, work: "Callable[[Work[T]], Generator[T, None, None]]") -> Work[T]:
        started = Work(work)
        self._works.add(started)
        return started

    def stop_all(self) -> None:
        for work in list(self._works):
            work.stop()
