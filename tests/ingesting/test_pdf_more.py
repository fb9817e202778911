"""What a PDF holds besides its text layer: scans, comments, forms, attached files, and passwords."""

import time
from pathlib import Path

import pymupdf
import pytest
from paged import check

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.layout import quote_boxes
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked
from ragdesk.ingesting.readers.pdf.read import read_pdf
from ragdesk.ingesting.readers.pdf.scan import Scans, page_numbers
from ragdesk.text.clean import alphanumerics

PARAGRAPH = (
    "The centrifuge must be balanced before it is started. Close the lid and wait for the green lamp. "
    "Do not open the lid while the rotor turns, and never brake it by hand."
)


def read(path: Path, password: str = "", unpack_bytes: int = 1_000_000) -> Parsed:
    given = InputFile(path, path.name, Unpacked(path.parent / f"{path.name}.parts", unpack_bytes), password)
    parsed = read_pdf(given)
    check(parsed)
    return parsed


def save(document: pymupdf.Document, tmp_path: Path, name: str = "made.pdf", **how: object) -> Path:
    path = tmp_path / name
    document.save(path, **how)
    return path


def printed_page(document: pymupdf.Document) -> pymupdf.Page:
    page = document.new_page()
    page.insert_text((72, 100), "Using the centrifuge", fontsize=20)
    page.insert_textbox(pymupdf.Rect(72, 130, 520, 300), PARAGRAPH, fontsize=11)
    return page


def scanned_page(document: pymupdf.Document, rotation: int = 0) -> None:
    """A page that is nothing but a picture; with a rotation, of paper that lay turned in the scanner."""
    picture = printed_page(pymupdf.open()).get_pixmap(dpi=150)
    page = document.new_page()
    page.insert_image(page.rect, pixmap=picture)
    page.set_rotation(rotation)


def test_a_scan_becomes_text_with_places(tmp_path: Path) -> None:
    document = pymupdf.open()
    scanned_page(document)
    parsed = read(save(document, tmp_path))
    assert [block.title for block in parsed.blocks if block.kind == "heading"] == ["Using the centrifuge"]
    assert PARAGRAPH in parsed.text, "its lines are one paragraph"
    assert parsed.title == "Using the centrifuge"
    assert ("recognised", "page 1 by OCR") in parsed.properties
    assert parsed.layout is not None
    printed = printed_page(pymupdf.open())
    for (start, end), box in zip(parsed.layout.spans, parsed.layout.boxes, strict=True):
        under = printed.get_textbox(pymupdf.Rect(*map(float, box)) + (-3, -3, 3, 3))
        assert alphanumerics(parsed.text[start:end]) in alphanumerics(under)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_turned_scan_is_read_and_marked_as_it_is_shown(tmp_path: Path, rotation: int) -> None:
    document = pymupdf.open()
    scanned_page(document, rotation)
    path = save(document, tmp_path)
    parsed = read(path)
    assert PARAGRAPH in parsed.text and parsed.layout is not None
    start = parsed.text.index("centrifuge must")
    [box] = quote_boxes(parsed.layout, start, start + len("centrifuge"))
    shown = pymupdf.open(path)[0]
    area = pymupdf.Rect(box.x0, box.y0, box.x1, box.y1)
    assert shown.rect.contains(area)
    expected = printed_page(pymupdf.open()).search_for("centrifuge")[1] * shown.rotation_matrix
    assert (area & expected).get_area() > 0.6 * expected.get_area()


def test_only_the_pages_that_need_it_are_recognised(tmp_path: Path) -> None:
    document = pymupdf.open()
    printed_page(document)
    scanned_page(document)
    page = printed_page(document)
    page.insert_image(pymupdf.Rect(72, 320, 500, 800), pixmap=printed_page(pymupdf.open()).get_pixmap(dpi=72))
    scanned_page(document)
    parsed = read(save(document, tmp_path))
    assert dict(parsed.properties)["recognised"] == "pages 2, 4 by OCR"
    assert parsed.text.count("must be balanced") == 4, "once a page"


def test_a_stamp_on_a_scan_is_not_read_twice(tmp_path: Path) -> None:
    document = pymupdf.open()
    scanned_page(document)
    document[0].insert_text((72, 820), "Received 4 May", fontsize=9)
    parsed = read(save(document, tmp_path))
    assert PARAGRAPH in parsed.text and parsed.text.count("Received 4 May") == 1


def test_what_there_is_no_time_for_is_named(tmp_path: Path) -> None:
    assert page_numbers([3, 1, 2, 7]) == "pages 1-3, 7"
    assert page_numbers([5]) == "page 5"
    scans = Scans(pages=1)
    assert scans.take(1)
    scans.recognised.append(1)
    assert not scans.take(2) and not scans.take(3)
    assert scans.properties() == (("recognised", "page 1 by OCR"), ("not recognised", "pages 2-3"))
    assert not Scans(seconds=0).take(1)


