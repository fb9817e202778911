"""How deep an item of a list stands: under the last one that begins further left, or that is bold where it is not.

A group within a list is often set like its items but for the type: "**Ground kit**", then what belongs to it, all at one margin.
"""

from typing import NamedTuple

from ragdesk.ingesting.readers.pdf.calibration import NEAR
from ragdesk.ingesting.readers.pdf.items import PageItem

MOST = 3


class _OpenItem(NamedTuple):
    x0: float
    bold: bool


class ListDepths:
    """Told the items of a page in their order; 0 is the outermost."""

    def __init__(self) -> None:
        self._open: list[_OpenItem] = []

    def ended(self) -> None:
        """Something else than an item came."""
        self._open.clear()

    def of(self, item: PageItem) -> int:
        if item.opens:  # the next column, or page, has another margin
            self._open.clear()
        own = _OpenItem(item.lines[0][0].x0, item.bold)
        while self._open and not _is_under(own, self._open[-1]):
            self._open.pop()
        self._open.append(own)
        return min(len(self._open) - 1, MOST)


def _is_under(item: _OpenItem, other: _OpenItem) -> bool:
    further = item.x0 - other.x0
    return further > NEAR or (abs(further) <= NEAR and other.bold and not item.bold)
