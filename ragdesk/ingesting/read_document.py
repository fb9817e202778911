"""From a file to its passages: one pure function, which knows nothing of stores, queues or vectors."""

from dataclasses import dataclass, replace

from ragdesk.domain.documents import Chunk, Parsed
from ragdesk.ingesting.language import detect
from ragdesk.ingesting.layout import save_layout
from ragdesk.ingesting.metadata import procedure_properties
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.split import PassageSize, split

# Characters of a title; a longer one is no title, and would be shown wherever its document is.
TITLE_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """What is made of a file before its passages are encoded. `layout` is as `save_layout` gives it, and no longer in
    `parsed`. `given_title` is the title that a person gave the document, which its passages then carry."""

    parsed: Parsed
    properties: tuple[tuple[str, str], ...]
    language: str
    chunks: tuple[Chunk, ...] = ()
    layout: bytes | None = None
    given_title: str | None = None


def read_document(
    source: InputFile, max_bytes: int, document_id: str = "", passages: PassageSize | None = None
) -> ReadDocument:
    """Read a file, and cut it into passages where it is said how large those are.

    Raises:
        IngestError: as `parse`.
    """
    from ragdesk.ingesting.readers.parse import parse  # all readers: the app's own process reads no file

    parsed = parse(source, max_bytes)
    layout = save_layout(parsed.layout) if parsed.layout is not None else None
    parsed = replace(parsed, title=parsed.title[:TITLE_CHARACTERS], layout=None)
    # Properties that a procedure states in its text win over those of its file.
    stated = dict(parsed.properties) | dict(procedure_properties(parsed))
    chunks = split(parsed, document_id, passages.counter, passages.max_tokens) if passages else ()
    return ReadDocument(parsed, tuple(stated.items()), detect(parsed.text), tuple(chunks), layout)
