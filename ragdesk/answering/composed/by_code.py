"""What code answers without a word of the model's: quotes that are composed, sums, sides of a comparison."""

from collections.abc import Generator, Sequence
from dataclasses import replace

from ragdesk.answering.composed.asked import Asked, Composed, of_quotes
from ragdesk.answering.composed.compose import compose
from ragdesk.answering.composed.lists.of_stretch import compose_sum_of_stretch
from ragdesk.answering.composed.sides.side_by_side import AskSide, answers_of_sides, ask_each_side
from ragdesk.answering.composed.sums.named import asked_singly, computation
from ragdesk.answering.composed.sums.of_apart import compose_of_apart
from ragdesk.answering.composed.sums.of_marked import compose_marked, compose_of_marked
from ragdesk.answering.composed.sums.summed import wants_sum
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.marking import marked
from ragdesk.answering.understanding.compare import MOST
from ragdesk.answering.understanding.wanted import wanted
from ragdesk.domain.answers import Answer, Event
from ragdesk.domain.calibration import STRETCH, marking_fit
from ragdesk.domain.search import Scope


def by_code(
    asked: Asked,
    judged: Sequence[JudgedUnit],
    refusal: Answer,
    scope: Scope,
    ask_one_side: AskSide,
) -> Generator[Event, None, Answer | None]:
    """The answer; of a comparison whose sides are not rows of one table, each side is asked for by itself. The refusal where a
    sum finds no amounts: a model of this size adds up wrongly. None where the model is to write.

    Raises:
        ModelError: the model is missing, or it died.
    """
    query, model = asked.query, asked.resources.model
    composed = compose(asked)
    if query.kind == "compute" and (composed is None or composed.missing) and not asked.cancelled():
        composed = yield from _computed(asked, judged, composed, scope, ask_one_side)
        if composed is None and marking_fit(model.name):
            return refusal
    if (
        composed is None
        and query.kind == "lookup"
        and _may_want_sum(query.standalone)
        and not asked.cancelled()
    ):
        composed = compose_sum_of_stretch(asked)
    made = of_quotes(refusal, composed) if composed is not None else None
    if query.kind != "compare" or asked.cancelled() or (composed is not None and _is_of_rows(composed)):
        return made
    missing = composed.missing if composed is not None else len(query.sides)
    by_sides = yield from ask_each_side(refusal, query, missing, scope, asked.texts, ask_one_side)
    return by_sides or made


def _computed(
    asked: Asked,
    judged: Sequence[JudgedUnit],
    partly: Composed | None,
    scope: Scope,
    ask_one_side: AskSide,
) -> Generator[Event, None, Composed | None]:
    """A sum of what each part of it was asked for by itself, or of the lines that the model marks. Else what was found of the
    sum, before (`partly`) or now, or these lines."""
    query, model = asked.query, asked.resources.model
    apart = yield from _of_apart(asked, scope, ask_one_side)
    if (apart is not None and not apart.missing) or asked.cancelled() or not marking_fit(model.name):
        return apart or partly
    lines = replace(asked, units=marked(query.standalone, judged, model, asked.cancelled, query.foreign))
    return (
        compose_of_marked(lines) or compose_sum_of_stretch(lines) or apart or partly or compose_marked(lines)
    )


def _may_want_sum(question: str) -> bool:
    return wants_sum(question) or wanted(question).computed >= STRETCH.computed


def _of_apart(
    asked: Asked,
    scope: Scope,
    ask_one_side: AskSide,
) -> Generator[Event, None, Composed | None]:
    """A sum of things that the question names, each of which is asked for by itself; None where it names none so, or too many."""
    query = asked.query
    wanted = computation(query.standalone)
    things = query.sides or asked_singly(query.standalone, query.language)
    if not 2 <= len(things) <= MOST or query.asked is not None:
        return None
    sides = replace(query, sides=things)
    answers = yield from answers_of_sides(sides, asked.hits, scope, asked.texts, ask_one_side)
    return compose_of_apart(asked, things, answers, wanted.operation if wanted else "sum")


def _is_of_rows(composed: Composed) -> bool:
    """Whether every side has its row of a table: these are named, and no sentence is chosen."""
    return not composed.missing and all(cited.quote.startswith("|") for cited in composed.citations)
