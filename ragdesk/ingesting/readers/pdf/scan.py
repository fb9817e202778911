"""Pages without a text layer: their pictures are drawn, read by text recognition, and become words like any other page's.

A page with a good text layer is never recognised. What there was no time for is named, page by page.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from ragdesk.ingesting.readers.ocr.engine import (
    Line,
    Picture,
    Recognised,
    RecognitionError,
    recognise,
    shrink,
)
from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.turn import PageRotation
from ragdesk.ingesting.readers.pdf.words import PageWords, Word, WordRun, bounds, run_of
from ragdesk.ingesting.readers.writer import Box

if TYPE_CHECKING:
    import pymupdf


class Scans:
    """Recognises the pages of one document that need it, within the limits, and keeps account of them."""

    def __init__(
        self, pages: int = calibration.MOST_PAGES, seconds: float = calibration.MOST_SECONDS
    ) -> None:
        self._most = pages
        self._seconds = seconds
        self._begun: float | None = None
        self.recognised: list[int] = []
        self.left_out: list[int] = []

    def read(self, page: "pymupdf.Page", words: PageWords) -> PageWords:
        """The page with the words of its pictures, where it needs that."""
        area = _area(page, words)
        if area is None:
            return words
        if not self.take(words.number):
            return words
        try:
            picture, scale, origin = _drawn(page, area)
            recognised = recognise(picture)
        except RecognitionError:
            self.left_out.append(words.number)
            return words
        self.recognised.append(words.number)
        return with_recognised(words, recognised, (scale, scale), origin)

    def take(self, number: int) -> bool:
        """Is there time for one more page? If not, it is noted as left out."""
        if self._begun is None:
            self._begun = time.monotonic()
        if len(self.recognised) < self._most and time.monotonic() - self._begun < self._seconds:
            return True
        self.left_out.append(number)
        return False

    def properties(self) -> tuple[tuple[str, str], ...]:
        """Which pages were recognised, and which should have been but were not."""
        pairs = []
        if self.recognised:
            pairs.append(("recognised", f"{page_numbers(self.recognised)} by OCR"))
        if self.left_out:
            pairs.append(("not recognised", page_numbers(self.left_out)))
        return tuple(pairs)


def page_numbers(numbers: Sequence[int]) -> str:
    """[1, 2, 3, 7] → "pages 1-3, 7"."""
    ordered = sorted(set(numbers))
    starts = ordered[:1] + [after for before, after in pairwise(ordered) if after != before + 1]
    ends = [before for before, after in pairwise(ordered) if after != before + 1] + ordered[-1:]
    spans = [
        str(first) if first == last else f"{first}-{last}" for first, last in zip(starts, ends, strict=True)
    ]
    return f"{'page' if len(ordered) == 1 else 'pages'} {', '.join(spans)}"


def _area(page: "pymupdf.Page", words: PageWords) -> Box | None:
    """What of the page, as it is shown, has to be recognised; None where the text layer says enough."""
    import pymupdf

    letters = sum(len(word.text) for run in (*words.runs, *words.strays) for word in run.words)
    if letters >= calibration.ENOUGH_LETTERS:
        return None
    kinds = ("image", "imgmask") if letters else ("image", "imgmask", "fill-text")
    turn, sheet = page.rotation_matrix, page.rect
    drawn = [(kind, (pymupdf.Rect(box) * turn) & sheet) for kind, box in page.get_bboxlog()]
    boxes = [box for kind, box in drawn if kind.endswith(kinds) and not box.is_empty]
    shapes = [box for kind, box in drawn if kind == "fill-path" and not box.is_empty]
    if not letters and not boxes and len(shapes) >= calibration.MANY_SHAPES:
        boxes = shapes
    least = calibration.COVERED if letters else calibration.COVERED_WITHOUT_TEXT
    if not boxes or sum(box.get_area() for box in boxes) < least * sheet.get_area():
        return None
    return bounds(boxes)


def _drawn(page: "pymupdf.Page", area: Box) -> tuple[Picture, float, tuple[float, float]]:
    """The area as a picture, the points of a pixel, and where its top left stands on the page (points)."""
    import pymupdf

    width, height = area[2] - area[0], area[3] - area[1]
    fine = max(width, height) * calibration.FINE_DPI / 72 <= calibration.SMALL
    zoom = (calibration.FINE_DPI if fine else calibration.DPI) / 72
    zoom *= shrink(width * zoom, height * zoom)
    drawn = page.get_pixmap(
        matrix=pymupdf.Matrix(zoom, zoom), clip=area, colorspace=pymupdf.csRGB, alpha=False, annots=False
    )
    rows = np.frombuffer(drawn.samples, dtype=np.uint8).reshape(drawn.height, drawn.stride)
    picture = rows[:, : drawn.width * 3].reshape(drawn.height, drawn.width, 3)
    return picture, 1 / zoom, (drawn.x / zoom, drawn.y / zoom)


def with_recognised(
    words: PageWords,
    recognised: Recognised,
    scale: tuple[float, float],
    origin: tuple[float, float] = (0.0, 0.0),
) -> PageWords:
    """The page with recognised lines added to what it has. `scale` is points a pixel, across and down; `origin` is the
    top left of the picture on the page as it is shown."""
    upright = PageRotation(recognised.quarters).upright(0.0, 0.0, words.width, words.height)
    middle = (upright[0] + upright[2]) / 2, (upright[1] + upright[3]) / 2
    turn = PageRotation(recognised.quarters, lean=recognised.lean, about=middle)
    known = [words.turn.shown(word[:4]) for run in (*words.runs, *words.strays) for word in run.words]
    size = _sizes(recognised.lines, scale[1])
    runs = [_moved(run, words.turn, turn) for run in words.runs]
    for line in recognised.lines:
        placed = [(text, _placed(box, scale, origin)) for text, box in line.words]
        fresh = [(text, box) for text, box in placed if not any(_same_place(box, other) for other in known)]
        level = [Word(*turn.level(turn.upright(*box)), text) for text, box in fresh]
        runs.extend(_runs(level, size(line)))
    strays = [_moved(run, words.turn, turn) for run in words.strays]
    return PageWords(
        words.number, words.width, words.height, upright[1], upright[3], turn, runs, strays, [], []
    )


def _placed(box: Box, scale: tuple[float, float], origin: tuple[float, float]) -> Box:
    return (
        box[0] * scale[0] + origin[0],
        box[1] * scale[1] + origin[1],
        box[2] * scale[0] + origin[0],
        box[3] * scale[1] + origin[1],
    )


def _same_place(box: Box, other: Box) -> bool:
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    if width <= 0 or height <= 0:
        return False
    return width * height >= calibration.SAME_PLACE * max(
        (box[2] - box[0]) * (box[3] - box[1]), calibration.LEAST_AREA
    )


def _moved(run: WordRun, before: PageRotation, after: PageRotation) -> WordRun:
    """A run of the text layer in the coordinates of the recognised page."""
    words = [Word(*after.level(after.upright(*before.shown(word[:4]))), word.text) for word in run.words]
    return run_of(words, run.size, bold=run.bold)


def _runs(words: Sequence[Word], size: float) -> Iterator[WordRun]:
    """The line, cut where the gap is a column's."""
    current: list[Word] = []
    for word in words:
        if current and word.x0 - current[-1].x1 > calibration.RECOGNISED_GAP * size:
            yield run_of(current, size)
            current = []
        current.append(word)
    if current:
        yield run_of(current, size)


def _sizes(lines: Sequence[Line], scale: float) -> Callable[[Line], float]:
    """Type sizes (points) by the lines' heights. Heights waver with the letters of a line, so they go in steps."""
    heights = [line.height for line in lines for text, _ in line.words for _ in text]
    usual = median(heights) if heights else 1.0
    body = max(round(2 * calibration.SIZE_OF_HEIGHT * scale * usual) / 2, 1.0)

    def size(line: Line) -> float:
        share = max(line.height, 1.0) / usual
        if calibration.BODY_HEIGHTS[0] <= share <= calibration.BODY_HEIGHTS[1]:
            return body
        return body * calibration.SIZE_STEP ** round(math.log(share, calibration.SIZE_STEP))

    return size
