"""A unit of a passage as a cross-encoder is given it: in one line with what stands over it.

"| Boston | 44 |" says nothing alone; "Offices › Costs: City: Boston; Rent: 44" does.
"""

from collections.abc import Sequence
from itertools import takewhile

from ragdesk.answering.quotes import Quote, label_over
from ragdesk.domain.documents import Chunk

# Of the title and section, so that a long path does not outweigh the sentence.
CONTEXT_WORDS = 24


def in_context(context: str, unit: str) -> str:
    """The unit after its title and section."""
    words = " ".join(context.split()[:CONTEXT_WORDS])
    line = " ".join(unit.split())
    return f"{words}: {line}" if words else line


def under_head(cells: Sequence[tuple[str, str]]) -> str:
    """Cells of a row, each with its head: "Region: North; Q1: 120"."""
    return "; ".join(f"{head}: {cell}" if head else cell for head, cell in cells if cell)


def shown(chunk: Chunk, start: int, end: int) -> str:
    """The unit at these offsets of the chunk's text, as a cross-encoder is given it."""
    unit = said(chunk, start, end)
    if lead := _lead_in(chunk.text[:start]):
        unit = f"{lead} {unit}"
    elif label := label_over(chunk.text, start):
        unit = f"{label}: {unit}"
    over = [line for line in chunk.context.splitlines() if not line.startswith("|")]
    return in_context(" ".join(over), unit)


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


def said_cells(quote: Quote) -> list[tuple[str, str]]:
    """The cells of a quoted row, each with its head, "" where it has none; of any other quote none."""
    chunk = quote.hit.chunk
    return _row(chunk, quote.char_start - chunk.char_start, quote.text) if quote.text.startswith("|") else []


def _row(chunk: Chunk, start: int, row: str) -> list[tuple[str, str]]:
    """The head stands over the rows, or in the chunk's context where the table began in the chunk before."""
    before = [*chunk.context.splitlines(), *chunk.text[:start].splitlines()]
    above = list(takewhile(lambda line: line.startswith("|"), reversed(before)))
    heads, cells = (_cells(above[-1]) if above else []), _cells(row)
    if len(heads) != len(cells):
        heads = [""] * len(cells)
    return list(zip(heads, cells, strict=True))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _lead_in(before: str) -> str:
    """The line over a list that ends with a colon; "" where the unit is not in one."""
    lines = [line.strip() for line in before.splitlines()]
    if before.endswith("\n") or not lines:
        lines.append("")
    *above, own = lines
    if own[:1] not in ("-", "*", "•", "+") and not own[:1].isdigit():
        return ""
    for line in reversed(above):
        if line.endswith(":"):
            return line.lstrip("#-*•+ ")
        if line and line[:1] not in ("-", "*", "•", "+") and not line[:1].isdigit():
            return ""
    return ""
