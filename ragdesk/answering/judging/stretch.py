"""A stretch of a document around a line, read as a whole: which of its lines make up the answer.

The items of a list answer together. One by one ("goggles, if wished", a row whose stock is below the minimum) they have no word
of the question, so a search for single lines finds some of them.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.judging.judged import JudgedUnit, judge
from ragdesk.answering.judging.marking import reading, words_read
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.calibration import STRETCH, marking_fit
from ragdesk.domain.calibration.odds import probability_of
from ragdesk.domain.ports import Cancelled, LanguageModel, Retriever, TextStore
from ragdesk.domain.search import Hit, TextPlace


def units_around(quote: Quote, retriever: Retriever, texts: TextStore) -> list[JudgedUnit]:
    """The units of its passage and of those before and after it."""
    place = TextPlace(quote.hit.chunk.document_id, quote.char_start, quote.char_end)
    return units_of(retriever.around(place, STRETCH.reach), texts)


def units_of(hits: Sequence[Hit], texts: TextStore) -> list[JudgedUnit]:
    """The sentences, items and rows of passages of one document, in reading order, each once."""
    once = {unit.quote.char_start: unit for unit in judge("", hits, texts, None, len(hits))}
    return [once[start] for start in sorted(once)]


def stretch(units: Sequence[JudgedUnit], at: int, room: int) -> tuple[int, int]:
    """The first and the last of the units around that one for which there is room, in words: those of its section before others,
    and what comes after before what stands above."""
    first = last = at
    left = room - words_read(units[at])
    section = units[at].quote.hit.chunk.section
    for within in (True, False):
        grows = True
        while grows:
            grows = False
            for place in (last + 1, first - 1):
                if not 0 <= place < len(units) or (
                    within and units[place].quote.hit.chunk.section != section
                ):
                    continue
                if (cost := words_read(units[place])) <= left:
                    left, grows = left - cost, True
                    first, last = min(first, place), max(last, place)
    return first, last


def marked_around(
    question: str, unit: JudgedUnit, resources: Resources, cancelled: Cancelled
) -> list[JudgedUnit]:
    """The lines around one, in reading order, each that was read with the probability that it belongs to the answer. It is read
    on at either end while the line there belongs to it, or while its table goes on. None where the model was not measured.

    Raises:
        ModelError: the model is missing, or it died.
    """
    units = units_around(unit.quote, resources.retriever, resources.texts)
    at = next((at for at, each in enumerate(units) if each.quote.char_start == unit.quote.char_start), None)
    if at is None or marking_fit(resources.model.name) is None:
        return []
    first, last = stretch(units, at, STRETCH.words)
    units = _read(question, units, first, last, resources.model, cancelled)
    for _ in range(STRETCH.readings - 1):
        if cancelled():
            break
        if last + 1 < len(units) and _goes_on(units[last], units[last + 1]):
            begin, last = last + 1, _reach(units[last + 1 :]) + last
            units = _read(question, units, begin, last, resources.model, cancelled)
        elif first and _goes_on(units[first], units[first - 1]):
            end, first = first - 1, first - _reach(units[:first][::-1])
            units = _read(question, units, first, end, resources.model, cancelled)
        else:
            break
    return units


def _read(
    question: str,
    units: Sequence[JudgedUnit],
    first: int,
    last: int,
    model: LanguageModel,
    cancelled: Cancelled,
) -> list[JudgedUnit]:
    """The units, those from the first to the last with their marks."""
    part = units[first : last + 1]
    told = model.marks(reading(question, part, whole=True), cancelled)
    if told is None:
        return list(units)
    marks = [replace(unit, mark=probability_of(odds)) for unit, odds in zip(part, told, strict=True)]
    return [*units[:first], *marks, *units[last + 1 :]]


def _goes_on(edge: JudgedUnit, following: JudgedUnit) -> bool:
    """Whether what follows the last line that was read may belong to the answer."""
    belongs = (edge.mark or 0.0) >= STRETCH.belongs
    same_table = edge.quote.text.startswith("|") and following.quote.text.startswith("|")
    return edge.mark is not None and (belongs or same_table)


def _reach(units: Sequence[JudgedUnit]) -> int:
    """How many of the first units there is room for, one at least."""
    return stretch(units, 0, STRETCH.words)[1] + 1
