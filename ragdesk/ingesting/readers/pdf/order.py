"""Reading order: the runs of an upright page → columns → rows of cells. Pure geometry; knows nothing about PyMuPDF,
nor about what is a heading, a list or a table.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.words import Placed, WordRun, bounds

P = TypeVar("P", bound=Placed)


@dataclass(slots=True)
class Cell:
    """Runs of one row that stand side by side without a column's gap."""

    runs: list[WordRun]

    @property
    def x0(self) -> float:
        return min(run.x0 for run in self.runs)

    @property
    def x1(self) -> float:
        return max(run.x1 for run in self.runs)

    @property
    def text(self) -> str:
        return " ".join(run.text for run in self.runs)


@dataclass(slots=True)
class TextRow:
    """One line of a column as it meets the eye, cut into cells."""

    cells: list[Cell]
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def runs(self) -> list[WordRun]:
        return [run for cell in self.cells for run in cell.runs]

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)


def regions(items: Sequence[P], depth: int = 0) -> list[list[P]]:
    """The items in columns, in reading order; each region is read row by row from its top.

    Columns are told from tables by what stands in them: lines of several words that fill the column's width. What
    crosses the gutter (titles, wide figures) parts the page into bands, and the columns are read band by band.
    """
    gutter = (
        _gutter(items) if depth < calibration.COLUMN_DEPTH and len(items) >= calibration.LEAST_ITEMS else None
    )
    if gutter is None:
        return [list(items)]
    columns: list[list[P]] = []
    for band in _bands(items, gutter):
        left = [item for item in band if item.x1 <= gutter]
        right = [item for item in band if item.x0 >= gutter]
        if len(left) + len(right) == len(band) and _is_prose(left) and _is_prose(right):
            columns.extend(regions(left, depth + 1))
            columns.extend(regions(right, depth + 1))
            columns.append([])
        elif columns and columns[-1]:
            columns[-1].extend(band)
        else:
            columns.append(list(band))
    return [region for region in columns if region]


def _gutter(items: Sequence[Placed]) -> float | None:
    """The x of the emptiest vertical strip in the middle of the items, if it is empty enough to be a gutter."""
    left, right = min(item.x0 for item in items), max(item.x1 for item in items)
    count = int((right - left) / calibration.STEP) + 1
    if not calibration.FEWEST_STEPS <= count <= calibration.MOST_STEPS:
        return None
    changes = [0.0] * (count + 1)
    for item in items:
        height = item.y1 - item.y0
        changes[int((item.x0 - left) / calibration.STEP)] += height
        changes[int((item.x1 - left) / calibration.STEP) + 1] -= height
    cover, total = [], 0.0
    for change in changes[:count]:
        total += change
        cover.append(total)
    begin, end = count // calibration.EDGE_PART, count - count // calibration.EDGE_PART
    floor, ceiling = min(cover[begin:end]), max(cover)
    if floor > calibration.CROSSED * ceiling:
        return None
    first, length = _widest(cover, floor + calibration.CROSSED_MORE * ceiling, begin, end)
    if length * calibration.STEP < calibration.GUTTER:
        return None
    return left + (first + length / 2) * calibration.STEP


def _widest(cover: Sequence[float], limit: float, begin: int, end: int) -> tuple[int, int]:
    """Start and length of the longest stretch of `cover[begin:end]` that is at most `limit`."""
    best, start = (begin, 0), begin
    for index in range(begin, end + 1):
        if index == end or cover[index] > limit:
            best = max(best, (start, index - start), key=lambda stretch: stretch[1])
            start = index + 1
    return best


def _bands(items: Sequence[P], gutter: float) -> list[list[P]]:
    """The items from top to bottom, parted before and after each stretch that crosses the gutter."""
    bands: list[list[P]] = []
    was_crossing: bool | None = None
    for item in sorted(items, key=lambda item: (item.y0, item.x0)):
        crossing = item.x0 < gutter < item.x1
        if crossing != was_crossing:
            bands.append([])
            was_crossing = crossing
        bands[-1].append(item)
    return bands


def _is_prose(side: Sequence[Placed]) -> bool:
    """At least three lines, of several words each, mostly letters, most of them as wide as half the column."""
    runs = [item for item in side if isinstance(item, WordRun)]
    if len(runs) < calibration.LEAST_LINES:
        return False
    words = sum(len(run.words) for run in runs)
    text = "".join(word.text for run in runs for word in run.words)
    letters = sum(map(str.isalpha, text))
    width = max(run.x1 for run in runs) - min(run.x0 for run in runs)
    wide = sum(run.x1 - run.x0 >= 0.5 * width for run in runs)
    # Scripts without spaces have one word a line.
    enough_words = (
        words >= calibration.LINE_WORDS * len(runs) or len(text) >= calibration.UNSPACED_WORD * words
    )
    return enough_words and letters >= calibration.PROSE_LETTERS * len(text) and 2 * wide >= len(runs)


def rows(runs: Sequence[WordRun]) -> list[TextRow]:
    """Runs at one height make a row; runs of a row that touch make a cell. From top to bottom."""
    lines: list[list[WordRun]] = []
    for run in sorted(runs, key=lambda run: run.y0 + run.y1):
        if lines and _same_height(lines[-1][0], run):
            if not any(_drawn_twice(other, run) for other in lines[-1][-calibration.LOOK_BACK :]):
                lines[-1].append(run)
        else:
            lines.append([run])
    return [_row(members) for members in lines]


def _same_height(first: WordRun, second: WordRun) -> bool:
    overlap = min(first.y1, second.y1) - max(first.y0, second.y0)
    return overlap >= calibration.SAME_HEIGHT * min(first.y1 - first.y0, second.y1 - second.y0)


def _drawn_twice(first: WordRun, second: WordRun) -> bool:
    """Some programs print a line twice, a hair apart, to make it bold."""
    near = max(abs(first.x0 - second.x0), abs(first.y0 - second.y0)) < calibration.DRAWN_TWICE
    return near and first.text == second.text


def _row(members: list[WordRun]) -> TextRow:
    leftward = _is_leftward(members)
    members.sort(key=lambda run: -run.x1 if leftward else run.x0)
    cells = [Cell([members[0]])]
    for run in members[1:]:
        last = cells[-1].runs[-1]
        gap = last.x0 - run.x1 if leftward else run.x0 - last.x1
        if gap > calibration.GAP * max(last.size, run.size):
            cells.append(Cell([run]))
        else:
            cells[-1].runs.append(run)
    return TextRow(cells, *bounds(members))


def _is_leftward(members: Sequence[WordRun]) -> bool:
    """Do most letters of the row run from right to left (Arabic, Hebrew)?"""
    text = "".join(word.text for run in members for word in run.words)
    if text.isascii():
        return False
    leftward = sum(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
    return 2 * leftward > sum(map(str.isalpha, text))
