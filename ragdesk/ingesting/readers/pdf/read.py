"""PDF → `Parsed`: pages → words → columns → paragraphs, lists, tables and headings → text, blocks and layout.

PyMuPDF opens half of all damaged files without an exception and returns nothing, so the result is judged, not the
opening. Text comes from the text layer; pages that have none are recognised (`pdf_scan`).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, IngestError, UnreadableFileError
from ragdesk.ingesting.readers.hidden import hidden_words
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.pdf.attached import add_attached, add_attached_to
from ragdesk.ingesting.readers.pdf.calibration import SHRINK_EVERY
from ragdesk.ingesting.readers.pdf.doubled import without_doubles
from ragdesk.ingesting.readers.pdf.headings import body_style, heading_levels, outline_of
from ragdesk.ingesting.readers.pdf.items import repeated_heads
from ragdesk.ingesting.readers.pdf.notes import Note, notes_of
from ragdesk.ingesting.readers.pdf.pages import document_items
from ragdesk.ingesting.readers.pdf.scan import Scans, page_numbers
from ragdesk.ingesting.readers.pdf.title import document_title
from ragdesk.ingesting.readers.pdf.words import PageWords, read_page
from ragdesk.ingesting.readers.pdf.writer import PdfWriter
from ragdesk.text.clean import one_line

if TYPE_CHECKING:
    import pymupdf

# What Adobe's designer puts on the only page of a form that it builds when it is opened.
_FORM_COVER = re.compile(r"please wait\.\.\.|requires adobe reader|adobe\.com/go/pdf_forms", re.IGNORECASE)


@dataclass(slots=True)
class _ReadPages:
    """What the pages hold."""

    pages: list[PageWords] = field(default_factory=list)
    notes: dict[int, list[Note]] = field(default_factory=lambda: defaultdict(list))
    scans: Scans = field(default_factory=Scans)
    damaged: list[int] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not self.notes and not any(page.runs or page.strays for page in self.pages)

    def properties(self) -> tuple[tuple[str, str], ...]:
        """What a person should know of the pages that are not as they were."""
        damaged = (("damaged", page_numbers(self.damaged)),) if self.damaged else ()
        hidden = [page.number for page in self.pages if page.hidden]
        left_out = hidden_words(sum(page.hidden for page in self.pages), page_numbers(hidden))
        return (*self.scans.properties(), *damaged, *left_out)


def read_pdf(source: InputFile) -> Parsed:
    """Read a PDF: its text layer, its scanned pages, its comments and forms; its attachments become parts.

    Raises:
        EncryptedFileError: it needs a password to be read, or another one.
        UnreadableFileError: damaged beyond repair, or a form that only Adobe's programs show.
        EmptyFileError: nothing in it can be read.
    """
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        with pymupdf.open(source.path, filetype="pdf") as document:
            return _parse(document, source)
    except IngestError:
        raise
    except Exception as error:  # MuPDF's bindings raise anything at damaged files
        raise UnreadableFileError(
            "{file} is damaged: it cannot be opened as a PDF.",
            "Open it in a PDF reader and save it again.",
            file=source.name,
        ) from error


def _parse(document: "pymupdf.Document", source: InputFile) -> Parsed:
    _unlock(document, source)
    read = _read_pages(document, source)
    pages = read.pages
    _refuse_form(document, pages, source.name)
    add_attached(source, document)
    if read.empty and not (pages and any(part.path for part in source.unpacked.parts)):
        raise _no_text(document, read.scans, source)
    outline = outline_of(document.get_toc(simple=True))
    elements = list(document_items(pages, outline))
    body = body_style(pages)
    levels = heading_levels(elements, body, outline)
    writer = PdfWriter(pages)
    if read.empty:
        writer.title(one_line(source.name))
    for index, item in enumerate(elements):
        _write_notes(writer, read.notes, item.page)
        writer.item(item, levels.get(index, 0), body[0])
    _write_notes(writer, read.notes, len(pages) + 1)
    metadata = document.metadata or {}
    heads = repeated_heads(pages)
    title, found = document_title(metadata, elements, levels, body[0], heads, source.name)
    properties = (*_properties(metadata), *read.properties())
    parsed = writer.parsed(title, properties)
    return replace(parsed, parts=tuple(source.unpacked.parts), title_from=found)


def _unlock(document: "pymupdf.Document", source: InputFile) -> None:
    if not document.needs_pass or (source.password and document.authenticate(source.password)):
        return
    if source.password:
        raise EncryptedFileError(
            "The password for {file} is not the right one.",
            "Give the right one: in the app, or with --password on the command line.",
            file=source.name,
        )
    raise EncryptedFileError(
        "{file} is protected by a password.",
        "Give the password: in the app, or with --password on the command line.",
        file=source.name,
    )


def _read_pages(document: "pymupdf.Document", source: InputFile) -> _ReadPages:
    import pymupdf

    read = _ReadPages()
    form = bool(document.is_form_pdf)
    for index in range(document.page_count):
        words = PageWords.empty(index + 1)
        source.at_page(index + 1, document.page_count)
        try:
            page = document.load_page(index)
            words = read_page(page, index + 1, form=form)
            words = read.scans.read(page, words)
            words.runs = without_doubles(words.runs)
            notes = list(notes_of(page, index + 1, form=form))
            if notes:
                read.notes[index + 1] = notes
            add_attached_to(source, page)
        except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError):
            # One bad page of a damaged file: the others are still worth having, and it stays countable.
            read.damaged.append(index + 1)
        read.pages.append(words)
        if index % SHRINK_EVERY == SHRINK_EVERY - 1:
            pymupdf.TOOLS.store_shrink(100)
    return read


def _write_notes(writer: PdfWriter, notes: dict[int, list[Note]], before: int) -> None:
    """The notes of the pages before this one that are not written yet."""
    for number in sorted(number for number in notes if number < before):
        for note in notes.pop(number):
            writer.note(note.text, number, note.box)


def _refuse_form(document: "pymupdf.Document", pages: Sequence[PageWords], name: str) -> None:
    """Raise at forms whose fields are not in the PDF's pages but built by Adobe's programs (dynamic XFA)."""
    if document.xref_get_key(document.pdf_catalog(), "AcroForm/XFA")[0] == "null" or len(pages) > 1:
        return
    text = " ".join(run.text for page in pages for run in page.runs)
    if not text or _FORM_COVER.search(text):
        raise UnreadableFileError(
            "{file} is a dynamic form (XFA), which only Adobe Reader shows.",
            "Open it in Adobe Reader, print it to a PDF, and add that.",
            file=name,
        )


def _no_text(document: "pymupdf.Document", scans: Scans, source: InputFile) -> IngestError:
    name = source.name
    if document.page_count == 0:
        return UnreadableFileError(
            "{file} is damaged: it has no pages.",
            "Open it in a PDF reader and save it again, or get a new copy.",
            file=name,
        )
    if scans.left_out:
        return UnreadableFileError(
            "{file} is a scan, and its text could not be recognised.",
            "Try again, or run text recognition (OCR) on it with another program and add the result.",
            file=name,
        )
    if scans.recognised:
        return EmptyFileError(
            "No text was recognised in {file}; it holds pictures only.",
            "Check that it is the right file. Latin, Chinese and Japanese letters can be recognised.",
            file=name,
        )
    return EmptyFileError("{file} holds no text.", "Check that it is the right file.", file=name)


def _properties(metadata: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    """Author and last change as the file's own metadata has them (`D:20240131…` → 2024-01-31)."""
    author = one_line(metadata.get("author") or "")
    changed = re.match(r"D:(\d{4})(\d\d)(\d\d)", metadata.get("modDate") or "")
    if author:
        yield "author", author
    if changed:
        yield "file_modified", "-".join(changed.groups())
