"""Books (.epub) → `Parsed`: the chapters in the order in which the book states them, each read as the HTML that it is."""

import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EncryptedFileError, mark
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.flow import FlowWriter
from ragdesk.ingesting.readers.office.package import local, open_archive, reading, xml
from ragdesk.ingesting.readers.text.plain import decode
from ragdesk.text.clean import clean, one_line

if TYPE_CHECKING:
    from lxml.etree import _Element

DAMAGED = mark("{file} is damaged, or not a EPUB book.")
CONTAINER = "META-INF/container.xml"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PROPERTIES = (
    "publisher",
    "date",
    "language",
    "identifier",
    "subject",
    "rights",
    "description",
    "missing chapters",
)
_READ = ("application/xhtml+xml", "text/html", "text/x-oeb1-document", "application/x-dtbook+xml")
# Fonts may be scrambled by these; that is no protection of the text.
_FONT_SCRAMBLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
# XML closes any element with "/>"; HTML reads such a <title/> or <script/> as opened, and swallows what follows.
_CLOSED = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([A-Za-z][\w:-]*)(\s[^<>]*)?/>",
    re.I,
)
_HEADED = re.compile(r"<h[1-6][\s>]", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_DECLARED = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{2,40})[\"']")


@dataclass(frozen=True, slots=True)
class _BookFile:
    """A file of the book: its name in the archive."""

    name: str
    type: str
    properties: str


def parse_epub(source: InputFile) -> Parsed:
    """Raises EncryptedFileError (copy protection), EmptyFileError, TooLargeError, UnreadableFileError."""
    with open_archive(source, DAMAGED) as archive, reading(source, DAMAGED):
        opf = _package_name(archive)
        package = xml(archive.read(opf))
        items = dict(_items(package, posixpath.dirname(opf)))
        chapters = [items[key] for key in _spine(package) if key in items]
        _check_protection(archive, source, {chapter.name for chapter in chapters})
        labels = _labels(archive, items.values())
        out, names, missing = FlowWriter(), set(archive.namelist()), list[str]()
        for chapter in chapters:
            if chapter.type in _READ and "nav" not in chapter.properties.split():
                if chapter.name in names:
                    _chapter(
                        out, _source(archive.read(chapter.name), chapter.name), labels.get(chapter.name, "")
                    )
                else:
                    missing.append(chapter.name)
        metadata = [
            (e.tag, e.text or "") for e in package.iter() if isinstance(e.tag, str) and e.tag.startswith(_DC)
        ]
        title = next((text for tag, text in metadata if tag == f"{_DC}title" and text.strip()), "")
        authors = ", ".join(one_line(text) for tag, text in metadata if tag == f"{_DC}creator")
        properties = [(tag.removeprefix(_DC), text) for tag, text in metadata]
        properties.append(("missing chapters", ", ".join(missing)))
        return out.parsed(
            source,
            "book",
            title,
            [("author", authors), *(pair for pair in properties if pair[0] in _PROPERTIES)],
        )


def _package_name(archive: zipfile.ZipFile) -> str:
    """The .opf: as the container says, or the only one there is."""
    names = archive.namelist()
    if CONTAINER in names:
        for element in xml(archive.read(CONTAINER)).iter():
            name = unquote(element.get("full-path") or "") if local(element) == "rootfile" else ""
            if name in names:
                return name
    return next(name for name in names if name.lower().endswith(".opf"))


def _items(package: "_Element", folder: str) -> Iterator[tuple[str, _BookFile]]:
    for element in package.iter():
        if local(element) == "item":
            yield (
                element.get("id") or "",
                _BookFile(
                    _join(folder, element.get("href") or ""),
                    (element.get("media-type") or "").lower(),
                    element.get("properties") or "",
                ),
            )


def _join(folder: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0])))


def _spine(package: "_Element") -> list[str]:
    """The ids of the chapters in their order, each once."""
    keys = (element.get("idref") or "" for element in package.iter() if local(element) == "itemref")
    return list(dict.fromkeys(keys))


def _check_protection(archive: zipfile.ZipFile, source: InputFile, chapters: set[str]) -> None:
    name = "META-INF/encryption.xml"
    if name not in archive.namelist():
        return
    for data in xml(archive.read(name)).iter():
        if local(data) != "EncryptedData":
            continue
        inside = {local(element): element for element in data.iter()}
        method, reference = inside.get("EncryptionMethod"), inside.get("CipherReference")
        scrambled = method is not None and method.get("Algorithm") in _FONT_SCRAMBLING
        if not scrambled and reference is not None and _join("", reference.get("URI") or "") in chapters:
            raise EncryptedFileError(
                "{file} is copy-protected (DRM), so that its text cannot be read.",
                "No password opens it here: use a copy without copy protection.",
                file=source.name,
            )


def _labels(archive: zipfile.ZipFile, items: Iterable[_BookFile]) -> dict[str, str]:
    """What the table of contents calls each file (the first entry that leads to it)."""
    from selectolax.lexbor import LexborHTMLParser

    labels: dict[str, str] = {}
    names = set(archive.namelist())
    for item in items:
        folder = posixpath.dirname(item.name)
        if item.name not in names:
            continue
        if "nav" in item.properties.split():
            tree = LexborHTMLParser(_source(archive.read(item.name), item.name))
            for link in tree.css("nav a[href]"):
                labels.setdefault(_join(folder, link.attributes.get("href") or ""), one_line(link.text()))
        elif item.type == "application/x-dtbncx+xml":
            for point in xml(archive.read(item.name)).iter():
                if local(point) == "navPoint":
                    inside = {local(element): element for element in point}
                    label, content = inside.get("navLabel"), inside.get("content")
                    if label is not None and content is not None:
                        words = one_line("".join(str(text) for text in label.itertext()))
                        labels.setdefault(_join(folder, content.get("src") or ""), words)
    return labels


def _chapter(out: FlowWriter, source: str, label: str) -> None:
    if label and not _HEADED.search(source):
        body = source[max(source.lower().find("<body"), 0) :][:4_000]
        if not one_line(_TAG.sub(" ", body)).lower().startswith(label.lower()):
            out.heading(label, 1)
    out.html(source)


def _source(data: bytes, name: str) -> str:
    """A chapter as an HTML parser understands it."""
    declared = _DECLARED.match(data)
    try:
        text = clean(data.decode(declared[1].decode("ascii") if declared else "utf-8-sig"))
    except (LookupError, UnicodeDecodeError):
        text = decode(data, name)
    return _CLOSED.sub(r"<\1\2></\1>", text)
