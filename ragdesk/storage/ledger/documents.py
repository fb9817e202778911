"""Documents, their pages and chunks, in the ledger. A document is visible from the moment it is "ready"
until the moment it is "removing"; what is in any other state is nobody's business but the writer's.

It knows nothing of files, vectors or words.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ragdesk.domain.documents import Chunk, Document, Page
from ragdesk.storage.index.words import WordRow
from ragdesk.storage.ledger.codec import pairs_from_json, pairs_to_json
from ragdesk.storage.ledger.database import Database

State = Literal["indexing", "ready", "removing"]

# SQLite takes at most 32,766 values in one statement; batches also bound memory.
BATCH = 500

_PAGE_COLUMNS = "number, char_start, char_end, width, height"
_CHUNK_COLUMNS = (
    "id, document_id, ordinal, char_start, char_end, text, context, section, "
    "page_start, page_end, parent_start, parent_end, note"
)
# Where the section stands among them.
SECTION = 7


@dataclass(frozen=True, slots=True)
class Size:
    """How much the ledger holds of a document."""

    document_id: str
    title: str
    pages: int
    chunks: int


class Documents:
    """The documents, pages and chunks of one ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------ reading

    def all(self) -> list[Document]:
        """Every ready document, by title, then name."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT * FROM documents WHERE state = 'ready'").fetchall()
            found = _documents(connection, rows)
        return sorted(
            found, key=lambda document: (document.title.casefold(), document.name.casefold(), document.id)
        )

    def get(self, document_id: str) -> Document | None:
        return self._one("id", document_id)

    def by_sha256(self, sha256: str) -> Document | None:
        return self._one("sha256", sha256)

    def ids(self, state: State = "ready") -> set[str]:
        with self._database.reading() as connection:
            return {
                row[0] for row in connection.execute("SELECT id FROM documents WHERE state = ?", (state,))
            }

    def half_done(self) -> set[str]:
        """Documents that a crash left between absent and ready."""
        return self.ids("indexing") | self.ids("removing")

    def languages(self) -> list[str]:
        """The languages of the ready documents, sorted."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT DISTINCT language FROM documents WHERE state = 'ready'")
            return sorted(row[0] for row in rows)

    def not_indexed_in(self, fingerprint: str) -> list[str]:
        """Ready documents whose vectors were made by another embedder, oldest first."""
        query = "SELECT id FROM documents WHERE state = 'ready' AND indexed_in <> ? ORDER BY added_at, id"
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute(query, (fingerprint,))]

    def notes(self, document_id: str) -> dict[int, str]:
        """What a model wrote of a document (0) and its pages, by page."""
        query = "SELECT page, text FROM notes WHERE document_id = ?"
        with self._database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(query, (document_id,))}

    def note(self, document_id: str, page: int, text: str) -> None:
        """Keep what a model wrote; a document that has gone meanwhile is passed over."""
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO notes SELECT id, ?, ? FROM documents WHERE id = ?",
                (page, text, document_id),
            )

    def less_enriched(self, level: str) -> str | None:
        """A ready document whose passages do not have this level of enrichment; the newest first."""
        query = "SELECT id FROM documents WHERE state = 'ready' AND chunks > 0 AND enriched <> ? ORDER BY added_at DESC, id"
        with self._database.reading() as connection:
            row = connection.execute(query + " LIMIT 1", (level,)).fetchone()
        return row[0] if row else None

    def made_before(self, ingest_version: int) -> list[Document]:
        """Ready documents that an older pipeline made, by title."""
        return [document for document in self.all() if document.ingest_version < ingest_version]

    def pages(self, document_id: str) -> list[Page]:
        query = f"SELECT {_PAGE_COLUMNS} FROM pages WHERE document_id = ? ORDER BY number"
        with self._database.reading() as connection:
            return [Page(*row) for row in connection.execute(query, (document_id,))]

    def chunks(self, document_id: str) -> list[Chunk]:
        """The chunks of a document, in reading order."""
        query = f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document_id = ? ORDER BY ordinal"
        with self._database.reading() as connection:
            return [_chunk(row) for row in connection.execute(query, (document_id,))]

    def chunk_window(self, document_id: str, first: int, count: int) -> list[Chunk]:
        """`count` chunks of a document from the ordinal `first` on, in reading order."""
        query = f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?"
        with self._database.reading() as connection:
            return [_chunk(row) for row in connection.execute(query, (document_id, first, count))]

    def chunks_on_page(self, document_id: str, page: int) -> list[Chunk]:
        """The chunks that stand on a page, or run over it, in reading order."""
        query = (
            f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document_id = ? AND page_start <= ? AND page_end >= ? "
            "ORDER BY ordinal"
        )
        with self._database.reading() as connection:
            return [_chunk(row) for row in connection.execute(query, (document_id, page, page))]

    def sha256(self, document_id: str) -> str | None:
        """The SHA-256 of a ready document's file, in hexadecimal."""
        query = "SELECT sha256 FROM documents WHERE state = 'ready' AND id = ?"
        with self._database.reading() as connection:
            row = connection.execute(query, (document_id,)).fetchone()
        return row[0] if row else None

    def ready_chunks(self, chunk_ids: Sequence[str]) -> dict[str, Chunk]:
        """Those of the chunks that belong to a ready document, by id."""
        columns = ", ".join(f"chunks.{column.strip()}" for column in _CHUNK_COLUMNS.split(","))
        found: dict[str, Chunk] = {}
        with self._database.reading() as connection:
            for batch in batched(chunk_ids, BATCH):
                # CROSS JOIN keeps this order; SQLite would go through all ready documents (10 ms, not 0.2).
                query = (
                    f"SELECT {columns} FROM chunks CROSS JOIN documents ON documents.id = chunks.document_id "
                    f"WHERE documents.state = 'ready' AND chunks.id IN ({_marks(batch)})"
                )
                found |= {row[0]: _chunk(row) for row in connection.execute(query, batch)}
        return found

    def chunk_ids(self, *, indexed_in: str | None = None) -> set[str]:
        """The ids of every chunk of the ready documents, or of those among them with vectors of that
        embedder."""
        query = (
            "SELECT chunks.id FROM chunks JOIN documents ON documents.id = document_id WHERE state = 'ready'"
        )
        condition, values = ("", ()) if indexed_in is None else (" AND indexed_in = ?", (indexed_in,))
        with self._database.reading() as connection:
            return {row[0] for row in connection.execute(query + condition, values)}

    def sizes(self, document_ids: Iterable[str]) -> list[Size]:
        """What there is of these documents, whatever their state, in the order asked for."""
        query = """
            SELECT id, title, (SELECT count(*) FROM pages WHERE document_id = documents.id),
                (SELECT count(*) FROM chunks WHERE document_id = documents.id)
            FROM documents WHERE id = ?
        """
        with self._database.reading() as connection:
            rows = [connection.execute(query, (each,)).fetchone() for each in document_ids]
        return [Size(*row) for row in rows if row is not None]

    def word_rows(self, chunk_ids: Iterable[str]) -> Iterator[WordRow]:
        """What the word index holds of these chunks, whatever the state of their documents."""
        columns = "chunks.id, document_id, language, title, section, context, text, name, properties, note"
        for batch in batched(chunk_ids, BATCH):
            query = (
                f"SELECT {columns} FROM chunks JOIN documents ON documents.id = document_id "
                f"WHERE chunks.id IN ({_marks(batch)})"
            )
            with self._database.reading() as connection:
                rows = connection.execute(query, batch).fetchall()
            yield from map(_word_row, rows)

    # ------------------------------------------------------------ writing, inside the writer's transactions

    @staticmethod
    def insert(
        connection: sqlite3.Connection,
        document: Document,
        sha256: str,
        indexed_in: str,
        pages: Sequence[Page],
        chunks: Sequence[Chunk],
    ) -> None:
        """Put a document in, as "indexing"."""
        connection.execute(
            f"INSERT INTO documents VALUES ({_marks(range(17))})",
            (
                document.id,
                sha256,
                "indexing",
                document.name,
                document.title,
                document.kind,
                document.language,
                document.bytes,
                len(pages),
                document.paged,
                len(chunks),
                document.ingest_version,
                document.content_version,
                document.added_at,
                pairs_to_json(document.properties),
                indexed_in,
                document.enriched,
            ),
        )
        Documents._insert_contents(connection, document.id, pages, chunks)

    @staticmethod
    def replace(
        connection: sqlite3.Connection, document: Document, pages: Sequence[Page], chunks: Sequence[Chunk]
    ) -> None:
        """A ready document was read anew: what it is, its pages and its chunks change in one go. Sources, collections,
        versions of content and the time of its arrival stay."""
        connection.execute(
            "UPDATE documents SET title = ?, kind = ?, language = ?, pages = ?, paged = ?, chunks = ?, "
            "ingest_version = ?, properties = ?, enriched = ? WHERE id = ?",
            (
                document.title,
                document.kind,
                document.language,
                len(pages),
                document.paged,
                len(chunks),
                document.ingest_version,
                pairs_to_json(document.properties),
                document.enriched,
                document.id,
            ),
        )
        connection.execute("DELETE FROM pages WHERE document_id = ?", (document.id,))
        connection.execute("DELETE FROM chunks WHERE document_id = ?", (document.id,))
        Documents._insert_contents(connection, document.id, pages, chunks)

    @staticmethod
    def _insert_contents(
        connection: sqlite3.Connection, document_id: str, pages: Sequence[Page], chunks: Sequence[Chunk]
    ) -> None:
        connection.executemany(
            "INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?)",
            [(document_id, p.number, p.char_start, p.char_end, p.width, p.height) for p in pages],
        )
        connection.executemany(
            f"INSERT INTO chunks ({_CHUNK_COLUMNS}) VALUES ({_marks(range(13))})", map(_chunk_row, chunks)
        )

    @staticmethod
    def set_state(connection: sqlite3.Connection, document_ids: Iterable[str], state: State) -> None:
        connection.executemany(
            "UPDATE documents SET state = ? WHERE id = ?", [(state, each) for each in document_ids]
        )

    @staticmethod
    def set_indexed_in(connection: sqlite3.Connection, document_ids: Iterable[str], fingerprint: str) -> None:
        connection.executemany(
            "UPDATE documents SET indexed_in = ? WHERE id = ?", [(fingerprint, each) for each in document_ids]
        )

    @staticmethod
    def delete(connection: sqlite3.Connection, document_ids: Iterable[str]) -> None:
        """Delete the documents with their pages, chunks, sources and places in collections."""
        connection.executemany("DELETE FROM documents WHERE id = ?", [(each,) for each in document_ids])

    def _one(self, column: Literal["id", "sha256"], value: str) -> Document | None:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT * FROM documents WHERE state = 'ready' AND {column} = ?", (value,)
            ).fetchall()
            found = _documents(connection, rows)
        return found[0] if found else None


