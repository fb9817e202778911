"""Passages under another title: what stands before their texts, and is embedded with them, begins with the document's title."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.ports import Embedder
from ragdesk.ingesting.read_document import ReadDocument
from ragdesk.ingesting.split import CONTEXT_SHARE, named_path, shortened
from ragdesk.ingesting.token_starts import token_starts


def with_given_title(result: ReadDocument, older: Document | None, embedder: Embedder) -> ReadDocument:
    """What was read, under the title that a person gave the version of it that is in the library, where somebody did."""
    if older is None or older.given_title is None:
        return result
    title = older.given_title
    chunks = retitled(result.chunks, result.parsed.title, title, embedder)
    return replace(result, chunks=tuple(chunks), given_title=title)


def retitled(chunks: Sequence[Chunk], before: str, title: str, embedder: Embedder) -> list[Chunk]:
    """The chunks of a document with `title` in their contexts in the place of the title `before`."""
    return [replace(chunk, context=_context(chunk, before, title, embedder)) for chunk in chunks]


def _context(chunk: Chunk, before: str, title: str, embedder: Embedder) -> str:
    place, rule, header = chunk.context.partition("\n")
    if not named_path(before, chunk.section).endswith(place):
        return chunk.context  # it was cut down to a table's header, and has no title
    whole = f"{named_path(title, chunk.section)}{rule}{header}"
    limit, counter = embedder.max_tokens, embedder.counter
    used, text = len(token_starts(chunk.context, counter)), len(token_starts(chunk.text, counter))
    # Context and text together stay within what the embedder reads; never less than there was.
    room = max(min(limit // CONTEXT_SHARE, limit - text - 1), used, 1)
    return shortened(whole, room, counter)
