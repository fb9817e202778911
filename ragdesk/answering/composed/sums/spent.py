"""What was spent on one kind of thing, or by one person: the sum of the rows of a table that share a cell ("how much did we spend
on the car")."""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.computed import write_out
from ragdesk.answering.composed.sums.operands import Operand
from ragdesk.answering.composed.sums.summed import MOST_ROWS, amounts_column, operand_of
from ragdesk.answering.composed.tables.cells import cells_called, facts_of
from ragdesk.answering.composed.tables.tables import FoundTable, headed_tables
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import words


def compose_spent(asked: Asked) -> Composed | None:
    """None where the question does not ask what was spent, names no kind of several rows, or says more than the table holds."""
    if re.search(rf"\b(?:{lexicon.alternatives('spent_wordings')})", asked.question, re.IGNORECASE) is None:
        return None
    asking = lexicon.words("spending_words") | lexicon.table("amount_kinds").keys()
    for table in headed_tables(asked.hits, asked.texts):
        rows = rows_of_kind(asked.question, table)
        said = " ".join([table.over, *map(table.shown, rows)])
        found = amounts_of(asked.question, table, rows) if table.covers(asked.question, asking, said) else []
        if len(found) > 1:
            draft = Draft(asked)
            write_out(asked, draft, found, "sum")
            return draft.done()
    return None


def rows_of_kind(text: str, table: FoundTable) -> list[Slice]:
    """The rows that have the cell which a text names, in a column whose cells stand in several rows; of cells in several columns
    those that have all of them ("Eli", "the car"). None where it names several of one column; the longest names alone count."""
    facts = facts_of(table)
    found = cells_called(text, table, facts)
    longest = max((len(words(cell)) for _, cell in found), default=0)
    named = [(column, cell) for column, cell in found if len(words(cell)) == longest]
    columns = {column: [fold(table.cells(row)[column]) for row in facts] for column, _ in named}
    if len(columns) < len(named) or not any(len(set(cells)) < len(cells) for cells in columns.values()):
        return []
    return [row for row in facts if all(row in found[each] for each in named)]


def amounts_of(question: str, table: FoundTable, rows: Sequence[Slice]) -> list[Operand]:
    """The amount of each row; none where one has none, or it is open which column is meant."""
    column = amounts_column(question, table, rows) if 0 < len(rows) <= MOST_ROWS else None
    found = [operand_of(table, row, column) for row in rows] if column is not None else []
    operands = [each for each in found if each is not None]
    return operands if len(operands) == len(found) else []
