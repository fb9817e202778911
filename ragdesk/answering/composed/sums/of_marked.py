"""A sum or a difference of the lines that the language model has marked: "what do roof and boiler come to", of two rows.

Each line gives the one amount that is asked for. Where a line gives more than one, or a line may be missing, the writer puts the
calculation together, or nothing is computed.
"""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.sums.amounts import Amount, amount, readable
from ragdesk.answering.composed.sums.computed import write_out
from ragdesk.answering.composed.sums.named import (
    Operation,
    all_spoken_of,
    computation,
    counted,
    speaks_of,
    things,
)
from ragdesk.answering.composed.sums.of_formula import compose_of_formula
from ragdesk.answering.composed.sums.operands import Operand
from ragdesk.answering.composed.sums.stated import asked_kinds, stated_in, unit_name
from ragdesk.answering.composed.sums.summed import wants_sum
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.heads import columns_asked, things_asked
from ragdesk.answering.units.in_context import ROW_NUMBER, said_cells, said_quote, with_lead
from ragdesk.answering.units.quotes import Quote
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, numbers, words

# More operands are no formula that anybody reads.
MOST = 12
NAME_WORDS = 6
# "4 small boats": a number, and what it may be a number of. Behind a contrast something else is counted.
_NUMBERED = re.compile(
    r"(?<![\w.,])(?P<number>\d[\d.,]*\d|\d) (?P<words>[^\W\d_][\w-]*(?: [^\W\d_][\w-]*){0,3})"
)
_CONTRAST = re.compile(r",? (?:while|whereas|but|compared|während|aber|gegenüber)\b", re.IGNORECASE)
_BOTH = frozenset(("both", "beide", "beiden"))


def compose_of_marked(asked: Asked) -> Composed | None:
    """None where nothing is computed.

    Raises:
        ModelError: the model is missing, or it died.
    """
    lines, draft = asked.answering(), Draft(asked)
    operation, operands = _operation(asked.question), _operands(asked.question, lines)
    few = 2 <= len(operands) <= (2 if operation == "difference" else MOST)
    alike = len({operand.amount.unit for operand in operands}) == 1
    several = bool(asked.query.sides or things(asked.question))
    once = not (several and counted(asked.question, [said_quote(unit.quote) for unit in lines]))
    if operation and few and alike and once and _are_all(asked.question, operands):
        write_out(asked, draft, operands, operation)
        return draft.done()
    return compose_of_formula(asked, [unit.quote for unit in lines])


def compose_marked(asked: Asked) -> Composed | None:
    """The marked lines as they stand; None where none is surely marked."""
    lines, draft = asked.answering(), Draft(asked)
    for unit in lines:
        draft.quote("\n- " if len(lines) > 1 else "", with_lead(unit.quote)[0], shown=said_quote(unit.quote))
    return draft.done()


def _operation(question: str) -> Operation | None:
    wanted = computation(question)
    if wanted is not None:
        return wanted.operation
    return "sum" if wants_sum(question) else None


def _are_all(question: str, operands: Sequence[Operand]) -> bool:
    """Whether none is missing, as far as the question tells: it names these and no others, or says how many there
    are. Of "the must-have features" a line may not have been marked, and the sum would be wrong."""
    asked, called = set(content_words(question)), [operand.name for operand in operands]
    named = all(speaks_of(asked, content_words(name)) for name in called)
    whole = all_spoken_of(question, called)
    both = len(operands) == 2 and not _BOTH.isdisjoint(words(question))
    return (named and whole) or both or str(len(operands)) in numbers(question)


def _operands(question: str, lines: Sequence[JudgedUnit]) -> list[Operand]:
    """One of each line that states an amount, or both of the only one; none where a line states several. What each of several
    pays is no sum: "everyone puts in 280 euros, Lotte 140"."""
    found = [operands_in(question, unit.quote) for unit in lines]
    if len(lines) == 1:
        said = words(said_quote(lines[0].quote))
        return found[0] if lexicon.words("each_words").isdisjoint(said) else []
    return [each for several in found for each in several] if all(len(each) < 2 for each in found) else []


def operands_in(question: str, quote: Quote) -> list[Operand]:
    """The amounts of a row or sentence that are asked for."""
    return _of_row(question, quote) or _of_sentence(question, quote)


def _of_row(question: str, quote: Quote) -> list[Operand]:
    """The amount in the column that is asked for, or the only one of the kind that is: "how many" asks for no money."""
    cells = [(head, cell) for head, cell in said_cells(quote) if head != ROW_NUMBER]
    name = next((cell for _, cell in cells if any(map(str.isalpha, cell))), "")
    amounts = {at: amount(cell, head) for at, (head, cell) in enumerate(cells) if cell != name}
    found = {at: each for at, each in amounts.items() if each is not None}
    if "number" in things_asked(question):
        found = {at: each for at, each in found.items() if each.kind != "money"}
    heads, kinds = [head for head, _ in cells], asked_kinds(question)
    named = [at for at in columns_asked(question, heads, besides=name) if at in found]
    measured = [at for at in found if kinds & {found[at].kind, *map(unit_name, words(heads[at]))}]
    chosen = next((each for each in (named, measured) if len(each) == 1), list(found))
    return [Operand(name, found[at], quote, found[at].unit) for at in chosen]


def _of_sentence(question: str, quote: Quote) -> list[Operand]:
    """The amounts of the kind that is asked for; else the numbers of what is asked for."""
    if quote.text.startswith("|"):
        return []
    said, kinds = said_quote(quote), asked_kinds(question)
    stated = [each for each in stated_in(said) if each.measured and each.exact]
    stated = [each for each in stated if each.amount.kind in kinds] or stated
    name = " ".join(said.split()[:NAME_WORDS]) + (" …" if len(said.split()) > NAME_WORDS else "")
    return [Operand(name, each.amount, quote, each.written) for each in stated] or _counted(question, quote)


def _counted(question: str, quote: Quote) -> list[Operand]:
    """The numbers of what is asked for: of "4 small boats and 3 large boats, but 9 bicycles" those of boats."""
    asked = set(content_words(question))
    part = max(
        _CONTRAST.split(said_quote(quote)), key=lambda each: len(asked.intersection(content_words(each)))
    )
    found = list[Operand]()
    for match in _NUMBERED.finditer(part):
        names, value = match["words"].split(), readable(match["number"])
        until = next((at for at, word in enumerate(names) if asked.intersection(content_words(word))), None)
        if until is not None and value is not None:
            found.append(Operand(" ".join(names[: until + 1]), Amount(value, ""), quote))
    return found
