"""What the reader of a sheet puts beside its cells, and nobody wants to read: a column "#" with the numbers of its rows, and
the columns' letters as heads where the sheet has none.

Knows no format: a table of a text that numbers its own rows under "#" begins with 1, the rows under the head of a sheet with 2.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

ROW_NUMBER = "#"
_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"\|?[\s:|-]*-{2,}[\s:|-]*\|?")
_NUMBERED = re.compile(r"^\|\s*(\d{1,9}|#)\s*(?=\|)", re.MULTILINE)
_PLACE = re.compile(r"[A-Z]{1,3}(\d{1,9})(?::[A-Z]{1,3}(\d{1,9}))?")


def without_row_numbers(text: str, over: str = "") -> str:
    """The text with its tables as the sheet shows them.

    Args:
        over: where the text begins within a table, what holds the table's head.
    """
    if ROW_NUMBER not in text and ROW_NUMBER not in over:
        return text
    above = next((line.strip() for line in over.split("\n") if line.startswith("|")), "")
    lines = list[str]()
    for at, (is_table, run) in enumerate(
        groupby(text.split("\n"), key=lambda line: line.strip().startswith("|"))
    ):
        lines += _shown(list(run), "" if at else above) if is_table else run
    return "\n".join(lines)


def _shown(table: Sequence[str], above: str) -> Iterator[str]:
    """The rows of a table, or of the rest of one under the head `above`."""
    own = cells(table[0])[:1] == [ROW_NUMBER]
    head = cells(table[0] if own else above)
    body = table[1:] if own else table
    if head[:1] != [ROW_NUMBER] or not (are_letters(head[1:]) or _begins_below_its_head(body)):
        yield from table
        return
    for at, line in enumerate(table):
        if not (at == 0 and own and are_letters(head[1:])):
            yield _without_first(line)


def _begins_below_its_head(rows: Sequence[str]) -> bool:
    """Whether the first number under "#" is that of a row further down in the sheet than its head."""
    first = next((cells(row)[0] for row in rows if not _RULE.fullmatch(row.strip())), "")
    return first.isdecimal() and int(first) > 1


def _without_first(row: str) -> str:
    return re.sub(r"^(\s*)\|(?:\\.|[^|\\])*(?=\|)", r"\1", row, count=1)


def cells(row: str) -> list[str]:
    return [each.strip() for each in _BAR.split(row.strip().removeprefix("|").removesuffix("|"))]


def are_letters(heads: Sequence[str]) -> bool:
    """Whether the heads are no names but a sheet's own letters, in their order: "A", "B", "D"."""
    letters = all(re.fullmatch(r"[A-Z]{1,3}", head) for head in heads)
    return bool(heads) and letters and list(heads) == sorted(heads, key=lambda head: (len(head), head))


def head_over(row: str) -> str:
    """A head of a sheet's table without "#"; "" where it only has the columns' letters."""
    heads = cells(row)
    if heads[:1] != [ROW_NUMBER]:
        return row
    return "" if are_letters(heads[1:]) else _without_first(row)


def quoted_cells(quote: str, place: str) -> str:
    """A quote of a sheet without the numbers before its rows. `place` is that of its cells, alone or at the end of a path:
    "A6:F6", "Budget › B12"."""
    found = _PLACE.fullmatch(place.rpartition(" › ")[2])
    if found is None:
        return quote
    rows = range(int(found[1]), int(found[2] or found[1]) + 1)

    def bare(found: re.Match[str]) -> str:
        return "" if found[1] == ROW_NUMBER or int(found[1]) in rows else found[0]

    return _NUMBERED.sub(bare, quote)
