"""Sums, differences, averages, shares and days between dates: exact, with the formula, each operand cited.

Operands are cells of a table or amounts that sentences state. Where it is not sure which are meant, or in what, nothing is
computed; where one is not there, that is said.
"""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.sums.amounts import written
from ragdesk.answering.composed.sums.between import compose_between
from ragdesk.answering.composed.sums.named import Computation, Operation, computation, counted
from ragdesk.answering.composed.sums.operands import Operand, Operands
from ragdesk.answering.composed.sums.sentences import stated_operands, stated_under
from ragdesk.answering.composed.sums.shares import compose_share
from ragdesk.answering.composed.tables.cells import operands_of
from ragdesk.answering.composed.tables.tables import tables_in
from ragdesk.answering.units.in_context import said_quote
from ragdesk.domain.calibration import COMPOSED


def compose_computed(asked: Asked) -> Composed | None:
    return compose_between(asked) or compose_share(asked) or _of_operands(asked)


def _of_operands(asked: Asked) -> Composed | None:
    wanted = computation(asked.question)
    if wanted is None:
        return None
    candidates = [*_in_tables(asked, wanted), *_in_sentences(asked, wanted)]
    if not asked.answerable and not wanted.things:
        return None
    whole = [
        each
        for each in candidates
        if not each.missing and _enough(each, wanted.operation) and _once(asked.question, wanted, each)
    ]
    if whole:
        return _result(asked, whole[0].found, wanted.operation)
    partly = [each for each in candidates if each.missing and each.found and asked.answerable]
    return compose_without(asked, partly[0].missing, partly[0].found) if partly else None


def _enough(operands: Operands, operation: Operation) -> bool:
    return len(operands.found) == 2 or (len(operands.found) > 2 and operation != "difference")


def _once(question: str, wanted: Computation, operands: Operands) -> bool:
    """Whether each thing that is named is asked for once."""
    return not (wanted.things and counted(question, [said_quote(each.quote) for each in operands.found]))


def _in_tables(asked: Asked, wanted: Computation) -> list[Operands]:
    """Of the tables, the one that answers best first."""
    tables = tables_in(asked.hits[: COMPOSED.hits], asked.texts)
    judged = zip(tables, asked.judged([table.quote for table in tables]), strict=True)
    best = sorted(judged, key=lambda pair: -pair[1][1])
    return [operands_of(asked.question, wanted.things, table) for table, _ in best]


def _in_sentences(asked: Asked, wanted: Computation) -> list[Operands]:
    """Amounts of sentences that name the things, or that stand in a document or under a heading that does."""
    if not wanted.things or not asked.answerable:
        return []
    stated = stated_operands(asked, wanted.things)
    return [stated_under(asked, wanted.things), stated] if stated.missing else [stated]


def _result(asked: Asked, operands: Sequence[Operand], operation: Operation) -> Composed | None:
    draft = Draft(asked)
    write_out(asked, draft, operands, operation)
    return draft.done()


def write_out(asked: Asked, draft: Draft, operands: Sequence[Operand], operation: Operation) -> bool:
    """The result with its formula, then each operand with its citation; of operands in several units only these, and False."""
    units = sorted({operand.amount.unit for operand in operands})
    if len(units) > 1:
        phrase = composed_phrases(asked.query.language).units
        draft.say(phrase.format(units=", ".join(filter(None, units))) + "\n")
    else:
        draft.quote(
            "",
            *(operand.quote for operand in operands),
            shown=_formula(operands, operation, asked.query.language),
        )
        draft.say("\n")
    _write_operands(asked, draft, operands)
    return len(units) < 2


def compose_without(asked: Asked, missing: Sequence[str], found: Sequence[Operand]) -> Composed | None:
    """That something is missing, and what was found of the rest."""
    draft, phrase = Draft(asked), composed_phrases(asked.query.language).missing
    draft.say(phrase.format(missing=", ".join(missing)) + "\n")
    _write_operands(asked, draft, found)
    done = draft.done()
    return replace(done, missing=len(missing)) if done else None


def _write_operands(asked: Asked, draft: Draft, operands: Sequence[Operand]) -> None:
    for operand in operands:
        shown = (
            f"{operand.name}: {written(operand.amount.value, asked.query.language)} {operand.written}".strip()
        )
        draft.quote("\n- ", operand.quote, shown=shown)


def _formula(operands: Sequence[Operand], operation: Operation, language: str) -> str:
    values = [operand.amount.value for operand in operands]
    if operation == "difference":
        values.sort(reverse=True)
        result, sign = values[0] - values[1], " − "
    else:
        result, sign = sum(values, Decimal()), " + "
    terms = sign.join(written(value, language) for value in values)
    if len(values) == 1:
        return f"{terms} {operands[0].written}".strip()
    if operation == "average":
        result, terms = result / len(values), f"({terms}) / {len(values)}"
    # Of "1 day" and "6 days" the plural.
    most = max(operands, key=lambda operand: operand.amount.value)
    return f"{terms} = {written(result, language)} {most.written}".strip()
