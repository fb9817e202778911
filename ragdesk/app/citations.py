"""What a person sees of a cited place: whether it is still there, the pages with the words on them, the cells of a sheet, the
pieces of a message.

It knows where things stand, and nothing of how they look.
"""

import re
from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ragdesk.app.runtime import Current
from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document, Layout
from ragdesk.domain.errors import StoreError, UnknownIdError
from ragdesk.domain.views import MailView, QuoteBox, SheetRow, SheetView
from ragdesk.ingesting.layout import load_layout, quote_boxes
from ragdesk.ingesting.readers.mail.quotes import is_marked, roles
from ragdesk.ingesting.readers.sheet.sheets import column_name

# As ingesting/readers/mail/message.py writes a message: its subject, the lines of its header, its body, what is attached.
_HEAD = re.compile(r"\A#[^\n]*(?:\n\n(?P<lines>(?:(?:From|To|Cc|Date): [^\n]*(?:\n|\Z))+))?")
_FIELD = re.compile(r"^(From|To|Cc|Date): ([^\n]*)$", re.MULTILINE)
_ATTACHED = re.compile(r"\n\n## Attachments\n(?:\n- [^\n]*)+\Z")
# A quote that runs over more rows of a sheet than this is shown by its first ones; a table by this many columns.
MAX_ROWS, MAX_COLUMNS = 200, 40

Indices = NDArray[np.intp]
SourceState = Literal["unchanged", "changed", "removed", "away"]


class Citations:
    """What a person can see of the place that a citation names. Safe to use from several threads."""

    def __init__(self, current: Current) -> None:
        self._current = current

    def state(self, citation: Citation) -> SourceState:
        """Whether the cited document is still there, and still says at that place what was quoted; "away": the storage of the
        shared library that may hold it does not answer."""
        library = self._current.shelves
        try:
            text = library.text(library.document(citation.document_id).id)
        except UnknownIdError:
            return "removed"
        except StoreError:
            if citation.library:
                return "away"
            raise
        return "unchanged" if text[citation.char_start : citation.char_end] == citation.quote else "changed"

    def span(self, citation: Citation) -> tuple[int, int] | None:
        """Where the quote stands in the document as it is now, in characters; None: nowhere. Of several places the one that
        is nearest to where it stood.

        Raises:
            UnknownIdError: the document is no longer in the library.
        """
        library = self._current.shelves
        text = library.text(library.document(citation.document_id).id)
        start, end, quote = citation.char_start, citation.char_end, citation.quote
        if text[start:end] == quote:
            return start, end
        found = [at for at in (text.rfind(quote, 0, start + len(quote)), text.find(quote, start)) if at >= 0]
        if not quote or not found:
            return None
        nearest = min(found, key=lambda at: abs(at - start))
        return nearest, nearest + len(quote)

    def successors(self, citation: Citation) -> list[Document]:
        """The documents that are in the library under the name of the cited one, which is not."""
        documents = self._current.library.documents.all()
        return [document for document in documents if document.name == citation.document]

    def page_sizes(self, document_id: str) -> list[tuple[float, float]]:
        """Width and height of each page in points, from page 1 on; empty for a document without pictures of its pages.

        Raises:
            UnknownIdError: no such document.
        """
        library = self._current.shelves
        if not library.document(document_id).paged:
            return []
        sizes = [(page.width, page.height) for page in library.pages(document_id)]
        return sizes if all(width and height for width, height in sizes) else []

    def boxes(self, document_id: str, start: int, end: int) -> list[QuoteBox]:
        """Where the words of [start, end) stand on their pages, one box a line; empty for formats without pages."""
        layout = self._layout(document_id) if self.page_sizes(document_id) else None
        return quote_boxes(layout, start, end) if layout is not None else []

    def sheet(self, document_id: str, start: int, end: int, around: int) -> SheetView | None:
        """The rows of a sheet, from `around` filled ones above the cells of [start, end) to as many below.

        None where [start, end) touches no cell, or the document is no spreadsheet.
        """
        library = self._current.shelves
        layout, pages = self._layout(document_id), library.pages(document_id)
        if layout is None or any(page.width for page in pages):
            return None
        touched = np.flatnonzero((layout.spans[:, 1] > start) & (layout.spans[:, 0] < end))
        if not len(touched):
            return None
        number = int(layout.pages[touched[0]])
        text = library.text(document_id)
        begins = next(page.char_start for page in pages if page.number == number)
        name = text[begins : text.find("\n", begins)].lstrip("# ")
        return _CitedSheet(layout, text, number, touched).view(name, around)

    def mail(self, document_id: str) -> MailView:
        """Where the pieces of a message stand in its text.

        Raises:
            UnknownIdError: no such document.
        """
        text = self._current.shelves.text(document_id)
        head, attached = _HEAD.match(text), _ATTACHED.search(text)
        if head is None:
            raise UnknownIdError("{id} is no message.", "Read its text instead.", id=document_id)
        fields = (
            tuple(
                (found[1], found.start(2), found.end(2))
                for found in _FIELD.finditer(text, head.start("lines"), head.end("lines"))
            )
            if head["lines"]
            else ()
        )
        end = attached.start() if attached else len(text)
        return MailView(fields, tuple(_pieces(text, head.end(), end)), (end, len(text)))

    def _layout(self, document_id: str) -> Layout | None:
        stored = self._current.shelves.layout_bytes(document_id)
        return load_layout(stored) if stored is not None else None


