"""Which parser reads a file: by what is in it, checked against what its name says."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ragdesk.errors import (
    EmptyFileError,
    IngestError,
    TooLargeError,
    UnknownFormatError,
    UnreadableFileError,
)
from ragdesk.ingest.csv_file import parse_csv
from ragdesk.ingest.docx import parse_docx
from ragdesk.ingest.epub import parse_epub
from ragdesk.ingest.faq import parse_entry
from ragdesk.ingest.given import Given
from ragdesk.ingest.html import parse_html
from ragdesk.ingest.json_file import parse_json
from ragdesk.ingest.markdown import parse_markdown
from ragdesk.ingest.ods import parse_ods
from ragdesk.ingest.odt import parse_odt
from ragdesk.ingest.pdf import parse_pdf
from ragdesk.ingest.pptx import parse_pptx
from ragdesk.ingest.rtf import parse_rtf
from ragdesk.ingest.text import parse_text
from ragdesk.ingest.xlsx import parse_xlsx
from ragdesk.types import Parsed

# Raised whenever the same file would come out differently, so that older documents can be found and made anew.
INGEST_VERSION = 2

PDF_MAGIC = b"%PDF-"
# The PDF specification lets the header stand anywhere in the first 1,024 bytes.
HEAD = 1_024

Parser = Callable[[Given], Parsed]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its endings, and what reads it."""

    name: str
    endings: tuple[str, ...]
    parse: Parser


def _plain(read: Callable[[Path, str], Parsed]) -> Parser:
    """A parser that needs nothing but the file."""
    return lambda given: read(given.path, given.name)


PDF = Format("PDF", (".pdf",), _plain(parse_pdf))
FORMATS = (
    PDF,
    Format("question and answer", (".faq.md",), _plain(parse_entry)),
    Format("Markdown", (".md", ".markdown", ".mdown", ".mkd"), _plain(parse_markdown)),
    Format("Word", (".docx", ".docm", ".dotx", ".dotm", ".doc"), parse_docx),
    Format("PowerPoint", (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm", ".ppt"), parse_pptx),
    Format("OpenDocument", (".odt", ".ott", ".odp", ".otp"), parse_odt),
    Format("Excel", (".xlsx", ".xlsm", ".xltx", ".xltm", ".xls"), parse_xlsx),
    Format("CSV", (".csv", ".tsv", ".tab"), parse_csv),
    Format("OpenDocument sheet", (".ods", ".ots"), parse_ods),
    Format("JSON", (".json", ".jsonl", ".ndjson", ".geojson"), parse_json),
    Format("RTF", (".rtf",), parse_rtf),
    Format("EPUB", (".epub",), parse_epub),
    Format("HTML", (".html", ".htm", ".xhtml"), _plain(parse_html)),
    Format("text", (".txt", ".text", ".log", ""), _plain(parse_text)),
)


def parse(given: Given, max_bytes: int) -> Parsed:
    """Read a file.

    Raises:
        IngestError: one of its kinds, with what to do.
    """
    head, size = _look(given)
    if size == 0:
        raise EmptyFileError(f"{given.name} is empty.", "Check whether it was saved or copied completely.")
    if size > max_bytes:
        raise TooLargeError(
            f"{given.name} has {size / 1e6:,.0f} MB; files up to {max_bytes / 1e6:,.0f} MB are taken.",
            "Split it, or raise ingest.max_file_mb in settings.toml.",
        )
    return _format(given.name, head).parse(given)


def _look(given: Given) -> tuple[bytes, int]:
    try:
        with given.path.open("rb") as file:
            return file.read(HEAD), given.path.stat().st_size
    except OSError as error:
        raise UnreadableFileError(
            f"{given.name} cannot be read: {error.strerror or error}.",
            "Check the file's rights and the disk.",
        ) from error


def _format(name: str, head: bytes) -> Format:
    by_name = _by_name(name)
    is_pdf = PDF_MAGIC in head
    if by_name is None:
        raise _unknown(name)
    if is_pdf and by_name is not PDF:
        raise UnreadableFileError(
            f"{name} is a PDF, not {by_name.name}.", "Rename it so that it ends in .pdf."
        )
    if by_name is PDF and not is_pdf:
        raise UnreadableFileError(
            f"{name} is not a PDF, whatever its name says.",
            "Give it the ending of what it is, or export it as PDF again.",
        )
    return by_name


def _by_name(name: str) -> Format | None:
    lower = Path(name).name.lower()
    for one in FORMATS:
        if any(lower.endswith(ending) if ending else not Path(lower).suffix for ending in one.endings):
            return one
    return None


def _unknown(name: str) -> IngestError:
    readable = ", ".join(ending for one in FORMATS for ending in one.endings if ending)
    return UnknownFormatError(f"{name}: files of this kind are not read.", f"These are: {readable}.")
