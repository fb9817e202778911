"""A side of a comparison that is only called the year before another one: "in 2024 and the year before"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ragdesk.domain.search import ComparisonSide

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_IN = r"(?:\b(?:in|im|for|für) )?(?:\b(?:the|das|dem|jahr) )*"
# By how many years the other one lies apart.
_BESIDE = (
    (re.compile(rf"{_IN}\b(?:year before(?: that)?|previous year|prior year|preceding year)\b", re.IGNORECASE), -1),
    (re.compile(rf"{_IN}\b(?:vorjahr(?:es)?|jahr (?:davor|zuvor)|(?:vorigen|vorherigen) jahr)\b", re.IGNORECASE), -1),
    (re.compile(rf"{_IN}\b(?:year after(?: that)?|following year|next year)\b", re.IGNORECASE), 1),
    (re.compile(rf"{_IN}\b(?:folgejahr|jahr (?:danach|darauf)|(?:nächsten|folgenden) jahr)\b", re.IGNORECASE), 1),
)  # fmt: skip


def with_years(sides: Sequence[ComparisonSide]) -> tuple[ComparisonSide, ...]:
    """The sides, each with its own year, where one year is named and the others are counted from it."""
    named = {year for side in sides for year in _YEAR.findall(f"{side.name} {side.text}")}
    if len(named) != 1:
        return tuple(sides)
    year = int(named.pop())
    return tuple(_with_year(side, year) for side in sides)


def _with_year(side: ComparisonSide, year: int) -> ComparisonSide:
    for beside, apart in _BESIDE:
        if beside.search(side.text):
            other = str(year + apart)
            return replace(side, name=beside.sub(other, side.name), text=beside.sub(other, side.text))
    return side
