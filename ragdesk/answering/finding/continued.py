"""A question that leans on the answer before it: the documents often go on where that answer was taken from, and the sentence
that gave it does not answer again.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.finding.rerank import read_behind
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration import FOLLOW_UP, GATE
from ragdesk.domain.errors import StoreError, UnknownIdError
from ragdesk.domain.ports import Reranker, Retriever, TextStore
from ragdesk.domain.search import Hit, Query, Scope, TextPlace
from ragdesk.text.tokens import content_words


def where_it_left_off(query: Query, scope: Scope, texts: TextStore) -> Scope:
    """The documents that the answer before cites, where a question brings no word of its own: "and by when?" is asked of the bill
    that was spoken of, and not of whatever has a date. `scope`, where it brings one, where documents were chosen, or where those
    are gone."""
    if scope != Scope() or not query.after or content_words(query.texts[0][0]):
        return scope
    cited = dict.fromkeys(place.document_id for place in query.after)
    return Scope(documents=tuple(each for each in cited if _is_there(each, texts)))


def _is_there(document_id: str, texts: TextStore) -> bool:
    try:
        texts.document(document_id)
    except (UnknownIdError, StoreError):  # removed, or in a shared library that is away
        return False
    return True


def with_surroundings(
    query: Query, hits: Sequence[Hit], retriever: Retriever, reranker: Reranker | None
) -> list[Hit]:
    """The hits, and behind the first of them the best of what stands around the citations of the answer before."""
    around = [hit for place in query.after for hit in retriever.around(place, FOLLOW_UP.reach)]
    read = read_behind(query.standalone, hits, GATE.hits, around, FOLLOW_UP.around, reranker)
    return read[: len(hits)]


def read_again(query: Query, units: Sequence[JudgedUnit], reranker: Reranker | None) -> list[JudgedUnit]:
    """The units, those that the answer before was taken from by what they say to the question alone: the words of the turn before
    are in its standalone form, and to these they are the answer."""
    if reranker is None or not query.after:
        return list(units)
    # A row holds more than the cell that was told.
    given = [unit for unit in units if _was_cited(unit, query.after) and not unit.quote.text.startswith("|")]
    alone = reranker.scores(query.text, [shown_quote(unit.quote) for unit in given])
    lowered = {id(unit): float(score) for unit, score in zip(given, alone, strict=True)}
    return [
        replace(unit, relevance=min(unit.relevance or 0.0, lowered[id(unit)]))
        if id(unit) in lowered
        else unit
        for unit in units
    ]


def repeats(query: Query, answer: Answer) -> bool:
    """Whether an answer is taken from the sentences that the answer before cites, and from nothing else."""
    if any(one.quote.startswith("|") for one in answer.citations):
        return False
    cited = [TextPlace(one.document_id, one.char_start, one.char_end) for one in answer.citations]
    return bool(cited) and all(_is_among(place, query.after) for place in cited)


def _was_cited(unit: JudgedUnit, after: Sequence[TextPlace]) -> bool:
    quote = unit.quote
    return _is_among(TextPlace(quote.hit.chunk.document_id, quote.char_start, quote.char_end), after)


def _is_among(place: TextPlace, places: Sequence[TextPlace]) -> bool:
    return any(place.overlaps(other) for other in places)
