"""OpenDocument spreadsheets: what their cells show, repetitions that would fill a disk, and what is wrong with them."""

import io
import time
import zipfile
from pathlib import Path

import pytest
from flowing import changed, given, texts
from gridded import cells, checked
from odf.dc import Creator, Title
from odf.meta import InitialCreator
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet, OpenDocumentText
from odf.style import Style, TableProperties
from odf.table import CoveredTableCell, Table, TableCell, TableHeaderRows, TableRow
from odf.text import LineBreak, P, S

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.readers.sheet.ods import MAX_REPEATED, parse_ods


def cell(text: str = "", **attributes: object) -> TableCell:
    made = TableCell(**({"valuetype": "string"} if text else {}), **attributes)
    if text:
        made.addElement(P(text=text))
    return made


def row(*inside: object, **attributes: object) -> TableRow:
    made = TableRow(**attributes)
    for one in inside:
        made.addElement(cell(one) if isinstance(one, str) else one)
    return made


def sheet(name: str, *rows: object, **attributes: object) -> Table:
    made = Table(name=name, **attributes)
    for one in rows:
        made.addElement(one)
    return made


def saved(*sheets: Table) -> bytes:
    document = OpenDocumentSpreadsheet()
    hidden = Style(name="hidden", family="table")
    hidden.addElement(TableProperties(display="false"))
    document.automaticstyles.addElement(hidden)
    document.meta.addElement(Title(text="Stock list"))
    document.meta.addElement(InitialCreator(text="Ada"))
    document.meta.addElement(Creator(text="Bob"))
    for one in sheets:
        document.spreadsheet.addElement(one)
    out = io.BytesIO()
    document.write(out)
    return out.getvalue()


def read(folder: Path, data: bytes, password: str = "") -> Parsed:
    return checked(parse_ods(given(folder, data, "book.ods", password)))


def test_a_table_with_its_places(tmp_path: Path) -> None:
    price = TableCell(valuetype="currency", value="12.5")
    price.addElement(P(text="12,50 €"))
    day = TableCell(valuetype="date", datevalue="2024-04-03")
    day.addElement(P(text="3.4.24"))
    heads = TableHeaderRows()
    heads.addElement(row("Part", "Price", "Due"))
    parsed = read(tmp_path, saved(sheet("Stock", heads, row("Pump", price, day))))
    assert (parsed.title, parsed.kind) == ("Stock list", "spreadsheet")
    assert ("author", "Ada") in parsed.properties
    assert parsed.text == (
        "## Stock\n\n| # | Part | Price | Due |\n| --- | --- | --- | --- |\n| 2 | Pump | 12,50 € | 2024-04-03 |"
    )
    assert cells(parsed)["C2"] == "2024-04-03"


def test_sheets_are_pages_and_hidden_ones_say_so(tmp_path: Path) -> None:
    data = saved(sheet("One", row("a")), sheet("Empty"), sheet("Two", row("b"), stylename="hidden"))
    parsed = read(tmp_path, data)
    assert [page.number for page in parsed.pages] == [1, 3]
    assert [b.title for b in parsed.blocks if b.title] == ["One", "Two (hidden)"]


def test_values_without_text_times_and_formulas(tmp_path: Path) -> None:
    narrow = TableCell(valuetype="float", value="1234567.25")
    narrow.addElement(P(text="###"))
    inside = (
        narrow,
        TableCell(valuetype="float", value="7"),
        TableCell(valuetype="boolean", booleanvalue="true"),
        TableCell(formula="of:=[.A1]+1"),
        TableCell(valuetype="date", datevalue="2024-04-03T10:30:00"),
        TableCell(valuetype="time", timevalue="PT10H30M00S"),
    )
    assert cells(read(tmp_path, saved(sheet("s", row(*inside))))) == {
        "A1": "1234567.25",
        "B1": "7",
        "C1": "true",
        "D1": "=[.A1]+1",
        "E1": "2024-04-03 10:30:00",
        "F1": "PT10H30M00S",
    }


