"""Tables of a document's text: a head, rows of as many cells, and which rows a question is about."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ragdesk.answering.composed.lists.candidates import quoted
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.units.heads import columns_asked
from ragdesk.answering.units.in_context import ROW_NUMBER, under_head
from ragdesk.answering.units.quotes import Quote, cells_of, is_rule
from ragdesk.answering.units.table_head import heads_of
from ragdesk.domain.answers import Citation
from ragdesk.domain.calibration import COMPOSED
from ragdesk.domain.ports import TextStore
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import content_words, words

_TABLE = re.compile(r"^\|[^\n]*\|[ \t]*\n\|[\s:|-]+\|[ \t]*\n(?:\|[^\n]*(?:\n|\Z))+", re.MULTILINE)
# A page's columns that were taken for a table leave most cells empty, or hold lines of prose.
PROSE_WORDS = 40
# Characters over a table in which its name may stand.
OVER = 200
# Dashes of a line that was drawn.
_DRAWN = 3


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table, and the best passage that holds some of it; `text` is the whole document's. `head` is None where its first row is
    one of the facts."""

    head: Slice | None
    rows: tuple[Slice, ...]
    hit: Hit
    text: str

    @property
    def quote(self) -> Quote:
        return self.quoted((self.head or self.rows[0]).start, self.rows[-1].end)

    @property
    def heads(self) -> list[str]:
        cells = self.cells(self.rows[0])
        if self.head is None:
            return [""] * len(cells)
        lines = self.text[self.head.start : self.rows[-1].end].splitlines()
        return heads_of([cells_of(line) for line in lines if not is_rule(line)])[0]

    @property
    def over(self) -> str:
        """What stands over it, where its name may be."""
        start = (self.head or self.rows[0]).start
        return self.text[max(start - OVER, 0) : start]

    def cells(self, row: Slice) -> list[str]:
        return _cells(self.text, row)

    def shown(self, row: Slice) -> str:
        """A row as a person reads it."""
        pairs = zip(self.heads, self.cells(row), strict=True)
        return " · ".join(cell for head, cell in pairs if cell and head != ROW_NUMBER)

    @property
    def shown_head(self) -> str:
        """The heads as a person reads them; they may stand in several rows."""
        return " · ".join(head for head in self.heads if head and head != ROW_NUMBER)

    def columns_asked(self, question: str, row: Slice, label: int) -> list[int]:
        """The columns that the question asks for and that say something of the row, but for its label."""
        cells = self.cells(row)
        columns = columns_asked(question, self.heads, besides=cells[label])
        return [at for at in columns if at != label and cells[at]]

    def shown_cells(self, row: Slice, columns: Iterable[int]) -> str:
        """Some cells of a row, each under its head."""
        heads, cells = self.heads, self.cells(row)
        return under_head([(heads[at], cells[at]) for at in columns])

    def quoted(self, start: int, end: int) -> Quote:
        return quoted(self.hit, self.text, start, end)

    def covers(self, question: str, asking: Collection[str], said: str = "") -> bool:
        """Whether each word of the question stands in the heads, in the table's place or in what else is `said`, or is one of
        those that say what is asked for."""
        left = " ".join(word for word in words(question) if word not in asking)
        own = " ".join([*self.heads, self.hit.chunk.context, self.hit.document, said])
        return set(content_words(left)) <= set(content_words(own))

    def rows_for(self, question: str, rows: Sequence[Slice]) -> list[Slice]:
        """Those of some of its rows that have the most cells whose words the question says, or all of them. "The meeting in
        March" does not say "29 March"."""
        asked = set(content_words(question)) - set(content_words(" ".join(self.heads)))
        said = [
            [set(content_words(cell)) for cell in self.cells(row) if any(map(str.isalpha, cell))]
            for row in rows
        ]
        shared = [sum(len(own) for own in cells if own and own <= asked) for cells in said]
        most = max(shared, default=0)
        return [row for row, count in zip(rows, shared, strict=True) if count == most]


