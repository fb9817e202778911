"""Terms of cancellation as tables write them: which row holds for "five weeks before", over "10 to 6 weeks before", "less than 6
weeks before"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import in_digits

# So many hours has each stretch of time; a month has as many as thirty days.
_HOURS = {"hour": 1, "day": 24, "week": 7 * 24, "month": 30 * 24, "year": 365 * 24}


@dataclass(frozen=True, slots=True)
class _Ahead:
    """Hours before it: at least `low`, or more where that is `open`, and at most `high`, or less where that is open."""

    low: float
    high: float
    open_low: bool = False
    open_high: bool = False

    def holds(self, hours: float) -> bool:
        above = hours > self.low or (hours == self.low and not self.open_low)
        return above and (hours < self.high or (hours == self.high and not self.open_high))


def asked_ahead(question: str) -> float | None:
    """How many hours before it the question says; None where it says none, or several."""
    said = [match for match in _form().finditer(in_digits(question)) if match["ahead"]]
    return _hours(said[0]) if len(said) == 1 and not said[0]["from"] else None


def row_ahead(hours: float, cells: Sequence[str]) -> int | None:
    """Which of a column's cells holds; the narrowest of several. None where fewer than two say how long before."""
    spans = [_span(cell) for cell in cells]
    if sum(span is not None for span in spans) < 2 or not any(map(_says_ahead, cells)):
        return None
    holding = [
        (span.high - span.low, -span.low, at) for at, span in enumerate(spans) if span and span.holds(hours)
    ]
    return min(holding)[2] if holding else None


def _span(cell: str) -> _Ahead | None:
    match = _form().match(in_digits(cell))
    if match is None:
        return None
    hours, begin = _hours(match), fold(match["begin"] or "")
    if match["from"]:
        other = float(match["from"]) * _HOURS[_unit(match["first"] or match["unit"])]
        return _Ahead(min(other, hours), max(other, hours))
    if match["more"] or _is(begin, "ahead_least"):
        return _Ahead(hours, float("inf"))
    if _is(begin, "band_above"):
        return _Ahead(hours, float("inf"), open_low=True)
    if _is(begin, "ahead_within"):
        return _Ahead(0, hours)
    return _Ahead(0, hours, open_high=True) if _is(begin, "band_below") else None


def _is(begin: str, name: lexicon.PatternList) -> bool:
    return re.fullmatch(lexicon.alternatives(name), begin) is not None


def _says_ahead(cell: str) -> bool:
    return re.search(rf"\b(?:{lexicon.alternatives('ahead_words')})\b", cell, re.IGNORECASE) is not None


def _hours(match: re.Match[str]) -> float:
    return float(match["number"]) * _HOURS[_unit(match["unit"])]


def _unit(word: str) -> str:
    return lexicon.table("stretches")[fold(word)]


@cache
def _form() -> re.Pattern[str]:
    """A stretch of time with what says whether it is more or less than that, and that it is before something."""
    begin = "|".join(
        lexicon.alternatives(name) for name in ("ahead_least", "band_above", "ahead_within", "band_below")
    )
    unit = lexicon.one_of({word for word, unit in lexicon.table("stretches").items() if unit in _HOURS})
    to, more, ahead = map(lexicon.alternatives, ("band_to", "band_more", "ahead_words"))
    return re.compile(
        rf"(?:\b(?P<begin>{begin}) )?"
        rf"(?:\b(?P<from>\d{{1,3}})(?: ?(?P<first>{unit}))? ?(?:-|–|{to}) ?)?"
        rf"\b(?P<number>\d{{1,3}}) ?(?P<unit>{unit})\b(?: (?P<more>{more}))?"
        rf"(?P<ahead>['’]?(?: \w+)? (?:{ahead})\b)?",
        re.IGNORECASE,
    )
