"""How fast this machine reads prompts, and so how long a prompt may be."""

import threading

from ragdesk.domain.calibration import PACE


class Pace:
    """Learns from each prompt that was read. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rate: float | None = None

    def observe(self, tokens: int, seconds: float) -> None:
        """So many tokens were read in so long."""
        if tokens < PACE.enough or seconds <= 0:
            return
        with self._lock:
            rate = tokens / seconds
            self._rate = rate if self._rate is None else PACE.newest * rate + (1 - PACE.newest) * self._rate

    def budget(self, most: int) -> int:
        """Tokens of a prompt: `most`, or fewer where reading them would take longer than a person waits."""
        with self._lock:
            return most if self._rate is None else min(most, max(PACE.least, int(self._rate * PACE.seconds)))
