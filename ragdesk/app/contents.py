"""What is in a document, as a person leafs through it: its pages with the passages that stand there, its parts, its sources.

A document of thousands of pages is never read whole: a page asks for its own chunks, and for the words of its own layout.
"""

import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import numpy as np

from ragdesk.app.runtime import Current
from ragdesk.domain.documents import Document, DocumentState, Layout, SourceVersion
from ragdesk.domain.errors import Problem, UnknownIdError
from ragdesk.domain.sources import name_in
from ragdesk.domain.views import FoundWords, PageWord, PlacedChunk, QuoteBox
from ragdesk.ingesting.drawing import PageDrawer
from ragdesk.ingesting.layout import load_layout, quote_boxes
from ragdesk.ingesting.readers.version import INGEST_VERSION

# Layouts kept in memory: the document that a person leafs through, and the one before. 3,000 pages are some 40 MB.
CACHED_LAYOUTS = 2
# Lines no farther apart than this share of their height belong to one rectangle.
LINE_GAP = 1.5
# Characters of a page's text that are shown in the place of its picture.
PAGE_CHARS = 100_000
# Words of a page that can be selected; characters that are looked for; places where they stand that are marked.
PAGE_WORDS, WANTED_CHARS, FOUND_PLACES = 20_000, 200, 500


