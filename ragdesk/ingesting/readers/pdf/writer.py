"""The items of a PDF, in reading order → Markdown text with blocks, pages and the place of every word.

Lines are joined to paragraphs here: a line break becomes a space, a word that was hyphenated becomes whole, and a
paragraph or table that runs on in the next column or page goes on.
"""

from collections.abc import Iterator, Sequence

from ragdesk.domain.documents import BlockKind, Page, Parsed
from ragdesk.ingesting.readers.pdf.calibration import BODY_SIZE, GOES_ON_SIZE, NEAR
from ragdesk.ingesting.readers.pdf.depths import ListDepths
from ragdesk.ingesting.readers.pdf.grid import Table
from ragdesk.ingesting.readers.pdf.items import PageItem, is_bullet
from ragdesk.ingesting.readers.pdf.words import PageWords, Word, WordRun
from ragdesk.ingesting.readers.writer import MAX_ROWS, Box, TextWriter

_HYPHENS = ("-", "\u2010")
_STOPS = (".", "!", "?", ":", ";", "。", "！", "？", "؟", "”", '"', ")")
# A paragraph that begins with one of these would be read as another structure in the Markdown text.
_STRUCTURE = ("#", "|", ">", "```", "~~~", "---")


class PdfWriter:
    """Writes one item after the other; `parsed` closes the document."""

    def __init__(self, pages: Sequence[PageWords]) -> None:
        self._writer = TextWriter()
        self._pages = pages
        self._starts: list[int] = []
        self._open: PageItem | None = None
        self._open_table: Table | None = None
        self._head: list[list[list[str]]] = []
        self._rows = 0
        self._depths = ListDepths()
        self._compounds = _compounds(pages)

    def item(self, item: PageItem | Table, level: int, body: float) -> None:
        """Write an item; `level` is 0 unless it is a heading, `body` the size of the running text (points)."""
        if isinstance(item, Table) or level or not item.marked:
            self._depths.ended()
        if isinstance(item, Table):
            self._table(item)
            self._open, self._open_table = None, item
            return
        self._open_table = None
        if level:
            self._heading(item, level)
            self._open = None
        elif self._continues(item):
            self._continue(item)
            self._open = item
        else:
            self._paragraph(item)
            self._open = item if abs(item.size - body) <= BODY_SIZE * body else None

    def title(self, text: str) -> None:
        """A heading before all else, for what has no title of its own (`text` in one line)."""
        start = self._begin("heading", 1)
        self._writer.write("# " + text)
        self._writer.block("heading", start, level=1, title=text)

    def note(self, text: str, page: int, box: Box) -> None:
        """A paragraph that is not of the page's own text; all its words stand in one box (points, as it is shown)."""
        start = self._begin("paragraph", page)
        if text.startswith(_STRUCTURE):
            self._writer.write("\\")
        for index, word in enumerate(text.split()):
            self._writer.write(" " if index else "")
            self._writer.word(word, page, box)
        self._writer.block("paragraph", start)
        self._open = self._open_table = None

    def parsed(self, title: str, properties: tuple[tuple[str, str], ...]) -> Parsed:
        writer = self._writer
        self._turn_to(len(self._pages))
        ends = [*self._starts[1:], writer.length]
        pages = (
            Page(page.number, start, end, page.width, page.height)
            for page, start, end in zip(self._pages, self._starts, ends, strict=True)
        )
        return Parsed(
            title=title,
            text=writer.text,
            blocks=tuple(writer.blocks),
            pages=tuple(pages),
            kind="pdf",
            paged=True,
            layout=writer.layout(),
            properties=properties,
        )

    def _turn_to(self, page: int) -> None:
        """Pages up to this one begin here, unless they have begun."""
        while len(self._starts) < page:
            self._starts.append(self._writer.length)

    def _begin(self, kind: BlockKind, page: int) -> int:
        self._writer.separate(kind)
        self._turn_to(page)
        return self._writer.length

    def _heading(self, item: PageItem, level: int) -> None:
        start = self._begin("heading", item.page)
        self._writer.write("#" * level + " ")
        title = self._words(item.lines, item.page)
        self._writer.block("heading", start, level=level, title=title)

    def _paragraph(self, item: PageItem) -> None:
        kind: BlockKind = "list_item" if item.marked else "paragraph"
        lines = item.lines
        first = lines[0][0].words[0]
        start = self._begin(kind, item.page)
        if item.marked and is_bullet(first.text):
            lines = _without_first(lines)
            self._writer.write("  " * self._depths.of(item))
            start = self._writer.length
            self._writer.write("- ")
        elif first.text.startswith(_STRUCTURE):
            self._writer.write("\\")
        self._words(lines, item.page)
        self._writer.block(kind, start)

    def _continues(self, item: PageItem) -> bool:
        """Does this item finish the sentence that the column or page before broke off?"""
        before = self._open
        if before is None or item.marked or not (item.opens or item.page != before.page):
            return False
        same_style = abs(before.size - item.size) < GOES_ON_SIZE and before.bold == item.bold
        return same_style and item.text[:1].islower() and not before.text.endswith(_STOPS)

    def _continue(self, item: PageItem) -> None:
        last = self._writer.blocks.pop()
        self._writer.write(" ")
        self._turn_to(item.page)
        self._words(item.lines, item.page)
        self._writer.block(last.kind, last.char_start)

    def _words(self, lines: Sequence[Sequence[WordRun]], page: int) -> str:
        """Write the lines as one; returns what was written."""
        shown = self._pages[page - 1].turn.shown
        written: list[str] = []
        space = ""
        for word, text, glued in self._joined(lines):
            self._writer.write(space)
            self._writer.word(text, page, shown(word[:4]))
            written.extend((space, text))
            space = "" if glued else " "
        return "".join(written)

    def _joined(self, lines: Sequence[Sequence[WordRun]]) -> Iterator[tuple[Word, str, bool]]:
        """Each word, how it is written, and whether the next one follows without a space."""
        for index, line in enumerate(lines):
            words = [word for run in line for word in run.words]
            yield from ((word, word.text, False) for word in words[:-1])
            last = words[-1]
            following = lines[index + 1][0].words[0].text if index + 1 < len(lines) else ""
            if following and last.text.endswith(_HYPHENS) and len(last.text) > 1 and following[0].islower():
                stem = last.text[:-1]
                keep = (
                    not _is_one_word(stem, following)
                    or f"{stem}-{following}".lower().strip(".,;:)") in self._compounds
                )
                yield last, last.text if keep else stem, True
            else:
                yield last, last.text, False

    def _table(self, table: Table) -> None:
        if self._open_table is not None and self._rows < MAX_ROWS and _goes_on(self._open_table, table):
            self._continue_table(table)
            return
        start = self._begin("table", table.page)
        header_end = 0
        self._head, self._rows = _first_rows(table, table.header_rows), len(table.rows)
        for index, row in enumerate(table.rows):
            if index:
                self._writer.write("\n")
            self._row(row, table.page)
            if index == 0:
                self._writer.write("\n|" + "---|" * len(row))
            if index + 1 == table.header_rows:
                header_end = self._writer.length + 1
        self._writer.block("table", start, header_end=min(header_end, self._writer.length))

    def _continue_table(self, table: Table) -> None:
        """Write the rows under those of the page before; a head that is printed again is left out."""
        last = self._writer.blocks.pop()
        again = _first_rows(table, len(self._head)) == self._head
        rows = table.rows[len(self._head) if again else 0 :]
        for index, row in enumerate(rows):
            self._writer.write("\n")
            if index == 0:
                self._turn_to(table.page)
            self._row(row, table.page)
        self._rows += len(rows)
        self._writer.block("table", last.char_start, header_end=last.header_end)

    def _row(self, row: Sequence[Sequence[Word]], page: int) -> None:
        shown = self._pages[page - 1].turn.shown
        for cell in row:
            self._writer.write("| ")
            for word in cell:
                self._writer.word(word.text.replace("|", "\\|"), page, shown(word[:4]))
                self._writer.write(" ")
        self._writer.write("|")


