"""Word documents: what is read of them, in which order, and how damaged, locked and lying ones are refused."""

import io
from pathlib import Path

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from flowing import changed, check, given, texts
from msoffcrypto.format.ooxml import OOXMLFile

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import (
    EmptyFileError,
    EncryptedFileError,
    IngestError,
    TooLargeError,
    UnreadableFileError,
)
from ragdesk.ingesting.readers.office.docx import parse_docx

MACRO = "application/vnd.ms-word.document.macroEnabled.main+xml"
PLAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def saved(document: object) -> bytes:
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def read(folder: Path, data: bytes, name: str = "a.docx", password: str = "") -> Parsed:
    return check(parse_docx(given(folder, data, name, password)))


def add(document: object, xml: str) -> None:
    """Put an element at the end of the body."""
    body = document.element.body  # type: ignore[attr-defined]
    body.insert(len(body) - 1, parse_xml(xml))


def paragraph(inner: str) -> str:
    return f"<w:p {nsdecls('w')}>{inner}</w:p>"


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def test_body_in_its_order(tmp_path: Path) -> None:
    document = Document()
    document.add_heading("Cleaning", 1)
    document.add_paragraph("Before the table.")
    table = document.add_table(rows=3, cols=2)
    for row, pair in zip(
        table.rows, (("Step", "What"), ("1", "Rinse | wipe"), ("2", "Dry\nwell")), strict=True
    ):
        for one, text in zip(row.cells, pair, strict=True):
            one.text = text
    document.add_heading("Rinsing", 2)
    document.add_paragraph("Water", style="List Bullet")
    document.add_paragraph("Soap", style="List Bullet")
    document.add_paragraph("First", style="List Number")
    document.add_paragraph("Second", style="List Number")
    document.core_properties.title = "Cleaning of vessels"
    document.core_properties.author = "Q. Unit"
    parsed = read(tmp_path, saved(document))
    assert parsed.text == (
        "# Cleaning\n\nBefore the table.\n\n| Step | What |\n| --- | --- |\n| 1 | Rinse \\| wipe |\n| 2 | Dry<br>well |\n\n"
        "## Rinsing\n\n- Water\n- Soap\n1. First\n2. Second"
    )
    assert [b.kind for b in parsed.blocks] == ["heading", "paragraph", "table", "heading"] + ["list_item"] * 4
    assert parsed.title == "Cleaning of vessels"
    assert ("author", "Q. Unit") in parsed.properties
    assert not parsed.paged and len(parsed.pages) == 1