def batched(items: Iterable[str], size: int) -> Iterator[list[str]]:
    remaining = iter(items)
    while batch := list(islice(remaining, size)):
        yield batch


def _marks(items: Sequence[object]) -> str:
    return ", ".join("?" * len(items))


def _documents(connection: sqlite3.Connection, rows: Sequence[sqlite3.Row]) -> list[Document]:
    """Documents with their sources and collections, three queries however many there are."""
    if not rows:
        return []
    only = "" if len(rows) != 1 else "WHERE document_id = ?"
    values = (rows[0]["id"],) if only else ()
    sources: dict[str, list[sqlite3.Row]] = defaultdict(list)
    query = f"SELECT document_id, path, parent_id, depth FROM sources {only} ORDER BY depth, path"
    for row in connection.execute(query, values):
        sources[row[0]].append(row)
    collections: dict[str, list[str]] = defaultdict(list)
    joined = "SELECT document_id, name FROM document_collections JOIN collections ON id = collection_id"
    for row in connection.execute(f"{joined} {only} ORDER BY name", values):
        collections[row[0]].append(row[1])
    noted = f"SELECT document_id, text FROM notes {only} {'AND' if only else 'WHERE'} page = 0"
    descriptions = {row[0]: row[1] for row in connection.execute(noted, values)}
    return [
        _document(row, sources[row["id"]], tuple(collections[row["id"]]), descriptions.get(row["id"], ""))
        for row in rows
    ]


