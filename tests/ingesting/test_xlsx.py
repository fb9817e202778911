"""Excel workbooks: what their cells show, sheet by sheet, and how damaged, locked and lying ones are refused."""

import io
import time
import zipfile
from datetime import date, datetime, timedelta
from datetime import time as clock
from pathlib import Path

import pytest
from flowing import changed, given, texts
from gridded import cells, checked
from msoffcrypto.format.ooxml import OOXMLFile
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.worksheet.formula import ArrayFormula

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, TooLargeError, UnreadableFileError
from ragdesk.ingesting.readers.sheet.xlsx import parse_xlsx

SHEET = "xl/worksheets/sheet1.xml"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def book(*rows: list[object]) -> Workbook:
    made = Workbook()
    for row in rows:
        made.active.append(row)
    return made


def read(folder: Path, data: bytes, name: str = "book.xlsx", password: str = "") -> Parsed:
    return checked(parse_xlsx(given(folder, data, name, password)))


def with_sheet(inner: str, before: str = "", after: str = "") -> bytes:
    """A workbook whose sheet has these rows, and other elements before and after them."""
    sheet = f'<worksheet xmlns="{MAIN}">{before}<sheetData>{inner}</sheetData>{after}</worksheet>'.encode()
    return changed(saved(book(["x"])), lambda name, old: sheet if name == SHEET else old)


def test_a_table_with_its_places(tmp_path: Path) -> None:
    made = book(["Part", "Price"], ["Pump", 12.5], ["Valve", 7])
    made.active.title = "Stock"
    made.properties.title, made.properties.creator = "Stock list", "Ada"
    parsed = read(tmp_path, saved(made))
    assert (parsed.title, parsed.kind) == ("Stock list", "spreadsheet")
    assert ("author", "Ada") in parsed.properties
    assert parsed.text == (
        "## Stock\n\n| # | Part | Price |\n| --- | --- | --- |\n| 2 | Pump | 12.5 |\n| 3 | Valve | 7 |"
    )


def test_a_head_with_years_is_a_head(tmp_path: Path) -> None:
    """ "Fee 2025" looks like an amount of some currency."""
    for fees in (["Fee 2025", "Fee 2026"], ["FEE 2025", "FEE 2026"]):
        made = book(["Age", *fees], ["8 to 11", 64, 66], ["12 to 17", 82, 88])
        assert f"| # | Age | {fees[0]} | {fees[1]} |\n" in read(tmp_path, saved(made)).text


def test_sheets_are_pages_hidden_ones_say_so_and_charts_are_skipped(tmp_path: Path) -> None:
    made = book(["first"])
    made.create_chartsheet("Chart")
    made.create_sheet("Empty")
    made.create_sheet("Secret").append(["hidden words"])
    made["Secret"].sheet_state = "veryHidden"
    parsed = read(tmp_path, saved(made))
    assert [page.number for page in parsed.pages] == [1, 4]
    assert [b.title for b in parsed.blocks if b.title] == ["Sheet", "Secret (hidden)"]
    assert cells(parsed, 4) == {"A1": "hidden words"}


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.125, "0.0%", "12.5%"),
        (0.1 + 0.2, "General", "0.3"),
        (1234.5, "#,##0.00", "1,234.50"),
        (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"),
        (-1234.5, '"$"#,##0.00_);[Red]("$"#,##0.00)', "($1,234.50)"),
        (0, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', "$-"),
        (-0.001, "0.00", "0.00"),
        (2.5, "0", "3"),
        (42, "00000", "00042"),
        (1234567, '0.0,,"M"', "1.2M"),
        (12345, "0.00E+00", "1.23E+4"),
        (5, '0.0" km/h"', "5.0 km/h"),
        (0.5, "# ?/?", "0.5"),
        (7, ";;;", "7"),
        (12, "[>=100]0;[<5]0.0", "12"),
        (123456789012345, "General", "123456789012345"),
        (1e300, "0.00", "1E+300"),
        (1e-300, "General", "1E-300"),
        (date(2024, 4, 3), "dd.mm.yyyy", "2024-04-03"),
        (datetime(2024, 4, 3, 10, 30), "DD/MM/YY HH:MM", "2024-04-03 10:30"),
        (datetime(2024, 4, 3), "[$-F800]dddd, mmmm dd, yyyy", "2024-04-03"),
        (clock(18, 5), "h:mm AM/PM", "18:05"),
        (timedelta(hours=36, minutes=5), "[h]:mm:ss", "36:05:00"),
        (1e15, "yyyy-mm-dd", "1000000000000000"),
        (True, "General", "TRUE"),
        ("007", "@", "007"),
        (" two\nlines|x ", "General", "two<br>lines\\|x"),
        ("#N/A", "General", "#N/A"),
    ],
)
def test_values_are_as_the_program_shows_them(tmp_path: Path, value: object, code: str, shown: str) -> None:
    made = Workbook()
    made.active["B2"] = value
    made.active["B2"].number_format = code
    assert cells(read(tmp_path, saved(made))) == {"B2": shown}


