"""The row of a table with the highest or lowest amount: "what is the cheapest dish"."""

import re

from ragdesk.answering.composed.amounts import amount
from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.cells import columns_of, facts_of, label_of
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.outline import Slice
from ragdesk.answering.composed.tables import FoundTable, tables_in
from ragdesk.answering.in_context import under_head
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import words

# Of as many rows that are equal, none is the answer.
MOST_EQUAL = 3
_MONEY = re.compile(r"price|cost|fee|rent|preis|kosten|gebühr|miete", re.IGNORECASE)


def compose_extreme(asked: Asked) -> Composed | None:
    """None where the question asks for no extreme, or it is not clear of which one table and column."""
    present = set(words(asked.question))
    lowest, highest = present & lexicon.words("lowest_words"), present & lexicon.words("highest_words")
    if bool(lowest) == bool(highest):
        return None
    found = [
        (table, column)
        for table in tables_in(asked.hits[: COMPOSED.hits], asked.texts)
        if len(facts_of(table)) > 2 and _is_about(asked.question, table)
        for column in _columns(asked.question, table)
    ]
    if len(found) != 1:
        return None
    table, column = found[0]
    rows = _extreme(table, column, highest=bool(highest))
    draft = Draft(asked)
    for row in rows if len(rows) <= MOST_EQUAL else ():
        cells = table.cells(row)
        shown = under_head([(table.heads[at], cells[at]) for at in (label_of(table), column)])
        draft.quote("\n", table.quoted(row.start, row.end), shown=shown)
    return draft.done()


def _is_about(question: str, table: FoundTable) -> bool:
    """Whether all that the question names is what the table is of: its heads, and where it stands."""
    orders = lexicon.words("lowest_words") | lexicon.words("highest_words")
    return table.covers(question, orders | lexicon.words("price_words"))


def _columns(question: str, table: FoundTable) -> list[int]:
    """The columns of amounts that the question names; those of prices where it asks for what costs most or least."""
    if lexicon.words("price_words").isdisjoint(words(question)):
        return columns_of(question, table)
    return [at for at, head in enumerate(table.heads) if _MONEY.search(fold(head)) and _is_amounts(table, at)]


def _is_amounts(table: FoundTable, column: int) -> bool:
    return all(amount(table.cells(row)[column], table.heads[column]) for row in facts_of(table))


def _extreme(table: FoundTable, column: int, *, highest: bool) -> list[Slice]:
    amounts = {row: amount(table.cells(row)[column], table.heads[column]) for row in facts_of(table)}
    if len({found.unit for found in amounts.values() if found}) != 1:
        return []
    values = {row: found.value for row, found in amounts.items() if found}
    end = (max if highest else min)(values.values())
    return [row for row, value in values.items() if value == end]