class _CitedSheet:
    """One sheet of a layout. `touched` are the cells that a quote touches, maybe on later sheets as well."""

    def __init__(self, layout: Layout, text: str, number: int, touched: Indices) -> None:
        self._spans, self._text = layout.spans, text
        self._here = np.flatnonzero(layout.pages == number)
        self._columns = layout.boxes[:, 0].astype(np.int64)
        self._rows = layout.boxes[:, 1].astype(np.int64)
        self._touched = touched[layout.pages[touched] == number]

    def view(self, name: str, around: int) -> SheetView:
        filled = np.unique(self._rows[self._here])
        cited = np.unique(self._rows[self._touched])[:MAX_ROWS]
        top = int(np.searchsorted(filled, cited[0]))
        bottom = int(np.searchsorted(filled, cited[-1]))
        low, high = max(top - around, 0), min(bottom + around + 1, len(filled))
        first = low
        while first and filled[first] - filled[first - 1] == 1:
            first -= 1
        on_view = [*filled[first : min(first + 1, low)].tolist(), *filled[low:high].tolist()]
        cells = self._here[np.isin(self._rows[self._here], on_view)]
        columns = self._shown_columns(cells)
        texts = {(int(self._rows[one]), int(self._columns[one])): self._said(one) for one in cells}
        marked = {(int(self._rows[one]), int(self._columns[one])) for one in self._touched}
        rows = tuple(
            SheetRow(
                row + 1,
                tuple(texts.get((row, column), "") for column in columns),
                tuple((row, column) in marked for column in columns),
            )
            for row in on_view
        )
        return SheetView(
            name, tuple(column_name(each) for each in columns), rows, low - (first < low), len(filled) - high
        )

    def _shown_columns(self, cells: Indices) -> list[int]:
        """The columns with something in them; of very many those from the first cited one on, and a few before it."""
        used = np.unique(self._columns[cells])
        first = int(np.searchsorted(used, self._columns[self._touched].min()))
        low = max(min(first - MAX_COLUMNS // 4, len(used) - MAX_COLUMNS), 0)
        return [int(column) for column in used[low : low + MAX_COLUMNS]]

    def _said(self, cell: int) -> str:
        start, end = self._spans[cell]
        return self._text[start:end].replace("\\|", "|").replace("<br>", "\n")


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """The runs of a message's body that quote another, and those between them."""
    lines = text[start:end].split("\n")
    found = roles(lines, [is_marked(line) for line in lines])
    begun, at, quoting = start, start, False
    for line, role in zip(lines, found, strict=True):
        if line.strip() and (role == "quoted") != quoting:
            if text[begun:at].strip():
                yield begun, at, quoting
            begun, quoting = at, not quoting
        at = min(at + len(line) + 1, end)
    if text[begun:end].strip():
        yield begun, end, quoting
