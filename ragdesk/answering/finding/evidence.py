"""From the question to its evidence: searched for as it was asked, or in the documents' language (see `across`)."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from ragdesk.answering.clock import Clock
from ragdesk.answering.finding.by_role import by_role
from ragdesk.answering.finding.named_document import named_document, taking_turns
from ragdesk.answering.finding.says_name import where_it_is_named
from ragdesk.answering.finding.search import search
from ragdesk.answering.finding.spelling import respelled
from ragdesk.answering.languages.across import (
    crosses,
    in_translation,
    named_there,
    other_language,
    own_language_first,
)
from ragdesk.answering.languages.translate import translate_question
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Event, Evidence, Stage
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query, Scope

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, and with which question. `untried` is a language of the documents that it was not put into yet; ""
    where there is none."""

    query: Query
    hits: tuple[Hit, ...]
    untried: str


# The document that the hits of a question surely answer it from, "" where none does.
SurelyIn = Callable[[Query, Sequence[Hit]], str]


def nowhere(query: Query, hits: Sequence[Hit]) -> str:
    """For whom only the whole answer counts."""
    return ""


def find(
    query: Query,
    resources: Resources,
    scope: Scope,
    clock: Clock,
    cancelled: Cancelled,
    surely_in: SurelyIn = nowhere,
) -> Generator[Event, None, Found]:
    """The evidence, shown as soon as there is some. In translation at once where no document is in the question's language,
    and where the question as it was asked led to nothing in its own, or says a name that only the others have. The document
    that it names is not searched apart where the answer is surely found in it."""
    other = other_language(query, resources.passages(scope), resources.embedder_languages)
    if other is not None and other.first:
        return (yield from find_in(other.code, query, resources, scope, clock, cancelled))
    hits = yield from _search(query, resources, scope, clock, cancelled)
    if other is not None and not cancelled():
        documents = named_there(query, other.code, resources.retriever, resources.texts, scope)
        if documents:
            there = replace(scope, documents=documents)
            return (yield from find_in(other.code, query, resources, there, clock, cancelled))
    if (mended := respelled(query, hits)) is not query and not cancelled():
        query = mended
        hits = yield from _search(query, resources, scope, clock, cancelled)
    if (in_its_words := by_role(query, hits, resources.texts)) is not query and not cancelled():
        again = yield from _search(in_its_words, resources, scope, clock, cancelled)
        if best_passage(again) > best_passage(hits):
            query, hits = in_its_words, again
        else:
            yield Evidence(hits=hits, standalone_question=query.standalone)
    if not cancelled():
        query, hits = yield from _in_named(query, hits, resources, clock, cancelled, surely_in)
    if other is not None and crosses(query, hits, resources.texts) and not cancelled():
        own = own_language_first(query, hits, resources.texts)
        if crosses(query, own, resources.texts):
            return (yield from find_in(other.code, query, resources, scope, clock, cancelled))
        yield Evidence(hits=own, standalone_question=query.standalone)
        hits = own
    return Found(query, hits, other.code if other else "")


def _in_named(
    query: Query,
    hits: tuple[Hit, ...],
    resources: Resources,
    clock: Clock,
    cancelled: Cancelled,
    surely_in: SurelyIn = nowhere,
) -> Generator[Event, None, tuple[Query, tuple[Hit, ...]]]:
    """What the document that the question names says without its name, before what the whole question found."""
    named = named_document(query, hits, resources.texts)
    if named is None or named.document_id == surely_in(query, hits):
        return query, hits
    alone = replace(query, standalone=named.question, texts=((named.question, 1.0),), asked=None)
    scope = Scope(documents=(named.document_id,))
    own = yield from stages_only(_search(alone, resources, scope, clock, cancelled))
    both = taking_turns(own, hits, resources.top)
    yield Evidence(hits=both, standalone_question=query.standalone)
    return replace(query, unnamed=named.question), both


def find_in(
    language: str, query: Query, resources: Resources, scope: Scope, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, Found]:
    """The evidence for the question put into this language; as it was asked where the model does not translate it in time."""
    yield Stage("translate")
    text = translate_question(query.standalone, query.language, language, resources.model, cancelled)
    if cancelled():
        return Found(query, (), "")
    if text:
        query = in_translation(query, text, language, resources.embedder_languages)
    hits = yield from _search(query, resources, scope, clock, cancelled)
    if not cancelled():
        query, hits = yield from _in_named(query, hits, resources, clock, cancelled)
    return Found(query, hits, "")


def stages_only(steps: Generator[Event, None, _Result]) -> Generator[Event, None, _Result]:
    """What a part of a question is at, without its own passages and words: they are shown with the whole."""
    while True:
        try:
            event = next(steps)
        except StopIteration as done:
            return cast(_Result, done.value)
        if isinstance(event, Stage):
            yield event


def best_passage(hits: Sequence[Hit]) -> float:
    """The reranker's best logit; without a reranker none is better than another."""
    return max((hit.reranker_score for hit in hits if hit.reranker_score is not None), default=0.0)


def passages(query: Query, resources: Resources, scope: Scope) -> Generator[list[Hit], None, None]:
    """The best passages: at once, and then in the reranker's order. Where the question says a name, those of documents that say
    it, too."""
    found = search(
        query,
        retriever=resources.retriever,
        embedder=resources.embedder,
        reranker=resources.reranker,
        top=resources.top,
        scope=scope,
    )
    for hits in found:
        yield where_it_is_named(query, hits, resources.texts)


def _search(
    query: Query, resources: Resources, scope: Scope, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, tuple[Hit, ...]]:
    """The evidence, shown as retrieval has it and again in the reranker's order; what was shown last."""
    yield Stage("retrieve")
    evidence: tuple[Hit, ...] = ()
    for hits in passages(query, resources, scope):
        evidence = tuple(hits)
        clock.retrieved = clock.retrieved or clock.seconds()
        yield Evidence(hits=evidence, standalone_question=query.standalone)
        clock.first_evidence = clock.first_evidence or clock.seconds()
        if cancelled():
            break
    return evidence
