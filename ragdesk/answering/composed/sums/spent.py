"""What was spent on one kind of thing, or by one person: the sum of the rows of a table that share a cell ("how much did we spend
on the car"). And which of two is more: "who paid more, Nora or Eli?"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.sums.amounts import written
from ragdesk.answering.composed.sums.computed import write_out
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.sums.operands import Operand
from ragdesk.answering.composed.sums.summed import MOST_ROWS, amounts_column, operand_of
from ragdesk.answering.composed.tables.cells import facts_of, is_name
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.domain.calibration import COMPOSED
from ragdesk.domain.search import ComparisonSide
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import words

_ASKING: tuple[lexicon.WordList, ...] = (
    "spending_words",
    "higher_words",
    "lower_words",
    "highest_words",
    "lowest_words",
)


def compose_spent(asked: Asked) -> Composed | None:
    """None where the question does not ask what was spent, names no kind of several rows, or says more than the table holds."""
    if re.search(rf"\b(?:{lexicon.alternatives('spent_wordings')})", asked.question, re.IGNORECASE) is None:
        return None
    asking = lexicon.words("spending_words") | lexicon.table("amount_kinds").keys()
    for table in _tables(asked):
        rows = _of_kind(asked.question, table)
        said = " ".join([table.over, *map(table.shown, rows)])
        found = _operands(asked.question, table, rows) if table.covers(asked.question, asking, said) else []
        if len(found) > 1:
            draft = Draft(asked)
            write_out(asked, draft, found, "sum")
            return draft.done()
    return None


def compose_spent_by_each(asked: Asked) -> Composed | None:
    """The sum of each side, and which is more. None where the question does not ask what was spent, or one table has not rows of
    each side."""
    sides = asked.query.sides
    if len(sides) < 2 or lexicon.words("spending_words").isdisjoint(words(asked.question)):
        return None
    for table in _tables(asked):
        rows = [_of_side(side, asked, table) for side in sides]
        found = [_operands(asked.question, table, each) for each in rows]
        if (
            all(found)
            and max(map(len, found)) > 1
            and len({each.amount.unit for one in found for each in one}) == 1
        ):
            return _side_by_side(asked, [side.name for side in sides], found)
    return None


def _of_side(side: ComparisonSide, asked: Asked, table: FoundTable) -> list[Slice]:
    """The rows of a side, and of these those of what else the question names: "on the house"; none where it says more."""
    own = _of_kind(side.name, table)
    others = {word for each in asked.query.sides for word in words(each.name)}
    rest = " ".join(word for word in words(asked.question) if word not in others)
    within = [row for row in _of_kind(rest, table) if row in own] or own
    asking = set().union(*map(lexicon.words, _ASKING))
    return within if table.covers(rest, asking, " ".join(map(table.shown, within))) else []


def _side_by_side(asked: Asked, sides: Sequence[str], found: Sequence[Sequence[Operand]]) -> Composed | None:
    draft, language = Draft(asked), asked.query.language
    sums = [sum((each.amount.value for each in one), Decimal()) for one in found]
    for side, one in zip(sides, found, strict=True):
        draft.say(f"\n\n**{side[:1].upper()}{side[1:]}**: ")
        write_out(asked, draft, one, "sum")
    more, less = max(sums), min(sums)
    if len(sides) == 2 and more > less:
        side = sides[sums.index(more)]
        shown = composed_phrases(language).more.format(
            side=side[:1].upper() + side[1:],
            amount=f"{written(more - less, language)} {found[0][0].written}".strip(),
            formula=f"{written(more, language)} − {written(less, language)}",
        )
        draft.quote("\n\n", *(one[0].quote for one in found), shown=shown)
    return draft.done()


def _tables(asked: Asked) -> list[FoundTable]:
    return [table for table in tables_in(asked.hits[: COMPOSED.hits], asked.texts) if table.head is not None]


def _of_kind(text: str, table: FoundTable) -> list[Slice]:
    """The rows that have the cell which a text names, in a column whose cells stand in several rows; of cells in several columns
    those that have all of them ("Eli", "the car"). None where it names several of one column; the longest names alone count."""
    facts = facts_of(table)
    named = {
        (column, fold(cell))
        for row in facts
        for column, cell in enumerate(table.cells(row))
        if is_name(cell) and names(text, cell)
    }
    longest = max((len(words(cell)) for _, cell in named), default=0)
    called = {column: cell for column, cell in named if len(words(cell)) == longest}
    if not called or len(called) < sum(len(words(cell)) == longest for _, cell in named):
        return []
    columns = {column: [fold(table.cells(row)[column]) for row in facts] for column in called}
    if not any(len(set(cells)) < len(cells) for cells in columns.values()):
        return []
    return [
        row
        for at, row in enumerate(facts)
        if all(columns[column][at] == cell for column, cell in called.items())
    ]


def _operands(question: str, table: FoundTable, rows: Sequence[Slice]) -> list[Operand]:
    """The amount of each row; none where one has none, or it is open which column is meant."""
    column = amounts_column(question, table, rows) if 0 < len(rows) <= MOST_ROWS else None
    found = [operand_of(table, row, column) for row in rows] if column is not None else []
    operands = [each for each in found if each is not None]
    return operands if len(operands) == len(found) else []
