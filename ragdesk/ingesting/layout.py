"""Where words stand on their pages: kept beside the document, and asked when a quote is to be highlighted."""

import io
from collections.abc import Iterator

import numpy as np

from ragdesk.domain.documents import Layout
from ragdesk.domain.views import QuoteBox

# Words whose middles are no farther apart than this share of their height stand on one line.
SAME_LINE = 0.5


def save_layout(layout: Layout) -> bytes:
    """The layout as a compressed .npz."""
    written = io.BytesIO()
    np.savez_compressed(written, spans=layout.spans, pages=layout.pages, boxes=layout.boxes)
    return written.getvalue()


def load_layout(stored: bytes) -> Layout:
    """What `save_layout` made; pickled content is refused."""
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        return Layout(arrays["spans"], arrays["pages"], arrays["boxes"])


def quote_boxes(layout: Layout, char_start: int, char_end: int) -> list[QuoteBox]:
    """The boxes around the words in [char_start, char_end), one a line, over as many pages as they run."""
    inside = (layout.spans[:, 0] < char_end) & (layout.spans[:, 1] > char_start)
    return list(_lines(layout, np.flatnonzero(inside)))


def _lines(layout: Layout, words: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> Iterator[QuoteBox]:
    current: QuoteBox | None = None
    for index in words:
        x0, y0, x1, y1 = (float(value) for value in layout.boxes[index])
        page = int(layout.pages[index])
        if current is not None and _continues(current, page, x0, y0, y1):
            current = QuoteBox(
                page, min(current.x0, x0), min(current.y0, y0), max(current.x1, x1), max(current.y1, y1)
            )
            continue
        if current is not None:
            yield current
        current = QuoteBox(page, x0, y0, x1, y1)
    if current is not None:
        yield current


def _continues(line: QuoteBox, page: int, x0: float, y0: float, y1: float) -> bool:
    height = max(line.y1 - line.y0, y1 - y0, 1.0)
    apart = abs((line.y0 + line.y1) / 2 - (y0 + y1) / 2)
    return page == line.page and apart <= SAME_LINE * height and x0 >= line.x0
