"""The ruling lines of a page, from its vector pieces."""

from typing import Any, NamedTuple

from ragdesk.ingesting.readers.pdf.calibration import MANY_VECTORS, RULE
from ragdesk.ingesting.readers.pdf.turn import PageRotation


class Rule(NamedTuple):
    """A horizontal (`at` is y) or vertical (`at` is x) line from `start` to `end`."""

    at: float
    start: float
    end: float


def rules(blocks: list[dict[str, Any]], turn: PageRotation) -> tuple[list[Rule], list[Rule]]:
    """Ruling lines: thin filled rectangles, strokes, and the four sides of stroked rectangles. Not the sides of
    shaded ones: statements are shaded cell by cell, and their columns are better told from the numbers."""
    across: list[Rule] = []
    down: list[Rule] = []
    vectors = [block for block in blocks if block["type"] == 3]
    if len(vectors) > MANY_VECTORS:
        return across, down
    for vector in vectors:
        x0, y0, x1, y1 = turn.upright(*vector["bbox"])
        if y1 - y0 <= RULE and x1 - x0 > RULE:
            across.append(Rule((y0 + y1) / 2, x0, x1))
        elif x1 - x0 <= RULE and y1 - y0 > RULE:
            down.append(Rule((x0 + x1) / 2, y0, y1))
        elif vector["stroked"] and vector["isrect"]:
            across.extend((Rule(y0, x0, x1), Rule(y1, x0, x1)))
            down.extend((Rule(x0, y0, y1), Rule(x1, y0, y1)))
    return across, down
