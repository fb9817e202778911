"""A calculation that the writer writes of the lines that answer: "6 × 45 + 15", of "£45 for each visit, £15 for the call".

The writer only puts the numbers together. Code sees that each stands in a line or in the question, and that units go together,
and computes. The lines stand below with their citations.
"""

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.sums.amounts import Amount, amount, written
from ragdesk.answering.composed.sums.named import all_spoken_of
from ragdesk.answering.composed.sums.stated import stated_in, unit_name
from ragdesk.answering.units.in_context import said_cells, said_quote, with_lead
from ragdesk.answering.units.quotes import Quote
from ragdesk.answering.writing import NONE, formula_prompt
from ragdesk.domain.calibration import writer_fit
from ragdesk.text.tokens import numbers, words

# More lines are more than the writer was taught with.
MOST_LINES = 8
# With these a share is reckoned: "12 × 28 × (1 − 15 / 100)".
_OF_SHARES = (Decimal(1), Decimal(100))
_OPERATIONS: Mapping[type[ast.operator], tuple[str, Callable[[Decimal, Decimal], Decimal]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("−", operator.sub),
    ast.Mult: ("×", operator.mul),
    ast.Div: ("/", operator.truediv),
}
_CALLED_SHARE = re.compile(r"[^\W\d_].*\d ?%")
_SUMS = ("+", "−")


class _UnsureError(Exception):
    """What the writer wrote is no calculation of these numbers."""


@dataclass(frozen=True, slots=True)
class _Term:
    """A number or a part of a calculation; `unit` is money's or time's, "" of a bare number. `shown`: as a person reads it."""

    value: Decimal
    unit: str
    shown: str
    operation: str = ""
    used: frozenset[str] = frozenset()


def compose_of_formula(asked: Asked, quotes: Sequence[Quote], *, of_each: bool = False) -> Composed | None:
    """The result with its calculation, then the lines that it is made of. None where there is no writer, it is not sure, or what
    it wrote is no calculation of numbers that stand there.

    Args:
        of_each: every thing that the question names was found by itself. Else each has to be spoken of.

    Raises:
        ModelError: the model is missing, or it died.
    """
    model = asked.resources.model
    fit = writer_fit(model.writer, model.name)
    if fit is None or not 0 < len(quotes) <= MOST_LINES:
        return None
    lines = list(map(said_quote, quotes))
    formula = model.write(formula_prompt(asked.question, lines), asked.cancelled)
    if formula is None or formula.text == NONE or formula.probability < fit.formula:
        return None
    units = {number: unit for quote in reversed(quotes) for number, unit in _units(quote).items()}
    try:
        written_out = ast.parse(formula.text, mode="eval").body
        term = _term(written_out, units, numbers(asked.question), asked.query.language)
    except (_UnsureError, SyntaxError, ValueError, InvalidOperation, ZeroDivisionError, RecursionError):
        return None
    if not of_each and not all_spoken_of(asked.question, lines):
        return None
    used = [quote for quote, line in zip(quotes, lines, strict=True) if term.used & numbers(line)]
    if not term.operation or term.value <= 0 or not used:
        return None
    if (
        _adds_again(written_out, asked.question, lines)
        or _multiplies_apart(written_out, asked.question, lines)
        or any(
            _is_a_share(quote, term.used) or _is_of_another_option(asked.question, quote, term.used)
            for quote in used
        )
    ):
        return None
    draft = Draft(asked)
    result = f"{term.shown} = {written(term.value, asked.query.language)} {term.unit}".strip()
    draft.quote("", *used, shown=result)
    draft.say("\n")
    for quote in used:
        whole, lead = with_lead(quote)
        draft.quote("\n- ", whole, shown=lead + said_quote(quote))
    return draft.done()


def _adds_again(node: ast.expr, question: str, lines: Sequence[str]) -> bool:
    """Whether a number is added more often than lines state it, and than the question says: "45 + 45" for two visits."""
    added = Counter(
        number
        for each in ast.walk(node)
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Add)
        for side in (each.left, each.right)
        if isinstance(side, ast.Constant)
        for number in numbers(str(side.value))
    )
    asked = numbers(question)
    return any(
        times > max(1, sum(number in numbers(line) for line in lines)) and str(times) not in asked
        for number, times in added.items()
    )


