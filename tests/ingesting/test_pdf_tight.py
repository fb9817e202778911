"""Headings whose letters are set so close that MuPDF sees no space between the words."""

from pathlib import Path

import pymupdf
import pytest
from paged import check

from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.pdf.read import read_pdf

SIZE = 16.0
BODY = "People told us that they were content with the meals and with the garden. The lift was out of order twice."


def headings(tmp_path: Path, heading: str, *, tracking: float, space: float, rotation: int = 0) -> list[str]:
    """What is read as headings where one is drawn with so much white, in type sizes, between letters and for a space."""
    document = pymupdf.open()
    page = document.new_page()
    font, x = pymupdf.Font("helv"), 72.0
    for letter in heading:
        if letter == " ":
            x += (space - tracking) * SIZE
            continue
        page.insert_text((x, 100), letter, fontsize=SIZE)
        x += font.text_length(letter, SIZE) + tracking * SIZE
    page.insert_textbox(pymupdf.Rect(72, 130, 520, 300), BODY, fontsize=11)
    page.set_rotation(rotation)
    document.save(tmp_path / "made.pdf")
    parsed = read_pdf(
        InputFile(tmp_path / "made.pdf", "made.pdf", Unpacked(tmp_path / "parts", 1_000_000), "")
    )
    check(parsed)
    return [block.title for block in parsed.blocks if block.kind == "heading"]


@pytest.mark.parametrize(
    "heading", ["Our findings", "The five questions we ask about services", "Überblick und Ziele"]
)
def test_words_of_a_tight_line_are_parted(tmp_path: Path, heading: str) -> None:
    assert headings(tmp_path, heading, tracking=-0.05, space=0.1) == [heading]


def test_a_turned_page_too(tmp_path: Path) -> None:
    assert headings(tmp_path, "Our findings", tracking=-0.05, space=0.1, rotation=90) == ["Our findings"]


@pytest.mark.parametrize("tracking", [0.0, -0.05])
def test_a_long_word_stays_whole(tmp_path: Path, tracking: float) -> None:
    assert headings(tmp_path, "Haftpflichtversicherung", tracking=tracking, space=0.1) == [
        "Haftpflichtversicherung"
    ]


def test_letters_that_stand_apart_in_a_line_of_usual_width_are_kerned(tmp_path: Path) -> None:
    assert headings(tmp_path, "Over view", tracking=0.0, space=0.13) == ["Overview"]
