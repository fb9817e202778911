"""A second look at the first hits: by a cross-encoder where there is one, else by where the question's words stand.

A cross-encoder reads question and passage together, and so tells a passage that answers from one that only speaks of the same.
It is too slow for more than the first hits, and wrong now and then: its score is added to retrieval's, it does not replace it.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ragdesk.answering.finding.rank import normalised
from ragdesk.answering.units.quotes import unit_spans
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import RETRIEVAL, of_reranker
from ragdesk.domain.ports import Reranker
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words


def rerank(
    question: str, hits: Sequence[Hit], reranker: Reranker | None, depth: int = RETRIEVAL.reranked
) -> list[Hit]:
    """The hits with the first `depth` of them in a new order; what comes after them stays where it is."""
    first = list(hits[:depth])
    if not first:
        return []
    if reranker is not None:
        logits = reranker.scores(question, [hit.chunk.placed_text for hit in first])
        first = [
            replace(hit, score=hit.score + gain, reranker_score=float(logit))
            for hit, gain, logit in zip(first, _gains(reranker, logits), logits, strict=True)
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


def read_behind(
    question: str,
    hits: Sequence[Hit],
    first: int,
    beside: Sequence[Hit],
    most: int,
    reranker: Reranker | None,
) -> list[Hit]:
    """As many hits as before, or what is needed: the first ones, behind them the best of those that stand beside (`most` at most,
    with no score above those of what they follow), then the others."""
    known = {hit.chunk.id for hit in hits[:first]}
    new = dict[str, Hit]()
    for hit in beside:
        if hit.chunk.id not in known:
            new.setdefault(hit.chunk.id, hit)
    best = rerank(question, list(new.values()), reranker)[:most]
    least = min((hit.score for hit in hits[:first]), default=0.0)
    added = [replace(hit, score=min(hit.score, least)) for hit in best]
    taken = {hit.chunk.id for hit in added}
    read = [*hits[:first], *added]
    others = [hit for hit in hits[first:] if hit.chunk.id not in taken]
    return [*read, *others][: max(len(hits), len(read))]


def _gains(reranker: Reranker, logits: FloatArray) -> list[float]:
    """What the logits add to retrieval's score. Those of an unmeasured model are brought to 0 to 1, so that they count as much
    as retrieval's own."""
    measured = of_reranker(reranker)
    if measured is None:
        return normalised([float(logit) for logit in logits])
    return [measured.weight * float(logit) for logit in logits]


def _by_words(question: str, hits: Sequence[Hit]) -> list[float]:
    """How well each hit carries the question's words, weighted by rarity among the hits: in all, in one sentence, in order."""
    question_words = content_words(question)
    idf = Idf(hit.chunk.placed_text for hit in hits)
    pairs = set(pairwise(question_words))
    worth = sum(idf(first) + idf(second) for first, second in pairs)
    scores = []
    for hit in hits:
        stems, text = content_words(hit.chunk.placed_text), hit.chunk.text
        sentences = (content_words(text[start:end]) for start, end in unit_spans(text))
        sentence = max((idf.coverage(question_words, words) for words in sentences), default=0.0)
        neighbours = sum(idf(first) + idf(second) for first, second in pairs & set(pairwise(stems)))
        scores.append(
            RETRIEVAL.passage_weight * idf.coverage(question_words, stems)
            + RETRIEVAL.sentence_weight * sentence
            + (RETRIEVAL.neighbours_weight * neighbours / worth if worth else 0.0)
        )
    return scores
