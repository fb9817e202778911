"""Amounts that sentences state of the things that a question names: "The training costs 4,000 euros."

One sentence, one thing, one amount; where a thing is given two amounts, or another could be meant, none.
"""

import re
from collections.abc import Iterator, Sequence

from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.sides.side_answers import side_answers
from ragdesk.answering.composed.sums.operands import Operand, Operands
from ragdesk.answering.composed.sums.stated import CLAUSE, Stated, asked_kinds, of_clause, stated_in
from ragdesk.answering.injection.commands import commands
from ragdesk.answering.units.quotes import Quote, intact, quotes_of
from ragdesk.domain.calibration import COMPOSED
from ragdesk.domain.search import ComparisonSide
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, hedged, opposed, words

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def stated_operands(asked: Asked, things: Sequence[ComparisonSide]) -> Operands:
    """An amount for each thing, all in one unit."""
    units = [
        quote
        for hit in asked.hits
        for quote in intact(quotes_of(hit), asked.texts.text(hit.chunk.document_id))
        if quote.units == 1 and not quote.text.startswith("|") and not commands(quote.text)
    ]
    found = {thing.name: list(_of(asked, thing, things, units)) for thing in things}
    shared = _shared_kind([each for each in found.values() if each])
    operands = list[Operand]()
    for each in found.values():
        fitting = [operand for operand in each if operand.amount.kind == shared]
        if len({operand.amount for operand in fitting}) > 1 or (each and not fitting):
            return Operands(())
        operands += fitting[:1]
    missing = [thing for thing in things if not found[thing.name]]
    if any(_says(thing, quote.text) and stated_in(quote.text) for thing in missing for quote in units):
        return Operands(())  # what is stated may be it
    if any(_contradicts(asked.question, quote.text, operand) for operand in operands for quote in units):
        return Operands(())
    return Operands(tuple(operands), tuple(thing.name for thing in missing))


def _contradicts(question: str, text: str, operand: Operand) -> bool:
    """Whether a clause that names the thing states another amount of the kind."""
    named = set(content_words(operand.name))
    clauses = (clause for clause in CLAUSE.split(text) if named <= set(content_words(clause)))
    amounts = (each.amount for clause in clauses for each in meant(question, stated_in(clause)))
    return any(each.kind == operand.amount.kind and each != operand.amount for each in amounts)


def stated_under(asked: Asked, things: Sequence[ComparisonSide]) -> Operands:
    """An amount for each thing of the sentence that is sure to answer for it, in any document; none where one is not."""
    operands = list[Operand]()
    for thing, answer in zip(things, side_answers(asked, things), strict=True):
        stated = [each for each in answer.amounts if each.measured] if answer else []
        if (
            answer is None
            or answer.others
            or answer.chance < COMPOSED.scattered
            or len(stated) != 1
            or not stated[0].exact
        ):
            return Operands(())
        operands.append(Operand(thing.name, stated[0].amount, answer.quote, stated[0].written))
    return Operands(tuple(operands))


def _shared_kind(found: Sequence[Sequence[Operand]]) -> str:
    """The only kind of amount that every thing has: money, time …; "" where there is none or a choice."""
    kinds = [{operand.amount.kind for operand in each} for each in found]
    shared = set.intersection(*kinds) if kinds else set()
    return shared.pop() if len(shared) == 1 else ""


def _of(
    asked: Asked, thing: ComparisonSide, things: Sequence[ComparisonSide], units: Sequence[Quote]
) -> Iterator[Operand]:
    """The amounts of one thing, of sentences that are sure to answer what is asked of it."""
    others = [other for other in things if other.name != thing.name]
    about = [
        quote
        for quote in units
        if _says(thing, quote.text) and not opposed(quote.text) and not hedged(quote.text)
    ]
    for quote, chance in asked.put(_alone(asked.question, thing, others)).judged(about):
        if chance >= COMPOSED.scattered:
            for stated in _amounts(asked.question, thing, others, quote.text):
                yield Operand(thing.name, stated.amount, quote, stated.written)


def _says(thing: ComparisonSide, text: str) -> bool:
    return set(content_words(thing.name)) <= set(content_words(text))


def _alone(question: str, thing: ComparisonSide, others: Sequence[ComparisonSide]) -> str:
    """The question without the other things, and without what is to be done with them."""
    for other in others:
        question = re.sub(
            rf"(?:, |\b(?:and|und) )?(?:the |der |die |das )?{re.escape(other.name)}\b", " ", question
        )
    kept = [
        word
        for word in question.split()
        if not set(words(word)) & (lexicon.words("sum_words") | {"and", "und"})
    ]
    return " ".join(kept)


def _operators() -> frozenset[str]:
    """Words that say what is to be done, and not with what."""
    return lexicon.words("sum_words") | lexicon.words("difference_words") | {"and", "und", "than", "als"}


def _amounts(
    question: str, thing: ComparisonSide, others: Sequence[ComparisonSide], text: str
) -> list[Stated]:
    """The amount that a sentence states of the thing: its only one, or the only one of the clause that names it."""
    clauses = [clause for clause in CLAUSE.split(text) if _says(thing, clause)]
    parts = [(text, stated_in(text))]
    if len(clauses) == 1:
        parts.append((clauses[0], of_clause(text, clauses[0])))
    for part, amounts in parts:
        stated = meant(question, amounts)
        if len(stated) == 1 and not any(_says(other, part) for other in others):
            return [each for each in stated if _usable(each, question, text)]
    return []


def meant(question: str, stated: Sequence[Stated]) -> list[Stated]:
    """Those amounts that a question may mean: of the kind that it speaks of, else money, time and what it counts."""
    kinds, asked = asked_kinds(question), content_words(question)
    if any(each.amount.kind in kinds for each in stated):
        return [each for each in stated if each.amount.kind in kinds]
    return [each for each in stated if each.amount.unit in asked or (each.measured and not kinds)]


def _usable(stated: Stated, question: str, text: str) -> bool:
    """Whether an amount is exact, of the year that is asked for, and money, time or what the question counts."""
    years, said = (set(_YEAR.findall(each)) for each in (question, text))
    if not stated.exact or (years and said and not years & said):
        return False
    return stated.measured or stated.amount.unit in content_words(question)
