"""Work that goes on beside the pages: an iterator run in a thread, whose items make a state that any number of windows watch.

Gradio cannot interrupt a generator that is waiting for its next item, and the model may read its prompt for
seconds. Here a page can stop at once: it stops watching, and the thread closes the iterator as soon as it gets
the next item, which is what cancels the generation or the ingest. A page that goes away stops nothing: the work is kept by
the app, by a key, and a page that comes back watches it again. This module knows nothing of what the work is.
"""

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, Generic, TypeVar

T = TypeVar("T")

# What arrives within this many seconds is shown together: two or three words, and far fewer repaints.
GATHER_SECONDS = 0.1
# How often a watcher looks whether it was left, in seconds.
_LOOK = 0.25
# How long a stopped work gets to end when the app closes, in seconds.
_ENDING = 3.0


class Work(Generic[T]):
    """Runs `items()` in a thread; each item goes to `take`, which makes a state of it, and then the watchers are told."""

    def __init__(self, items: Callable[[], Generator[T, None, None]], take: Callable[[T], None]) -> None:
        self._items, self._take = items, take
        self._stopped = threading.Event()
        self._changed = threading.Condition()
        self._changes = 0
        self._failure: BaseException | None = None
        self._done = False

    def start(self, when_done: Callable[[], None]) -> None:
        """Begin; `when_done` is called in the work's thread at its end, before the watchers see it."""
        threading.Thread(target=self._run, args=(when_done,), name="ragdesk-work", daemon=True).start()

    def stop(self) -> None:
        """End the work as soon as its thread can; those who watch it need not wait for that."""
        self._stopped.set()
        self.tell()

    def stopped(self) -> bool:
        return self._stopped.is_set()

    def failure(self) -> BaseException | None:
        """What ended the work, where it has ended and not by itself."""
        return self._failure

    def wait(self, seconds: float) -> bool:
        """Whether the work has ended within that time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._done, seconds)

    def _run(self, when_done: Callable[[], None]) -> None:
        try:
            with closing(self._items()) as items:  # closing is what cancels a generation
                for item in items:
                    if self._stopped.is_set():
                        break
                    self._take(item)
                    self.tell()
        except BaseException as failure:  # noqa: BLE001 - kept for those who watch, who show it
            self._failure = failure
        finally:
            when_done()
            self.tell(done=True)

    def tell(self, done: bool = False) -> None:
        """Those who watch look again."""
        with self._changed:
            self._changes += 1
            self._done = self._done or done
            self._changed.notify_all()

    def _wait_for_change(self, seen: int) -> tuple[int, bool]:
        """How many changes there were, and whether there will be more; waits a moment for one that was not `seen`."""
        with self._changed:
            self._changed.wait_for(lambda: self._changes != seen or self._done, _LOOK)
            return self._changes, not (self._done or self._stopped.is_set())


class Watch:
    """One window's view of a work."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self._left = threading.Event()

    def leave(self) -> None:
        """End the watching alone: the work goes on to its end."""
        self._left.set()

    def left(self) -> bool:
        return self._left.is_set()

    def changes(self) -> Iterator[None]:
        """Something each time that the state has changed; ends when the work ends, is stopped or left."""
        seen, more = -1, True
        while more and not self.left():
            now, more = self.work._wait_for_change(seen)
            if now != seen and more and not self.left():
                seen = now
                yield
                self._left.wait(GATHER_SECONDS)


class Crew:
    """All works of one app by key, so that a window finds the one that it wants, and closing the app can stop them."""

    def __init__(self) -> None:
        self._works: dict[str, Work[Any]] = {}
        self._lock = threading.Lock()

    def of(self, key: str) -> Work[Any] | None:
        """The work of that key, while it goes on."""
        with self._lock:
            return self._works.get(key)

    def start(self, key: str, work: Work[Any]) -> bool:
        """Begin a work and keep it to its end; not where one of that key is going on and was not stopped."""
        with self._lock:
            other = self._works.get(key)
            if other is not None and not other.stopped():
                return False
            self._works.pop(key, None)
            self._works[key] = work
        work.start(lambda: self._gone(key, work))
        return True

    def ahead(self, work: Work[Any]) -> int:
        """How many works that still go on were begun before this one."""
        with self._lock:
            before = list(self._works.values())
            return sum(not other.stopped() for other in before[: before.index(work)]) if work in before else 0

    def stop_all(self) -> None:
        with self._lock:
            works = list(self._works.values())
        for work in works:
            work.stop()
        for work in works:
            work.wait(_ENDING)

    def _gone(self, key: str, work: Work[Any]) -> None:
        with self._lock:
            if self._works.get(key) is work:
                del self._works[key]
            others = list(self._works.values())
        for other in others:
            other.tell()  # fewer are ahead of it
