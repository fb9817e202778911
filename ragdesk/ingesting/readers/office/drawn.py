"""What Office draws from data: charts and diagrams (SmartArt), as rows and lines of words."""

from typing import TYPE_CHECKING

from ragdesk.ingesting.readers.office.flow import MAX_COLUMNS
from ragdesk.ingesting.readers.office.package import local
from ragdesk.text.clean import one_line

if TYPE_CHECKING:
    from lxml.etree import _Element

_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"


def chart(root: "_Element") -> tuple[str, list[list[str]]]:
    """(title, rows) of a chart part: a header with the names of the series, then a row for each category."""
    title = root.find(f"{_C}chart/{_C}title")
    series = list(root.iter(f"{_C}ser"))[: MAX_COLUMNS - 1]
    names = [_text(line.find(f"{_C}tx")) for line in series]
    columns = [_points(line.find(f"{_C}val"), line.find(f"{_C}yVal")) for line in series]
    labels: dict[int, str] = {}
    for line in series:
        labels = labels or _points(line.find(f"{_C}cat"), line.find(f"{_C}xVal"))
    places = sorted({place for column in (labels, *columns) for place in column})
    rows = [[labels.get(place, ""), *(column.get(place, "") for column in columns)] for place in places]
    return _text(title), [["", *names], *rows] if rows else []


def _text(element: "_Element | None") -> str:
    if element is None:
        return ""
    return one_line("".join(part.text or "" for part in element.iter() if local(part) in ("t", "v")))


def _points(*sources: "_Element | None") -> dict[int, str]:
    """Point number → what stands there; of several levels of categories, the innermost."""
    for source in sources:
        if source is not None:
            level = next(source.iter(f"{_C}lvl"), source)
            points = level.iter(f"{_C}pt")
            return {
                int(index): one_line(point.findtext(f"{_C}v") or "")
                for point in points
                if (index := point.get("idx") or "").isdecimal() and len(index) < 9
            }
    return {}


def diagram(root: "_Element") -> list[str]:
    """The words of a diagram's data part, one string a box."""
    texts = []
    for point in root.iter(f"{_DGM}pt"):
        if point.get("type", "node") in ("node", "asst"):
            words = [part.text or "" for part in point.iter() if local(part) == "t"]
            texts.append(one_line("".join(words)))
    return [text for text in texts if text]
