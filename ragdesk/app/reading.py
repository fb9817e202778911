"""A document as a person leafs through it: page by page, with the passages that stand there, and where it came from.

A document of thousands of pages is never read whole: a page asks for its own chunks, and for the words of its own layout.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable

import numpy as np

from ragdesk.domain.documents import Chunk, Layout, SourceVersion
from ragdesk.domain.views import PlacedChunk, QuoteBox
from ragdesk.ingesting.layout import load_layout, quote_boxes
from ragdesk.storage.library import Library

# Layouts kept in memory: the document that a person leafs through, and the one before. 3,000 pages are some 40 MB.
CACHED_LAYOUTS = 2
# Lines no farther apart than this share of their height belong to one rectangle.
LINE_GAP = 1.5


class ReadingDesk:
    """What a person can look at in one document. Safe to use from several threads."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._layouts: OrderedDict[tuple[str, int], Layout] = OrderedDict()

    def pictured(self, document_id: str) -> list[int]:
        """The numbers of the pages that can be shown as pictures; none in a format without."""
        return [page.number for page in self._library.pages(document_id) if page.width]

    def page(self, document_id: str, number: int) -> list[PlacedChunk]:
        """The chunks that stand on a page or run over it, with the rectangles that they fill there."""
        layout = self._on_page(document_id, number)
        return [
            PlacedChunk(
                each, tuple(regions(quote_boxes(layout, each.char_start, each.char_end))) if layout else ()
            )
            for each in self._library.chunks_on_page(document_id, number)
        ]

    def passages(self, document_id: str, first: int, count: int) -> list[Chunk]:
        """`count` chunks from the ordinal `first` (0-based) on, as the index holds them."""
        return self._library.chunk_window(document_id, first, count)

    def versions(self, document_id: str) -> list[SourceVersion]:
        """The places where the document was found, and which version of their content it is."""
        return [
            SourceVersion(each.path, each.content_version, each.seen_at, each.problem)
            for each in self._library.sources_of(document_id)
        ]

    def sha256(self, document_id: str) -> str:
        """Of the document's file, in hexadecimal.

        Raises:
            UnknownIdError: it is no longer there.
        """
        return self._library.sha256(document_id)

    def _on_page(self, document_id: str, number: int) -> Layout | None:
        """The words of one page; None where the document has no layout, or no pictures."""
        if number not in self.pictured(document_id):
            return None
        whole = self._layout(document_id)
        if whole is None:
            return None
        rows = np.flatnonzero(whole.pages == number)
        return Layout(whole.spans[rows], whole.pages[rows], whole.boxes[rows])

    def _layout(self, document_id: str) -> Layout | None:
        stored = self._library.layout_bytes(document_id)
        if stored is None:
            return None
        key = (document_id, hash(stored))  # a document that was read anew has another
        with self._lock:
            if key in self._layouts:
                self._layouts.move_to_end(key)
                return self._layouts[key]
        layout = load_layout(stored)
        with self._lock:
            self._layouts[key] = layout
            while len(self._layouts) > CACHED_LAYOUTS:
                self._layouts.popitem(last=False)
        return layout


def regions(lines: Iterable[QuoteBox]) -> list[QuoteBox]:
    """Rectangles around lines, in reading order, that follow one another down a column. Words beside the column, and a new
    column, begin a new one."""
    found: list[QuoteBox] = []
    for line in lines:
        last = found[-1] if found else None
        if last is not None and _goes_on(last, line):
            found[-1] = QuoteBox(
                last.page,
                min(last.x0, line.x0),
                min(last.y0, line.y0),
                max(last.x1, line.x1),
                max(last.y1, line.y1),
            )
        else:
            found.append(line)
    return found


def _goes_on(above: QuoteBox, line: QuoteBox) -> bool:
    height = max(line.y1 - line.y0, 1.0)
    overlaps = line.x0 < above.x1 and line.x1 > above.x0
    return (
        line.page == above.page
        and overlaps
        and above.y0 - height <= line.y0
        and line.y0 - above.y1 <= LINE_GAP * height
    )
