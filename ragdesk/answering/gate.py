"""Whether to answer at all: once before the model reads, once when it has read and before it writes.

The first look costs no model call: does anything retrieved bear on the question? The second adds what the model itself would
do: the probability that it begins to refuse. An answer that passes both is checked (see `support`); where no passage bears it
out, the second look is taken once more, and has to be surer. The fits are in `domain.calibration`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.quotes import unit_spans
from ragdesk.domain.answers import Stance
from ragdesk.domain.calibration import (
    GATE,
    EvidenceFit,
    RelevanceFit,
    SecondLook,
    of_embedder,
    of_reranker,
    second_look,
)
from ragdesk.domain.ports import Embedder, LanguageModel, Reranker
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words


@dataclass(frozen=True, slots=True)
class Fits:
    """What the signs mean for the models in use; None where a model is missing or nobody measured it."""

    relevance: RelevanceFit | None
    evidence: EvidenceFit | None
    second: SecondLook | None


def fits(embedder: Embedder | None, reranker: Reranker | None, model: LanguageModel) -> Fits:
    scale = of_reranker(reranker)
    return Fits(
        of_embedder(embedder).relevance if embedder else None,
        scale.evidence if scale else None,
        second_look(reranker, model),
    )


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


def read_signs(question: str, hits: Sequence[Hit], reranker: Reranker | None) -> Signs:
    """The signs of reranked hits."""
    cosines = [hit.vector_score for hit in hits if hit.vector_score is not None]
    question_words = content_words(question)
    idf = Idf(hit.chunk.placed_text for hit in hits)
    coverage = max(
        (idf.coverage(question_words, content_words(hit.chunk.placed_text)) for hit in hits[: GATE.hits]),
        default=0.0,
    )
    passages = [hit.reranker_score for hit in hits if hit.reranker_score is not None]
    sentence = None
    if reranker is not None and passages:
        texts = [
            hit.chunk.text[start:end]
            for hit in hits[: GATE.hits_by_sentence]
            for start, end in unit_spans(hit.chunk.text)
        ]
        sentence = max((float(score) for score in reranker.scores(question, texts)), default=None)
    return Signs(max(cosines, default=None), coverage, max(passages, default=None), sentence)


def relevant(signs: Signs, fits: Fits) -> bool:
    """Whether the hits are worth being read by the model."""
    evidence = _evidence(signs, fits)
    if signs.cosine is not None and fits.evidence is not None and evidence is not None:
        return _probability(evidence) >= fits.evidence.threshold
    alone = fits.relevance
    if signs.cosine is None or alone is None:
        # No embedder, or one that is not known: words alone decide.
        return signs.coverage >= GATE.coverage
    z = alone.bias + alone.cosine * signs.cosine + alone.coverage * signs.coverage
    return _probability(z) >= alone.threshold


def answerable(
    signs: Signs,
    start: float | None,
    stance: Stance,
    fits: Fits,
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
    evidence, second = _evidence(signs, fits), fits.second
    if start is None or second is None or evidence is None or signs.sentence is None:
        return True
    z = second.bias + second.start * start + second.sentence * signs.sentence + second.evidence * evidence
    threshold = second.thresholds[stance]
    least = min(threshold, second.leaning) if leaning else threshold
    return _probability(z) >= (least if borne_out else least + second.doubt)


def _evidence(signs: Signs, fits: Fits) -> float | None:
    """z of the evidence; None where no reranker spoke, or one that no fit was made with."""
    by = fits.evidence
    if by is None or signs.passage is None:
        return None
    cosine = 0.0 if signs.cosine is None else signs.cosine
    return by.bias + by.cosine * cosine + by.coverage * signs.coverage + by.passage * signs.passage


def _probability(z: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, z))))
