"""A question's path, as a stream of events:

    understand → search → gate → prompt → write → support → answer
               → whole documents     → compose → answer

Over documents in another language it is the translated question that goes this way (see `across`).

Synchronous; closing the generator cancels the model. Conversations and their storage are the app's business.
"""

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ragdesk.answering.asked_once import AskedOnce
from ragdesk.answering.checking import support
from ragdesk.answering.checking.checked import checked
from ragdesk.answering.choosing.after_all import after_all, where_refused
from ragdesk.answering.choosing.amended import with_amendment
from ragdesk.answering.choosing.closest import closest_of, nearest_of, surely_in
from ragdesk.answering.choosing.neighbours import with_neighbours
from ragdesk.answering.choosing.quick import as_answer, numbered
from ragdesk.answering.choosing.read_lines import read_lines
from ragdesk.answering.choosing.read_passage import read_likeliest
from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.answering.clock import Clock
from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.by_code import by_code
from ragdesk.answering.composed.yes_or_no.yesno import without_false_yes
from ragdesk.answering.finding.continued import repeats, where_it_left_off
from ragdesk.answering.finding.evidence import Found, find, find_in, nowhere
from ragdesk.answering.judging import gate
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.judging.judged import JudgedUnit, ranked
from ragdesk.answering.judging.marking import best_mark
from ragdesk.answering.languages import across
from ragdesk.answering.languages.across_answer import in_the_documents_words
from ragdesk.answering.overview.path import whole_documents
from ragdesk.answering.phrases import phrases_in
from ragdesk.answering.prompting import prompt
from ragdesk.answering.question import check_question
from ragdesk.answering.resources import Resources
from ragdesk.answering.scored_once import ScoredOnce
from ragdesk.answering.understanding.alone import put_alone
from ragdesk.answering.understanding.asked_of_each import asked_of_each
from ragdesk.answering.understanding.by_itself import both_ways
from ragdesk.answering.understanding.parts import in_parts
from ragdesk.answering.understanding.taken_apart import of_several, taken_apart
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Answer, Event, QuickAnswer, Stage, Timings, Token
from ragdesk.domain.calibration import FOLLOW_UP, GATE, NEAREST, VERIFY, of_reranker
from ragdesk.domain.conversations import Turn
from ragdesk.domain.memory import MemoryContext
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.domain.search import Hit, Query, Scope

log = logging.getLogger(__name__)

# With these verdicts another reading of the question is tried.
_UNANSWERED = ("not_found", "unsupported")


@dataclass(frozen=True, slots=True)
class _Asking:
    """What stays the same, whichever way a question is read."""

    lent: MemoryContext | None
    scope: Scope
    resources: Resources
    clock: Clock
    cancelled: Cancelled


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
    answer = yield from _of_readings(readings, history, _Asking(lent, scope, resources, clock, cancelled))
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
    readings: Sequence[Found], history: Sequence[Turn], asking: _Asking
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


def _answer(found: Found, asking: _Asking) -> Generator[Event, None, Answer]:
    """The answer from what was found, or else from the documents in other languages that are left."""
    query = found.query
    resources, cancelled = asking.resources, asking.cancelled
    answer = with_neighbours((yield from _decide(found, asking)), query, resources, cancelled)
    if answer.verdict in _UNANSWERED and found.untried and not cancelled():
        found = yield from find_in(found.untried, query, resources, asking.scope, asking.clock, cancelled)
        if found.query.asked is not None and across.may_answer(found.query, found.hits):
            again = with_neighbours((yield from _decide(found, asking)), found.query, resources, cancelled)
            if again.verdict != "not_found" and across.shares_words(found.query, again):
                return again
    return answer


