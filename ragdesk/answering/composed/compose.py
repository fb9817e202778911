"""Which composer takes which kind of question. Where it gives nothing, the model writes."""

from collections.abc import Callable, Mapping

from ragdesk.answering.composed.alike import compose_alike
from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.lists.introduced import compose_introduced
from ragdesk.answering.composed.lists.lists import compose_list
from ragdesk.answering.composed.lists.of_stretch import compose_of_stretch
from ragdesk.answering.composed.lists.procedure import compose_procedure
from ragdesk.answering.composed.sides.compared import compose_compared
from ragdesk.answering.composed.sides.spent_by_each import compose_spent_by_each
from ragdesk.answering.composed.sums.between import compose_between
from ragdesk.answering.composed.sums.by_month import compose_by_month
from ragdesk.answering.composed.sums.computed import compose_computed
from ragdesk.answering.composed.sums.counted import compose_counted
from ragdesk.answering.composed.sums.in_numbers import compose_in_numbers
from ragdesk.answering.composed.sums.spent import compose_spent
from ragdesk.answering.composed.sums.summed import compose_summed
from ragdesk.answering.composed.tables.bands import compose_banded
from ragdesk.answering.composed.tables.cell import (
    compose_cell,
    compose_coded,
    compose_crossed,
    compose_nearly_named,
)
from ragdesk.answering.composed.tables.column import compose_column
from ragdesk.answering.composed.tables.extremes import compose_extreme
from ragdesk.answering.composed.tables.filtered import compose_filtered
from ragdesk.answering.composed.tables.in_codes import in_codes
from ragdesk.answering.composed.tables.in_months import months_in
from ragdesk.answering.composed.tables.in_seasons import compose_in_season
from ragdesk.answering.composed.tables.ticks import compose_ticked
from ragdesk.answering.composed.tables.vacancies import compose_full, compose_left
from ragdesk.answering.composed.yes_or_no.yesno import compose_yesno
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.understanding.wanted import wanted
from ragdesk.domain.calibration import STRETCH
from ragdesk.domain.search import QuestionKind


def _looked_up(asked: Asked) -> Composed | None:
    """Most are looked up by the model; some are counted ("how many are there"), reckoned ("how many days after"), found by an
    extreme, or stand in one row of a table (by its name, its code or a band), in the list that a sentence introduces, or in
    either of two sentences."""
    counted = (compose_counted(asked) or compose_between(asked)) if asked.answerable else None
    return (
        compose_left(asked)
        or counted
        or _reckoned(asked)
        or compose_extreme(asked)
        or compose_in_season(asked)
        or compose_cell(asked)
        or compose_coded(asked)
        or compose_crossed(asked)
        or compose_filtered(asked)
        or (compose_banded(asked) if asked.answerable else None)
        or _several(asked)
        or _introduced(asked)
        or compose_alike(asked)
    )


def _several(asked: Asked) -> Composed | None:
    """The lines of one place, where the question may want more than one, and one of them surely answers."""
    best = asked.best_marked
    sure = best is not None and best.surely_marked
    return compose_of_stretch(asked) if sure and wanted(asked.question).several >= STRETCH.several else None


def _reckoned(asked: Asked) -> Composed | None:
    """A sum of rows. A question that might lean on the turn before it is complete where it names rows by itself."""
    itself = asked.put(asked.query.texts[0][0])
    for each in (itself, asked) if itself.question != asked.question else (asked,):
        found = (
            compose_in_numbers(each) or compose_by_month(each) or compose_summed(each) or compose_spent(each)
        )
        if found:
            return found
    return None


def _introduced(asked: Asked) -> Composed | None:
    """A list, where it holds what is asked for: what is to be sent does not say when."""
    found = compose_introduced(asked)
    return found if found and has_expected_type(asked.query.checked, found.text) else None


def _computed(asked: Asked) -> Composed | None:
    """From April to June are three months, and no sum of two."""
    first, then = compose_computed, compose_summed
    if months_in(asked.question):
        first, then = then, first
    return compose_in_numbers(asked) or compose_by_month(asked) or first(asked) or then(asked)


def _list(asked: Asked) -> Composed | None:
    """What a table tells by its columns goes before the lines that the model marks, and these before a list as a whole."""
    return (
        compose_full(asked)
        or compose_column(asked)
        or compose_filtered(asked)
        or compose_nearly_named(asked)
        or compose_of_stretch(asked)
        or compose_list(asked)
    )


# What most of these find is sure by itself, whatever the gate says of the question as a whole: each side, each named cell, a list
# that the model says is the one.
_COMPOSERS: Mapping[QuestionKind, Callable[[Asked], Composed | None]] = {
    "list": _list,
    "procedure": lambda asked: compose_coded(asked) or compose_procedure(asked),
    "compare": lambda asked: compose_spent_by_each(asked) or compose_compared(asked),
    "compute": _computed,
    "lookup": _looked_up,
    "yesno": lambda asked: compose_ticked(asked) or compose_yesno(asked),
}


def compose(asked: Asked) -> Composed | None:
    """The answer that code makes of quotes, if the question's kind has a composer and the documents give it what it needs."""
    composer = _COMPOSERS.get(asked.query.kind)
    found = composer(asked) if composer is not None else None
    if found is None and asked.query.kind in ("lookup", "compute") and (coded := in_codes(asked)):
        return _reckoned(coded) or compose_coded(coded)
    return found