def _is_a_share(quote: Quote, used: Set[str]) -> bool:
    """Whether a row is called by a share, "VAT 20%", and states the amount that this is: 20 % of that amount are nothing."""
    shares = {
        number for _, cell in said_cells(quote) if _CALLED_SHARE.search(cell) for number in numbers(cell)
    }
    amounts = {
        number for _, cell in said_cells(quote) if amount(cell) is not None for number in numbers(cell)
    }
    return bool(used & shares) and bool(used & (amounts - shares))


def _is_of_another_option(question: str, quote: Quote, used: Set[str]) -> bool:
    """Whether a number of a row stands under "Option A" alone, beside an "Option B" that the question names instead."""
    said = f" {' '.join(words(question))} "
    cells = [(tuple(words(head)), numbers(cell)) for head, cell in said_cells(quote)]
    named = {head for head, _ in cells if head and f" {' '.join(head[-2:])} " in said}
    right = set().union(*(found for head, found in cells if head in named))
    return any(
        bool(used & found - right)
        and head not in named
        and any(_differ_by_one(head, other) for other in named)
        for head, found in cells
    )


def _differ_by_one(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether they are called alike but for one word: "Option A" and "Option B"."""
    return len(one) == len(other) > 1 and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _multiplies_apart(node: ast.expr, question: str, lines: Sequence[str]) -> bool:
    """Whether two numbers are multiplied that no line has both, and none of which is the question's: the price of one row, and
    the "3 juniors" of another."""
    asked, stated = numbers(question), [numbers(line) for line in lines]
    return any(
        asked.isdisjoint(both) and not any(both <= own for own in stated)
        for each in ast.walk(node)
        if isinstance(each, ast.BinOp)
        and isinstance(each.op, ast.Mult)
        and isinstance(each.left, ast.Constant)
        and isinstance(each.right, ast.Constant)
        for both in [numbers(str(each.left.value)) | numbers(str(each.right.value))]
    )


def _units(quote: Quote) -> dict[str, str]:
    """The numbers that a line states, in one notation, each with its unit: that of money or time, "" of any other."""
    cells, said = said_cells(quote), said_quote(quote)
    found = [_in_cell(*pair) for pair in cells] if cells else [each.amount for each in stated_in(said)]
    units = dict.fromkeys(numbers(said), "")
    for each in filter(None, found):
        if each.kind in ("money", "time"):
            units |= dict.fromkeys(numbers(str(each.value)), each.unit.split(" per ")[0])
    return units


def _in_cell(head: str, cell: str) -> Amount | None:
    """An amount without a unit is one of the time that the head names: "Minutes"."""
    found = amount(cell, head)
    named = (unit_name(word) for word in words(head))
    unit = next((unit for unit in named if Amount(Decimal(), unit).kind == "time"), "")
    return replace(found, unit=unit) if found and not found.unit else found


def _term(node: ast.expr, units: Mapping[str, str], asked: set[str], language: str) -> _Term:
    """Raises _UnsureError where a number stands nowhere, or units do not go together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        value = Decimal(str(node.value))
        (number,) = numbers(str(value))
        if number not in units and number not in asked and value not in _OF_SHARES:
            raise _UnsureError
        return _Term(value, units.get(number, ""), written(value, language), used=frozenset((number,)))
    if not isinstance(node, ast.BinOp) or type(node.op) not in _OPERATIONS:
        raise _UnsureError
    sign, compute = _OPERATIONS[type(node.op)]
    left, right = (_term(each, units, asked, language) for each in (node.left, node.right))
    if sign == "−" and left.value < right.value and not left.operation:
        left, right = right, left
    shown = f"{_bracketed(left, sign)} {sign} {_bracketed(right, sign, behind=True)}"
    unit = _unit(left.unit, right.unit, sign)
    return _Term(compute(left.value, right.value), unit, shown, sign, left.used | right.used)


def _unit(left: str, right: str, sign: str) -> str:
    """Of a sum that of both sides; of "45 euros a visit, 6 visits" and of "9 euros an hour, 3 hours" that of money."""
    if not left or not right:
        return left or right
    kinds = [Amount(Decimal(), unit).kind for unit in (left, right)]
    if left == right and sign != "×":
        return "" if sign == "/" else left
    if kinds == ["money", "time"] and sign not in _SUMS:
        return left
    if kinds == ["time", "money"] and sign == "×":
        return right
    raise _UnsureError


def _bracketed(term: _Term, sign: str, behind: bool = False) -> str:
    inside = term.operation in _SUMS and (sign not in _SUMS or (behind and sign == "−"))
    return f"({term.shown})" if inside or (behind and sign == "/" and term.operation) else term.shown
