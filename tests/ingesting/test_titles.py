"""What a document is called, and where that was found."""

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from ragdesk.ingesting.readers import input_file as files
from ragdesk.ingesting.readers.parse import parse
from ragdesk.ingesting.readers.titles import from_name, is_given, may_be_title


@pytest.mark.parametrize(
    "stated",
    [
        "", "x", "untitled", "Untitled-2", "Unbenannt", "Document1", "Microsoft Word - lease.doc", "lease_final.docx", "4711",
        "d41d8cd98f00b204e9800998ecf8427e", "123e4567-e89b-12d3-a456-426614174000", "final_v3_print", "LEASE-2024",
        "https://example.org/a", "C:\\temp\\a", "PowerPoint Presentation", "(anonymous)",
    ],
)  # fmt: skip
def test_what_programs_put_into_the_properties_is_no_title(stated: str) -> None:
    assert not is_given(stated, "lease_2024.pdf")


@pytest.mark.parametrize(
    "stated",
    ["Lease of the barn loft", "FAQ", "Word order in German", "Documents of 1848", "Excellence", "Café 2"],
)
def test_what_a_person_wrote_is_one(stated: str) -> None:
    assert is_given(stated, "lease_2024.pdf")


@pytest.mark.parametrize(
    "line",
    [
        "", "12", "- 3 -", "Page 1 of 12", "Seite 3", "p. 4", "2026-01-12", "12.01.2026", "3 March 2026", "March 3, 2026",
        "Hamburg, den 3. März 2026", "Date: 12/01/2026", "ab", "A 1", "info@example.org", "www.example.org", "x" * 121,
        "d41d8cd98f00b204e9800998ecf8427e", "Exhibit 10.18", "Anlage 3", "EXECUTION COPY", "Draft", "C A N A D A",
        "arXiv:2310.07609v1 [cs.CL] 11 Oct 2023",
    ],
)  # fmt: skip
def test_dates_page_numbers_and_addresses_are_no_titles(line: str) -> None:
    assert not may_be_title(line)


@pytest.mark.parametrize(
    "line",
    [
        "Lease",
        "FAQ",
        "Report of March 2026",
        "Page layout of the handbook",
        "Minutes 2026-01-12",
        "Schedule May",
        "Attachment theory",
        "取扱説明書",
        "ISO 9001",
    ],
)
def test_a_line_with_words_may_be_one(line: str) -> None:
    assert may_be_title(line)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("lease_of_the_barn.pdf", "lease of the barn"),
        ("staff-handbook-2024.docx", "staff handbook 2024"),
        ("PIP_Seniors-and-Tech-Use.pdf", "PIP Seniors and Tech Use"),
        ("e-mail-rules.txt", "e-mail rules"),
        ("SOP-LAB-014_rev2.pdf", "SOP-LAB-014 rev2"),
        ("Annual%20report (2).pdf", "Annual report"),
        ("mails/offer+letter.eml", "offer letter"),
        ("2026-01-12 Minutes.txt", "2026-01-12 Minutes"),
        ("___.pdf", "___"),
    ],
)
def test_a_file_s_name_is_made_readable(name: str, title: str) -> None:
    assert from_name(name) == title


def line(page: pymupdf.Page, y: float, text: str, size: float = 11, font: str = "helv") -> None:
    page.insert_text((72, y), text, fontsize=size, fontname=font)


def body(page: pymupdf.Page, y: float = 300) -> None:
    for row in range(12):
        line(
            page, y + 16 * row, f"In year {row} the harbour was dredged and the quays were paved with stone."
        )


def called(document: pymupdf.Document, folder: Path, name: str = "scan_0007.pdf") -> tuple[str, str]:
    document.save(folder / name)
    return read(folder / name)


def read(path: Path) -> tuple[str, str]:
    source = files.InputFile(path, path.name, files.Unpacked(path.parent / "none", 0))
    parsed = parse(source, 10_000_000)
    return parsed.title, parsed.title_from


@pytest.fixture
def document() -> Iterator[pymupdf.Document]:
    with pymupdf.open() as made:
        yield made


@pytest.mark.parametrize(
    "stated",
    ["", "Microsoft Word - harbour.doc", "9f86d081884c7d659a2feaa0c55ad015", "untitled", "scan_0007"],
)
def test_a_pdf_without_a_title_is_called_as_its_largest_line(
    document: pymupdf.Document, tmp_path: Path, stated: str
) -> None:
    page = document.new_page()
    line(page, 120, "The harbour of Wisby", 20)
    body(page)
    document.set_metadata({"title": stated})
    assert called(document, tmp_path) == ("The harbour of Wisby", "largest")


def test_a_title_that_a_person_gave_stays(document: pymupdf.Document, tmp_path: Path) -> None:
    page = document.new_page()
    line(page, 120, "The harbour of Wisby", 20)
    body(page)
    document.set_metadata({"title": "Harbours of the Baltic"})
    assert called(document, tmp_path) == ("Harbours of the Baltic", "properties")


def test_a_letterhead_a_date_and_a_page_number_are_no_title(
    document: pymupdf.Document, tmp_path: Path
) -> None:
    page = document.new_page()
    line(page, 80, "Sailmaker & Sons Ltd.", 24)
    line(page, 130, "3 March 2026", 22)
    line(page, 160, "Page 1 of 2", 21)
    line(page, 220, "Offer for two sails", 16)
    body(page)
    assert called(document, tmp_path) == ("Offer for two sails", "largest")