def test_a_picture_without_words_is_an_empty_file(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    plain = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 300, 300))
    plain.clear_with(200)
    page.insert_image(page.rect, pixmap=plain)
    with pytest.raises(EmptyFileError, match="No text was recognised"):
        read(save(document, tmp_path))


def test_comments_stand_at_the_end_of_their_page(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = printed_page(document)
    note = page.add_text_annot((400, 90), "Ask the vendor\nabout the lamp.")
    note.set_info(title="Ann Reviewer")
    note.update()
    [marked] = page.search_for("by hand")
    mark = page.add_highlight_annot(marked)
    mark.set_info(content="Say why.")
    mark.update()
    page.add_freetext_annot((72, 400, 300, 430), "# typed on the page")
    page.add_highlight_annot(page.search_for("green lamp")[0])
    printed_page(document)
    parsed = read(save(document, tmp_path))
    first = parsed.text[parsed.pages[0].char_start : parsed.pages[0].char_end]
    blocks = [parsed.text[block.char_start : block.char_end] for block in parsed.blocks]
    assert set(blocks[2:5]) == {
        "Note by Ann Reviewer: Ask the vendor about the lamp.",
        "Note: Say why.",
        "\\# typed on the page",
    }
    assert all(block in first for block in blocks[:5])
    assert parsed.layout is not None
    start = parsed.text.index("Say why")
    [box] = quote_boxes(parsed.layout, start, start + 7)
    assert pymupdf.Rect(box.x0, box.y0, box.x1, box.y1).intersects(marked)


def field(kind: int, name: str, rect: tuple[float, ...], value: object, label: str = "") -> pymupdf.Widget:
    widget = pymupdf.Widget()
    widget.field_type, widget.field_name, widget.rect = kind, name, pymupdf.Rect(rect)
    if label:
        widget.field_label = label
    if kind == pymupdf.PDF_WIDGET_TYPE_COMBOBOX:
        widget.choice_values = ["low", "high"]
    widget.field_value = value
    return widget


def test_forms_say_what_is_filled_in(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 100), "Request for a key", fontsize=16)
    text, box, choice = (
        pymupdf.PDF_WIDGET_TYPE_TEXT,
        pymupdf.PDF_WIDGET_TYPE_CHECKBOX,
        pymupdf.PDF_WIDGET_TYPE_COMBOBOX,
    )
    page.add_widget(field(text, "f1", (72, 120, 300, 140), "Room 4711", label="Which room"))
    page.add_widget(field(text, "Cost_centre", (72, 150, 300, 170), "K-220"))
    page.add_widget(field(text, "form[0].Page1[0].f1_02[0]", (72, 180, 300, 200), "unnamed value"))
    page.add_widget(field(text, "Remarks", (72, 210, 300, 230), ""))
    page.add_widget(field(box, "Agreed", (72, 240, 90, 258), True))
    page.add_widget(field(box, "Refused", (102, 240, 120, 258), False))
    page.add_widget(field(choice, "Urgency", (72, 270, 200, 290), "high"))
    parsed = read(save(document, tmp_path))
    blocks = [parsed.text[block.char_start : block.char_end] for block in parsed.blocks]
    for expected in ("Which room: Room 4711", "Cost centre: K-220", "Agreed: yes", "Urgency: high"):
        assert expected in blocks
    assert "unnamed value" in parsed.text and "f1_02" not in parsed.text
    assert "Remarks" not in parsed.text and "Refused" not in parsed.text


@pytest.mark.parametrize("how", [{}, {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "owner_pw": "owner"}])
def test_attached_files_become_parts(tmp_path: Path, how: dict[str, object]) -> None:
    document = pymupdf.open()
    page = printed_page(document)
    document.embfile_add("one", b"a,b\n1,2\n", filename="table.csv", ufilename="Tabelle ü.csv")
    document.embfile_add("two", b"up" * 10, filename="../../etc/passwd")
    page.add_file_annot((100, 500), b"pinned " * 9, "pinned.txt")
    parsed = read(save(document, tmp_path, **how))
    found = {part.name: part.path.read_bytes() for part in parsed.parts if part.path}
    assert found == {"Tabelle ü.csv": b"a,b\n1,2\n", "etc/passwd": b"up" * 10, "pinned.txt": b"pinned " * 9}


def test_an_attached_file_that_is_too_large_is_named(tmp_path: Path) -> None:
    document = pymupdf.open()
    printed_page(document)
    document.embfile_add("big", bytes(50_000), filename="big.bin")
    parsed = read(save(document, tmp_path), unpack_bytes=1_000)
    [part] = parsed.parts
    assert part.name == "big.bin" and part.path is None and "unfolds" in str(part.problem)
    assert PARAGRAPH in parsed.text