def tables_in(hits: Sequence[Hit], texts: TextStore) -> list[FoundTable]:
    """The tables of the hits, each once, with the best hit that it stands in."""
    found: dict[tuple[str, int], FoundTable] = {}
    for document_id in dict.fromkeys(hit.chunk.document_id for hit in hits):
        text = texts.text(document_id)
        spans = list(_tables(text))
        for hit in hits:
            for head, rows in spans if hit.chunk.document_id == document_id else ():
                if (head or rows[0]).start < hit.chunk.char_end and hit.chunk.char_start < rows[-1].end:
                    found.setdefault((document_id, rows[-1].end), FoundTable(head, rows, hit, text))
    return list(found.values())


def tables_of_text(text: str) -> Iterator[list[tuple[Slice, list[str]]]]:
    """The lines of each table of a whole text, its head among them, with their cells."""
    for match in _TABLE.finditer(text):
        head, _, *rows = _lines(match)
        yield [(line, _cells(text, line)) for line in (head, *rows)]


def headed_tables(hits: Sequence[Hit], texts: TextStore) -> list[FoundTable]:
    """Those of the first hits that have a head, so that a question can name a column."""
    return [table for table in tables_in(hits[: COMPOSED.hits], texts) if table.head is not None]


def cited_row(hits: Sequence[Hit], texts: TextStore, cited: Citation) -> tuple[FoundTable, Slice] | None:
    """The row that a citation quotes, in its table; None where it quotes none."""
    return row_at(hits, texts, cited.document_id, cited.char_start)


def row_at(
    hits: Sequence[Hit], texts: TextStore, document_id: str, start: int
) -> tuple[FoundTable, Slice] | None:
    """The row that begins there, in its table; None where none does."""
    for table in tables_in(hits, texts):
        own = next((row for row in table.rows if row.start == start), None)
        if own is not None and table.hit.chunk.document_id == document_id:
            return table, own
    return None


def _tables(text: str) -> Iterator[tuple[Slice | None, tuple[Slice, ...]]]:
    for match in _TABLE.finditer(text):
        first, _, *rest = _lines(match)
        rest = [line for line in rest if not _is_drawn(text[line.start : line.end])]
        named, count = heads_of([_cells(text, line) for line in (first, *rest)])
        rows = (first, *rest)[count:]
        cells = [_cells(text, row) for row in rows]
        if len(rows) > 1 and _regular([named, *cells] if count else cells):
            is_head = count and not _says_the_same(named, cells)
            yield (
                (Slice(first.start, (first, *rest)[count - 1].end), rows)
                if is_head
                else (None, (first, *rest))
            )


def _lines(match: re.Match[str]) -> list[Slice]:
    """The lines of a table: its head, the rule under it, its rows."""
    lines, position = list[Slice](), match.start()
    for line in match[0].splitlines(keepends=True):
        lines.append(Slice(position, position + len(line.rstrip())))
        position += len(line)
    return lines


def _is_drawn(line: str) -> bool:
    """Whether a row is a line that was drawn in dashes below the head; "-" alone in a cell is nothing of something."""
    return is_rule(line) and all(len(cell) >= _DRAWN for cell in cells_of(line))


def _cells(text: str, row: Slice) -> list[str]:
    return cells_of(text[row.start : row.end])


def _regular(rows: list[list[str]]) -> bool:
    """Whether it is a table of facts: rows of as many cells, nearly all of them filled, none of them prose."""
    cells = [cell for row in rows for cell in row]
    if len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return False
    empty = sum(not cell for cell in cells) / len(cells)
    return empty <= COMPOSED.empty and all(len(" ".join(row).split()) <= PROSE_WORDS for row in rows)


def _says_the_same(head: list[str], body: list[list[str]]) -> bool:
    """Whether the first row says something that stands under it, too: then it does not name the columns."""
    return any(cell and any(row[column] == cell for row in body) for column, cell in enumerate(head))
