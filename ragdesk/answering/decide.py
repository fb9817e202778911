"""From the evidence to the answer: the gate, what code makes of the evidence, its surest sentence, and at last what the model
writes of it.
"""

import logging
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ragdesk.answering.checking import support
from ragdesk.answering.checking.checked import checked
from ragdesk.answering.choosing.after_all import after_all, where_refused
from ragdesk.answering.choosing.closest import nearest_of
from ragdesk.answering.choosing.quick import as_answer, numbered
from ragdesk.answering.choosing.read_lines import read_lines
from ragdesk.answering.choosing.read_passage import read_likeliest
from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.answering.clock import Clock
from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.by_code import by_code
from ragdesk.answering.composed.yes_or_no.yesno import without_false_yes
from ragdesk.answering.finding.continued import repeats
from ragdesk.answering.finding.evidence import Found
from ragdesk.answering.judging import gate
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.judging.judged import JudgedUnit, ranked
from ragdesk.answering.judging.marking import best_mark
from ragdesk.answering.languages import across
from ragdesk.answering.languages.across_answer import in_the_documents_words
from ragdesk.answering.phrases import phrases_in
from ragdesk.answering.prompting import prompt
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, Event, QuickAnswer, Stage, Timings, Token
from ragdesk.domain.calibration import FOLLOW_UP, GATE, NEAREST, VERIFY, of_reranker
from ragdesk.domain.memory import MemoryContext
from ragdesk.domain.ports import Cancelled, Prompt
from ragdesk.domain.search import Hit, Query, Scope

log = logging.getLogger(__name__)

OfOneSide = Callable[[Query, Scope], Generator[Event, None, Answer]]


@dataclass(frozen=True, slots=True)
class Asking:
    """What stays the same, whichever way a question is read. `lent` is what memory adds."""

    lent: MemoryContext | None
    scope: Scope
    resources: Resources
    clock: Clock
    cancelled: Cancelled


@dataclass(frozen=True, slots=True)
class _JudgedEvidence:
    """What is known of the passages once they were judged. `refusal` is the answer where they do not answer, with the passages
    found; `answerable` is what the gate says."""

    query: Query
    refusal: Answer
    ranking: Sequence[tuple[JudgedUnit, float]]
    quotes: Shortlist
    fits: gate.Fits
    answerable: Callable[..., bool]


def decide(found: Found, asking: Asking, of_one_side: OfOneSide) -> Generator[Event, None, Answer]:
    """The answer, or the refusal where the gate or what stands behind it says no.

    Args:
        of_one_side: answers the question that a comparison asks of one side.

    Raises:
        ModelError: the model is missing, or it died.
    """
    query, cancelled = found.query, asking.cancelled
    refusal, resources = _refusal(found, asking), asking.resources.reading(query)
    fits = gate.fits(resources.embedder, resources.reranker, query, resources.model.name)
    hits, judged = yield from read_lines(query, refusal.hits, fits.answer, resources, asking.scope, cancelled)
    refusal = replace(refusal, hits=hits)
    units = _of_first(judged, refusal.hits, GATE.hits + (FOLLOW_UP.around if query.after else 0))
    signs = replace(gate.read_signs(query.standalone, refusal.hits, units), mark=best_mark(judged))
    refusal = replace(refusal, probability=gate.probability(signs, fits))
    log.info("signs %s", signs)
    likely = bool(asking.scope.documents) or query.leans
    answerable = partial(gate.answerable, signs, resources.stance, fits, likely=likely)
    if cancelled():
        return refusal
    if signs.mark is not None:
        units = judged
    asked = Asked(query, refusal.hits, units, fits.answer, resources, cancelled, answerable())
    made = yield from by_code(asked, judged, refusal, asking.scope, of_one_side)
    if cancelled():
        return refusal
    if made is not None:
        if made.verdict == "answered":
            asking.clock.first_token = asking.clock.seconds()
            yield Token(made.text)
        return made
    ranking = ranked(query.checked, judged, fits.answer)
    quotes = Shortlist(query, ranking, fits.answer, asking.scope, resources, cancelled)
    if not answerable():
        return where_refused(refusal, quotes, resources, cancelled)
    if signs.mark is None:
        yield Stage("read")
    if quotes.near_miss("helpful" if likely else resources.stance):
        return refusal
    evidence = _JudgedEvidence(query, refusal, ranking, quotes, fits, answerable)
    return (yield from _told(evidence, replace(asking, resources=resources)))


