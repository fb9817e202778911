"""What is a table on a sheet, and what its header. Knows cells by what they show, and no file format."""

import re
from collections.abc import Iterable, Iterator, Sequence

# A row's place (0-based) and the text of its filled cells by column (0-based), as `cell_text` makes it.
Row = tuple[int, dict[int, str]]

# What a header may have, in characters a cell, and how many rows below it are looked at.
HEADER_LENGTH = 80
LOOK_BELOW = 200
# A two-column sheet of words is as likely a list of "key, value" as a table with a header.
WORDY_COLUMNS = 3
_VALUE_LENGTH = 40
_VALUE = re.compile(
    r"[^\w\s]{0,3}\s?(?:(?-i:[A-Z]{3})\s)?[-+(]?\d[\d\s.,:/'’+\-TZeE]*(?:%|[^\w\s]|[A-Z]{3})?\)?|true|false|#[A-Z/0!?]+",
    re.IGNORECASE,
)
# "FEE 2025" is written as an amount of some currency is.
_YEAR = re.compile(r"(?:[A-Z]{3} )?(?:19|20)\d\d(?:-\d\d-\d\d)?")


def connected_tables(rows: Iterable[Row]) -> Iterator[Iterator[Row]]:
    """The filled rows, parted where the sheet has blank ones. Each table must be used up before the next."""
    filled = ((row, cells) for row, cells in rows if cells)
    ahead = next(filled, None)

    def connected() -> Iterator[Row]:
        nonlocal ahead
        while ahead is not None:
            current = ahead
            ahead = next(filled, None)
            yield current
            if ahead is None or ahead[0] != current[0] + 1:
                return

    while ahead is not None:
        yield connected()


def is_header(rows: Sequence[dict[int, str]], headed: bool) -> bool:
    """Whether the first row names the columns: words (or years) over something else."""
    if len(rows) < 2:
        return False
    first, below = rows[0], rows[1 : LOOK_BELOW + 1]
    width = len(set().union(*below, first))
    texts = list(first.values())
    words = [not is_value(text) for text in texts]
    short = all(len(text) <= HEADER_LENGTH for text in texts)
    if not short or not any(words) or 2 * len(first) < width:
        return False
    if not all(word or _YEAR.fullmatch(text) for word, text in zip(words, texts, strict=True)):
        return False
    differs = False
    for column, text in first.items():
        under = [cells[column] for cells in below if column in cells]
        if under and _YEAR.fullmatch(text) and all(_YEAR.fullmatch(value) for value in under):
            return False
        differs = differs or (bool(under) and 2 * sum(map(is_value, under)) >= len(under))
    if differs:
        return True
    return len(first) == width == len(set(texts)) and all(words) and (headed or width >= WORDY_COLUMNS)


def is_value(text: str) -> bool:
    """Whether a cell holds a number, a date or the like, not words."""
    return len(text) <= _VALUE_LENGTH and _VALUE.fullmatch(text) is not None
