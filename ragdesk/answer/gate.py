"""The gate before the model: does anything retrieved bear on the question at all?

A refusal here costs no model call. It turns away questions about things that the documents never mention; a
question that only looks answerable passes, and is caught when the answer is checked (see `cite`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answer.words import Weights, content_words
from ragdesk.types import Hit

# How many hits are looked at: more let an off-topic question collect its words from many places.
LOOK = 3


@dataclass(frozen=True, slots=True)
class GateFit:
    """A logistic model, p = 1 / (1 + exp(-(bias + cosine·c + coverage·w))), and where it refuses.

    `cosine`: best vector score, -1 to 1. `coverage`: share, 0 to 1, of the question's content words that stand in
    one of the best hits (the best of them counts).
    """

    bias: float
    cosine: float
    coverage: float
    threshold: float

    def probability(self, best_cosine: float, coverage: float) -> float:
        z = self.bias + self.cosine * best_cosine + self.coverage * coverage
        return 1.0 / (1.0 + math.exp(-z))


# Fitted as docs/decisions.md tells ("The gate").
DEFAULT_FIT = GateFit(bias=-11.5, cosine=19.0, coverage=7.84, threshold=0.3)


def features(question: str, hits: Sequence[Hit]) -> tuple[float, float]:
    """(best cosine, best coverage of the question's content words by one of the first hits)."""
    best_cosine = max((hit.vector_score for hit in hits if hit.vector_score is not None), default=0.0)
    wanted = content_words(question)
    weights = Weights(hit.chunk.placed_text for hit in hits)
    coverage = max(
        (weights.coverage(wanted, content_words(hit.chunk.placed_text)) for hit in hits[:LOOK]),
        default=0.0,
    )
    return best_cosine, coverage


def relevant(question: str, hits: Sequence[Hit], fit: GateFit = DEFAULT_FIT) -> bool:
    """Whether the hits are worth showing to the model."""
    if not hits:
        return False
    cosine, coverage = features(question, hits)
    if all(hit.vector_score is None for hit in hits):
        # No embedder: words alone decide; half of what was asked about must be there.
        return coverage >= 0.5
    return fit.probability(cosine, coverage) >= fit.threshold
