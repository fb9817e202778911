"""The line of each passage that answers best: what is marked where passages are listed and no answer is made."""

from collections import defaultdict
from collections.abc import Sequence

from ragdesk.answering.judging.judged import judge, ranked
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.calibration import NEAREST, answer_fit
from ragdesk.domain.ports import Reranker, TextStore
from ragdesk.domain.search import Hit, Query, TextPlace


def best_lines(
    query: Query, hits: Sequence[Hit], texts: TextStore, reranker: Reranker | None
) -> dict[str, TextPlace]:
    """The place of each passage's best sentence, item or row, by the passage's id: by the reranker, and in a language that it
    does not know, or without one, by the question's words. A passage without a line that says something by itself is left out."""
    reranker = None if query.foreign else reranker
    units = judge(query.standalone, hits, texts, reranker, first=len(hits))
    lines = defaultdict[str, list[tuple[Quote, float]]](list)
    for unit, chance in ranked(query.standalone, units, answer_fit(reranker)):
        lines[unit.quote.hit.chunk.id].append((unit.quote, chance))
    return {chunk: _place(_best(quotes)) for chunk, quotes in lines.items()}


def _best(ranking: Sequence[tuple[Quote, float]]) -> Quote:
    """The first one, or the one that it is judged with."""
    first, most = ranking[0]
    whole = shown_quote(first)
    others = (quote for quote, chance in ranking[1:] if chance >= most - NEAREST.hardly_less)
    return next((quote for quote in others if " ".join(quote.text.split()) in whole), first)


def _place(quote: Quote) -> TextPlace:
    return TextPlace(quote.hit.chunk.document_id, quote.char_start, quote.char_end)
