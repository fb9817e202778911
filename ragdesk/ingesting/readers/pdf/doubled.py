"""Words that are printed twice, a hair apart, to look bold or to throw a shadow: they are read once.

MuPDF leaves out some letters of the second printing, so its words may be pieces of the first one's.
"""

from collections.abc import Sequence
from itertools import pairwise

from ragdesk.ingesting.readers.pdf.calibration import DRAWN_TWICE, LOOK_BACK, SHADOW
from ragdesk.ingesting.readers.pdf.words import Word, WordRun, run_of


def without_doubles(runs: Sequence[WordRun]) -> list[WordRun]:
    """The runs, each word once; a run of which nothing is left is gone."""
    order = sorted(range(len(runs)), key=lambda index: (runs[index].y1, runs[index].x0))
    doubled: set[int] = set()
    for place, index in enumerate(order):
        run = runs[index]
        if any(after.x0 < before.x1 - DRAWN_TWICE for before, after in pairwise(run.words)):
            _find(run.words, run.words, run.size, doubled)
        for other in (runs[before] for before in order[max(place - LOOK_BACK, 0) : place]):
            shared = min(other.x1, run.x1) - max(other.x0, run.x0)
            if shared > DRAWN_TWICE and abs(other.y1 - run.y1) <= max(DRAWN_TWICE, SHADOW * run.size):
                _find(other.words, run.words, run.size, doubled)
    if not doubled:
        return list(runs)
    left = (([word for word in run.words if id(word) not in doubled], run) for run in runs)
    return [
        run_of(words, run.size, bold=run.bold, gap=run.gap) if len(words) < len(run.words) else run
        for words, run in left
        if words
    ]


def _find(words: Sequence[Word], others: Sequence[Word], size: float, doubled: set[int]) -> None:
    """Add (by id) each word that is a word of the other line again, or a piece of it."""
    reach = max(DRAWN_TWICE, SHADOW * size)
    for word in words:
        for other in others:
            if (
                other is word
                or id(word) in doubled
                or id(other) in doubled
                or abs(word.y1 - other.y1) > reach
            ):
                continue
            longer, shorter = (word, other) if len(word.text) >= len(other.text) else (other, word)
            inside = longer.x0 - reach <= shorter.x0 and shorter.x1 <= longer.x1 + reach
            ends = min(abs(longer.x0 - shorter.x0), abs(longer.x1 - shorter.x1)) <= reach
            if inside and ends and longer.text.find(shorter.text) >= 0:
                doubled.add(id(shorter))
