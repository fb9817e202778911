"""The cells of a table that a question names: by their row's label and their column's head. Where that leaves a doubt, none."""

import re
from collections.abc import Sequence
from decimal import Decimal

from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import amount, currencies_in
from ragdesk.answering.composed.sums.dates import dates_in
from ragdesk.answering.composed.sums.named import CODE, names, unmatched
from ragdesk.answering.composed.sums.operands import Operand, Operands
from ragdesk.answering.composed.tables.tables import FoundTable
from ragdesk.answering.units.heads import PER, things_asked, things_of
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.answering.units.quarters import columns_of_quarters
from ragdesk.answering.units.table_head import is_group
from ragdesk.domain.search import ComparisonSide
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, numbers, words

# A larger number in a question is a year or an amount, not how many rows are meant.
MOST_COUNTED = 20
_ASKING: tuple[lexicon.WordList, ...] = ("sum_words", "difference_words", "average_words", "whole_words")
# What a row is called has few words; a cell with more says something of it.
MOST_NAME_WORDS = 6
# With fewer columns, what stands beside a code says what it means.
FEWEST_CODED = 3
# Rows that tell whether a column holds dates.
DATED = 50
# With fewer columns beside it, a column that equals their sum may do so by chance.
FEWEST_ADDED = 2
_OF_STUFF = re.compile(
    r"\bhow much (?!(?:more|less|money|cash|of|for|to|in|on|at|is|are|was|were|does|do|did|will|would|can|could|should|has|have"
    r"|had|i|we|you|they|he|she|it|the|this|that|an?)\b)\w+ (?:did|does|do|was|were|is|has|have|had|will)\b",
    re.IGNORECASE,
)
_FOR = re.compile(r" (?:for|in|at|on|over|during|per|from|für|im|in|bei|pro) ", re.IGNORECASE)


def operands_of(question: str, things: Sequence[ComparisonSide], table: FoundTable) -> Operands:
    """The cells that the question names, and which of the `things` that it names one by one the table does not have."""
    label = name_of(table)
    facts = facts_of(table)
    rows = [row for row in facts if names(question, table.cells(row)[label])]
    if len(rows) < len(things) and (own := _one_of_each(things, table, facts)):
        rows, things = own, ()
    if not rows and not things and len(of_kind := _rows_of_kind(question, table, facts)) > 1:
        rows = of_kind
    columns = columns_of(question, table)
    if not rows and _all(question, table, len(facts)):
        rows, things = facts, ()
    if len(rows) == 1 and len(columns) > 1:
        cells = [(table.heads[column], rows[0], column) for column in columns]
    elif len(columns) == 1:
        cells = [(table.cells(row)[label], row, columns[0]) for row in rows]
    else:
        return Operands(())
    found = [_operand(table, *cell) for cell in cells]
    operands = tuple(each for each in found if each is not None)
    if len(operands) < len(cells):
        return Operands(())
    lacking = unmatched(things, [each.name for each in operands])
    # Where it has none of the things, they were not understood.
    return Operands(operands, tuple(each.name for each in lacking) if len(lacking) < len(things) else ())


def _one_of_each(things: Sequence[ComparisonSide], table: FoundTable, facts: Sequence[Slice]) -> list[Slice]:
    """For each thing the only row whose label has its words, or those before what it is for: "dinner" of "Dinner on travel days",
    "oil for the hall" of "Heating oil"; none where a thing has no such row, or several."""
    chosen = list[Slice]()
    for thing in things:
        own = _with_words(thing.name, table, facts) or _with_words(_FOR.split(thing.name)[0], table, facts)
        if len(own) != 1:
            return []
        chosen += own
    return chosen if len(set(chosen)) == len(things) else []


def _with_words(name: str, table: FoundTable, facts: Sequence[Slice]) -> list[Slice]:
    """The rows whose labels have all words of a name."""
    asked, label = set(content_words(name)), name_of(table)
    return [row for row in facts if asked and asked <= set(content_words(table.cells(row)[label]))]


def _rows_of_kind(question: str, table: FoundTable, facts: Sequence[Slice]) -> list[Slice]:
    """The rows that have a cell in common whose words the question says, other than a number: "all bookings of the lodge". None
    where several columns have such cells."""
    found = cells_called(question, table, facts)
    return next(iter(found.values())) if len(found) == 1 else []


def cells_called(
    question: str, table: FoundTable, facts: Sequence[Slice]
) -> dict[tuple[int, str], list[Slice]]:
    """The cells whose every word the question says, by column and folded words, each with the rows that have it."""
    found: dict[tuple[int, str], list[Slice]] = {}
    for row in facts:
        for column, cell in enumerate(table.cells(row)):
            if is_name(cell) and names(question, cell):
                found.setdefault((column, fold(cell)), []).append(row)
    return found


def is_name(cell: str) -> bool:
    """Whether a cell may be what its row is called."""
    return any(map(str.isalpha, cell)) and len(cell.split()) <= MOST_NAME_WORDS


def _operand(table: FoundTable, name: str, row: Slice, column: int) -> Operand | None:
    found = amount(table.cells(row)[column], table.heads[column])
    return Operand(name, found, table.quoted(row.start, row.end), found.unit) if found else None


