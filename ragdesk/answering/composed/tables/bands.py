"""The row of a table whose band holds an amount that the question names: what 60 pieces cost, over "20 to 49", "50 to 149". Or
the row of that very amount: "75 sq ft". Or that of a number by its name ("year 8", over "Years 7–9"), of a
time before something, or of a day."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, partial

from ragdesk.answering.choosing.copied import copied_cells
from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import readable
from ragdesk.answering.composed.sums.stated import unit_name
from ragdesk.answering.composed.tables.ahead import asked_ahead, row_ahead
from ragdesk.answering.composed.tables.cells import label_of
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.units.days import holding_day, names_day
from ragdesk.answering.units.heads import columns_asked
from ragdesk.answering.units.in_context import under_head
from ragdesk.domain.calibration import COMPOSED, GATE
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import in_digits, stem, words

# What an age is counted in.
_YEARS = unit_name("years")
# Without a column that the question names, a row of so many other cells is shown whole; of more the writer copies those that
# answer.
MOST_OTHER_CELLS = 2
_NAMED = re.compile(r"(?<![\w.,])(-?\d+(?:[.,]\d+)?)(?:\s?([^\W\d_]+))?")
_NUMBERED = re.compile(r"([^\W\d_]{3,}) (\d{1,4})\b")
_AMOUNT = r"[€$£]?\s?((?:(?<!\d)[-+])?\d[\d.,]*)\s*(?:%|[€$£]|°?\s?(?!(?:to|bis|and|und)\b)[^\W\d_]{1,12})?\s*[¹²³]?"
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
_DEGREES = ("degree", "degrees", "celsius", "grad")
_BELOW_ZERO = re.compile(r"(?<!\S)(?:minus |[−–])(?=\d)", re.IGNORECASE)
_ABOVE_ZERO = re.compile(r"(?<!\S)(?:plus |\+)(?=\d)", re.IGNORECASE)
_MONEY = re.compile(r"[€$£]|\b(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|franken)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Band:
    """From `low` to `high`, None where there is no end. An end that is not `closed` belongs to the band beside."""

    low: Decimal | None
    high: Decimal | None
    low_closed: bool = True
    high_closed: bool = True

    def holds(self, value: Decimal) -> bool:
        above = self.low is None or value > self.low or (self.low_closed and value == self.low)
        below = self.high is None or value < self.high or (self.high_closed and value == self.high)
        return above and below


def band(cell: str) -> Band | None:
    """The band that a cell writes: "up to 2 kg", "over 2 to 5 kg", "50–149", "150 or more"."""
    text = _plain(" ".join(cell.casefold().split()))
    match = next(filter(None, (form.fullmatch(text) for form in _forms())), None)
    if match is None:
        return None
    found = match.groupdict()
    low, high = (readable(found[name].rstrip(".,")) if name in found else None for name in ("low", "high"))
    if ("low" in found and low is None) or ("high" in found and high is None):
        return None
    return Band(low, high, low_closed=not found.get("above"), high_closed=not found.get("below"))


def named_band(cell: str) -> tuple[str, Band | None]:
    """A band and the name before it: "dog" of "Dog up to 10 kg"; "" of a band alone."""
    said = cell.split()
    for at, word in enumerate(said):
        if (found := band(" ".join(said[at:]))) is not None:
            return fold(" ".join(said[:at])), found
        if not word.isalpha():
            break
    return "", None


def _plain(text: str) -> str:
    """Amounts of money without the mark of thousands: "3.500 EUR" has no three decimals. What is below zero has one sign, and
    what is above has none."""
    text = _ABOVE_ZERO.sub("", _BELOW_ZERO.sub("-", text))
    return _THOUSANDS.sub("", text) if _MONEY.search(text) else text


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """How bands are written: from one amount to another, up to one, and from one on (by what stands behind it, or before)."""
    above, below = (lexicon.alternatives(name) for name in ("band_above", "band_below"))
    begin, end, more = (lexicon.alternatives(name) for name in ("band_from", "band_to", "band_more"))
    low, high = (_AMOUNT.replace("(", f"(?P<{name}>", 1) for name in ("low", "high"))
    above, begin = rf"(?P<above>(?:{above}) |> ?)", rf"(?:(?:{begin}) |≥ ?)"
    forms = (
        rf"{above}?{begin}?{low}\s*(?:{end}|-{{1,3}}|[–—])\s*{high}",
        rf"(?:(?P<below>(?:{below}) |< ?)|(?:{end}) |≤ ?){high}",
        rf"{above}?{begin}?{low}(?:\+|{more})",
        rf"(?:{above}{begin}?|{begin}){low}",
    )
    return tuple(map(re.compile, forms))


def compose_banded(asked: Asked) -> Composed | None:
    """None where the question names no amount, or several, or where no band of one table alone holds it. A number of a head is
    none: "in 2026", over "Fee 2026"."""
    tables = tables_in(asked.hits[: GATE.hits], asked.texts)
    columns = [(table, column) for table in tables for column in range(len(table.heads))]
    by_name = _by_name(asked.question, columns)
    found = by_name or [
        (table, row, column)
        for table, column in columns
        for value, unit in _named(asked.question, table)
        if (row := _row(table, column, value, unit) or _measured(table, column, value, unit)) is not None
    ]
    if len(found) != 1:
        return None
    table, row, column = found[0]
    cells = table.cells(row)
    others = [at for at in range(len(cells)) if at != column and cells[at]]
    wanted = [at for at in columns_asked(asked.question, table.heads) if at in others]
    shown_at = sorted({label_of(table), column}) + [at for at in wanted or others if at != label_of(table)]
    shown = under_head([(table.heads[at], cells[at]) for at in shown_at if cells[at]])
    quote = table.quoted(row.start, row.end)
    if not wanted and len(others) > MOST_OTHER_CELLS:
        whole = list(zip(table.heads, cells, strict=True))
        copied = copied_cells(asked.question, [whole], 0, asked.resources.model, asked.cancelled)
        shown = copied[1] if copied else shown if by_name else ""
    if not shown:
        return None
    draft = Draft(asked)
    draft.quote("", quote, shown=shown)
    return draft.done()


def _named(question: str, table: FoundTable) -> list[tuple[Decimal, str]]:
    """The one amount that the question names, with its unit, but for those that stand in the table's heads; none of several."""
    heads = set(words(" ".join(table.heads)))
    named = [each for each in _NAMED.findall(in_digits(_plain(question))) if each[0] not in heads]
    value = readable(named[0][0]) if len(named) == 1 else None
    if value is None:
        return []
    unit = named[0][1]
    return [(value, "" if fold(unit) in lexicon.words("stop_words") else unit)]  # "7000 over the limit"


