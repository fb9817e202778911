"""Counts work instead of timing it: characters that are copied out of a text and calls that are made. What grows faster than
its input shows in these numbers on every machine, however busy."""

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import FrameType
from typing import Any, SupportsIndex

# Work may grow this many times as fast as the input at each doubling: for what is done once a thousand times, for sorting, and
# for what no longer lies in a processor's caches, by which alone eight times as much takes up to ten times as long.
SLACK = 1.3
DOUBLINGS = 3
# The most that time may grow for each doubling, on the average of all three.
MOST = 2 * SLACK
# Where time is compared, the shortest of so many runs counts: what other programs take is never in all of them. Of a long run
# they take a small part, and so it is not done again.
REPEATS, LONG_ENOUGH = 5, 1.0
# Seconds that the small run takes at least, so that it can be measured and is no work within the caches of a processor; and how
# often its input is doubled for that.
LEAST, LARGER = 0.02, 5


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
    """How many times as long twice as much takes, on the average of three doublings. The large run is done once, and again only
    where it seems too much."""
    small, large = shortest(lambda: seconds(size)), seconds(size << DOUBLINGS)
    if per_doubling(small, large) > MOST:
        small = min(small, shortest(lambda: seconds(size)))
        large = min(large, shortest(lambda: seconds(size << DOUBLINGS)))
    return per_doubling(small, large)


def per_doubling(small: float, large: float) -> float:
    return float((large / max(small, 1e-4)) ** (1 / DOUBLINGS))


def measurable(seconds: Callable[[int], float], size: int) -> int:
    """A size at which a run is long enough; what takes no time at any size is measured at the largest."""
    for _ in range(LARGER):
        if seconds(size) >= LEAST:
            break
        size *= 2
    return size


def processor_seconds(work: Callable[[], object]) -> float:
    """What work takes of the processor, in all threads of this process."""
    with uncollected():
        began = time.process_time()
        work()
        return time.process_time() - began


@contextmanager
def uncollected() -> Iterator[None]:
    """Without Python's garbage collector, which looks at all that a whole session of tests has kept, at moments of its own
    choice: with it, Markdown that is drawn was measured as 2.2 to 2.5 times for twice as much, without it as 2.0 to 2.1."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
