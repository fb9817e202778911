"""Rows: the runs of a column of an upright page → rows of cells. Pure geometry; knows nothing about PyMuPDF,
nor about what is a heading, a list or a table.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.words import WordRun, bounds


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


def rows(runs: Sequence[WordRun]) -> list[TextRow]:
    """Runs at one height make a row; runs of a row that touch make a cell. From top to bottom."""
    lines: list[list[WordRun]] = []
    for run in sorted(runs, key=lambda run: run.y0 + run.y1):
        if lines and _same_height(lines[-1][0], run):
            lines[-1].append(run)
        else:
            lines.append([run])
    return [_row(members) for members in lines]


def _same_height(first: WordRun, second: WordRun) -> bool:
    overlap = min(first.y1, second.y1) - max(first.y0, second.y0)
    return overlap >= calibration.SAME_HEIGHT * min(first.y1 - first.y0, second.y1 - second.y0)


def _row(members: list[WordRun]) -> TextRow:
    leftward = _is_leftward(members)
    members.sort(key=lambda run: -run.x1 if leftward else run.x0)
    cells = [Cell([members[0]])]
    for run in members[1:]:
        last = cells[-1].runs[-1]
        gap = last.x0 - run.x1 if leftward else run.x0 - last.x1
        if gap > max(last.gap * last.size, run.gap * run.size):
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
