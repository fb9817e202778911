"""The row of a table with the highest or lowest amount: "what is the cheapest dish"."""

import re
from collections.abc import Sequence
from typing import Literal

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import amount
from ragdesk.answering.composed.tables.cells import columns_of, facts_of, label_of, name_of
from ragdesk.answering.composed.tables.tables import FoundTable, cited_row, tables_in
from ragdesk.answering.units.in_context import under_head
from ragdesk.domain.answers import Citation
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, words

# Of as many rows that are equal, none is the answer.
MOST_EQUAL = 3
_BOUGHT = re.compile(
    r"\b(?:bought|spent|paid|purchased?|ausgegeben|gekauft|bezahlt|gezahlt)\b", re.IGNORECASE
)
# What is asked for and names nothing: "the most expensive thing that we bought".
_THINGS = frozenset(
    ("thing", "things", "item", "items", "single", "ever", "ding", "sache", "einzelne", "einzelnes")
)
_MONEY = re.compile(r"price|cost|fee|rent|\bsum\b|preis|kosten|gebuhr|miete|summe|betrag", re.IGNORECASE)


def compose_extreme(asked: Asked) -> Composed | None:
    """None where the question asks for no extreme, or it is not clear of which one table and column."""
    highest = _wants_highest(asked.question)
    if highest is None or asked.query.sides:
        return None
    found = [
        (table, rows, column)
        for table in tables_in(asked.hits[: COMPOSED.hits], asked.texts)
        if (rows := _meant(asked.question, table))
        for column in _columns(asked.question, table)
    ]
    if _BOUGHT.search(asked.question):  # of prices and of what was bought the latter
        found = [each for each in found if name_of(each[0]) != label_of(each[0])] or found
    if len(found) != 1:
        return None
    return _drawn(asked, *found[0], highest=highest)


def compose_extreme_around(asked: Asked, cited: Citation) -> Composed | None:
    """Of a row that was found for a question after an extreme, the one with the extreme amount in its table: by the column of
    amounts that is asked for, among the rows that hold what the question names. None where that is not clear."""
    highest, found = _wants_highest(asked.question), cited_row(asked.hits, asked.texts, cited)
    if highest is None or found is None:
        return None
    table, facts = found[0], facts_of(found[0])
    columns = _columns(asked.question, table)
    named = set(content_words(asked.question)) - set(content_words(" ".join(table.heads)))
    held = [named & set(content_words(" ".join(table.cells(row)))) for row in facts]
    meant = [row for row, own in zip(facts, held, strict=True) if own == set().union(*held)]
    if len(columns) != 1 or len(meant) < 2:
        return None
    return _drawn(asked, table, meant, columns[0], highest=highest)


def _drawn(
    asked: Asked, table: FoundTable, meant: Sequence[Slice], column: int, *, highest: bool
) -> Composed | None:
    """The rows with the extreme amount, by what they are called and that amount."""
    rows = _extreme(table, meant, column, highest=highest)
    draft = Draft(asked)
    for row in rows if len(rows) <= MOST_EQUAL else ():
        cells = table.cells(row)
        label = _label(asked.question, table, row, column)
        shown = under_head([(table.heads[at], cells[at]) for at in (label, column)])
        draft.quote("\n", table.quoted(row.start, row.end), shown=shown)
    return draft.done()


def _wants_highest(question: str) -> bool | None:
    """Whether a question asks for the most, or for the least; None where for neither, or both."""
    present = set(words(question))
    lowest, highest = (not present.isdisjoint(_orders(kind)) for kind in ("low", "high"))
    return None if lowest == highest else highest


def _orders(kind: Literal["low", "high"]) -> frozenset[str]:
    return lexicon.words("lowest_words" if kind == "low" else "highest_words") | lexicon.words(
        "lower_words" if kind == "low" else "higher_words"
    )


def _meant(question: str, table: FoundTable) -> list[Slice]:
    """All rows, where all that the question names is what the table is of: its heads, and where it stands. Else those rows that
    hold whatever else it names, of which there are at least two: "which digger is cheaper by the week"."""
    asking = (
        _orders("low")
        | _orders("high")
        | lexicon.words("price_words")
        | lexicon.words("spending_words")
        | _THINGS
    )
    facts = facts_of(table)
    if table.covers(question, asking):
        return facts if len(facts) > 2 else []
    rows = [row for row in facts if table.covers(question, asking, " ".join(table.cells(row)))]
    return rows if len(rows) > 1 else []


def _label(question: str, table: FoundTable, row: Slice, column: int) -> int:
    """The column with most of the words by which a row was meant; else the one that says what a row is about."""
    asked = set(content_words(question)) - set(content_words(" ".join(table.heads)))
    shared = {
        at: len(asked & set(content_words(cell))) for at, cell in enumerate(table.cells(row)) if at != column
    }
    best = max(shared, key=lambda at: (shared[at], -at), default=0)
    return best if shared.get(best) else name_of(table)


def _columns(question: str, table: FoundTable) -> list[int]:
    """The columns of amounts that the question names; those of prices where it asks for what costs most or least."""
    if not lexicon.words("price_words").isdisjoint(words(question)):
        heads = enumerate(table.heads)
        prices = [at for at, head in heads if _MONEY.search(fold(head)) and _is_amounts(table, at)]
        if prices:
            return prices
    return columns_of(question, table)


def _is_amounts(table: FoundTable, column: int) -> bool:
    return all(amount(table.cells(row)[column], table.heads[column]) for row in facts_of(table))


def _extreme(table: FoundTable, rows: Sequence[Slice], column: int, *, highest: bool) -> list[Slice]:
    amounts = {row: amount(table.cells(row)[column], table.heads[column]) for row in rows}
    if len({found.unit for found in amounts.values() if found}) != 1:
        return []
    values = {row: found.value for row, found in amounts.items() if found}
    end = (max if highest else min)(values.values())
    return [row for row, value in values.items() if value == end]