def _by_name(question: str, columns: Sequence[tuple[FoundTable, int]]) -> list[tuple[FoundTable, Slice, int]]:
    """The rows of a number that the question calls by its name, of a time before something, or else of a day."""
    found = list[tuple[FoundTable, Slice, int]]()
    if called := {stem(fold(word)): Decimal(number) for word, number in _NUMBERED.findall(question)}:
        found = _of_rows(columns, partial(_numbered, called))
    if not found and (hours := asked_ahead(question)) is not None:
        found = _of_rows(columns, lambda _, cells: row_ahead(hours, cells))
    if not found and names_day(question):
        found = _of_rows(columns, lambda _, cells: holding_day(question, cells))
    return found


def _of_rows(
    columns: Sequence[tuple[FoundTable, int]], choose: Callable[[str, Sequence[str]], int | None]
) -> list[tuple[FoundTable, Slice, int]]:
    """The rows that are chosen by a column's head and cells, of tables that have a head."""
    return [
        (table, table.rows[at], column)
        for table, column in columns
        if table.head is not None
        and (at := choose(table.heads[column], [table.cells(row)[column] for row in table.rows])) is not None
    ]


def _numbered(called: Mapping[str, Decimal], head: str, cells: Sequence[str]) -> int | None:
    """The one cell that has the number which the question calls by the same word, in the cell or over the column: "year 8" in
    "Years 7–9", "zone 5" under "Zone". None where no cell of the column is a band."""
    over = {stem(word) for word in words(head)}
    bands = [(at, each) for at, each in enumerate(map(_numbers, cells)) if each is not None]
    if all(each.low == each.high for _, (_, each) in bands):
        return None
    holding = [
        at
        for at, (name, each) in bands
        for word, number in called.items()
        if (word == name if name else word in over) and each.holds(number)
    ]
    return holding[0] if len(holding) == 1 else None