def label_of(table: FoundTable) -> int:
    """The column that says what a row is about: the first, but for the number of the row."""
    return next((at for at, head in enumerate(table.heads) if head != ROW_NUMBER), 0)


def name_of(table: FoundTable) -> int:
    """The column that says what a row is called: that of the labels, or the next one where these are codes or dates."""
    label = label_of(table)
    if len(table.heads) - label < FEWEST_CODED or not (_are_codes(table, label) or _are_dates(table, label)):
        return label
    names = [name for row in table.rows if (name := table.cells(row)[label + 1])]
    return label + 1 if names and all(map(is_name, names)) else label


def _are_codes(table: FoundTable, column: int) -> bool:
    """Whether a column has nothing but codes, each another one ("SO-03"), and what a total is called."""
    cells = [cell for row in table.rows if (cell := table.cells(row)[column]) and not totals(cell)]
    return len(set(cells)) == len(cells) > 1 and all(CODE.fullmatch(fold(cell)) for cell in cells)


def _are_dates(table: FoundTable, column: int) -> bool:
    """Whether the first rows of a column are dates."""
    cells = [cell for row in table.rows[:DATED] if (cell := table.cells(row)[column]) and not totals(cell)]
    return len(cells) > 1 and all(dates_in(cell) for cell in cells)


def called_total(cells: Sequence[str], label: int) -> bool:
    """Whether a row holds totals, by what it is called, or by what stands where the others have their codes."""
    return any(totals(cell) for cell in cells[: label + 1])


def facts_of(table: FoundTable) -> list[Slice]:
    """The rows but for totals and those that only name a group."""
    label, heads = name_of(table), table.heads

    def says_something(row: Slice) -> bool:
        cells = table.cells(row)
        own = [cell for cell, head in zip(cells, heads, strict=True) if head != ROW_NUMBER]
        sums_up = called_total(cells, label) or (row is table.rows[-1] and _is_of_all(cells[label], own))
        return not is_group(own) and not sums_up

    return [row for row in table.rows if says_something(row)]


def _is_of_all(name: str, cells: Sequence[str]) -> bool:
    """Whether a last row is of all those above it: "All customers", with nothing in a column that only one can fill."""
    return not lexicon.words("whole_words").isdisjoint(words(name)[:1]) and not all(cells)


def columns_of(question: str, table: FoundTable) -> list[int]:
    """The columns of amounts whose heads the question names best, in the question's order; else those that hold what it asks for
    ("cost": a price), the only one, or the total."""
    label, facts = name_of(table), facts_of(table)
    numeric = [
        column
        for column in range(len(table.heads))
        if column != label
        and table.heads[column] != ROW_NUMBER
        and all(amount(table.cells(row)[column], table.heads[column]) for row in facts)
    ]
    if quarters := [column for column in columns_of_quarters(question, table.heads) if column in numeric]:
        return quarters
    asked = content_words(question)
    heads = {column: set(content_words(PER.sub(" ", table.heads[column]))) for column in numeric}
    shared = {column: len(set(asked) & heads[column]) for column in numeric}
    most = max(shared.values(), default=0)
    if most:
        named = [column for column in numeric if shared[column] == most]
        named = fit_for_stuff(question, table, named)
        return sorted(named, key=lambda column: fold(question).find(fold(table.heads[column])))
    things = things_asked(question)
    if fitting := [column for column in numeric if things & things_of(table.heads[column])]:
        return fitting
    whole = [column for column in numeric if totals(table.heads[column])]
    return numeric if len(numeric) == 1 else whole or _adding_up(table, numeric)


def fit_for_stuff(question: str, table: FoundTable, columns: list[int]) -> list[int]:
    """The columns but for those of money, where the question asks how much there is of a stuff: "how much milk did we sell"."""
    if _OF_STUFF.search(question) is None:
        return columns
    heads = table.heads
    return [
        at for at in columns if "money" not in things_of(heads[at]) and not currencies_in(heads[at])
    ] or columns


def _adding_up(table: FoundTable, numeric: Sequence[int]) -> list[int]:
    """The only column that holds, in every row, the sum of the others: "Year" beside four quarters. Of fewer than three columns
    none."""

    def value(row: Slice, column: int) -> Decimal:
        found = amount(table.cells(row)[column], table.heads[column])
        return found.value if found else Decimal()

    def adds_up(column: int) -> bool:
        others = [each for each in numeric if each != column]
        return all(
            value(row, column) == sum((value(row, each) for each in others), Decimal())
            for row in facts_of(table)
        )

    return [column for column in numeric if adds_up(column)] if len(numeric) > FEWEST_ADDED else []


def _all(question: str, table: FoundTable, rows: int) -> bool:
    """Whether all rows are meant: "all three", or "all" and "both" of what the document speaks of: "all attic stays" are not
    all stays."""
    if lexicon.words("whole_words").isdisjoint(words(question)):
        return False
    counted = {number for number in numbers(question) if number.isdigit() and int(number) <= MOST_COUNTED}
    asking = lexicon.table("amount_kinds").keys() | {word for name in _ASKING for word in lexicon.words(name)}
    return str(rows) in counted if counted else table.covers(question, asking, table.text)


def totals(label: str) -> bool:
    return not lexicon.words("sum_words").isdisjoint(words(label))
