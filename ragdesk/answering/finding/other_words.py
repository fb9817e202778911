"""A question in other words, where no line of what was found surely answers it: people say "burglars", a policy says "theft".

The language model puts it in the words of contracts, handbooks and price lists, in one short call, and a glossary knows more of
them. They are searched for beside the question's own, and the lines that are nearest to them are read for the question as it was
asked: they lead to evidence, and decide nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.finding.evidence import passages
from ragdesk.answering.judging.judged import JudgedUnit, by_either, judge, judge_quotes
from ragdesk.answering.judging.marking import Worth, best_mark, marked_on
from ragdesk.answering.judging.verify import Verifier
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.written_lines import Example, written_lines
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.calibration import COMPOSED, MARKING, verifier_fit
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query, Scope
from ragdesk.text import glossary

# More words than these are an answer.
MOST_WORDS = 20
SYSTEM = (
    "You turn what a person types into the words that a contract, a price list, a handbook or minutes would use for it. Write "
    "one short line of search words: other, formal words for the same thing. Do not answer. Invent no names and no numbers."
)
_EXAMPLES: tuple[Example, ...] = (
    ("my bike got nicked, do you pay?", "insurance cover for theft of a bicycle"),
    ("who do I ring when the boiler packs up at night", "emergency contact number for heating breakdown"),
    ("how long till I see my money again", "period for refund, repayment of the deposit"),
    ("can my granny come along to the show", "admission of accompanying persons, guests, visitors"),
    ("how do I get the thing onto my phone", "installation of the app on a mobile device"),
    ("was kostet es wenn ich nicht komme", "Gebühr bei Absage, Nichterscheinen, Stornierung"),
)


def in_other_words(
    query: Query,
    hits: tuple[Hit, ...],
    units: list[JudgedUnit],
    resources: Resources,
    scope: Scope,
    cancelled: Cancelled,
) -> tuple[tuple[Hit, ...], list[JudgedUnit]]:
    """The hits and their lines, with those that other words lead to, where one of these answers better; where none does, the
    next best lines are read. As they are where a line is sure, where none was read, and in a language that the reranker does
    not know.

    Raises:
        ModelError: the model is missing, or it died.
    """
    best = best_mark(units)
    if best is None or best >= MARKING.sure or query.foreign or resources.reranker is None or cancelled():
        return hits, units
    said = other_words(query, resources, cancelled)
    more = _found(query, said, hits, resources, scope) if said else ()
    others = judge(query.standalone, more, resources.texts, resources.reranker, len(more))
    # The new ones first: where there is room, their other lines are read, too.
    every = [*others, *units]
    own = {id(unit.quote): unit.relevance or 0.0 for unit in every}
    rooms: list[tuple[Worth, int]] = [
        (lambda unit: own[id(unit.quote)], MARKING.words),
        (lambda unit: unit.relevance or 0.0, MARKING.more_words if said else 0),
    ]
    near = _nearer(said, every, resources)
    read = marked_on(query.standalone, near, rooms, resources.model, cancelled)
    led_to, first = read[: len(others)], read[len(others) :]
    lists = [hit for hit in more if _is_list_asked_for(query, hit, led_to, resources, cancelled)]
    kept = {hit.chunk.id for hit in lists}
    led_to = [unit if unit.quote.hit.chunk.id in kept else _if_likely(unit) for unit in led_to]
    if not lists and (best_mark(led_to) or 0.0) <= (best_mark(first) or 0.0):
        return hits, first
    return (*hits[: MARKING.before], *more, *hits[MARKING.before :]), [*first, *led_to]


def _is_list_asked_for(
    query: Query, hit: Hit, units: Sequence[JudgedUnit], resources: Resources, cancelled: Cancelled
) -> bool:
    """Whether a passage answers as a whole, where a list or steps are asked for, and its lines by their marks might.

    Raises:
        ModelError: the model is missing, or it died.
    """
    chunk, model = hit.chunk, resources.model
    marks = sum(unit.mark or 0.0 for unit in units if unit.quote.hit.chunk.id == chunk.id)
    if query.kind not in ("list", "procedure") or marks < MARKING.sure:
        return False
    whole = judge_quotes(
        query.standalone, [Quote(hit, chunk.char_start, chunk.char_end, chunk.text)], resources.reranker
    )
    verifier = Verifier(query.standalone, whole, verifier_fit(model.name), model, cancelled)
    return (verifier.leaning(1) or 0.0) >= COMPOSED.leaning


def _if_likely(unit: JudgedUnit) -> JudgedUnit:
    """As not read where it hardly answers: many lines that do not would make a list that does."""
    return unit if (unit.mark or 0.0) >= MARKING.among else replace(unit, mark=None)


def other_words(query: Query, resources: Resources, cancelled: Cancelled) -> str:
    """The question with what a document might say instead; "" where nobody knows anything else to say. Of the
    model only a few words count."""
    question = query.standalone
    lines = written_lines(SYSTEM, _EXAMPLES, question, resources.model, cancelled)
    written = lines[0] if lines and len(lines[0].split()) <= MOST_WORDS else ""
    words = ", ".join(filter(None, (written, *glossary.other_words(question, query.language))))
    return f"{question} {words}" if words else ""


def _found(
    query: Query, said: str, hits: Sequence[Hit], resources: Resources, scope: Scope
) -> tuple[Hit, ...]:
    """The best passages for these words whose lines were not looked at."""
    put = replace(query, standalone=said, texts=((said, 1.0),), sides=(), asked=None, after=(), unnamed="")
    *_, found = passages(put, resources, scope)
    known = {hit.chunk.id for hit in hits[: MARKING.hits]}
    return tuple(hit for hit in found if hit.chunk.id not in known)[: MARKING.more]


def _nearer(said: str, units: Sequence[JudgedUnit], resources: Resources) -> list[JudgedUnit]:
    """The units that were not read by the question or by the other words, whichever finds more in each, on the scale of the
    former."""
    unread = [unit for unit in units if unit.mark is None]
    if not said or not unread:
        return list(units)
    most = max(unit.relevance or 0.0 for unit in units)
    nearer = {id(unit.quote): unit for unit in by_either(unread, said, most, resources.reranker)}
    return [nearer.get(id(unit.quote), unit) for unit in units]
