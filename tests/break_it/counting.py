"""Counts what was tried and what held, so that a run can say how much stands behind "it held".

    assert count("a forged Host", status == 421), host

The table is printed at the end of the session (conftest.py). A case is one input: a request, a file, a kill.
"""

import os
from collections import Counter
from collections.abc import Mapping

import pytest

MUCH = os.environ.get("RAGDESK_BREAK") == "1"
# The long part: `make break` runs it.
long_part = pytest.mark.skipif(not MUCH, reason="`make break` runs it (RAGDESK_BREAK=1)")

_tried: Counter[str] = Counter()
_held: Counter[str] = Counter()


def count(kind: str, held: object, cases: int = 1) -> bool:
    """Take down that `cases` of `kind` were tried and whether they held; returns it, to be asserted."""
    _tried[kind] += cases
    _held[kind] += cases if held else 0
    return bool(held)


def counted() -> dict[str, tuple[int, int]]:
    """Cases tried and held, by kind, in this process."""
    return {kind: (_tried[kind], _held[kind]) for kind in _tried}


def take_over(counts: Mapping[str, tuple[int, int]]) -> None:
    """Add what another process counted."""
    for kind, (tried, held) in counts.items():
        _tried[kind] += tried
        _held[kind] += held


def table() -> list[str]:
    """The lines of the table "cases tried, held, by kind", and their sum; none where nothing was counted."""
    counts = counted()
    if not counts:
        return []
    width = max(len(kind) for kind in counts)
    rows = [f"{kind:{width}}  {tried:>7,}  {held:>7,}" for kind, (tried, held) in sorted(counts.items())]
    total = [sum(each) for each in zip(*counts.values(), strict=True)]
    return [
        f"{'kind':{width}}  {'tried':>7}  {'held':>7}",
        *rows,
        f"{'all':{width}}  {total[0]:>7,}  {total[1]:>7,}",
    ]
