"""A list as it stands in a document, whole: its items in order with what is nested, each a quote.

Found lists, tables and enumerations are judged like any sentence; the best of them is the answer. Where none is, sentences of
several sections that answer make a list that says that it may not be complete.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists import enumeration
from ragdesk.answering.composed.lists.candidates import FoundList, lists_in, quoted
from ragdesk.answering.composed.lists.numbered import with_the_others
from ragdesk.answering.composed.lists.outline import ListItem, Slice
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.composed.tables.ticks import ticked
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.in_context import said_quote, with_lead
from ragdesk.answering.units.quotes import Quote, running
from ragdesk.domain.calibration import COMPOSED, GATE, MARKING
from ragdesk.text.tokens import Idf, content_words, negated, number_of, opposed

# More are not read anyway.
MOST_ITEMS = 40
# "Which four parts", "the three conditions".
_HOW_MANY = re.compile(
    r"\b(?:which|what|the|name|list|all|are|welche|was|die|nenne?|alle) (?P<count>\w+) (?!of\b|or\b|and\b|oder\b|und\b)\w",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _ListAnswer:
    quote: Quote
    chance: float
    write: Callable[[Asked, Draft], None]
    items: int | None = None


def _how_many(question: str) -> int | None:
    """How many items the question says that there are: "which four parts make up the plan"."""
    counts = {number_of(match["count"].casefold()) for match in _HOW_MANY.finditer(question)} - {"", "1"}
    return int(counts.pop()) if len(counts) == 1 and max(counts).isdigit() else None


def compose_list(asked: Asked) -> Composed | None:
    """None where no list answers, and no sentences of several sections do.

    Raises:
        ModelError: the model is missing, or it died.
    """
    found = _as_many([*_lists(asked), *_tables(asked), *_enumerations(asked)], _how_many(asked.question))
    found = sorted(filter(lambda each: asked.fits(each.quote), found), key=lambda each: -each.chance)
    best = _chosen(asked, found)
    draft = Draft(asked)
    if best and asked.sure_of(best.quote, best.chance):
        best.write(asked, draft)
    elif asked.marked:
        write_lines(with_the_others(asked.answering(), asked.texts), draft)
    else:
        _scattered(asked, draft)
    return draft.done() if draft.quotes >= 2 else None


def _chosen(asked: Asked, found: Sequence[_ListAnswer]) -> _ListAnswer | None:
    """The list that answers best: by the marks of its lines, or of those that the reranker puts close together, by the model's
    word."""
    if marked := most_marked(asked, found):
        return marked
    close = [each for each in found if each.chance > found[0].chance - COMPOSED.close][: COMPOSED.asked]
    if len(close) > 1 and not asked.query.foreign:
        surest = asked.surest([each.quote for each in close])
        return next((each for each in close if surest and each.quote == surest[0]), close[0])
    return next(iter(close), None)


class _Quoted(Protocol):
    @property
    def quote(self) -> Quote: ...


_Found = TypeVar("_Found", bound=_Quoted)


def most_marked(asked: Asked, found: Sequence[_Found]) -> _Found | None:
    """The one with the most lines that answer, by their marks; of several the shortest. None where none surely has one."""

    def told(each: _Found) -> tuple[float, int]:
        return round(asked.lines_marked(each.quote), 1), each.quote.char_start - each.quote.char_end

    best = max(found, key=told, default=None)
    return best if best is not None and told(best)[0] >= MARKING.sure else None


def _lists(asked: Asked) -> list[_ListAnswer]:
    lists = [each for each in lists_in(asked.hits[: COMPOSED.hits], asked.texts) if asked.fits(each.quote)]
    lists = _refusing(asked, lists) or lists
    many = _how_many(asked.question)
    best = best_list(asked, [each for each in lists if _outermost(each) == many] or lists)
    if best is None:
        return []
    found, chance = best
    return [_ListAnswer(found.quote, chance, partial(write_items, found), _outermost(found))]


def _as_many(found: Sequence[_ListAnswer], many: int | None) -> Sequence[_ListAnswer]:
    """The lists of as many items as the question says; all of them where none is."""
    return [each for each in found if each.items == many and many is not None] or found


def _outermost(found: FoundList) -> int:
    depths = [item.depth for item in found.block.items]
    return depths.count(min(depths))


def _refusing(asked: Asked, lists: Sequence[FoundList]) -> list[FoundList]:
    """Of what is asked in the negative the lists whose lead denies it: "Not suitable for the oven", rather than a list with many
    a "never"."""
    if not negated(asked.question):
        return []
    words = set(content_words(asked.question))
    return [each for each in lists if opposed(_lead(each)) and words & set(content_words(_lead(each)))]


def write_items(found: FoundList, asked: Asked, draft: Draft) -> None:
    write_lead(draft, found)
    items = found.block.items[:MOST_ITEMS]
    for item in items:
        write_item(draft, found, item, "-")
    if len(items) < len(found.block.items):
        phrase = composed_phrases(asked.query.language).first
        draft.say("\n\n" + phrase.format(count=len(items), all=len(found.block.items)))


def best_list(asked: Asked, lists: Sequence[FoundList]) -> tuple[FoundList, float] | None:
    """The list that answers best, and the probability that it does. Of equally good ones that whose lead speaks of nothing
    else; of a list and what is nested in it the inner one, where that holds all that was asked about."""
    judged = asked.judged([found.quote for found in lists])
    chances = {id(found): chance for found, (_, chance) in zip(lists, judged, strict=True)}
    if not lists:
        return None
    if marked := most_marked(asked, lists):
        return marked, chances[id(marked)]
    most = max(chances.values())
    near = [found for found in lists if chances[id(found)] >= most - COMPOSED.alike]
    best = max(near, key=lambda found: (_aptness(asked, found), -found.block.start))
    return _innermost(asked, best, lists), chances[id(best)]


def _aptness(asked: Asked, found: FoundList) -> float:
    """How much of a lead's words and of the question's are the same: the harmonic mean (F1) of both shares, in tenths, so that
    of nearly equal ones the first is taken, which is the usual case in a manual."""
    lead, question = set(content_words(_lead(found))), set(content_words(asked.question))
    return round(2 * len(lead & question) / (len(lead) + len(question)), 1) if lead and question else 0.0


def _lead(found: FoundList) -> str:
    lead = found.block.lead
    return found.text[lead.start : lead.end] if lead else " ".join(found.block.labels[:1])


def _innermost(asked: Asked, found: FoundList, lists: Sequence[FoundList]) -> FoundList:
    question, idf = content_words(asked.question), Idf(each.quote.text for each in lists)

    def coverage(each: FoundList) -> float:
        return idf.coverage(question, content_words(each.quote.text))

    whole = coverage(found)
    block = found.block
    inner = [
        each
        for each in lists
        if each.text is found.text and block.start < each.block.start and each.block.end <= block.end
    ]
    best = max(inner, key=coverage, default=found)
    return best if whole and coverage(best) >= COMPOSED.inner * whole else found


def write_lead(draft: Draft, found: FoundList) -> None:
    lead = found.block.lead
    if lead is None:
        return
    quote = found.quoted(lead.start, lead.end)
    # A lead that stands in the cells of a table is one line all the same.
    if draft.quote("", quote, shown=running(quote.text).replace(" · ", " ")):
        draft.say("\n")


def write_item(draft: Draft, found: FoundList, item: ListItem, mark: str) -> None:
    """An item behind its mark, on a line of its own."""
    indent = "  " * item.depth
    quote = found.quoted(item.span.start, item.span.end)
    draft.quote(f"\n{indent}{mark} ", quote, shown=" ".join(item.words.split()))


def _tables(asked: Asked) -> list[_ListAnswer]:
    tables = tables_in(asked.hits[: COMPOSED.hits], asked.texts)
    judged = asked.judged([table.quote for table in tables])
    best = max(zip(tables, judged, strict=True), key=lambda pair: pair[1][1], default=None)
    if best is None:
        return []
    table, (_, chance) = best
    return [_ListAnswer(table.quote, chance, partial(_write_rows_asked, table))]


def _write_rows_asked(table: FoundTable, asked: Asked, draft: Draft) -> None:
    write_rows(table, table.rows_for(asked.question, ticked(asked.question, table)), asked, draft)


def write_rows(table: FoundTable, rows: Sequence[Slice], asked: Asked, draft: Draft) -> None:
    """Rows of a table under its heads."""
    head = table.head
    if head and draft.quote("", table.quoted(head.start, head.end), shown=table.shown_head):
        draft.say("\n")
    for row in rows[:MOST_ITEMS]:
        draft.quote("\n- ", table.quoted(row.start, row.end), shown=table.shown(row))
    if len(rows) > MOST_ITEMS:
        phrase = composed_phrases(asked.query.language).first
        draft.say("\n\n" + phrase.format(count=MOST_ITEMS, all=len(rows)))


def _enumerations(asked: Asked) -> list[_ListAnswer]:
    candidates = list[_ListAnswer]()
    for unit, chance in zip(asked.units, asked.chances(asked.units), strict=True):
        spans = [] if unit.quote.text.startswith("|") else enumeration.parts(unit.quote.text)
        if spans:
            candidates.append(
                _ListAnswer(unit.quote, chance, partial(_write_parts, unit.quote, spans), len(spans))
            )
    return candidates


def _write_parts(quote: Quote, spans: list[tuple[int, int]], _: Asked, draft: Draft) -> None:
    """The parts of a sentence, each behind the citation of the whole sentence: alone they do not say of what they are."""
    for start, end in spans:
        draft.quote("\n- ", quote, shown=" ".join(quote.text[start:end].split()))


def write_lines(units: Sequence[JudgedUnit], draft: Draft) -> None:
    """Each quoted from the line on that introduces it, and shown without that."""
    for unit in units:
        draft.quote("\n- ", with_lead(unit.quote)[0], shown=said_quote(unit.quote))


def _scattered(asked: Asked, draft: Draft) -> None:
    """The sentences of several sections that answer, in the order of the documents."""
    later = asked.judged_hits(asked.hits[GATE.hits : COMPOSED.hits])
    units = [*asked.units, *later]
    order = list(dict.fromkeys(hit.chunk.document_id for hit in asked.hits))
    quotes = sorted(
        (
            unit.quote
            for unit, chance in zip(units, asked.chances(units), strict=True)
            if chance >= COMPOSED.scattered
        ),
        key=lambda quote: (order.index(quote.hit.chunk.document_id), quote.char_start),
    )
    sections = {(quote.hit.chunk.document_id, quote.hit.chunk.section) for quote in quotes}
    if len(quotes) < COMPOSED.fewest_scattered or len(sections) < 2:
        return
    for quote in quotes:
        whole = asked.texts.text(quote.hit.chunk.document_id)
        draft.quote("\n- ", quoted(quote.hit, whole, quote.char_start, quote.char_end))
    phrase = composed_phrases(asked.query.language).scattered
    draft.say("\n\n" + phrase.format(count=draft.quotes, sections=len(sections)))
