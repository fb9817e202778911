"""Tables without ruling lines, as in financial statements: rows of cells whose columns line up.

A label and numbers at one height are one row; "$", "(", ")" and "%" that stand apart join their number; labels
that wrap are put together. Pure geometry over rows; knows nothing about pages.
"""

import re
from collections.abc import Sequence

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.grid import Table
from ragdesk.ingesting.readers.pdf.narrow import parted as parted_narrowly
from ragdesk.ingesting.readers.pdf.order import Cell, TextRow
from ragdesk.ingesting.readers.pdf.words import Word, WordRun, bounds

_NUMBER = re.compile(
    r"[(\[+\-–—−]*[$€£¥]?\s?[(\-–—−]?\s?\d[\d.,'’ ]*(?:[%)x]|pts?|bps)*|[-–—−]+|n/?[am]|N/?[AM]|\*+", re.ASCII
)
# "25%, the deposit" names no column.
_MONEY_OR_SHARE = re.compile(r"[$€£¥]\s?\d|\d[\d.,]*\s?[%€£]")
_YEAR = re.compile(r"\(?(?:19|20)\d\d\)?(?:\(\d\))?")
_CURRENCY = re.compile(r"[(\[]?(?:[$€£¥]|US\$|C\$|A\$|R\$)\(?|\(")
_TAIL = re.compile(r"(?:%|\)|%\)|\)%|pts?|bps|x)")
_LEADER = re.compile(r"[.…·_]{3,}|(?:\.\s?){4,}")
MARKER = re.compile(
    r"[•◦▪●○■□☐❑❒–—\-*➢✓►‣⁃∙·o]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?"
)


def with_tables(rows: Sequence[TextRow]) -> list[TextRow | Table]:
    """The region's rows, with each stretch that makes a table replaced by it."""
    elements: list[TextRow | Table] = []
    index = 0
    parted = [_cells(row) for row in parted_narrowly(rows)]
    while index < len(rows):
        end = _stretch(rows, parted, index)
        table = _table(rows[index:end], parted[index:end]) if end > index else None
        if table is None:
            elements.append(rows[index])
            index += 1
        else:
            elements.append(table)
            index = end
    return elements


def _cells(row: TextRow) -> list[Cell]:
    """The row's cells with leaders dropped, list marks with their text, and signs with their numbers."""
    cells: list[Cell] = []
    for cell in row.cells:
        text = cell.text
        if _LEADER.fullmatch(text):
            continue
        if cells and (_joins(cells[-1].text, text) or (len(cells) == 1 and MARKER.fullmatch(cells[0].text))):
            cells[-1] = Cell([*cells[-1].runs, *cell.runs])
        else:
            cells.append(cell)
    return cells


def _joins(left: str, right: str) -> bool:
    if _CURRENCY.fullmatch(left):
        return _NUMBER.fullmatch(right) is not None
    return _TAIL.fullmatch(right) is not None and _NUMBER.fullmatch(left) is not None


def _stretch(rows: Sequence[TextRow], parted: Sequence[list[Cell]], begin: int) -> int:
    """Where the table that begins here ends; `begin` itself if none does."""
    if len(parted[begin]) < 2:
        return begin
    end, labels, index = begin + 1, 0, begin + 1
    # A label ends where the second column begins: text that runs on beyond it is a paragraph.
    edge = parted[begin][1].x0
    while index < len(rows) and labels <= calibration.LABEL_ROWS:
        row, cells = rows[index], parted[index]
        if row.y0 - rows[index - 1].y1 > calibration.FAR * (row.y1 - row.y0):
            break
        if len(cells) == 1 and _is_over_heads(rows, parted, index):
            break
        if len(cells) >= 2:
            edge = min(edge, cells[1].x0)
            end, labels = index + 1, 0
        elif (
            row.x1 <= edge + calibration.LABEL_OVERHANG or row.x0 >= edge - calibration.LABEL_OVERHANG
        ) and not _is_bulleted(row):
            labels += 1
        else:
            break
        index += 1
    return end


def _is_over_heads(rows: Sequence[TextRow], parted: Sequence[list[Cell]], index: int) -> bool:
    """Whether a line in larger print stands over a row that names columns: there another table begins."""
    above, row = rows[index - 1], rows[index]
    larger = row.y1 - row.y0 >= calibration.LARGER * (above.y1 - above.y0)
    below = parted[index + 1] if index + 1 < len(rows) else []
    return larger and len(below) >= 2 and not any(_is_number(cell.text) for cell in below)


def _is_bulleted(row: TextRow) -> bool:
    return row.text[0] in "•◦▪●■➢✓►"


def _table(rows: Sequence[TextRow], parted: Sequence[list[Cell]]) -> Table | None:
    """The stretch as a table, if its columns line up."""
    wide = [cells for cells in parted if len(cells) >= 2]
    if len(wide) < 2 and not (
        wide and len(wide[0]) >= calibration.LEAST_FIGURES and _is_numeric_row(wide[0])
    ):
        return None
    columns = _under_their_heads(_columns(wide), wide)
    if len(columns) < 2 or not _line_up(wide, columns):
        return None
    lines = [_place(cells, columns) for cells in parted]
    header = _header_count(parted)
    merged = _merge_wrapped(lines[header:])
    if header:
        head = [[word for line in lines[:header] for word in line[column]] for column in range(len(columns))]
        merged.insert(0, head)
    if len(merged) < 2 and not header:
        return None
    return Table(merged, min(header, 1), *bounds(rows))


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _is_numeric_row(cells: Sequence[Cell]) -> bool:
    """Are there figures (years are not) beyond the label?"""
    texts = [cell.text for cell in cells[1:]]
    return any(_is_number(text) and not _YEAR.fullmatch(text) for text in texts)


