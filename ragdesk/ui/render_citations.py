"""Citations, highlighted page pictures and marked texts as HTML. Pure functions.

The highlight is laid over the picture in shares of the page's size, so it fits at any zoom.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from ragdesk.types import Answer, Citation, Document
from ragdesk.ui.render import (
    action,
    block,
    chip,
    escape,
    files,
    link,
    meta,
    name,
    place,
    prose,
    short,
    telling,
)

SourceState = Literal["unchanged", "changed", "removed"]

# Characters of text shown before and after a quote where the format has no pages.
AROUND = 4_000
# Boxes overlap in height by at least this share of the lower one: they stand on one line.
SAME_LINE = 0.5
# Words on one line are at most this far apart, in line heights, where the highlight runs on between them.
GAP = 0.9
# White around a highlighted line, in points.
MARGIN = 1.0

_STATES: dict[str, tuple[str, str]] = {
    "unchanged": ("source unchanged", "chip rd-ok"),
    "changed": ("source changed since", "chip rd-warn"),
    "removed": ("source removed since", "chip rd-warn"),
}


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
    lower = min(run[3] - run[1], box[3] - box[1])
    overlap = min(run[3], box[3]) - max(run[1], box[1])
    gap = max(run[0], box[0]) - min(run[2], box[2])
    return lower > 0 and overlap >= SAME_LINE * lower and gap <= GAP * lower


def page(
    document_id: str, number: int, size: tuple[float, float], boxes: Sequence[Box], document: str
) -> str:
    """The picture of one page with the quote's lines highlighted; `size` is width and height in points."""
    width, height = size
    marks = "".join(
        f'<span class="rd-highlight" style="left:{100 * (x0 - MARGIN) / width:.3f}%;top:{100 * (y0 - MARGIN) / height:.3f}%;'
        f'width:{100 * (x1 - x0 + 2 * MARGIN) / width:.3f}%;height:{100 * (y1 - y0 + 2 * MARGIN) / height:.3f}%"></span>'
        for x0, y0, x1, y1 in lines(boxes)
    )
    return (
        f'<figure class="rd-page"><div class="rd-sheet" style="aspect-ratio:{width:.2f} / {height:.2f}">'
        f'<img src="/ragdesk/page/{escape(document_id)}/{number:d}" alt="Page {number:d} of {escape(document)}">{marks}</div>'
        f"<figcaption>Page {number:d}</figcaption></figure>"
    )


def pages(citation: Citation, sizes: Mapping[int, tuple[float, float]], boxes: Sequence[Box]) -> str:
    """Every page that the quote runs over."""
    return block(
        "pages",
        *(
            page(
                citation.document_id,
                number,
                size,
                [box for box in boxes if box.page == number],
                citation.document,
            )
            for number, size in sorted(sizes.items())
        ),
    )


def passage(text: str, start: int, end: int) -> str:
    """The document's readable text around its characters `start` to `end`, which are marked."""
    before, after = max(0, start - AROUND), min(len(text), end + AROUND)
    return block(
        "text",
        "<p class='rd-hint'>…</p>" if before else "",
        f'<div class="rd-plain" dir="auto">{escape(text[before:start])}<mark id="rd-quote">{escape(text[start:end])}</mark>'
        f"{escape(text[end:after])}</div>",
        "<p class='rd-hint'>…</p>" if after < len(text) else "",
    )


def gone(citation: Citation) -> str:
    """The source is no longer in the library: the stored quote is all there is."""
    return block(
        "text",
        "<p class='rd-hint'>The document is no longer in the library. This quote was kept with the answer.</p>",
        f'<blockquote class="rd-plain" dir="auto">{escape(citation.quote)}</blockquote>',
    )


def citations(given: Answer, key: str, chosen: int, states: Mapping[int, SourceState]) -> str:
    """The answer's citations; number `chosen` is the one on view."""
    items = "".join(
        _citation(each, key, each.number == chosen, states[each.number]) for each in given.citations
    )
    return block(
        "citations",
        f'<p class="rd-asked" dir="auto">{escape(given.question)}</p>',
        f'<p class="rd-hint" dir="auto">{prose(short(given.text, 300))}</p>',
        f"<ol>{items}</ol>" if items else "<p>This answer cites nothing.</p>",
    )


def _citation(citation: Citation, key: str, chosen: bool, state: SourceState) -> str:
    where = meta((name(citation.document), escape(place(citation.page, citation.section, citation.title))))
    proof = chip("✓ verified", "chip rd-ok") if citation.verified else chip("not verified", "chip rd-warn")
    said, kind = _STATES[state]
    head = link(
        action("citations", "open", key, str(citation.number)),
        f'<span class="rd-num">{citation.number}</span><strong>{name(citation.title or citation.document)}</strong>',
        kind="source",
    )
    ways = files(citation.document_id, (citation.char_start, citation.char_end)) if state != "removed" else ""
    line = f'<p class="rd-doings">{ways}</p>' if ways else ""
    return (
        f'<li class="{"rd-chosen" if chosen else ""}">{head}<p class="rd-facts">{where}</p>'
        f'<blockquote dir="auto">{escape(citation.quote)}</blockquote><p>{proof} {chip(said, kind)}</p>'
        f"{line}</li>"
    )


def toolbar(citation: Citation, document: Document | None) -> str:
    """Over the viewer: what is shown, its properties, and the way to the original file."""
    properties = telling(document.properties) if document else ""
    ways = files(citation.document_id, (citation.char_start, citation.char_end)) if document else ""
    where = escape(place(citation.page, citation.section, citation.title))
    return block(
        "toolbar",
        f"<p>{meta((f'<strong>{name(citation.document)}</strong>', where))}</p>",
        f"<p>{properties} {ways}</p>",
    )


def nothing_cited() -> str:
    return block(
        "empty",
        "<h2>No answer chosen</h2>",
        "<p>Ask in Chat; the passages behind each answer are shown here.</p>",
    )
