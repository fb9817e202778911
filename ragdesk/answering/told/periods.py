"""Stretches of time as people name them: "yesterday", "last week", "in the last three days", "on Monday"."""

from dataclasses import dataclass
from datetime import date, timedelta

from ragdesk.answering.understanding.reading import worded
from ragdesk.text.tokens import numbers

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS = {"days": 1, "weeks": 7, "months": 30}
_BACK = {"today": 0, "yesterday": 1, "before_yesterday": 2}
_OPEN = ("since ", "seit ")


@dataclass(frozen=True, slots=True)
class Period:
    """Days, both ends included."""

    first: date
    last: date


def period(words: str, language: str, today: date) -> Period | None:
    """The days that the words name; None where they name none in particular ("recently")."""
    named = next(worded("periods", words, (language,)), None)
    if named is None or named.name == "recent":
        return None
    if named.name in _BACK:
        day = today - timedelta(_BACK[named.name])
        return Period(day, day)
    if named.name in _DAYS:
        count = int(next(iter(sorted(numbers(words))), "1"))
        return Period(today - timedelta(count * _DAYS[named.name]), today)
    if named.name in _WEEKDAYS:
        # The last such day that is over: who means today says so.
        back = (today.weekday() - _WEEKDAYS.index(named.name) - 1) % 7 + 1
        day = today - timedelta(back)
        return Period(day, today if words.lower().startswith(_OPEN) else day)
    return _calendar(named.name, today)


def _calendar(name: str, today: date) -> Period:
    """This or the last week (from Monday), month or year; what is this one's ends today."""
    this, unit = name.split("_")
    monday = today - timedelta(today.weekday())
    first = {"week": monday, "month": today.replace(day=1), "year": today.replace(month=1, day=1)}[unit]
    if this == "this":
        return Period(first, today)
    last = first - timedelta(1)
    before = {
        "week": first - timedelta(7),
        "month": last.replace(day=1),
        "year": last.replace(month=1, day=1),
    }
    return Period(before[unit], last)
