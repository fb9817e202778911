"""The sum over the months of a row, in a table with a column for each: "what did we pay for gas in January and February"."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.computed import write_out
from ragdesk.answering.composed.sums.named import names, operation_of
from ragdesk.answering.composed.sums.operands import Operand
from ragdesk.answering.composed.sums.summed import asks_amount, operand_of
from ragdesk.answering.composed.tables.cells import facts_of, label_of
from ragdesk.answering.composed.tables.in_months import month_of, several_months_in
from ragdesk.answering.composed.tables.tables import FoundTable, headed_tables
from ragdesk.text.tokens import words


def compose_by_month(asked: Asked) -> Composed | None:
    """None where the question names fewer than two months, asks for a difference or for no amount, or where no table has a column
    for each of them and one row that it names."""
    months, operation = several_months_in(asked.question), operation_of(asked.question)
    if len(months) < 2 or operation == "difference" or not asks_amount(asked.question):
        return None
    for table in headed_tables(asked.hits, asked.texts):
        columns = [at for at, head in enumerate(table.heads) if month_of(head) in months]
        row = _named_row(asked.question, table) if len(columns) == len(months) else None
        operands = _operands(table, row, columns) if row is not None else []
        draft = Draft(asked)
        if len(operands) == len(months) and write_out(asked, draft, operands, operation or "sum"):
            return draft.done()
    return None


def _named_row(question: str, table: FoundTable) -> Slice | None:
    """The row whose label the question says, of several the one with the longest."""
    label = label_of(table)
    named = [row for row in facts_of(table) if names(question, table.cells(row)[label])]
    lengths = [len(words(table.cells(row)[label])) for row in named]
    longest = [row for row, length in zip(named, lengths, strict=True) if length == max(lengths)]
    return longest[0] if len(longest) == 1 else None


def _operands(table: FoundTable, row: Slice, columns: Sequence[int]) -> list[Operand]:
    found = ((at, operand_of(table, row, at)) for at in columns)
    return [replace(held, name=f"{held.name}, {table.heads[at]}") for at, held in found if held is not None]
