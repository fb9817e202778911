"""A short question in a conversation: it may lean on the turn before it, or be a new one. It is read both ways.

The rules of a follow-up take "what may the dog not bring" for one, since it is short. docs/lab/conversations.md, "Short, but
about something else".
"""

from collections.abc import Generator
from dataclasses import replace

from ragdesk.answering.clock import Clock
from ragdesk.answering.finding.evidence import Found, best_passage, find
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.compare import sides
from ragdesk.answering.understanding.followup import may_stand_alone
from ragdesk.answering.understanding.kinds import asked_of_documents
from ragdesk.answering.understanding.reading import with_apostrophes
from ragdesk.domain.answers import Event, Evidence
from ragdesk.domain.calibration import FOLLOW_UP
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Query, Scope
from ragdesk.text.tokens import content_words


def by_itself(query: Query) -> Query | None:
    """The question as if it were the first of its conversation; None where it leans on no turn, points back, or opens as an
    addition."""
    question = query.texts[0][0]
    if query.standalone == question or not may_stand_alone(question):
        return None
    return replace(
        query,
        standalone=question,
        checked=with_apostrophes(query.text),
        texts=query.texts[:1],
        sides=sides(question),
        kind=asked_of_documents(question),
        after=(),
    )


def both_ways(
    query: Query, found: Found, resources: Resources, scope: Scope, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, list[Found]]:
    """What was `found` for the question after the turns before it, and what is found for it by itself: that first, where a
    passage answers it much better so, or has all its words, and the best one after the turns before has not. `found` alone where
    it cannot be a new question."""
    alone = by_itself(query)
    if alone is None:
        return [found]
    new = yield from find(alone, resources, scope, clock, cancelled)
    clearer = best_passage(new.hits) >= best_passage(found.hits) + FOLLOW_UP.clearer
    if clearer or (_has_all(new, alone.standalone) and not _has_all(found, alone.standalone)):
        return [new, found]
    yield Evidence(hits=found.hits, standalone_question=found.query.standalone)
    return [found, new]


def _has_all(found: Found, question: str) -> bool:
    """Whether the best passage has every word of the question that carries meaning."""
    best = found.hits[0].chunk.placed_text if found.hits else ""
    return set(content_words(question)) <= set(content_words(best))
