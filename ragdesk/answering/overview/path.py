"""The path of a question about whole documents: key points at once, or the written overview, as it comes."""

import logging
from collections.abc import Generator, Sequence
from dataclasses import replace

from ragdesk.answering.clock import Clock
from ragdesk.answering.overview.asked import wanted
from ragdesk.answering.overview.display import shown_title
from ragdesk.answering.overview.overview import naming, overview
from ragdesk.answering.overview.phrases import overview_phrases
from ragdesk.answering.overview.pool import Pool, pool_of
from ragdesk.answering.overview.which import choose
from ragdesk.answering.overview.writing import WrittenSoFar, head, numbered, write
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, AnswerSoFar, Event, Evidence, Timings, Token
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.domain.documents import Document
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query, Scope

log = logging.getLogger(__name__)


def whole_documents(
    query: Query,
    resources: Resources,
    scope: Scope,
    clock: Clock,
    cancelled: Cancelled,
    written: bool,
    hits: Sequence[Hit] | None = None,
) -> Generator[Event, None, bool]:
    """Answer, if the question is of whole documents; whether it was.

    Args:
        written: the overview of the one document that is meant is to be written, whatever else is asked.
        hits: what a search for the question found; None before it is searched for.
    """
    if written and (document := _meant(query, resources, scope)) is not None:
        answer = yield from _written(query, document, resources, clock, cancelled)
    else:
        answer = overview(query, resources, scope, hits)
        if answer is not None:
            yield from _at_once(answer, clock)
    if answer is None:
        return cancelled()
    log.info(
        "overview verdict=%s citations=%d sections=%d seconds=%.2f",
        answer.verdict,
        len(answer.citations),
        answer.written[0],
        clock.seconds(),
    )
    yield replace(answer, timings=clock.timings())
    return True


def _at_once(answer: Answer, clock: Clock) -> Generator[Event, None, None]:
    """What is shown before an answer of quotes: the passages, and its words."""
    clock.retrieved = clock.seconds()
    if answer.hits:
        yield Evidence(hits=answer.hits, standalone_question=answer.standalone_question)
        clock.first_evidence = clock.first_token = clock.seconds()
        yield Token(answer.text)


def _meant(query: Query, resources: Resources, scope: Scope) -> Document | None:
    """The one document that is meant, if it is clear."""
    if resources.whole is None:
        return None
    documents = resources.whole.documents(scope)
    choice = choose(
        naming(query, wanted(query.text)), documents, scope, all_listed=resources.whole.lists_all(scope)
    )
    return choice.documents[0] if len(choice.documents) == 1 else None


def _written(
    query: Query, document: Document, resources: Resources, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, Answer | None]:
    """The overview as it is written; None where the document says nothing, or if cancelled."""
    assert resources.whole is not None
    pool = pool_of(document, resources.whole, resources.embedder)
    answer = None
    for event in write(pool, resources, cancelled):
        if isinstance(event, WrittenSoFar) and not event.sections:
            if not event.outline:
                return None
            clock.retrieved = clock.first_evidence = clock.seconds()
            if event.readings:
                hits = tuple(reading.key.quote.hit for reading in event.readings)
                yield Evidence(hits=hits, standalone_question=query.standalone)
        elif isinstance(event, WrittenSoFar):
            answer = _answer(query, pool, event, resources.model.name)
            yield AnswerSoFar(answer)
        else:
            if isinstance(event, Token) and clock.first_token is None:
                clock.first_token = clock.seconds()
            yield event
    return None if answer is None or answer.unfinished else answer


def _answer(query: Query, pool: Pool, done: WrittenSoFar, model: str) -> Answer:
    lines = [
        (sentence.text, [cited for cited in section.citations if cited.number in sentence.citations])
        for section in done.sections
        for sentence in section.sentences
    ]
    sentences, citations = numbered(lines)
    passages = {chunk.id: chunk for chunk in pool.chunks}
    cited = dict.fromkeys(each.chunk_id for each in citations)
    return Answer(
        question=query.text,
        standalone_question=query.standalone,
        text=_text(query, pool, done),
        verdict="answered",
        citations=citations,
        sentences=sentences,
        hits=tuple(pool.hit(passages[each]) for each in cited),
        timings=Timings(retrieve=0.0),
        model=model,
        kind="overview",
        written=(len(done.sections), len(done.outline)),
    )


def _text(query: Query, pool: Pool, done: WrittenSoFar) -> str:
    """Introduction, headings and sentences; below them, that there are no more sections than this."""
    phrases, count = overview_phrases(query.language), len(done.outline)
    intro = phrases.written if done.finished else phrases.so_far
    parts = [intro.format(title=shown_title(pool.document), done=len(done.sections), count=count)]
    for section, planned in zip(done.sections, done.outline, strict=False):
        parts += [head(planned), " ".join(sentence.text for sentence in section.sentences)]
    if done.finished and count == OVERVIEW.most_sections:
        parts.append("\n\n" + phrases.most.format(count=count))
    return "".join(parts)
