"""Headings of Word documents whose writers used no heading styles: short bold lines, the larger the higher."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.office.docx_parts import ParagraphStyle, Styles
from ragdesk.ingesting.readers.office.docx_text import on, own_text, qn

if TYPE_CHECKING:
    from lxml.etree import _Element

LONGEST = 90
# Half points, as Word counts; what it takes where nothing is said.
_USUAL = 20


class LookedHeadings:
    """Args: paragraphs: those of the body that may be headings. Where any has a heading style, looks count for nothing."""

    def __init__(self, paragraphs: Iterable["_Element"], styles: Styles) -> None:
        self._styles = styles
        self._sizes: list[int] = []
        sizes: set[int] = set()
        for paragraph in paragraphs:
            style = styles.of(paragraph)
            if style.level and not style.title:
                return
            if size := self._size(paragraph, style):
                sizes.add(size)
        self._sizes = sorted(sizes, reverse=True)

    def level(self, paragraph: "_Element", style: ParagraphStyle) -> int:
        """1 to 6, or 0 where it does not look like a heading."""
        size = self._size(paragraph, style) if self._sizes else 0
        return min(self._sizes.index(size) + 1, 6) if size in self._sizes else 0

    def _size(self, paragraph: "_Element", style: ParagraphStyle) -> int:
        """The size of a short paragraph that is all bold; 0 for any other."""
        runs = [
            run for run in paragraph.iter(qn("r")) if any(part.text for part in run.iterchildren(qn("t")))
        ]
        visible = [run for run in runs if own_text(run).text.strip()]
        if not visible or style.numbering[0] not in ("", "0"):
            return 0
        if not all(
            on(run, "rPr/w:b") or (style.bold and run.find(f"{qn('rPr')}/{qn('b')}") is None)
            for run in visible
        ):
            return 0
        text = own_text(paragraph).text.strip()
        if (
            len(text) > LONGEST
            or "\n" in text
            or text.endswith((".", ",", ";", ":", "!"))
            or not any(map(str.isalpha, text))
        ):
            return 0
        size = visible[0].find(f"{qn('rPr')}/{qn('sz')}")
        half_points = (size.get(qn("val")) or "") if size is not None else ""
        return (
            int(half_points) if half_points.isdecimal() and 0 < len(half_points) < 5 else style.size or _USUAL
        )
