"""Reads a file with the parser of its format: the one that its name says, unless its bytes are plainly another's."""

from ragdesk.domain.documents import Parsed
from ragdesk.domain.errors import (
    EmptyFileError,
    IngestError,
    UnknownFormatError,
    UnreadableFileError,
)
from ragdesk.ingesting.readers.formats import FORMATS, HEAD, PDF, TEXT, ZIP, Format, by_content, by_name
from ragdesk.ingesting.readers.input_file import InputFile, too_large


def parse(source: InputFile, max_bytes: int) -> Parsed:
    """Read a file.

    Raises:
        IngestError: one of its kinds, with what to do.
    """
    head, size = _look(source)
    if size == 0:
        raise EmptyFileError(
            "{file} is empty.", "Check whether it was saved or copied completely.", file=source.name
        )
    if size > max_bytes:
        raise too_large(source.name, size, max_bytes)
    return _format(source, head).parse(source)


def _look(source: InputFile) -> tuple[bytes, int]:
    try:
        with source.path.open("rb") as file:
            return file.read(HEAD), source.path.stat().st_size
    except OSError as error:
        raise UnreadableFileError(
            "{file} cannot be read: {why}.",
            "Check the file's rights and the disk.",
            file=source.name,
            why=error.strerror or error,
        ) from error


def _format(source: InputFile, head: bytes) -> Format:
    by_ending, by_bytes = by_name(source.name), by_content(source.path, head)
    if by_ending is None and by_bytes is None:
        raise _unknown(source.name)
    if by_ending is PDF and by_bytes is None:
        raise UnreadableFileError(
            "{file} is not a PDF, whatever its name says.",
            "Give it the ending of what it is, or export it as PDF again.",
            file=source.name,
        )
    if by_ending is None or by_ending in (PDF, TEXT):
        return by_bytes or TEXT
    # A document of an office program is an archive of files; an archive that merely holds some is not that document.
    return by_ending if by_bytes is None or by_bytes is ZIP else by_bytes


def _unknown(name: str) -> IngestError:
    readable = ", ".join(
        ending
        for file_format in FORMATS
        for ending in file_format.endings
        if ending and file_format is not TEXT
    )
    return UnknownFormatError(
        "{file}: files of this kind are not read.", "These are: {kinds}, and text.", file=name, kinds=readable
    )
