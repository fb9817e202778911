"""A question's path: understand → retrieve → rerank → gate → prompt → look → generate → cite → answer, as a stream of events.

Synchronous; closing the generator cancels the model. Conversations and their storage are the desk's business.
"""

import logging
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ragdesk.answering import cite, gate, prompt
from ragdesk.answering.compare import merge
from ragdesk.answering.fits import fit_for
from ragdesk.answering.gate import Stance
from ragdesk.answering.nearest import nearest
from ragdesk.answering.pace import Pace
from ragdesk.answering.phrases import phrases_of
from ragdesk.answering.quotes import running
from ragdesk.answering.rank import FOREIGN_WORDS_WEIGHT, WORDS_WEIGHT
from ragdesk.answering.rerank import DEPTH, rerank
from ragdesk.answering.retrieve import report, retrieve
from ragdesk.answering.rewrite import Understood, standalone, understand
from ragdesk.answering.search_note import is_foreign
from ragdesk.domain.answers import Answer, Event, Evidence, Nearest, Stage, Timings, Token, Verdict
from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import QuestionError
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
from ragdesk.domain.search import Hit, Mode, QueryText, Scope
from ragdesk.text.language import of_question

log = logging.getLogger(__name__)

MAX_QUESTION = 4_000


@dataclass(frozen=True, slots=True)
class Parts:
    """What the path needs: the engines, the stores and the budgets (tokens of the model). `stance` is how sure an answer has
    to be."""

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


def check_question(question: str) -> str:
    """The question without surrounding space.

    Raises:
        QuestionError: empty, or longer than MAX_QUESTION characters.
    """
    question = question.strip()
    if not question:
        raise QuestionError("The question is empty.", "Write what you want to know.")
    if len(question) > MAX_QUESTION:
        raise QuestionError(
            "The question has {count:,} characters; at most {most:,} can be asked.",
            "Shorten it, or add the long text as a document and ask about it.",
            count=len(question),
            most=MAX_QUESTION,
        )
    return question


def search(
    understood: Understood,
    *,
    retriever: Retriever,
    embedder: Embedder | None,
    reranker: Reranker | None,
    top: int,
    mode: Mode = "hybrid",
    scope: Scope = Scope(),
    embedder_languages: str = "",
) -> Generator[list[Hit], None, None]:
    """The `top` best chunks: first as retrieval has them, at once; then, in the mode "hybrid", in the reranker's order.

    Each side of a comparison is searched for as well, and they take turns. `embedder_languages` as the catalogue has them:
    vectors count less for a language that is not among them.
    """
    foreign = is_foreign(of_question(understood.standalone), embedder_languages)
    queries: tuple[QueryText, ...] = (understood.queries, *understood.parts)
    texts = (understood.standalone, *understood.parts)
    # A comparison has several lists: each is looked at again less deeply.
    depth = DEPTH if len(texts) == 1 else DEPTH // 2
    search_for = partial(
        retrieve,
        retriever=retriever,
        embedder=embedder,
        top=max(top, depth),
        mode=mode,
        scope=scope,
        words_weight=FOREIGN_WORDS_WEIGHT if foreign else WORDS_WEIGHT,
    )
    lists = [search_for(query) for query in queries]
    found = _together(lists, top)
    yield found
    if mode == "hybrid":
        again = [rerank(text, hits, reranker, depth) for text, hits in zip(texts, lists, strict=True)]
        found = _together(again, top)
        yield found
    report(found)


def _together(lists: Sequence[list[Hit]], top: int) -> list[Hit]:
    return lists[0][:top] if len(lists) == 1 else merge(lists, top)


