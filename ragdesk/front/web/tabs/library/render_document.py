"""A document's own page: its pages as pictures with its passages drawn on them, its readable text, its passages as the index
holds them. What is known of it is in `render_details`. Pure functions.

A page shows one page, one piece of text, or some passages at a time, so that its size does not grow with the document's.
`static/library.js` lights up the passage beside a page whose rectangle the pointer or the focus is on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.views import PlacedChunk, QuoteBox
from ragdesk.front.web.render import action, block, escape, files, link, meta, name, telling
from ragdesk.front.web.tabs.library.render_library import Removing, asked
from ragdesk.front.web.tabs.library.render_list import badge
from ragdesk.front.web.wording import number, plural, t

# Characters of text, and passages, that are shown at once.
TEXT_CHARS, PASSAGES = 12_000, 30

LeafView = Literal["pages", "text", "passages", "about"]
LEAF_VIEWS: tuple[LeafView, ...] = get_args(LeafView)
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_RULE_ROW = re.compile(r"\|[\s:|-]+\|?")


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


def address(opened: Opened, view: LeafView, place: int = 1) -> str:
    return action("library", "show", opened.document_id, view, str(place))


def head(document: Document, opened: Opened, pictured: bool, removing: Removing | None = None) -> str:
    """The way back, what the document is, what can be done with it, and its views."""
    title = document.title or document.name
    facts = meta(
        (
            name(document.name),
            plural(document.pages, "{count} page", "{count} pages") if document.paged else "",
            plural(document.chunks, "{count} passage", "{count} passages"),
        )
    )
    remove = link(action("library", "ask-remove", document.id), t("Remove"), kind="danger")
    views = {"pages": t("Pages"), "text": t("Text"), "passages": t("Passages"), "about": t("About")}
    tabs = "".join(
        link(
            address(opened, each),
            views[each],
            kind="leaf-view rd-chosen" if each == opened.view else "leaf-view",
        )
        for each in LEAF_VIEWS
        if each != "pages" or pictured
    )
    return block(
        "docpage",
        f"<p>{link(action('library', 'close'), t('‹ Back to the library'), kind='link rd-back')}</p>",
        f'<div class="rd-dochead"><div><h2>{badge(document)} {name(title)}</h2><p class="rd-facts">{facts}</p>'
        f'<p>{telling(document.properties)}</p></div><p class="rd-doings">{meta((files(document.id), remove))}</p></div>',
        asked(removing) if removing else "",
        f'<div class="rd-leaf-views">{tabs}</div>',
    )


def page(
    document: Document,
    opened: Opened,
    steps: Steps,
    size: tuple[float, float],
    placed: Sequence[PlacedChunk],
) -> str:
    """One page as a picture of `size` (points), the rectangles of its passages drawn on it, and the passages beside."""
    width, height = size
    boxes = "".join(
        _box(each.chunk, box, first, width, height)
        for each in placed
        for first, box in zip([True] + [False] * len(each.boxes), each.boxes, strict=False)
    )
    picture = (
        f'<figure class="rd-leaf-page"><div class="rd-leaf-sheet" style="aspect-ratio:{width:.2f} / {height:.2f}">'
        f'<img loading="lazy" src="/ragdesk/page/{escape(document.id)}/{steps.here:d}" '
        f'alt="{t("Page {number} of {file}", number=steps.here, file=escape(document.name))}">{boxes}</div></figure>'
    )
    cards = "".join(_card(each.chunk, each.chunk.ordinal == opened.chosen) for each in placed)
    beside = (
        f'<ol class="rd-placed-list" tabindex="0" aria-label="{t("Passages on this page")}">{cards}</ol>'
        if cards
        else f'<p class="rd-hint">{t("No passage stands on this page.")}</p>'
    )
    return block(
        "leaf rd-leaf-pages",
        _stepper(opened, steps, t("Page")),
        f'<div class="rd-beside">{picture}{beside}</div>',
    )


def _box(chunk: Chunk, box: QuoteBox, first: bool, width: float, height: float) -> str:
    """A rectangle on the page; the first of a passage carries its number and takes the focus."""
    left, top = max(0.0, box.x0), max(0.0, box.y0)
    style = (
        f"left:{100 * left / width:.3f}%;top:{100 * top / height:.3f}%;"
        f"width:{100 * (min(box.x1, width) - left) / width:.3f}%;height:{100 * (min(box.y1, height) - top) / height:.3f}%"
    )
    said = t("Passage {number}", number=chunk.ordinal + 1)
    label = f"<span>{chunk.ordinal + 1}</span>" if first else ""
    reach = "" if first else ' tabindex="-1"'
    return (
        f'<a class="rd-box rd-of-{chunk.ordinal}" role="button" style="{style}"{reach} '
        f'href="{action("library", "box", str(chunk.ordinal))}" title="{said}">{label}</a>'
    )


def _card(chunk: Chunk, chosen: bool = False) -> str:
    """A passage as the index holds it: number, heading path, page, characters, text."""
    pages = t("page {number}", number=chunk.page_start) if chunk.page_start else ""
    if chunk.page_end and chunk.page_start and chunk.page_end > chunk.page_start:
        pages = t("pages {first}–{last}", first=chunk.page_start, last=chunk.page_end)
    characters = t("characters {first}–{last}", first=number(chunk.char_start), last=number(chunk.char_end))
    facts = meta((pages, characters))
    section = escape(chunk.section_path) or t("Beginning")
    kind = "rd-placed rd-chosen" if chosen else "rd-placed"
    return (
        f'<li class="{kind} rd-of-{chunk.ordinal}" id="rd-placed-{chunk.ordinal}">'
        f'<p class="rd-where"><span class="rd-num rd-soft">{chunk.ordinal + 1}</span><strong>{section}</strong></p>'
        f'<p class="rd-passage rd-whole-text" dir="auto">{escape(chunk.text)}</p><p class="rd-speed">{facts}</p></li>'
    )


def passages(opened: Opened, steps: Steps, shown: Sequence[Chunk]) -> str:
    """Passages in reading order, as many as are shown at once."""
    if not shown:
        return block("leaf", f'<p class="rd-hint">{t("This document has no passages.")}</p>')
    cards = "".join(_card(each, each.ordinal == opened.chosen) for each in shown)
    numbers = f"{number(shown[0].ordinal + 1)}–{number(shown[-1].ordinal + 1)}"
    return block(
        "leaf",
        _stepper(opened, steps, t("Passages"), numbers),
        f'<ol class="rd-placed-list">{cards}</ol>',
        _stepper(opened, steps, t("Passages"), numbers),
    )


def text(opened: Opened, whole: str) -> str:
    """A piece of the readable text, with its headings and tables as such."""
    cuts = pieces(whole)
    steps = Steps(range(1, len(cuts)), min(max(opened.place, 1), len(cuts) - 1))
    piece = whole[cuts[steps.here - 1] : cuts[steps.here]]
    return block(
        "leaf",
        _stepper(opened, steps, t("Part")),
        f'<div class="rd-readable" dir="auto">{_readable(piece)}</div>',
        _stepper(opened, steps, t("Part")),
    )


def pieces(whole: str) -> list[int]:
    """Where the text is cut, at ends of lines where it can be: the first is 0, the last its length."""
    cuts = [0]
    while len(whole) - cuts[-1] > TEXT_CHARS:
        end = whole.rfind("\n", cuts[-1], cuts[-1] + TEXT_CHARS) + 1
        cuts.append(end if end > cuts[-1] else cuts[-1] + TEXT_CHARS)
    return [*cuts, len(whole)]


def _readable(piece: str) -> str:
    """Markdown's headings and tables as HTML; every other line is the text that it is."""
    parts: list[str] = []
    rows: list[str] = []
    for line in [*piece.split("\n"), ""]:
        if line.lstrip().startswith("|"):
            if not _RULE_ROW.fullmatch(line.strip()):
                rows.append(_row(line))
            continue
        if rows:
            parts.append(f'<div class="rd-grid"><table>{"".join(rows)}</table></div>')
            rows = []
        found = _HEADING.fullmatch(line)
        parts.append(f"<h4>{escape(found[2])}</h4>" if found else f"{escape(line)}<br>")
    return "".join(parts)


def _row(line: str) -> str:
    cells = line.strip().strip("|").split("|")
    return f"<tr>{''.join(f'<td>{escape(cell.strip())}</td>' for cell in cells)}</tr>"


def _stepper(opened: Opened, steps: Steps, unit: str, shown: str = "") -> str:
    """‹ Previous · Page 3 of 12 · Next ›; a page can be gone to by its number."""
    if len(steps.numbers) < 2:
        return ""

    def step(to: int | None, words: str, kind: str) -> str:
        if to is None:
            return f'<span class="rd-soft rd-{kind}">{words}</span>'
        return link(address(opened, opened.view, to), words, kind=f"link rd-{kind}")

    here = escape(shown) or (
        f'<input class="rd-go-to rd-doc-{escape(opened.document_id)}" inputmode="numeric" maxlength="7" '
        f'placeholder="{steps.here:d}" title="{t("Go to number")}">'
    )
    last = steps.numbers[-1]
    total = "" if shown else f" {t('of {number}', number=number(last))}"
    return (
        f'<p class="rd-stepper rd-step-{opened.view}">{step(steps.before, t("‹ Previous"), "previous")}'
        f"<span>{unit} {here}{total}</span>{step(steps.after, t('Next ›'), 'next')}</p>"
    )
