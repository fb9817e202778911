"""The measures against values worked out by hand."""

import math

import pytest
from scripted import make_hit

from ragdesk.extras.evaluation import answers
from ragdesk.extras.evaluation.retrieval import Ranking, order, outcome, score

pytest.importorskip("ir_measures")


def ranked(places: str, gold: str, passage: int | None = 1) -> Ranking:
    """Places and gold are letters."""
    return Ranking(list(places), list(gold), passage, 0.0)


def test_measures_of_a_ranking_with_two_gold_places() -> None:
    one = ranked("xaybzz"[:5], "ab")  # gold at ranks 2 and 4
    score([one])
    assert one.rank == 2
    assert one.values["hit@1"] == 0 and one.values["hit@5"] == 1 and one.values["hit@10"] == 1
    assert one.values["recall@5"] == 1 and one.values["precision@5"] == pytest.approx(2 / 5)
    assert one.values["precision@10"] == pytest.approx(2 / 10)
    assert one.values["MRR@10"] == pytest.approx(1 / 2)
    gained, best = 1 / math.log2(3) + 1 / math.log2(5), 1 / math.log2(2) + 1 / math.log2(3)
    assert one.values["nDCG@10"] == pytest.approx(gained / best)


def test_measures_look_no_deeper_than_their_rank() -> None:
    one = ranked("qrstuvwxyza", "a", passage=11)  # rank 11
    score([one])
    assert (
        one.values["hit@10"] == one.values["MRR@10"] == one.values["nDCG@10"] == one.values["recall@10"] == 0
    )
    assert one.values["recall@100"] == 1 and one.values["shown@5"] == 0


def test_rankings_are_scored_together_and_kept_apart() -> None:
    first, second, none = ranked("ab", "a"), ranked("ba", "a", 2), ranked("", "a", None)
    score([first, second, none])
    assert [one.values["MRR@10"] for one in (first, second, none)] == [1.0, 0.5, 0.0]
    score([])


def test_the_same_place_counts_once_and_gold_counts_where_a_passage_touches_it() -> None:
    hits = [make_hit(f"passage {number}", start=number) for number in range(5)]
    units = [["p1"], ["p1"], ["p2", "p3"], ["p2"], ["p4", "p5"]]
    assert order(hits, units, {"p3", "p4"}) == (["p1", "p3", "p2", "p4"], 3)
    assert order(hits, units, {"p9"}) == (["p1", "p2", "p4"], None)


@pytest.mark.parametrize(
    ("places", "gold", "expected"),
    [
        (["d#p1", "d#p2"], ["d#p2"], "found"),
        ([f"e#p{n}" for n in range(5)] + ["d#p2"], ["d#p2"], "near"),
        (["e#p1", "d#p1"], ["d#p2"], "right document"),
        (["e#p1"], ["d#p2"], "missed"),
        (["e#p1"], ["d#lost"], "lost"),
    ],
)
def test_what_became_of_the_gold(places: list[str], gold: list[str], expected: str) -> None:
    assert outcome(Ranking(places, gold, None, 0.0)) == expected


def test_normalisation_is_squads() -> None:
    assert answers.normalise("The  Cat's (an) old, a-b hat!") == "cats old ab hat"
    assert answers.normalise("$1577.00 and 1,577") == "1577 and 1577"
    assert answers.normalise("12.50") == "1250"


def test_an_answer_is_contained_as_whole_words() -> None:
    assert answers.contains("It was the Price Controls.", [("price controls",)])
    assert not answers.contains("He moved north.", [("no",)])
    assert answers.contains("Blue, and also red.", [("green",), ("red", "blue")])
    assert not answers.contains("Only red.", [("red", "blue")])
    assert answers.contains("曼宁曾带领两支球队。", [("两支",)])
    assert not answers.contains("anything", [("the",)])


def test_token_f1_is_the_harmonic_mean_of_precision_and_recall() -> None:
    # Said: 4 tokens, right: 3, shared: 2; precision 1/2, recall 2/3.
    assert answers.token_f1("red green blue black", [("red blue white",)]) == pytest.approx(4 / 7)
    assert answers.token_f1("red", [("blue",), ("red",)]) == 1.0
    assert answers.token_f1("", [("blue",)]) == 0.0
