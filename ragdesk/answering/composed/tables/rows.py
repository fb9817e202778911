"""Rows of tables as quotes: which table a row is of, its cells that a question asks for, and rows that were torn apart."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.lists.candidates import quoted
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.units.heads import columns_asked
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.ports import TextStore

# A row that was torn into more lines is a page's column.
MOST_TORN = 8
# "Which trees are taller" does not ask for the trees.
_SUBJECT = re.compile(r"\b(?:which|what|welche[rsnm]?)\s+(\w+)", re.IGNORECASE)
_LINE = re.compile(r"[^\n]*\n?")


@dataclass(frozen=True, slots=True)
class RowOf:
    """The tables of a question's hits."""

    tables: Sequence[FoundTable]
    texts: TextStore

    def table(self, quote: Quote) -> FoundTable | None:
        """The table that a quote is a row of."""
        return next((each for each in self.tables if _holds(each, quote)), None)

    def torn(self, quote: Quote, ends: Callable[[str], bool]) -> Quote:
        """A row with the lines under it that go on with it, up to one that `ends` it."""
        text = self.texts.text(quote.hit.chunk.document_id)
        end, at = quote.char_end, text.find("\n", quote.char_end) + 1
        for _ in range(MOST_TORN):
            match = _LINE.match(text, at)
            line = match[0].strip() if match and at else ""
            if match is None or not line.startswith("|") or ends(line):
                break
            end, at = at + len(match[0].rstrip()), match.end()
        return quoted(quote.hit, text, quote.char_start, end)


def rows_of(asked: Asked) -> RowOf:
    return RowOf(tables_in(asked.hits, asked.texts), asked.texts)


def _holds(table: FoundTable, quote: Quote) -> bool:
    same = table.hit.chunk.document_id == quote.hit.chunk.document_id
    return same and any(row.start == quote.char_start for row in table.rows)


def asked_cells(question: str, name: str, table: FoundTable, row: Slice) -> list[tuple[str, str]]:
    """The cells of a row, each with its head: those whose heads the question names, or all but the row's label. Of two tables
    side by side in one, those behind the name alone."""
    panel = _panel(name, table, row)
    return panel or named_cells(question, name, table, row) or _cells(table, row)[1:] or _cells(table, row)


def _panel(name: str, table: FoundTable, row: Slice) -> list[tuple[str, str]]:
    """Of "Kent | 9 | Surrey | 100", where each county has its own column without a head, the cells behind the one that is named;
    none where the row has one label, or not just one of its labels is named."""
    heads, cells = table.heads, table.cells(row)
    labels = [at for at, head in enumerate(heads) if not head and any(map(str.isalpha, cells[at]))]
    own = [at for at in labels if names(name, cells[at])]
    if len(labels) < 2 or len(own) != 1:
        return []
    begin = own[0] + 1
    end = next((at for at in labels if at >= begin), len(cells))
    head = next(filter(None, heads[begin:end]), "")
    return [(heads[at] or head, cells[at]) for at in range(begin, end) if cells[at]]


def named_cells(question: str, name: str, table: FoundTable, row: Slice) -> list[tuple[str, str]]:
    """The cells under the heads that the question asks for, but for the row's label."""
    subject = _SUBJECT.search(question)
    pairs = _cells(table, row)[1:]
    besides = f"{name} {subject[1] if subject else ''}"
    return [pairs[at] for at in columns_asked(question, [head for head, _ in pairs], besides)]


def _cells(table: FoundTable, row: Slice) -> list[tuple[str, str]]:
    cells = zip(table.heads, table.cells(row), strict=True)
    return [(head, cell) for head, cell in cells if cell and head != ROW_NUMBER]
