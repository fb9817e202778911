"""What a PDF is called: the title in its metadata if a person wrote it, else the largest text at the top of its
first page, else the file's name."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ragdesk.ingesting.readers.pdf import calibration
from ragdesk.ingesting.readers.pdf.grid import Table
from ragdesk.ingesting.readers.pdf.items import PageItem
from ragdesk.text.clean import one_line

# What programs put there: "Microsoft Word - x.docx", file names, numbers, "untitled", their own name.
_NOT_A_TITLE = re.compile(
    r"(?:microsoft|powerpoint|word|excel)\b.* - |untitled|unbenannt|document\d*$|slide \d+$|title$|\(?anonymous|"
    r".*\.(?:docx?|pdf|indd|qxd|tex|dvi|xlsx?|pptx?|rtf|odt|txt|html?)$|[\d\W_]+$|https?:",
    re.IGNORECASE,
)


def document_title(
    metadata: Mapping[str, str | None], elements: Sequence[PageItem | Table], body: float, name: str
) -> str:
    """`body` is the size of the document's running text in points; `name` is the file's name."""
    written = one_line(metadata.get("title") or "")
    programs = {(metadata.get(key) or "").strip().lower() for key in ("producer", "creator")}
    if (
        len(written) >= calibration.TITLE_WRITTEN
        and not _NOT_A_TITLE.match(written)
        and written.lower() not in programs
    ):
        return written[: calibration.TITLE_LENGTH]
    return _largest(elements, body) or Path(name).stem


def _largest(elements: Sequence[PageItem | Table], body: float) -> str:
    """The largest text among the first items of page 1, if it is clearly larger than the body."""
    first = [
        item for item in elements[: calibration.TITLE_ITEMS] if isinstance(item, PageItem) and item.page == 1
    ]
    first = [
        item
        for item in first
        if sum(map(str.isalpha, item.text)) >= calibration.TITLE_LETTERS
        and len(item.lines) <= calibration.TITLE_LINES
    ]
    if not first:
        return ""
    size = max(item.size for item in first)
    if size < calibration.TITLE_LARGER * body:
        return ""
    largest = [item.text for item in first if item.size >= calibration.TITLE_SAME * size]
    return " ".join(" ".join(largest[:2]).split())[: calibration.TITLE_LENGTH]
