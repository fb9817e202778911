"""The sentence of the evidence that comes nearest to the question, in the document's own words.

Shown where no passage bears out what the model wrote: the person then has what the documents do say, instead of a guess alone.
"""

from collections.abc import Sequence

from ragdesk.answering.commands import commands
from ragdesk.answering.quotes import Quote, intact, quotes
from ragdesk.domain.ports import Reranker, TextStore
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words

# The least score of a sentence that is shown: the cross-encoder's logit, above which it rather answers than not; without one,
# the share of the question's weight that stands in the sentence.
LEAST_LOGIT, LEAST_COVERAGE = 1.0, 0.5
# With fewer content words a unit is a label or the rest of a line, and says nothing by itself.
FEWEST_WORDS = 4


def nearest(
    question: str, evidence: Sequence[Hit], *, texts: TextStore, reranker: Reranker | None
) -> Quote | None:
    """The one sentence or table row of the evidence that best answers the question; None where none comes near."""
    units = [
        quote
        for hit in evidence
        for quote in intact(quotes(hit), texts.text(hit.chunk.document_id))
        if quote.units == 1 and len(content_words(quote.text)) >= FEWEST_WORDS and not commands(quote.text)
    ]
    if not units:
        return None
    if reranker is not None:
        scores = [float(logit) for logit in reranker.scores(question, [unit.text for unit in units])]
        least = LEAST_LOGIT
    else:
        asked, weights = content_words(question), Idf(unit.text for unit in units)
        scores = [weights.coverage(asked, content_words(unit.text)) for unit in units]
        least = LEAST_COVERAGE
    best = max(range(len(units)), key=lambda at: (scores[at], -at))
    return units[best] if scores[best] >= least else None