def test_a_name_over_a_telephone_number_is_a_letterhead(document: pymupdf.Document, tmp_path: Path) -> None:
    page = document.new_page()
    line(page, 80, "Boat yard Petersen", 24)
    line(page, 110, "Quay 7, Husum. Tel. 04841 12345", 9)
    line(page, 220, "Winter storage", 16)
    body(page)
    assert called(document, tmp_path) == ("Winter storage", "largest")


def test_a_running_head_is_no_title(document: pymupdf.Document, tmp_path: Path) -> None:
    for number in range(3):
        page = document.new_page()
        line(page, 50, "Museum of navigation", 20)
        if number == 0:
            line(page, 150, "How the astrolabe is used", 16)
        body(page)
    assert called(document, tmp_path) == ("How the astrolabe is used", "largest")


def test_a_title_that_later_pages_repeat_in_small_print_is_one(
    document: pymupdf.Document, tmp_path: Path
) -> None:
    for number in range(3):
        page = document.new_page()
        line(page, 70 if number == 0 else 40, "How the astrolabe is used", 20 if number == 0 else 8)
        body(page)
    assert called(document, tmp_path) == ("How the astrolabe is used", "largest")


def test_two_headings_of_one_size_are_not_one_title(document: pymupdf.Document, tmp_path: Path) -> None:
    page = document.new_page()
    line(page, 80, "The harbour of Wisby", 18)
    line(page, 120, "The town is old, and its walls have four and forty towers that still stand.")
    line(page, 160, "The roads", 18)
    body(page)
    assert called(document, tmp_path)[0] == "The harbour of Wisby"


def test_a_heading_that_is_only_bold_comes_before_the_file_s_name(
    document: pymupdf.Document, tmp_path: Path
) -> None:
    page = document.new_page()
    line(page, 80, "Contents", 11, "hebo")
    line(page, 160, "Rules of the rowing club", 11, "hebo")
    body(page)
    assert called(document, tmp_path) == ("Rules of the rowing club", "heading")


def test_where_no_line_stands_out_the_file_s_name_is_made_readable(
    document: pymupdf.Document, tmp_path: Path
) -> None:
    body(document.new_page())
    assert called(document, tmp_path, "harbour_of-wisby.pdf") == ("harbour of wisby", "name")


def test_where_the_file_s_name_says_nothing_the_first_line_is_the_title(
    document: pymupdf.Document, tmp_path: Path
) -> None:
    page = document.new_page()
    line(page, 90, "Notice to patients, autumn 2026")
    body(page)
    assert called(document, tmp_path) == ("Notice to patients, autumn 2026", "line")
    for name in ("SKM_C25826090411.pdf", "CCF_000123.pdf", "Kyocera 20260904.pdf"):
        assert called(document, tmp_path, name) == ("Notice to patients, autumn 2026", "line")
    assert called(document, tmp_path, "notice-to-patients.pdf") == ("notice to patients", "name")


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a_b.md", "Text.\n\n## Mooring\n\nMore.\n", ("Mooring", "heading")),
        ("a_b.md", "---\ntitle: Mooring\n---\nText.\n", ("Mooring", "properties")),
        ("a_b.md", "Text alone.\n", ("a b", "name")),
        ("a_b.md", "# The _new_ `max_rows` of **tables**\n", ("The new max_rows of tables", "heading")),
        ("a_b.html", "<title>Mooring</title><p>Text.</p>", ("Mooring", "properties")),
        ("a_b.html", "<title>Untitled</title><h1>Mooring</h1><p>Text.</p>", ("Mooring", "heading")),
        ("a_b.html", "<title>a_b.html</title><h3>Mooring</h3><p>Text.</p>", ("Mooring", "heading")),
        ("a_b.txt", "Mooring\n\nText.\n", ("Mooring", "line")),
        ("a_b.txt", "2026-01-12\n\nText.\n", ("a b", "name")),
        ("a_b.csv", "Berth,Boat\n1,Ada\n", ("a b", "name")),
        ("a_b.eml", "Subject: Mooring\nFrom: a@example.org\n\nText.\n", ("Mooring", "subject")),
        ("a_b.eml", "From: a@example.org\n\nText.\n", ("a b", "name")),
        ("a_b.json", '{"title": "Mooring", "berth": 4}', ("Mooring", "properties")),
    ],
)
def test_other_formats_say_where_their_title_was_found(
    tmp_path: Path, name: str, text: str, title: tuple[str, str]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read(tmp_path / name) == title


@pytest.mark.parametrize(
    ("stated", "style", "title"),
    [
        ("Word Document", "Title", ("Rules for guests", "heading")),
        ("4f2a9c1b7e", "Heading 1", ("Rules for guests", "heading")),
        ("Guests", "Normal", ("Guests", "properties")),
        ("house_rules", "Normal", ("house rules", "name")),
    ],
)
def test_a_word_file_is_called_as_it_says_or_as_its_title_paragraph(
    tmp_path: Path, stated: str, style: str, title: tuple[str, str]
) -> None:
    import docx

    made = docx.Document()
    made.core_properties.title = stated
    made.add_paragraph("Rules for guests", style=style)
    made.add_paragraph("Shoes are left at the door, and the kitchen is closed after ten in the evening.")
    made.save(str(tmp_path / "house_rules.docx"))
    assert read(tmp_path / "house_rules.docx") == title
