"""Text recognition: a picture → lines of words and where they stand. The only user of rapidocr.

The models lie inside of rapidocr's wheel and are named by their paths, so nothing is ever looked for elsewhere. Knows
nothing about files and pages.
"""

import ctypes
import math
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragdesk.ingesting.readers.ocr import calibration
from ragdesk.ingesting.readers.ocr.lines import (
    Quads,
    characters_of,
    height_of,
    is_tall,
    lean_of,
    words_of,
)
from ragdesk.ingesting.readers.writer import Box

Picture = NDArray[np.uint8]

_DETECTION, _RECOGNITION = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
# Pictures read since the process began, from 1.
_runs = count(1)


class RecognitionError(Exception):
    """The engine is missing or failed on a picture."""


@dataclass(frozen=True, slots=True)
class Line:
    """Words with their boxes in pixels of the picture as it was given; `height` across the line; `score` 0 to 1."""

    words: tuple[tuple[str, Box], ...]
    height: float
    score: float


@dataclass(frozen=True, slots=True)
class Recognised:
    """`quarters` turns of 90° clockwise make the picture upright; its lines then fall by `lean` (radians)."""

    lines: tuple[Line, ...]
    quarters: int = 0
    lean: float = 0.0


def shrink(width: float, height: float) -> float:
    """The factor (1 at most) by which a picture of this size in pixels has to be made smaller before it is read."""
    if height > calibration.STRIP * width:
        return min(
            1.0, calibration.STRIP_WIDTH / width, math.sqrt(calibration.STRIP_PIXELS / (width * height))
        )
    return min(1.0, calibration.LONGEST_SIDE / max(width, height))


def recognise(picture: Picture) -> Recognised:
    """Read a picture, (height, width, 3) RGB, whichever way it lies.

    Raises:
        RecognitionError: the engine cannot be opened, or failed.
    """
    if min(picture.shape[:2]) < calibration.LEAST_SIDE:
        return Recognised(())
    best = _read(picture, 0)
    for quarters in _other_ways(best):
        other = _read(picture, quarters)
        if _weight(other) > calibration.BETTER * _weight(best):
            best = other
            if _mean_score(best) >= calibration.SURE:
                break
    lines = tuple(line for line in best.lines if _is_text(line))
    return Recognised(lines, best.quarters, best.lean)


@dataclass(frozen=True, slots=True)
class _Attempt:
    lines: list[Line]
    quarters: int
    lean: float
    tall: float


def _is_text(line: Line) -> bool:
    marks_only = not any(character.isalnum() for text, _ in line.words for character in text)
    return line.score >= (calibration.LEAST_MARK_SCORE if marks_only else calibration.LEAST_SCORE)


def _weight(attempt: _Attempt) -> float:
    """How much was read, and how surely: letters of lines that lie, times their scores above chance."""
    lying = 1.0 - attempt.tall
    return lying * sum(max(line.score - calibration.CHANCE, 0.0) * _letters(line) for line in attempt.lines)


def _letters(line: Line) -> int:
    return sum(len(text) for text, _ in line.words)


def _mean_score(attempt: _Attempt) -> float:
    letters = sum(map(_letters, attempt.lines))
    return sum(line.score * _letters(line) for line in attempt.lines) / letters if letters else 1.0


def _other_ways(first: _Attempt) -> tuple[int, ...]:
    """Which turns are worth a try. The engine turns tall lines anticlockwise, so its score says which way they run."""
    if first.tall > 0.5:
        return (3, 1) if _mean_score(first) >= calibration.DOUBTFUL else (1, 3)
    return (2,) if first.lines and _mean_score(first) < calibration.DOUBTFUL else ()


