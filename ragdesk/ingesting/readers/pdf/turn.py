"""Between a page as it is displayed and as its text is read: upright, from left to right, its lines level."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

from ragdesk.ingesting.readers.writer import Box

_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PageRotation:
    """`quarters` turns of 90° clockwise make the page's text upright; `matrix` is the page's own rotation. Lines of a scan
    that fall by `lean` (radians) are level after that, turned about the point `about`."""

    quarters: int
    matrix: tuple[float, float, float, float, float, float] = _IDENTITY
    lean: float = 0.0
    about: tuple[float, float] = (0.0, 0.0)

    def upright(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        match self.quarters:
            case 1:
                return -y1, x0, -y0, x1
            case 2:
                return -x1, -y1, -x0, -y0
            case 3:
                return y0, -x1, y1, -x0
        return x0, y0, x1, y1

    def level(self, box: Box) -> Box:
        """An upright box moved to where it stands when the lines are level."""
        return self._leaned(box, -self.lean) if self.lean else box

    def _leaned(self, box: Sequence[float], angle: float) -> Box:
        """The box turned about `about` with its middle alone: boxes stay level."""
        half = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
        x, y = box[0] + half[0] - self.about[0], box[1] + half[1] - self.about[1]
        middle_x = self.about[0] + x * cos(angle) - y * sin(angle)
        middle_y = self.about[1] + x * sin(angle) + y * cos(angle)
        return middle_x - half[0], middle_y - half[1], middle_x + half[0], middle_y + half[1]

    def shown(self, box: Sequence[float]) -> Box:
        """The box on the page as displayed: lean and turn undone, then the page's rotation applied."""
        if self.lean:
            box = self._leaned(box, self.lean)
        if not self.quarters and self.matrix == _IDENTITY:
            return box[0], box[1], box[2], box[3]
        x0, y0, x1, y1 = PageRotation((4 - self.quarters) % 4).upright(*box[:4])
        a, b, c, d, e, f = self.matrix
        xs = (a * x0 + c * y0 + e, a * x1 + c * y1 + e)
        ys = (b * x0 + d * y0 + f, b * x1 + d * y1 + f)
        return min(xs), min(ys), max(xs), max(ys)
