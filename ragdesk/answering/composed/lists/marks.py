"""The marks that list items begin with: bullets, numbers, letters, Roman numerals."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

MarkStyle = Literal["bullet", "number", "lower", "upper", "roman", "ROMAN"]

_BULLET = re.compile(r"[-*+•‣◦▪■–·➢✓✔]\s+|\[[ xX]?\]\s*|[□☐☑]\s*")
_ORDER = re.compile(
    r"\(?(?P<sign>\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)]\s+(?=\S)|(?P<step>Step|Schritt)\s+(?P<of>\d{1,3})[.:)]?\s+"
)
_LONGEST_NAME = 20
_NAMES_A_PART = re.compile(
    r"\s(?:(?:sub)?(?:clause|section|paragraph)s?|articles?|items?|Absatz|Buchstaben?|Nummer|Ziffern?|Abs\.|Nr\.)\s*$",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10}


@dataclass(frozen=True, slots=True)
class ItemMark:
    """`value` is the place in its order, 0 for a bullet; `end` is where the item's own words begin in the line."""

    style: MarkStyle
    value: int
    end: int


def marks_of(line: str) -> list[ItemMark]:
    """What the beginning of a line may be as a mark: "i." is the ninth letter and the first numeral. Empty for other lines."""
    if bullet := _BULLET.match(line):
        return [ItemMark("bullet", 0, bullet.end())]
    if order := _ORDER.match(line):
        sign, end = order["sign"] or order["of"], order.end()
        return [ItemMark(style, value, end) for style, value in _values(sign)]
    return []


def names_a_part(text: str, at: int) -> bool:
    """Whether what looks like a mark there is the name of a part: "… set forth in clause" and then "(y)"."""
    return _NAMES_A_PART.search(text[max(at - _LONGEST_NAME, 0) : at]) is not None


def _values(sign: str) -> Iterator[tuple[MarkStyle, int]]:
    if sign.isdigit():
        yield "number", int(sign)
        return
    lower = sign.lower()
    if set(lower) <= set(_ROMAN):
        yield ("roman" if sign == lower else "ROMAN"), _roman(lower)
    if len(sign) == 1:
        yield ("lower" if sign == lower else "upper"), ord(lower) - ord("a") + 1


def _roman(numeral: str) -> int:
    values = [_ROMAN[letter] for letter in numeral]
    return sum(
        -value if any(later > value for later in values[at + 1 : at + 2]) else value
        for at, value in enumerate(values)
    )
