"""What a question is likely to want: one line, several, or a sum, by a linear model of its letters and words.

Rules for wordings (`kinds`) know "which" and "in total". Most people type "what do I have to wear" and "what do 4 bags come to",
and of their questions for sums the rules know one in four. This only says where it is worth reading on; what is found decides.
"""

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import log, sqrt
from pathlib import Path

import numpy as np

from ragdesk.domain.calibration.odds import probability_of
from ragdesk.text.fold import fold

WEIGHTS = Path(__file__).with_name("wanted.npz")
# Features fall into so many places; two that share one do little harm.
PLACES = 1 << 15
LENGTHS = (2, 3, 4)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Wants:
    """Probabilities that a question wants several lines, and that it wants a sum."""

    several: float
    computed: float


@lru_cache(maxsize=256)
def wanted(question: str) -> Wants:
    """By docs/lab/kinds.md, "By letters and words"."""
    found = features(question)
    several, computed = (
        probability_of(bias + sum(float(weights[place]) * value for place, value in found.items()))
        for weights, bias in (_weights()[name] for name in ("several", "computed"))
    )
    return Wants(several, computed)


def features(question: str) -> Mapping[int, float]:
    """Words, pairs of words, and runs of two to four letters within words, each at the place that its checksum gives; a number is
    "9" whatever it is. Counts by their logarithm, of length 1 all together."""
    counts = Counter(zlib.crc32(each.encode()) % PLACES for each in _parts(_NUMBER.sub("9", fold(question))))
    values = {place: 1.0 + log(count) for place, count in counts.items()}
    length = sqrt(sum(value * value for value in values.values())) or 1.0
    return {place: value / length for place, value in values.items()}


def _parts(text: str) -> Iterator[str]:
    words = _WORD.findall(text)
    yield from (f"w {word}" for word in words)
    yield from (f"p {first} {second}" for first, second in pairwise(words))
    for word in words:
        framed = f" {word} "
        for length in LENGTHS:
            yield from (framed[at : at + length] for at in range(len(framed) - length + 1))


@cache
def _weights() -> Mapping[str, tuple[np.ndarray, float]]:
    """Of each question its weights, kept in bytes, and what is added to their sum."""
    with np.load(WEIGHTS) as kept:
        return {
            name: (kept[name].astype(np.float32) * float(kept[f"{name}_scale"]), float(kept[f"{name}_bias"]))
            for name in ("several", "computed")
        }
