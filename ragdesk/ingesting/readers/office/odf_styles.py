"""What the styles of an OpenDocument file say: which paragraphs are headings, how lists are marked."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.office.docx_numbers import written
from ragdesk.ingesting.readers.office.odf_text import STYLE, TEXT
from ragdesk.ingesting.readers.office.package import local

if TYPE_CHECKING:
    from lxml.etree import _Element

_DEEPEST = 20
_SHAPES = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


@dataclass(frozen=True, slots=True)
class Mark:
    """How a level of a list is marked. `shape` "": a bullet."""

    shape: str = ""
    before: str = ""
    after: str = "."
    start: int = 1


class OdfStyles:
    """Args: roots: content.xml and styles.xml, the nearer first."""

    def __init__(self, roots: Iterable["_Element"]) -> None:
        self._parents: dict[str, str] = {}
        self._levels: dict[str, int] = {}
        self._marks: dict[tuple[str, int], Mark] = {}
        for root in roots:
            for element in root.iter(f"{STYLE}style", f"{TEXT}list-style"):
                if local(element) == "style":
                    self._paragraph(element)
                else:
                    self._list(element)

    def level(self, name: str) -> int:
        """The heading level of a paragraph style; 0 for body text."""
        for _ in range(_DEEPEST):
            if name == "Title":
                return 1
            if name in self._levels:
                return self._levels[name]
            if name not in self._parents:
                break
            name = self._parents[name]
        return 0

    def mark(self, name: str, depth: int) -> Mark:
        return self._marks.get((name, depth), Mark())

    def _paragraph(self, style: "_Element") -> None:
        name = style.get(f"{STYLE}name") or ""
        level = style.get(f"{STYLE}default-outline-level") or ""
        if name in self._parents or style.get(f"{STYLE}family") != "paragraph":
            return
        self._parents[name] = style.get(f"{STYLE}parent-style-name") or ""
        if level.isdecimal() and 0 < int(level[:2]) < 11:
            self._levels[name] = int(level[:2])

    def _list(self, style: "_Element") -> None:
        name = style.get(f"{STYLE}name") or ""
        for level in style:
            if local(level) == "list-level-style-number":
                depth, start = level.get(f"{TEXT}level") or "1", level.get(f"{TEXT}start-value") or "1"
                mark = Mark(
                    _SHAPES.get(level.get(f"{STYLE}num-format") or "", ""),
                    level.get(f"{STYLE}num-prefix") or "",
                    level.get(f"{STYLE}num-suffix") or "",
                    int(start) if start.isdecimal() and len(start) < 6 else 1,
                )
                if depth.isdecimal() and len(depth) < 3:
                    self._marks.setdefault((name, int(depth) - 1), mark)


def number(mark: Mark, count: int) -> str:
    """What stands before the item that is the `count`-th (from 1) of its list."""
    if not mark.shape:
        return "-"
    return f"{mark.before}{written(mark.start + max(count, 1) - 1, mark.shape)}{mark.after or '.'}"
