"""Writes a document's text piece by piece and notes where each block, page and word of it stands.

The text is the readable Markdown companion itself; every offset handed out is into it. Knows nothing about
any file format.
"""

from array import array

import numpy as np

from ragdesk.domain.documents import Block, BlockKind, Layout
from ragdesk.text.clean import clean

Box = tuple[float, float, float, float]


# A longer table goes on as a new one under the same header, so that no part works on millions of rows at once.
MAX_ROWS = 1_000


class TextWriter:
    """Appends text. `mark()` before and `block()` after a piece of structure record it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0
        self.blocks: list[Block] = []
        self._spans = array("i")
        self._word_pages = array("i")
        self._boxes = array("f")

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def write(self, text: str) -> None:
        self._parts.append(text)
        self.length += len(text)

    def word(self, text: str, page: int, box: Box) -> None:
        """Write a word of a page and remember where it stands there (points, as the page is shown)."""
        self._spans.extend((self.length, self.length + len(text)))
        self._word_pages.append(page)
        self._boxes.extend(box)
        self.write(text)

    def separate(self, kind: BlockKind) -> None:
        """End the previous block: items of one list stay on neighbouring lines, all else stands apart."""
        if not self.length:
            return
        together = kind == "list_item" and self.blocks and self.blocks[-1].kind == "list_item"
        self.write("\n" if together else "\n\n")

    def block(
        self, kind: BlockKind, start: int, *, level: int = 0, title: str = "", header_end: int = 0
    ) -> None:
        """Record what was written since `start`; nothing is recorded when nothing was."""
        if self.length > start:
            self.blocks.append(Block(kind, start, self.length, level, title, header_end))

    def layout(self) -> Layout:
        spans = np.array(self._spans, dtype=np.int32).reshape(-1, 2)
        boxes = np.array(self._boxes, dtype=np.float32).reshape(-1, 4)
        return Layout(spans, np.array(self._word_pages, dtype=np.int32), boxes)


def cell_text(text: str) -> str:
    """What stands in a table for a cell; "" for one that only holds blanks."""
    text = clean(text).strip()
    if "\n" in text or "|" in text or "\t" in text:
        text = text.replace("|", "\\|").replace("\n", "<br>").replace("\t", " ")
    return text
