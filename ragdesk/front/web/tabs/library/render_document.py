"""A document's own page: its pages as pictures with its passages drawn on them, its readable text, its passages as the index
holds them. What is known of it is in `render_details`. Pure functions.

A page shows one page, one piece of text, or some passages at a time, so that its size does not grow with the document's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.views import PlacedChunk, QuoteBox
from ragdesk.front.web.actions.addresses import action
from ragdesk.front.web.render_text import PLAIN_KINDS, marked_text, rendered_markdown
from ragdesk.front.web.tabs.library.render_library import Removing
from ragdesk.front.web.tabs.library.render_list import badge
from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import t

# Characters of text, and passages, that are shown at once.
TEXT_CHARS, PASSAGES = 12_000, 30

LeafView = Literal["pages", "text", "passages", "about"]
LEAF_VIEWS: tuple[LeafView, ...] = get_args(LeafView)
_document = Template("library/document.html.j2")


@dataclass(frozen=True, slots=True)
class Opened:
    """What a window shows of a document: the view, the place in it (from 1), and the passage that was asked for (its ordinal)."""

    document_id: str = ""
    view: LeafView = "text"
    place: int = 1
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """The places of a view: their numbers (of pages they may have gaps), and which is shown."""

    numbers: Sequence[int]
    here: int

    @property
    def before(self) -> int | None:
        return max((each for each in self.numbers if each < self.here), default=None)

    @property
    def after(self) -> int | None:
        return min((each for each in self.numbers if each > self.here), default=None)


def head(
    document: Document,
    opened: Opened,
    pictured: bool,
    removing: Removing | None = None,
    questions: Sequence[str] = (),
) -> str:
    """The way back, what the document is, what can be done with it, `questions` that it answers, and its views."""
    titles = {"pages": t("Pages"), "text": t("Text"), "passages": t("Passages"), "about": t("About")}
    views = [
        (action("library", "show", opened.document_id, view, "1"), titles[view], view == opened.view)
        for view in LEAF_VIEWS
        if view != "pages" or pictured
    ]
    return _document("head", document, *badge(document), views, removing, questions)


def page(
    document: Document,
    opened: Opened,
    steps: Steps,
    size: tuple[float, float],
    placed: Sequence[PlacedChunk],
) -> str:
    """One page as a picture of `size` (points), the rectangles of its passages drawn on it, and the passages beside."""
    boxes = [
        (each.chunk.ordinal, index == 0, _style(box, size))
        for each in placed
        for index, box in enumerate(each.boxes)
    ]
    return _document("page", document, opened, steps, size, boxes, [each.chunk for each in placed])


def _style(box: QuoteBox, size: tuple[float, float]) -> str:
    """Where a rectangle is, in shares of the page's size."""
    width, height = size
    left, top = max(0.0, box.x0), max(0.0, box.y0)
    return (
        f"left:{100 * left / width:.3f}%;top:{100 * top / height:.3f}%;"
        f"width:{100 * (min(box.x1, width) - left) / width:.3f}%;height:{100 * (min(box.y1, height) - top) / height:.3f}%"
    )


def passages(opened: Opened, steps: Steps, shown: Sequence[Chunk]) -> str:
    """Passages in reading order, as many as are shown at once."""
    return _document("passages", opened, steps, shown)


def text(opened: Opened, whole: str, kind: str = "markdown") -> str:
    """A piece of the readable text of a document of this kind, read as Markdown where it is."""
    cuts = pieces(whole)
    steps = Steps(range(1, len(cuts)), min(max(opened.place, 1), len(cuts) - 1))
    window = cuts[steps.here - 1], cuts[steps.here]
    if kind in PLAIN_KINDS:
        return _document("text", opened, steps, marked_text(whole, (0, 0), window), "plain")
    return _document("text", opened, steps, rendered_markdown(whole, window, kind), "reading")


def pieces(whole: str) -> list[int]:
    """Where the text is cut, at ends of lines where it can be: the first is 0, the last its length."""
    cuts = [0]
    while len(whole) - cuts[-1] > TEXT_CHARS:
        end = whole.rfind("\n", cuts[-1], cuts[-1] + TEXT_CHARS) + 1
        cuts.append(end if end > cuts[-1] else cuts[-1] + TEXT_CHARS)
    return [*cuts, len(whole)]
