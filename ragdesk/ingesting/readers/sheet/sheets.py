"""What spreadsheets share: rows of cells → Markdown tables, with the place of every filled cell, and back again.

A sheet becomes a heading and one table for each run of rows without a blank row between them. Knows no file format.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from ragdesk.domain.documents import Layout, Page, Parsed
from ragdesk.domain.errors import EmptyFileError
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.sheet.shape import Row, connected_tables, is_header, is_value
from ragdesk.ingesting.readers.titles import from_name, is_given
from ragdesk.ingesting.readers.writer import MAX_ROWS, TextWriter
from ragdesk.text.clean import clean, one_line

# Tables with more blank cells than this for a filled one are written as lists.
MAX_BLANKS = 25
SMALL = 20_000


def column_name(index: int) -> str:
    """A column's letters: 0 → "A", 26 → "AA"."""
    letters = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        letters = chr(ord("A") + letter) + letters
        index -= 1
    return letters


def cell_range(layout: Layout, char_start: int, char_end: int) -> str:
    """The cells that a span of the text touches: "B12", or what bounds them, "A12:D13", on the first sheet that it
    touches; "" where it touches none."""
    # numpy's own search would copy the column first.
    first = bisect_right(layout.spans[:, 1], char_start)
    last = bisect_left(layout.spans[:, 0], char_end)
    if first >= last:
        return ""
    boxes = layout.boxes[first:last][layout.pages[first:last] == layout.pages[first]]
    left, top = (int(low) for low in boxes[:, :2].min(axis=0))
    right, bottom = (int(high) - 1 for high in boxes[:, 2:].max(axis=0))
    start, end = f"{column_name(left)}{top + 1}", f"{column_name(right)}{bottom + 1}"
    return start if start == end else f"{start}:{end}"