def _goes_on(before: Table, table: Table) -> bool:
    """Whether a table is the rest of the one that ended the page before: nothing stands between them, and it has as many columns
    between the same edges. A margin may be wider on the next page."""
    same_width = abs((table.x1 - table.x0) - (before.x1 - before.x0)) <= NEAR
    return table.page == before.page + 1 and len(table.rows[0]) == len(before.rows[0]) and same_width


def _first_rows(table: Table, rows: int) -> list[list[list[str]]]:
    """The words of the first row, or of so many."""
    return [[[word.text for word in cell] for cell in row] for row in table.rows[: max(1, rows)]]


def _without_first(lines: Sequence[Sequence[WordRun]]) -> list[list[WordRun]]:
    """The lines without their first word, the bullet."""
    head, *rest = lines[0]
    first_run = (
        [WordRun(head.words[1:], head.x0, head.y0, head.x1, head.y1, head.size, head.bold)]
        if len(head.words) > 1
        else []
    )
    return [[*first_run, *rest], *map(list, lines[1:])]


def _is_one_word(stem: str, following: str) -> bool:
    """Would the two halves of a hyphenated word make one word, in lower case but for its first letter?"""
    joined = stem.lstrip("(\"'“‘") + following.rstrip(".,;:!?)\"'”’")
    return joined.isalpha() and joined[1:].islower()


def _compounds(pages: Sequence[PageWords]) -> frozenset[str]:
    """Words that the document writes with a hyphen inside a line: they keep it at a line's end too."""
    return frozenset(
        word.text.lower().strip(".,;:()\"'“”")
        for page in pages
        for run in page.runs
        for word in run.words
        if "-" in word.text[1:-1]
    )
