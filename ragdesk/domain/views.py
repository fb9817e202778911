"""Places in a document as a person sees them: boxes on a page, cells of a sheet, pieces of a message."""

from dataclasses import dataclass

from ragdesk.domain.documents import Chunk


@dataclass(frozen=True, slots=True)
class QuoteBox:
    """A rectangle around quoted words on a page, in points from the top left of the page as it is shown."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class PageWord:
    """A word of a page as it stands there."""

    text: str
    box: QuoteBox


@dataclass(frozen=True, slots=True)
class FoundWords:
    """Words that were looked for in a document: `count` places in all, and of the first of them the rectangles of their lines."""

    count: int
    places: tuple[tuple[QuoteBox, ...], ...]


@dataclass(frozen=True, slots=True)
class PlacedChunk:
    """A chunk and the rectangles that it fills on one page, in reading order; none where the page has no picture."""

    chunk: Chunk
    boxes: tuple[QuoteBox, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a spreadsheet as it is shown: its `number` from 1, a text for each column on view ("" where it is blank), and
    which of them are cited."""

    number: int
    cells: tuple[str, ...]
    cited: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """The rows of a sheet around cited cells, under the letters of its columns. `above` and `below` count the filled rows that
    are not on view; the first of `rows` is the table's first one, even where those after it are left out."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    above: int
    below: int


@dataclass(frozen=True, slots=True)
class MailView:
    """Where the pieces of a message stand in its text: the `fields` of its header (name, start, end), the `pieces` of its body
    (start, end, whether they quote another message), and its list of attachments (start, end; the same where it has none)."""

    fields: tuple[tuple[str, int, int], ...]
    pieces: tuple[tuple[int, int, bool], ...]
    attachments: tuple[int, int]
