"""A question's path, as a stream of events:

    understand → search → gate → prompt → read → gate → write → support → answer

Synchronous; closing the generator cancels the model. Conversations and their storage are the app's business.
"""

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ragdesk.answering import gate, prompt, support
from ragdesk.answering.clock import Clock
from ragdesk.answering.nearest import nearest
from ragdesk.answering.pace import Pace
from ragdesk.answering.phrases import phrases_in
from ragdesk.answering.quotes import running
from ragdesk.answering.search import search
from ragdesk.answering.understand import check_question, understand
from ragdesk.domain.answers import Answer, Event, Evidence, Nearest, Stage, Stance, Timings, Token, Verdict
from ragdesk.domain.calibration import of_reranker
from ragdesk.domain.conversations import Turn
from ragdesk.domain.memory import MemoryContext
from ragdesk.domain.ports import (
    Cancelled,
    Cells,
    Embedder,
    LanguageModel,
    Prompt,
    Reranker,
    Retriever,
    TextStore,
    never,
    no_cells,
)
from ragdesk.domain.search import Hit, Query, Scope

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resources:
    """What the path needs: the engines, the stores and the budgets (tokens of the model)."""

    retriever: Retriever
    texts: TextStore
    embedder: Embedder | None
    reranker: Reranker | None
    model: LanguageModel
    pace: Pace
    top: int
    prompt_tokens: int
    answer_tokens: int
    stance: Stance = "balanced"
    embedder_languages: str = ""
    cells: Cells = no_cells


def ask(
    question: str,
    resources: Resources,
    *,
    history: Sequence[Turn] = (),
    lent: MemoryContext | None = None,
    scope: Scope = Scope(),
    cancelled: Cancelled = never,
    searched_for: str = "",
) -> Generator[Event, None, None]:
    """Answer from the documents; the last event is the Answer, unless `cancelled` turned true.

    Args:
        searched_for: the standalone question as a person put it; then neither history nor memory adds to it.
        lent: what memory knows of the words of the question and of how to answer. It is no evidence: what an answer says
            must stand in the documents, whatever memory says.

    Raises:
        QuestionError: before any work. ModelError: after the evidence was shown.
    """
    clock = Clock()
    question = check_question(question)
    yield Stage("rewrite")
    query = understand(
        question,
        history,
        lent=lent,
        searched_for=check_question(searched_for) if searched_for else "",
        embedder_languages=resources.embedder_languages,
    )
    hits = yield from _search(query, resources, scope, clock, cancelled)
    if cancelled():
        return
    refusal = Answer(
        question=question,
        standalone_question=query.standalone,
        text=phrases_in(query.language).not_found,
        verdict="not_found",
        citations=(),
        sentences=(),
        hits=hits,
        timings=Timings(retrieve=clock.retrieved),
        model=resources.model.name,
        memory=lent.used if lent else (),
    )
    wording = lent.wording if lent else ""
    answer = yield from _decide(refusal, query, wording, resources, clock, cancelled)
    if cancelled():
        return
    log.info(
        "answered verdict=%s citations=%d seconds=%.2f",
        answer.verdict,
        len(answer.citations),
        clock.seconds(),
    )
    yield replace(answer, timings=clock.timings())


def _search(
    query: Query, resources: Resources, scope: Scope, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, tuple[Hit, ...]]:
    """The evidence, shown as retrieval has it and again in the reranker's order; what was shown last."""
    yield Stage("retrieve")
    evidence: tuple[Hit, ...] = ()
    for hits in search(
        query,
        retriever=resources.retriever,
        embedder=resources.embedder,
        reranker=resources.reranker,
        top=resources.top,
        scope=scope,
    ):
        evidence = tuple(hits)
        clock.retrieved = clock.retrieved or clock.seconds()
        yield Evidence(hits=evidence, standalone_question=query.standalone)
        clock.first_evidence = clock.first_evidence or clock.seconds()
        if cancelled():
            break
    return evidence


