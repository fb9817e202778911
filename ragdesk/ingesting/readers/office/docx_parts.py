"""What a Word document keeps beside its body: styles, footnotes, endnotes, comments, and chunks of other formats."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.docx_hidden import Hiding
from ragdesk.ingesting.readers.office.docx_text import ParagraphText, on, own_text, qn
from ragdesk.ingesting.readers.office.drawn import chart, diagram
from ragdesk.ingesting.readers.office.flow import FlowWriter
from ragdesk.ingesting.readers.office.package import xml

if TYPE_CHECKING:
    from docx.document import Document
    from lxml.etree import _Element

_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEADING = re.compile(r"heading ([1-9])")
_CONTENTS = re.compile(r"toc(?: \d| heading)?|table of figures|toa heading")
_CODE = re.compile(r"html preformatted|source code|code(?: block)?|macro(?: text)?|plain code")
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a paragraph's style, or the paragraph itself, says. `level` 0: not a heading. `contents`: a line of a table of
    contents. `size` in half points, 0 where it says nothing. `numbering`: (numId, ilvl) as written, "" where it says nothing."""

    level: int = 0
    contents: bool = False
    code: bool = False
    numbering: tuple[str, str] = ("", "")
    title: bool = False
    bold: bool = False
    size: int = 0


class Styles:
    """The paragraph styles, each with what it inherits."""

    def __init__(self, document: "Document") -> None:
        self._elements: dict[str, _Element] = {}
        self._known: dict[str, ParagraphStyle] = {}
        self._default = ""
        for style in document.part.styles.element.iterchildren(qn("style")):
            name = style.get(qn("styleId")) or ""
            if style.get(qn("type"), "paragraph") == "paragraph":
                self._elements[name] = style
                if style.get(qn("default")) in ("1", "true", "on"):
                    self._default = name

    def of(self, paragraph: "_Element") -> ParagraphStyle:
        properties = paragraph.find(qn("pPr"))
        if properties is None:
            return self._named(self._default)
        style = self._named(_value(properties, "pStyle") or self._default)
        level = _value(properties, "outlineLvl")
        own_numbering = _numbering(properties)
        numbering = (own_numbering[0] or style.numbering[0], own_numbering[1] or style.numbering[1])
        return replace(style, level=_level(level) if level else style.level, numbering=numbering)

    def _named(self, name: str) -> ParagraphStyle:
        if name not in self._known:
            self._known[name] = self._settled(name)
        return self._known[name]

    def _settled(self, name: str) -> ParagraphStyle:
        level, contents, code, title, bold, size = -1, False, False, False, False, 0
        numbering = ("", "")
        for _ in range(_DEEPEST):
            style = self._elements.get(name)
            if style is None:
                break
            label = _value(style, "name").lower()
            heading = _HEADING.fullmatch(label)
            outline = _value(style, f"pPr/{qn('outlineLvl')}")
            contents = contents or bool(_CONTENTS.fullmatch(label))
            code = code or bool(_CODE.fullmatch(label))
            if level < 0 and (outline or heading or label == "title"):
                level = int(heading[1]) if heading else 1 if label == "title" else _level(outline)
            inherited = _numbering(style.find(qn("pPr")))
            title = title or label == "title"
            bold = bold or on(style, "rPr/w:b")
            points = _value(style, f"rPr/{qn('sz')}")
            size = size or (int(points) if points.isdecimal() and len(points) < 5 else 0)
            numbering = (numbering[0] or inherited[0], numbering[1] or inherited[1])
            name = _value(style, "basedOn")
        return ParagraphStyle(max(level, 0), contents, code, numbering, title, bold, size)


def _value(element: "_Element", path: str) -> str:
    child = element.find(qn(path))
    return (child.get(qn("val")) or "") if child is not None else ""


def _level(outline: str) -> int:
    """1 to 6 for a heading, 0 for body text."""
    return min(int(outline) + 1, 6) if outline in tuple("012345678") else 0


def _numbering(properties: "_Element | None") -> tuple[str, str]:
    numbering = properties.find(qn("numPr")) if properties is not None else None
    return ("", "") if numbering is None else (_value(numbering, "numId"), _value(numbering, "ilvl"))


class Notes:
    """Footnotes, endnotes and comments by their ids."""

    def __init__(self, document: "Document", hiding: Hiding) -> None:
        self._foot = dict(_texts(document, "footnotes", "footnote", hiding))
        self._comments = dict(_texts(document, "comments", "comment", hiding))
        self.ends = [f"[^e{key}]: {text}" for key, text in _texts(document, "endnotes", "endnote", hiding)]

    def texts(self, piece: ParagraphText) -> Iterator[str]:
        """The notes that hang on a paragraph. Each comes once: two references to one note do not double it."""
        for key in piece.footnotes:
            if text := self._foot.pop(key, ""):
                yield f"[^{key}]: {text}"

    def comments(self, piece: ParagraphText) -> Iterator[str]:
        """The comments on a paragraph, each once."""
        for key in piece.comments:
            if text := self._comments.pop(key, ""):
                yield text


def _texts(document: "Document", part: str, tag: str, hiding: Hiding) -> Iterator[tuple[str, str]]:
    for relation in document.part.rels.values():
        if relation.is_external or relation.reltype != f"{_RELATION}/{part}":
            continue
        root = xml(relation.target_part.blob)
        hiding.mark(root)
        for note in root.iterchildren(qn(tag)):
            if note.get(qn("type"), "normal") == "normal":
                words = [own_text(paragraph).text for paragraph in note.iter(qn("p"))]
                text = "\n".join(word.strip() for word in words if word.strip())
                author = note.get(qn("author"))
                if text:
                    yield note.get(qn("id")) or "", f"({author}) {text}" if author else text


def drawn_of(document: "Document", key: str, out: FlowWriter) -> None:
    """Write a chart as its title and a table, a diagram as a list."""
    relation = document.part.rels.get(key)
    if relation is None or relation.is_external:
        return
    root = xml(relation.target_part.blob)
    title, rows = chart(root)
    out.paragraph(title)
    out.table(rows)
    for text in diagram(root):
        out.item(text)


def chunk_of(document: "Document", element: "_Element", out: FlowWriter, source: InputFile) -> None:
    """Write what an altChunk brings along, where it is HTML or text; hand it out as a part where it is anything else."""
    relation = document.part.rels.get(element.get(f"{{{_RELATION}}}id") or "")
    if relation is None or relation.is_external:
        return
    part = relation.target_part
    name = str(part.partname).rpartition("/")[2]
    if "html" in part.content_type or name.lower().endswith((".html", ".htm", ".xhtml")):
        from ragdesk.ingesting.readers.text.html import decode_html

        out.html(decode_html(part.blob, name))
    elif part.content_type == "text/plain" or name.lower().endswith(".txt"):
        from ragdesk.ingesting.readers.text.plain import decode

        for paragraph in re.split(r"\n\s*\n", decode(part.blob, name)):
            out.paragraph(paragraph)
    else:
        source.unpacked.add(name, [part.blob])
