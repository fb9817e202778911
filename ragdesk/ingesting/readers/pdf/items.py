"""Rows of a region → paragraphs, list items and tables; and the running heads that are left out.

Whether an item is a heading is decided later, when the whole document's type sizes are known (`pdf_headings`).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.grid import Table
from ragdesk.ingesting.readers.pdf.order import TextRow, rows
from ragdesk.ingesting.readers.pdf.tables import MARKER
from ragdesk.ingesting.readers.pdf.words import PageWords, WordRun
from ragdesk.text.clean import alphanumerics

_PAGE_NUMBER = re.compile(
    r"(?:page|seite|s\.|p\.)?[\s\-–—|]*(?:(?P<figures>\d{1,4})|[ivxlc]{1,6}|[A-Z]-?\d{1,3})(?:\s*(?:of|von|/)\s*\d{1,4})?[\s\-–—|]*",
    re.I,
)
_ENDS = (".", "!", "?", ":", ";", "。", "！", "？", "؟")
# A line at the edge of a page: its text with digits made "#", and its type size in whole points.
Head = tuple[str, int]
_BULLETS = "•◦▪●○■□☐❑❒–—-*➢✓►‣⁃∙·"


@dataclass(slots=True)
class PageItem:
    """A paragraph or list item: its lines, in one style. `marked` where it begins with a list mark, `opens` where
    it is the first of its column."""

    lines: list[list[WordRun]]
    size: float
    bold: bool
    marked: bool
    page: int
    opens: bool = False

    @property
    def text(self) -> str:
        return " ".join(run.text for line in self.lines for run in line)


@dataclass(frozen=True, slots=True)
class Running:
    """Running heads as keys (digits made "#"), and by how much printed page numbers differ from the pages' own."""

    keys: frozenset[str]
    offsets: frozenset[int]


def running_heads(pages: Sequence[PageWords]) -> Running:
    """What stands at the top or bottom of many pages: on a fifth of them, and on three at least; on two where
    there are but two or three pages. Printed page numbers count up with the pages, wherever they stand."""
    keys: Counter[str] = Counter()
    offsets: Counter[int] = Counter()
    for page in pages:
        lines = rows(page.runs)
        keys.update({_key(row) for row, _ in _edge_rows(lines, page)})
        numbers = (_count(row.text) for row in _outer_rows(lines))
        offsets.update({number - page.number for number in numbers if number is not None})
    least = (
        max(calibration.LEAST_REPEATS, calibration.REPEATED * len(pages))
        if len(pages) > calibration.FEW_PAGES
        else 2.0
    )
    return Running(
        frozenset(key for key, count in keys.items() if count >= least and key.strip("# -–—|/")),
        frozenset(offset for offset, count in offsets.items() if count >= least),
    )


def _count(text: str) -> int | None:
    """The number of a line that is nothing but a page number in figures: these count up."""
    found = _PAGE_NUMBER.fullmatch(text)
    return int(found["figures"]) if found and found["figures"] else None


def repeated_heads(pages: Sequence[PageWords]) -> frozenset[Head]:
    """What stands at the edge of the pages after the first: on two of the next few, or on the only one that there is."""
    later = pages[1 : 1 + calibration.HEADED_PAGES]
    counts = Counter(
        each for page in later for each in {_head(row) for row, _ in _edge_rows(rows(page.runs), page)}
    )
    return frozenset(each for each, count in counts.items() if count >= min(2, len(later)))


def head(text: str, size: float) -> Head:
    """A line as a running head: its text (digits made "#"), and its size to the point."""
    return _digits(text), round(size)


def _head(row: TextRow) -> Head:
    return head(row.text, _style(row)[0])


def _key(row: TextRow) -> str:
    return _digits(row.text)


def _digits(text: str) -> str:
    return re.sub(r"\d+", "#", text.lower())


def _edge_rows(lines: Sequence[TextRow], page: PageWords) -> list[tuple[TextRow, bool]]:
    """The rows in the margins at the page's top and bottom, and whether each is the outermost there. The first and
    last row count wherever they stand: pages made from web pages end in the middle of the sheet."""
    reach = calibration.MARGIN * (page.bottom - page.top)
    count = len(lines)
    edge = []
    for index, row in enumerate(lines):
        above, below = (
            index < calibration.MARGIN_ROWS and row.y1 < page.top + reach,
            row.y0 > page.bottom - reach,
        )
        outer = index in (0, count - 1)
        if outer or above or (below and index >= count - calibration.MARGIN_ROWS):
            edge.append((row, outer))
    return edge


def _outer_rows(lines: Sequence[TextRow]) -> list[TextRow]:
    """The two rows at the page's top and at its bottom, wherever they stand: below a page's number may be its source."""
    return [*lines[:2], *lines[2:][-2:]]


