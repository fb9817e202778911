"""The bootstrap against what is known in closed form."""

import math

import numpy as np
import pytest

from ragdesk.extras.evaluation.statistics import Bootstrap


def test_the_interval_of_a_share_is_the_one_that_theory_gives() -> None:
    values = [1.0] * 280 + [0.0] * 120
    found = Bootstrap(400).interval(values)
    assert found is not None
    half = 1.96 * math.sqrt(0.7 * 0.3 / 400)
    assert found.value == pytest.approx(0.7)
    assert found.n == 400
    assert found.low == pytest.approx(0.7 - half, abs=0.006)
    assert found.high == pytest.approx(0.7 + half, abs=0.006)


def test_the_same_values_give_the_same_interval_on_every_run() -> None:
    values = [float(v) for v in np.random.default_rng(5).normal(size=60)]
    assert Bootstrap(60).interval(values) == Bootstrap(60).interval(values)


def test_values_that_do_not_apply_are_left_out_of_the_figure_and_of_its_count() -> None:
    found = Bootstrap(6).interval([1.0, None, 0.0, None, 1.0, None])
    assert found is not None
    assert (found.value, found.n) == (pytest.approx(2 / 3), 3)
    assert Bootstrap(2).interval([None, None]) is None
    assert Bootstrap(0).interval([]) is None


def test_one_value_and_equal_values_have_no_spread() -> None:
    for values in ([0.5], [0.25] * 30):
        found = Bootstrap(len(values)).interval(values)
        assert found is not None
        assert found.low == found.value == found.high


def test_a_median_is_not_moved_by_one_slow_question() -> None:
    found = Bootstrap(21).interval([1.0] * 20 + [900.0], "median")
    assert found is not None
    assert (found.value, found.low, found.high) == (1.0, 1.0, 1.0)


def test_a_paired_difference_is_narrower_than_two_intervals_apart() -> None:
    rng = np.random.default_rng(1)
    old = rng.random(100)
    new = old + 0.02 + rng.normal(0, 0.01, 100)
    paired = Bootstrap(100).difference(list(new), list(old))
    alone = Bootstrap(100).interval(list(new))
    assert paired is not None and alone is not None
    assert paired.value == pytest.approx(float(np.mean(new - old)))
    assert 0 < paired.low < paired.value < paired.high
    assert paired.high - paired.low < (alone.high - alone.low) / 5
    same = Bootstrap(100).difference(list(old), list(old))
    assert same is not None
    assert (same.value, same.low, same.high) == (0.0, 0.0, 0.0)
