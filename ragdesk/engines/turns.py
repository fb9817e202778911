"""One at a time, first come, first served: `threading.Lock` alone lets a late caller overtake."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """`with turns.mine():` waits for everyone who asked earlier."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queue: deque[threading.Event] = deque()

    @contextmanager
    def mine(self) -> Iterator[None]:
        ticket = threading.Event()
        with self._lock:
            self._queue.append(ticket)
            if self._queue[0] is ticket:
                ticket.set()
        try:
            ticket.wait()
            yield
        finally:
            with self._lock:
                self._queue.remove(ticket)
                if self._queue:
                    self._queue[0].set()
