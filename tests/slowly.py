"""Token counters that take their time, or memory, over a text that asks for it. They work in the process that cuts files into
passages, so they stand in a module of their own."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

SLOW, GREEDY = "slowly", "greedily"


@dataclass(frozen=True)
class SlowCounter:
    """Counts words; `seconds` for a text with "slowly", two gigabytes for one with "greedily"."""

    seconds: float = 600.0

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        if any(SLOW in text for text in texts):
            time.sleep(self.seconds)
        if any(GREEDY in text for text in texts):
            held = [bytearray(b"x" * 50_000_000) for _ in range(40)]
            time.sleep(len(held))
        return [[match.span() for match in re.finditer(r"\w+|[^\w\s]", text)] for text in texts]
