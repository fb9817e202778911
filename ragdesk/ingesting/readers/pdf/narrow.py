"""Cells that hardly stand apart: a word that begins where cells of other rows begin, behind a gap that is a little wider than
that between words, begins a cell of its own; so does one over such cells behind a wider gap, as centred heads are. Printed web
pages have such tables. Pure geometry over rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.order import Cell, TextRow
from ragdesk.ingesting.readers.pdf.words import Word, WordRun, run_of

# From left to right, of a cell.
_Span = tuple[float, float]


def parted(rows: Sequence[TextRow]) -> list[TextRow]:
    """The rows, with their cells parted where cells of at least two rows nearby begin. A row of one cell is parted into as many
    as the nearest of these above or below has, or not at all: it may be a line of text."""
    gaps = [gap for row in rows for run in row.runs for gap in _gaps(run)]
    if not gaps:
        return list(rows)
    usual, reach = median(gaps), calibration.NEAR_ROWS
    spans = [[(cell.x0, cell.x1) for cell in row.cells[1:]] for row in rows]
    found = []
    for at, row in enumerate(rows):
        above, below = spans[max(0, at - reach) : at][::-1], spans[at + 1 : at + 1 + reach]
        near = [each for each in (*above, *below) if each]
        cells = [part for cell in row.cells for part in _parts(cell, near, usual)] if near else row.cells
        nearest = [next((len(each) + 1 for each in side if each), 0) for side in (above, below)]
        whole = len(row.cells) > 1 or len(cells) in nearest
        found.append(replace(row, cells=cells) if len(cells) > len(row.cells) and whole else row)
    return found


def _gaps(run: WordRun) -> list[float]:
    """The white between its words, in type sizes."""
    size = max(run.size, calibration.LEAST_SIZE)
    return [(right.x0 - left.x1) / size for left, right in pairwise(run.words)]


def _parts(cell: Cell, near: Sequence[Sequence[_Span]], usual: float) -> Iterator[Cell]:
    runs: list[WordRun] = []
    for run in cell.runs:
        cuts = _cuts(run, near, usual)
        for begin, end in pairwise([0, *cuts]):
            yield Cell([*runs, _of(run, begin, end)])
            runs = []
        runs.append(_of(run, cuts[-1], len(run.words)) if cuts else run)
    yield Cell(runs)


def _cuts(run: WordRun, near: Sequence[Sequence[_Span]], usual: float) -> list[int]:
    """The words that begin a cell: where others begin or stand, and behind a wider gap than those that do not. What stands behind
    a label ("Name: ") is one with it."""
    gaps = list(enumerate(_gaps(run), start=1))
    begin = {
        at
        for at, gap in gaps
        if _begins(run.words[at - 1], run.words[at], near, wide=gap > calibration.WIDE_GAP * usual)
    }
    other = max([usual, *(gap for at, gap in gaps if at not in begin)])
    return [at for at, gap in gaps if at in begin and gap > calibration.NARROW_GAP * other]


def _begins(before: Word, word: Word, near: Sequence[Sequence[_Span]], *, wide: bool) -> bool:
    """Whether cells of two rows begin where the word does, or, behind a wide gap, stand under it and begin behind the one
    before."""

    def is_of(start: float, end: float) -> bool:
        aligned = abs(word.x0 - start) <= calibration.SAME_START
        return aligned or (wide and before.x1 < start < word.x1 and end > word.x0)

    if before.text.endswith(":"):
        return False
    return sum(any(is_of(*span) for span in spans) for spans in near) >= calibration.LEAST_STARTS


def _of(run: WordRun, begin: int, end: int) -> WordRun:
    return run_of(run.words[begin:end], run.size, bold=run.bold, gap=run.gap)
