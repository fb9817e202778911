"""Words of a PDF's page that nobody sees: as white as the paper, drawn not at all, too small, or painted over.

MuPDF leaves out what lies outside of the page and in layers that are switched off. The rest is told here: what may be unseen
by its style is looked up on a picture of the page, which is drawn only where there is such text. An unpainted text layer over
a picture is a scan's, and stays.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ragdesk.ingesting.readers.hidden import SMALLEST, TELLS, count_words
from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.lying_in import lying_in
from ragdesk.ingesting.readers.writer import Box

if TYPE_CHECKING:
    import pymupdf

# Annotation flags (ISO 32000, table 167): Hidden and NoView.
UNSEEN_FLAGS = 2 | 32
# MuPDF's flags of a span: filled or stroked.
_PAINTED = 16 | 32
# Text whose darkest channel is at least this may be unseen on paper (255 is white).
_LIGHT = 255 - TELLS


def unseen(field: "pymupdf.Widget") -> bool:
    """Whether a form field is hidden on the screen (display 1: hidden, 3: printed only)."""
    return field.field_display in (1, 3)


def is_painted(span: dict[str, Any]) -> bool:
    """Whether a span's letters are drawn; the text layer of a scan is there to be found, not to be seen."""
    return bool(span["char_flags"] & _PAINTED) and bool(span["alpha"] >= TELLS)


Blocks = list[dict[str, Any]]


class _Span(NamedTuple):
    box: Box
    text: str
    colour: tuple[int, int, int]
    painted: bool
    covered: bool


def without_hidden(
    page: "pymupdf.Page", text_page: "pymupdf.TextPage", blocks: Blocks
) -> tuple[Blocks, list[list[Any]], int] | None:
    """The page's blocks and its words line by line, as MuPDF gives both, without what nobody sees, and how many words that
    was; None where all is seen. `blocks` are text and vectors in the order in which they were drawn."""
    hidden = _hidden(page, blocks)
    if not hidden:
        return None
    left_out = sum(count_words(text) for _, text in hidden)
    visible, groups = Blocks(), list[list[Any]]()
    for block in text_page.extractRAWDICT()["blocks"]:
        if block["type"] != 0:
            visible.append(block)
            continue
        lines = []
        for line in block["lines"]:
            spans = [
                {**span, "text": "".join(character["c"] for character in span["chars"])}
                for span in line["spans"]
            ]
            spans = [span for span in spans if (span["bbox"], span["text"]) not in hidden]
            words = list(_words(spans))
            if words:
                lines.append({**line, "spans": spans})
                groups.append(words)
        visible.append({**block, "lines": lines})
    return visible, groups, left_out


def _words(spans: Blocks) -> Iterator[tuple[float, float, float, float, str]]:
    """What stands between blanks in the spans of a line, each in the box around its characters."""
    boxes, text = list[Box](), ""
    for character in [*(character for span in spans for character in span["chars"]), {"c": " ", "bbox": ()}]:
        if not character["c"].isspace():
            boxes.append(character["bbox"])
            text += character["c"]
        elif text:
            left, top, right, bottom = zip(*boxes, strict=True)
            yield min(left), min(top), max(right), max(bottom), text
            boxes, text = [], ""


def _hidden(page: "pymupdf.Page", blocks: Blocks) -> set[tuple[Box, str]]:
    """The spans that nobody sees, by their box and text."""
    smallest = min(SMALLEST, SMALLEST * max(page.rect.width, page.rect.height) / calibration.LOW_PAGE)
    hidden: set[tuple[Box, str]] = set()
    doubtful: list[_Span] = []
    seen: list[Box] = []
    for span, later in _spans(blocks):
        box, text = span["bbox"], span["text"]
        if not text.strip():
            continue
        if max(span["size"], min(box[2] - box[0], box[3] - box[1])) < smallest:
            hidden.add((box, text))
            continue
        painted = is_painted(span)
        colour = _rgb(span["color"])
        if painted and min(colour) < _LIGHT and not later:
            seen.append(box)
        else:
            doubtful.append(_Span(box, text, colour, painted, later))
    if doubtful:
        look = _PageImage(page, seen, [span.box for span in doubtful if not span.painted])
        hidden.update((span.box, span.text) for span in doubtful if not look.sees(span))
    return hidden


