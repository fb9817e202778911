"""Which parser reads a file: by what is in it, checked against what its name says."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ragdesk.errors import EmptyFileError, TooLargeError, UnknownFormatError, UnreadableFileError
from ragdesk.ingest.html import parse_html
from ragdesk.ingest.markdown import parse_markdown
from ragdesk.ingest.pdf import parse_pdf
from ragdesk.ingest.text import parse_text
from ragdesk.types import Parsed

# Raised whenever the same file would come out differently, so that older documents can be found and made anew.
INGEST_VERSION = 1

PDF_MAGIC = b"%PDF-"
# The PDF specification lets the header stand anywhere in the first 1,024 bytes.
HEAD = 1_024


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its endings, and what reads it."""

    name: str
    endings: tuple[str, ...]
    parse: Callable[[Path, str], Parsed]


PDF = Format("PDF", (".pdf",), parse_pdf)
FORMATS = (
    PDF,
    Format("Markdown", (".md", ".markdown", ".mdown", ".mkd"), parse_markdown),
    Format("HTML", (".html", ".htm", ".xhtml"), parse_html),
    Format("text", (".txt", ".text", ".log", ""), parse_text),
)


def parse(path: Path, *, name: str | None = None, max_bytes: int) -> Parsed:
    """Read a file.

    Args:
        name: what it is called, where the path does not say so.

    Raises:
        IngestError: one of its kinds, with what to do.
    """
    name = name or path.name
    head, size = _look(path, name)
    if size == 0:
        raise EmptyFileError(f"{name} is empty.", "Check whether it was saved or copied completely.")
    if size > max_bytes:
        raise TooLargeError(
            f"{name} has {size / 1e6:,.0f} MB; files up to {max_bytes / 1e6:,.0f} MB are taken.",
            "Split it, or raise ingest.max_file_mb in settings.toml.",
        )
    return _format(name, head).parse(path, name)


def _look(path: Path, name: str) -> tuple[bytes, int]:
    try:
        with path.open("rb") as file:
            return file.read(HEAD), path.stat().st_size
    except OSError as error:
        raise UnreadableFileError(
            f"{name} cannot be read: {error.strerror or error}.", "Check the file's rights and the disk."
        ) from error


def _format(name: str, head: bytes) -> Format:
    ending = Path(name).suffix.lower()
    by_name = next((one for one in FORMATS if ending in one.endings), None)
    is_pdf = PDF_MAGIC in head
    if by_name is None:
        readable = ", ".join(e for one in FORMATS for e in one.endings if e)
        raise UnknownFormatError(f"{name}: files of this kind are not read.", f"These are: {readable}.")
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
