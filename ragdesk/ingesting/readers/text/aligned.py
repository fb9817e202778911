"""Tables of plain text: columns that are kept apart by tabs, or stand below one another with gaps of blanks.

They are written as Markdown tables, so that a row is read under its heads. All else stays as it is.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Block
from ragdesk.ingesting.readers.writer import cell_text

_CELL = re.compile(r"\S+(?: \S+)*")
_RULE = re.compile(r"[\s|+=_-]*[=_-]{3}[\s|+=_-]*")
_MARK = re.compile(r"\|(?:---\|)+")
# Fewer rows are no table, and longer cells are text whose lines were filled up with blanks.
LEAST_ROWS = 3
MOST_IN_CELL = 60
MOST_COLUMNS = 12
# Characters by which the cells of a column may be off, on the left or on the right.
SLACK = 1


@dataclass(frozen=True, slots=True)
class _AlignedCell:
    text: str
    start: int
    end: int


def with_tables(text: str) -> str:
    """The text with its aligned lines as the rows of Markdown tables, a blank line before and behind each."""
    lines = text.split("\n")
    rows = [_cells(line) for line in lines]
    written: list[str] = []
    at = 0
    while at < len(lines):
        end = _end(lines, rows, at)
        table = [row for row in rows[at:end] if row]
        if len(table) < LEAST_ROWS or not _is_table(table):
            # A form is passed over as a whole: looked at from each of its lines, a long one would take for ever.
            after = end if len(table) >= LEAST_ROWS else at + 1
            written += lines[at:after]
            at = after
            continue
        if written and written[-1] == lines[at - 1] and _names_columns(rows[at - 1], table[0]):
            table.insert(0, (_AlignedCell("", 0, 0), *rows[at - 1]))
            written.pop()
        if written and written[-1].strip():
            written.append("")
        written += _markdown(table)
        if end < len(lines) and lines[end].strip():
            written.append("")
        at = end
    return "\n".join(written)


def _cells(line: str) -> tuple[_AlignedCell, ...]:
    """The cells of a line of several; none of all other lines. Tabs part cells wherever they stand. What a mail
    quotes stays as it is."""
    if "|" in line or line.startswith(">") or _RULE.fullmatch(line):
        return ()
    if "\t" in line.strip():
        parts = line.strip().split("\t")
        found = tuple(_AlignedCell(part.strip(), at, at) for at, part in enumerate(parts) if part.strip())
    else:
        found = tuple(_AlignedCell(match.group(), *match.span()) for match in _CELL.finditer(line))
    fits = 2 <= len(found) <= MOST_COLUMNS and all(len(cell.text) <= MOST_IN_CELL for cell in found)
    return found if fits else ()


def _end(lines: Sequence[str], rows: Sequence[tuple[_AlignedCell, ...]], start: int) -> int:
    """Where the rows end that have as many cells as the first one, each below another; rules between them count as theirs."""
    if not rows[start]:
        return start
    end = start + 1
    before = rows[start]
    while end < len(lines):
        row = rows[end]
        if row and len(row) == len(before) and all(map(_below, before, row)):
            before = row
        elif not _RULE.fullmatch(lines[end]):
            break
        end += 1
    return end


def _names_columns(over: Sequence[_AlignedCell], first: Sequence[_AlignedCell]) -> bool:
    """Whether a line stands over all columns but the first one, whose rows need no name: each cell over the one below it, and
    over no other."""
    return len(over) == len(first) - 1 and all(
        _below(upper, lower)
        or [each for each in first if upper.start < each.end and each.start < upper.end] == [lower]
        for upper, lower in zip(over, first[1:], strict=True)
    )


def _below(upper: _AlignedCell, lower: _AlignedCell) -> bool:
    return abs(upper.start - lower.start) <= SLACK or abs(upper.end - lower.end) <= SLACK


def _is_table(rows: Sequence[tuple[_AlignedCell, ...]]) -> bool:
    """Labels with a colon are a form and no table: what follows each is its own."""
    labels = sum(row[0].text.endswith(":") for row in rows)
    return labels * 2 < len(rows)


def _markdown(rows: Sequence[tuple[_AlignedCell, ...]]) -> Iterator[str]:
    for number, row in enumerate(rows):
        yield f"| {' | '.join(cell_text(cell.text) for cell in row)} |"
        if number == 0:
            yield "|" + "---|" * len(row)


def aligned_table(text: str, start: int, end: int) -> Block | None:
    """The block of a paragraph that `with_tables` wrote; None of another one."""
    second = text.find("\n", start, end)
    third = text.find("\n", second + 1, end) if second > 0 else -1
    if third < 0 or text[start] != "|" or not _MARK.fullmatch(text, second + 1, third):
        return None
    return Block("table", start, end, header_end=third + 1)
