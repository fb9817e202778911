"""A document cut into the contiguous parts that it is made of: by what its passages are about, and rather where a section begins.

The cut with the least variance within the parts is found exactly, by dynamic programming over the passages.
"""

from collections.abc import Sequence

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import OVERVIEW

Section = tuple[str, ...]


def parts(vectors: FloatArray, weights: FloatArray, sections: Sequence[Section], count: int) -> list[range]:
    """At most `count` runs of passages, in order, that cover all of them.

    Args:
        vectors: (n, d) unit rows, one a passage.
        weights: (n,) what each passage counts for; above 0.
        sections: the headings over each passage.
    """
    n = len(vectors)
    count = min(count, n)
    if count <= 1:
        return [range(n)] if n else []
    costs = _costs(vectors, weights, count)
    gains = _gains(sections) * OVERVIEW.section_gain * float(weights.mean())
    best = costs[0, 1:].copy()
    cut_at: list[list[int]] = []
    for _ in range(count - 1):
        ways = np.full((n, n), np.inf)
        for last in range(1, n):
            # The part before ends at `last`; the next one runs to each later passage.
            ways[last, last:] = best[last - 1] + costs[last, last + 1 :] - gains[last]
        cut_at.append([int(at) for at in ways.argmin(axis=0)])
        best = ways.min(axis=0)
    ends = [n]
    for cuts in reversed(cut_at):
        ends.append(cuts[ends[-1] - 1])
    starts = [0, *reversed(ends[1:])]
    return [range(start, end) for start, end in zip(starts, [*starts[1:], n], strict=True)]


def _costs(vectors: FloatArray, weights: FloatArray, count: int) -> FloatArray:
    """(n + 1, n + 1): how far the passages from i up to j lie from their common middle, each squared and weighted, and what it
    costs that they are few."""
    weighted = np.vstack([np.zeros((1, vectors.shape[1])), np.cumsum(vectors * weights[:, None], axis=0)])
    mass = np.concatenate([[0.0], np.cumsum(weights)])
    products = weighted @ weighted.T
    squares = np.diag(products)
    lengths = squares[:, None] + squares[None, :] - 2 * products
    masses = mass[None, :] - mass[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        costs = masses - np.where(masses > 0, lengths / masses, 0.0)
    fair = mass[-1] / count
    lacking = np.clip(1.0 - 2.0 * masses / fair, 0.0, 1.0)
    costs = costs + OVERVIEW.small_part * float(weights.mean()) * lacking
    return np.where(masses > 0, costs, np.inf)


def _gains(sections: Sequence[Section]) -> FloatArray:
    """(n,) 0 to 1: how high a section begins at each passage."""
    gains = np.zeros(len(sections), dtype=np.float32)
    for at in range(1, len(sections)):
        before, here = sections[at - 1], sections[at]
        if before != here:
            same = next(
                (i for i, (a, b) in enumerate(zip(before, here, strict=False)) if a != b),
                min(len(before), len(here)),
            )
            gains[at] = 1.0 / (1 + same)
    return gains
