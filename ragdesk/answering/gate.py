"""Whether to answer at all: once before the model reads, once when it has read and before it writes.

The first look costs no model call: does anything retrieved bear on the question? The second adds what the model itself would
do: the probability that it begins to refuse. An answer that passes both is checked (see `cite`); where no passage bears it out,
the second look is taken once more, and has to be surer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragdesk.answering.fits import Fit
from ragdesk.answering.quotes import unit_spans
from ragdesk.domain.ports import Reranker
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words

Stance = Literal["cautious", "balanced", "helpful"]

# How many hits are looked at: more let an off-topic question collect its words from many places.
LOOK = 3
# Sentences of that many hits are compared with the question one by one.
READ = 2


@dataclass(frozen=True, slots=True)
class Signs:
    """What retrieval says for an answer.

    Attributes:
        cosine: best vector score, -1 to 1. None without an embedder.
        coverage: share, 0 to 1, of the question's content words, weighted by rarity, that stand in one of the best hits.
        passage: the reranker's best score of a passage (a logit). None without a reranker.
        sentence: its best score of one sentence of the first hits.
    """

    cosine: float | None
    coverage: float
    passage: float | None = None
    sentence: float | None = None


def signs(question: str, hits: Sequence[Hit], reranker: Reranker | None) -> Signs:
    """The signs of reranked hits."""
    cosines = [hit.vector_score for hit in hits if hit.vector_score is not None]
    wanted = content_words(question)
    weights = Idf(hit.chunk.placed_text for hit in hits)
    coverage = max(
        (weights.coverage(wanted, content_words(hit.chunk.placed_text)) for hit in hits[:LOOK]), default=0.0
    )
    passages = [hit.reranker_score for hit in hits if hit.reranker_score is not None]
    sentence = None
    if reranker is not None and passages:
        texts = [
            hit.chunk.text[start:end] for hit in hits[:READ] for start, end in unit_spans(hit.chunk.text)
        ]
        sentence = max((float(score) for score in reranker.scores(question, texts)), default=None)
    return Signs(max(cosines, default=None), coverage, max(passages, default=None), sentence)


def relevant(found: Signs, fit: Fit) -> bool:
    """Whether the hits are worth being read by the model."""
    evidence = _evidence(found, fit)
    if found.cosine is not None and fit.evidence is not None and evidence is not None:
        return _probability(evidence) >= fit.evidence.threshold
    alone = fit.words_and_vectors
    if found.cosine is None or alone is None:
        # No embedder, or one that is not known: words alone decide; half of what was asked about must be there.
        return found.coverage >= 0.5
    z = alone.bias + alone.cosine * found.cosine + alone.coverage * found.coverage
    return _probability(z) >= alone.threshold


def answerable(
    found: Signs,
    start: float | None,
    stance: Stance,
    fit: Fit,
    *,
    leaning: bool = False,
    borne_out: bool = True,
) -> bool:
    """Whether the model shall write an answer, having read the sources. True where nothing can be said: it then decides
    itself.

    Args:
        start: the log-probability that it begins to refuse; None where it cannot tell.
        leaning: whether the question was understood from its conversation.
        borne_out: False once it has written one that no passage bears out: whether that shall be shown.
    """
    evidence, second = _evidence(found, fit), fit.second
    if start is None or second is None or evidence is None or found.sentence is None:
        return True
    z = second.bias + second.start * start + second.sentence * found.sentence + second.evidence * evidence
    threshold = second.thresholds[stance]
    least = min(threshold, second.leaning) if leaning else threshold
    return _probability(z) >= (least if borne_out else least + second.doubt)


def _evidence(found: Signs, fit: Fit) -> float | None:
    """z of the evidence; None where no reranker spoke, or one that no fit was made with."""
    by = fit.evidence
    if by is None or found.passage is None:
        return None
    cosine = 0.0 if found.cosine is None else found.cosine
    return by.bias + by.cosine * cosine + by.coverage * found.coverage + by.passage * found.passage


def _probability(z: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, z))))
