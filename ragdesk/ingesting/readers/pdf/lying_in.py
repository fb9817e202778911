"""Which boxes have their middle in one of others, in n log n steps: a page may hold a hundred thousand of both."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

from ragdesk.ingesting.readers.writer import Box

# What happens at one place across: an edge is inside.
_BEGINS, _ASKED, _ENDS = range(3)


def lying_in(boxes: Sequence[Box], holders: Sequence[Box]) -> set[Box]:
    """Those of the boxes whose middle lies in a holder. A line sweeps over the page from left to right, and a Fenwick tree over
    the heights knows how many holders it crosses at each."""
    heights = sorted({(box[1] + box[3]) / 2 for box in boxes})
    crossed = [0] * (len(heights) + 2)
    steps: list[tuple[float, int, Box]] = [((box[0] + box[2]) / 2, _ASKED, box) for box in boxes]
    for holder in holders:
        if holder[0] <= holder[2] and holder[1] <= holder[3]:
            steps += (holder[0], _BEGINS, holder), (holder[2], _ENDS, holder)
    found = set[Box]()
    for _, kind, box in sorted(steps, key=itemgetter(0, 1)):
        if kind == _ASKED:
            if _sum(crossed, bisect_left(heights, (box[1] + box[3]) / 2) + 1):
                found.add(box)
        else:
            change = 1 if kind == _BEGINS else -1
            _add(crossed, bisect_left(heights, box[1]) + 1, change)
            _add(crossed, bisect_right(heights, box[3]) + 1, -change)
    return found


def _add(tree: list[int], at: int, change: int) -> None:
    while at < len(tree):
        tree[at] += change
        at += at & -at


def _sum(tree: list[int], at: int) -> int:
    total = 0
    while at:
        total += tree[at]
        at -= at & -at
    return total
