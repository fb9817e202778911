"""One page of a PDF as words with their boxes, runs of words, and ruling lines. The only reader of PyMuPDF's
text pages; what the words mean is decided elsewhere.

Coordinates are points from the top left, turned so that most of the page's text runs from left to right whatever
the page's rotation; `Turn.shown` takes a box back to where the page, as displayed, has it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ragdesk.ingesting.readers.pdf.calibration import BOLD_SHARE, GAP, LAYER_GAP, STRAIGHT, USUAL_SIZE
from ragdesk.ingesting.readers.pdf.hidden import is_painted, unseen, without_hidden
from ragdesk.ingesting.readers.pdf.rules import Rule, rules
from ragdesk.ingesting.readers.pdf.tight import with_spaces
from ragdesk.ingesting.readers.pdf.turn import PageRotation
from ragdesk.ingesting.readers.writer import Box
from ragdesk.text.clean import clean, composed

if TYPE_CHECKING:
    import pymupdf

_BOLD_FLAG = 16
_BOLD_NAMES = ("bold", "black", "heavy", "semibold", "demi")
# "□Field laptop": a list mark without white space behind it.
_GLUED_BULLET = re.compile(r"^([•◦▪●○■□☐❑❒➢✓►‣⁃∙·])(?=\w)")


class Placed(Protocol):
    """Anything with a box."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...


def bounds(items: Sequence[Placed]) -> Box:
    """The box around all of them."""
    return (
        min(item.x0 for item in items),
        min(item.y0 for item in items),
        max(item.x1 for item in items),
        max(item.y1 for item in items),
    )