class SheetWriter:
    """Writes sheet after sheet.

    Args:
        headed: the format's custom is that the first row names the columns, so words over words are a header too.
    """

    def __init__(self, *, headed: bool = False) -> None:
        self._out = TextWriter()
        self._spans, self._sheets, self._boxes = array("i"), array("i"), array("f")
        self._starts: list[tuple[int, int]] = []
        self._headed = headed
        self._number = 0

    def sheet(
        self, number: int, name: str, rows: Iterable[Row], *, hidden: bool = False, notes: Sequence[str] = ()
    ) -> None:
        """Write one sheet; one with nothing in it leaves no trace.

        Args:
            number: its place, 1-based.
            rows: in the order of the sheet; blank ones may be left out, and blank cells too.
            notes: what it says outside its cells; read after the rows.
        """
        self._number = number
        start = self._out.length
        titled = False
        for table in connected_tables(rows):
            if not titled:
                self._heading(name, hidden)
                titled = True
            self._table(table)
        for note in filter(None, (clean(note).strip() for note in notes)):
            if not titled:
                self._heading(name, hidden)
                titled = True
            self._paragraph(note)
        if titled:
            self._starts.append((number, start))

    def parsed(
        self, source: InputFile, kind: str, title: str, properties: tuple[tuple[str, str], ...] = ()
    ) -> Parsed:
        """All that was written.

        Raises:
            EmptyFileError: that is nothing.
        """
        if not self._starts:
            raise EmptyFileError(
                "{file} holds no filled cell.", "Check whether it was saved completely.", file=source.name
            )
        text = self._out.text
        edges = [0, *(start for _, start in self._starts[1:]), len(text)]
        pages = tuple(
            Page(number, edges[place], edges[place + 1]) for place, (number, _) in enumerate(self._starts)
        )
        given = is_given(title, source.name)
        return Parsed(
            title=one_line(title) if given else from_name(source.name),
            text=text,
            blocks=tuple(self._out.blocks),
            pages=pages,
            kind=kind,
            paged=False,
            layout=self._layout(),
            properties=properties,
            parts=tuple(source.unpacked.parts),
            title_from="properties" if given else "name",
        )

    def _heading(self, name: str, hidden: bool) -> None:
        title = (one_line(name) or f"Sheet {self._number}") + (" (hidden)" if hidden else "")
        self._out.separate("heading")
        start = self._out.length
        self._out.write(f"## {title}")
        self._out.block("heading", start, level=2, title=title)

    def _paragraph(self, text: str) -> None:
        self._out.separate("paragraph")
        start = self._out.length
        self._out.write(text)
        self._out.block("paragraph", start)

    def _table(self, rows: Iterator[Row]) -> None:
        """Write the rows of one connected table, however many they are."""
        window = list(islice(rows, MAX_ROWS))
        window = window[self._captions(window) :]
        header: dict[int, str] | None = None
        if is_header([cells for _, cells in window], self._headed):
            header = window[0][1]
        first = True
        while window:
            self._window(window, header, first)
            first = False
            window = list(islice(rows, MAX_ROWS))

    def _captions(self, rows: list[Row]) -> int:
        """Write the rows of one cell with words that stand over a table as paragraphs; how many they are."""
        widest = next((place for place, (_, cells) in enumerate(rows) if len(cells) > 1), 0)
        count = 0
        while count < widest and not is_value(next(iter(rows[count][1].values()))):
            row, cells = rows[count]
            self._out.separate("paragraph")
            start = self._out.length
            for column, text in cells.items():
                self._note(start, text, column, row)
                self._out.write(text)
            self._out.block("paragraph", start)
            count += 1
        return count

    def _window(self, rows: list[Row], header: dict[int, str] | None, first: bool) -> None:
        """Write up to MAX_ROWS rows of a table. Where the header is a row of the table, `first` says that it is the first
        of these; further on it is repeated, without being a place in the sheet."""
        used = set().union(*(cells for _, cells in rows), header or ())
        filled = sum(len(cells) for _, cells in rows)
        if len(used) * len(rows) > max(SMALL, MAX_BLANKS * filled):
            self._list(rows)
            return
        columns, out = sorted(used), self._out
        out.separate("table")
        start = out.length
        if header is None:
            out.write("".join(["| # ", *(f"| {column_name(column)} " for column in columns), "|\n"]))
        elif first:
            self._line("#", rows[0], columns)
            out.write("\n")
            rows = rows[1:]
        else:
            out.write("".join(["| # ", *(f"| {header.get(column, '')} " for column in columns), "|\n"]))
        out.write("| --- " * (len(columns) + 1) + "|")
        header_end = out.length + 1
        for row in rows:
            out.write("\n")
            self._line(str(row[0] + 1), row, columns)
        out.block("table", start, header_end=header_end)

    def _line(self, mark: str, row: Row, columns: Sequence[int]) -> None:
        place, cells = row
        pieces = ["| ", mark, " "]
        position = self._out.length + len(mark) + 3
        for column in columns:
            text = cells.get(column, "")
            if text:
                self._note(position + 2, text, column, place)
            pieces += "| ", text, " "
            position += len(text) + 3
        pieces.append("|")
        self._out.write("".join(pieces))

    def _list(self, rows: Iterable[Row]) -> None:
        for row, cells in rows:
            self._out.separate("list_item")
            start = self._out.length
            gap = f"- Row {row + 1}: "
            for column, text in sorted(cells.items()):
                gap = f"{gap}{column_name(column)} = "
                self._note(self._out.length + len(gap), text, column, row)
                self._out.write(gap + text)
                gap = "; "
            self._out.block("list_item", start)

    def _note(self, start: int, text: str, column: int, row: int) -> None:
        """Remember which cell the text, which stands or will stand at `start`, is of."""
        self._spans.extend((start, start + len(text)))
        self._sheets.append(self._number)
        self._boxes.extend((column, row, column + 1, row + 1))

    def _layout(self) -> Layout:
        return Layout(
            np.array(self._spans, dtype=np.int32).reshape(-1, 2),
            np.array(self._sheets, dtype=np.int32),
            np.array(self._boxes, dtype=np.float32).reshape(-1, 4),
        )
