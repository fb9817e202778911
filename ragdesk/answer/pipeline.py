"""A question's path: rewrite → retrieve → gate → prompt → generate → cite → answer, as a stream of events.

Synchronous; closing the generator cancels the model. Conversations and their storage are the desk's business.
"""

import logging
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from ragdesk.answer import cite, gate, prompt
from ragdesk.answer.retrieve import retrieve
from ragdesk.answer.rewrite import standalone
from ragdesk.errors import QuestionError
from ragdesk.types import (
    Answer,
    Cancelled,
    Embedder,
    Event,
    Evidence,
    Hit,
    LanguageModel,
    Retriever,
    Scope,
    Stage,
    TextStore,
    Timings,
    Token,
    Turn,
    Verdict,
    never,
)

log = logging.getLogger(__name__)

MAX_QUESTION = 4_000
NOT_FOUND = "I could not find this in your documents."


@dataclass(frozen=True, slots=True)
class Parts:
    """What the path needs: the engines, the stores and the budgets (tokens of the model)."""

    retriever: Retriever
    texts: TextStore
    embedder: Embedder | None
    model: LanguageModel
    top: int
    prompt_tokens: int
    answer_tokens: int


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
            f"The question has {len(question):,} characters; at most {MAX_QUESTION:,} can be asked.",
            "Shorten it, or add the long text as a document and ask about it.",
        )
    return question


def ask(
    question: str,
    parts: Parts,
    *,
    history: Sequence[Turn] = (),
    scope: Scope = Scope(),
    cancelled: Cancelled = never,
) -> Generator[Event, None, None]:
    """Answer from the documents; the last event is the Answer, unless `cancelled` turned true.

    Raises:
        QuestionError: before any work. ModelError: after the evidence was shown.
    """
    clock = _Clock()
    question = check_question(question)
    yield Stage("rewrite")
    alone = standalone(question, history)
    yield Stage("retrieve")
    hits = retrieve(alone, retriever=parts.retriever, embedder=parts.embedder, top=parts.top, scope=scope)
    clock.retrieved = clock.seconds()
    yield Evidence(hits=tuple(hits), standalone_question=alone)
    clock.first_evidence = clock.seconds()
    draft = Answer(
        question=question,
        standalone_question=alone,
        text=NOT_FOUND,
        verdict="not_found",
        citations=(),
        sentences=(),
        hits=tuple(hits),
        timings=Timings(retrieve=clock.retrieved),
        model=parts.model.name,
    )
    if gate.relevant(alone, hits):
        yield Stage("read")
        evidence = prompt.select(hits, alone, parts.prompt_tokens, parts.model.count_tokens)
        text = yield from _generate(alone, evidence, parts, clock, cancelled)
        if cancelled():
            return
        yield Stage("check")
        draft = _judge(draft, text, evidence, parts)
    log.info(
        "answered verdict=%s citations=%d seconds=%.2f", draft.verdict, len(draft.citations), clock.seconds()
    )
    yield replace(draft, timings=clock.timings())


def _generate(
    question: str, evidence: Sequence[Hit], parts: Parts, clock: "_Clock", cancelled: Cancelled
) -> Generator[Event, None, str]:
    """Stream the model's words; returns the whole text."""
    asked = prompt.compose(question, evidence, parts.answer_tokens)
    pieces: list[str] = []
    for piece in parts.model.stream(asked, cancelled):
        if clock.first_token is None:
            clock.first_token = clock.seconds()
            yield Stage("write")
        pieces.append(piece)
        yield Token(piece)
    text = cite.tidy("".join(pieces))
    clock.prompt_tokens = sum(parts.model.count_tokens(content) for _, content in asked.messages)
    clock.answer_tokens = parts.model.count_tokens(text)
    return text


def _judge(draft: Answer, text: str, evidence: Sequence[Hit], parts: Parts) -> Answer:
    """Attach the citations and decide the verdict."""
    found = cite.attribute(
        text, draft.standalone_question, evidence, texts=parts.texts, embedder=parts.embedder
    )
    kept = tuple(sentence for sentence in found.sentences if not prompt.denies(sentence.text))
    if not kept:
        return draft
    verdict: Verdict = "answered" if any(sentence.supported for sentence in kept) else "unsupported"
    return replace(draft, text=text, verdict=verdict, sentences=found.sentences, citations=found.citations)


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
