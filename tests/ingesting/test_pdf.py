"""PDFs that the tests draw: reading order, headings, tables, running heads, and where each word stands."""

from pathlib import Path

import pymupdf
import pytest

from ragdesk.domain.documents import Parsed
from ragdesk.ingesting.layout import load_layout, quote_boxes, save_layout
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.pdf.calibration import ENOUGH_LETTERS
from ragdesk.ingesting.readers.pdf.read import read_pdf
from ragdesk.ingesting.readers.picture.pictures import page_picture
from ragdesk.text.clean import alphanumerics

pytestmark = pytest.mark.filterwarnings(
    "ignore:builtin type .* has no __module__ attribute:DeprecationWarning"
)
SENTENCE = (
    "The pump needs four minutes to reach its pressure before the valve may be opened again by the operator."
)


def save(document: pymupdf.Document, tmp_path: Path, name: str = "made.pdf") -> Path:
    path = tmp_path / name
    document.save(path)
    return path


def parse(path: Path) -> Parsed:
    return read_pdf(InputFile(path, path.name, Unpacked(path.parent / "parts", 0)))


def read(document: pymupdf.Document, tmp_path: Path) -> Parsed:
    return parse(save(document, tmp_path))


def test_headings_paragraphs_and_running_heads(tmp_path: Path) -> None:
    document = pymupdf.open()
    for number in range(1, 6):
        page = document.new_page()
        page.insert_text((72, 40), "Company manual, confidential", fontsize=8)
        page.insert_text((72, 120), f"{number} Chapter {number}", fontsize=20)
        page.insert_textbox(pymupdf.Rect(72, 150, 520, 260), SENTENCE, fontsize=11)
        page.insert_text((280, 810), f"Page {number} of 5", fontsize=8)
    parsed = read(document, tmp_path)
    assert [b.title for b in parsed.blocks if b.kind == "heading"] == [
        f"{n} Chapter {n}" for n in range(1, 6)
    ]
    assert parsed.text.count(SENTENCE) == 5, "a line break inside a paragraph becomes a space"
    assert parsed.text.count("confidential") == 1, "said once, where it stands first"
    assert "of 5" not in parsed.text
    assert [p.number for p in parsed.pages] == [1, 2, 3, 4, 5]
    assert all("Chapter" in parsed.text[p.char_start : p.char_end] for p in parsed.pages)


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    left = "Left column begins here and goes on for several lines until it ends there. " * 4
    right = "Right column has its own words and must not be mixed with the other one. " * 4
    page.insert_textbox(pymupdf.Rect(50, 80, 280, 500), left, fontsize=11)
    page.insert_textbox(pymupdf.Rect(315, 80, 545, 500), right, fontsize=11)
    text = " ".join(read(document, tmp_path).text.split())
    assert left.strip() in text and right.strip() in text
    assert text.index("Left") < text.index("Right")


def test_a_ruled_table_becomes_a_markdown_table(tmp_path: Path, examples: Path) -> None:
    parsed = parse(examples / "sop-autoclave.pdf")
    assert "| E-33 | Temperature sensor lost | Stop the cycle; call the technical service. |" in parsed.text
    [table] = [
        b for b in parsed.blocks if b.kind == "table" and "E-33" in parsed.text[b.char_start : b.char_end]
    ]
    assert parsed.text[table.char_start : table.header_end].startswith("| Code | Meaning | What to do |")


def test_every_word_knows_its_place_on_the_page_as_it_is_shown(tmp_path: Path) -> None:
    document = pymupdf.open()
    for rotation, words in (
        (0, "efficient offices"),
        (90, "fluffy waffles"),
        (180, "final flight"),
        (270, "old waves"),
    ):
        page = document.new_page()
        page.insert_text((100, 200), f"This page shows {words} turned by some degrees", fontsize=12)
        page.set_rotation(rotation)
    path = save(document, tmp_path)
    parsed = parse(path)
    layout = parsed.layout
    assert layout is not None and len(layout.spans) > 20
    shown = pymupdf.open(path)
    for (start, end), number, box in zip(layout.spans, layout.pages, layout.boxes, strict=True):
        page = shown[int(number) - 1]
        area = pymupdf.Rect(*(float(v) for v in box))
        assert page.rect.contains(area)
        under = page.get_textbox((area + (-1, -1, 1, 1)) * page.derotation_matrix)
        assert alphanumerics(parsed.text[start:end]) in alphanumerics(under)


def test_a_quote_is_found_on_its_page_line_by_line(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_textbox(pymupdf.Rect(72, 150, 300, 400), SENTENCE, fontsize=11)
    path = save(document, tmp_path)
    parsed = parse(path)
    assert parsed.layout is not None
    layout = load_layout(save_layout(parsed.layout))
    start = parsed.text.index("four minutes")
    [box] = quote_boxes(layout, start, start + len("four minutes"))
    under = pymupdf.open(path)[0].get_textbox(pymupdf.Rect(box.x0, box.y0, box.x1, box.y1))
    assert under.split() == ["four", "minutes"]
    whole = parsed.text.index(SENTENCE)
    assert len(quote_boxes(layout, whole, whole + len(SENTENCE))) > 1
    assert quote_boxes(layout, 0, 0) == []


def test_a_page_picture_is_a_png_of_the_right_shape(examples: Path) -> None:
    picture = pymupdf.Pixmap(page_picture(examples / "sop-autoclave.pdf", 2, 72))
    assert (picture.width, picture.height) == (595, 842)


def test_text_over_real_documents_stands_where_the_layout_says(evals: Path) -> None:
    for path in sorted((evals / "pdfs_general" / "dev" / "docs").glob("*.pdf"))[:6]:
        parsed = parse(path)
        assert parsed.layout is not None
        with pymupdf.open(path) as shown:
            words = {n: alphanumerics(shown[n - 1].get_text()) for n in set(parsed.layout.pages.tolist())}
        recognised = {number for number, text in words.items() if len(text) < ENOUGH_LETTERS}
        printed = [
            (alphanumerics(parsed.text[start:end]), int(number))
            for (start, end), number in zip(parsed.layout.spans, parsed.layout.pages, strict=True)
            if int(number) not in recognised
        ]
        missing = sum(word not in words[number] for word, number in printed)
        assert missing <= 0.01 * len(printed), path.name
