"""The rows of a table that a condition picks: "which grants are above 15,000", "what is on on Friday the 10th",
"which bills are still open". Code compares."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.lists import write_rows
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import Amount, amount, readable
from ragdesk.answering.composed.sums.dates import dates_in
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.tables.cells import is_name, label_of
from ragdesk.answering.composed.tables.in_months import Months, months_in, rows_in
from ragdesk.answering.composed.tables.tables import FoundTable, headed_tables
from ragdesk.answering.composed.tables.ticks import in_state, ticked, wants_unpaid
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.text import lexicon
from ragdesk.text.months import months
from ragdesk.text.tokens import content_words, words

# More rows are a table, and no selection from it.
MOST_ROWS = 25
# Who asks what time it is or what it costs wants something of one row.
_ASKS_FOR_ROWS = re.compile(
    r"(?:and |und )?(?:what|which|who|was|welche\w*|wer)\b(?! (?:time|does|did|do|is the|was the|price|kostet|kosten|macht)\b)",
    re.IGNORECASE,
)
_NUMBER = r"[€$£]?\s?(?P<number>\d[\d.,]*)(?:\s?(?P<unit>[^\W\d_]+))?"
_DAY = re.compile(r"\b(?P<day>\d{1,2})(?:st|nd|rd|th|\.(?!\d))")
_BESIDE_MONTH = re.compile(
    r"\b(?P<before>\d{1,2})\.? (?P<month>[^\W\d_]{3,})\b|\b(?P<named>[^\W\d_]{3,}) (?P<after>\d{1,2})\b"
)


_Compared = Callable[[Decimal, Decimal], bool]


@dataclass(frozen=True, slots=True)
class _Bound:
    """An amount, and how what a cell holds is to lie to it."""

    holds: _Compared
    value: Decimal
    unit: str

    def picks(self, cell: str, head: str) -> bool:
        held = amount(cell, head)
        return held is not None and self.holds(held.value, self.value)

    def fits(self, table: FoundTable, column: int) -> bool:
        """Whether a column is of what the amount is measured in: 20 kg are no price."""
        known = lexicon.table("measures") | lexicon.table("stretches")
        if self.unit not in known or Amount(self.value, known[self.unit]).kind == "money":
            return True
        written = words(" ".join([table.heads[column], *(table.cells(row)[column] for row in table.rows)]))
        return any(known.get(word) == known[self.unit] for word in written)


@dataclass(frozen=True, slots=True)
class _NamedDay:
    """What a question says of a day; None where it does not say it."""

    weekday: int | None
    day: int | None
    month: int | None

    def picks(self, cell: str) -> bool:
        return any(self._is(one) for one, _ in dates_in(cell))

    def _is(self, one: date) -> bool:
        pairs = ((self.weekday, one.weekday()), (self.day, one.day), (self.month, one.month))
        return all(said is None or said == held for said, held in pairs)


def compose_filtered(asked: Asked) -> Composed | None:
    """The rows, each a quote. None where the question sets no condition on a column of the tables found, where all rows or none
    fulfil it, or where the table is about something else."""
    listed, day = asked.query.kind == "list", _day_in(asked.question)
    bound = _bound_in(asked.question) if listed else None
    named = months_in(asked.question) if day is None else None
    conditions = bound is not None or day is not None or named is not None or wants_unpaid(asked.question)
    if not conditions:
        return (_ticked(asked) or _of_one_name(asked)) if listed else None
    if not (listed or _for_rows(asked)):
        return None
    # One row of a month is rather looked up.
    fewest = 2 if named is not None and not listed else 1
    for table in headed_tables(asked.hits, asked.texts):
        rows = _picked(asked.question, table, bound, day, named)
        few = fewest <= len(rows) < len(table.rows) and len(rows) <= MOST_ROWS
        if few and _about(asked.question, table, rows):
            draft = Draft(asked)
            write_rows(table, rows, asked, draft)
            return draft.done()
    return None


def _ticked(asked: Asked) -> Composed | None:
    """The rows of a table with a yes in the column that a list is asked of: "which of them have sesame in them"."""
    for table in _tables(asked):
        rows = ticked(asked.question, table)
        if 0 < len(rows) < len(table.rows) and len(rows) <= MOST_ROWS:
            draft = Draft(asked)
            write_rows(table, rows_named(asked.question, table, rows), asked, draft)
            return draft.done()
    return None


def _of_one_name(asked: Asked) -> Composed | None:
    """The rows of a table that hold one name of several words which the question says: "which shows is Mei Tan directing"."""
    for table in _tables(asked):
        for at in range(len(table.heads)):
            cells = [table.cells(row)[at] for row in table.rows]
            said = {cell for cell in cells if " " in cell and is_name(cell) and names(asked.question, cell)}
            rows = [row for row, cell in zip(table.rows, cells, strict=True) if cell in said]
            if len(said) == 1 and 1 < len(rows) < len(table.rows) and len(rows) <= MOST_ROWS:
                draft = Draft(asked)
                write_rows(table, rows, asked, draft)
                return draft.done()
    return None


def _tables(asked: Asked) -> list[FoundTable]:
    """The tables of the first hits; where a line surely answers, that which holds it."""
    tables, best = headed_tables(asked.hits, asked.texts), asked.best_marked
    if best is None or not best.surely_marked:
        return tables
    return [
        table
        for table in tables
        if table.hit.chunk.document_id == best.quote.hit.chunk.document_id
        and table.quote.char_start <= best.quote.char_start < table.quote.char_end
    ]


def _for_rows(asked: Asked) -> bool:
    return asked.answerable and _ASKS_FOR_ROWS.match(asked.question) is not None


def _picked(
    question: str, table: FoundTable, bound: _Bound | None, day: _NamedDay | None, named: Months | None
) -> list[Slice]:
    """The rows that fulfil the condition; of these the ones that the question also names."""
    rows = list(table.rows)
    if bound is not None:
        column = _amounts(question, table)
        if column is None or not bound.fits(table, column):
            return []
        rows = [row for row in rows if bound.picks(table.cells(row)[column], table.heads[column])]
    if day is not None:
        rows = [row for row in rows if any(map(day.picks, table.cells(row)))]
    if named is not None:
        lying = rows_in(named, table, rows)
        rows, question = (rows if lying is None else lying), question.replace(named.words, " ")
    return rows_named(question, table, in_state(question, table, rows))


def rows_named(question: str, table: FoundTable, rows: list[Slice]) -> list[Slice]:
    """Those of the rows that hold the words by which the question tells rows apart: "at the Odeon" is one hall of three."""
    said = {row: set(content_words(table.shown(row))) for row in table.rows}
    heads = set(content_words(" ".join([*table.heads, table.hit.document, table.hit.chunk.context])))
    for word in dict.fromkeys(content_words(question)):
        if (
            word.isalpha()
            and word not in heads
            and any(word in said[row] for row in rows)
            and sum(word in own for own in said.values()) < len(said)
        ):
            rows = [row for row in rows if word in said[row]] or rows
    return rows


def _bound_in(question: str) -> _Bound | None:
    """None where the question names no bound, or several."""
    found = [(pair, match) for pair, pattern in _bounds() for match in pattern.finditer(question.casefold())]
    if len(found) != 1:
        return None
    (compared, denied), match = found[0]
    value = readable(match["number"].rstrip(".,"))
    unit = match["unit"] or ""
    return _Bound(denied if match["no"] else compared, value, unit) if value is not None else None


@cache
def _bounds() -> Sequence[tuple[tuple[_Compared, _Compared], re.Pattern[str]]]:
    """How bounds are worded, each with how amounts are compared, and how where "no" stands before it."""
    named = (
        (operator.gt, operator.le, "band_above"),
        (operator.lt, operator.ge, "band_below"),
        (operator.ge, operator.lt, "band_from"),
        (operator.le, operator.gt, "band_to"),
    )
    before = r"\b(?P<no>(?:no|not|nicht)\s+)?"
    return [
        ((plain, denied), re.compile(rf"{before}(?:{lexicon.alternatives(name)})\s+{_NUMBER}"))
        for plain, denied, name in named
    ]


def _amounts(question: str, table: FoundTable) -> int | None:
    """The column of amounts that the question names by its head, or the only one that there is."""
    columns = [
        at
        for at, head in enumerate(table.heads)
        if at != label_of(table)
        and head != ROW_NUMBER
        and 2 * sum(amount(table.cells(row)[at], head) is not None for row in table.rows) > len(table.rows)
    ]
    asked = set(content_words(question))
    named = [at for at in columns if asked & set(content_words(table.heads[at]))]
    chosen = named or columns
    return chosen[0] if len(chosen) == 1 else None


def _day_in(question: str) -> _NamedDay | None:
    """None where the question names neither a day of the week nor one of the month."""
    weekdays = {int(number) for word, number in lexicon.table("weekdays").items() if word in words(question)}
    day = next((int(match["day"]) for match in _DAY.finditer(question)), None)
    month = None
    for match in _BESIDE_MONTH.finditer(question.casefold()):
        named = months().get((match["month"] or match["named"])[:3])
        if named is not None:
            day, month = int(match["before"] or match["after"]), named
    if len(weekdays) > 1 or (not weekdays and day is None):
        return None
    return _NamedDay(next(iter(weekdays), None), day, month)


def _about(question: str, table: FoundTable, rows: Sequence[Slice]) -> bool:
    """Whether the table's place, what stands over it, its heads or the rows have a word of the question."""
    held = [table.over, table.hit.chunk.context, table.hit.document, *table.heads, *map(table.shown, rows)]
    return not set(content_words(question)).isdisjoint(content_words(" ".join(held)))
