"""Counts work instead of timing it: characters that are copied out of a text and calls that are made. What grows faster than
its input shows in these numbers on every machine, however busy."""

import sys
import time
from collections.abc import Callable
from itertools import pairwise
from types import FrameType
from typing import Any, SupportsIndex

# Work may grow this many times as fast as the input, from one doubling to the next: for what is done once a thousand times.
SLACK = 1.3
DOUBLINGS = 3
# Where time is compared, the shortest of so many runs counts: what other programs take is never in all of them. Of a long run
# they take a small part, and so it is not done again.
REPEATS, LONG_ENOUGH = 5, 3.0


class CountedText(str):
    """A text that adds up the characters that are copied out of it."""

    copied = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        piece = super().__getitem__(key)
        CountedText.copied += len(piece)
        return CountedText(piece)

    def strip(self, characters: str | None = None) -> str:
        CountedText.copied += len(self)
        return CountedText(super().strip(characters))

    def lstrip(self, characters: str | None = None) -> str:
        CountedText.copied += len(self)
        return CountedText(super().lstrip(characters))


def work_of(call: Callable[[], object]) -> int:
    """Characters that were copied out of counted texts, and calls that were made, in Python and out of it."""
    calls = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    CountedText.copied = 0
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return calls + CountedText.copied


def growth(call: Callable[[int], Callable[[], object]], size: int) -> float:
    """How much the work grows when the input doubles, at its worst: 2 where it is linear. `call` makes the work of a size."""
    work = [work_of(call(size << doubling)) for doubling in range(DOUBLINGS + 1)]
    return max(after / before for before, after in pairwise(work))


def shortest(run: Callable[[], float]) -> float:
    """The fewest seconds that a run took, of several; `run` says how many it took."""
    took = [run()]
    while len(took) < REPEATS and sum(took) < LONG_ENOUGH:
        took.append(run())
    return min(took)


def slower(seconds: Callable[[int], float], size: int) -> float:
    """How many times as long twice as much takes, on the average of three doublings."""
    small, large = shortest(lambda: seconds(size)), shortest(lambda: seconds(size << DOUBLINGS))
    return float((large / max(small, 1e-4)) ** (1 / DOUBLINGS))


def processor_seconds(work: Callable[[], object]) -> float:
    """What work takes of the processor, in all threads of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began
