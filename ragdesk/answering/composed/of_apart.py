"""A sum of things that lie apart, in several tables or sentences: each was looked up, and its answer has its amount."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.computed import write_missing, write_out
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.named import Operation
from ragdesk.answering.composed.of_marked import operands_in
from ragdesk.answering.composed.operands import Operand
from ragdesk.answering.composed.stated import paces_in, unit_name
from ragdesk.answering.in_context import said_quote
from ragdesk.answering.quotes import Quote
from ragdesk.domain.answers import Answer
from ragdesk.domain.search import ComparisonSide


def compose_of_apart(
    asked: Asked, things: Sequence[ComparisonSide], answers: Sequence[Answer], operation: Operation
) -> Composed | None:
    """The formula, or of which things no amount was found; None where it was found of none.

    Args:
        answers: that to each of the things.
    """
    found = [_operand(thing, answer) for thing, answer in zip(things, answers, strict=True)]
    operands = [operand for operand in found if operand is not None]
    draft = Draft(asked)
    if len(operands) == len(things):
        write_out(asked, draft, _in_one_pace(asked.question, operands), operation)
    elif operands:
        missing = [thing.name for thing, operand in zip(things, found, strict=True) if operand is None]
        write_missing(asked, draft, missing, operands)
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


def _operand(thing: ComparisonSide, answer: Answer) -> Operand | None:
    """The one amount of the passage that the answer cites; None where it cites several, or that states several."""
    if answer.verdict != "answered" or len(answer.citations) != 1:
        return None
    cited = answer.citations[0]
    hit = next((each for each in answer.hits if each.chunk.id == cited.chunk_id), None)
    if hit is None:
        return None
    stated = operands_in(thing.text, Quote(hit, cited.char_start, cited.char_end, cited.quote))
    return (
        Operand(thing.name, stated[0].amount, stated[0].quote, stated[0].written)
        if len(stated) == 1
        else None
    )
