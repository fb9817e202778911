"""Which items are headings, and of what level: by the outline first, by type size and weight otherwise."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.grid import Table
from ragdesk.ingesting.readers.pdf.items import PageItem
from ragdesk.ingesting.readers.pdf.words import PageWords
from ragdesk.text.clean import alphanumerics

_NOT_HEADINGS = re.compile(
    r"(?:warning|caution|note|notice|important|danger|achtung|warnung|vorsicht|hinweis|figure|fig\.|table|tabelle|abb\.)\b",
    re.I,
)
_NUMBERED = re.compile(
    r"(?:\d{1,2}\.)+\d{0,2}\s|(?:item|section|chapter|part|article|appendix|annex|kapitel|anhang)\s+[\dIVXA-Z]",
    re.I,
)

Style = tuple[float, bool, bool]
Outline = Mapping[int, Sequence[tuple[int, str]]]


def outline_of(entries: Iterable[Sequence[object]]) -> dict[int, list[tuple[int, str]]]:
    """PyMuPDF's (level, title, page) rows → for each page, (level 1–6, the title's alphanumerics)."""
    outline: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for level, title, page, *_ in entries:
        key = alphanumerics(str(title))
        if len(key) >= calibration.HEADING_LETTERS and isinstance(page, int) and isinstance(level, int):
            outline[page].append((max(1, min(level, calibration.DEEPEST)), key))
    return outline


def titles_near(outline: Outline, page: int) -> frozenset[str]:
    """The outline's titles for this page; entries are often one page off."""
    return frozenset(key for number in (page - 1, page, page + 1) for _, key in outline.get(number, ()))


def body_style(pages: Sequence[PageWords]) -> tuple[float, bool]:
    """The size (points, to the half) and weight in which most of the document is set."""
    counted: Counter[tuple[float, bool]] = Counter()
    for page in pages:
        for run in page.runs:
            counted[(round(run.size * 2) / 2, run.bold)] += sum(len(word.text) for word in run.words)
    return max(counted, key=lambda style: counted[style]) if counted else (calibration.USUAL_SIZE, False)


def heading_levels(
    elements: Sequence[PageItem | Table], body: tuple[float, bool], outline: Outline
) -> dict[int, int]:
    """The level of each item (by its index) that is a heading."""
    levels: dict[int, int] = {}
    by_style: dict[Style, Counter[int]] = defaultdict(Counter)
    candidates: list[tuple[int, Style]] = []
    for index, item in enumerate(elements):
        if isinstance(item, Table):
            continue
        level = _outline_level(item, outline)
        if level:
            levels[index] = level
            by_style[_style(item)][level] += 1
        elif _looks_like_heading(item, body):
            candidates.append((index, _style(item)))
    ranks = _ranks({style for _, style in candidates}, by_style)
    levels.update((index, ranks[style]) for index, style in candidates)
    return levels


def _style(item: PageItem) -> Style:
    letters = [character for character in item.text if character.isalpha()]
    return round(item.size * 2) / 2, item.bold, bool(letters) and all(map(str.isupper, letters))


def _outline_level(item: PageItem, outline: Outline) -> int:
    """The level of the outline entry that this item is, or 0. Long titles may be cut off in either place."""
    if len(item.lines) > calibration.HEADING_LINES:
        return 0
    key = alphanumerics(item.text)
    for page in (item.page, item.page - 1, item.page + 1):
        for level, title in outline.get(page, ()):
            shorter, longer = sorted((key, title), key=len)
            if key == title or (
                len(shorter) >= max(calibration.OUTLINE_BEGINNING, calibration.OUTLINE_SHARE * len(longer))
                and longer.startswith(shorter)
            ):
                return level
    return 0


def _looks_like_heading(item: PageItem, body: tuple[float, bool]) -> bool:
    text = item.text
    if (
        len(item.lines) > calibration.HEADING_LINES
        or len(text) > calibration.HEADING_LENGTH
        or sum(map(str.isalpha, text)) < calibration.HEADING_LETTERS
    ):
        return False
    if _NOT_HEADINGS.match(text) or text.endswith((",", ";")) or text[:1].islower():
        return False
    numbered = _NUMBERED.match(text) is not None
    if item.marked and not numbered:
        return False
    if text.endswith(".") and not numbered and len(text.split()) > calibration.SENTENCE_WORDS:
        return False
    size, bold = body
    if item.size >= calibration.LARGER * size:
        return True
    return (
        item.bold
        and not bold
        and item.size >= calibration.AS_LARGE * size
        and len(item.lines) <= calibration.BOLD_LINES
    )


def _ranks(styles: Collection[Style], known: Mapping[Style, Counter[int]]) -> dict[Style, int]:
    """A level for each style: the outline's where it knows the style, else one below the next larger style."""
    ranks: dict[Style, int] = {}
    last = 0
    for style in sorted({*styles, *known}, reverse=True):
        deeper = min(last + 1, max(calibration.STYLE_LEVELS, last))
        last = known[style].most_common(1)[0][0] if style in known else deeper
        ranks[style] = last
    return ranks