def test_merged_cells_come_once_and_inner_tables_become_text(tmp_path: Path) -> None:
    document = Document()
    table = document.add_table(rows=3, cols=3)
    table.cell(0, 0).merge(table.cell(0, 1)).text = "Wide"
    table.cell(1, 0).merge(table.cell(2, 0)).text = "Tall"
    inner = table.cell(1, 1).add_table(rows=1, cols=2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "in", "side"
    table.cell(2, 2).text = "end"
    parsed = read(tmp_path, saved(document))
    assert parsed.text.count("Wide") == parsed.text.count("Tall") == 1
    assert "in / side" in parsed.text
    assert len({line.count("|") for line in parsed.text.split("\n")}) == 1


def test_changes_links_controls_boxes(tmp_path: Path) -> None:
    document = Document()
    add(
        document,
        paragraph(
            run("Keep ")
            + f"<w:ins>{run('inserted ')}</w:ins>"
            + "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        ),
    )
    add(
        document,
        paragraph(
            f"<w:hyperlink>{run('a link')}</w:hyperlink>{run(' and ')}<w:smartTag>{run('a tag')}</w:smartTag>"
        ),
    )
    add(
        document,
        f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p>{run('In a control')}</w:p></w:sdtContent></w:sdt>",
    )
    add(document, paragraph("<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>" + run("seen")))
    box = f"<w:txbxContent><w:p>{run('In a box')}</w:p></w:txbxContent>"
    add(
        document,
        f'<w:p {nsdecls("w")} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:r>'
        f'<mc:AlternateContent><mc:Choice Requires="wps">{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback>'
        f"</mc:AlternateContent></w:r>{run('Beside the box')}</w:p>",
    )
    found = texts(read(tmp_path, saved(document)))
    assert found == [
        "Keep inserted",
        "a link and a tag",
        "In a control",
        "seen",
        "Beside the box",
        "In a box",
    ]


def test_comments_come_last(tmp_path: Path) -> None:
    document = Document()
    first = document.add_paragraph("Heat to 80 °C.")
    document.add_comment(first.runs, text="Why not 90?", author="R. Viewer")
    document.add_paragraph("Let it cool.")
    parsed = read(tmp_path, saved(document))
    assert texts(parsed) == [
        "Heat to 80 °C.",
        "Let it cool.",
        "# Comments",
        "- (R. Viewer) Why not 90? — on “Heat to 80 °C.”",
    ]
    assert parsed.title == "a"


def test_footnotes_follow_their_paragraph(tmp_path: Path) -> None:
    document = Document()
    add(document, paragraph(run("As required") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run(".")))
    document.add_paragraph("Next.")
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    notes = (
        f'<w:footnotes {nsdecls("w")}><w:footnote w:type="separator" w:id="0"><w:p>{run("no")}</w:p></w:footnote>'
        f'<w:footnote w:id="2"><w:p>{run("By the pharmacopoeia.")}</w:p></w:footnote></w:footnotes>'
    )

    def change(name: str, content: bytes) -> bytes:
        if name == "word/_rels/document.xml.rels":
            relation = f'<Relationship Id="rIdF" Type="{kind}" Target="footnotes.xml"/></Relationships>'
            return content.replace(b"</Relationships>", relation.encode())
        return content

    parsed = read(tmp_path, changed(saved(document), change, {"word/footnotes.xml": notes.encode()}))
    assert texts(parsed) == ["As required[^2].", "[^2]: By the pharmacopoeia.", "Next."]


def test_headings_are_seen_by_their_looks_where_no_style_says_so(tmp_path: Path) -> None:
    document = Document()
    for text, size in (("Field book", 20), ("Equipment", 16), ("", 0), ("Flight", 16)):
        if text:
            part = document.add_paragraph().add_run(text)
            part.bold, part.font.size = True, size * 12_700
        else:
            document.add_paragraph("A sentence with words in it.")
    parsed = read(tmp_path, saved(document))
    assert [(b.level, b.title) for b in parsed.blocks if b.level] == [
        (1, "Field book"),
        (2, "Equipment"),
        (2, "Flight"),
    ]
    assert parsed.title == "Field book"


def test_headings_carry_their_numbers(tmp_path: Path) -> None:
    document = Document()
    numbering = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="{text}"/></w:lvl>'
        for at, text in enumerate(("%1", "%1.%2"))
    )
    numbering.insert(
        0, parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="99">{levels}</w:abstractNum>')
    )
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="99"><w:abstractNumId w:val="99"/></w:num>'))
    for text, level in (("Scope", 1), ("Use", 1), ("Daily", 2), ("Weekly", 2), ("End", 1)):
        heading = document.add_heading(text, level)
        properties = heading._p.get_or_add_pPr()
        properties.append(
            parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level - 1}"/><w:numId w:val="99"/></w:numPr>')
        )
    found = [b.title for b in read(tmp_path, saved(document)).blocks]
    assert found == ["1 Scope", "2 Use", "2.1 Daily", "2.2 Weekly", "3 End"]


def test_templates_macros_and_strict_files_are_the_same_format(tmp_path: Path) -> None:
    document = Document()
    document.add_heading("Same", 1)
    document.add_paragraph("The same text.")
    plain = saved(document)
    macro = changed(plain, lambda name, data: data.replace(PLAIN.encode(), MACRO.encode()))

    def strict(name: str, data: bytes) -> bytes:
        for word in (b"wordprocessingml", b"officeDocument", b"drawingml"):
            old = b"http://schemas.openxmlformats.org/" + word + b"/2006/"
            data = data.replace(old, b"http://purl.oclc.org/ooxml/" + word + b"/")
        return data

    expected = read(tmp_path, plain).text
    for data, name in ((macro, "a.docm"), (changed(plain, strict), "a.docx")):
        assert read(tmp_path, data, name).text == expected