def strip_running(page: PageWords, running: Running, seen: set[str]) -> tuple[list[WordRun], list[WordRun]]:
    """The page's runs and strays without page numbers and running heads. The first showing of a head stays: a
    procedure's number often stands nowhere else. `seen` collects the heads and stamps shown so far."""
    dropped: set[int] = set()
    reach = calibration.MARGIN * (page.bottom - page.top)
    lines = rows(page.runs)
    for row, outer in _edge_rows(lines, page):
        key = _key(row)
        in_margin = row.y1 < page.top + reach or row.y0 > page.bottom - reach
        is_number = outer and in_margin and _PAGE_NUMBER.fullmatch(row.text) is not None
        if is_number or (key in running.keys and key in seen):
            dropped.update(map(id, row.runs))
        elif key in running.keys:
            seen.add(key)
    for row in _outer_rows(lines):
        if (number := _count(row.text)) is not None and number - page.number in running.offsets:
            dropped.update(map(id, row.runs))
    strays = [run for run in page.strays if run.text not in seen]
    seen.update(run.text for run in strays)
    runs = [run for run in page.runs if id(run) not in dropped] if dropped else page.runs
    return runs, strays


def items(
    elements: Sequence[TextRow | Table], page: int, titles: Collection[str]
) -> Iterator[PageItem | Table]:
    """Paragraphs and list items from the rows between the tables. `titles` are the outline's entries for this
    page, as alphanumerics: a line that is one stands alone."""
    stretch: list[TextRow] = []
    for element in elements:
        if isinstance(element, Table):
            yield from _paragraphs(stretch, page, titles)
            stretch = []
            element.page = page
            yield element
        else:
            stretch.append(element)
    yield from _paragraphs(stretch, page, titles)


def _paragraphs(lines: Sequence[TextRow], page: int, titles: Collection[str]) -> Iterator[PageItem]:
    if not lines:
        return
    right = max(line.x1 for line in lines)
    gaps = [after.y0 - before.y1 for before, after in pairwise(lines)]
    pitch = median(gaps) if gaps else 0.0
    item: PageItem | None = None
    previous: TextRow | None = None
    for line in lines:
        size, bold = _style(line)
        if (
            item is None
            or previous is None
            or _breaks(item, previous, line, size, bold, right, pitch, titles)
        ):
            if item is not None:
                yield item
            item = PageItem([line.runs], size, bold, _is_marked(line), page, opens=previous is None)
        else:
            item.lines.append(line.runs)
        previous = line
    if item is not None:
        yield item


def _style(line: TextRow) -> tuple[float, bool]:
    runs = line.runs
    longest = max(runs, key=lambda run: sum(len(word.text) for word in run.words))
    # A bullet is seldom bold; it does not speak for its line.
    bold = all(run.bold for run in runs if any(map(str.isalnum, run.text))) and longest.bold
    return longest.size, bold


def _is_marked(line: TextRow) -> bool:
    first = line.runs[0].words[0].text
    return MARKER.fullmatch(first) is not None and len(line.text) > len(first) and first not in ("A", "I")


def _breaks(
    item: PageItem,
    previous: TextRow,
    line: TextRow,
    size: float,
    bold: bool,
    right: float,
    pitch: float,
    titles: Collection[str],
) -> bool:
    """Does a new paragraph begin with `line`?"""
    height = max(line.y1 - line.y0, 1.0)
    gap = line.y0 - previous.y1
    if (
        gap > max(pitch, 0.0) + calibration.PARAGRAPH_GAP * height
        or gap < -calibration.BACKWARDS * height
        or abs(size - item.size) > calibration.SAME_SIZE * item.size
    ):
        return True
    if bold != item.bold or _is_marked(line) or _ends_list(item, previous, line, height, right):
        return True
    if titles and (alphanumerics(line.text) in titles or alphanumerics(previous.text) in titles):
        return True
    short = previous.x1 < right - max(
        calibration.SHORT_SHARE * (right - previous.x0), calibration.SHORT_HEIGHTS * height
    )
    before, after = previous.text, line.text
    # A numbered heading stands alone over its text, which begins below the number; what belongs to a list item hangs.
    hangs = item.marked and not (
        len(item.lines) == 1 and line.x0 < previous.x0 + calibration.OUTDENT * height
    )
    if short and (before.endswith(_ENDS) or (not hangs and _room_left(previous, line, right))):
        return not after[:1].islower()
    indented = line.x0 > previous.x0 + calibration.INDENT * height and len(item.lines) > 1
    return indented and before.endswith(_ENDS)


def _ends_list(item: PageItem, previous: TextRow, line: TextRow, height: float, right: float) -> bool:
    """Does the line begin left of an item's mark, with no need to, or below the mark after lines that hung beside it? A list
    that is read from right to left has its marks elsewhere."""
    first = item.lines[0]
    mark = first[0].x0
    if not item.marked or mark > min(run.x0 for run in first):
        return False
    if line.x0 < mark - calibration.OUTDENT * height and len(item.lines) == 1:
        # A paragraph whose first line is indented goes on there when that line is full.
        return _room_left(previous, line, right) and not line.text[:1].islower()
    hung = len(item.lines) > 1 and previous.x0 > mark + calibration.OUTDENT * height
    return hung and line.x0 < mark + calibration.OUTDENT * height


def _room_left(previous: TextRow, line: TextRow, right: float) -> bool:
    """Would the next line's first word have fitted on this one? Then the break was meant."""
    first = line.runs[0].words[0]
    return previous.x1 + (first.x1 - first.x0) + calibration.SPACE * (line.y1 - line.y0) < right


def is_bullet(text: str) -> bool:
    """A mark that only says "an item begins here" and has no letter or number of its own."""
    return len(text) == 1 and (text in _BULLETS or text == "o")