def _refusal(found: Found, lent: MemoryContext | None, resources: Resources, clock: Clock) -> Answer:
    return Answer(
        question=found.query.text,
        standalone_question=found.query.standalone,
        text=phrases_in(found.query.language).not_found,
        verdict="not_found",
        citations=(),
        sentences=(),
        hits=found.hits,
        timings=Timings(retrieve=clock.retrieved),
        model=resources.model.name,
        memory=lent.used if lent else (),
        kind=found.query.kind,
    )


def _decide(found: Found, asking: _Asking) -> Generator[Event, None, Answer]:
    """From the evidence to the answer: the gate, and behind it the model. The refusal, where the gate says no."""
    query, lent, clock, cancelled = found.query, asking.lent, asking.clock, asking.cancelled
    refusal, resources = _refusal(found, lent, asking.resources, clock), asking.resources.reading(query)
    fits = gate.fits(resources.embedder, resources.reranker, query, resources.model.name)
    hits, judged = yield from read_lines(query, refusal.hits, fits.answer, resources, asking.scope, cancelled)
    refusal = replace(refusal, hits=hits)
    units = _of_first(judged, refusal.hits, GATE.hits + (FOLLOW_UP.around if query.after else 0))
    signs = replace(gate.read_signs(query.standalone, refusal.hits, units), mark=best_mark(judged))
    refusal = replace(refusal, probability=gate.probability(signs, fits))
    log.info("signs %s", signs)
    likely = bool(asking.scope.documents) or query.leans
    is_answerable = partial(gate.answerable, signs, resources.stance, fits, likely=likely)
    if cancelled():
        return refusal
    if signs.mark is not None:
        units = judged
    asked = Asked(query, refusal.hits, units, fits.answer, resources, cancelled, is_answerable())
    made = yield from by_code(asked, judged, refusal, asking.scope, partial(_of_one_side, asking))
    if cancelled():
        return refusal
    if made is not None:
        if made.verdict == "answered":
            clock.first_token = clock.seconds()
            yield Token(made.text)
        return made
    ranking = ranked(query.checked, judged, fits.answer)
    quotes = Shortlist(query, ranking, fits.answer, asking.scope, resources, cancelled)
    if not is_answerable():
        return where_refused(refusal, quotes, resources, cancelled)
    if signs.mark is None:
        yield Stage("read")
    if quotes.near_miss("helpful" if likely else resources.stance):
        return refusal
    quick = quotes.sure()
    if quick is not None:
        yield quick
        across_languages = across.crosses(query, refusal.hits, resources.texts)
        alone = query.kind != "yesno" and not across_languages and not quotes.contested()
        if resources.quick or alone:
            return as_answer(refusal, quick)
    elif (read := _read(query, refusal, quotes, resources, cancelled)) is not None:
        return as_answer(refusal, read)
    reading = _select(query, lent.wording if lent else "", refusal.hits, resources, clock)
    text = yield from _write(reading, resources, clock, cancelled)
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
    hopeless = quotes.hopeless() or not is_answerable(borne_out=False)
    # A yes, a no or a summary that nothing bears out is worth less than none.
    if answer.verdict == "not_found" or (quick is None and hopeless) or query.kind in ("yesno", "overview"):
        return refusal if crosses else after_all(refusal, quotes, VERIFY.stands_out_unwritten, resources)
    near = bool(ranking) and ranking[0][1] >= (fits.answer.nearest if fits.answer else NEAREST.coverage)
    nearest = nearest_of(ranking, resources, query.language, answer.citations) if near else None
    if crosses and nearest is not None:
        return replace(in_the_documents_words(answer, nearest.citation, query.language), quick=quick)
    return replace(answer, nearest=nearest)


def _of_one_side(asking: _Asking, side: Query, scope: Scope) -> Generator[Event, None, Answer]:
    """The answer to one side of a comparison. What it shows on the way is not seen, so it has a clock of its own."""
    asking = replace(asking, scope=scope, clock=Clock())
    found = yield from find(side, asking.resources, scope, asking.clock, asking.cancelled)
    return (yield from _answer(found, asking))


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
