"""Tables drawn with ruling lines: the lines of a page → grids → the words of each cell.

PyMuPDF's own `find_tables` takes 50 to 100 ms a page; this takes one or two, from the lines that were collected
with the text. Knows nothing about tables without lines (see `pdf_tables`).
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.order import rows as group_rows
from ragdesk.ingesting.readers.pdf.rules import Rule
from ragdesk.ingesting.readers.pdf.words import Word, WordRun


@dataclass(slots=True)
class Table:
    """Rows of cells of words, and the box. `header_rows` is 2 where the first one is a caption over the head."""

    rows: list[list[list[Word]]]
    header_rows: int
    x0: float
    y0: float
    x1: float
    y1: float
    page: int = 0


@dataclass(slots=True)
class _Grid:
    xs: list[float]
    ys: list[float]
    across: list[Rule]
    down: list[Rule]


def ruled_tables(
    runs: Sequence[WordRun], across: Sequence[Rule], down: Sequence[Rule]
) -> tuple[list[Table], list[WordRun]]:
    """The tables of a page, and the runs that are in none of them."""
    remaining = list(runs)
    tables: list[Table] = []
    for grid in _grids(_merged(across), _merged(down)):
        inside, outside = _parted(remaining, grid)
        table = _fill(grid, inside) if inside else None
        if table is not None:
            tables.append(table)
            remaining = outside
    return tables, remaining


def _merged(rules: Iterable[Rule]) -> list[Rule]:
    """Pieces of one line, or of a double line, made one."""
    by_place: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        by_place[round(rule.at / calibration.SAME_LINE)].append(rule)
    merged: list[Rule] = []
    for place in by_place.values():
        place.sort(key=lambda rule: rule.start)
        current = place[0]
        for rule in place[1:]:
            if rule.start <= current.end + calibration.NEAR:
                current = Rule(current.at, current.start, max(current.end, rule.end))
            else:
                merged.append(current)
                current = rule
        merged.append(current)
    return merged


def _grids(across: list[Rule], down: list[Rule]) -> list[_Grid]:
    """Lines that meet, directly or through others, with at least two rows and two columns between them."""
    if len(across) < 2 or len(down) < 1 or len(across) + len(down) > calibration.MOST_LINES:
        return []
    groups = _Groups(len(across) + len(down))
    down_order = sorted(range(len(down)), key=lambda index: down[index].at)
    positions = [down[index].at for index in down_order]
    for row, line in enumerate(across):
        first = bisect_right(positions, line.start - calibration.NEAR)
        for index in down_order[first : bisect_right(positions, line.end + calibration.NEAR)]:
            if down[index].start - calibration.NEAR <= line.at <= down[index].end + calibration.NEAR:
                groups.join(row, len(across) + index)
    members: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for row, line in enumerate(across):
        members[groups.root(row)][0].append(line)
    for index, line in enumerate(down):
        members[groups.root(len(across) + index)][1].append(line)
    grids = (_grid(*lines) for lines in members.values() if len(lines[0]) >= 2 and lines[1])
    return sorted((grid for grid in grids if grid is not None), key=lambda grid: (grid.ys[0], grid.xs[0]))


def _grid(across: list[Rule], down: list[Rule]) -> _Grid | None:
    """Positions of columns and rows; tables that are open at the sides are closed where their lines end."""
    left, right = min(line.start for line in across), max(line.end for line in across)
    top, bottom = min(line.start for line in down), max(line.end for line in down)
    xs = _distinct([left, right, *(line.at for line in down)])
    ys = _distinct([top, bottom, *(line.at for line in across)])
    cells = (len(xs) - 1) * (len(ys) - 1)
    if (
        len(xs) < calibration.LEAST_EDGES
        or len(ys) < calibration.LEAST_EDGES
        or cells > calibration.MOST_CELLS
    ):
        return None
    down = down + [Rule(x, top, bottom) for x in (xs[0], xs[-1])]
    across = across + [Rule(y, left, right) for y in (ys[0], ys[-1])]
    return _Grid(xs, ys, across, down)


def _distinct(values: list[float]) -> list[float]:
    distinct: list[float] = []
    for value in sorted(values):
        if not distinct or value - distinct[-1] > calibration.NEAR:
            distinct.append(value)
    return distinct


def _parted(runs: list[WordRun], grid: _Grid) -> tuple[list[Word], list[WordRun]]:
    """The words inside the grid, and what is left of the runs outside it."""
    left, right, top, bottom = grid.xs[0], grid.xs[-1], grid.ys[0], grid.ys[-1]
    inside: list[Word] = []
    outside: list[WordRun] = []
    for run in runs:
        middle = (run.y0 + run.y1) / 2
        if not top <= middle <= bottom or run.x1 < left or run.x0 > right:
            outside.append(run)
            continue
        within = [word for word in run.words if left <= (word.x0 + word.x1) / 2 <= right]
        inside.extend(within)
        if len(within) < len(run.words):
            rest = [word for word in run.words if not left <= (word.x0 + word.x1) / 2 <= right]
            outside.append(WordRun(rest, rest[0].x0, run.y0, rest[-1].x1, run.y1, run.size, run.bold))
    return inside, outside


def _fill(grid: _Grid, words: list[Word]) -> Table | None:
    """Words into cells; cells with no line between them are one. None where this is no table."""
    columns, lines = len(grid.xs) - 1, len(grid.ys) - 1
    cells = _joined_cells(grid, columns, lines)
    filled: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        column = min(max(bisect_right(grid.xs, (word.x0 + word.x1) / 2) - 1, 0), columns - 1)
        line = min(max(bisect_right(grid.ys, (word.y0 + word.y1) / 2) - 1, 0), lines - 1)
        filled[cells.root(line * columns + column)].append(word)
    used = sorted({index % columns for index in filled})
    rows = [
        [_in_order(filled.get(line * columns + column, [])) for column in used]
        for line in range(lines)
        if any(line * columns + column in filled for column in used)
    ]
    rows = [part for row in rows for part in _unpoured(row)]
    if len(used) < 2 or len(rows) < 2 or len(words) > calibration.MOST_CELL_WORDS * len(filled):
        return None
    return Table(rows, _header_rows(rows), grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1])


def _unpoured(row: list[list[Word]]) -> list[list[list[Word]]]:
    """The rows of a table that has no line between them. They are told by a cell with a figure on each of its lines, and another
    one with a line beside each of these."""
    words = [word for cell in row for word in cell]
    if max(word.y0 for word in words) < min(word.y1 for word in words):
        return [row]  # it is one line
    cells = [_lines(cell) for cell in row]
    figures = max((lines for lines in cells if all(map(_is_figure, lines))), key=len, default=[])
    beside = (lines for lines in cells if lines is not figures)
    if len(figures) < 2 or not any(_are_level(figures, lines) for lines in beside):
        return [row]
    column_of = {id(word): column for column, cell in enumerate(row) for word in cell}
    parts: list[list[list[Word]]] = []
    for line in _lines(words):
        if parts and all(column_of[id(word)] == 0 for word in line) and line[0].text[:1].islower():
            parts[-1][0] += line  # the label above goes on
            continue
        parts.append([[word for word in line if column_of[id(word)] == column] for column in range(len(row))])
    return parts


def _is_figure(line: list[Word]) -> bool:
    text = "".join(word.text for word in line)
    return any(map(str.isdigit, text)) and not any(map(str.isalpha, text))


def _are_level(figures: list[list[Word]], lines: list[list[Word]]) -> bool:
    """Whether each figure has a line of a cell beside it."""
    middles = [(line[0].y0 + line[0].y1) / 2 for line in lines]
    return all(any(line[0].y0 < middle < line[0].y1 for middle in middles) for line in figures)


def _joined_cells(grid: _Grid, columns: int, lines: int) -> "_Groups":
    """Roots are a joined cell's top left, so that its words stand there."""
    walls: set[tuple[int, int]] = set()
    for rule in grid.down:
        column = _nearest(grid.xs, rule.at)
        for line in range(lines):
            if (
                rule.start - calibration.NEAR
                <= (grid.ys[line] + grid.ys[line + 1]) / 2
                <= rule.end + calibration.NEAR
            ):
                walls.add((column, line))
    floors: set[tuple[int, int]] = set()
    for rule in grid.across:
        line = _nearest(grid.ys, rule.at)
        for column in range(columns):
            if (
                rule.start - calibration.NEAR
                <= (grid.xs[column] + grid.xs[column + 1]) / 2
                <= rule.end + calibration.NEAR
            ):
                floors.add((column, line))
    cells = _Groups(columns * lines)
    for line in range(lines):
        for column in range(columns):
            here = line * columns + column
            if column + 1 < columns and (column + 1, line) not in walls:
                cells.join(here, here + 1)
            if line + 1 < lines and (column, line + 1) not in floors:
                cells.join(here, here + columns)
    return cells


