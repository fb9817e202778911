"""A second look at the first hits: by a cross-encoder where there is one, else by where the question's words stand.

A cross-encoder reads question and passage together, and so tells a passage that answers from one that only speaks of the same.
It is too slow for more than the first hits, and wrong now and then: its score is added to retrieval's, it does not replace it.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ragdesk.answering.quotes import unit_spans
from ragdesk.domain.ports import Reranker
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words

# Hits that are looked at again. 20 bring hit@5 0.013 more than 10 over eleven sets, and take twice as long.
DEPTH = 20
# What one unit of a cross-encoder's logit (-11 to 11) counts, where retrieval's own score goes from 0 to 1.
LOGIT_WEIGHT = 0.07
# What the share of the question's words counts that stand in the passage, in its best sentence, and next to each other.
PASSAGE_WEIGHT, SENTENCE_WEIGHT, NEIGHBOURS_WEIGHT = 0.2, 0.2, 0.2


def rerank(question: str, hits: Sequence[Hit], reranker: Reranker | None, depth: int = DEPTH) -> list[Hit]:
    """The hits with the first `depth` of them in a new order; what comes after them stays where it is.

    Weights: docs/decisions.md, "Reranking" and "The embedder".
    """
    first = list(hits[:depth])
    if not first:
        return []
    if reranker is not None:
        logits = reranker.scores(question, [hit.chunk.placed_text for hit in first])
        first = [
            replace(hit, score=hit.score + LOGIT_WEIGHT * float(logit), reranker_score=float(logit))
            for hit, logit in zip(first, logits, strict=True)
        ]
    else:
        first = [
            replace(hit, score=hit.score + more)
            for hit, more in zip(first, _by_words(question, first), strict=True)
        ]
    # What was not looked at again keeps its place, and a score that says so.
    last = min(hit.score for hit in first)
    rest = [replace(hit, score=min(hit.score, last)) for hit in hits[depth:]]
    return [*sorted(first, key=lambda hit: (-hit.score, hit.chunk.id)), *rest]


def _by_words(question: str, hits: Sequence[Hit]) -> list[float]:
    """How well each hit carries the question's words, weighted by rarity among the hits: in all, in one sentence, in order."""
    asked = content_words(question)
    weights = Idf(hit.chunk.placed_text for hit in hits)
    together = set(pairwise(asked))
    worth = sum(weights(first) + weights(second) for first, second in together)
    scores = []
    for hit in hits:
        stems, text = content_words(hit.chunk.placed_text), hit.chunk.text
        sentences = (content_words(text[start:end]) for start, end in unit_spans(text))
        sentence = max((weights.coverage(asked, words) for words in sentences), default=0.0)
        neighbours = sum(
            weights(first) + weights(second) for first, second in together & set(pairwise(stems))
        )
        scores.append(
            PASSAGE_WEIGHT * weights.coverage(asked, stems)
            + SENTENCE_WEIGHT * sentence
            + (NEIGHBOURS_WEIGHT * neighbours / worth if worth else 0.0)
        )
    return scores
