"""A cross-encoder that reads no pair twice for one question: lines are looked at to see if they are enough, and to answer."""

from collections.abc import Sequence

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Reranker


class ScoredOnce:
    """The reranker, with what it said so far. For one question; not safe to use from several threads at once."""

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker
        self._known: dict[tuple[str, str], float] = {}

    @property
    def name(self) -> str:
        return self._reranker.name

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        new = [each for each in dict.fromkeys(passages) if (question, each) not in self._known]
        if new:
            told = self._reranker.scores(question, new)
            self._known.update(
                ((question, each), float(score)) for each, score in zip(new, told, strict=True)
            )
        return np.array([self._known[question, each] for each in passages], dtype=np.float32)
