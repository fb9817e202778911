"""The sentence of the evidence that comes nearest to the question, in the document's own words.

Shown where no passage bears out what the model wrote: the person then has what the documents do say, instead of a guess alone.
"""

from collections.abc import Sequence

from ragdesk.answering.commands import commands
from ragdesk.answering.quotes import Quote, intact, quotes_of
from ragdesk.domain.calibration import NEAREST, of_reranker
from ragdesk.domain.ports import Reranker, TextStore
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words


def nearest(
    question: str, evidence: Sequence[Hit], *, texts: TextStore, reranker: Reranker | None
) -> Quote | None:
    """The one sentence or table row of the evidence that best answers the question; None where none comes near."""
    units = [
        quote
        for hit in evidence
        for quote in intact(quotes_of(hit), texts.text(hit.chunk.document_id))
        if quote.units == 1
        and len(content_words(quote.text)) >= NEAREST.fewest_words
        and not commands(quote.text)
    ]
    if not units:
        return None
    scale = of_reranker(reranker)
    if reranker is not None and scale is not None:
        scores = [float(logit) for logit in reranker.scores(question, [unit.text for unit in units])]
        least = scale.answers
    else:
        question_words, idf = content_words(question), Idf(unit.text for unit in units)
        scores = [idf.coverage(question_words, content_words(unit.text)) for unit in units]
        least = NEAREST.coverage
    best = max(range(len(units)), key=lambda at: (scores[at], -at))
    return units[best] if scores[best] >= least else None
