"""Presentations: a page a slide, in reading order, with tables, charts and notes."""

import io
from pathlib import Path

import pytest
from flowing import changed, check, given, texts
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.readers.office.pptx import parse_pptx

MAIN = b"presentationml.presentation.main+xml"


def saved(presentation: object) -> bytes:
    out = io.BytesIO()
    presentation.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def read(folder: Path, data: bytes, name: str = "talk.pptx", password: str = "") -> Parsed:
    return check(parse_pptx(given(folder, data, name, password)))


def slide(presentation: object, layout: int, title: str = "") -> object:
    made = presentation.slides.add_slide(presentation.slide_layouts[layout])  # type: ignore[attr-defined]
    if title:
        made.shapes.title.text = title
    return made


def box(on: object, text: str, left: float, top: float) -> None:
    on.shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(1)).text_frame.text = text  # type: ignore[attr-defined]


def test_slides_are_pages_with_bullets_and_notes(tmp_path: Path) -> None:
    talk = Presentation()
    talk.core_properties.title = "Quarterly review"
    first = slide(talk, 1, "Results")
    frame = first.placeholders[1].text_frame  # type: ignore[attr-defined]
    frame.text = "Up by 4%"
    more = frame.add_paragraph()
    more.text, more.level = "Mostly in May", 1
    first.notes_slide.notes_text_frame.text = "Thank the team."  # type: ignore[attr-defined]
    slide(talk, 6)
    slide(talk, 5, "Outlook")
    parsed = read(tmp_path, saved(talk))
    assert parsed.text == (
        "## Results\n\n- Up by 4%\n  - Mostly in May\n\nNotes: Thank the team.\n\n## Outlook"
    )
    assert parsed.paged and [page.number for page in parsed.pages] == [1, 2, 3]
    spans = [parsed.text[page.char_start : page.char_end].strip() for page in parsed.pages]
    assert spans[0].startswith("## Results") and spans[1] == "" and spans[2] == "## Outlook"
    assert parsed.title == "Quarterly review" and parsed.kind == "presentation"


def test_shapes_are_read_from_top_to_bottom_and_left_to_right(tmp_path: Path) -> None:
    talk = Presentation()
    made = slide(talk, 6)
    box(made, "fourth", 1, 5)
    box(made, "third", 5, 2.02)
    box(made, "second", 1, 2.1)
    group = made.shapes.add_group_shape()  # type: ignore[attr-defined]
    group.shapes.add_textbox(Inches(1), Inches(0.5), Inches(2), Inches(1)).text_frame.text = "first"
    found = texts(read(tmp_path, saved(talk)))
    assert found == ["## Slide 1", "first", "second", "third", "fourth"]


def test_tables_and_charts(tmp_path: Path) -> None:
    talk = Presentation()
    made = slide(talk, 5, "Numbers")
    table = made.shapes.add_table(2, 3, Inches(1), Inches(1), Inches(6), Inches(1)).table  # type: ignore[attr-defined]
    table.cell(0, 0).merge(table.cell(0, 1))
    for place, text in (((0, 0), "Both"), ((0, 2), "One"), ((1, 0), "a"), ((1, 1), "b|c"), ((1, 2), "d")):
        table.cell(*place).text = text
    data = CategoryChartData()
    data.categories = ["East", "West"]
    data.add_series("2024", (19.2, 21.4))
    chart = made.shapes.add_chart(  # type: ignore[attr-defined]
        XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(3), Inches(6), Inches(3), data
    ).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Sales"
    parsed = read(tmp_path, saved(talk))
    assert texts(parsed, "table") == [
        "| Both |  | One |\n| --- | --- | --- |\n| a | b\\|c | d |",
        "|  | 2024 |\n| --- | --- |\n| East | 19.2 |\n| West | 21.4 |",
    ]
    assert "Sales" in texts(parsed, "paragraph")
    assert not parsed.parts, "the workbook behind a chart is no document"


def test_shows_and_templates_are_the_same_format(tmp_path: Path) -> None:
    talk = Presentation()
    slide(talk, 5, "Same")
    plain = saved(talk)
    for kind in (b"presentationml.slideshow.main+xml", b"presentationml.template.main+xml"):
        data = changed(plain, lambda name, data, kind=kind: data.replace(MAIN, kind))  # type: ignore[misc]
        assert read(tmp_path, data, "a.ppsx").text == "## Same"

    def macro(name: str, data: bytes) -> bytes:
        old = b"application/vnd.openxmlformats-officedocument." + MAIN
        return data.replace(old, b"application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml")

    def strict(name: str, data: bytes) -> bytes:
        for word in (b"presentationml", b"officeDocument", b"drawingml"):
            old = b"http://schemas.openxmlformats.org/" + word + b"/2006/"
            data = data.replace(old, b"http://purl.oclc.org/ooxml/" + word + b"/")
        return data

    for change in (macro, strict):
        assert read(tmp_path, changed(plain, change)).text == "## Same"


def test_nothing_in_it_and_nothing_of_it(tmp_path: Path) -> None:
    talk = Presentation()
    slide(talk, 6)
    with pytest.raises(EmptyFileError):
        read(tmp_path, saved(talk))
    whole = saved(talk)
    for data in (b"", b"words", whole[: len(whole) // 2]):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, data)


@pytest.mark.parametrize("seed", range(20))
def test_damage_anywhere_never_escapes(tmp_path: Path, seed: int) -> None:
    talk = Presentation()
    slide(talk, 1, "Words").placeholders[1].text = "more"  # type: ignore[attr-defined]

    def flip(name: str, content: bytes) -> bytes:
        if not name.endswith((".rels", "slide1.xml", "presentation.xml", "slideLayout2.xml")):
            return content
        broken = bytearray(content)
        for step in range(2):
            broken[(seed * 7919 + step * 104_729) % len(broken)] ^= 0x11 + seed
        return bytes(broken)

    try:
        read(tmp_path, changed(saved(talk), flip))
    except IngestError as error:
        assert "talk.pptx" in error.message


def test_the_protected_one(evals: Path, tmp_path: Path) -> None:
    data = (evals / "hostile/office-protected/testPPT_protected_passtika.pptx").read_bytes()
    for password in ("", "wrong"):
        with pytest.raises(EncryptedFileError):
            read(tmp_path, data, password=password)
    assert read(tmp_path, data, password="tika").text.strip()
