"""The fitted numbers behind "is there an answer?", and the models that they were fitted with.

Logistic models, p = 1 / (1 + exp(-z)). A score of another model means something else, so a fit serves only the models that it
names; how each was made, on which questions, and how well it does on others: docs/decisions.md, "The gate".
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordsAndVectors:
    """z = bias + cosine·c + coverage·w: what can be said without a reranker. Below `threshold` nothing bears on the question."""

    bias: float
    cosine: float
    coverage: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """z = bias + cosine·c + coverage·w + passage·l, l a logit of the reranker. Below `threshold` nothing bears on the question:
    it is low, because what remains is looked at once more."""

    bias: float
    cosine: float
    coverage: float
    passage: float
    threshold: float


@dataclass(frozen=True, slots=True)
class SecondLook:
    """z = bias + start·s + sentence·l + evidence·z', s the log-probability that the model begins to refuse, z' that of the
    evidence. No answer is written below the threshold of the stance, or for a question that leans on its conversation below
    `leaning` where that is lower: the model is readier to refuse those, right or wrong. An answer that no passage bears out
    must lie `doubt` above it."""

    bias: float
    start: float
    sentence: float
    evidence: float
    thresholds: Mapping[str, float]
    leaning: float
    doubt: float


@dataclass(frozen=True, slots=True)
class Fit:
    """A part is None where its model, the embedder, the reranker or the language model, is none that a fit was made with."""

    words_and_vectors: WordsAndVectors | None
    evidence: Evidence | None = None
    second: SecondLook | None = None


# By the embedder's fingerprint without its hash: an export differs by a few bits from machine to machine.
_ALONE = {
    "all-minilm-l6-v2": WordsAndVectors(bias=-11.5, cosine=19.0, coverage=7.84, threshold=0.3),
    "bge-small-en-v1.5": WordsAndVectors(bias=-30.55, cosine=42.19, coverage=7.48, threshold=0.3),
}
_EVIDENCE = {
    "ms-marco-minilm-l12-v2-1225ccd6afd0": Evidence(
        bias=-0.354, cosine=-0.439, coverage=3.641, passage=0.934, threshold=0.01
    )
}
_SECOND = {
    ("ms-marco-minilm-l12-v2-1225ccd6afd0", "qwen2.5-coder-1.5b-instruct-q4_k_m"): SecondLook(
        bias=-1.328,
        start=-0.982,
        sentence=0.070,
        evidence=0.068,
        thresholds={"cautious": 0.55, "balanced": 0.45, "helpful": 0.3},
        leaning=0.3,
        doubt=0.05,
    )
}


def fit_for(reranker: str, model: str, embedder: str) -> Fit:
    """The fit for the models in use, by their names ("" for none), the embedder by its fingerprint."""
    return Fit(
        _ALONE.get(embedder.rpartition("-")[0]), _EVIDENCE.get(reranker), _SECOND.get((reranker, model))
    )
