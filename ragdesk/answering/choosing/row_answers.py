"""Rows of tables as answers: whether a number of the answer is the cell that was asked for, and which row a question names.

A model of this size takes the wrong cell of the right row; the row itself, each cell under its head, says which is which.
"""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.tables.cells import is_name
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.heads import columns_asked, things_asked, things_of
from ragdesk.answering.units.in_context import ROW_NUMBER, said_cells
from ragdesk.answering.units.quotes import Quote
from ragdesk.text.tokens import content_words, numbers

# From one number to another: "7-8", "7 to 8", "7 bis 8".
SPAN = re.compile(r"(?<![\d.,/-])(\d+(?:[.,]\d+)?) ?(?:-|–|to|bis) ?(\d+(?:[.,]\d+)?)(?![\d.,/-]*\d)")


def takes_unnamed_cell(text: str, question: str, quote: Quote) -> bool:
    """Whether an answer takes a number from a row of several whose head neither it nor the question names. A cell with a unit
    says itself what it is."""
    bare = [(head, cell) for head, cell in said_cells(quote) if not any(map(str.isalpha, cell))]
    cells = [(head, cell) for head, cell in bare if head != ROW_NUMBER and numbers(cell)]
    taken = [
        (head, cell)
        for head, cell in cells
        if numbers(cell) & (numbers(text) - numbers(question)) and not names(question, cell)
    ]
    if len(cells) < 2 or not taken:
        return False
    said = {*content_words(text), *content_words(question)}
    things = things_asked(question)
    return not any(said & set(content_words(head)) or things & things_of(head) for head, _ in taken)


def meant_row(question: str, unit: JudgedUnit, units: Sequence[JudgedUnit]) -> JudgedUnit:
    """The row that the question calls by its name, where another one of its document was taken: "Harlan 400", not "Harlan 400
    pushed"; "7 to 8 hours", not "8 to 9 hours"; of one table the row of whose label the question says more: "outside, double",
    not "inside, double". The unit itself where that is not clear."""
    own, span = _label(unit), SPAN.search(question)
    if not own:
        return unit
    document = unit.quote.hit.chunk.document_id
    rows = [(each, _label(each)) for each in units if each.quote.hit.chunk.document_id == document]
    if span and SPAN.search(own):
        meant = [each for each, label in rows if _spans(label) == _spans(question)]
    elif not names(question, own):
        known = set(content_words(own))
        meant = [each for each, label in rows if names(question, label) and set(content_words(label)) < known]
        meant = meant or _said_more_of(question, unit, rows)
    else:
        return unit
    return meant[0] if len(meant) == 1 else unit


def rows_beside(unit: JudgedUnit, units: Sequence[JudgedUnit]) -> list[JudgedUnit]:
    """Other rows of a unit's table, as they are ranked; none of a sentence."""
    heads, document = _heads(unit), unit.quote.hit.chunk.document_id
    return [
        each
        for each in units
        if heads
        and each.quote.hit.chunk.document_id == document
        and each.quote.char_start != unit.quote.char_start
        and _heads(each) == heads
    ]


def _said_more_of(
    question: str, unit: JudgedUnit, rows: Sequence[tuple[JudgedUnit, str]]
) -> list[JudgedUnit]:
    """The rows of the unit's table of whose labels the question says what it says of the unit's, and more."""
    asked, heads = set(content_words(question)), _heads(unit)
    said = asked & set(content_words(_label(unit)))
    return [
        each
        for each, label in rows
        if said and said < asked & set(content_words(label)) and _heads(each) == heads
    ]


def _heads(unit: JudgedUnit) -> list[str]:
    return [head for head, _ in said_cells(unit.quote)]


def _label(unit: JudgedUnit) -> str:
    """The cell that a row is called by; "" of a sentence."""
    cells = (cell for head, cell in said_cells(unit.quote) if head != ROW_NUMBER)
    return next((cell for cell in cells if any(map(str.isalpha, cell)) or SPAN.search(cell)), "")


def _spans(text: str) -> tuple[str, ...]:
    match = SPAN.search(text)
    return match.groups() if match else ()


def named_row(question: str, unit: JudgedUnit) -> bool:
    """Whether a unit is a row that the question calls by one of its cells, and asks no thing that the row does not have."""
    cells = [(head, cell) for head, cell in said_cells(unit.quote) if cell and head != ROW_NUMBER]
    called = any(is_name(cell) and names(question, cell) for _, cell in cells)
    heads = [head for head, _ in cells]
    return called and any(heads) and (not things_asked(question) or bool(columns_asked(question, heads)))
