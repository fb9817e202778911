"""Pages with a quote's lines highlighted, and the toolbar over them, as HTML. Pure functions.

The highlight is laid over the picture in shares of the page's size, so it fits at any zoom and turns with the page.
`static/viewer.js` zooms, turns and leafs; the links `#rd:viewer:…` are its own.
"""

from collections.abc import Sequence
from typing import Protocol

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document
from ragdesk.front.web.render import action, block, escape, link, meta, name, place, telling
from ragdesk.front.web.wording import number, t

# Boxes overlap in height by at least this share of the lower one: they stand on one line.
SAME_LINE = 0.5
# Words on one line are at most this far apart, in line heights, where the highlight runs on between them.
GAP = 0.9
# A run that is higher than wide by this factor stands on a line that runs up or down; the next word has at least this share of
# its width.
UPRIGHT, SAME_COLUMN = 1.2, 0.8
# White around a highlighted line, in points.
MARGIN = 1.0


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


# ---------------------------------------------------------------- pages


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
    alt = t("Page {number} of {file}", number=number, file=escape(document))
    caption = t("Page {number}", number=number)
    return (
        f'<figure class="rd-page"><div class="rd-sheet" style="aspect-ratio:{width:.2f} / {height:.2f}"><div class="rd-turn">'
        f'<img src="/ragdesk/page/{escape(document_id)}/{number:d}" alt="{alt}">{marks}'
        f"</div></div><figcaption>{caption}</figcaption></figure>"
    )


def pages(citation: Citation, sizes: Sequence[tuple[float, float]], boxes: Sequence[Box]) -> str:
    """Every page that the quote runs over; `sizes` are those of all pages. The rest is laid around them in the browser."""
    return block(
        "pages rd-fit",
        *(
            page(
                citation.document_id,
                number,
                sizes[number - 1],
                [box for box in boxes if box.page == number],
                citation.document,
            )
            for number in sorted({box.page for box in boxes})
        ),
    )


# ---------------------------------------------------------------- the toolbar


def toolbar(
    citation: Citation,
    document: Document | None,
    at: int,
    of: int,
    *,
    span: Span | None = None,
    leaves: int = 0,
) -> str:
    """Over the viewer: what is shown, its properties, what can be done. It is hit `at` of `of`; `leaves` are the document's
    pages, 0 where it has no pictures of them."""
    where = escape(place(citation.page, citation.place, citation.title))
    ways = ways_to(citation.document_id, span) if document else ""
    return block(
        "toolbar",
        f'<div class="rd-named"><p id="rd-viewer-name">{meta((f"<strong>{name(citation.document)}</strong>", where))}</p>'
        f'<p class="rd-doings">{ways}</p></div>',
        f"<p>{telling(document.properties)}</p>" if document and document.properties else "",
        f'<div class="rd-tools">{_steps(at, of)}{_leafing(citation.page or 1, leaves) if leaves else ""}</div>',
        _keys(of, leaves),
    )


def _steps(at: int, of: int) -> str:
    if of < 2:
        return ""
    return (
        f'<span class="rd-group">{_tool(action("citations", "step", "-1"), t("Previous citation"), "previous", "P")}'
        f'<span class="rd-at">{t("Citation {number} of {all}", number=number(at), all=number(of))}</span>'
        f"{_tool(action('citations', 'step', '1'), t('Next citation'), 'next', 'N')}</span>"
    )


def _leafing(on_view: int, leaves: int) -> str:
    """The buttons that viewer.js answers; it keeps the two figures up to date."""
    here = f'<b class="rd-number">{on_view:d}</b>'
    return (
        f'<span class="rd-group">{_tool(action("viewer", "back"), t("Previous page"), "back", t("Page Up"))}'
        f'<span class="rd-at">{t("Page {number} of {all}", number=here, all=number(leaves))}</span>'
        f"{_tool(action('viewer', 'on'), t('Next page'), 'on', t('Page Down'))}</span>"
        f'<span class="rd-group">{_tool(action("viewer", "out"), t("Zoom out"), "out", t("Ctrl −"))}'
        f'<span class="rd-at rd-zoom">100 %</span>'
        f"{_tool(action('viewer', 'in'), t('Zoom in'), 'in', t('Ctrl +'))}"
        f"{_tool(action('viewer', 'fit'), t('Fit width'), 'fit', t('Ctrl 0'))}"
        f"{_tool(action('viewer', 'turn'), t('Turn by 90 degrees'), 'turn', 'R')}</span>"
    )


def _tool(address: str, said: str, kind: str, key: str) -> str:
    """A button with a sign (of viewer.css) on it; `said` is its name."""
    return link(
        address, f'<span class="rd-aside">{said}</span>', kind=f"tool rd-to-{kind}", title=f"{said} ({key})"
    )


def _keys(of: int, leaves: int) -> str:
    keys = [
        *(("N P", t("citations")),) * (of > 1),
        *(
            ("← →", t("pages")),
            (t("Ctrl + −"), t("zoom")),
            (t("Ctrl 0"), t("fit width")),
            ("R", t("turn")),
        )
        * bool(leaves),
    ]
    told = meta(f"<kbd>{key}</kbd> {what}" for key, what in keys)
    return f'<p class="rd-keys">{told}</p>' if told else ""


def ways_to(document_id: str, span: Span | None = None) -> str:
    """The way to a document's readable text (in a new tab, at the quoted characters) and to its original file."""
    at = f"/{span[0]:d}/{span[1]:d}#quote" if span else ""
    shown, view, original = escape(document_id), t("View text"), t("Open original")
    return meta(
        (
            f'<a class="rd-link" href="/ragdesk/view/{shown}{at}" target="_blank" rel="noopener">{view}</a>',
            f'<a class="rd-link" href="/ragdesk/original/{shown}" download>{original}</a>',
        )
    )
