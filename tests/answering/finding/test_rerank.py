"""The second look at the first hits."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from scripted import make_hit

from ragdesk.answering.finding.rerank import rerank
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration.by_model import _RERANKERS

QUESTION = "At how many bars does the safety valve open?"


class ScriptedReranker:
    """A reranker that knows what each text is worth."""

    def __init__(self, worth: dict[str, float], name: str = next(iter(_RERANKERS))) -> None:
        self.worth = worth
        self.name = name
        self.asked: list[str] = []

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        self.asked += passages
        return np.asarray([self.worth[text.rpartition("\n")[2]] for text in passages], dtype=np.float32)


def test_a_cross_encoder_lifts_the_passage_that_answers() -> None:
    hits = [make_hit("near", score=0.9), make_hit("right", score=0.6, start=10)]
    found = rerank(QUESTION, hits, ScriptedReranker({"near": -5.0, "right": 6.0}))
    assert [hit.chunk.text for hit in found] == ["right", "near"]
    assert [hit.reranker_score for hit in found] == [6.0, -5.0]


def test_its_score_is_added_so_that_it_cannot_overturn_all_that_retrieval_says() -> None:
    hits = [make_hit("sure", score=1.0), make_hit("unsure", score=0.1, start=10)]
    found = rerank(QUESTION, hits, ScriptedReranker({"sure": -2.0, "unsure": 1.0}))
    assert [hit.chunk.text for hit in found] == ["sure", "unsure"]


def test_logits_of_a_reranker_that_nobody_measured_count_as_much_as_retrieval_whatever_their_scale() -> None:
    hits = [
        make_hit("sure", score=1.0),
        make_hit("right", score=0.3, start=10),
        make_hit("off", score=0.0, start=20),
    ]
    for unit in (0.001, 1.0, 1000.0):
        worth = {"sure": 0.1 * unit, "right": 1.0 * unit, "off": 0.0}
        again = rerank(QUESTION, hits, ScriptedReranker(worth, "unmeasured"))
        assert [hit.chunk.text for hit in again] == ["right", "sure", "off"]
        assert [round(hit.score, 6) for hit in again] == [1.3, 1.1, 0.0]
        assert [hit.reranker_score for hit in again] == pytest.approx([unit, 0.1 * unit, 0.0])


def test_only_the_first_hits_are_read_and_the_rest_stays_behind_them() -> None:
    hits = [make_hit(f"t{n}", score=1 - n / 10, start=n * 10) for n in range(5)]
    reranker = ScriptedReranker({f"t{n}": float(n) for n in range(5)})
    found = rerank(QUESTION, hits, reranker, depth=2)
    assert len(reranker.asked) == 2
    assert [hit.chunk.text for hit in found[2:]] == ["t2", "t3", "t4"]
    assert all(first.score >= second.score for first, second in pairwise(found))


def test_without_one_the_sentence_that_has_the_words_together_wins() -> None:
    scattered = (
        "Safety matters in every hall. A valve was bought last year. The doors open at six, and bars of soap are there. "
        "How many visitors came is not known."
    )
    together = "The safety valve opens at 12 bars, and nothing else is to be done."
    hits = [make_hit(scattered, score=0.62), make_hit(together, score=0.58, start=500)]
    assert rerank(QUESTION, hits, None)[0].chunk.text == together


def test_nothing_found_stays_nothing() -> None:
    assert rerank(QUESTION, [], None) == []
