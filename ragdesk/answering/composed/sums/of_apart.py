"""A sum of things that lie apart, in several tables or sentences: each was looked up, and its answer has its amount."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.sums.computed import compose_without, write_out
from ragdesk.answering.composed.sums.named import Operation, counted
from ragdesk.answering.composed.sums.of_formula import compose_of_formula
from ragdesk.answering.composed.sums.of_marked import operands_in
from ragdesk.answering.composed.sums.operands import Operand
from ragdesk.answering.composed.sums.stated import paces_in, unit_name
from ragdesk.answering.units.in_context import said_quote
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.answers import Answer
from ragdesk.domain.search import ComparisonSide


def compose_of_apart(
    asked: Asked, things: Sequence[ComparisonSide], answers: Sequence[Answer], operation: Operation
) -> Composed | None:
    """The calculation that the writer writes of what was found for all, or the sum; or of which things no amount was found. None
    where it was found of none.

    Args:
        answers: that to each of the things.

    Raises:
        ModelError: the model is missing, or it died.
    """
    cited = [quote for answer in answers for quote in _cited(answer)]
    # One line may answer for several things.
    quotes = list({(quote.hit.chunk.id, quote.char_start, quote.char_end): quote for quote in cited}.values())
    if all(map(_cited, answers)) and (made := compose_of_formula(asked, quotes, of_each=True)):
        return made
    found = [_operand(thing, answer) for thing, answer in zip(things, answers, strict=True)]
    operands = [operand for operand in found if operand is not None]
    missing = [thing.name for thing, operand in zip(things, found, strict=True) if operand is None]
    if missing:
        return compose_without(asked, missing, operands)
    if counted(asked.question, list(map(said_quote, quotes))):
        return None
    draft = Draft(asked)
    write_out(asked, draft, _in_one_pace(asked.question, operands), operation)
    return draft.done()


def _in_one_pace(question: str, operands: Sequence[Operand]) -> Sequence[Operand]:
    """What the amounts of each month come to is asked "a month": an amount that names no pace has that one. Where neither the
    question nor the documents say that all have the same, they stay as they are, and are not added."""
    named = [_unit(operand) for operand in operands]
    paces = {pace for _, pace in named if pace}
    if len(paces) > 1 or (len({pace for _, pace in named}) > 1 and not paces <= paces_in(question)):
        return operands
    return [
        replace(operand, amount=replace(operand.amount, unit=bare))
        for operand, (bare, _) in zip(operands, named, strict=True)
    ]


def _unit(operand: Operand) -> tuple[str, str]:
    """What is measured in, and how often: as the amount says, or the head over it."""
    bare, _, pace = operand.amount.unit.partition(" per ")
    said = paces_in(said_quote(operand.quote))
    pace = pace or (said.pop() if len(said) == 1 else "")
    return unit_name(bare) if bare.islower() else bare, pace


def _cited(answer: Answer) -> list[Quote]:
    """What an answer cites of the passages that it was found in."""
    hits = {hit.chunk.id: hit for hit in answer.hits}
    return [
        Quote(hits[cited.chunk_id], cited.char_start, cited.char_end, cited.quote)
        for cited in (answer.citations if answer.verdict == "answered" else ())
        if cited.chunk_id in hits
    ]


def _operand(thing: ComparisonSide, answer: Answer) -> Operand | None:
    """The one amount of the passage that the answer cites; None where it cites several, or that states several."""
    quotes = _cited(answer)
    if len(quotes) != 1:
        return None
    stated = operands_in(thing.text, quotes[0])
    return (
        Operand(thing.name, stated[0].amount, stated[0].quote, stated[0].written)
        if len(stated) == 1
        else None
    )