def _told(evidence: _JudgedEvidence, asking: Asking) -> Generator[Event, None, Answer]:
    """The sentence that surely answers, or what the model reads or writes."""
    query, refusal, quotes = evidence.query, evidence.refusal, evidence.quotes
    quick = quotes.sure()
    if quick is not None:
        yield quick
        across_languages = across.crosses(query, refusal.hits, asking.resources.texts)
        alone = query.kind != "yesno" and not across_languages and not quotes.contested()
        if asking.resources.quick or alone:
            return as_answer(refusal, quick)
    elif (read := _read(query, refusal, quotes, asking.resources, asking.cancelled)) is not None:
        return as_answer(refusal, read)
    return (yield from _written(evidence, quick, asking))


def _written(
    evidence: _JudgedEvidence, quick: QuickAnswer | None, asking: Asking
) -> Generator[Event, None, Answer]:
    """What the model writes, checked; where nothing bears it out, the sentence that takes its place, or the nearest one below."""
    query, refusal, ranking, quotes = evidence.query, evidence.refusal, evidence.ranking, evidence.quotes
    resources, cancelled = asking.resources, asking.cancelled
    wording = asking.lent.wording if asking.lent else ""
    reading = _select(query, wording, refusal.hits, resources, asking.clock)
    text = yield from _write(reading, resources, asking.clock, cancelled)
    if query.kind == "yesno":
        text = without_false_yes(query.standalone, text)
    if cancelled():
        return refusal
    yield Stage("check")
    crosses = across.crosses(query, reading.hits, resources.texts)
    answer = checked(refusal, text, query, reading.hits, quotes, crosses, resources, cancelled)
    said = " ".join(cited.quote for cited in answer.citations) if crosses else answer.text
    looked_up = query.kind == "lookup" and answer.verdict == "answered"
    if looked_up and not has_expected_type(query.standalone, said):
        answer = refusal
    settled = _settled(refusal, answer, text, query, quotes, quick, crosses)
    if settled is not None:
        return settled
    hopeless = quotes.hopeless() or not evidence.answerable(borne_out=False)
    # A yes, a no or a summary that nothing bears out is worth less than none.
    if answer.verdict == "not_found" or (quick is None and hopeless) or query.kind in ("yesno", "overview"):
        return refusal if crosses else after_all(refusal, quotes, VERIFY.stands_out_unwritten, resources)
    fit = evidence.fits.answer
    near = bool(ranking) and ranking[0][1] >= (fit.nearest if fit else NEAREST.coverage)
    nearest = nearest_of(ranking, resources, query.language, answer.citations) if near else None
    if crosses and nearest is not None:
        return replace(in_the_documents_words(answer, nearest.citation, query.language), quick=quick)
    return replace(answer, nearest=nearest)


def _refusal(found: Found, asking: Asking) -> Answer:
    return Answer(
        question=found.query.text,
        standalone_question=found.query.standalone,
        text=phrases_in(found.query.language).not_found,
        verdict="not_found",
        citations=(),
        sentences=(),
        hits=found.hits,
        timings=Timings(retrieve=asking.clock.retrieved),
        model=asking.resources.model.name,
        memory=asking.lent.used if asking.lent else (),
        kind=found.query.kind,
    )


