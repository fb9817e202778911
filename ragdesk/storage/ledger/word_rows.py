"""Chunks as the word index wants them, made of the nouns or of a row of the ledger."""

import json
import sqlite3
from collections.abc import Iterable

from ragdesk.domain.documents import Chunk, Document
from ragdesk.storage.index.word_fields import WordRow
from ragdesk.storage.ledger.codec import pairs_from_json

# Properties that say what a document is about; the others say what it is.
KEYWORD_PROPERTIES = frozenset({"keywords", "subject", "tags", "topics"})
# Properties that programs go by, not people.
TECHNICAL_PROPERTIES = frozenset(
    {"message_id", "in_reply_to", "references", "thread", "producer", "creator", "names_encoding"}
)


def word_row(document: Document, chunk: Chunk) -> WordRow:
    """What the word index holds of a chunk."""
    return WordRow(
        chunk_id=chunk.id,
        document_id=document.id,
        language=document.language,
        title=document.title,
        section=" ".join(chunk.section),
        context=chunk.context,
        text=chunk.text,
        keywords=f"{_keywords(document.properties)} {chunk.note}",
        metadata=_metadata(document.name, document.properties),
    )


def stored_word_row(row: sqlite3.Row) -> WordRow:
    """The same of a row of the ledger: columns of the chunk and of its document."""
    properties = pairs_from_json(row["properties"])
    return WordRow(
        chunk_id=row["id"],
        document_id=row["document_id"],
        language=row["language"],
        title=row["title"],
        section=" ".join(json.loads(row["section"])),
        context=row["context"],
        text=row["text"],
        keywords=f"{_keywords(properties)} {row['note']}",
        metadata=_metadata(row["name"], properties),
    )


def _keywords(properties: Iterable[tuple[str, str]]) -> str:
    return " ".join(value for key, value in properties if key.casefold() in KEYWORD_PROPERTIES)


def _metadata(name: str, properties: Iterable[tuple[str, str]]) -> str:
    others = (
        value for key, value in properties if key.casefold() not in KEYWORD_PROPERTIES | TECHNICAL_PROPERTIES
    )
    return " ".join([name, *others])