def test_days_of_the_mac_epoch(tmp_path: Path) -> None:
    made = book([date(2024, 4, 3)])
    made.epoch = datetime(1904, 1, 1)
    assert cells(read(tmp_path, saved(made)))["A1"] == "2024-04-03"


def test_formulas_without_results_are_shown_and_shared_ones_moved(tmp_path: Path) -> None:
    made = book([1, "=A1*2"])
    made.active["C1"] = ArrayFormula("C1", "=SUM(A1:B1)")
    assert cells(read(tmp_path, saved(made))) == {"A1": "1", "B1": "=A1*2", "C1": "=SUM(A1:B1)"}
    shared = (
        '<row r="1"><c r="A1"><f t="shared" si="0" ref="A1:A3">B1+1</f><v>5</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="0"/></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="9"/></c><c r="B3" t="str"><f>""</f><v></v></c>'
        '<c r="C3" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="D3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    )
    assert cells(read(tmp_path, with_sheet(shared))) == {
        "A1": "5",
        "A2": "=B2+1",
        "C3": "ab",
        "D3": "#DIV/0!",
    }


def test_merged_cells_are_there_once(tmp_path: Path) -> None:
    hidden = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>wide</t></is></c><c r="B1"><v>1</v></c><c r="C1"><v>2</v></c></row>'
        '<row r="2"><c r="A2"><v>3</v></c><c r="B2"><v>4</v></c><c r="C2"><v>5</v></c></row>'
    )
    merged = '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>'
    assert cells(read(tmp_path, with_sheet(hidden, after=merged))) == {"A1": "wide", "C1": "2", "C2": "5"}


def test_comments_stand_with_their_cells(tmp_path: Path) -> None:
    made = book(["Pump", 3])
    made.active["B1"].comment = Comment("Ada:\nto be checked", "Ada")
    made.active["C5"].comment = Comment("on a blank cell", "Ada")
    found = cells(read(tmp_path, saved(made)))
    assert found["B1"] == "3 (comment: Ada:<br>to be checked)"
    assert found["C5"] == "(comment: on a blank cell)"


def test_of_threaded_comments_the_thread_is_read(tmp_path: Path) -> None:
    made = book(["Pump"])
    made.active["A1"].comment = Comment("[Threaded comment]\nYour version …\nComment:\n    Why?", "tc")
    kind = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
    thread = (
        b'<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        b'<threadedComment ref="A1"><text>Why?</text></threadedComment>'
        b'<threadedComment ref="A1"><text>Because.</text></threadedComment></ThreadedComments>'
    )
    link = f'<Relationship Id="t" Type="{kind}" Target="/xl/tc.xml"/></Relationships>'.encode()
    data = changed(
        saved(made),
        lambda name, old: old.replace(b"</Relationships>", link) if "sheet1.xml.rels" in name else old,
        {"xl/tc.xml": thread},
    )
    assert cells(read(tmp_path, data))["A1"] == "Pump (comment: Why?<br>Because.)"