def _states(cells: Sequence[Cell]) -> bool:
    """Does a cell beyond the label begin with an amount of money or a share?"""
    return any(_MONEY_OR_SHARE.match(cell.text) for cell in cells[1:])


def _columns(wide: Sequence[list[Cell]]) -> list[tuple[float, float]]:
    """The x-ranges of the columns. Figures speak first, and what they overlap is one column ("$ 5" above "15").
    Then text, narrow cells first: a heading that spans columns must not join them."""
    cells = [cell for cells in wide for cell in cells]
    columns: list[tuple[float, float]] = []
    texts: list[tuple[float, float]] = []
    for cell in cells:
        text = cell.text
        if _is_number(text) and not _YEAR.fullmatch(text):
            met = _met(columns, cell.x0, cell.x1)
            columns = [column for column in columns if column not in met]
            columns.append((min([cell.x0, *(c[0] for c in met)]), max([cell.x1, *(c[1] for c in met)])))
        else:
            texts.append((cell.x0, cell.x1))
    for start, end in sorted(texts, key=lambda span: span[1] - span[0]):
        met = _met(columns, start, end)
        if not met:
            columns.append((start, end))
        elif len(met) == 1:
            columns.remove(met[0])
            columns.append((min(start, met[0][0]), max(end, met[0][1])))
    return sorted(columns)


def _under_their_heads(
    columns: list[tuple[float, float]], wide: Sequence[list[Cell]]
) -> list[tuple[float, float]]:
    """Two columns as one, where one holds a single cell, in a row that has none in the other, and another row's cell reaches into
    both: a head that is centred over a column of words."""
    held, reached = list[set[int]]([set() for _ in columns]), set[int]()
    for at, cells in enumerate(wide):
        for cell in cells:
            held[_column(cell, columns)].add(at)
            met = [index for index, column in enumerate(columns) if _met([column], cell.x0, cell.x1)]
            reached.update(met[:-1])
    joined, rows = [columns[0]], held[0]
    for index, column in enumerate(columns[1:], start=1):
        one, other = rows, held[index]
        if index - 1 in reached and min(len(one), len(other)) == 1 and one.isdisjoint(other):
            joined[-1], rows = (joined[-1][0], max(joined[-1][1], column[1])), one | other
        else:
            joined.append(column)
            rows = other
    return joined


def _met(columns: Sequence[tuple[float, float]], start: float, end: float) -> list[tuple[float, float]]:
    return [column for column in columns if min(end, column[1]) > max(start, column[0])]


def _line_up(wide: Sequence[list[Cell]], columns: Sequence[tuple[float, float]]) -> bool:
    """Do most columns hold cells of two rows or more?"""
    if len(wide) == 1:
        return True
    counts = [0] * len(columns)
    for cells in wide:
        for index in {_column(cell, columns) for cell in cells}:
            counts[index] += 1
    return 2 * sum(count >= 2 for count in counts) >= len(columns)


def _column(cell: Cell, columns: Sequence[tuple[float, float]]) -> int:
    """The first column that the cell reaches into, or the nearest."""
    for index, (start, end) in enumerate(columns):
        if min(cell.x1, end) - max(cell.x0, start) > 0:
            return index
    middle = (cell.x0 + cell.x1) / 2
    return min(range(len(columns)), key=lambda index: abs(sum(columns[index]) / 2 - middle))


def _place(cells: Sequence[Cell], columns: Sequence[tuple[float, float]]) -> list[list[Word]]:
    line: list[list[Word]] = [[] for _ in columns]
    for cell in cells:
        line[_column(cell, columns)].extend(_glued(cell.runs))
    return line


def _glued(runs: Sequence[WordRun]) -> list[Word]:
    """The words of a cell, a sign that stood apart from its number made one word with it."""
    words: list[Word] = []
    for word in (word for run in runs for word in run.words):
        if words and _joins(words[-1].text, word.text):
            last = words.pop()
            word = Word(last.x0, min(last.y0, word.y0), word.x1, max(last.y1, word.y1), last.text + word.text)
        words.append(word)
    return words


def _header_count(parted: Sequence[list[Cell]]) -> int:
    """Rows before the first figures, up to the last of them that names a column; 0 where nothing does, or where
    the table holds no figures at all."""
    first = next(
        (index for index, cells in enumerate(parted) if _is_numeric_row(cells) or _states(cells)), None
    )
    if first is None or not 0 < first <= calibration.HEADER_ROWS:
        return 0
    naming = [index for index in range(first) if len(parted[index]) >= 2]
    return naming[-1] + 1 if naming else 0


def _merge_wrapped(lines: list[list[list[Word]]]) -> list[list[list[Word]]]:
    """Put together labels that take two lines: the second begins in lower case."""
    merged: list[list[list[Word]]] = []
    for line in lines:
        label = line[0][0].text if line[0] else ""
        if merged and label[:1].islower() and (_only_label(merged[-1]) or _only_label(line)):
            previous = merged[-1]
            merged[-1] = [before + after for before, after in zip(previous, line, strict=True)]
        else:
            merged.append(line)
    return [line for line in merged if any(line)]


def _only_label(line: list[list[Word]]) -> bool:
    return bool(line[0]) and not any(line[1:])
