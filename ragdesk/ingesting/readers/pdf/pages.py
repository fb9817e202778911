"""The words of all pages → the document's items and tables in reading order, without what runs along on every page."""

from collections.abc import Iterator, Sequence

from ragdesk.ingesting.readers.pdf.columns import regions
from ragdesk.ingesting.readers.pdf.grid import Table, ruled_tables
from ragdesk.ingesting.readers.pdf.headings import Outline, titles_near
from ragdesk.ingesting.readers.pdf.items import PageItem, items, running_heads, strip_running
from ragdesk.ingesting.readers.pdf.order import TextRow, rows
from ragdesk.ingesting.readers.pdf.tables import with_tables
from ragdesk.ingesting.readers.pdf.words import PageWords, WordRun


def document_items(pages: Sequence[PageWords], outline: Outline) -> Iterator[PageItem | Table]:
    """All items of the document in reading order."""
    running = running_heads(pages)
    seen: set[str] = set()
    for page in pages:
        runs, strays = strip_running(page, running, seen)
        tables, runs = ruled_tables(runs, page.across, page.down)
        titles = titles_near(outline, page.number)
        placed: list[WordRun | Table] = [*runs, *tables]
        for region in regions(placed) if placed else ():
            yield from items(_elements(region), page.number, titles)
        for stray in strays:
            yield PageItem([[stray]], stray.size, False, False, page.number)


def _elements(region: Sequence[WordRun | Table]) -> list[TextRow | Table]:
    """A region's rows and tables from top to bottom."""
    ruled = sorted((item for item in region if isinstance(item, Table)), key=lambda table: table.y0)
    lines = rows([item for item in region if isinstance(item, WordRun)])
    elements: list[TextRow | Table] = []
    begin = 0
    for table in ruled:
        end = begin
        while end < len(lines) and lines[end].y0 + lines[end].y1 < table.y0 + table.y1:
            end += 1
        elements.extend(with_tables(lines[begin:end]))
        elements.append(table)
        begin = end
    elements.extend(with_tables(lines[begin:]))
    return elements