def _read(
    query: Query, refusal: Answer, quotes: Shortlist, resources: Resources, cancelled: Cancelled
) -> QuickAnswer | None:
    """What the model reads in the best passage, or that of the best sentence, where none is sure by itself; None where another
    document answers about as well, or is in another language."""
    if across.crosses(query, refusal.hits, resources.texts) or quotes.contested():
        return None
    hits = {hit.chunk.id: hit for hit in (*quotes.passage(), *refusal.hits[:1])}
    return read_likeliest(refusal, tuple(hits.values()), quotes, resources, cancelled)


def _settled(
    refusal: Answer,
    answer: Answer,
    text: str,
    query: Query,
    quotes: Shortlist,
    quick: QuickAnswer | None,
    crosses: bool,
) -> Answer | None:
    """What the model wrote where it is borne out, or the sentence of the documents that takes its place; None where there is
    neither."""
    if answer.verdict == "answered" and not quotes.behind(answer):
        if (said := quotes.of_bare_number(answer)) is not None:
            return as_answer(refusal, said)
        if query.kind == "lookup" and not crosses and (said := quotes.of_more_than_said(answer)) is not None:
            log.info("said more than it cites: %s", answer.text)
            return as_answer(refusal, said)
        return replace(answer, quick=numbered(quick, answer))
    if crosses and quick is not None and answer.verdict != "answered":
        return in_the_documents_words(refusal, quick.citation, query.language)
    instead = None if crosses else quick or quotes.instead() or quotes.holding(text)
    if instead is not None:
        return as_answer(refusal, instead)
    if repeats(query, answer) and (other := quotes.after_all()) is not None:
        return as_answer(refusal, other)
    return answer if answer.verdict == "answered" else None


def _of_first(units: Sequence[JudgedUnit], hits: Sequence[Hit], first: int) -> list[JudgedUnit]:
    """The units of the first hits alone: more let a question about something else collect its words from many places."""
    chunks = {hit.chunk.id for hit in hits[:first]}
    return [unit for unit in units if unit.quote.hit.chunk.id in chunks]


@dataclass(frozen=True, slots=True)
class _ReadPassages:
    """What the model has before it: `hits` are those that its prompt holds something of, best first."""

    prompt: Prompt
    hits: tuple[Hit, ...]


def _select(
    query: Query, wording: str, hits: Sequence[Hit], resources: Resources, clock: Clock
) -> _ReadPassages:
    """The prompt of what fits of the evidence."""
    model = resources.model
    manner = " ".join(filter(None, (phrases_in(query.language).answer_in, wording)))
    excerpts = prompt.select(
        hits,
        query.standalone,
        resources.pace.budget(resources.prompt_tokens),
        model.count_tokens,
        manner,
        compares=bool(query.sides),
        scale=of_reranker(resources.reranker),
    )
    composed = prompt.compose(query.standalone, excerpts, resources.answer_tokens, manner)
    clock.prompt_tokens = sum(model.count_tokens(content) for _, content in composed.messages)
    read = {excerpt.hit.chunk.id for excerpt in excerpts}
    return _ReadPassages(composed, tuple(hit for hit in hits if hit.chunk.id in read))


def _write(
    reading: _ReadPassages, resources: Resources, clock: Clock, cancelled: Cancelled
) -> Generator[Event, None, str]:
    """Stream the model's words; returns the whole text."""
    pieces: list[str] = []
    model, began = resources.model, clock.seconds()
    for piece in model.stream(reading.prompt, cancelled):
        if clock.first_token is None:
            clock.first_token = clock.seconds()
            # The fixed part of the prompt was in the cache.
            own = model.count_tokens(reading.prompt.messages[-1][1])
            resources.pace.observe(own, clock.first_token - began)
            yield Stage("write")
        pieces.append(piece)
        yield Token(piece)
    text = support.tidy("".join(pieces))
    clock.answer_tokens = model.count_tokens(text)
    return text