def test_text_in_shapes_follows_the_cells(tmp_path: Path) -> None:
    drawing = (
        b'<xdr:wsDr xmlns:xdr="urn:x" xmlns:a="urn:a"><xdr:sp><xdr:txBody><a:p><a:r><a:t>From a </a:t></a:r>'
        b"<a:r><a:t>box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>"
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing"
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r" Type="{kind}" Target="../drawings/d.xml"/></Relationships>'
    ).encode()
    more = {"xl/drawings/d.xml": drawing, "xl/worksheets/_rels/sheet1.xml.rels": rels}
    parsed = read(tmp_path, changed(saved(book(["cell"])), lambda _, old: old, more))
    assert texts(parsed, "paragraph") == ["From a box"]


def test_rich_text_is_read_and_phonetic_runs_are_not(tmp_path: Path) -> None:
    inner = (
        '<row><c t="inlineStr"><is><r><t>Toyo</t></r><r><t xml:space="preserve">da </t></r>'
        '<rPh sb="0" eb="1"><t>トヨ</t></rPh></is></c><c t="inlineStr"><is><t>a_x000D__x005F_b</t></is></c></row>'
    )
    assert cells(read(tmp_path, with_sheet(inner))) == {"A1": "Toyoda", "B1": "a<br>_b"}


def test_shared_strings_are_read(tmp_path: Path) -> None:
    strings = f'<sst xmlns="{MAIN}"><si><t>Pump</t></si><si><r><t>Val</t></r><r><t>ve</t></r></si></sst>'
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    link = f'<Relationship Id="s" Type="{kind}" Target="strings.xml"/></Relationships>'.encode()
    data = with_sheet('<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>')
    data = changed(
        data,
        lambda name, old: (
            old.replace(b"</Relationships>", link) if name.endswith("workbook.xml.rels") else old
        ),
        {"xl/strings.xml": strings.encode()},
    )
    assert cells(read(tmp_path, data)) == {"A1": "Valve", "B1": "Pump", "C1": "Valve"}


def test_days_as_text_and_cells_without_places(tmp_path: Path) -> None:
    inner = '<row><c t="d"><v>2024-04-03T00:00:00Z</v></c><c/><c><v>3</v></c></row><row r="9"><c><v>x</v></c></row>'
    assert cells(read(tmp_path, with_sheet(inner))) == {"A1": "2024-04-03", "C1": "3", "A9": "x"}


def test_a_declared_size_costs_nothing(tmp_path: Path) -> None:
    inner = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    data = with_sheet(inner, before='<dimension ref="A1:XFD1048576"/>')
    started = time.thread_time()
    assert cells(read(tmp_path, data)) == {"A1": "1", "XFD1048576": "2"}
    assert time.thread_time() - started < 2


def test_strict_files_templates_and_macros(tmp_path: Path) -> None:
    def strict(name: str, old: bytes) -> bytes:
        old = old.replace(MAIN.encode(), b"http://purl.oclc.org/ooxml/spreadsheetml/main")
        return old.replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
            b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        )

    data = saved(book(["Part", "Due"], ["Pump", date(2024, 4, 3)]))
    assert cells(read(tmp_path, changed(data, strict)))["B2"] == "2024-04-03"
    template = book(["from a template"])
    template.template = True
    assert cells(read(tmp_path, saved(template), "a.xltx"))["A1"] == "from a template"
    macro = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    plain = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    assert read(tmp_path, changed(data, lambda _, old: old.replace(plain, macro)), "a.xlsm").text


def test_embedded_files_are_parts(tmp_path: Path) -> None:
    data = changed(saved(book(["x"])), lambda _, old: old, {"xl/embeddings/Notes.docx": b"PK inner"})
    parsed = read(tmp_path, data)
    assert [(part.name, part.path and part.path.read_bytes()) for part in parsed.parts] == [
        ("Notes.docx", b"PK inner")
    ]


