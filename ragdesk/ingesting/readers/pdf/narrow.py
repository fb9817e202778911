"""Cells that hardly stand apart: a word that begins where cells of other rows begin, behind a gap that is a little wider than
that between words, begins a cell of its own. Printed web pages have such tables. Pure geometry over rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.order import Cell, TextRow
from ragdesk.ingesting.readers.pdf.words import WordRun, bounds


def parted(rows: Sequence[TextRow]) -> list[TextRow]:
    """The rows, with their cells parted where cells of at least two rows nearby begin. A row of one cell is parted into as many
    as the nearest of these above or below has, or not at all: it may be a line of text."""
    gaps = [gap for row in rows for run in row.runs for gap in _gaps(run)]
    if not gaps:
        return list(rows)
    usual, reach = median(gaps), calibration.NEAR_ROWS
    starts = [[cell.x0 for cell in row.cells[1:]] for row in rows]
    found = []
    for at, row in enumerate(rows):
        above, below = starts[max(0, at - reach) : at][::-1], starts[at + 1 : at + 1 + reach]
        near = [each for each in (*above, *below) if each]
        cells = [part for cell in row.cells for part in _parts(cell, near, usual)] if near else row.cells
        nearest = [next((len(each) + 1 for each in side if each), 0) for side in (above, below)]
        whole = len(row.cells) > 1 or len(cells) in nearest
        found.append(replace(row, cells=cells) if len(cells) > len(row.cells) and whole else row)
    return found


def _gaps(run: WordRun) -> list[float]:
    """The white between its words, in type sizes."""
    return [(right.x0 - left.x1) / run.size for left, right in pairwise(run.words)]


def _parts(cell: Cell, near: Sequence[Sequence[float]], usual: float) -> Iterator[Cell]:
    runs: list[WordRun] = []
    for run in cell.runs:
        cuts = _cuts(run, near, usual)
        for begin, end in pairwise([0, *cuts]):
            yield Cell([*runs, _slice(run, begin, end)])
            runs = []
        runs.append(_slice(run, cuts[-1], len(run.words)) if cuts else run)
    yield Cell(runs)


def _cuts(run: WordRun, near: Sequence[Sequence[float]], usual: float) -> list[int]:
    """The words that begin a cell: where others begin, and behind a wider gap than those that do not. What stands behind a label
    ("Name: ") is one with it."""
    gaps = list(enumerate(_gaps(run), start=1))
    aligned = [
        at
        for at, _ in gaps
        if _begins_there(run.words[at].x0, near) and not run.words[at - 1].text.endswith(":")
    ]
    other = max([usual, *(gap for at, gap in gaps if at not in aligned)])
    return [at for at, gap in gaps if at in aligned and gap > calibration.NARROW_GAP * other]


def _begins_there(x: float, near: Sequence[Sequence[float]]) -> bool:
    same = calibration.SAME_START
    return sum(any(abs(x - start) <= same for start in starts) for starts in near) >= calibration.LEAST_STARTS


def _slice(run: WordRun, begin: int, end: int) -> WordRun:
    words = run.words[begin:end]
    x0, y0, x1, y1 = bounds(words)
    return replace(run, words=words, x0=x0, y0=y0, x1=x1, y1=y1)