def _document(
    row: sqlite3.Row, sources: Sequence[sqlite3.Row], collections: tuple[str, ...], description: str
) -> Document:
    return Document(
        id=row["id"],
        name=row["name"],
        title=row["title"],
        kind=row["kind"],
        language=row["language"],
        bytes=row["bytes"],
        pages=row["pages"],
        paged=bool(row["paged"]),
        chunks=row["chunks"],
        ingest_version=row["ingest_version"],
        content_version=row["content_version"],
        added_at=row["added_at"],
        sources=tuple(source["path"] for source in sources),
        collections=collections,
        properties=pairs_from_json(row["properties"]),
        parents=tuple(dict.fromkeys(source["parent_id"] for source in sources if source["parent_id"])),
        depth=min((source["depth"] for source in sources), default=0),
        description=description,
        enriched=row["enriched"],
    )


def _chunk(row: sqlite3.Row) -> Chunk:
    """By position: _CHUNK_COLUMNS stand in the order of the fields. A search makes hundreds of chunks."""
    values = list(row)
    values[SECTION] = tuple(json.loads(values[SECTION]))
    return Chunk(*values)


def _chunk_row(chunk: Chunk) -> tuple[object, ...]:
    return (
        chunk.id,
        chunk.document_id,
        chunk.ordinal,
        chunk.char_start,
        chunk.char_end,
        chunk.text,
        chunk.context,
        json.dumps(chunk.section, ensure_ascii=False),
        chunk.page_start,
        chunk.page_end,
        chunk.parent_start,
        chunk.parent_end,
        chunk.note,
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


def _word_row(row: sqlite3.Row) -> WordRow:
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


# Properties that say what a document is about; the others say what it is.
KEYWORD_PROPERTIES = frozenset({"keywords", "subject", "tags", "topics"})
# Properties that programs go by, not people.
TECHNICAL_PROPERTIES = frozenset({"message_id", "in_reply_to", "references", "thread", "producer", "creator"})