def test_a_sheet_that_is_missing_is_said_to_be(tmp_path: Path) -> None:
    made = book(["here"])
    made.create_sheet("Gone").append(["x"])
    data = changed(saved(made), lambda name, old: None if name.endswith("sheet2.xml") else old)
    parsed = read(tmp_path, data)
    assert cells(parsed, 1) == {"A1": "here"}
    assert "missing" in texts(parsed, "paragraph")[0]


def test_a_password_opens_it(tmp_path: Path) -> None:
    locked = io.BytesIO()
    OOXMLFile(io.BytesIO(saved(book(["secret words"])))).encrypt("pass", locked)
    assert cells(read(tmp_path, locked.getvalue(), password="pass"))["A1"] == "secret words"
    for password in ("", "wrong"):
        with pytest.raises(EncryptedFileError) as caught:
            read(tmp_path, locked.getvalue(), password=password)
        assert "--password" in caught.value.hint


def test_nothing_in_it(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, saved(Workbook()))


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    data = saved(book(*([f"words {row}", row] for row in range(500))))
    for bad in (b"", b"not a zip", data[: len(data) // 2], data[:-30]):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, bad)
    for name in (SHEET, "xl/workbook.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels"):
        for cut in (0, 60):
            with pytest.raises(UnreadableFileError):
                read(
                    tmp_path,
                    changed(data, lambda n, old, name=name, cut=cut: old[:cut] if n == name else old),
                )
    with pytest.raises(UnreadableFileError):
        read(tmp_path, with_sheet('<row><c t="s"><v>0</v></c></row>'))
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("xl/workbook.bin", b"binary")
    with pytest.raises(UnreadableFileError) as caught:
        read(tmp_path, other.getvalue(), "a.xlsx")
    assert ".xlsb" in caught.value.hint


def test_entities_and_bombs_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("top secret", encoding="utf-8")
    inner = '<row><c t="inlineStr"><is><t>[&e;]</t></is></c><c><v>1</v></c></row>'
    for entity in (f'<!ENTITY e SYSTEM "file://{secret}">', '<!ENTITY a "ha"><!ENTITY e "&a;&a;">'):
        sheet = f'<!DOCTYPE x [{entity}]><worksheet xmlns="{MAIN}"><sheetData>{inner}</sheetData></worksheet>'
        data = changed(saved(book(["x"])), lambda n, old, sheet=sheet: sheet.encode() if n == SHEET else old)
        parsed = read(tmp_path, data)
        assert "secret" not in parsed.text and "ha" not in parsed.text
    with pytest.raises(TooLargeError):
        bomb = io.BytesIO()
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(SHEET, "w") as member:
            for _ in range(405):
                member.write(bytes(1_000_000))
        read(tmp_path, bomb.getvalue())


def test_hostile_workbooks(evals: Path, tmp_path: Path) -> None:
    folder = evals / "hostile"
    strict = read(tmp_path, (folder / "office-odd/testEXCEL.strict.xlsx").read_bytes())
    assert cells(strict, 2)["A1"] == "Start of 2nd sheet"
    numbers = read(tmp_path, (folder / "office-odd/testEXCEL_big_numbers.xlsx").read_bytes())
    assert cells(numbers)["B1"] == "123456789012346"
    phonetic = read(tmp_path, (folder / "office-odd/testEXCEL_phonetic.xlsx").read_bytes())
    assert cells(phonetic)["C2"] == "豊田車会社" and "トヨタクルマ" not in phonetic.text
    locked = (folder / "office-protected/testEXCEL_protected_passtika.xlsx").read_bytes()
    with pytest.raises(EncryptedFileError):
        read(tmp_path, locked)
    assert "Encrypted Excel" in read(tmp_path, locked, password="tika").text
    with pytest.raises(UnreadableFileError) as caught:
        read(tmp_path, (folder / "office-legacy/testWORD6.doc").read_bytes())
    assert ".xlsx" in caught.value.hint
