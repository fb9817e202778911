"""What a workbook's package holds beside the cells: its sheets' names and places, merged cells, comments, text in shapes.

XML is read by local names: strict and transitional files differ in namespaces only.
"""

import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from ragdesk.ingesting.readers.office.package import BLOCK, local, xml
from ragdesk.ingesting.readers.writer import cell_text

if TYPE_CHECKING:
    from lxml.etree import _Element

# A, 1, XFD, 1048576: what a cell can be called; more is no place in any sheet.
_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_MERGED = re.compile(
    rb'<(?:\w+:)?mergeCell\s[^>]{0,100}?ref="([A-Za-z]{1,3})(\d{1,7}):([A-Za-z]{1,3})(\d{1,7})"'
)
# Longer than any match of the above.
_OVERLAP = 200
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_THREADED = "[Threaded comment]"
_NOT_CELLS = ("chartsheet", "dialogsheet")


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """`number` is its place, 1-based, chart sheets counted; `related`: (kind, path) of the parts that hang on it."""

    number: int
    name: str
    hidden: bool
    path: str
    related: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Workbook:
    """Where the parts are; "" where there is none."""

    sheets: tuple[WorkbookSheet, ...]
    strings: str
    styles: str
    mac_epoch: bool


def open_package(archive: zipfile.ZipFile) -> Workbook | None:
    """None where there is no workbook made of XML in it."""
    names = {
        info.filename.replace("\\", "/").lstrip("/").lower(): info.filename for info in archive.infolist()
    }
    root_parts = _related(archive, names, "")
    workbook = next((path for kind, path in root_parts.values() if kind == "officeDocument"), "")
    workbook = workbook or names.get("xl/workbook.xml", "")
    if not workbook or not workbook.lower().endswith(".xml"):
        return None
    root = xml(archive.read(workbook))
    if local(root) != "workbook":
        return None
    parts = _related(archive, names, workbook)
    by_kind = dict(parts.values())
    listed = (
        element
        for child in root
        if local(child) == "sheets"
        for element in child
        if local(element) == "sheet"
    )
    setting = next((child for child in root if local(child) == "workbookPr"), None)
    return Workbook(
        sheets=tuple(_sheets(archive, names, parts, listed)),
        strings=by_kind.get("sharedStrings", ""),
        styles=by_kind.get("styles", ""),
        mac_epoch=setting is not None and setting.get("date1904") in ("1", "true"),
    )


def _sheets(
    archive: zipfile.ZipFile,
    names: dict[str, str],
    parts: dict[str, tuple[str, str]],
    listed: Iterable["_Element"],
) -> Iterator[WorkbookSheet]:
    for number, element in enumerate(listed, 1):
        index = next((str(v) for k, v in element.items() if k.endswith("relationships}id")), "")
        kind, path = parts.get(index, ("", ""))
        if kind not in _NOT_CELLS:
            hidden = element.get("state") in ("hidden", "veryHidden")
            related = tuple(_related(archive, names, path).values()) if path else ()
            yield WorkbookSheet(number, element.get("name", ""), hidden, path, related)


def _related(archive: zipfile.ZipFile, names: dict[str, str], part: str) -> dict[str, tuple[str, str]]:
    """The relationships of a part ("": of the package): ID → kind and path. What is outside or missing is left out."""
    folder, _, file = part.replace("\\", "/").rpartition("/")
    member = names.get(posixpath.join(folder, "_rels", f"{file}.rels").lstrip("/").lower())
    if member is None:
        return {}
    related: dict[str, tuple[str, str]] = {}
    for relationship in xml(archive.read(member)):
        if relationship.get("TargetMode") == "External":
            continue
        target = posixpath.normpath(
            posixpath.join("/", folder, relationship.get("Target", "").replace("\\", "/"))
        )
        path = names.get(target.lstrip("/").lower())
        if path is not None:
            related[relationship.get("Id", "")] = (relationship.get("Type", "").rpartition("/")[2], path)
    return related


def place_of(reference: str | None) -> tuple[int, int] | None:
    """(row, column) of "B12", 0-based; None where that is no cell."""
    match = _PLACE.fullmatch(reference or "")
    return (int(match[2]) - 1, _column(match[1])) if match else None


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def rich_text(element: "_Element") -> str:
    """The text of a string with runs; phonetic runs are left out."""
    pieces: list[str] = []
    for child in element:
        if local(child) == "t":
            pieces.append(child.text or "")
        elif local(child) == "r":
            pieces.extend(run_part.text or "" for run_part in child if local(run_part) == "t")
    return unescaped("".join(pieces))


def unescaped(text: str) -> str:
    """Characters that XML cannot hold are written "_x000D_"."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def sheet_comments(archive: zipfile.ZipFile, sheet: WorkbookSheet) -> dict[int, dict[int, str]]:
    """Comments by row and column, as table text. Of one with answers, older programs keep a copy, which is left out."""
    texts_of: dict[tuple[int, int], list[str]] = {}
    for wanted_kind in ("threadedComment", "comments"):
        for kind, path in sheet.related:
            if kind != wanted_kind:
                continue
            for place, text in _comments(xml(archive.read(path))):
                if not (text.startswith(_THREADED) and place in texts_of):
                    texts_of.setdefault(place, []).append(text)
    comments: dict[int, dict[int, str]] = {}
    for (row, column), texts in texts_of.items():
        comments.setdefault(row, {})[column] = cell_text("\n".join(texts))
    return comments


def _comments(root: "_Element") -> Iterator[tuple[tuple[int, int], str]]:
    for element in root.iter("{*}comment", "{*}threadedComment"):
        place = place_of(element.get("ref"))
        for child in element:
            if local(child) == "text" and place is not None:
                text = (rich_text(child) or child.text or "").strip()
                if text:
                    yield place, text


def drawn_texts(archive: zipfile.ZipFile, sheet: WorkbookSheet) -> list[str]:
    """The text of each shape that lies on the sheet."""
    shape_texts: list[str] = []
    for kind, path in sheet.related:
        if kind != "drawing":
            continue
        for body in xml(archive.read(path)).iter("{*}txBody"):
            if any(local(above) == "Fallback" for above in body.iterancestors()):
                continue
            lines = ("".join(t.text or "" for t in p.iter("{*}t")) for p in body.iterchildren("{*}p"))
            shape_texts.append("\n".join(line for line in lines if line.strip()))
    return shape_texts


@dataclass(slots=True)
class Covered:
    """The cells that merged ones hide, asked row by row, downwards."""

    _ranges: list[tuple[int, int, int, int]]
    _active: list[tuple[int, int, int, int]] = field(default_factory=list)

    @classmethod
    def read(cls, file: IO[bytes]) -> "Covered":
        """They are listed after the cells; so they are looked for beforehand, without parsing the whole."""
        ranges: set[tuple[int, int, int, int]] = set()
        tail = b""
        while block := file.read(BLOCK):
            data = tail + block
            for left, top, right, bottom in _MERGED.findall(data):
                ranges.add((int(top) - 1, int(bottom) - 1, _column(left.decode()), _column(right.decode())))
            tail = data[-_OVERLAP:]
        return cls(sorted(ranges, reverse=True))

    def columns(self, row: int) -> list[tuple[int, int]]:
        """(first, last) columns of the row that show nothing of their own."""
        while self._ranges and self._ranges[-1][0] <= row:
            self._active.append(self._ranges.pop())
        if not self._active:
            return []
        self._active = [merged for merged in self._active if merged[1] >= row]
        return [(left + (top == row), right) for top, _, left, right in self._active]