def test_an_empty_cover_with_attached_files_is_kept(tmp_path: Path) -> None:
    document = pymupdf.open()
    document.new_page()
    document.embfile_add("one", b"hello", filename="one.txt")
    parsed = read(save(document, tmp_path, "portfolio.pdf"))
    assert parsed.text == "# portfolio.pdf" and len(parsed.parts) == 1


def test_passwords_are_tried(tmp_path: Path) -> None:
    document = pymupdf.open()
    printed_page(document)
    path = save(
        document, tmp_path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="gehéim"
    )
    with pytest.raises(EncryptedFileError, match=r"protected by a password.*--password"):
        read(path)
    with pytest.raises(EncryptedFileError, match="not the right one"):
        read(path, "wrong")
    assert PARAGRAPH in read(path, "gehéim").text
    assert PARAGRAPH in read(path, "owner").text


def test_hostile_scans_forms_and_attachments(evals: Path) -> None:
    hostile = evals / "hostile"

    def parsed(path: str, password: str = "") -> Parsed:
        given = InputFile(hostile / path, Path(path).name, Unpacked(Path("unused"), 0), password)
        found = read_pdf(given)
        check(found)
        return found

    assert "Happy New Year" in parsed("pdf-scan/testOCR.pdf").text
    jbig = parsed("pdf-scan/testPDF_JBIG2.pdf").text
    assert "Hey Norconex, this is a test." in jbig and "compressed using JBIG2" in jbig
    assert "recognised" not in dict(parsed("pdf-scan/Seige_of_Vicksburg_Sample_OCR.pdf").properties)
    assert "password" in parsed("pdf-encrypted/r4-aes-user-password.pdf", "asdfzxcv").text
    with pytest.raises(UnreadableFileError, match="XFA"):
        parsed("pdf-layout/xfa_issue14315.pdf")


def test_hostile_attachments(evals: Path, tmp_path: Path) -> None:
    for path, names in (
        ("with-attachment.pdf", ["image.png"]),
        ("testPDFPackage.pdf", ["PDF1.pdf", "PDF2.pdf"]),
    ):
        given = InputFile(
            evals / "hostile" / "pdf-layout" / path, path, Unpacked(tmp_path / path, 10_000_000)
        )
        parsed = read_pdf(given)
        assert [part.name for part in parsed.parts if part.path] == names


def test_nothing_but_our_errors_escapes(evals: Path, tmp_path: Path) -> None:
    for index, path in enumerate(sorted((evals / "hostile").glob("pdf-*/*.pdf"))):
        given = InputFile(path, path.name, Unpacked(tmp_path / str(index), 10_000_000))
        try:
            check(read_pdf(given))
        except IngestError as problem:
            assert problem.hint, path.name


def test_many_empty_pages_stay_fast(evals: Path) -> None:
    path = evals / "hostile" / "wrong" / "pages_3000.pdf"
    begun = time.monotonic()
    parsed = read_pdf(InputFile(path, path.name, Unpacked(Path("unused"), 0)))
    assert len(parsed.pages) == 3_000 and "recognised" not in dict(parsed.properties)
    assert time.monotonic() - begun < 30


def test_a_diaeresis_that_is_set_before_its_letter_is_composed(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        document.new_page().insert_text(
            (72, 90), "Herr Br\u00a8oker pr\u00a8uft die \u00a8Ubergabe.", fontsize=12
        )
        document.save(tmp_path / "tex.pdf")
    parsed = read_pdf(InputFile(tmp_path / "tex.pdf", "tex.pdf", Unpacked(tmp_path / "parts", 0)))
    assert "Herr Bröker prüft die Übergabe." in parsed.text


@pytest.mark.parametrize("number", ["- {} -", "Page {} of 31", "{}"])
def test_page_numbers_above_the_source_line_of_a_printed_web_page_go(tmp_path: Path, number: str) -> None:
    document = pymupdf.open()
    texts = (
        "The seller delivers",
        "The buyer pays within a month",
        "Both keep secret",
        "It ends after a year",
    )
    for nth, text in enumerate(texts, 1):
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 80, 520, 120), text, fontsize=11)
        page.insert_text((290, 400), number.format(nth + 10), fontsize=11)
        page.insert_text((72, 420), f"Source: MADE UP, INC., 8-K, {nth}/20/2019", fontsize=8)
    text = read(save(document, tmp_path)).text
    assert not any(number.format(nth + 10) in text for nth in range(1, 5))
    assert all(each in text for each in texts)


@pytest.mark.parametrize(
    ("first", "second", "written"),
    [
        ("It was shown at a Con-", "ference in Oslo.", "Conference"),
        ("It is kept in a cup-", "board there.", "cupboard"),
    ],
)
def test_words_parted_at_a_lines_end(tmp_path: Path, first: str, second: str, written: str) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 100), first, fontsize=11)
    page.insert_text((72, 113), second, fontsize=11)
    assert written in read(save(document, tmp_path)).text
