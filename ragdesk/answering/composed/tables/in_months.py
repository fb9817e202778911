"""The rows of a stretch of time that a question names: "from April to June", "in March", "the second quarter", "since August".
By rules, for English and German."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.dates import dates_in
from ragdesk.answering.composed.tables.tables import FoundTable
from ragdesk.answering.units.quarters import ORDINALS
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text.months import month, month_names

_YEAR = r"(?:19|20)\d\d"
_MONTHS_OF_YEAR = 12
# A cell that says when has few words: "Apr 2026".
MOST_WORDS = 3
_TO = r"(?:-|–|to|until|till|through|thru|up to|bis)"


@dataclass(frozen=True, slots=True)
class Months:
    """Months, of any year if none is named. `words` is how the question says it."""

    months: frozenset[int]
    year: int | None
    words: str

    def picks(self, cell: str) -> bool:
        when = _when(cell)
        return when is not None and when[1] in self.months and (not self.year or when[0] in (None, self.year))


def months_in(question: str) -> Months | None:
    """The months that a question names as a stretch, or one of them; None where it names none, or sets two against each other."""
    for form in _forms():
        if match := form.search(question):
            found = match.groupdict()
            year = re.search(_YEAR, match[0])
            named = _months_of(found)
            return Months(named, int(year[0]) if year else None, match[0]) if named else None
    return None


def several_months_in(question: str) -> frozenset[int]:
    """The months of a stretch that a question names, or those that it names one behind the other: "January and February"."""
    if match := _joined().search(question):
        return frozenset(month(name[0]) for name in re.finditer(month_names(), match[0], re.IGNORECASE))
    stretch = months_in(question)
    return stretch.months if stretch else frozenset()


def month_of(head: str) -> int | None:
    """The month that a column's head names, and nothing else: "Jan 2025"."""
    when = _when(head)
    return when[1] if when else None


def rows_in(named: Months, table: FoundTable, rows: Sequence[Slice]) -> list[Slice] | None:
    """Those of the rows that lie in it, by the first column that says when; None where no column does."""
    for column in range(len(table.heads)):
        cells = [table.cells(row)[column] for row in rows]
        if rows and sum(_when(cell) is not None for cell in cells) >= COMPOSED.mostly_months * len(rows):
            return [row for row, cell in zip(rows, cells, strict=True) if named.picks(cell)]
    return None


def _when(cell: str) -> tuple[int | None, int] | None:
    """Year and month of a cell, where it is a date or a month."""
    dates = dates_in(cell)
    if len(dates) == 1:
        return dates[0][0].year, dates[0][0].month
    match = _month_cell().fullmatch(cell.strip().casefold())
    if match is None or len(cell.split()) > MOST_WORDS:
        return None
    return int(match["year"]) if match["year"] else None, month(match["month"])


def _months_of(found: dict[str, str | None]) -> frozenset[int]:
    first, last = found.get("first"), found.get("last")
    if first or last:
        begin, end = month(first) if first else 1, month(last) if last else _MONTHS_OF_YEAR
        # Over the turn of the year: "from November to February".
        length = (end - begin) % _MONTHS_OF_YEAR + 1
        return frozenset((begin - 1 + at) % _MONTHS_OF_YEAR + 1 for at in range(length))
    if found.get("one"):
        return frozenset((month(str(found["one"])),))
    for name, length in (("quarter", 3), ("half", 6)):
        if said := found.get(name):
            at = next(
                at for at, words in enumerate(ORDINALS) if re.fullmatch("|".join(words), said.casefold())
            )
            at = min(at, _MONTHS_OF_YEAR // length - 1)
            return frozenset(range(at * length + 1, at * length + length + 1))
    return frozenset()


@cache
def _month_cell() -> re.Pattern[str]:
    return re.compile(rf"(?P<month>{month_names()})\.?(?:[ -]'?(?P<year>{_YEAR}))?")


@cache
def _joined() -> re.Pattern[str]:
    """Months one behind the other. What follows "between" is a stretch."""
    name = rf"(?:{month_names()})\b\.?"
    return re.compile(
        rf"(?<!between )(?<!zwischen )\b{name}(?:, {name})*,? (?:and|und|plus|\+|&) {name}", re.IGNORECASE
    )


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """How a stretch is worded. Where two months are only joined, "between" stands before them."""
    name, year = rf"(?:{month_names()})\b\.?", rf"(?:,? {_YEAR})?"
    ordinals = ["|".join(each) for each in ORDINALS]
    forms = (
        rf"\b(?:(?:from|between|von|zwischen) )?(?P<first>{name}){year} ?{_TO} ?(?:the end of |ende )?(?P<last>{name}){year}",
        rf"\b(?:between|zwischen) (?P<first>{name}){year} (?:and|und) (?P<last>{name}){year}",
        rf"\b(?:since|from|ab|seit) (?P<first>{name}){year}(?: on(?:wards)?)?",
        rf"\b(?:until|till|up to|bis) (?:the end of |ende )?(?P<last>{name}){year}",
        rf"\b(?:in|during|for|im|für) (?P<one>{name}){year}",
        rf"\b(?P<quarter>{'|'.join(ordinals)}) (?:quarter|quartal)\b(?: (?:of )?{_YEAR})?",
        rf"\b(?P<half>{'|'.join(ordinals[:2])}) (?:half(?: of the year| of {_YEAR}|[- ]year)|halbjahr)\b",
    )
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)
