"""A text as a form is read: rows of cells, of its tables and of what stands apart in its lines, each at its place in the text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_GAP = re.compile(r"\s{2,}|\t")
_RULE = re.compile(r"[\s|:-]+")
_BREAK = re.compile(r"\s*<br>\s*")


@dataclass(frozen=True, slots=True)
class FormCell:
    """A cell of a row, or a part of a line, from `start` to `end` of the document's text."""

    text: str
    start: int
    end: int

    def part(self, text: str) -> "FormCell":
        """The first place in it that reads so."""
        start = self.start + self.text.find(text)
        return FormCell(text, start, start + len(text))

    def behind(self, offset: int) -> "FormCell":
        """What stands from this character of it on."""
        return _cell(self.text[offset:], self.start + offset)


Grid = Sequence[Sequence[FormCell]]


def grid_of(text: str) -> Grid:
    """The rows of a text: those of tables by their cells, other lines by what stands apart in them."""
    rows: list[list[FormCell]] = []
    position = 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip()
        if not (bare.startswith("|") and _RULE.fullmatch(bare)):
            rows += _rows(list(_cells(bare, position)))
        position += len(line)
    return rows


def _rows(cells: list[FormCell]) -> list[list[FormCell]]:
    """A row of a table; several, where its cells hold lines of their own."""
    parts = [list(_lines(cell)) for cell in cells]
    return [
        [lines[each] if each < len(lines) else FormCell("", 0, 0) for lines in parts]
        for each in range(max(map(len, parts), default=0))
    ] or [[]]


def _lines(cell: FormCell) -> Iterator[FormCell]:
    start = 0
    for match in _BREAK.finditer(cell.text):
        yield _cell(cell.text[start : match.start()], cell.start + start)
        start = match.end()
    yield _cell(cell.text[start:], cell.start + start)


def _cells(line: str, position: int) -> Iterator[FormCell]:
    """The cells of a line. A cell of a table that is empty is one, too: below a label stands its value."""
    if line.startswith("|"):
        start = 1
        for part in line[1:].rstrip("|").split("|"):
            yield _cell(part, position + start)
            start += len(part) + 1
        return
    start = 0
    for match in _GAP.finditer(line):
        yield _cell(line[start : match.start()], position + start)
        start = match.end()
    if line[start:].strip():
        yield _cell(line[start:], position + start)


def _cell(part: str, start: int) -> FormCell:
    bare = part.strip()
    begin = start + (part.find(bare) if bare else 0)
    return FormCell(bare, begin, begin + len(bare))
