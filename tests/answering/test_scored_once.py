"""What the cross-encoder has said of a pair is kept for the question."""

from collections.abc import Sequence

import numpy as np

from ragdesk.answering.scored_once import ScoredOnce
from ragdesk.domain.arrays import FloatArray


class ByLength:
    name = "by length"

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        self.read += [(question, each) for each in passages]
        return np.array([len(question) + len(each) for each in passages], dtype=np.float32)


def test_no_pair_is_read_twice_and_the_order_stays() -> None:
    reranker = ByLength()
    once = ScoredOnce(reranker)
    assert once.name == "by length"
    assert once.scores("q", ["aaa", "b", "aaa"]).tolist() == [4.0, 2.0, 4.0]
    assert once.scores("q", ["cc", "aaa"]).tolist() == [3.0, 4.0]
    assert once.scores("qq", ["aaa"]).tolist() == [5.0], "another question is another pair"
    assert once.scores("q", []).tolist() == []
    assert reranker.read == [("q", "aaa"), ("q", "b"), ("q", "cc"), ("qq", "aaa")]