def ask(
    question: str,
    parts: Parts,
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
    clock = _Clock()
    question = check_question(question)
    yield Stage("rewrite")
    known = lent or MemoryContext(question, tuple(history), "")
    if searched_for:
        known = MemoryContext(check_question(searched_for), (), known.wording, known.used)
    understood = understand(known.question, known.history)
    yield Stage("retrieve")
    hits: list[Hit] = []
    for hits in search(
        understood,
        retriever=parts.retriever,
        embedder=parts.embedder,
        reranker=parts.reranker,
        top=parts.top,
        scope=scope,
        embedder_languages=parts.embedder_languages,
    ):
        clock.retrieved = clock.retrieved or clock.seconds()
        yield Evidence(hits=tuple(hits), standalone_question=understood.standalone)
        clock.first_evidence = clock.first_evidence or clock.seconds()
        if cancelled():
            return
    draft = Answer(
        question=question,
        standalone_question=understood.standalone,
        text=phrases_of(question).not_found,
        verdict="not_found",
        citations=(),
        sentences=(),
        hits=tuple(hits),
        timings=Timings(retrieve=clock.retrieved),
        model=parts.model.name,
        memory=known.used,
    )
    # What memory put into the question is no fact that an answer may take from it.
    own = searched_for or standalone(question, history)
    draft = yield from _decide(draft, own, understood, known.wording, parts, clock, cancelled)
    if cancelled():
        return
    log.info(
        "answered verdict=%s citations=%d seconds=%.2f", draft.verdict, len(draft.citations), clock.seconds()
    )
    yield replace(draft, timings=clock.timings())


def _decide(
    draft: Answer,
    own: str,
    understood: Understood,
    wording: str,
    parts: Parts,
    clock: "_Clock",
    cancelled: Cancelled,
) -> Generator[Event, None, Answer]:
    """From the evidence to the answer: both looks of the gate, and between them the model.

    Args:
        draft: the refusal that it is so far. own: the question without what memory knows, against which the answer is checked.
    """
    fit = fit_for(
        parts.reranker.name if parts.reranker else "",
        parts.model.name,
        parts.embedder.fingerprint if parts.embedder else "",
    )
    signs = gate.signs(understood.standalone, draft.hits, parts.reranker)
    log.info("signs %s", signs)
    if not gate.relevant(signs, fit):
        return draft
    yield Stage("read")
    reading = _read(understood, wording, draft.hits, parts, clock, cancelled)
    log.info("read tokens=%d start=%s", clock.prompt_tokens, reading.start)
    looked = partial(
        gate.answerable, signs, reading.start, parts.stance, fit, leaning=len(understood.queries) > 1
    )
    if cancelled() or not looked():
        return draft
    text = yield from _write(reading, parts, clock, cancelled)
    if cancelled():
        return draft
    yield Stage("check")
    answer = _judge(draft, text, own, reading.hits, parts)
    return draft if answer.verdict == "unsupported" and not looked(borne_out=False) else answer


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the model has before it: `hits` are those that its prompt holds something of, best first; `start` is the
    log-probability that it begins to refuse, None where it cannot tell."""

    prompt: Prompt
    hits: tuple[Hit, ...]
    start: float | None


def _read(
    understood: Understood,
    wording: str,
    hits: Sequence[Hit],
    parts: Parts,
    clock: "_Clock",
    cancelled: Cancelled,
) -> _Reading:
    """Let the model read the question over its evidence, and see whether it would refuse."""
    question = understood.standalone
    manner = " ".join(filter(None, (phrases_of(question).answer_in, wording)))
    count = parts.model.count_tokens
    budget = parts.pace.budget(parts.prompt_tokens)
    excerpts = prompt.select(hits, question, budget, count, manner, compares=bool(understood.parts))
    asked = prompt.compose(question, excerpts, parts.answer_tokens, manner)
    clock.prompt_tokens = sum(count(content) for _, content in asked.messages)
    began = clock.seconds()
    start = parts.model.begins(asked, prompt.REFUSAL, cancelled)
    if start is not None:
        # The fixed part was in the cache.
        parts.pace.observe(count(asked.messages[-1][1]), clock.seconds() - began)
        # From here on the code decides: the model shall not refuse on its own.
        asked = replace(asked, banned=(prompt.REFUSAL.split()[0],))
    read = {each.hit.chunk.id for each in excerpts}
    return _Reading(asked, tuple(hit for hit in hits if hit.chunk.id in read), start)


def _write(
    reading: _Reading, parts: Parts, clock: "_Clock", cancelled: Cancelled
) -> Generator[Event, None, str]:
    """Stream the model's words; returns the whole text."""
    pieces: list[str] = []
    for piece in parts.model.stream(reading.prompt, cancelled):
        if clock.first_token is None:
            clock.first_token = clock.seconds()
            yield Stage("write")
        pieces.append(piece)
        yield Token(piece)
    text = cite.tidy("".join(pieces))
    clock.answer_tokens = parts.model.count_tokens(text)
    return text


def _judge(draft: Answer, text: str, question: str, hits: Sequence[Hit], parts: Parts) -> Answer:
    """Attach the citations and decide the verdict."""
    found = cite.attribute(
        text,
        question,
        hits,
        texts=parts.texts,
        cells=parts.cells,
        embedder=parts.embedder,
        reranker=parts.reranker,
    )
    kept = tuple(sentence for sentence in found.sentences if not prompt.denies(sentence.text))
    if not kept:
        return draft
    verdict: Verdict = "answered" if any(sentence.supported for sentence in kept) else "unsupported"
    answer = replace(draft, text=text, verdict=verdict, sentences=found.sentences, citations=found.citations)
    return (
        answer if verdict == "answered" else replace(answer, nearest=_nearest(answer, question, hits, parts))
    )


def _nearest(answer: Answer, question: str, hits: Sequence[Hit], parts: Parts) -> Nearest | None:
    """The sentence of the documents that comes nearest to the question, if any does; a passage that the answer cites keeps its
    number."""
    quote = nearest(question, hits, texts=parts.texts, reranker=parts.reranker)
    if quote is None:
        return None
    citation = cite.citation_of(quote, len(answer.citations) + 1, parts.texts, parts.cells)
    number = next(
        (one.number for one in answer.citations if replace(one, number=citation.number) == citation), 0
    )
    return Nearest(
        phrases_of(question).nearest.format(quote=running(quote.text)),
        replace(citation, number=number or citation.number),
    )


class _Clock:
    """Seconds since the question arrived, and when each moment came."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self.retrieved = 0.0
        self.first_evidence: float | None = None
        self.first_token: float | None = None
        self.prompt_tokens = 0
        self.answer_tokens = 0

    def seconds(self) -> float:
        return time.perf_counter() - self._start

    def timings(self) -> Timings:
        return Timings(
            retrieve=self.retrieved,
            first_evidence=self.first_evidence,
            first_token=self.first_token,
            total=self.seconds(),
            prompt_tokens=self.prompt_tokens,
            answer_tokens=self.answer_tokens,
        )
