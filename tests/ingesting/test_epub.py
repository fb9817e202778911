"""Books: the order of the spine, headings, copy protection."""

import io
import zipfile
from pathlib import Path

import pytest
from flowing import changed, check, given, texts

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.readers.office.epub import parse_epub

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
OPF = """<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>The Book</dc:title><dc:creator>A. Uthor</dc:creator><dc:creator>B. Writer</dc:creator>
<dc:language>en</dc:language></metadata>
<manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="b" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="c" href="css/s.css" media-type="text/css"/></manifest>
<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>"""
NAV = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><nav><ol>'
    '<li><a href="text/one.xhtml">One</a></li><li><a href="text/two%20b.xhtml#x">Part two</a></li></ol></nav></body></html>'
)
ONE = (
    '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x.js"/></head>'
    '<body><h1>Chapter one</h1><p>It began&#160;early.<a id="p1"/></p><ul><li>tea</li></ul></body></html>'
)
TWO = "<html><head><title>t</title></head><body><p>It ended late.</p><table><tr><td>a</td></tr><tr><td>b</td></tr></table></body>"
MEMBERS = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "OEBPS/book.opf": OPF,
    "OEBPS/nav.xhtml": NAV,
    "OEBPS/text/one.xhtml": ONE,
    "OEBPS/text/two b.xhtml": TWO,
}


def book(members: dict[str, str | bytes] | None = None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**MEMBERS, **(members or {})}.items():
            archive.writestr(name, content)
    return out.getvalue()


def read(folder: Path, data: bytes) -> Parsed:
    return check(parse_epub(given(folder, data, "a.epub")))


def test_chapters_in_their_order(tmp_path: Path) -> None:
    parsed = read(tmp_path, book())
    assert texts(parsed) == [
        "# Chapter one", "It began early.", "- tea", "# Part two", "It ended late.", "| a |\n|---|\n| b |",
    ]  # fmt: skip
    assert parsed.title == "The Book" and parsed.kind == "book" and not parsed.paged
    assert ("author", "A. Uthor, B. Writer") in parsed.properties


def test_encodings(tmp_path: Path) -> None:
    two = '<?xml version="1.0" encoding="windows-1251"?>' + TWO.replace("It ended late.", "Конец")
    assert "Конец" in read(tmp_path, book({"OEBPS/text/two b.xhtml": two.encode("cp1251")})).text


def test_copy_protection_is_told_from_scrambled_fonts(tmp_path: Path) -> None:
    def encryption(algorithm: str, name: str) -> str:
        return (
            '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">'
            f'<enc:EncryptedData><enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData>'
            f'<enc:CipherReference URI="{name}"/></enc:CipherData></enc:EncryptedData></encryption>'
        )

    fonts = encryption("http://www.idpf.org/2008/embedding", "OEBPS/f.otf")
    assert "early" in read(tmp_path, book({"META-INF/encryption.xml": fonts})).text
    locked = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/text/one.xhtml")
    with pytest.raises(EncryptedFileError, match="DRM"):
        read(tmp_path, book({"META-INF/encryption.xml": locked}))


def test_a_missing_chapter_is_named(tmp_path: Path) -> None:
    data = changed(book(), lambda name, data: None if name.endswith("one.xhtml") else data)
    parsed = read(tmp_path, data)
    assert dict(parsed.properties)["missing chapters"] == "OEBPS/text/one.xhtml"
    assert "It ended late." in parsed.text


def test_refused(tmp_path: Path) -> None:
    whole = book()
    for data in (b"", b"no zip", whole[: len(whole) // 2], book({"OEBPS/book.opf": "<package>"})):
        with pytest.raises(UnreadableFileError):
            read(tmp_path, data)
    blank = {
        "OEBPS/text/one.xhtml": "<html/>",
        "OEBPS/text/two b.xhtml": "<html/>",
        "OEBPS/nav.xhtml": "<html/>",
    }
    with pytest.raises(EmptyFileError):
        read(tmp_path, book(dict(blank)))


@pytest.mark.parametrize("seed", range(20))
def test_damage_anywhere_never_escapes(tmp_path: Path, seed: int) -> None:
    broken = bytearray(book())
    for step in range(3):
        broken[(seed * 7919 + step * 104_729) % len(broken)] ^= 0x11 + seed
    try:
        read(tmp_path, bytes(broken))
    except IngestError as error:
        assert "a.epub" in error.message