def test_text_of_a_cell(tmp_path: Path) -> None:
    made = TableCell(valuetype="string")
    paragraph = P(text="one")
    paragraph.addElement(S(c=2))
    paragraph.addText("two")
    paragraph.addElement(LineBreak())
    paragraph.addText("three|four")
    made.addElement(paragraph)
    made.addElement(P(text="five"))
    assert cells(read(tmp_path, saved(sheet("s", row(made)))))["A1"] == "one  two<br>three\\|four<br>five"


def test_comments_stand_with_their_cells_and_merged_ones_are_there_once(tmp_path: Path) -> None:
    note = Annotation()
    note.addElement(P(text="to be checked"))
    wide = TableCell(valuetype="string", numbercolumnsspanned=2, numberrowsspanned=1)
    wide.addElement(note)
    wide.addElement(P(text="wide"))
    covered = CoveredTableCell(valuetype="string")
    covered.addElement(P(text="under it"))
    found = cells(read(tmp_path, saved(sheet("s", row(wide, covered, "c")))))
    assert found == {"A1": "wide (comment: to be checked)", "C1": "c"}


def test_repeated_rows_and_cells_are_there_as_often(tmp_path: Path) -> None:
    rows = (
        row(cell("x", numbercolumnsrepeated=3), "y"),
        row(cell(numbercolumnsrepeated=16_384), numberrowsrepeated=1_000),
        row("same", numberrowsrepeated=2),
        row(cell(numbercolumnsrepeated=16_384), numberrowsrepeated=1_047_000),
    )
    found = cells(read(tmp_path, saved(sheet("s", *rows))))
    assert found == {"A1": "x", "B1": "x", "C1": "x", "D1": "y", "A1002": "same", "A1003": "same"}


def test_repetitions_do_not_explode(tmp_path: Path) -> None:
    bomb = row(cell("boom", numbercolumnsrepeated=16_384), numberrowsrepeated=1_000_000)
    tall = row("tall", numberrowsrepeated=1_048_000)
    started = time.thread_time()
    data = saved(sheet("s", bomb, tall, row("after")), sheet("t", row("b", "c")))
    parsed = parse_ods(given(tmp_path, data, "book.ods"))
    assert time.thread_time() - started < 20
    checked(parsed)
    assert parsed.text.count("boom") <= MAX_REPEATED + 16_384
    assert "A2048001" in cells(parsed) and cells(parsed, 2) == {"A1": "b", "B1": "c"}
    assert any("repeated up to row" in note for note in texts(parsed, "paragraph"))


def test_nothing_in_it(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        read(
            tmp_path, saved(sheet("s", row(cell(numbercolumnsrepeated=16_384), numberrowsrepeated=1_000_000)))
        )


def test_locked_files_say_so(tmp_path: Path) -> None:
    manifest = (
        b'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry>'
        b"<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
    )
    data = changed(
        saved(sheet("s", row("a"))), lambda n, old: manifest if n.endswith("manifest.xml") else old
    )
    with pytest.raises(EncryptedFileError):
        read(tmp_path, data)


def test_damaged_and_other_files_are_refused(tmp_path: Path) -> None:
    data = saved(sheet("s", *(row(f"words {number}") for number in range(500))))
    for bad in (b"", b"no zip", data[: len(data) // 2]):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, bad)
    for change in (b"", b"<a", b"<office:document-content/>"):
        with pytest.raises(IngestError):
            read(tmp_path, changed(data, lambda n, old, change=change: change if n == "content.xml" else old))
    text = OpenDocumentText()
    text.text.addElement(P(text="a letter"))
    out = io.BytesIO()
    text.write(out)
    with pytest.raises(UnreadableFileError) as caught:
        read(tmp_path, out.getvalue())
    assert ".odt" in caught.value.hint
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    with pytest.raises(UnreadableFileError):
        read(tmp_path, empty.getvalue())


def test_entities_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("top secret", encoding="utf-8")

    def change(name: str, old: bytes) -> bytes:
        if name != "content.xml":
            return old
        body = old.split(b"?>", 1)[1].replace(b"harmless", b"harmless &e;")
        return f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{secret}">]>'.encode() + body

    parsed = read(tmp_path, changed(saved(sheet("s", row("harmless"))), change))
    assert "harmless" in parsed.text and "secret" not in parsed.text
