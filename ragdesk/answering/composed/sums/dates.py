"""Dates as texts write them: "2025-02-03", "3 February 2025", "March 17, 2025", "13. Oktober 2025", "03.02.2025"."""

import re
from datetime import date
from functools import cache

from ragdesk.text.months import month, month_names

# The month comes first in one country and second in another: "03/02/2025" may be read in two ways.
_NUMBERS = re.compile(
    r"(?<![\d.,/-])(?:(?P<iso>(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d))"
    r"|(?P<dd>\d{1,2})\.\s?(?P<mm>\d{1,2})\.\s?(?P<yyyy>(?:19|20)\d\d))(?![\d-]|\.\d)"
)
_SLASHES = re.compile(r"(?<!\d)\d{1,2}/\d{1,2}/(?:19|20)?\d\d(?!\d)")


def dates_in(text: str) -> list[tuple[date, str]]:
    """The dates in order, each with its words; none of a text that has one that may be read in two ways, or is none."""
    if _SLASHES.search(text):
        return []
    found = list[tuple[int, date, str]]()
    for match in _matches(text):
        day = _read(match)
        if day is None:
            return []
        found.append((match.start(), day, match[0]))
    return [(day, words) for _, day, words in sorted(found)]


def written_dates(text: str) -> list[tuple[int, int, date]]:
    """(start, end, day) of every date in order that can be read in one way alone, whatever else the text holds."""
    found = [(match.start(), match.end(), _read(match)) for match in _matches(text)]
    return sorted((start, end, day) for start, end, day in found if day is not None)


def _matches(text: str) -> list[re.Match[str]]:
    return [*_NUMBERS.finditer(text), *_worded().finditer(text)]


def _read(match: re.Match[str]) -> date | None:
    """None for the 31st of June."""
    try:
        return date(*_parts(match.groupdict()))
    except ValueError:
        return None


def _parts(named: dict[str, str]) -> tuple[int, int, int]:
    if named.get("iso"):
        return int(named["y"]), int(named["m"]), int(named["d"])
    if named.get("yyyy"):
        return int(named["yyyy"]), int(named["mm"]), int(named["dd"])
    day = named["before"] or named["after"]
    return int(named["year"] or named["years"]), month(named["first"] or named["second"]), int(day)


@cache
def _worded() -> re.Pattern[str]:
    name = month_names()
    year = r"(?:19|20)\d\d"
    return re.compile(
        rf"(?<![\w.,/-])(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<first>{name})\.?,? (?P<year>{year})"
        rf"|(?P<second>{name})\.? (?P<after>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<years>{year}))\b",
        re.IGNORECASE,
    )