def _read(picture: Picture, quarters: int) -> _Attempt:
    """Read the picture after so many quarter turns clockwise; boxes are of the picture as it was given."""
    turned = np.ascontiguousarray(np.rot90(picture, -quarters)) if quarters else picture
    texts: list[str] = []
    scores: list[float] = []
    quads: list[Quads] = []
    letters: list[Quads | None] = []
    for top, strip in _strips(turned):
        for text, score, quad, places in _run(strip):
            down = np.array([0.0, top], dtype=np.float32)
            texts.append(text)
            scores.append(score)
            quads.append(quad + down)
            letters.append(None if places is None else places + down)
    lines = []
    for text, score, quad, places in zip(texts, scores, quads, letters, strict=True):
        words = tuple(words_of(text, quad, places, quarters, picture.shape))
        if words:
            lines.append(Line(words, height_of(quad), score))
    tall = [quad for text, quad in zip(texts, quads, strict=True) if len(text) > 1 and is_tall(quad)]
    several = sum(len(text) > 1 for text in texts)
    return _Attempt(lines, quarters, lean_of(quads), len(tall) / several if several else 0.0)


def _strips(picture: Picture) -> Iterator[tuple[int, Picture]]:
    """A long picture in pieces, each with the row at which it begins; cut where least is drawn."""
    height, width = picture.shape[:2]
    if height <= calibration.LONGEST_SIDE or height <= calibration.STRIP * width:
        yield 0, picture
        return
    length = max(int(calibration.STRIP_LENGTH * width), calibration.LEAST_STRIP)
    drawn = picture.mean(axis=2, dtype=np.float32).std(axis=1)
    begin = 0
    while begin < height:
        end = height
        if height - begin > length:
            low = begin + int(calibration.STRIP_CUT * length)
            end = low + int(np.argmin(drawn[low : begin + length]))
        yield begin, picture[begin:end]
        begin = end


def _run(picture: Picture) -> Iterator[tuple[str, float, Quads, Quads | None]]:
    """(text, score, quad (4, 2), quads of its characters (n, 4, 2) or None) of each line, in the engine's order."""
    engine, padded = _engine(), _padded(picture)
    try:
        result = engine(np.ascontiguousarray(padded[:, :, ::-1]), use_cls=False)
    except Exception as error:  # onnxruntime, OpenCV and rapidocr have no error in common
        raise RecognitionError(str(error)) from error
    finally:
        _give_back()
    texts = getattr(result, "txts", None)
    boxes = getattr(result, "boxes", None)
    if not texts or boxes is None:
        return
    places = result.word_results
    places = places if isinstance(places, tuple) and len(places) == len(texts) else (None,) * len(texts)
    for text, score, box, letters in zip(texts, result.scores, boxes, places, strict=True):
        yield text, float(score), np.asarray(box, dtype=np.float32), characters_of(text, letters)


def _padded(picture: Picture) -> Picture:
    """Thin pictures on white: the engine enlarges the shorter side, and would make a poster of a line."""
    height, width = picture.shape[:2]
    least = int(max(height, width) / calibration.STRIP)
    if min(height, width) >= least:
        return picture
    white = np.full((max(height, least), max(width, least), 3), 255, dtype=np.uint8)
    white[:height, :width] = picture
    return white


def _give_back() -> None:
    """Return freed memory to the system. Every page has tensors of other shapes, and glibc keeps the holes between them:
    without this the process grows by 30 MB a page. onnxruntime keeps 8 MB a page for itself, until it is opened anew."""
    if next(_runs) % calibration.REOPEN_EVERY == 0:
        _engine.cache_clear()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    """glibc's malloc_trim; None on other systems, whose allocators return large blocks by themselves."""
    if sys.platform != "linux":
        return None
    function: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return function


@cache
def _engine() -> Any:
    """The engine, opened when it is first needed and kept."""
    try:
        import rapidocr

        models = Path(rapidocr.__file__).parent / "models"
        paths = [models / _DETECTION, models / _RECOGNITION]
        missing = [path.name for path in paths if not path.is_file()]
        if missing:
            raise RecognitionError(f"{' and '.join(missing)} of rapidocr is not there")
        return rapidocr.RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.text_score": 0.0,
                "Global.max_side_len": calibration.LONGEST_SIDE,
                "Global.return_word_box": True,
                "Global.return_single_char_box": True,
                "Global.use_cls": False,
                "Det.model_path": str(paths[0]),
                "Rec.model_path": str(paths[1]),
                "EngineConfig.onnxruntime.intra_op_num_threads": min(2, os.cpu_count() or 1),
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )
    except (ImportError, OSError, ValueError) as error:
        raise RecognitionError(f"text recognition cannot be opened: {error}") from error
