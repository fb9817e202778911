"""Pages with a quote's lines highlighted, and the toolbar over them, as HTML. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document
from ragdesk.front.web.actions.addresses import action
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import place

# Boxes overlap in height by at least this share of the lower one: they stand on one line.
SAME_LINE = 0.5
# Words on one line are at most this far apart, in line heights, where the highlight runs on between them.
GAP = 0.9
# A run that is higher than wide by this factor stands on a line that runs up or down; the next word has at least this share of
# its width.
UPRIGHT, SAME_COLUMN = 1.2, 0.8
# White around a highlighted line, in points.
MARGIN = 1.0
_viewer = Template("citations/viewer.html.j2")


class Box(Protocol):
    """Where a word or line of a quote stands: 1-based page, points from the page's top left."""

    @property
    def page(self) -> int: ...
    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...


Rectangle = tuple[float, float, float, float]
Span = tuple[int, int]


def lines(boxes: Sequence[Box]) -> list[Rectangle]:
    """One rectangle (x0, y0, x1, y1) a run of neighbouring boxes on a line; together they cover every box."""
    runs: list[Rectangle] = []
    for box in boxes:
        here = (box.x0, box.y0, box.x1, box.y1)
        if runs and _continues(runs[-1], here):
            last = runs[-1]
            runs[-1] = (
                min(last[0], here[0]),
                min(last[1], here[1]),
                max(last[2], here[2]),
                max(last[3], here[3]),
            )
        else:
            runs.append(here)
    return runs


def _continues(run: Rectangle, box: Rectangle) -> bool:
    if _upright(run) and (_upright(box) or _below(run, box)):
        return _below(run, box)
    lower = min(run[3] - run[1], box[3] - box[1])
    overlap = min(run[3], box[3]) - max(run[1], box[1])
    gap = max(run[0], box[0]) - min(run[2], box[2])
    return lower > 0 and overlap >= SAME_LINE * lower and gap <= GAP * lower


def _upright(run: Rectangle) -> bool:
    return run[3] - run[1] >= UPRIGHT * (run[2] - run[0])


def _below(run: Rectangle, box: Rectangle) -> bool:
    """Whether a box goes on with a line that runs up or down, on a page that is shown turned."""
    width, overlap = run[2] - run[0], min(run[2], box[2]) - max(run[0], box[0])
    gap = max(run[1], box[1]) - min(run[3], box[3])
    return overlap >= SAME_COLUMN * max(width, box[2] - box[0]) and gap <= GAP * width


def pages(citation: Citation, sizes: Sequence[tuple[float, float]], boxes: Sequence[Box]) -> str:
    """Every page that the quote runs over; `sizes` are those of all pages."""
    shown = [
        (number, sizes[number - 1], _styles([box for box in boxes if box.page == number], sizes[number - 1]))
        for number in sorted({box.page for box in boxes})
    ]
    return _viewer("pages", citation.document_id, citation.document, shown)


def _styles(boxes: Sequence[Box], size: tuple[float, float]) -> list[str]:
    """Where each line of the quote is, in shares of the page's size."""
    width, height = size
    return [
        f"left:{100 * (x0 - MARGIN) / width:.3f}%;top:{100 * (y0 - MARGIN) / height:.3f}%;"
        f"width:{100 * (x1 - x0 + 2 * MARGIN) / width:.3f}%;height:{100 * (y1 - y0 + 2 * MARGIN) / height:.3f}%"
        for x0, y0, x1, y1 in lines(boxes)
    ]


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a citation on view stands among others (`at` of `all`, from 1), and the addresses of links: to the one before and
    the one after, and, beside a conversation, to put it away and to all citations. `name_id` is the id of the document's name
    on the page."""

    at: int
    all: int
    before: str
    after: str
    close: str = ""
    listed: str = ""
    name_id: str = "rd-viewer-name"


def in_citations(at: int, of: int) -> Ways:
    """In the Citations tab."""
    return Ways(at, of, action("citations", "step", "-1"), action("citations", "step", "1"))


def beside(message: str, numbers: Sequence[int], number: int) -> Ways:
    """Beside a conversation: among the citations of one answer; after the last one comes the first."""
    at = numbers.index(number)
    before, after = (numbers[(at + by) % len(numbers)] for by in (-1, 1))
    return Ways(
        at + 1,
        len(numbers),
        action("beside", "cite", message, str(before)),
        action("beside", "cite", message, str(after)),
        action("beside", "close"),
        action("citations", "open", message, str(number)),
        "rd-beside-name",
    )


def toolbar(
    citation: Citation, document: Document | None, ways: Ways, *, span: Span | None = None, leaves: int = 0
) -> str:
    """Over the viewer: what is shown, its properties, what can be done. `leaves` are the document's pages, 0 where it has no
    pictures of them."""
    where = place(citation.page, citation.place, citation.title)
    return _viewer("toolbar", citation, where, document, span, ways, leaves)
