"""The pages and chunks of documents, in the ledger.

It knows nothing of files, vectors or words.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ragdesk.domain.documents import Chunk, Page
from ragdesk.domain.search import TextPlace
from ragdesk.storage.index.word_fields import WordRow
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.word_rows import stored_word_row

# SQLite takes at most 32,766 values in one statement; batches also bound memory.
BATCH = 500

_PAGE_COLUMNS = "number, char_start, char_end, width, height"
_CHUNK_COLUMNS = (
    "id, document_id, ordinal, char_start, char_end, text, context, section, "
    "page_start, page_end, parent_start, parent_end, note"
)
# Where the section stands among them.
SECTION = 7


class Chunks:
    """The pages and chunks of one ledger, whatever the state of their documents unless a method says otherwise."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pages(self, document_id: str) -> list[Page]:
        query = f"SELECT {_PAGE_COLUMNS} FROM pages WHERE document_id = ? ORDER BY number"
        with self._database.reading() as connection:
            return [Page(*row) for row in connection.execute(query, (document_id,))]

    def of_document(self, document_id: str) -> list[Chunk]:
        """The chunks of a document, in reading order."""
        query = f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document_id = ? ORDER BY ordinal"
        with self._database.reading() as connection:
            return [_chunk(row) for row in connection.execute(query, (document_id,))]

    def window(self, document_id: str, first: int, count: int) -> list[Chunk]:
        """`count` chunks of a document from the ordinal `first` on, in reading order."""
        query = f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?"
        with self._database.reading() as connection:
            return [_chunk(row) for row in connection.execute(query, (document_id, first, count))]

    def around(self, place: TextPlace, reach: int) -> list[Chunk]:
        """The chunks that hold a stretch of a document's text, and `reach` before and after them, in reading order."""
        holding = (
            "SELECT min(ordinal) AS first, max(ordinal) AS last FROM chunks "
            "WHERE document_id = ? AND char_start < ? AND char_end > ?"
        )
        with self._database.reading() as connection:
            row = connection.execute(
                holding, (place.document_id, place.char_end, place.char_start)
            ).fetchone()
        if row["first"] is None:
            return []
        begin = max(row["first"] - reach, 0)
        return self.window(place.document_id, begin, row["last"] + reach + 1 - begin)

    def on_page(self, document_id: str, page: int) -> list[Chunk]:
        """The chunks that stand on a page, or run over it, in reading order."""
        query = (
            f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document_id = ? AND page_start <= ? AND page_end >= ? "
            "ORDER BY ordinal"
        )
        with self._database.reading() as connection:
            return [_chunk(row) for row in connection.execute(query, (document_id, page, page))]

    def ready(self, chunk_ids: Sequence[str]) -> dict[str, Chunk]:
        """Those of the chunks that belong to a ready document, by id."""
        columns = ", ".join(f"chunks.{column.strip()}" for column in _CHUNK_COLUMNS.split(","))
        ready: dict[str, Chunk] = {}
        with self._database.reading() as connection:
            for batch in batched(chunk_ids, BATCH):
                # CROSS JOIN keeps this order; SQLite would go through all ready documents (10 ms, not 0.2).
                query = (
                    f"SELECT {columns} FROM chunks CROSS JOIN documents ON documents.id = chunks.document_id "
                    f"WHERE documents.state = 'ready' AND chunks.id IN ({marks(batch)})"
                )
                ready |= {row[0]: _chunk(row) for row in connection.execute(query, batch)}
        return ready

    def ids(self, *, indexed_in: str | None = None) -> set[str]:
        """The ids of every chunk of the ready documents, or of those among them with vectors of that
        embedder."""
        query = (
            "SELECT chunks.id FROM chunks JOIN documents ON documents.id = document_id WHERE state = 'ready'"
        )
        condition, values = ("", ()) if indexed_in is None else (" AND indexed_in = ?", (indexed_in,))
        with self._database.reading() as connection:
            return {row[0] for row in connection.execute(query + condition, values)}

    def word_rows(self, chunk_ids: Iterable[str]) -> Iterator[WordRow]:
        """What the word index holds of these chunks, whatever the state of their documents."""
        title = "coalesce(given_title, title) AS title"
        columns = f"chunks.id, document_id, language, {title}, section, context, text, name, properties, note"
        for batch in batched(chunk_ids, BATCH):
            query = (
                f"SELECT {columns} FROM chunks JOIN documents ON documents.id = document_id "
                f"WHERE chunks.id IN ({marks(batch)})"
            )
            with self._database.reading() as connection:
                rows = connection.execute(query, batch).fetchall()
            yield from map(stored_word_row, rows)

    # ------------------------------------------------------------ writing, inside the writer's transactions

    @staticmethod
    def replace(
        connection: sqlite3.Connection, document_id: str, pages: Sequence[Page], chunks: Sequence[Chunk]
    ) -> None:
        """A document has these pages and chunks from now on, and no others."""
        connection.execute("DELETE FROM pages WHERE document_id = ?", (document_id,))
        connection.execute("DELETE FROM chunks WHERE document_id = ?", (document_id,))
        connection.executemany(
            "INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?)",
            [(document_id, p.number, p.char_start, p.char_end, p.width, p.height) for p in pages],
        )
        connection.executemany(
            f"INSERT INTO chunks ({_CHUNK_COLUMNS}) VALUES ({marks(range(13))})", map(_chunk_row, chunks)
        )

    @staticmethod
    def set_contexts(connection: sqlite3.Connection, chunks: Sequence[Chunk]) -> None:
        """What stands before these chunks' texts has changed, and nothing else."""
        connection.executemany(
            "UPDATE chunks SET context = ? WHERE id = ?", [(chunk.context, chunk.id) for chunk in chunks]
        )


def batched(items: Iterable[str], size: int) -> Iterator[list[str]]:
    remaining = iter(items)
    while batch := list(islice(remaining, size)):
        yield batch


def marks(items: Sequence[object]) -> str:
    return ", ".join("?" * len(items))


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
