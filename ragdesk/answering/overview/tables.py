"""The tables of a document in an overview of it: which columns each has, and what its rows are about."""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.tables import FoundTable, tables_in
from ragdesk.answering.in_context import ROW_NUMBER
from ragdesk.answering.overview.display import shown, shown_heading
from ragdesk.answering.overview.pool import Pool
from ragdesk.answering.quotes import Quote
from ragdesk.domain.ports import TextStore

# More are not read anyway; of each, the rows that are named.
MOST_TABLES, MOST_ROWS = 8, 6
# What a spreadsheet's column is called that has no name.
_LETTER = re.compile(r"[A-Z]{1,3}")


def tables_of(pool: Pool, texts: TextStore) -> list[FoundTable]:
    """The tables with a head of a document that consists of tables more than of sentences; else none."""
    hits = [pool.hit(chunk) for chunk in pool.chunks]
    tables = [table for table in tables_in(hits, texts) if table.head is not None]
    in_tables = sum(table.quote.char_end - table.quote.char_start for table in tables)
    in_sentences = sum(len(each.text) for each in pool.candidates)
    return tables[:MOST_TABLES] if in_tables > in_sentences else []


def write_table(draft: Draft, table: FoundTable) -> list[Quote]:
    """Two lines, which name the columns and the first rows, each with its citation; the quotes."""
    assert table.head is not None
    section = table.hit.chunk.section
    draft.say(f"\n\n- **{shown_heading(section[-1])}**" if section else "\n\n-")
    quotes: list[Quote] = []
    if not all(map(_LETTER.fullmatch, _named(table.heads, table.heads))):
        quotes.append(table.quoted(table.head.start, table.head.end))
        draft.quote(": " if section else " ", quotes[0], shown=shown(table.shown(table.head)))
    rows = [row for row in table.rows if _named(table.heads, table.cells(row))][:MOST_ROWS]
    about = [table.quoted(row.start, row.end) for row in rows]
    if about:
        words = ", ".join(_named(table.heads, table.cells(row))[0] for row in rows)
        draft.quote("\n  ", *about, shown=words + (", …" if len(rows) < len(table.rows) else ""))
    return [*quotes, *about]


def _named(heads: Sequence[str], cells: Sequence[str]) -> list[str]:
    """The cells that say something: those that are filled, but for the row's number."""
    return [cell for head, cell in zip(heads, cells, strict=True) if cell and head != ROW_NUMBER]
