"""Comparisons of two years, of which one may only be called the year before the other: "more in 2024 than the year before"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.understanding.comparatives import of_one
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

# "Did we take more in 2024 than the year before?"
_YEAR_IN = r"(?:in |im jahr )?(?:19|20)\d\d"
_OTHER_YEAR = (
    rf"(?:{_YEAR_IN}|(?:in |im )?(?:(?:the|das|dem) )?"
    r"(?:year (?:before|after)|(?:previous|following|next) year|vorjahr|folgejahr|jahr (?:davor|zuvor|danach)))"
)
_MORE = r"(?:more|less|fewer|mehr|weniger|\w{2,}er)\b"
_HAS = r"(?:do|does|did|has|have|had|is|are|was|were|hat|haben|hatte|hatten|ist|sind|war|waren)"
_IN_YEARS = (
    re.compile(
        rf"{_HAS} (?P<lead>.+?) (?P<one>{_YEAR_IN}) (?P<more>{_MORE}.*?) (?:than|als) (?P<two>{_OTHER_YEAR})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_HAS} (?P<lead>.*?)(?P<more>\b{_MORE}.*?) (?P<one>{_YEAR_IN}) (?:than|als|or|oder) (?P<two>{_OTHER_YEAR})",
        re.IGNORECASE,
    ),
)


def in_years(question: str) -> tuple[ComparisonSide, ...]:
    """The two years that a question compares; empty where it compares none."""
    match = next(filter(None, (form.fullmatch(question) for form in _IN_YEARS)), None)
    if match is None:
        return ()
    asked = re.sub(r"^(?:mehr|weniger) ", "", match["more"].strip(), flags=re.IGNORECASE)
    years = [
        re.sub(r"^(?:in|im(?: jahr(?= \d))?) ", "", match[year], flags=re.IGNORECASE)
        for year in ("one", "two")
    ]
    return with_years(
        [ComparisonSide(year, of_one(year, f"{match['lead'].strip()} {asked}")) for year in years]
    )


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
