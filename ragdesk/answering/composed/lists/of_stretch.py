"""An answer of several lines of one place: those that the language model picks where it reads a stretch of the document around
the best line (see `stretch`)."""

from collections.abc import Sequence
from itertools import groupby

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import FoundList, lists_in
from ragdesk.answering.composed.lists.lists import write_items, write_lead, write_lines, write_rows
from ragdesk.answering.composed.lists.numbered import with_the_others
from ragdesk.answering.composed.sums.of_formula import compose_of_formula
from ragdesk.answering.composed.tables.filtered import rows_named
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.stretch import marked_around
from ragdesk.domain.calibration import STRETCH
from ragdesk.text.tokens import content_words, negated

_Place = FoundList | FoundTable | None
# Words that a line has at least which says what is asked.
LEAD_WORDS = 2


def compose_of_stretch(asked: Asked) -> Composed | None:
    """None where fewer than two lines make up the answer.

    Raises:
        ModelError: the model is missing, or it died.
    """
    lines = lines_of_answer(asked)
    if len(lines) < 2:
        return None
    draft = Draft(asked)
    hits = list({line.quote.hit.chunk.id: line.quote.hit for line in lines}.values())
    lists = lists_in(hits, asked.texts)
    places: list[FoundList | FoundTable] = [*tables_in(hits, asked.texts), *lists]
    wholes = [found for found in lists if _is_meant(found, lines, asked.question)]
    led = [line for line in lines if not any(_is_lead(line, found) for found in wholes)]
    for place, group in groupby(led, key=lambda line: _place_of(line, wholes) or _place_of(line, places)):
        _write(list(group), place, asked, draft, whole=place in wholes)
    return draft.done()


def _is_lead(line: JudgedUnit, found: FoundList) -> bool:
    lead = found.block.lead
    return lead is not None and lead.start <= line.quote.char_start < lead.end


def _is_meant(found: FoundList, lines: Sequence[JudgedUnit], question: str) -> bool:
    """Whether a list makes up the answer as a whole: the line that introduces it is among the lines, and most of its items; or
    one of them is, and that line says nothing but what is asked ("Do not take X" for "who must not take X")."""
    items = found.block.items
    held = sum(any(item.holds(line.quote.char_start) for line in lines) for item in items)
    if 2 * held > len(items) and any(_is_lead(line, found) for line in lines):
        return True
    return held > 0 and _says_what_is_asked(found, question)


def _says_what_is_asked(found: FoundList, question: str) -> bool:
    lead = found.block.lead
    said = found.text[lead.start : lead.end] if lead else ""
    own = set(content_words(said))
    return (
        len(own) >= LEAD_WORDS and own <= set(content_words(question)) and negated(said) == negated(question)
    )


def compose_sum_of_stretch(asked: Asked) -> Composed | None:
    """The calculation that the writer makes of the lines that make up the answer, the best one among them, or else of those that
    are marked one by one; None where it makes none, or is not sure.

    Raises:
        ModelError: the model is missing, or it died.
    """
    lines, best = [line.quote for line in lines_of_answer(asked)], asked.best_marked
    if best is not None and best.quote.char_start not in {quote.char_start for quote in lines}:
        lines = [line.quote for line in asked.answering()]
    return compose_of_formula(asked, lines)


def lines_of_answer(asked: Asked) -> list[JudgedUnit]:
    """The lines around the best one that make up the answer, in reading order; none where no line comes near one.

    Raises:
        ModelError: the model is missing, or it died.
    """
    best = asked.best_marked
    if best is None or (best.mark or 0.0) < STRETCH.begins or asked.cancelled():
        return []
    told = marked_around(asked.question, best, asked.resources, asked.cancelled)
    return [unit for unit in told if (unit.mark or 0.0) >= STRETCH.belongs]


def _place_of(line: JudgedUnit, places: Sequence[FoundList | FoundTable]) -> _Place:
    """The table that a line is a row of, or the innermost list that it is an item of."""
    quote, holding = line.quote, list[FoundList | FoundTable]()
    for place in places:
        own = place.quote
        same = own.hit.chunk.document_id == quote.hit.chunk.document_id
        if same and _begin(place) <= quote.char_start < own.char_end:
            holding.append(place)
    return max(holding, key=_begin, default=None)


def _begin(place: FoundList | FoundTable) -> int:
    """Where its first item or row begins."""
    return place.rows[0].start if isinstance(place, FoundTable) else place.block.items[0].span.start


def _write(lines: Sequence[JudgedUnit], place: _Place, asked: Asked, draft: Draft, *, whole: bool) -> None:
    starts = {line.quote.char_start for line in lines}
    if isinstance(place, FoundTable):
        draft.say("\n")
        rows = [row for row in place.rows if row.start in starts]
        if len(rows) == len(place.rows):
            rows = rows_named(asked.question, place, rows)  # "in the green bin"
        write_rows(place, rows, asked, draft)
    elif isinstance(place, FoundList) and (
        whole or all(any(map(item.holds, starts)) for item in place.block.items)
    ):
        draft.say("\n")
        write_items(place, asked, draft)
    else:
        if isinstance(place, FoundList):
            draft.say("\n")
            write_lead(draft, place)
        write_lines(with_the_others(lines, asked.texts), draft)
