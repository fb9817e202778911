"""Which files are read, which are refused, and with which sentence."""

import zipfile
from pathlib import Path

import docx
import pymupdf
import pytest

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import (
    EmptyFileError,
    EncryptedFileError,
    IngestError,
    TooLargeError,
    UnknownFormatError,
    UnreadableFileError,
)
from ragdesk.ingesting.readers import parse as parsing
from ragdesk.ingesting.readers.input_file import InputFile, Unpacked

pytestmark = pytest.mark.filterwarnings(
    "ignore:builtin type .* has no __module__ attribute:DeprecationWarning"
)
MAX = 10_000_000


def parse(path: Path, max_bytes: int = MAX, password: str = "") -> Parsed:
    unpacked = Unpacked(path.parent / f"{path.name}-parts", max_bytes)
    return parsing.parse(InputFile(path, path.name, unpacked, password), max_bytes)


def pdf(text: str = "A page of text.", **save: object) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    if text:
        page.insert_text((72, 72), text)
    return bytes(document.tobytes(**save))


def refused(tmp_path: Path, name: str, data: bytes) -> IngestError:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(IngestError) as caught:
        parse(path, max_bytes=MAX)
    assert name in caught.value.message
    assert caught.value.hint.endswith(".")
    return caught.value


def test_empty_and_blank_files_are_said_to_be_empty(tmp_path: Path) -> None:
    for name in ("a.pdf", "a.md", "a.txt", "a.html"):
        assert isinstance(refused(tmp_path, name, b""), EmptyFileError)
    for name, data in (
        ("b.md", b" \n\n"),
        ("b.txt", b"\n"),
        ("b.html", b"<html><script>x()</script></html>"),
    ):
        assert isinstance(refused(tmp_path, name, data), EmptyFileError)


def test_a_pdf_without_text_is_said_to_look_like_a_scan(tmp_path: Path) -> None:
    document = pymupdf.open()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 50, 50))
    picture.clear_with(255)  # else whatever lay in the memory, in which OCR may find a letter
    document.new_page().insert_image(pymupdf.Rect(0, 0, 500, 700), pixmap=picture)
    error = refused(tmp_path, "scan.pdf", bytes(document.tobytes()))
    assert isinstance(error, EmptyFileError)
    assert "scan" in error.message


def test_a_locked_pdf_asks_for_a_copy_without_its_password(tmp_path: Path) -> None:
    locked = pdf(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    assert isinstance(refused(tmp_path, "locked.pdf", locked), EncryptedFileError)


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9])
def test_a_cut_pdf_is_damaged_or_read_but_never_silently_empty(tmp_path: Path, keep: float) -> None:
    whole = pdf("Some text that matters.")
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: int(len(whole) * keep)])
    try:
        assert parse(path, max_bytes=MAX).text.strip()
    except IngestError as error:
        assert "cut.pdf" in error.message


def test_a_name_that_lies_is_told(tmp_path: Path) -> None:
    assert isinstance(refused(tmp_path, "really.pdf", b"words, no pages"), UnreadableFileError)
    assert isinstance(refused(tmp_path, "binary.txt", bytes(range(256)) * 20), UnreadableFileError)
    assert isinstance(refused(tmp_path, "program.exe", b"MZ\x90"), UnknownFormatError)


def test_a_file_is_read_as_what_it_is(tmp_path: Path) -> None:
    """Its bytes decide where they are plain, whatever it is called."""
    whole = tmp_path / "plain.pdf"
    whole.write_bytes(pdf("A page of text."))
    for name in ("really.txt", "really.docx", "really", "really.unknown"):
        (tmp_path / name).write_bytes(whole.read_bytes())
        assert parse(tmp_path / name).kind == "pdf"
    word = docx.Document()
    word.add_paragraph("A paragraph.")
    word.save(str(tmp_path / "really.pdf"))
    assert "A paragraph." in parse(tmp_path / "really.pdf").text
    with zipfile.ZipFile(tmp_path / "several.txt", "w") as archive:
        archive.writestr("word.txt", "A member.")
        archive.writestr("stored.pdf", pdf())
    assert [part.name for part in parse(tmp_path / "several.txt").parts] == ["word.txt", "stored.pdf"]
    with zipfile.ZipFile(tmp_path / "first.zip", "w") as archive:
        archive.writestr("stored.pdf", pdf())
    assert [part.name for part in parse(tmp_path / "first.zip").parts] == ["stored.pdf"]


