"""The words of a text frame of a slide, paragraph by paragraph, and which of them are list items: a slide mostly leaves that to
its layout and its master."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.office.docx_numbers import written
from ragdesk.ingesting.readers.office.package import local

if TYPE_CHECKING:
    from lxml.etree import _Element
    from pptx.shapes.base import BaseShape
    from pptx.slide import Slide

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
LEVELS = 9
_SHAPES = {
    "arabic": "decimal",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
}
_ENDS = {"Period": ("", "."), "ParenR": ("", ")"), "ParenBoth": ("(", ")"), "Plain": ("", "")}


def words(paragraph: "_Element") -> str:
    """The text of one paragraph (or of all that is in an element); line breaks are "\\n"."""
    texts = []
    for part in paragraph.iter():
        name = local(part)
        if name == "t":
            texts.append(part.text or "")
        elif name == "br" or (name == "p" and texts):
            texts.append("\n")
        elif name == "tab":
            texts.append(" ")
    return "".join(texts)


def styles(shape: "BaseShape", slide: "Slide") -> list["_Element"]:
    """Where the bullets of a shape's paragraphs may be set, the nearest first."""
    list_styles: list[_Element] = []
    holder: object = shape
    while holder is not None:
        body = holder.element.find(f"{P}txBody") if hasattr(holder, "element") else None
        list_styles.extend(body.iterchildren(f"{A}lstStyle") if body is not None else ())
        holder = getattr(holder, "_base_placeholder", None)
    if shape.is_placeholder:
        texts = slide.slide_layout.slide_master.element.find(f"{P}txStyles")
        list_styles.extend(texts.iterchildren(f"{P}bodyStyle") if texts is not None else ())
    return list_styles


def paragraphs(body: "_Element", inherited: Sequence["_Element"]) -> Iterator[tuple[str, int, str]]:
    """(text, depth, mark) of each paragraph that says something; the mark is "" where it is no list item."""
    counts = [0] * LEVELS
    for paragraph in body.iterchildren(f"{A}p"):
        text = words(paragraph)
        if not text.strip():
            continue
        properties = paragraph.find(f"{A}pPr")
        depth = (
            int(properties.get("lvl", "0"))
            if properties is not None and properties.get("lvl", "0") in tuple("012345678")
            else 0
        )
        bullet = _bullet(properties, depth, inherited)
        counts[depth + 1 :] = [0] * (LEVELS - depth - 1)
        if bullet is None or local(bullet) == "buNone":
            counts[depth] = 0
            yield text, depth, ""
        elif local(bullet) == "buAutoNum":
            start = bullet.get("startAt", "1")
            first = int(start) if start.isdecimal() and len(start) < 6 else 1
            counts[depth] = counts[depth] + 1 if counts[depth] else first
            yield text, depth, _number(counts[depth], bullet.get("type", "arabicPeriod"))
        else:
            yield text, depth, "-"


def _bullet(properties: "_Element | None", depth: int, inherited: Sequence["_Element"]) -> "_Element | None":
    levels = [properties, *(style.find(f"{A}lvl{depth + 1}pPr") for style in inherited)]
    for level in levels:
        for element in level if level is not None else ():
            if local(element) in ("buNone", "buAutoNum", "buChar", "buBlip"):
                return element
    return None


def _number(count: int, kind: str) -> str:
    for name, shape in _SHAPES.items():
        if kind.startswith(name):
            before, after = _ENDS.get(kind.removeprefix(name), ("", "."))
            return before + written(count, shape) + after
    return f"{count}."
