"""Columns of a page, told from tables: by the white between them, and by what stands on its two sides. Pure geometry.

Columns flow: their lines fill the width and go on in the next line, and a paragraph of one begins wherever it likes beside the
other's. The two sides of a table begin their rows together. What crosses the white (titles, wide figures) ends it, so each part
of a page may have columns of its own.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter
from statistics import median
from typing import Generic, NamedTuple, TypeVar

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.order import TextRow, rows
from ragdesk.ingesting.readers.pdf.words import Placed, WordRun

P = TypeVar("P", bound=Placed)


class _Gutter(NamedTuple):
    """White from `start` to `end` (x)."""

    start: float
    end: float


@dataclass(slots=True)
class _Columns(Generic[P]):
    """Two columns side by side, and what stands above and below them. `rows` are the heights at which both begin a row,
    where they are those of a table of texts."""

    above: list[P]
    left: list[P]
    right: list[P]
    below: list[P]
    rows: list[float] = field(default_factory=list)


def regions(items: Sequence[P], depth: int = 0) -> list[list[P]]:
    """The items in columns, in reading order; each region is read row by row from its top."""
    columns = _columns(items) if depth < calibration.COLUMN_DEPTH else None
    if columns is None:
        return [list(items)] if items else []
    return [
        *regions(columns.above, depth),
        *_side_by_side(columns, depth + 1),
        *regions(columns.below, depth),
    ]


def _side_by_side(columns: _Columns[P], depth: int) -> Iterator[list[P]]:
    """The left column and then the right one; row by row in a table of texts, where each cell has several lines."""
    for top, bottom in pairwise([float("-inf"), *columns.rows, float("inf")]):
        for side in (columns.left, columns.right):
            yield from regions([item for item in side if top <= (item.y0 + item.y1) / 2 < bottom], depth)


def _columns(items: Sequence[P]) -> _Columns[P] | None:
    """The two columns that hold most of these items; None where there are none."""
    if len(items) < calibration.LEAST_ITEMS:
        return None
    ordered = sorted(items, key=attrgetter("y0", "x0"))
    stretches = [stretch for gutter in _gutters(ordered) for stretch in _stretches(ordered, gutter)]
    stretches.sort(key=lambda stretch: -len(stretch.left) - len(stretch.right))
    tried = map(_beside, stretches[: calibration.MOST_STRETCHES])
    return next((columns for columns in tried if _flows(columns)), None)


def _gutters(items: Sequence[Placed]) -> Iterator[_Gutter]:
    """Where columns may be parted: at white that nothing crosses, and left of where several lines begin."""
    end = min(item.x1 for item in items)
    for item in sorted(items, key=attrgetter("x0")):
        if item.x0 - end >= calibration.GUTTER:
            yield _Gutter(end, item.x0)
        end = max(end, item.x1)
    starts = sorted(item.x0 for item in items)
    index = bisect_left(starts, starts[0] + calibration.STEP)
    while index < len(starts):
        after = bisect_left(starts, starts[index] + calibration.STEP, index)
        if after - index >= calibration.LEAST_LINES:
            yield _Gutter(starts[index] - calibration.GUTTER, starts[index])
        index = after


def _stretches(ordered: list[P], gutter: _Gutter) -> Iterator[_Columns[P]]:
    """The stretches of the page in which nothing crosses the gutter, and what stands beside it there."""
    begin = 0
    left: list[P] = []
    right: list[P] = []
    for index, item in enumerate(ordered):
        if item.x1 <= gutter.start:
            left.append(item)
        elif item.x0 >= gutter.end - calibration.STEP:
            right.append(item)
        else:
            if left and right and index - begin >= calibration.LEAST_ITEMS:
                yield _Columns(ordered[:begin], left, right, ordered[index:])
            begin, left, right = index + 1, [], []
    if left and right and len(ordered) - begin >= calibration.LEAST_ITEMS:
        yield _Columns(ordered[:begin], left, right, [])


def _beside(stretch: _Columns[P]) -> _Columns[P]:
    """The columns of a stretch, from where the left one has begun to where both have ended. The longer column's end belongs
    to it, unless it stands apart, such as the foot of the page."""
    left, right = stretch.left, stretch.right
    head = [item for item in right if item.y1 <= left[0].y0]
    bottom = min(max(item.y1 for item in left), max(item.y1 for item in right))
    body = [item for item in (*left, *right) if item.y0 < bottom]
    foot = _apart(body, [item for item in (*left, *right) if item.y0 >= bottom])
    gone = set(map(id, (*head, *foot)))
    return _Columns(
        [*stretch.above, *head],
        [item for item in left if id(item) not in gone],
        [item for item in right if id(item) not in gone],
        [*foot, *stretch.below],
    )


def _apart(body: Sequence[P], after: Sequence[P]) -> list[P]:
    """What follows the columns after a wide gap; a line or two need a narrower one."""
    end = max(item.y1 for item in body)
    for index, item in enumerate(after):
        gap, height = item.y0 - end, item.y1 - item.y0
        few = len(after) - index < calibration.LEAST_LINES
        if gap > (calibration.PARAGRAPH_GAP if few else calibration.FAR) * height:
            return list(after[index:])
        end = max(end, item.y1)
    return []


@dataclass(frozen=True, slots=True)
class _Side:
    """One side's lines; `starts` are those that begin a paragraph or row, `flow` is the share that go on from the line above."""

    lines: list[TextRow]
    prose: bool
    flow: float
    starts: list[TextRow]


