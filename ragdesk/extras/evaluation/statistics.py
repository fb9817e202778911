"""Figures with their uncertainty: the percentile bootstrap over questions (Efron and Tibshirani, "An Introduction to the
Bootstrap", 1993, chapter 13), and its paired form for two runs over the same questions.

A measure has one value for each question, None where it does not apply to that question (the precision of a refusal where
nothing was refused). The measure's figure is the mean, or the median, of the values that there are. Questions are
resampled, not values, so that a ratio's denominator varies as it would with other questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Statistic = Literal["mean", "median"]
Values = Sequence[float | None]
Floats = NDArray[np.float64]

RESAMPLES = 2_000
SEED = 20_260_101
# The ends of a 95% interval, in per cent of the resampled figures.
ENDS = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, the ends of its 95% interval, and the number of questions that it rests on."""

    value: float
    low: float
    high: float
    n: int

    def shown(self) -> list[float]:
        return [round(self.value, 4), round(self.low, 4), round(self.high, 4)]


class Bootstrap:
    """Draws the same resamples of `n` questions for every measure, so that measures can be compared."""

    def __init__(self, n: int, resamples: int = RESAMPLES, seed: int = SEED) -> None:
        self._drawn = np.random.default_rng(seed).integers(0, max(n, 1), size=(resamples, max(n, 1)))

    def interval(self, values: Values, statistic: Statistic = "mean") -> Interval | None:
        """The figure over `values` (n,) and its interval; None where no question has a value."""
        row = _array(values)
        if np.isnan(row).all():
            return None
        low, high = _ends(self._resampled(row, statistic))
        return Interval(_figure(row, statistic), low, high, int((~np.isnan(row)).sum()))

    def difference(self, new: Values, old: Values, statistic: Statistic = "mean") -> Interval | None:
        """`new` minus `old`, (n,) each, over the same questions in the same order: both sides see the same resamples."""
        first, second = _array(new), _array(old)
        if np.isnan(first).all() or np.isnan(second).all():
            return None
        low, high = _ends(self._resampled(first, statistic) - self._resampled(second, statistic))
        value = _figure(first, statistic) - _figure(second, statistic)
        return Interval(value, low, high, int((~(np.isnan(first) | np.isnan(second))).sum()))

    def _resampled(self, row: Floats, statistic: Statistic) -> Floats:
        """(resamples,) figures; NaN where a resample drew no question with a value."""
        drawn = row[self._drawn]
        if statistic == "median":
            medians: Floats = np.full(len(drawn), np.nan)
            some = ~np.isnan(drawn).all(axis=1)
            medians[some] = np.nanmedian(drawn[some], axis=1)
            return medians
        present = ~np.isnan(drawn)
        counts = present.sum(axis=1)
        sums = np.where(present, drawn, 0.0).sum(axis=1)
        means: Floats = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)
        return means


def _array(values: Values) -> Floats:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _figure(row: Floats, statistic: Statistic) -> float:
    return float(np.nanmedian(row) if statistic == "median" else np.nanmean(row))


def _ends(figures: Floats) -> tuple[float, float]:
    known = figures[~np.isnan(figures)]
    low, high = np.percentile(known, ENDS)
    return float(low), float(high)
