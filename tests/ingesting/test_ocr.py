"""Text recognition on pages whose text is known: how much is read, where it stands, whichever way the page lies."""

from collections import Counter
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image

from ragdesk.ingesting.readers.ocr.calibration import LONGEST_SIDE
from ragdesk.ingesting.readers.ocr.engine import Picture, Recognised, recognise, shrink
from ragdesk.ingesting.readers.ocr.lines import words_of

WORDS = (
    "The pump needs four minutes to reach its pressure.",
    "Open the valve slowly and watch the gauge.",
    "Die Prüfung größerer Behälter erfolgt jährlich.",
    "Never exceed 3.5 bar at 121 °C.",
)


def drawn(page: pymupdf.Page, dpi: int = 150) -> Picture:
    pixels = page.get_pixmap(dpi=dpi, alpha=False)
    return np.frombuffer(pixels.samples, dtype=np.uint8).reshape(pixels.height, pixels.width, 3)


def a_page() -> pymupdf.Page:
    page = pymupdf.open().new_page(width=420, height=300)
    for index, line in enumerate(WORDS):
        page.insert_text((40, 60 + 40 * index), line, fontsize=12)
    return page


def text(found: Recognised) -> list[str]:
    return [" ".join(word for word, _ in line.words) for line in found.lines]


@pytest.fixture(scope="module")
def upright() -> Picture:
    page = a_page()
    return drawn(page)


def test_what_is_printed_is_read_word_for_word(upright: Picture) -> None:
    assert text(recognise(upright)) == list(WORDS)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_page_may_lie_any_way(upright: Picture, quarters: int) -> None:
    given = np.ascontiguousarray(np.rot90(upright, quarters))
    found = recognise(given)
    assert found.quarters == quarters
    assert text(found) == list(WORDS)
    height, width = given.shape[:2]
    for line in found.lines:
        for _, (x0, y0, x1, y1) in line.words:
            assert 0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height
            assert given[int(y0) : int(y1) + 1, int(x0) : int(x1) + 1].min() < 128, "there is ink in it"


def test_a_tilted_page_says_how_much_it_leans(upright: Picture) -> None:
    tilted = Image.fromarray(upright).rotate(-2, fillcolor="white", resample=Image.Resampling.BICUBIC)
    found = recognise(np.asarray(tilted))
    assert np.degrees(found.lean) == pytest.approx(2.0, abs=0.3)
    assert sorted(text(found)) == sorted(WORDS)


def test_a_real_page_is_read_nearly_whole(examples: Path) -> None:
    with pymupdf.open(examples / "sop-autoclave.pdf") as document:
        page = document[0]
        printed = Counter(page.get_text(flags=pymupdf.TEXT_PRESERVE_WHITESPACE).lower().split())
        found = Counter(" ".join(text(recognise(drawn(page)))).lower().split())
    assert (found & printed).total() >= 0.98 * printed.total()


def test_no_text_is_made_up() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 600, 3), dtype=np.uint8)
    assert recognise(noise).lines == ()
    assert recognise(np.full((300, 300, 3), 255, dtype=np.uint8)).lines == ()
    assert recognise(np.zeros((3, 900, 3), dtype=np.uint8)).lines == ()


def test_a_long_screenshot_is_read_in_strips(upright: Picture) -> None:
    lines = upright[60:450]
    long = np.ascontiguousarray(np.concatenate([lines] * 8))
    assert shrink(long.shape[1], long.shape[0]) == 1.0, "its letters are not made smaller"
    found = text(recognise(long))
    assert found == list(WORDS) * 8
    assert shrink(4_000, 3_000) == LONGEST_SIDE / 4_000


def test_a_single_line_is_read() -> None:
    page = pymupdf.open().new_page(width=300, height=24)
    page.insert_text((6, 17), "Batch 4711 released on Monday", fontsize=14)
    assert text(recognise(drawn(page))) == ["Batch 4711 released on Monday"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("on 15November 2026.", ["on", "15", "November", "2026."]),
        ("from January2027", ["from", "January", "2027"]),
        ("am 3.März2027 um", ["am", "3.", "März", "2027", "um"]),
        ("agreed by19 votes to3, with", ["agreed", "by", "19", "votes", "to", "3,", "with"]),
        ("von2.5 km und bis14:30", ["von", "2.5", "km", "und", "bis", "14:30"]),
        ("CO2 H2o file-of2 of2b Photo3", ["CO2", "H2o", "file-of2", "of2b", "Photo3"]),
        ("X3MAY7 5marching Dismay2026", ["X3MAY7", "5marching", "Dismay2026"]),
    ],
)
def test_numbers_have_the_blanks_that_the_engine_left_out(text: str, words: list[str]) -> None:
    quad = np.array([[0, 0], [10 * len(text), 0], [10 * len(text), 20], [0, 20]], dtype=np.float32)
    letters = [[10 * at, 0, 10 * at + 9, 20] for at, sign in enumerate(text) if not sign.isspace()]
    places = np.array(
        [[[x0, y0], [x1, y0], [x1, y1], [x0, y1]] for x0, y0, x1, y1 in letters], dtype=np.float32
    )
    for given in (places, None):
        read = list(words_of(text, quad, given, 0, (20, 10 * len(text))))
        assert [word for word, _ in read] == words
        # Each word's box is where its own letters stand.
        begins = [text.index(word) * 10 for word in words]
        assert [box[0] for _, box in read] == pytest.approx(begins, abs=1)
