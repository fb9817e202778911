"""What memory asks the model about, later: one thread, at work only while nobody waits for an answer or a file.

What waits is in this process's own keeping and is lost when it ends: it is worth less than a disk that remembers it.
"""

import logging
import queue
import threading
from collections.abc import Callable

from ragdesk.app.memory import Memory
from ragdesk.domain.errors import RagdeskError

log = logging.getLogger(__name__)

# Seconds of quiet before the model is asked: a person who follows up at once is not kept waiting.
QUIET = 4.0


class NoticeLater:
    """Looks once more at messages in the background. `busy`: whether something more urgent goes on."""

    def __init__(self, memory: Memory, busy: Callable[[], bool], quiet: float = QUIET) -> None:
        self._memory = memory
        self._busy = busy
        self._quiet = quiet
        self._closing = threading.Event()
        self._waiting: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._closing.clear()
        self._thread = threading.Thread(target=self._work, name="notice-later", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread: what it is asking is cancelled, and what waits is forgotten."""
        self._closing.set()
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None
        self._waiting = queue.SimpleQueue()

    def add(self, message: str, message_id: str) -> None:
        """Look at a message once there is time; nothing happens where the thread was not started."""
        if self._thread is not None:
            self._waiting.put((message, message_id))

    def _work(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            while not self._closing.wait(self._quiet) and not self._looked_at(*waiting):
                pass  # something came between: again after the next quiet

    def _looked_at(self, message: str, message_id: str) -> bool:
        """Whether the message was looked at to the end."""
        if self._busy():
            return False
        interrupted = False

        def cancelled() -> bool:
            nonlocal interrupted
            interrupted = interrupted or self._busy() or self._closing.is_set()
            return interrupted

        try:
            self._memory.notice_more(message, message_id, cancelled)
        except RagdeskError as error:
            log.info("not noticed later code=%s", error.code)
            return True
        return not interrupted