def _numbers(cell: str) -> tuple[str, Band] | None:
    """The stem of the one word before a band or a number, "" for none, and the band; None for other cells."""
    name, found = named_band(cell)
    if found is None and (last := cell.split()[-1:]) and last[0].isdecimal():
        name, found = fold(" ".join(cell.split()[:-1])), Band(Decimal(last[0]), Decimal(last[0]))
    return None if found is None or len(name.split()) > 1 else (stem(name) if name else "", found)


def _row(table: FoundTable, column: int, value: Decimal, unit: str) -> Slice | None:
    """The one row whose cell of this column is a band that holds the value, if the column is one of bands in that unit."""
    limit = f"{_limit(table.heads[column])} ".lstrip()
    cells = {row: table.cells(row)[column] for row in table.rows}
    cells = {row: f"{limit}{cell}" if cell[:1].isdigit() else cell for row, cell in cells.items()}
    named = {row: named_band(cell) for row, cell in cells.items()}
    bands = {row: each for row, (_, each) in named.items()}
    parsed = [row for row, each in bands.items() if each is not None]
    names = {named[row][0] for row in parsed}
    filled = [cell for cell in cells.values() if any(map(str.isdigit, cell))]
    if table.head is None or len(parsed) < 2 or len(parsed) < COMPOSED.mostly_bands * len(filled):
        return None
    if len(names) > 1 or (names != {""} and not unit):
        return None  # a name may count, too: "Room 3 to 5"
    said = f"{table.heads[column]} {' '.join(filled)}"
    units = set(map(unit_name, [*words(said), *(_DEGREES if "°" in said else ())]))
    aged = not lexicon.words("age_words").isdisjoint(words(table.heads[column]))
    if unit and unit_name(fold(unit)) not in units | ({_YEARS} if aged else set()):
        return None
    holding = {row: each for row, each in bands.items() if each is not None and each.holds(value)}
    limits = {row: each.high for row, each in holding.items() if each.low is None and each.high is not None}
    if len(limits) == len(holding) and len(set(limits.values())) == len(limits):
        return min(
            limits, key=lambda row: limits[row], default=None
        )  # "up to 5 kg" begins where "up to 2 kg" ends
    return next(iter(holding)) if len(holding) == 1 else None


def _measured(table: FoundTable, column: int, value: Decimal, unit: str) -> Slice | None:
    """The one row that is named by this very amount, under a head with the unit: "75" under "Size (sq ft)"."""
    if (
        not unit
        or table.head is None
        or unit_name(fold(unit)) not in map(unit_name, words(table.heads[column]))
    ):
        return None
    rows = [row for row in table.rows if readable(table.cells(row)[column].strip()) == value]
    return rows[0] if len(rows) == 1 else None


def _limit(head: str) -> str:
    """What a column's head says of all its amounts: "up to" of "Price up to", "Weight (up to kg)"; "" where it sets no limit."""
    found = re.search(rf"\b(?:{lexicon.alternatives('band_to')})\b", fold(head))
    return found[0] if found and found[0] != "to" else ""
