"""Days as contracts write them: "this 6th day of March, 2006", "February 10, 2012", "10/15/2019"; and blanks left for them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache

from ragdesk.answering.composed.sums.dates import written_dates
from ragdesk.text import lexicon
from ragdesk.text.months import months
from ragdesk.text.tokens import number_of

_SLASHES = re.compile(r"(?<![\d/.-])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y>(?:19|20)\d\d|\d\d)(?![\d/-])")
_BLANK = r"(?:_{2,}|\[[\s_•*.●·]*\]|\.{4,})"
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
# Years of two digits up to here are of this century.
_THIS_CENTURY = 50


@dataclass(frozen=True, slots=True)
class Day:
    """A day in a text, from `start` to `end`. Where month and day may be taken for one another, `other` is the second reading."""

    start: int
    end: int
    day: date
    other: date | None = None


def days_in(text: str) -> list[Day]:
    """The days in order; what is no day of any calendar is none."""
    found = {each.start: each for each in (*_written(text), *_slashed(text), *_in_words(text))}
    days: list[Day] = []
    for start in sorted(found):
        if not days or start >= days[-1].end:
            days.append(found[start])
    return days


def readings(day: Day, document: str) -> tuple[date, ...]:
    """The days that it may be: one, unless month and day may be taken for one another, and no other day of the document tells
    which of them it writes first."""
    if day.other is None:
        return (day.day,)
    firsts = {int(match["a"]) > int(match["b"]) for match in _SLASHES.finditer(document) if _is_clear(match)}
    if len(firsts) != 1:
        return (day.day, day.other)
    return (day.other if firsts.pop() else day.day,)


def _is_clear(match: re.Match[str]) -> bool:
    """Whether one number can be no month, and the other one can."""
    small, large = sorted((int(match["a"]), int(match["b"])))
    return small <= 12 < large


def blank_day(text: str) -> tuple[int, int] | None:
    """Where a day was left to be filled in: "September __, 2018"."""
    match = _blanks().search(text)
    return match.span() if match else None


def _written(text: str) -> Iterator[Day]:
    yield from (Day(start, end, day) for start, end, day in written_dates(text))


def _slashed(text: str) -> Iterator[Day]:
    for match in _SLASHES.finditer(text):
        first, second, year = (int(match[name]) for name in ("a", "b", "y"))
        if year < 100:
            year += 2000 if year < _THIS_CENTURY else 1900
        readings = [
            day
            for month, number in ((first, second), (second, first))
            if (day := _day(year, month, number)) is not None
        ]
        if readings:
            other = readings[1] if len(readings) > 1 and readings[1] != readings[0] else None
            yield Day(match.start(), match.end(), readings[0], other)


def _in_words(text: str) -> Iterator[Day]:
    """ "The 6th day of March, 2006", "the first day of July 2017"."""
    for match in _worded().finditer(text):
        said = match["day"].casefold()
        number = re.match(r"\d+", said)
        day = int(number[0]) if number else _ordinal(said)
        if day and (found := _day(int(match["year"]), months()[match["month"].casefold()[:3]], day)):
            yield Day(match.start("day"), match.end(), found)


def _ordinal(word: str) -> int:
    if word in _ORDINALS:
        return _ORDINALS.index(word) + 1
    tens, _, ones = word.replace(" ", "-").partition("-")
    return int(number_of(tens) or 0) + (_ORDINALS.index(ones) + 1 if ones in _ORDINALS else 0)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


@cache
def _month_names() -> str:
    names = {name for language in lexicon.languages() for name in lexicon.ordered("months", language)}
    return "|".join(sorted({*names, *(name[:3] for name in names), "sept"}, key=lambda name: -len(name)))


@cache
def _worded() -> re.Pattern[str]:
    ordinals = "|".join((*_ORDINALS, r"twenty[- ]\w+", "thirtieth", r"thirty[- ]first"))
    return re.compile(
        rf"(?<![\w.,/-])(?P<day>\d{{1,2}}\s?(?:st|nd|rd|th|t h|s t|n d|r d)?|{ordinals})"
        rf"\s+day\s+of\s+(?P<month>{_month_names()})\.?,?\s+"
        r"(?P<year>(?:19|20)\d\d)\b",
        re.IGNORECASE,
    )


@cache
def _blanks() -> re.Pattern[str]:
    months, year = _month_names(), rf"(?:(?:19|20)(?:\d\d|__?)|{_BLANK})"
    return re.compile(
        rf"\b(?:{months})\.?\s+{_BLANK},?\s+{year}|{_BLANK}\s*day\s+of\s+(?:{months}|{_BLANK}),?\s*{year}"
        rf"|\b\d{{1,2}}\s+{_BLANK},?\s+{year}|\[[\s_•*.●·]*\],?\s+(?:19|20)\d\d\b",
        re.IGNORECASE,
    )