def _flows(columns: _Columns[P]) -> bool:
    """Are these two columns of text, or text beside a figure, and no table?"""
    if not columns.left or not columns.right:
        return False
    text = _is_text(columns.left), _is_text(columns.right)
    if not any(text) or (not all(text) and _is_level(columns.left, columns.right)):
        return False
    left, right = _side(columns.left), _side(columns.right)
    if left.prose and right.prose:
        columns.rows = _common_rows(left, right)
        if columns.rows and not (_is_unbroken(left) and _is_unbroken(right)):
            return False
        return max(left.flow, right.flow) >= (
            calibration.RUNNING_FLOW if columns.rows else calibration.LEAST_FLOW
        )
    if left.prose:
        return _stands_beside(left, right)
    return right.prose and _stands_beside(right, left)


def _is_text(items: Sequence[Placed]) -> bool:
    """Can this be prose? At once told from figures, before its lines are made."""
    text = "".join(word.text for item in items if isinstance(item, WordRun) for word in item.words)
    return sum(map(str.isalpha, text)) >= calibration.PROSE_LETTERS * (len(text) - text.count("."))


def _is_level(left: Sequence[Placed], right: Sequence[Placed]) -> bool:
    """Does most of the shorter side begin or end level with something of the other, as the cells of a row do?"""
    fewer, more = sorted((left, right), key=len)
    ends = sorted(item.y1 for item in more)
    level = 0
    for item in fewer:
        reach = calibration.LEVEL * (item.y1 - item.y0)
        level += bisect_left(ends, item.y1 - reach) < bisect_left(ends, item.y1 + reach)
    return level >= calibration.MOSTLY_LEVEL * len(fewer)


def _side(items: Sequence[Placed]) -> _Side:
    lines = rows([item for item in items if isinstance(item, WordRun)])
    if not lines:
        return _Side(lines, False, 0.0, [])
    right = max(line.x1 for line in lines)
    pitch = median([after.y0 - before.y1 for before, after in pairwise(lines)] or [0.0])
    flowing, starts = 0, []
    for before, line in pairwise(lines):
        height = line.y1 - line.y0
        goes_on = line.text[0].isalpha() and not line.text[0].isupper()
        flowing += goes_on
        full = before.x1 > right - calibration.SHORT_SHARE * (right - before.x0)
        gap = line.y0 - before.y1
        if gap > max(pitch, 0.0) + calibration.PARAGRAPH_GAP * height or not (goes_on or full):
            starts.append(line)
    return _Side(lines, _is_prose(lines), flowing / max(len(lines) - 1, 1), starts)


def _is_prose(lines: Sequence[TextRow]) -> bool:
    """At least three lines, of several words each, mostly letters, most of them unbroken and not much narrower than the rest."""
    if len(lines) < calibration.LEAST_LINES:
        return False
    words = [word.text for line in lines for run in line.runs for word in run.words]
    text = "".join(words).replace(".", "")
    widths = sorted(line.x1 - line.x0 for line in lines)
    usual = widths[int(calibration.USUAL_WIDTH * len(widths))]
    wide = sum(width >= 0.5 * usual for width in widths)
    whole = sum(len(line.cells) == 1 for line in lines)
    # Scripts without spaces have one word a line.
    enough_words = len(words) >= calibration.LINE_WORDS * len(lines) or len(
        text
    ) >= calibration.UNSPACED_WORD * len(words)
    letters = sum(map(str.isalpha, text))
    return (
        enough_words
        and letters >= calibration.PROSE_LETTERS * len(text)
        and 2 * min(wide, whole) >= len(lines)
    )


def _is_unbroken(side: _Side) -> bool:
    """One cell a line: a side that is parted itself is several columns of a table."""
    return sum(len(line.cells) == 1 for line in side.lines) >= calibration.UNBROKEN * len(side.lines)


def _common_rows(left: _Side, right: _Side) -> list[float]:
    """Where both sides begin a paragraph together, if they do so more often than by chance: then they are a table's rows."""
    fewer, other = sorted((left, right), key=lambda side: len(side.starts))
    if len(fewer.starts) < 2:
        return []
    common = [line.y0 for line in fewer.starts if any(_level(line, beside) for beside in other.starts)]
    share, chance = len(common) / len(fewer.starts), len(other.starts) / len(other.lines)
    return common if share >= calibration.ROWS_AGREE and share - chance >= calibration.ABOVE_CHANCE else []


def _stands_beside(prose: _Side, other: _Side) -> bool:
    """Running text, and beside it what keeps to no line of it: a figure, a table, a note in the margin."""
    if len(prose.lines) < calibration.LEAST_ITEMS or all(
        len(line.text) <= calibration.MARK for line in other.lines
    ):
        return False
    few = len(other.lines) <= calibration.FEW_BESIDE * len(prose.lines)
    if prose.flow < (calibration.LEAST_FLOW if few else calibration.RUNNING_FLOW):
        return False
    level = sum(any(_level(line, beside) for beside in prose.lines) for line in other.lines)
    return level < calibration.LEVEL_SHARE * max(len(other.lines), 1)


def _level(first: TextRow, second: TextRow) -> bool:
    """Do two lines stand on one line across the page?"""
    apart = min(abs(first.y1 - second.y1), abs(first.y0 + first.y1 - second.y0 - second.y1) / 2)
    return apart <= calibration.LEVEL * (first.y1 - first.y0)