def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_bytes(b"word " * 1_000)
    with pytest.raises(TooLargeError):
        parse(path, max_bytes=1_000)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le-bom", "cp1252", "utf-32"], ids=lambda e: e
)
def test_text_is_read_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    words = "Die Prüfung der Geräte erfolgt täglich um 8 Uhr. Größere Abweichungen meldet die Ärztin. " * 3
    data = b"\xff\xfe" + words.encode("utf-16-le") if encoding == "utf-16-le-bom" else words.encode(encoding)
    path = tmp_path / "note.txt"
    path.write_bytes(data)
    parsed = parse(path, max_bytes=MAX)
    assert parsed.text == words.replace("\r", "")
    assert not parsed.paged


def test_line_ends_and_invisible_characters_are_made_one_kind(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("one\r\ntwo\rthree\u2028four so\u00adft \ufb01le 5 m²\x00", encoding="utf-8", newline="")
    assert parse(path, max_bytes=MAX).text == "one\ntwo\nthree\nfour soft file 5 m²"


def test_markdown_keeps_its_text_and_finds_its_structure(tmp_path: Path) -> None:
    text = (
        "---\nversion: 1.4\ntitle: Old name\n---\n\n# The *real* title\n\nFirst\nparagraph.\n\n"
        "- one\n  - inner\n- two\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```\ncode # no heading\n```\n"
    )
    path = tmp_path / "doc.md"
    path.write_text(text, encoding="utf-8")
    parsed = parse(path, max_bytes=MAX)
    assert parsed.text == text
    assert parsed.title == "The real title"
    assert ("version", "1.4") in parsed.properties
    found = [(b.kind, parsed.text[b.char_start : b.char_end]) for b in parsed.blocks]
    assert found[1:] == [
        ("heading", "# The *real* title"),
        ("paragraph", "First\nparagraph."),
        ("list_item", "- one"),
        ("list_item", "- inner"),
        ("list_item", "- two"),
        ("table", "| A | B |\n|---|---|\n| 1 | 2 |"),
        ("code", "```\ncode # no heading\n```"),
    ]


def test_html_is_read_as_a_reader_sees_it(tmp_path: Path) -> None:
    page = """<html><head><title>Tab name</title><script>evil()</script></head><body>
    <nav>Home | About</nav><h1>Guide</h1><p>Read &amp; <b>follow</b> <a href="http://elsewhere/">this</a>.</p>
    <div style="display: none">secret</div><p hidden>hidden</p>
    <ol><li>One<ul><li>deep</li></ul></li><li>Two</li></ol>
    <table><tr><th>Part</th><th>Size</th></tr><tr><td>Bolt | nut</td><td>8 mm</td></tr></table>
    <pre>a  b
 c</pre><img src="http://elsewhere/x.png" alt="a pump"></body></html>"""
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    parsed = parse(path, max_bytes=MAX)
    assert parsed.title == "Guide"
    assert parsed.text == (
        "# Guide\n\nRead & follow this.\n\n1. One\n  - deep\n2. Two\n\n"
        "| Part | Size |\n|---|---|\n| Bolt \\| nut | 8 mm |\n\n```\na  b\n c\n```\n\n[a pump]"
    )
    assert all(parsed.text[b.char_start : b.char_end].strip() for b in parsed.blocks)


def test_a_page_of_chapters_has_its_own_title_and_headings_without_permalinks(tmp_path: Path) -> None:
    path = tmp_path / "manual.html"
    path.write_text(
        "<html><head><title>Pump manual</title></head><body>"
        '<h1>Abstract<a class="headerlink" href="#abstract">¶</a></h1><p>See ¶ 4 of <a href="#x">the law</a>.</p>'
        '<h1>Contents<a class="headerlink" href="#contents">¶</a></h1><p>Two parts.</p></body></html>',
        encoding="utf-8",
    )
    parsed = parse(path, max_bytes=MAX)
    assert parsed.title == "Pump manual"
    assert parsed.text == "# Abstract\n\nSee ¶ 4 of the law.\n\n# Contents\n\nTwo parts."


def test_deeply_nested_html_does_not_overflow(tmp_path: Path) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<div>" * 20_000 + "<p>bottom</p>", encoding="utf-8")
    try:
        assert "bottom" in parse(path, max_bytes=MAX).text
    except IngestError as error:
        assert "deep.html" in error.message