def test_references_to_what_is_not_there_do_no_harm(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("Text that stays.")
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"

    def change(name: str, content: bytes) -> bytes | None:
        if name == "word/_rels/document.xml.rels":
            more = f'<Relationship Id="rIdX" Type="{kind}" Target="NULL"/></Relationships>'
            return content.replace(b"</Relationships>", more.encode())
        return None if name in ("docProps/core.xml", "docProps/thumbnail.jpeg") else content

    parsed = read(tmp_path, changed(saved(document), change))
    assert parsed.text == "Text that stays." and parsed.title == "a" and not parsed.properties


def test_embedded_files_are_handed_out(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("See the attachment.")
    inside = saved(document)
    data = changed(inside, lambda name, data: data, {"word/embeddings/inner.docx": inside})
    parsed = read(tmp_path, data)
    assert [part.name for part in parsed.parts] == ["inner.docx"]
    assert parsed.parts[0].path is not None and parsed.parts[0].path.read_bytes() == inside


def test_password(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("Locked words.")
    locked = io.BytesIO()
    OOXMLFile(io.BytesIO(saved(document))).encrypt("geheim", locked)
    for password, said in (("", "needs a password"), ("wrong", "does not open")):
        with pytest.raises(EncryptedFileError, match=said) as caught:
            read(tmp_path, locked.getvalue(), password=password)
        assert "--password" in caught.value.hint
    assert read(tmp_path, locked.getvalue(), password="geheim").text == "Locked words."


def test_bombs_are_refused_before_they_unfold(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("x")
    bomb = changed(saved(document), lambda name, data: data, {"word/big.xml": b"\0" * 401_000_000})
    with pytest.raises(TooLargeError):
        read(tmp_path, bomb)


def test_entities_are_not_resolved(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the secret")
    document = Document()
    document.add_paragraph("Visible MARK")

    def change(name: str, data: bytes) -> bytes:
        if name != "word/document.xml":
            return data
        entity = f'<!DOCTYPE w:document [<!ENTITY x SYSTEM "{(tmp_path / "secret.txt").as_uri()}"><!ENTITY y "boom">]>'
        head, _, rest = data.partition(b"?>")
        return head + b"?>" + entity.encode() + rest.replace(b"MARK", b"&x;&y;")

    parsed = read(tmp_path, changed(saved(document), change))
    assert parsed.text == "Visible"


def test_empty_and_broken_files(tmp_path: Path) -> None:
    with pytest.raises(EmptyFileError):
        read(tmp_path, saved(Document()))
    whole = saved(Document())
    for data in (
        b"",
        b"words",
        whole[: len(whole) // 2],
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600,
        b"PK\x05\x06" + b"\0" * 18,
    ):
        with pytest.raises(UnreadableFileError) as caught:
            read(tmp_path, data)
        assert "a.docx" in caught.value.message and caught.value.hint.endswith(".")


@pytest.mark.parametrize("seed", range(40))
def test_damage_anywhere_never_escapes(tmp_path: Path, seed: int) -> None:
    """A byte changed here and there, in the file and in its main part."""
    document = Document()
    document.add_heading("Words", 1)
    document.add_table(rows=2, cols=2).cell(0, 0).text = "cell"
    data = saved(document)
    at = seed * 7919

    def flip(content: bytes) -> bytes:
        broken = bytearray(content)
        for step in range(3):
            broken[(at + step * 104_729) % len(broken)] ^= 0x15 + seed
        return bytes(broken)

    broken = (
        flip(data)
        if seed % 2
        else changed(data, lambda n, c: flip(c) if n.endswith(("t.xml", ".rels", "s.xml")) else c)
    )
    try:
        read(tmp_path, broken)
    except IngestError as error:
        assert "a.docx" in error.message


def test_the_hostile_set(evals: Path, tmp_path: Path) -> None:
    hostile = evals / "hostile"
    parsed = read(tmp_path, (hostile / "office-odd/testAltChunkHTML.docx").read_bytes())
    assert "emphasized word" in parsed.text and "table" in [b.kind for b in parsed.blocks]
    parsed = read(tmp_path, (hostile / "office-odd/test_recursive_embedded.docx").read_bytes())
    assert parsed.text.strip() == "embed_0" and [part.name for part in parsed.parts] == ["embed1.zip"]
    assert "Heading Level 1" in read(tmp_path, (hostile / "wrong/really_a_docx.pdf").read_bytes()).text
    for name in (
        "office-broken/testWORD_truncated.docx",
        "office-legacy/testWORD6.doc",
        "wrong/really_a_pdf.docx",
    ):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, (hostile / name).read_bytes())


def test_a_real_procedure(evals: Path, tmp_path: Path) -> None:
    path = next((evals / "sop/appn").glob("*.docx"))
    parsed = read(tmp_path, path.read_bytes(), path.name)
    headings = [b.title for b in parsed.blocks if b.kind == "heading"]
    assert headings[0] == "APPN-GOBI M350 FIELDBOOK" and "EQUIPMENT" in headings
    assert sum(b.kind == "list_item" for b in parsed.blocks) > 90
    # Every word of the body is there.
    for one in Document(str(path)).paragraphs:
        for word in one.text.split():
            assert word in parsed.text or not word.isalnum(), word


def test_charts_become_tables(tmp_path: Path) -> None:
    document = Document()
    chart = "http://schemas.openxmlformats.org/drawingml/2006/chart"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    add(
        document,
        paragraph(
            f'<w:r><w:drawing><c:chart xmlns:c="{chart}" xmlns:r="{relations}" r:id="rIdC"/></w:drawing></w:r>'
        ),
    )
    part = (
        f'<c:chartSpace xmlns:c="{chart}"><c:chart><c:plotArea><c:ser><c:tx><c:v>Cold</c:v></c:tx>'
        '<c:cat><c:pt idx="0"><c:v>May</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>4.5</c:v></c:pt></c:val>'
        "</c:ser></c:plotArea></c:chart></c:chartSpace>"
    )

    def change(name: str, content: bytes) -> bytes:
        if name == "word/_rels/document.xml.rels":
            relation = f'<Relationship Id="rIdC" Type="{relations}/chart" Target="charts/chart1.xml"/></Relationships>'
            return content.replace(b"</Relationships>", relation.encode())
        return content

    parsed = read(tmp_path, changed(saved(document), change, {"word/charts/chart1.xml": part.encode()}))
    assert texts(parsed) == ["|  | Cold |\n| --- | --- |\n| May | 4.5 |"]
