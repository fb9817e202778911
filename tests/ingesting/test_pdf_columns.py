"""Reading order of pages that the tests draw: columns on a part of a page, text beside tables, and words printed twice."""

from pathlib import Path

import pymupdf
import pytest

from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.layout import quote_boxes
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.pdf.read import read_pdf

pytestmark = pytest.mark.filterwarnings(
    "ignore:builtin type .* has no __module__ attribute:DeprecationWarning"
)
HARBOUR = (
    "The harbour was dredged in spring so that larger ferries could moor at the northern quay. "
    "Two cranes were moved to the southern basin, where the timber is now unloaded. "
    "Fishing boats keep their berths along the old wall until the new one is finished next year. "
    "Visitors are asked to leave the slipway free at all times, and to report to the office on arrival. "
)
ORCHARD = (
    "Apples are picked from late August, when the early kinds come off the branch without being pulled. "
    "Crates stand in the shade until evening and are then taken to the cool store. "
    "Whoever finds a damaged fruit puts it aside for the press rather than into the crate, because one of them "
    "spoils its neighbours within days. "
)


def read(document: pymupdf.Document, tmp_path: Path) -> Parsed:
    path = tmp_path / "made.pdf"
    document.save(path)
    return read_pdf(InputFile(path, path.name, Unpacked(tmp_path / "parts", 0)))


def columns(page: pymupdf.Page, top: float) -> None:
    """Two texts side by side, each in lines of its own height."""
    page.insert_textbox(pymupdf.Rect(60, top, 285, top + 250), HARBOUR, fontsize=11)
    page.insert_textbox(pymupdf.Rect(312, top, 540, top + 250), ORCHARD, fontsize=11)


def test_columns_on_a_part_of_a_page_are_read_one_after_the_other(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((60, 90), "Yearly report of the island community", fontsize=26)
    for line, (name, value) in enumerate([("Inhabitants", "1,204"), ("Ferries", "16"), ("Orchards", "31")]):
        page.insert_text((60, 150 + 20 * line), name, fontsize=14)
        page.insert_text((400, 150 + 20 * line), value, fontsize=14)
    page.insert_text((60, 250), "Summary of the year for all who live here", fontsize=16)
    columns(page, 270)
    page.insert_text((60, 800), "Island community, yearly report, page one of several", fontsize=9)
    parsed = read(document, tmp_path)
    assert HARBOUR.strip() in parsed.text and ORCHARD.strip() in parsed.text
    assert "| Ferries | 16 |" in parsed.text, "the rows of the table stay whole"
    assert parsed.text.index("on arrival") < parsed.text.index("Apples") < parsed.text.index("page one of")


def test_every_line_of_a_column_is_marked_in_its_column(tmp_path: Path) -> None:
    document = pymupdf.open()
    columns(document.new_page(), 100)
    parsed = read(document, tmp_path)
    assert parsed.layout is not None
    start = parsed.text.index("Apples")
    boxes = quote_boxes(parsed.layout, start, start + len(ORCHARD) - 1)
    assert len(boxes) > 5 and all(box.x0 > 300 for box in boxes)


def test_text_beside_a_table_stays_out_of_it(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_textbox(pymupdf.Rect(60, 100, 260, 400), HARBOUR, fontsize=12)
    rows = [("Quay", "Berths"), ("North", "12"), ("South", "9"), ("Old wall", "27"), ("East", "4")]
    for line, (name, value) in enumerate(rows):
        page.insert_text((300, 112 + 11 * line), name, fontsize=9)
        page.insert_text((420, 112 + 11 * line), value, fontsize=9)
    parsed = read(document, tmp_path)
    assert HARBOUR.strip() in parsed.text
    assert "| Old wall | 27 |" in parsed.text


def test_a_table_of_texts_keeps_its_rows(tmp_path: Path) -> None:
    """Both sides are prose, but begin together each time."""
    document = pymupdf.open()
    page = document.new_page()
    tasks = HARBOUR.split(". ")[:4]
    answers = ORCHARD.split(". ")[:3] + ["Nothing has to be done about it"]
    for line, (task, answer) in enumerate(zip(tasks, answers, strict=True)):
        page.insert_textbox(pymupdf.Rect(60, 100 + 80 * line, 270, 175 + 80 * line), task, fontsize=10)
        page.insert_textbox(pymupdf.Rect(310, 100 + 80 * line, 540, 175 + 80 * line), answer, fontsize=10)
    text = read(document, tmp_path).text
    assert text.index("harbour") < text.index("Apples") < text.index("cranes") < text.index("Crates")


@pytest.mark.parametrize("shadow", [(0.4, 0.0), (1.2, 0.6)])
def test_words_printed_twice_are_read_once(tmp_path: Path, shadow: tuple[float, float]) -> None:
    document = pymupdf.open()
    page = document.new_page()
    for x, y in ((60.0, 100.0), (60.0 + shadow[0], 100.0 + shadow[1])):
        page.insert_text((x, y), "Home for elderly sailors", fontsize=30)
    page.insert_textbox(pymupdf.Rect(60, 140, 500, 300), HARBOUR, fontsize=11)
    parsed = read(document, tmp_path)
    assert [block.title for block in parsed.blocks if block.kind == "heading"] == ["Home for elderly sailors"]


def test_words_that_are_said_twice_stay(tmp_path: Path) -> None:
    document = pymupdf.open()
    document.new_page().insert_text(
        (60, 100), "It was a very very long night, night after night.", fontsize=12
    )
    assert "very very long night, night after night" in read(document, tmp_path).text
