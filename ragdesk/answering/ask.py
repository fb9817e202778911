"""A question's path, as a stream of events:

    understand → search → gate → prompt → write → support → answer
               → whole documents     → compose → answer

Over documents in another language it is the translated question that goes this way (see `across`).

Synchronous; closing the generator cancels the model. Conversations and their storage are the app's business.
"""

import logging
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import partial

from ragdesk.answering.asked_once import AskedOnce
from ragdesk.answering.choosing.amended import with_amendment
from ragdesk.answering.choosing.closest import closest_of, surely_in
from ragdesk.answering.choosing.neighbours import with_neighbours
from ragdesk.answering.clock import Clock
from ragdesk.answering.decide import Asking, decide
from ragdesk.answering.finding.continued import repeats, where_it_left_off
from ragdesk.answering.finding.evidence import Found, find, find_in, nowhere
from ragdesk.answering.languages import across
from ragdesk.answering.overview.path import whole_documents
from ragdesk.answering.question import check_question
from ragdesk.answering.resources import Resources
from ragdesk.answering.scored_once import ScoredOnce
from ragdesk.answering.understanding.alone import put_alone
from ragdesk.answering.understanding.asked_of_each import asked_of_each
from ragdesk.answering.understanding.by_itself import both_ways
from ragdesk.answering.understanding.parts import in_parts
from ragdesk.answering.understanding.taken_apart import of_several, taken_apart
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Answer, Event, Stage
from ragdesk.domain.conversations import Turn
from ragdesk.domain.memory import MemoryContext
from ragdesk.domain.ports import Cancelled, never
from ragdesk.domain.search import Query, Scope

log = logging.getLogger(__name__)

# With these verdicts another reading of the question is tried.
_UNANSWERED = ("not_found", "unsupported")


def ask(
    question: str,
    resources: Resources,
    *,
    history: Sequence[Turn] = (),
    lent: MemoryContext | None = None,
    scope: Scope = Scope(),
    cancelled: Cancelled = never,
    searched_for: str = "",
    written: bool = False,
) -> Generator[Event, None, None]:
    """Answer from the documents; the last event is the Answer, unless `cancelled` turned true.

    Args:
        searched_for: the standalone question as a person put it; then neither history nor memory adds to it.
        lent: what memory knows of the words of the question and of how to answer. It is no evidence: what an answer says
            must stand in the documents, whatever memory says.
        written: a summary is to be written of the one document that is meant.

    Raises:
        QuestionError: before any work. ModelError: after the evidence was shown.
    """
    clock = Clock()
    question = check_question(question)
    resources = replace(
        resources,
        model=AskedOnce(resources.model),
        reranker=ScoredOnce(resources.reranker) if resources.reranker is not None else None,
    )
    yield Stage("rewrite")
    query = understand(
        question,
        history,
        lent=lent,
        searched_for=check_question(searched_for) if searched_for else "",
        embedder_languages=resources.embedder_languages,
    )
    if (yield from whole_documents(query, resources, scope, clock, cancelled, written)):
        return
    scope = where_it_left_off(query, scope, resources.texts)
    query, found = yield from _find_apart(query, resources, scope, clock, cancelled)
    if cancelled():
        return
    if (yield from whole_documents(query, resources, scope, clock, cancelled, written, found.hits)):
        return
    readings = yield from both_ways(query, found, resources, scope, clock, cancelled)
    answer = yield from _of_readings(readings, history, Asking(lent, scope, resources, clock, cancelled))
    if cancelled():
        return
    log.info(
        "answered verdict=%s citations=%d seconds=%.2f",
        answer.verdict,
        len(answer.citations),
        clock.seconds(),
    )
    yield replace(answer, timings=clock.timings())


def _of_readings(
    readings: Sequence[Found], history: Sequence[Turn], asking: Asking
) -> Generator[Event, None, Answer]:
    """The answer to the first reading of the question, or else to another one, with what its document changes further down."""
    first, *others = readings
    resources, cancelled = asking.resources, asking.cancelled
    in_full = partial(
        put_alone,
        history=history,
        resources=resources,
        scope=asking.scope,
        clock=asking.clock,
        cancelled=cancelled,
    )
    answer = yield from _answer((yield from in_full(first)), asking)
    for other in others:
        # What only says once more what was said of the turn before may not be about this question.
        if (answer.verdict in _UNANSWERED or repeats(first.query, answer)) and not cancelled():
            again = yield from _answer((yield from in_full(other)), asking)
            answer = answer if again.verdict in _UNANSWERED else again
    return with_amendment(answer, first.query, resources, cancelled)


def _find_apart(
    query: Query, resources: Resources, scope: Scope, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, tuple[Query, Found]]:
    """The question, with what is asked of each side, or with its parts, where the language model takes it apart; and what was
    found for it. What is found for the whole is shown before the model is asked, and the closest passage."""
    enough = partial(surely_in, resources) if resources.quick else nowhere
    found = yield from find(query, resources, scope, clock, cancelled, enough)
    if of_several(query) and (closest := closest_of(found, resources)) and not cancelled():
        yield closest
    apart = taken_apart(query, resources.model, cancelled)
    if apart is query:
        apart = in_parts(asked_of_each(query, resources.model, cancelled), resources.model, cancelled)
    if apart is query or cancelled():
        return query, found
    return apart, (yield from find(apart, resources, scope, clock, cancelled))


def _answer(found: Found, asking: Asking) -> Generator[Event, None, Answer]:
    """The answer from what was found, or else from the documents in other languages that are left."""
    query = found.query
    resources, cancelled = asking.resources, asking.cancelled
    of_one_side = partial(_of_one_side, asking)
    answer = with_neighbours((yield from decide(found, asking, of_one_side)), query, resources, cancelled)
    if answer.verdict in _UNANSWERED and found.untried and not cancelled():
        found = yield from find_in(found.untried, query, resources, asking.scope, asking.clock, cancelled)
        if found.query.asked is not None and across.may_answer(found.query, found.hits):
            again = with_neighbours(
                (yield from decide(found, asking, of_one_side)), found.query, resources, cancelled
            )
            if again.verdict != "not_found" and across.shares_words(found.query, again):
                return again
    return answer


def _of_one_side(asking: Asking, side: Query, scope: Scope) -> Generator[Event, None, Answer]:
    """The answer to one side of a comparison. What it shows on the way is not seen, so it has a clock of its own."""
    asking = replace(asking, scope=scope, clock=Clock())
    found = yield from find(side, asking.resources, scope, asking.clock, asking.cancelled)
    return (yield from _answer(found, asking))