def _decide(
    refusal: Answer,
    query: Query,
    wording: str,
    resources: Resources,
    clock: Clock,
    cancelled: Cancelled,
) -> Generator[Event, None, Answer]:
    """From the evidence to the answer: both looks of the gate, and between them the model. The refusal, where one of them says
    no."""
    fits = gate.fits(resources.embedder, resources.reranker, resources.model)
    signs = gate.read_signs(query.standalone, refusal.hits, resources.reranker)
    log.info("signs %s", signs)
    if not gate.relevant(signs, fits):
        return refusal
    yield Stage("read")
    reading = _read(query, wording, refusal.hits, resources, clock, cancelled)
    log.info("read tokens=%d start=%s", clock.prompt_tokens, reading.start)
    is_answerable = partial(
        gate.answerable, signs, reading.start, resources.stance, fits, leaning=query.leans
    )
    if cancelled() or not is_answerable():
        return refusal
    text = yield from _write(reading, resources, clock, cancelled)
    if cancelled():
        return refusal
    yield Stage("check")
    answer = _judge(refusal, text, query, reading.hits, resources)
    return refusal if answer.verdict == "unsupported" and not is_answerable(borne_out=False) else answer


@dataclass(frozen=True, slots=True)
class _ReadPassages:
    """What the model has before it: `hits` are those that its prompt holds something of, best first; `start` is the
    log-probability that it begins to refuse, None where it cannot tell."""

    prompt: Prompt
    hits: tuple[Hit, ...]
    start: float | None


def _read(
    query: Query,
    wording: str,
    hits: Sequence[Hit],
    resources: Resources,
    clock: Clock,
    cancelled: Cancelled,
) -> _ReadPassages:
    """Let the model read the question over its evidence, and see whether it would refuse."""
    model, pace = resources.model, resources.pace
    manner = " ".join(filter(None, (phrases_in(query.language).answer_in, wording)))
    excerpts = prompt.select(
        hits,
        query.standalone,
        pace.budget(resources.prompt_tokens),
        model.count_tokens,
        manner,
        compares=bool(query.sides),
        scale=of_reranker(resources.reranker),
    )
    composed = prompt.compose(query.standalone, excerpts, resources.answer_tokens, manner)
    clock.prompt_tokens = sum(model.count_tokens(content) for _, content in composed.messages)
    began = clock.seconds()
    start = model.begins(composed, prompt.REFUSAL, cancelled)
    if start is not None:
        # The fixed part was in the cache.
        pace.observe(model.count_tokens(composed.messages[-1][1]), clock.seconds() - began)
        # From here on the code decides: the model shall not refuse on its own.
        composed = replace(composed, banned=(prompt.REFUSAL.split()[0],))
    read = {excerpt.hit.chunk.id for excerpt in excerpts}
    return _ReadPassages(composed, tuple(hit for hit in hits if hit.chunk.id in read), start)


def _write(
    reading: _ReadPassages, resources: Resources, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, str]:
    """Stream the model's words; returns the whole text."""
    pieces: list[str] = []
    for piece in resources.model.stream(reading.prompt, cancelled):
        if clock.first_token is None:
            clock.first_token = clock.seconds()
            yield Stage("write")
        pieces.append(piece)
        yield Token(piece)
    text = support.tidy("".join(pieces))
    clock.answer_tokens = resources.model.count_tokens(text)
    return text


def _judge(refusal: Answer, text: str, query: Query, hits: Sequence[Hit], resources: Resources) -> Answer:
    """Attach the citations and decide the verdict."""
    attribution = support.attribute(
        text,
        query.checked,
        hits,
        texts=resources.texts,
        cells=resources.cells,
        embedder=resources.embedder,
        reranker=resources.reranker,
    )
    claims = [sentence for sentence in attribution.sentences if not prompt.denies(sentence.text)]
    if not claims:
        return refusal
    verdict: Verdict = "answered" if any(claim.supported for claim in claims) else "unsupported"
    answer = replace(
        refusal,
        text=text,
        verdict=verdict,
        sentences=attribution.sentences,
        citations=attribution.citations,
    )
    if verdict == "answered":
        return answer
    return replace(answer, nearest=_nearest(answer, query, hits, resources))


def _nearest(answer: Answer, query: Query, hits: Sequence[Hit], resources: Resources) -> Nearest | None:
    """The sentence of the documents that comes nearest to the question, if any does; a passage that the answer cites keeps its
    number."""
    quote = nearest(query.checked, hits, texts=resources.texts, reranker=resources.reranker)
    if quote is None:
        return None
    citation = support.citation_of(quote, len(answer.citations) + 1, resources.texts, resources.cells)
    same = (cited for cited in answer.citations if replace(cited, number=citation.number) == citation)
    return Nearest(phrases_in(query.language).nearest.format(quote=running(quote.text)), next(same, citation))
