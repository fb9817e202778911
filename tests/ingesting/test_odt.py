"""OpenDocument texts and presentations."""

import io
import zipfile
from pathlib import Path

import pytest
from flowing import changed, check, given, texts
from odf import dc, draw, office, style, table, text
from odf.opendocument import OpenDocument, OpenDocumentPresentation, OpenDocumentText

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.readers.office.odt import parse_odt


def saved(document: OpenDocument) -> bytes:
    out = io.BytesIO()
    document.write(out)
    return out.getvalue()


def read(folder: Path, data: bytes, name: str = "a.odt", password: str = "") -> Parsed:
    return check(parse_odt(given(folder, data, name, password)))


def paragraph(words: str, **more: object) -> object:
    return text.P(text=words, **more)


def letter() -> OpenDocument:
    document = OpenDocumentText()
    document.meta.addElement(dc.Title(text="A letter"))
    numbered = text.ListStyle(name="Numbers")
    numbered.addElement(text.ListLevelStyleNumber(level="1", numformat="1", numsuffix=")"))
    document.automaticstyles.addElement(numbered)
    heading = text.H(outlinelevel=2, text="Rules")
    with_note = paragraph("As stated")
    note = text.Note(id="n1", noteclass="footnote")
    note.addElement(text.NoteCitation(text="1"))
    body = text.NoteBody()
    body.addElement(paragraph("In the annex."))
    note.addElement(body)
    with_note.addElement(note)  # type: ignore[attr-defined]
    with_note.addText(" before")  # type: ignore[attr-defined]
    with_note.addElement(text.S(c=3))  # type: ignore[attr-defined]
    with_note.addElement(text.Span(text="all."))  # type: ignore[attr-defined]
    outer, numbers = text.List(), text.List(stylename="Numbers")
    for words in ("one", "two"):
        item = text.ListItem()
        item.addElement(paragraph(words))
        outer.addElement(item)
    inner, deeper = text.List(), text.ListItem()
    deeper.addElement(paragraph("deeper"))
    inner.addElement(deeper)
    item.addElement(inner)
    for words in ("first", "second"):
        step = text.ListItem()
        step.addElement(paragraph(words))
        numbers.addElement(step)
    grid = table.Table(name="T")
    for row in (("a", "b"), ("c|d", "e")):
        line = table.TableRow()
        for words in row:
            cell = table.TableCell()
            cell.addElement(paragraph(words))
            line.addElement(cell)
        grid.addElement(line)
    for element in (heading, with_note, outer, paragraph("Between"), numbers, grid):
        document.text.addElement(element)
    return document


def test_text(tmp_path: Path) -> None:
    parsed = read(tmp_path, saved(letter()))
    assert parsed.text == (
        "## Rules\n\nAs stated[^1] before all.\n\n[^1]: In the annex.\n\n- one\n- two\n  - deeper\n\nBetween\n\n"
        "1) first\n2) second\n\n| a | b |\n| --- | --- |\n| c\\|d | e |"
    )
    assert parsed.title == "A letter" and parsed.kind == "document" and not parsed.paged


def test_titles_deleted_text_and_contents(tmp_path: Path) -> None:
    document = OpenDocumentText()
    document.styles.addElement(style.Style(name="Title", family="paragraph"))
    document.automaticstyles.addElement(style.Style(name="P1", family="paragraph", parentstylename="Title"))
    contents = text.TableOfContent(name="C")
    body = text.IndexBody()
    body.addElement(paragraph("Rules ..... 3"))
    contents.addElement(body)
    section = text.Section(name="S")
    section.addElement(paragraph("In a section"))
    boxed = paragraph("Beside")
    frame, inside = draw.Frame(), draw.TextBox()
    inside.addElement(paragraph("In a box"))
    frame.addElement(inside)
    boxed.addElement(frame)  # type: ignore[attr-defined]
    said = office.Annotation()
    said.addElement(dc.Creator(text="R. Viewer"))
    said.addElement(paragraph("Really?"))
    boxed.addElement(said)  # type: ignore[attr-defined]
    for element in (contents, paragraph("The title", stylename="P1"), section, boxed):
        document.text.addElement(element)
    region = (
        b"<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted words</text:p></text:deletion>"
        b"</text:changed-region></text:tracked-changes>"
    )
    data = changed(saved(document), lambda _, data: data.replace(b"<office:text>", b"<office:text>" + region))
    assert b"deleted words" in zipfile.ZipFile(io.BytesIO(data)).read("content.xml")
    found = texts(read(tmp_path, data))
    assert found == [
        "# The title", "In a section", "Beside", "In a box", "# Comments", "- (R. Viewer) Really? — on “Beside”",
    ]  # fmt: skip


def test_presentation(tmp_path: Path) -> None:
    document = OpenDocumentPresentation()
    layout = style.PageLayout(name="L")
    document.automaticstyles.addElement(layout)
    master = style.MasterPage(name="M", pagelayoutname=layout)
    document.masterstyles.addElement(master)
    for number, title in enumerate(("Start", ""), 1):
        page = draw.Page(name=f"p{number}", masterpagename=master)
        for words, kind, top in (
            ("lower", "outline", "9cm"),
            ("upper", "outline", "50mm"),
            (title, "title", "1cm"),
        ):
            frame = draw.Frame(x="1cm", y=top, width="9cm", height="3cm")
            frame.setAttrNS("urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "class", kind)
            box = draw.TextBox()
            box.addElement(paragraph(words))
            frame.addElement(box)
            page.addElement(frame)
        document.presentation.addElement(page)
    parsed = read(tmp_path, saved(document), "a.odp")
    assert texts(parsed) == ["## Start", "upper", "lower", "## Slide 2", "upper", "lower"]
    assert parsed.paged and len(parsed.pages) == 2 and parsed.kind == "presentation"


def test_repeated_cells_do_not_explode(tmp_path: Path) -> None:
    document = OpenDocumentText()
    grid, line = table.Table(name="T"), table.TableRow(numberrowsrepeated=1_000_000)
    cell = table.TableCell(numbercolumnsrepeated=1_000_000)
    cell.addElement(paragraph("x"))
    line.addElement(cell)
    grid.addElement(line)
    document.text.addElement(grid)
    assert len(read(tmp_path, saved(document)).text) < 10_000


def test_refused(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, saved(OpenDocumentText()))
    whole = saved(letter())
    for data in (b"", b"not a zip", whole[: len(whole) // 2]):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, data)

    def lock(name: str, data: bytes) -> bytes:
        if name != "META-INF/manifest.xml":
            return data
        return data.replace(b"</manifest:manifest>", b"<manifest:encryption-data/></manifest:manifest>")

    with pytest.raises(EncryptedFileError):
        read(tmp_path, changed(whole, lock))


@pytest.mark.parametrize("seed", range(20))
def test_damage_anywhere_never_escapes(tmp_path: Path, seed: int) -> None:
    def flip(name: str, content: bytes) -> bytes:
        broken = bytearray(content)
        if name.endswith(".xml"):
            broken[seed * 7919 % len(broken)] ^= 0x11 + seed
        return bytes(broken)

    try:
        read(tmp_path, changed(saved(letter()), flip))
    except IngestError as error:
        assert "a.odt" in error.message


def test_the_hostile_set(evals: Path, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        read(tmp_path, (evals / "hostile/office-broken/testODTnotaZipFile.odt").read_bytes())
