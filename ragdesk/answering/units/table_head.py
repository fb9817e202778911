"""What names the columns of a table: its first row, the row under a caption or under group heads, or no row at all.

Readers of PDF and the like put a head over every table, since Markdown wants one. Of a table that goes on from the page before it
is a row as all others.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ragdesk.text import lexicon
from ragdesk.text.tokens import words

# A number with its sign, unit or footnote: "59%", "€ 4.50", "12 kg", "65b".
_FIGURE = re.compile(r"\W*\d[\d.,:/ ]*\W*[^\W\d]{0,2}\W*")
_NUMBER = re.compile(r"\d[\d.,]*")
_BEGINS_FIGURE = re.compile(r"\W*\d")
_THOUSANDS = re.compile(r"\d[,.]\d{3}\b")
# Words of a cell that names a column are fewer.
TELLING = 5
_YEAR = re.compile(r"(?:19|20)\d\d(?:[/–-](?:\d\d|(?:19|20)\d\d))?")


def heads_of(rows: Sequence[Sequence[str]]) -> tuple[list[str], int]:
    """The names of a table's columns, and how many of its first rows make them up: 0 to 2; without such a row they are empty.

    Args:
        rows: the cells of the first rows, the upper one first; more of them tell better.
    """
    first = list(rows[0])
    none: tuple[list[str], int] = ([""] * len(first), 0)
    if first[0].endswith(("?", ":")) or not any(first) or _explains(first, rows[1:]):
        return none
    second = list(rows[1]) if len(rows) > 1 else []
    if len(second) != len(first):
        return _of_groups(first), 1
    if _has_second_line(first, second, rows[2:]):
        return _joined(first, second), 2
    return none if _goes_on(first, second) else (_of_groups(first), 1)


def _of_groups(heads: Sequence[str]) -> list[str]:
    """Heads of several columns of one group, where two lines were read as one: "Nitrate spring | summer | Lead spring | summer"
    has a "Nitrate summer", too."""
    counts = Counter(heads)
    ends = Counter(head.split()[-1] for head in counts if head.split())
    named, group = list[str](), ""
    for head in heads:
        *before, last = head.split() or [""]
        if before and ends[last] > 1:
            group = " ".join(before)
        elif counts[head] == 1:
            group = ""
        named.append(f"{group} {head}" if group and counts[head] > 1 else head)
    return named


def _explains(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the second of two cells tells of the first one: "Red | walls, or possibly secret doors". Over figures it names
    them: "You cancel | you pay of the hire"."""
    if len(first) != 2 or not first[0] or len(first[1].split()) < TELLING:
        return False
    figures = [row for row in below if len(row) == 2 and _BEGINS_FIGURE.match(row[1])]
    return any(map(str.isdigit, first[1])) or not figures or 2 * len(figures) < len(below)


def _goes_on(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether the first row says of something what the second does of something else: figures over figures, a day over a day,
    "210 pounds a year" over "120 pounds a year". Years, and figures in order ("20 | 50 | 100"), are names, but no thousands
    ("1,900 | 2,300 | 2,700")."""
    pairs = list(zip(first[1:], second[1:], strict=True))
    if any((_is_day(over) and _is_day(cell)) or _are_amounts(over, cell) for over, cell in pairs):
        return True
    figures = [at for at, cell in enumerate(first) if at and _FIGURE.fullmatch(cell)]
    if not first[0] or not figures or bool(_FIGURE.fullmatch(first[0])) != bool(_FIGURE.fullmatch(second[0])):
        return False
    if not all(_FIGURE.fullmatch(second[at]) for at in figures):
        return False
    if any(_YEAR.fullmatch(first[at]) for at in figures):
        return False
    return any(_THOUSANDS.search(first[at]) for at in figures) or not _in_order(
        [_value(first[at]) for at in figures]
    )


def _is_day(cell: str) -> bool:
    """Whether a cell is a day, as "by 31 January" is: a month with a number, and little else."""
    said = words(cell)
    dated = not lexicon.words("months").isdisjoint(said) and any(map(str.isdigit, said))
    return dated and len(said) < TELLING


def _are_amounts(over: str, cell: str) -> bool:
    """Whether two cells are numbers of one thing, in the same words."""
    if not (_BEGINS_FIGURE.match(over) and _BEGINS_FIGURE.match(cell)):
        return False
    said = words(_NUMBER.sub("", over))
    return bool(said) and said == words(_NUMBER.sub("", cell))


def _value(cell: str) -> float:
    digits = re.sub(r"[^\d.]", "", cell.replace(",", "")).strip(".")
    return float(digits) if digits.count(".") < 2 else 0.0


def _in_order(values: Sequence[float]) -> bool:
    """Whether they rise from one to the next, all of several."""
    return len(values) > 2 and all(a < b for a, b in pairwise(values))


def _has_second_line(first: Sequence[str], second: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the second row goes on naming: the first has gaps, or says the same of neighbours, and the second names columns
    that hold figures; or the first is only a caption, and the second is full."""
    caption = bool(first[0]) and not any(first[1:]) and len(first) > 2
    if caption:
        return all(second) and all(map(_names, second))
    grouped = not all(first[1:]) or any(a == b for a, b in pairwise(first[1:]))
    worded = [at for at, cell in enumerate(second) if at and cell and _names(cell)]
    named = all(map(_names, second)) or _over_blocks(first, second) != list(first)
    if not grouped or len(worded) < 2 or not named:
        return False
    body = [row for row in below if len(row) == len(first)]
    return bool(body) and all(any(_FIGURE.fullmatch(row[at]) for row in body) for at in worded)


def _names(cell: str) -> bool:
    return _FIGURE.fullmatch(cell) is None or _YEAR.fullmatch(cell) is not None


def _joined(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Each column's name after that of its group, which stands over the first column of several, or amid those that are named
    like others: "ratio | 95% | ratio | 95%"."""
    if not any(first[1:]):
        return list(second)
    first = _over_blocks(first, second)
    names, group = list[str](), ""
    for at, (over, name) in enumerate(zip(first, second, strict=True)):
        group = over or (group if at > 1 else "")
        names.append(" ".join(dict.fromkeys(filter(None, (group, name)))))
    return names


def _over_blocks(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The first row with a group's name over each column of its block, where the last columns are blocks of the same names with
    one group's name over each; else as it is."""
    over, count = list(first), len(second)
    for wide in range(2, count // 2 + 1):
        names, begin = list(second[count - wide :]), count - wide
        while begin - wide > 0 and list(second[begin - wide : begin]) == names:
            begin -= wide
        blocks = [slice(at, at + wide) for at in range(begin, count, wide)]
        groups = [list(filter(None, first[block])) for block in blocks]
        if (
            len(blocks) > 1
            and len(set(names)) == wide
            and all(names)
            and all(len(own) == 1 for own in groups)
        ):
            for block, own in zip(blocks, groups, strict=True):
                over[block] = own * wide
            return over
    return over


def is_group(cells: Sequence[str]) -> bool:
    """Whether a row only names what the rows under it are about: nothing but its first cell is filled, and that is no figure."""
    return len(cells) > 1 and bool(cells[0]) and not any(cells[1:]) and not _FIGURE.fullmatch(cells[0])
