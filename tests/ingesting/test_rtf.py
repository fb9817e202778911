"""Rich Text Format: code pages, tables, notes, headings."""

import time
from pathlib import Path

import pytest
from flowing import check, given, texts

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.readers.office.rtf import parse_rtf


def read(folder: Path, data: bytes | str) -> Parsed:
    data = data if isinstance(data, bytes) else data.encode("latin-1")
    return check(parse_rtf(given(folder, data, "a.rtf")))


def test_paragraphs_headings_lists(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        r"{\rtf1\ansi\ansicpg1252{\info{\title The t\'eftle}{\author A. Uthor}}{\stylesheet{\s1\outlinelevel0 heading 1;}}"
        r"\pard\outlinelevel1 Rules\par\pard One sentence.\line Its second line.\par\par Another.\par"
        r"{\listtext\bullet\tab}Water\par{\listtext 2.\tab}Soap\par\pard {\field{\*\fldinst HYPERLINK "
        r'"http://example.com"}{\fldrslt a link}} end\par}',
    )
    assert parsed.text == (
        "## Rules\n\nOne sentence.\nIts second line.\n\nAnother.\n\n- Water\n2. Soap\n\na link end"
    )
    assert parsed.title == "The tïtle" and ("author", "A. Uthor") in parsed.properties


def test_code_pages_and_unicode(tmp_path: Path) -> None:
    russian = read(tmp_path, r"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2\par}")
    assert russian.text == "Привет"
    raw = read(tmp_path, b"{\\rtf1\\ansi\\ansicpg1251 " + "Привет".encode("cp1251") + b"\\par}")
    assert raw.text == "Привет"
    # The second byte of the first character is a plain letter.
    japanese = read(tmp_path, rb"{\rtf1\ansi\ansicpg932 \'83e\'83X\'83g\par}")
    assert japanese.text == "テスト"
    assert read(tmp_path, r"{\rtf1 \u8364?\u-10179?\u-8704? \emdash x\par}").text == "€😀 —x"


def test_tables_and_notes(tmp_path: Path) -> None:
    row = r"\trowd\cellx1\cellx2\pard\intbl {}\cell {}\cell\row "
    source = (
        r"{\rtf1 Before.\par "
        + row.format("a", "b|c")
        + row.format("d", r"e\par f")
        + r"\pard After{\super\chftn}"
        r"{\footnote\pard\plain{\super\chftn}The note.} it.\par Last.\par}"
    )
    assert texts(read(tmp_path, source)) == [
        "Before.",
        "| a | b\\|c |\n| --- | --- |\n| d | e<br>f |",
        "After[^1] it.",
        "[^1]: The note.",
        "Last.",
    ]


def test_pictures_are_no_text(tmp_path: Path) -> None:
    source = b"{\\rtf1 Seen.{\\pict\\wmetafile8\\bin5 {{{\xff}}\\par{\\pict 0102ff}\\par Too.}"
    assert texts(read(tmp_path, source)) == ["Seen.", "Too."]


def test_refused(tmp_path: Path) -> None:
    for data in (b"", b"plain words", b"{\\rtx"):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, data)
    with pytest.raises(EmptyFileError):
        read(tmp_path, r"{\rtf1\ansi\par}")


@pytest.mark.parametrize(
    "source",
    [
        r"{\rtf1 " + "{" * 200_000,
        r"{\rtf1 " + "}" * 1_000,
        r"{\rtf1 " + r"{\field{\*\fldinst{HYPERLINK " * 20_000,
        r"{\rtf1 " + r"{\footnote " * 20_000,
        r"{\rtf1 " + r"\bin99999999999 x",
        r"{\rtf1 " + r"\u99999999 \u-99999999 \'zz \uc-5 \u5 x",
        r"{\rtf1\ansicpg99999 " + r"\'e9" * 10,
        r"{\rtf1 " + r"\trowd\cell\row" * 20_000,
        r"{\rtf1 " + r"\'83" * 50_000 + r"\cell x",
        r"{\rtf1{\info{\title " + r"\'e9" * 50_000,
        r"{\rtf1{\fonttbl" + r"{\f0\fcharset128" * 5_000,
    ],
)
def test_hostile_sources_end_soon(tmp_path: Path, source: str) -> None:
    started = time.thread_time()
    try:
        read(tmp_path, source)
    except IngestError as error:
        assert "a.rtf" in error.message
    assert time.thread_time() - started < 20


def test_japanese(evals: Path, tmp_path: Path) -> None:
    parsed = read(tmp_path, (evals / "hostile/text-encoding/testRTFJapanese.rtf").read_bytes())
    assert parsed.text.startswith("ゾルゲと尾崎、淡々と最期")
    assert "太平洋戦争を前に、日本やドイツ政府の政治" in parsed.text
    assert "\ufffd" not in parsed.text
    assert [b.kind for b in parsed.blocks].count("list_item") >= 4
