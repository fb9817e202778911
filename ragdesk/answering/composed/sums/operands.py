"""What is computed with: an amount, what it is of, and the quote that states it."""

from dataclasses import dataclass

from ragdesk.answering.composed.sums.amounts import Amount
from ragdesk.answering.units.quotes import Quote


@dataclass(frozen=True, slots=True)
class Operand:
    """`written` is its unit as the document has it."""

    name: str
    amount: Amount
    quote: Quote
    written: str = ""


@dataclass(frozen=True, slots=True)
class Operands:
    """Those that were found, in the question's order, and the names of those that were not."""

    found: tuple[Operand, ...]
    missing: tuple[str, ...] = ()
