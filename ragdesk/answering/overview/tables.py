"""The tables of a document in an overview of it: which columns each has, and what its rows are about."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.tables.cells import label_of, totals
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.answering.overview.display import shown, shown_heading
from ragdesk.answering.overview.pool import Pool
from ragdesk.answering.units.in_context import ROW_NUMBER
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.ports import TextStore
from ragdesk.text import lexicon

# More are not read anyway; of each, the rows that are named. A short table is shown whole.
MOST_TABLES, MOST_ROWS, WHOLE_ROWS = 8, 6, 12
# Of a document with some tables: so many of their totals.
MOST_TOTALS = 3
# What a spreadsheet's column is called that has no name.
_LETTER = re.compile(r"[A-Z]{1,3}")


def tables_of(pool: Pool, texts: TextStore) -> list[FoundTable]:
    """The tables with a head of a document that consists of tables more than of sentences; else none."""
    hits = [pool.hit(chunk) for chunk in pool.chunks]
    tables = [table for table in tables_in(hits, texts) if table.head is not None and _has_columns(table)]
    in_tables = sum(table.quote.char_end - table.quote.char_start for table in tables)
    in_sentences = sum(len(each.text) for each in pool.candidates)
    return tables[:MOST_TABLES] if in_tables > in_sentences else []


def write_totals(draft: Draft, pool: Pool, texts: TextStore) -> list[Quote]:
    """What the document's tables come to, a line each: rows of totals, or such lines below a table. The quotes."""
    found = list(islice(_totals(pool, texts), MOST_TOTALS))
    for quote, words in found:
        draft.quote("\n- ", quote, shown=shown(words))
    return [quote for quote, _ in found]


def _totals(pool: Pool, texts: TextStore) -> Iterator[tuple[Quote, str]]:
    tables = tables_in([pool.hit(chunk) for chunk in pool.chunks], texts)
    for table in tables:
        label = label_of(table)
        for row in table.rows:
            if totals(table.cells(row)[label]):
                yield table.quoted(row.start, row.end), table.shown(row)
    for chunk in pool.chunks if tables else ():
        for line in _sum_line().finditer(chunk.text):
            start, end = (chunk.char_start + at for at in line.span())
            yield Quote(pool.hit(chunk), start, end, line[0]), line[0]


@cache
def _sum_line() -> re.Pattern[str]:
    label = lexicon.alternatives("sum_lines")
    return re.compile(
        rf"^(?:{label})\b[^\n\d]{{0,12}}\d[\d.,]*(?: ?[^\d\n]{{1,4}})?$", re.IGNORECASE | re.MULTILINE
    )


def _has_columns(table: FoundTable) -> bool:
    """Whether it is more than lines under one another, which are read as sentences, too."""
    return any(len(_named(table.heads, table.cells(row))) > 1 for row in table.rows)


def write_table(draft: Draft, table: FoundTable, whole: bool) -> list[Quote]:
    """The columns and the rows, each with its citation; the quotes.

    Args:
        whole: each row of a short table is shown, with all of its cells; else a line names the first rows.
    """
    assert table.head is not None
    section = table.hit.chunk.section
    quotes: list[Quote] = []
    columns = not all(map(_LETTER.fullmatch, _named(table.heads, table.heads)))
    draft.say(f"\n\n- **{shown_heading(section[-1])}**" if section else "\n\n-" if columns else "\n")
    indent = "  " if section or columns else ""
    if columns:
        quotes.append(table.quoted(table.head.start, table.head.end))
        draft.quote(": " if section else " ", quotes[0], shown=shown(table.shown_head))
    rows = [row for row in table.rows if _named(table.heads, table.cells(row))]
    if whole and len(rows) <= WHOLE_ROWS:
        for row in rows:
            quotes.append(table.quoted(row.start, row.end))
            draft.quote(f"\n{indent}- ", quotes[-1], shown=shown(table.shown(row)))
        return quotes
    rows = rows[:MOST_ROWS]
    about = [table.quoted(row.start, row.end) for row in rows]
    if about:
        words = ", ".join(_named(table.heads, table.cells(row))[0] for row in rows)
        draft.quote(
            "\n  " if indent else "\n- ", *about, shown=words + (", …" if len(rows) < len(table.rows) else "")
        )
    return [*quotes, *about]


def _named(heads: Sequence[str], cells: Sequence[str]) -> list[str]:
    """The cells that say something: those that are filled, but for the row's number."""
    return [cell for head, cell in zip(heads, cells, strict=True) if cell and head != ROW_NUMBER]