class Word(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float
    text: str


@dataclass(slots=True)
class WordRun:
    """Words side by side on one line in one style; `size` in points, `gap` in type sizes: wider white than that parts
    them from others."""

    words: list[Word]
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    gap: float = GAP

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def run_of(words: list[Word], size: float, *, bold: bool = False, gap: float = GAP) -> WordRun:
    return WordRun(words, *bounds(words), size, bold, gap)


@dataclass(slots=True)
class PageWords:
    """`width` and `height` as displayed; `top` and `bottom` are the upright page's edges. `strays` are the runs
    that go another way than the rest (stamps in the margin, watermarks, labels of an axis); `hidden` counts the words
    that were left out because nobody sees them."""

    number: int
    width: float
    height: float
    top: float
    bottom: float
    turn: PageRotation
    runs: list[WordRun]
    strays: list[WordRun]
    across: list[Rule]
    down: list[Rule]
    hidden: int = 0

    @classmethod
    def empty(cls, number: int) -> "PageWords":
        """A page that could not be read."""
        return cls(number, 0.0, 0.0, 0.0, 0.0, PageRotation(0), [], [], [], [])


class _LineStyle(NamedTuple):
    size: float
    bold: bool
    quarters: int
    box: Box
    gap: float


def read_page(page: "pymupdf.Page", number: int, *, form: bool) -> PageWords:
    """Words, styles and rules from one run of MuPDF's text device; with `form`, the values of form fields too."""
    import pymupdf

    # Ligatures are expanded by leaving TEXT_PRESERVE_LIGATURES out; images cost 10 ms a page and are not needed.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_COLLECT_VECTORS
    text_page = page.get_textpage(flags=flags)
    blocks = text_page.extractDICT()["blocks"]
    groups = [list(group) for _, group in groupby(text_page.extractWORDS(), key=lambda word: word[5:7])]
    left_out = 0
    if seen := without_hidden(page, text_page, blocks):
        blocks, groups, left_out = seen
    groups = with_spaces(groups, text_page)
    styles = _styles(blocks, groups)
    quarters = _main_direction(styles, groups)
    turn = PageRotation(quarters, tuple(page.rotation_matrix))
    runs: list[WordRun] = []
    strays: list[WordRun] = []
    for style, group in zip(styles, groups, strict=True):
        if style.quarters == quarters:
            runs.extend(_runs(group, style, turn))
        else:
            strays.extend(_runs(group, style, turn, whole=True))
    if form:
        runs.extend(_form_values(page, turn))
    across, down = rules(blocks, turn)
    sheet = page.rect * page.derotation_matrix
    _, top, _, bottom = turn.upright(*sheet.normalize())
    width, height = page.rect.width, page.rect.height
    return PageWords(number, width, height, top, bottom, turn, runs, strays, across, down, left_out)


def _styles(blocks: list[dict[str, Any]], groups: list[list[Any]]) -> list[_LineStyle]:
    """The style of each group of words. MuPDF numbers lines differently in its two outputs when vectors are
    collected, but gives them in the same order; where even that fails, the line around the first word counts."""
    lines = [line for block in blocks if block["type"] == 0 for line in block["lines"]]
    styles = [
        _style(line)
        for line in lines
        if any(not span["text"].isspace() and span["text"] for span in line["spans"])
    ]
    if len(styles) == len(groups):
        return styles
    plain = _LineStyle(USUAL_SIZE, False, 0, (0.0, 0.0, 0.0, 0.0), GAP)
    chosen = []
    for group in groups:
        x, y = (group[0][0] + group[0][2]) / 2, (group[0][1] + group[0][3]) / 2
        around = (s for s in styles if s.box[0] <= x <= s.box[2] and s.box[1] <= y <= s.box[3])
        chosen.append(next(around, plain))
    return chosen


def _style(line: dict[str, Any]) -> _LineStyle:
    spans = [span for span in line["spans"] if not span["text"].isspace()] or line["spans"]
    longest = max(spans, key=lambda span: len(span["text"]))
    # A list mark does not speak for its line.
    worded = [span for span in spans if any(map(str.isalnum, span["text"]))] or spans
    letters = sum(len(span["text"]) for span in worded)
    heavy = sum(len(span["text"]) for span in worded if _is_bold(span))
    bold = heavy >= BOLD_SHARE * letters > 0
    gap = GAP if is_painted(longest) else LAYER_GAP
    return _LineStyle(longest["size"], bold, _quarters(line["dir"]), line["bbox"], gap)


def _is_bold(span: dict[str, Any]) -> bool:
    return bool(span["flags"] & _BOLD_FLAG) or any(name in span["font"].lower() for name in _BOLD_NAMES)


def _quarters(direction: Sequence[float]) -> int:
    """Turns that bring this direction to left-to-right; -1 for slanted text. Scans lean by a few degrees."""
    x, y = direction
    if abs(y) <= STRAIGHT:
        return 0 if x > 0 else 2
    if abs(x) <= STRAIGHT:
        return 3 if y > 0 else 1
    return -1


def _main_direction(styles: list[_LineStyle], groups: list[list[Any]]) -> int:
    counted: Counter[int] = Counter()
    for style, group in zip(styles, groups, strict=True):
        if style.quarters >= 0:
            counted[style.quarters] += sum(len(word[4]) for word in group)
    return max(counted, key=lambda quarters: (counted[quarters], -quarters)) if counted else 0


def _runs(
    group: list[Any], style: _LineStyle, turn: PageRotation, *, whole: bool = False
) -> Iterator[WordRun]:
    """The line's words, cut where the gap is a column's."""
    current: list[Word] = []
    for word in _words(group, turn):
        if current and not whole and _gap(current[-1], word) > style.gap * style.size:
            yield run_of(current, style.size, bold=style.bold, gap=style.gap)
            current = []
        current.append(word)
    if current:
        yield run_of(current, style.size, bold=style.bold, gap=style.gap)


def _words(group: list[Any], turn: PageRotation) -> Iterator[Word]:
    for place, (x0, y0, x1, y1, text, *_) in enumerate(group):
        box = turn.upright(x0, y0, x1, y1) if turn.quarters else (x0, y0, x1, y1)
        if text.isascii() and text.isprintable():
            yield Word(box[0], box[1], box[2], box[3], text)
            continue
        # MuPDF parts words at plain spaces only; the parts at others share the width by their letters.
        text = composed(clean(text)).replace("\ufffd", "")
        if place == 0:
            text = _GLUED_BULLET.sub(r"\1 ", text)
        parts = text.split()
        begin, step = box[0], (box[2] - box[0]) / max(len(text), 1)
        for part in parts:
            end = begin + step * len(part) if len(parts) > 1 else box[2]
            yield Word(begin, box[1], end, box[3], part)
            begin = end + step


def _gap(left: Word, right: Word) -> float:
    """White space between two words of one line, whichever way it runs; negative where they overlap."""
    return right.x0 - left.x1 if right.x0 >= left.x0 else left.x0 - right.x1


def _form_values(page: "pymupdf.Page", turn: PageRotation) -> Iterator[WordRun]:
    """What is filled into form fields, which the text page leaves out. Words share their field's width."""
    for field in page.widgets():
        kind, value = field.field_type_string, field.field_value
        if kind not in ("Text", "ComboBox", "ListBox") or not isinstance(value, str) or unseen(field):
            continue
        texts = clean(value).split()
        if not texts:
            continue
        x0, y0, x1, y1 = turn.upright(*field.rect)
        step = (x1 - x0) / len(texts)
        words = [Word(x0 + i * step, y0, x0 + (i + 1) * step, y1, text) for i, text in enumerate(texts)]
        yield WordRun(words, x0, y0, x1, y1, min(y1 - y0, USUAL_SIZE), False)