class Contents:
    """What a person can look at in a document. Safe to use from several threads."""

    def __init__(self, current: Current) -> None:
        self._current = current
        self._drawer = PageDrawer()
        self._lock = threading.Lock()
        self._layouts: OrderedDict[tuple[str, int], Layout] = OrderedDict()

    def pictured(self, document_id: str) -> list[int]:
        """The numbers of the pages that can be shown as pictures; none in a format without."""
        return [page.number for page in self._current.shelves.pages(document_id) if page.width]

    def page_size(self, document_id: str, number: int) -> tuple[float, float]:
        """Width and height of a page in points.

        Raises:
            UnknownIdError: no such document or page, or a format without pages.
        """
        library = self._current.shelves
        document = library.document(document_id)
        page = next((page for page in library.pages(document_id) if page.number == number), None)
        if page is None or not document.paged or not page.width:
            raise UnknownIdError(
                "{file} has no picture of page {page}.",
                "Read its text instead.",
                file=document.name,
                page=number,
            )
        return page.width, page.height

    def page_picture(self, document_id: str, number: int, dpi: int = 110) -> bytes:
        """A page of a PDF as PNG. Errors as for `page_size` and `PageDrawer.draw`."""
        self.page_size(document_id, number)
        memory_mb = self._current.settings.ingest.parser_memory_mb
        return self._drawer.draw(self._current.shelves.original(document_id), number, dpi, memory_mb)

    def page_text(self, document_id: str, number: int) -> str:
        """What stands on a page, for whom its picture cannot be shown. Errors as for `page_size`."""
        self.page_size(document_id, number)
        library = self._current.shelves
        page = next(page for page in library.pages(document_id) if page.number == number)
        return library.text(document_id)[page.char_start : page.char_end][:PAGE_CHARS].strip()

    def page(self, document_id: str, number: int) -> list[PlacedChunk]:
        """The chunks that stand on a page or run over it, with the rectangles that they fill there."""
        layout = self._on_page(document_id, number)
        return [
            PlacedChunk(
                chunk,
                tuple(regions(quote_boxes(layout, chunk.char_start, chunk.char_end))) if layout else (),
            )
            for chunk in self._current.library.chunks.on_page(document_id, number)
        ]

    def versions(self, document_id: str) -> list[SourceVersion]:
        """The places where the document was found, and which version of their content it is."""
        return [
            SourceVersion(source.path, source.content_version, source.seen_at, source.problem)
            for source in self._current.library.sources.of_document(document_id)
        ]

    def parts(self, document_id: str) -> list[tuple[str, str | None, Problem | None]]:
        """The files inside of a document's file: (name, its document or None, why it was not read or None)."""
        return [
            (name_in(part.path, part.container), part.document_id, part.problem)
            for part in self._current.library.sources.parts(document_id)
        ]

    def thread(self, document_id: str) -> list[Document]:
        """The messages of an email's thread that are in the library, itself included, oldest first; empty for others."""
        library = self._current.library
        thread = dict(library.document(document_id).properties).get("thread")
        if not thread:
            return []
        messages = [each for each in library.documents.all() if dict(each.properties).get("thread") == thread]
        return sorted(messages, key=_sent)

    def sha256(self, document_id: str) -> str:
        """Of the document's file, in hexadecimal.

        Raises:
            UnknownIdError: it is no longer there.
        """
        return self._current.shelves.sha256(document_id)

    def states(self, documents: Sequence[Document]) -> dict[str, DocumentState]:
        """What is not as it should be, by document; those that are not named are well. The gravest comes first."""
        library = self._current.library
        states = {
            document.id: DocumentState("outdated", Problem("An older RAGDesk read it: read it anew."))
            for document in documents
            if document.ingest_version < INGEST_VERSION
        }
        by_words = Problem("Found by its words alone until its vectors have been made anew.")
        states |= dict.fromkeys(library.needs_reencoding(), DocumentState("words", by_words))
        problems = library.sources.all_problems()
        unread = Counter(part.parent_id for part in problems if part.parent_id and not part.document_id)
        states |= {
            parent: DocumentState(
                "partial", Problem("{number:,} of the files inside could not be read.", number=number)
            )
            for parent, number in unread.items()
        }
        states |= {
            source.document_id: DocumentState(
                "problem", Problem("What lies there now could not be read: {why}", why=source.problem)
            )
            for source in problems
            if source.document_id
        }
        return states

    def words(self, document_id: str, number: int) -> list[PageWord]:
        """The words of a page, in reading order; none where it has no picture. Raises UnknownIdError: no such document."""
        layout, text = self._on_page(document_id, number), self._current.shelves.text(document_id)
        if layout is None:
            return []
        return [
            PageWord(text[start:end], QuoteBox(number, *map(float, box)))
            for (start, end), box in zip(layout.spans[:PAGE_WORDS].tolist(), layout.boxes, strict=False)
        ]

    def find(self, document_id: str, words: str) -> FoundWords:
        """Where these words follow one another in a document with pictures of its pages, whatever their case and what marks of
        Markdown stand between them.

        Raises:
            UnknownIdError: no such document.
        """
        layout = self._layout(document_id) if self.pictured(document_id) else None
        parts = words[:WANTED_CHARS].split()
        if layout is None or not parts:
            return FoundWords(0, ())
        wanted = re.compile(r"[\s*_#|`]{1,20}".join(map(re.escape, parts)), re.IGNORECASE)
        count, places = 0, list[tuple[QuoteBox, ...]]()
        for match in wanted.finditer(self._current.shelves.text(document_id)):
            boxes = tuple(quote_boxes(layout, *match.span())) if len(places) < FOUND_PLACES else ()
            places += [boxes] if boxes else []
            count += bool(boxes) or len(places) >= FOUND_PLACES
        return FoundWords(count, tuple(places))

    def clear(self) -> None:
        """Forget the layouts in memory, and end the process that draws."""
        self._drawer.close()
        with self._lock:
            self._layouts.clear()

    def _on_page(self, document_id: str, number: int) -> Layout | None:
        """The words of one page; None where the document has no layout, or no pictures."""
        if number not in self.pictured(document_id):
            return None
        layout = self._layout(document_id)
        if layout is None:
            return None
        rows = np.flatnonzero(layout.pages == number)
        return Layout(layout.spans[rows], layout.pages[rows], layout.boxes[rows])

    def _layout(self, document_id: str) -> Layout | None:
        stored = self._current.shelves.layout_bytes(document_id)
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
    areas: list[QuoteBox] = []
    for line in lines:
        last = areas[-1] if areas else None
        if last is not None and _goes_on(last, line):
            areas[-1] = QuoteBox(
                last.page,
                min(last.x0, line.x0),
                min(last.y0, line.y0),
                max(last.x1, line.x1),
                max(last.y1, line.y1),
            )
        else:
            areas.append(line)
    return areas


def _goes_on(above: QuoteBox, line: QuoteBox) -> bool:
    height = max(line.y1 - line.y0, 1.0)
    overlaps = line.x0 < above.x1 and line.x1 > above.x0
    return (
        line.page == above.page
        and overlaps
        and above.y0 - height <= line.y0
        and line.y0 - above.y1 <= LINE_GAP * height
    )


def _sent(document: Document) -> datetime:
    """When an email was sent; the beginning of time where it does not say."""
    try:
        sent = datetime.fromisoformat(dict(document.properties).get("date", ""))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return sent if sent.tzinfo else sent.replace(tzinfo=UTC)
