"""What the recognition engine says of a line → its words, their boxes, its height and lean. Geometry only.

A quad is a line's or character's four corners, (4, 2) x and y in pixels, clockwise from the top left of the text.
"""

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragdesk.ingesting.readers.ocr.calibration import LEAN, LONG_LINE, TALL
from ragdesk.ingesting.readers.writer import Box
from ragdesk.text import lexicon
from ragdesk.text.clean import clean, composed

Quads = NDArray[np.float32]

# What the engine makes of degrees, and how people type them.
_AS_TYPED = (("°℃", "°C"), ("°℉", "°F"), ("℃", "°C"), ("℉", "°F"))


def characters_of(text: str, letters: Any) -> Quads | None:
    """The quads of the line's characters without spaces, where the engine gives one for each."""
    if not isinstance(letters, list | tuple) or len(letters) != sum(not c.isspace() for c in text):
        return None
    return np.array([box for _, _, box in letters], dtype=np.float32).reshape(-1, 4, 2)


def words_of(
    text: str, quad: Quads, places: Quads | None, quarters: int, shape: Sequence[int]
) -> Iterator[tuple[str, Box]]:
    """The line's words with their boxes; a line without places for its characters is shared out evenly."""
    letters_before, start = 0, 0
    for word in _apart(text).split():
        start = text.index(word, start)
        if places is None:
            points = _share(quad, start / len(text), (start + len(word)) / len(text))
        else:
            points = places[letters_before : letters_before + len(word)].reshape(-1, 2)
        letters_before += len(word)
        start += len(word)
        readable = "".join(composed(clean(word)).replace("\ufffd", "").split())
        for drawn, plain in _AS_TYPED:
            readable = readable.replace(drawn, plain)
        if readable:
            yield readable, _box(_turned_back(points, quarters, shape))


def _apart(text: str) -> str:
    """The line with blanks that the engine leaves out at times, before and after numbers: "15November", "January2027", "by19"."""
    return _glued_numbers().sub(" ", _glued_dates().sub(" ", text))


@cache
def _glued_numbers() -> re.Pattern[str]:
    """Where a blank is missing between a small word and the number after it. Two languages: in others, such words are units."""
    small = {
        word for language in ("en", "de") for word in lexicon.ordered("stop_words", language) if len(word) > 1
    }
    names = sorted(word for word in small if word.isalpha())
    behind = "|".join(rf"(?<=(?<![\w.,-]){name})" for name in names)
    return re.compile(rf"(?:{behind})(?=\d[\d.,:]*(?:[^\w]|$))")


@cache
def _glued_dates() -> re.Pattern[str]:
    """Where a blank is missing: between a day and its month, and between a month and its year."""
    names = sorted(filter(str.isalpha, lexicon.words("months")))
    months = "|".join(names)
    behind = "|".join(rf"(?<=(?<![^\W\d_]){name})" for name in names)
    day = r"(?:(?<=\b\d)|(?<=\b\d\d)|(?<=\b\d\.)|(?<=\b\d\d\.))"
    return re.compile(rf"{day}(?=(?:{months})(?:[\W\d]|$))|(?:{behind})(?=(?:19|20)\d\d\b)", re.IGNORECASE)


def _share(quad: Quads, begin: float, end: float) -> Quads:
    """The part of a quad between two shares of its length."""
    top, bottom = quad[1] - quad[0], quad[2] - quad[3]
    points = [quad[0] + begin * top, quad[0] + end * top, quad[3] + end * bottom, quad[3] + begin * bottom]
    return np.array(points, dtype=np.float32)


def _turned_back(points: Quads, quarters: int, shape: Sequence[int]) -> Quads:
    """Points of the turned picture as points of the picture as it was given, `shape` (height, width, …)."""
    height, width = shape[:2]
    x, y = points[:, 0], points[:, 1]
    match quarters:
        case 1:
            x, y = y, height - x
        case 2:
            x, y = width - x, height - y
        case 3:
            x, y = width - y, x
    return np.stack([np.clip(x, 0, width), np.clip(y, 0, height)], axis=1)


def _box(points: Quads) -> Box:
    x0, y0 = points.min(axis=0)
    x1, y1 = points.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _sides(quad: Quads) -> tuple[float, float]:
    """Width and height."""
    return math.dist(quad[0], quad[1]), math.dist(quad[1], quad[2])


def height_of(quad: Quads) -> float:
    return min(_sides(quad))


def is_tall(quad: Quads) -> bool:
    width, height = _sides(quad)
    return height > TALL * width


def lean_of(quads: Sequence[Quads]) -> float:
    """The angle at which most lines fall to the right, from the long ones; 0 where it is too small to matter."""
    angles = [
        math.atan2(float(quad[1][1] - quad[0][1]), float(quad[1][0] - quad[0][0]))
        for quad in quads
        if _sides(quad)[0] > LONG_LINE * _sides(quad)[1]
    ]
    if not angles:
        return 0.0
    lean = float(np.median(angles))
    return lean if LEAN[0] < abs(lean) < LEAN[1] else 0.0
