"""How fast this machine reads prompts, and so how long a prompt may be."""

import threading

# Seconds that a person waits for the first word, at most, on a machine that has shown how fast it reads.
PATIENCE = 10.0
# Below this, in tokens, there is no room for the fixed part of the prompt and one passage.
LEAST = 450
# The share of the newest observation in the estimate; readings with fewer tokens say nothing.
NEWEST, ENOUGH = 0.5, 100


class Pace:
    """Learns from each prompt that was read. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rate: float | None = None

    def observe(self, tokens: int, seconds: float) -> None:
        """So many tokens were read in so long."""
        if tokens < ENOUGH or seconds <= 0:
            return
        with self._lock:
            rate = tokens / seconds
            self._rate = rate if self._rate is None else NEWEST * rate + (1 - NEWEST) * self._rate

    def budget(self, most: int) -> int:
        """Tokens of a prompt: `most`, or fewer where reading them would take longer than PATIENCE."""
        with self._lock:
            return most if self._rate is None else min(most, max(LEAST, int(self._rate * PATIENCE)))
