"""Days and months that the heads or rows of a table stand for: of "until 30 June", "1 July-31 Aug", "from September" the one that
holds in August. Of a year's course, without the year."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ragdesk.text.months import month, month_names

_COMMON_YEAR = 2025
_FIRST, _LAST = (1, 1), (12, 31)
_Day = tuple[int, int]
_UNTIL = r"until|till|by|before|up to|to|bis(?: zum)?|vor(?: dem)?"
_SINCE = r"from|after|since|as of|ab(?: dem)?|seit|nach(?: dem)?"
_IN = re.compile(r"\b(?:in|during|for|of|im|für|early|late|mid|anfang|mitte|ende)[ -]$", re.IGNORECASE)

_JOINED = re.compile(r" (?:and|und|sowie|as well as) |[,;&] ?|\+")
_THIRDS = ("early", "middle", "late")
_THIRD = re.compile(
    r"\b(?:(?P<early>early|(?:the )?(?:beginning|start) of|anfang)|(?P<middle>mid|(?:the )?middle of|mitte)"
    r"|(?P<late>late|(?:the )?end of|ende))[ -](?:in )?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DaySpan:
    """From one (month, day) to another, both within; over the turn of the year where the last is before the first."""

    first: _Day
    last: _Day

    def holds(self, other: "DaySpan") -> bool:
        """Whether all of the other lies in it, which is within one year."""
        if self.first <= self.last:
            return self.first <= other.first and other.last <= self.last
        return other.first >= self.first or other.last <= self.last

    def meets(self, other: "DaySpan") -> bool:
        """Whether some day lies in both; the other is within one year."""
        if self.first <= self.last:
            return self.first <= other.last and other.first <= self.last
        return other.last >= self.first or other.first <= self.last

    @property
    def length(self) -> int:
        """In days, of months of 31."""
        (month_a, day_a), (month_b, day_b) = self.first, self.last
        return ((month_b - month_a) * 31 + day_b - day_a) % (12 * 31)


def holding_day(question: str, texts: Sequence[str]) -> int | None:
    """Which of the texts stands for the one day or month that the question names; the narrowest of several. None where the
    question names none, or fewer than two of the texts stand for a stretch."""
    asked = _asked(question)
    spans = [_span(text) for text in texts] if len(asked) == 1 else []
    if sum(span is not None and span.first != span.last for span in spans) < 2:
        return None
    holding = [
        (span.length, at) for at, span in enumerate(spans) if span is not None and span.holds(asked[0])
    ]
    return min(holding)[1] if holding else None


def stretches_of(text: str) -> list[DaySpan]:
    """The stretches that a text stands for, joined by "and" or commas; none where it says anything else."""
    spans = [_span(part) for part in _JOINED.split(text)]
    found = [span for span in spans if span is not None and span.first != span.last]
    return found if len(found) == len(spans) else []


def holds_some_of(question: str, text: str) -> bool:
    """Whether the stretches that a text stands for hold a day of the one day or month that the question names; of "mid June" one
    of its middle."""
    asked = _asked(question)
    return len(asked) == 1 and any(span.meets(asked[0]) for span in stretches_of(text))


def holds_all_of(question: str, text: str) -> bool:
    """The same of all of its days."""
    asked = _asked(question)
    return len(asked) == 1 and any(span.holds(asked[0]) for span in stretches_of(text))


def names_day(question: str) -> bool:
    """Whether the question names one day or month."""
    return len(_asked(question)) == 1


def _asked(question: str) -> list[DaySpan]:
    return [
        _part_of(_days(match), question[: match.start()])
        for match in _form().finditer(question)
        if _is_meant(question, match)
    ]


def _part_of(days: DaySpan, before: str) -> DaySpan:
    """The third of a month that the words before it say: "mid June"."""
    said = _THIRD.search(before)
    whole_month = days.first == (days.last[0], 1) and days.last[1] == _LAST[1]
    if said is None or not whole_month:
        return days
    at = next(at for at, word in enumerate(_THIRDS) if said[word])
    begin, end = ((1, 10), (11, 20), (21, _LAST[1]))[at]
    return DaySpan((days.first[0], begin), (days.first[0], end))


def columns_of_days(question: str, heads: Sequence[str]) -> list[int]:
    """The column whose head stands for the day or month that the question names; none where none does."""
    at = holding_day(question, heads)
    return [] if at is None else [at]


def _is_meant(question: str, match: re.Match[str]) -> bool:
    """Whether a name means the month: "in May", "3 May"; not "may I"."""
    said = any(match[group] for group in ("da", "ea", "short", "until", "since"))
    return said or _IN.search(question[: match.start()]) is not None


def _span(text: str) -> DaySpan | None:
    """The stretch that a text stands for and says nothing else than."""
    match = _form().fullmatch(" ".join(text.split()))
    if match is None:
        return None
    days = _days(match)
    if match["until"]:
        return DaySpan(_FIRST, days.last)
    return DaySpan(days.first, _LAST) if match["since"] else days


def _days(match: re.Match[str]) -> DaySpan:
    ends = [end for end in (_day(match, which) for which in "abc") if end is not None]
    (begin, first), (end, last) = ends[0], ends[-1]
    to = int(last or _LAST[1])
    # The last day of a month is its end, however long it is.
    to = _LAST[1] if to >= monthrange(_COMMON_YEAR, end)[1] else to
    return DaySpan((begin, int(match["short"] or first or 1)), (end, to))


def _day(match: re.Match[str], which: str) -> tuple[int, str] | None:
    """Month and day, "" without one; None where the form has no such end."""
    name = match[f"m{which}"] or match[f"n{which}"]
    return (month(name), match[f"d{which}"] or match[f"e{which}"] or "") if name else None


@cache
def _form() -> re.Pattern[str]:
    """A day or a month, or from one to another: "until 30 June", "1 July-31 Aug", "1–15 July", "May to August", "August 15"."""
    name, year, nth = rf"(?:{month_names()})\b\.?", r"(?:,? (?:19|20)\d\d)?", r"(?:st|nd|rd|th|\.)?"

    def day(which: str) -> str:
        before = rf"(?:(?P<d{which}>\d{{1,2}}){nth}(?: of)? ?)?(?P<m{which}>{name}){year}"
        return rf"(?:(?P<n{which}>{name}) (?P<e{which}>\d{{1,2}})(?!\d){nth}{year}|{before})"

    to = r" ?(?:-|–|to|until|bis) ?"
    return re.compile(
        rf"(?:(?P<until>\b(?:{_UNTIL}) )|(?P<since>\b(?:{_SINCE}) ))?"
        rf"(?<!\w)(?:{day('a')}(?:{to}{day('b')})?|(?P<short>\d{{1,2}}){nth}{to}{day('c')})",
        re.IGNORECASE,
    )