def _spans(blocks: Blocks) -> list[tuple[dict[str, Any], bool]]:
    """Each span of text, and whether something solid was painted over its middle later."""
    spans, orders = [], []
    solid: list[tuple[int, Box]] = []
    for order, block in enumerate(blocks):
        if block["type"] == 0:
            for line in block["lines"]:
                spans.extend(line["spans"])
                orders.extend([order] * len(line["spans"]))
        elif block["type"] == 3 and not block["stroked"] and block["alpha"] == 255:
            x0, y0, x1, y1 = block["bbox"]
            if min(x1 - x0, y1 - y0) > calibration.RULE:
                solid.append((order, block["bbox"]))
    covered = np.zeros(len(spans), dtype=bool)
    if spans and 0 < len(solid) <= calibration.MANY_VECTORS:
        boxes = np.array([span["bbox"] for span in spans], dtype=np.float32)
        x, y, drawn_at = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2, np.array(orders)
        for order, (x0, y0, x1, y1) in solid:
            covered |= (drawn_at < order) & (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
    return list(zip(spans, covered.tolist(), strict=True))


def _rgb(colour: int) -> tuple[int, int, int]:
    return colour >> 16 & 255, colour >> 8 & 255, colour & 255


class _PageImage:
    """A picture of the page. `unpainted` are the boxes of the text that is drawn not at all: where it stands on a picture or
    under plainly visible text is known of it."""

    def __init__(self, page: "pymupdf.Page", seen: list[Box], unpainted: list[Box]) -> None:
        import pymupdf

        self._turn = page.rotation_matrix
        drawn = page.get_pixmap(matrix=pymupdf.Matrix(calibration.ZOOM, calibration.ZOOM), alpha=False)
        pixels = np.frombuffer(drawn.samples, dtype=np.uint8)
        self._pixels = pixels.reshape(drawn.height, drawn.stride)[:, : drawn.width * 3]
        self._pixels = self._pixels.reshape(drawn.height, drawn.width, 3)
        pictures = [tuple(info["bbox"]) for info in page.get_image_info()] if unpainted else []
        self._on_pictures, self._under_text = lying_in(unpainted, pictures), lying_in(unpainted, seen)

    def sees(self, span: _Span) -> bool:
        if not span.painted:
            return span.box in self._on_pictures or (
                span.box not in self._under_text and self._varies(span.box)
            )
        near = self._near(span)
        if near is None:
            return False
        # What was painted over shows none of its colour; what is as light as its ground, little but its colour.
        return bool(near.any()) if span.covered else bool((~near).mean() > calibration.GROUND)

    def _near(self, span: _Span) -> "np.ndarray[Any, np.dtype[np.bool_]] | None":
        """For each pixel where the span stands, whether it has the text's colour; None off the page."""
        x0, y0, x1, y1 = span.box
        margin = min(x1 - x0, y1 - y0) * (1 - calibration.MIDDLE) / 2
        part = self._part((x0 + margin, y0 + margin, x1 - margin, y1 - margin))
        if not part.size:
            return None
        difference = np.abs(part.astype(np.int16) - np.array(span.colour, dtype=np.int16))
        return np.asarray(
            difference.max(axis=2) < calibration.COVERED_TELLS * TELLS
            if span.covered
            else difference.max(axis=2) < TELLS
        )

    def _varies(self, box: Box) -> bool:
        part = self._part(box)
        return bool(part.size) and int(part.max()) - int(part.min()) >= TELLS

    def _part(self, box: Box) -> "np.ndarray[Any, np.dtype[np.uint8]]":
        import pymupdf

        shown = (pymupdf.Rect(box) * self._turn).normalize()
        x0, y0, x1, y1 = (max(0, round(edge * calibration.ZOOM)) for edge in shown)
        return self._pixels[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]