def _nearest(values: Sequence[float], value: float) -> int:
    """`_distinct` keeps the first of near values, so the one at or below, within the same reach, is meant."""
    return max(bisect_right(values, value + calibration.ROUNDING) - 1, 0)


def _in_order(words: list[Word]) -> list[Word]:
    """A cell's words line by line."""
    return words if len(words) < 2 else [word for line in _lines(words) for word in line]


def _lines(words: list[Word]) -> list[list[Word]]:
    """The lines that words make."""
    runs = [WordRun([word], word.x0, word.y0, word.x1, word.y1, word.y1 - word.y0, False) for word in words]
    return [[run.words[0] for run in row.runs] for row in group_rows(runs)]


def _header_rows(rows: list[list[list[Word]]]) -> int:
    """The first row heads the columns if each of its cells is filled and none holds a digit; so does the second, under a
    caption."""
    if _heads(rows[0]):
        return 1
    first, *others = rows[0]
    caption = first and not any(others) and len(others) > 1
    return 2 if caption and len(rows) > 2 and _heads(rows[1]) else 0


def _heads(row: list[list[Word]]) -> bool:
    return all(cell and not any(map(str.isdigit, "".join(word.text for word in cell))) for cell in row)


class _Groups:
    """Disjoint sets; the smallest member is the root."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def root(self, item: int) -> int:
        while self._parent[item] != item:
            self._parent[item] = self._parent[self._parent[item]]
            item = self._parent[item]
        return item

    def join(self, first: int, second: int) -> None:
        first, second = self.root(first), self.root(second)
        self._parent[max(first, second)] = min(first, second)
