"""Sums, differences and averages of a table's cells: exact, with the formula, each operand cited.

The cells are found by their row's label and their column's head. Where that leaves a doubt, nothing is computed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from ragdesk.answering.composed.amounts import Amount, amount, written
from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.outline import Slice
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.tables import ROW_NUMBER, FoundTable, tables_in
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, numbers, words

# A larger number in a question is a year or an amount, not how many rows are meant.
MOST_COUNTED = 20

Operation = Literal["sum", "difference", "average"]


@dataclass(frozen=True, slots=True)
class Operand:
    """A cell: what its row, or its column, is called, and its amount."""

    name: str
    amount: Amount
    row: Slice


def compose_computed(asked: Asked) -> Composed | None:
    operation = _operation(asked.question)
    if operation is None:
        return None
    tables = tables_in(asked.hits[: COMPOSED.hits], asked.texts)
    judged = zip(tables, asked.judged([table.quote for table in tables]), strict=True)
    for table, _ in sorted(judged, key=lambda pair: -pair[1][1]):
        operands = _operands(asked.question, table)
        if len(operands) < 2 or (operation == "difference" and len(operands) != 2):
            continue
        return _written(asked, table, operands, operation)
    return None


def _operation(question: str) -> Operation | None:
    present = set(words(question))
    if present & lexicon.words("average_words"):
        return "average"
    if present & lexicon.words("difference_words"):
        return "difference"
    return "sum" if present & lexicon.words("sum_words") else None


def _operands(question: str, table: FoundTable) -> list[Operand]:
    """The cells that the question names; none where it is not sure which they are."""
    label = next((at for at, head in enumerate(table.heads) if head != ROW_NUMBER), 0)
    facts = [row for row in table.rows if not _totals(table.cells(row)[label])]
    rows = [row for row in facts if _named(question, table.cells(row)[label])]
    columns = _columns(question, table, label)
    if not rows and _all(question, len(facts)):
        rows = facts
    if len(rows) == 1 and len(columns) > 1:
        cells = [(table.heads[column], rows[0], column) for column in columns]
    elif len(columns) == 1:
        cells = [(table.cells(row)[label], row, columns[0]) for row in rows]
    else:
        return []
    amounts = [
        (name, amount(table.cells(row)[column], table.heads[column]), row) for name, row, column in cells
    ]
    operands = [Operand(name, found, row) for name, found, row in amounts if found is not None]
    return operands if len(operands) == len(amounts) else []


def _columns(question: str, table: FoundTable, label: int) -> list[int]:
    """The columns of amounts whose heads the question names best, in the question's order; else the only one, or the total."""
    numeric = [
        column
        for column in range(len(table.heads))
        if column != label
        and table.heads[column] != ROW_NUMBER
        and all(amount(table.cells(row)[column], table.heads[column]) for row in table.rows)
    ]
    asked = content_words(question)
    shared = {column: len(set(asked) & set(content_words(table.heads[column]))) for column in numeric}
    most = max(shared.values(), default=0)
    if most:
        named = [column for column in numeric if shared[column] == most]
        return sorted(named, key=lambda column: fold(question).find(fold(table.heads[column])))
    totals = [column for column in numeric if _totals(table.heads[column])]
    return numeric if len(numeric) == 1 else totals


def _named(question: str, label: str) -> bool:
    """Whether the question names a row: with its label, or with the beginning of it ("the lab")."""
    asked = [word for word in words(question) if word not in lexicon.words("stop_words") and len(word) > 1]
    own = [word for word in words(label) if word not in lexicon.words("stop_words")]
    if not own:
        # "IT" is a department, "it" is not.
        return re.search(rf"\b{re.escape(label)}\b", question) is not None if label else False
    return all(any(_begins(word, said) for said in asked) for word in own)


def _begins(word: str, said: str) -> bool:
    return word == said or (len(said) > 2 and word.startswith(said)) or (len(word) > 2 and said == f"{word}s")


def _all(question: str, rows: int) -> bool:
    """Whether all rows are meant: "all", "both", or as many as there are."""
    counted = {number for number in numbers(question) if number.isdigit() and int(number) <= MOST_COUNTED}
    whole = not lexicon.words("whole_words").isdisjoint(words(question))
    return whole and (not counted or str(rows) in counted)


def _totals(label: str) -> bool:
    return not lexicon.words("sum_words").isdisjoint(words(label))


def _written(
    asked: Asked, table: FoundTable, operands: Sequence[Operand], operation: Operation
) -> Composed | None:
    draft = Draft(asked)
    quotes = [table.quoted(operand.row.start, operand.row.end) for operand in operands]
    units = sorted({operand.amount.unit for operand in operands})
    if len(units) > 1:
        draft.say(
            composed_phrases(asked.query.language).units.format(units=", ".join(filter(None, units))) + "\n"
        )
    else:
        draft.quote("", *quotes, shown=_formula([each.amount for each in operands], operation))
        draft.say("\n")
    for operand, quote in zip(operands, quotes, strict=True):
        found = f"{written(operand.amount.value)} {operand.amount.unit}".strip()
        draft.quote("\n- ", quote, shown=f"{operand.name}: {found}")
    return draft.done()


def _formula(amounts: Sequence[Amount], operation: Operation) -> str:
    values = [each.value for each in amounts]
    if operation == "difference":
        values.sort(reverse=True)
        result, terms = values[0] - values[1], " − ".join(map(written, values))
    else:
        result, terms = sum(values, Decimal()), " + ".join(map(written, values))
    if operation == "average":
        result, terms = result / len(values), f"({terms}) / {len(values)}"
    return f"{terms} = {written(result)} {amounts[0].unit}".strip()
