"""A unit of a passage as a cross-encoder is given it: in one line with what stands over it.

"| Boston | 44 |" says nothing alone; "Offices › Costs: City: Boston; Rent: 44" does.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from ragdesk.answering.injection.commands import commands, unspoken
from ragdesk.answering.units.faq import question_before, says_yes_or_no
from ragdesk.answering.units.quotes import (
    Quote,
    asks,
    cells_of,
    is_rule,
    is_sentence,
    label_over,
    lead_over,
    running,
    spoken_of_in,
)
from ragdesk.answering.units.table_head import heads_of, is_group
from ragdesk.domain.documents import Chunk

# Of the title and section, so that a long path does not outweigh the sentence.
CONTEXT_WORDS = 24
# Spreadsheets number their rows in a column of this name.
ROW_NUMBER = "#"
# Rows of a table that tell whether its first one names the columns.
LOOKED_AT = 6
# Characters of a line that introduces a list; a longer one is a paragraph.
MOST_LEAD = 240


def in_context(context: str, unit: str) -> str:
    """The unit after its title and section."""
    words = " ".join(context.split()[:CONTEXT_WORDS])
    line = " ".join(unit.split())
    return f"{words}: {line}" if words else line


def under_head(cells: Sequence[tuple[str, str]]) -> str:
    """Cells of a row, each with its head: "Region: North; Q1: 120". The number of a spreadsheet's row is left out."""
    shown = ((head, cell) for head, cell in cells if cell and head != ROW_NUMBER)
    return "; ".join(f"{head}: {cell}" if head else cell for head, cell in shown)


def shown(chunk: Chunk, start: int, end: int) -> str:
    """The unit at these offsets of the chunk's text, as a cross-encoder is given it."""
    unit = said(chunk, start, end)
    if lead := _lead(chunk, start) or _question_over(chunk, start):
        unit = f"{chunk.text[slice(*lead)]} {unit}"
    elif label := label_over(chunk.text, start):
        unit = f"{label}: {unit}"
    return in_context(over(chunk), unit)


def shown_passage(chunk: Chunk) -> str:
    """The whole passage in the same way, without what is spoken to a model."""
    return in_context(over(chunk), unspoken(chunk.text))


def over(chunk: Chunk) -> str:
    """The title and section, without the head of a table, and without what is spoken to a model."""
    return _named(chunk.context)


@lru_cache(maxsize=256)
def _named(context: str) -> str:
    lines = (line for line in context.splitlines() if not line.startswith("|"))
    return " ".join(line for line in lines if not commands(line))


def said(chunk: Chunk, start: int, end: int) -> str:
    """The unit at these offsets as it is read alone: a row of a table with its heads."""
    unit = chunk.text[start:end]
    return under_head(_row(chunk, start, unit)) if unit.startswith("|") else unit


def shown_quote(quote: Quote) -> str:
    """A quote of a chunk, as a cross-encoder is given it."""
    first = quote.hit.chunk.char_start
    return shown(quote.hit.chunk, quote.char_start - first, quote.char_end - first)


def said_quote(quote: Quote) -> str:
    """A quote of a chunk, as it is read alone."""
    first = quote.hit.chunk.char_start
    return " ".join(said(quote.hit.chunk, quote.char_start - first, quote.char_end - first).split())


def with_lead(quote: Quote) -> tuple[Quote, str]:
    """An item of a list quoted from the line that introduces it on, and the words of that line, to be read before the item's:
    "drill holes" alone does not say who may not. So is a sentence that leans on the one before it ("His deputy is Lund").
    So is a yes or a no from its question on. Any other quote as it is, and ""."""
    chunk = quote.hit.chunk
    start, end = (offset - chunk.char_start for offset in (quote.char_start, quote.char_end))
    lead = _lead(chunk, start)
    if lead is None and says_yes_or_no(quote.text) is not None:
        lead = question_before(chunk.text, start)
    if lead is None or lead[1] - lead[0] > MOST_LEAD:
        return quote, ""
    wide = replace(quote, char_start=chunk.char_start + lead[0], text=chunk.text[lead[0] : end])
    between = chunk.text[lead[1] : start].split()
    return wide, " ".join([*chunk.text[slice(*lead)].split(), *(["…"] if len(between) > 1 else []), ""])


def _lead(chunk: Chunk, start: int) -> tuple[int, int] | None:
    return lead_over(chunk.text, start) or spoken_of_in(chunk.text, start)


def _question_over(chunk: Chunk, start: int) -> tuple[int, int] | None:
    """The question that the words at this offset answer, where it is not the section's heading anyhow."""
    asked = question_before(chunk.text, start)
    return None if asked is None or chunk.text[slice(*asked)] in chunk.context else asked


def stated(quote: Quote) -> str:
    """What a quote states by itself, for a yes or a no: an item with the line that introduces it, an answer with its question,
    and no sentence before it."""
    lead = with_lead(quote)[1]
    return ("" if is_sentence(lead) and not asks(lead) else lead) + running(quote.text)


def said_cells(quote: Quote) -> list[tuple[str, str]]:
    """The cells of a quoted row, each with its head, "" where it has none; of any other quote none."""
    chunk = quote.hit.chunk
    return _row(chunk, quote.char_start - chunk.char_start, quote.text) if quote.text.startswith("|") else []


def _row(chunk: Chunk, start: int, row: str) -> list[tuple[str, str]]:
    """The head stands over the rows, or in the chunk's context where the table began in the chunk before. Over the first cell the
    row stands, too, that names the group."""
    before = [*chunk.context.splitlines(), *chunk.text[:start].splitlines()]
    above = list(takewhile(lambda line: line.startswith("|"), reversed(before)))[::-1]
    ruled = next((at for at, line in enumerate(above) if is_rule(line)), None)
    rows = [cells_of(line) for line in above if not is_rule(line)]
    cells = cells_of(row)
    # Where the head did not fit into the context, the line under it may stand there alone.
    named = bool(rows) and ruled != 0
    below = chunk.text[start:].splitlines()[1:LOOKED_AT]
    following = map(cells_of, takewhile(lambda line: line.startswith("|"), below))
    heads, count = heads_of([*rows, cells, *following]) if named else ([], 0)
    if len(heads) != len(cells):
        heads = [""] * len(cells)
    group = next(
        (each[0] for each in reversed(rows[count:]) if is_group(each) and len(each) == len(cells)), ""
    )
    if group and cells[0] and not is_group(cells):
        heads = [f"{heads[0]} {group}".strip(), *heads[1:]]
    return list(zip(heads, cells, strict=True))
