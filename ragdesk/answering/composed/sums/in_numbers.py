"""What several things in numbers come to: "what do two adults and three children pay" is twice one row and three times another.
By rules, for English and German."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.amounts import Amount, amount, written
from ragdesk.answering.composed.sums.times import asks_price, is_price
from ragdesk.answering.composed.tables.cells import facts_of, label_of
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.domain.calibration import COMPOSED
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, number_of, words

# A larger number is a year or an amount.
MOST_OF_ONE = 500
# A price times one number is `times`.
FEWEST = 2
# Words behind a number that may say of what it is: "2 large day lockers and".
FOLLOWING = 4
_GROWN_UP = re.compile(r"\bgrown[- ]?up(?=s?\b)", re.IGNORECASE)
_ONE = frozenset(("a", "an", "one", "ein", "eine", "einen", "einem", "einer"))


@dataclass(frozen=True, slots=True)
class _CountedThing:
    number: int
    thing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Priced:
    """So many of a thing at the price in a cell."""

    number: int
    row: Slice
    column: int
    price: Amount


def compose_in_numbers(asked: Asked) -> Composed | None:
    """The sum with its formula, and each price. None where the question counts fewer than two things, where no table has just one
    row for each of them or one column, or where it is not clear which column or row is meant."""
    things = _counted(asked.question) if asks_price(asked.question) else []
    tables = tables_in(asked.hits[: COMPOSED.hits], asked.texts) if things else []
    # "A day pass for two adults and three children" is no pass and five persons.
    for counted in (things, things[1:] if len(things) > FEWEST and things[0].number == 1 else ()):
        for table in tables if counted else ():
            priced = _in_rows(asked.question, counted, table) or _in_columns(asked.question, counted, table)
            units = {each.price.unit for each in priced if each.price.value}
            if len(units) == 1:
                return _written_out(asked, table, priced, units.pop())
    return None


def _in_rows(question: str, things: Sequence[_CountedThing], table: FoundTable) -> list[_Priced]:
    """A row for each thing: "Adult", "Child"."""
    label, facts = label_of(table), facts_of(table)
    names = [content_words(table.cells(row)[label]) for row in facts]
    rows = [facts[at] for thing in things if (at := _likest(thing, names)) is not None]
    column = _column(question, table, rows) if len(set(rows)) == len(things) else None
    return _priced(things, table, [(row, column) for row in rows]) if column is not None else []


def _in_columns(question: str, things: Sequence[_CountedThing], table: FoundTable) -> list[_Priced]:
    """A column for each thing, in the row that the rest of the question names: "Adult" and "Child" over "Single, peak"."""
    heads = [content_words(head) for head in table.heads]
    columns = [at for thing in things if (at := _likest(thing, heads)) is not None]
    if len(set(columns)) < len(things):
        return []
    said = set(words(question)) - {word for at in columns for word in words(table.heads[at])}
    label, facts = label_of(table), facts_of(table)
    likeness = [_likeness(said, words(table.cells(row)[label])) for row in facts]
    most = max(likeness, default=(0, 0))
    rows = [row for row, each in zip(facts, likeness, strict=True) if each == most and most[0]]
    return _priced(things, table, [(rows[0], at) for at in columns]) if len(rows) == 1 else []


def _priced(
    things: Sequence[_CountedThing], table: FoundTable, cells: Sequence[tuple[Slice, int]]
) -> list[_Priced]:
    """Each thing with its price; none where a cell has no price."""
    priced = [
        _Priced(thing.number, *cell, price)
        for thing, cell in zip(things, cells, strict=True)
        if (price := _price(table, *cell))
    ]
    return priced if len(priced) == len(things) else []


def _counted(question: str) -> list[_CountedThing]:
    """The things that are named one behind the other, each with its number; none where only one is, or where each is single."""
    said = words(_GROWN_UP.sub("adult", question))
    numbers = [_number(word) for word in said]
    runs, last = list[list[_CountedThing]]([[]]), -FOLLOWING
    for at, number in enumerate(numbers):
        until = next((to for to in range(at + 1, len(said)) if numbers[to]), len(said))
        thing = tuple(content_words(" ".join(said[at + 1 : min(until, at + 1 + FOLLOWING)])))
        if number is None or not thing:
            continue
        if at - last > FOLLOWING + 1:
            runs.append([])
        runs[-1].append(_CountedThing(number, thing))
        last = at
    things = max(runs, key=len)
    return things if len(things) >= FEWEST and any(each.number > 1 for each in things) else []


def _number(word: str) -> int | None:
    if word in _ONE:
        return 1
    number = number_of(word)
    return int(number) if number.isdigit() and 0 < int(number) <= MOST_OF_ONE else None


def _likest(counted: _CountedThing, names: Sequence[Sequence[str]]) -> int | None:
    """The only one of the names that has what is counted, of several the one with the most of its words and the fewest others."""
    fitting = {
        at: _likeness(counted.thing, name) for at, name in enumerate(names) if counted.thing[0] in name
    }
    likest = [at for at, each in fitting.items() if each == max(fitting.values())]
    return likest[0] if len(likest) == 1 else None


def _likeness(said: Iterable[str], name: Sequence[str]) -> tuple[int, int]:
    """How many words of a name are said, and then how few are not."""
    shared = len(set(said) & set(name))
    return shared, shared - len(set(name))


def _column(question: str, table: FoundTable, rows: Sequence[Slice]) -> int | None:
    """The column of amounts that the question names by its head; else the only one, or the only one that says it is a price."""
    label = label_of(table)
    priced = [
        at
        for at, head in enumerate(table.heads)
        if at != label and head != ROW_NUMBER and all(_price(table, row, at) for row in rows)
    ]
    said = set(words(question))
    said -= {word for row in rows for word in words(table.cells(row)[label])}
    likeness = {at: _likeness(said, words(table.heads[at])) for at in priced}
    most = max(likeness.values(), default=(0, 0))
    named = [at for at in priced if most[0] and likeness[at] == most]
    prices = [at for at in priced if is_price(table.heads[at])]
    return next((each[0] for each in (named, priced, prices) if len(each) == 1), None)


def _price(table: FoundTable, row: Slice, column: int) -> Amount | None:
    cell = table.cells(row)[column]
    if not lexicon.words("gratis_words").isdisjoint(words(cell)):
        return Amount(Decimal(), "")
    return amount(cell, table.heads[column])


def _written_out(asked: Asked, table: FoundTable, priced: Sequence[_Priced], unit: str) -> Composed | None:
    language, draft = asked.query.language, Draft(asked)
    terms = " + ".join(f"{each.number} × {written(each.price.value, language)}" for each in priced)
    whole = sum((each.number * each.price.value for each in priced), Decimal())
    quotes = [table.quoted(each.row.start, each.row.end) for each in priced]
    draft.quote("", *quotes, shown=f"{terms} = {written(whole, language)} {unit}".strip())
    draft.say("\n")
    for each, quote in zip(priced, quotes, strict=True):
        draft.quote("\n- ", quote, shown=table.shown_cells(each.row, (label_of(table), each.column)))
    return draft.done()
