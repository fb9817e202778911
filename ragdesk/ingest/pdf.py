"""PDF → `Parsed`: pages → words → columns → paragraphs, lists, tables and headings → text, blocks and layout.

PyMuPDF opens half of all damaged files without an exception and returns nothing, so the result is judged, not the
opening. Text comes from the text layer alone: scans are refused with a sentence that says so.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.errors import EmptyFileError, EncryptedFileError, UnreadableFileError
from ragdesk.ingest.normalise import clean
from ragdesk.ingest.pdf_grid import Table, ruled_tables
from ragdesk.ingest.pdf_headings import Outline, body_style, heading_levels, outline_of, titles_near
from ragdesk.ingest.pdf_items import Item, items, running_heads, strip_running
from ragdesk.ingest.pdf_order import Row, regions, rows
from ragdesk.ingest.pdf_tables import with_tables
from ragdesk.ingest.pdf_title import document_title
from ragdesk.ingest.pdf_words import PageWords, Run, read_page
from ragdesk.ingest.pdf_writer import PdfWriter
from ragdesk.types import Parsed

if TYPE_CHECKING:
    import pymupdf

# MuPDF's cache is emptied as often; 3,000 pages then stay below 1.5 GB.
_SHRINK_EVERY = 50


def parse_pdf(path: Path, name: str) -> Parsed:
    """Read the text layer of a PDF.

    Raises:
        EncryptedFileError: it needs a password to be read.
        UnreadableFileError: damaged beyond repair.
        EmptyFileError: no page has a text layer.
    """
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        with pymupdf.open(path, filetype="pdf") as document:
            return _parse(document, name)
    except (pymupdf.FileDataError, pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError) as error:
        raise UnreadableFileError(
            f"{name} is damaged: it cannot be opened as a PDF.", "Open it in a PDF reader and save it again."
        ) from error


def _parse(document: "pymupdf.Document", name: str) -> Parsed:
    if document.needs_pass:
        raise EncryptedFileError(
            f"{name} is protected by a password.", "Save a copy without the password and add that one."
        )
    pages = list(_read_pages(document))
    if not any(page.runs or page.strays for page in pages):
        raise _no_text(document, name)
    outline = outline_of(document.get_toc(simple=True))
    found = list(_items(pages, outline))
    body = body_style(pages)
    levels = heading_levels(found, body, outline)
    writer = PdfWriter(pages)
    for index, item in enumerate(found):
        writer.item(item, levels.get(index, 0), body[0])
    title = document_title(document.metadata, found, body[0], name)
    return writer.parsed(title, _properties(document))


def _read_pages(document: "pymupdf.Document") -> Iterator[PageWords]:
    import pymupdf

    form = bool(document.is_form_pdf)
    for index in range(document.page_count):
        try:
            page = document.load_page(index)
            yield read_page(page, index + 1, form=form)
        except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError):
            # One bad page of a damaged file: the others are still worth having, and it stays countable.
            yield PageWords.empty(index + 1)
        if index % _SHRINK_EVERY == _SHRINK_EVERY - 1:
            pymupdf.TOOLS.store_shrink(100)


def _no_text(document: "pymupdf.Document", name: str) -> Exception:
    if document.page_count == 0:
        return UnreadableFileError(
            f"{name} is damaged: it has no pages.",
            "Open it in a PDF reader and save it again, or get a new copy.",
        )
    if any(document.get_page_images(index) for index in range(min(document.page_count, 20))):
        return EmptyFileError(
            f"{name} has no text layer; it seems to be a scan.",
            "Run text recognition (OCR) on it and add the result.",
        )
    return EmptyFileError(f"{name} holds no text.", "Check that it is the right file.")


def _items(pages: Sequence[PageWords], outline: Outline) -> Iterator[Item | Table]:
    """All items of the document in reading order."""
    running = running_heads(pages)
    seen: set[str] = set()
    for page in pages:
        runs, strays = strip_running(page, running, seen)
        tables, runs = ruled_tables(runs, page.across, page.down)
        titles = titles_near(outline, page.number)
        placed: list[Run | Table] = [*runs, *tables]
        for region in regions(placed) if placed else ():
            yield from items(_elements(region), page.number, titles)
        for stray in strays:
            yield Item([[stray]], stray.size, False, False, page.number)


def _elements(region: Sequence[Run | Table]) -> list[Row | Table]:
    """A region's rows and tables from top to bottom."""
    ruled = sorted((item for item in region if isinstance(item, Table)), key=lambda table: table.y0)
    lines = rows([item for item in region if isinstance(item, Run)])
    found: list[Row | Table] = []
    begin = 0
    for table in ruled:
        end = begin
        while end < len(lines) and lines[end].y0 + lines[end].y1 < table.y0 + table.y1:
            end += 1
        found.extend(with_tables(lines[begin:end]))
        found.append(table)
        begin = end
    found.extend(with_tables(lines[begin:]))
    return found


def _properties(document: "pymupdf.Document") -> tuple[tuple[str, str], ...]:
    """Author and last change as the file's own metadata has them (`D:20240131…` → 2024-01-31)."""
    author = clean(document.metadata.get("author") or "").strip()
    changed = re.match(r"D:(\d{4})(\d\d)(\d\d)", document.metadata.get("modDate") or "")
    found = [("author", author)] if author else []
    if changed:
        found.append(("file_modified", "-".join(changed.groups())))
    return tuple(found)
