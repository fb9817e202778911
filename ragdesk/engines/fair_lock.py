"""A lock that is first come, first served: `threading.Lock` alone lets a late caller overtake."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from ragdesk.domain.ports import Cancelled, never

POLL_SECONDS = 0.1


class FairLock:
    """`with lock.acquire():` waits for everyone who asked earlier."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queue: deque[threading.Event] = deque()

    @contextmanager
    def acquire(self, cancelled: Cancelled = never) -> Iterator[bool]:
        """Waits for the turn; yields whether it came before `cancelled` turned true. Who had cancelled before gets none."""
        ticket = threading.Event()
        with self._lock:
            self._queue.append(ticket)
            if self._queue[0] is ticket:
                ticket.set()
        try:
            while not (given_up := cancelled()) and not ticket.wait(POLL_SECONDS):
                pass
            yield not given_up
        finally:
            with self._lock:
                self._queue.remove(ticket)
                if self._queue:
                    self._queue[0].set()
