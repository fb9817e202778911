"""Documents, in the ledger. A document is visible from the moment it is "ready"
until the moment it is "removing"; only the writer deals with documents in another state.

It knows nothing of files, vectors or words.
"""

import heapq
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.documents import Chunk, Document, Page
from ragdesk.storage.ledger.chunks import Chunks, marks
from ragdesk.storage.ledger.codec import pairs_from_json, pairs_to_json
from ragdesk.storage.ledger.database import Database
from ragdesk.storage.ledger.overviews import Overviews
from ragdesk.storage.ledger.starters import Starters
from ragdesk.storage.ledger.tables import Tables

# Documents of which less is read one by one than all together.
FEW = 50
State = Literal["indexing", "ready", "removing"]


@dataclass(frozen=True, slots=True)
class Size:
    """How much the ledger holds of a document."""

    document_id: str
    title: str
    pages: int
    chunks: int


class Documents:
    """The documents of one ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------ reading

    def all(self, most: int | None = None) -> list[Document]:
        """Every ready document, by title, then name; `most`: so many of them at most, and the others are not read."""
        if most is not None:
            return self._first(most)
        with self._database.reading() as connection:
            rows = connection.execute("SELECT * FROM documents WHERE state = 'ready'").fetchall()
            documents = _documents(connection, rows)
        return sorted(
            documents, key=lambda document: (document.title.casefold(), document.name.casefold(), document.id)
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

    def passages_by_language(self, among: Collection[str] | None = None) -> dict[str, int]:
        """How many passages of ready documents are in each language; `among` their ids, None: all."""
        counts: dict[str, int] = defaultdict(int)
        with self._database.reading() as connection:
            rows = connection.execute("SELECT id, language, chunks FROM documents WHERE state = 'ready'")
            for document_id, language, chunks in rows:
                if among is None or document_id in among:
                    counts[language] += chunks
        return dict(counts)

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

    def sha256(self, document_id: str, *, ready: bool = True) -> str | None:
        """The SHA-256 of a document's file, in hexadecimal; of one that is not `ready` only if that is said."""
        query = "SELECT sha256 FROM documents WHERE id = ?" + (" AND state = 'ready'" if ready else "")
        with self._database.reading() as connection:
            row = connection.execute(query, (document_id,)).fetchone()
        return row[0] if row else None

    def names(self, document_ids: Collection[str]) -> dict[str, str]:
        """The file names of documents, by id."""
        query = f"SELECT id, name FROM documents WHERE id IN ({', '.join('?' * len(document_ids))})"
        with self._database.reading() as connection:
            return dict(connection.execute(query, list(document_ids)).fetchall())

    def sizes(self, document_ids: Iterable[str]) -> list[Size]:
        """What there is of these documents, whatever their state, in the order asked for."""
        query = """
            SELECT id, coalesce(given_title, title), (SELECT count(*) FROM pages WHERE document_id = documents.id),
                (SELECT count(*) FROM chunks WHERE document_id = documents.id)
            FROM documents WHERE id = ?
        """
        with self._database.reading() as connection:
            rows = [connection.execute(query, (document_id,)).fetchone() for document_id in document_ids]
        return [Size(*row) for row in rows if row is not None]

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
            f"INSERT INTO documents VALUES ({marks(range(19))})",
            (
                document.id,
                sha256,
                "indexing",
                document.name,
                document.called(None).title,
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
                document.title_from,
                document.given_title,
            ),
        )
        Chunks.replace(connection, document.id, pages, chunks)

    @staticmethod
    def replace(
        connection: sqlite3.Connection, document: Document, pages: Sequence[Page], chunks: Sequence[Chunk]
    ) -> None:
        """A ready document was read anew: what it is, its pages and its chunks change in one go. Sources, collections,
        versions of content, the time of its arrival and the title that a person gave it stay."""
        connection.execute(
            "UPDATE documents SET title = ?, title_from = ?, kind = ?, language = ?, pages = ?, paged = ?, chunks = ?, "
            "ingest_version = ?, properties = ?, enriched = ? WHERE id = ?",
            (
                document.called(None).title,
                document.title_from,
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
        Chunks.replace(connection, document.id, pages, chunks)
        Starters.forget(connection, document.id)
        Overviews.forget(connection, document.id)
        Tables.outdate(connection, document.id)

    @staticmethod
    def set_state(connection: sqlite3.Connection, document_ids: Iterable[str], state: State) -> None:
        connection.executemany(
            "UPDATE documents SET state = ? WHERE id = ?",
            [(state, document_id) for document_id in document_ids],
        )

    @staticmethod
    def set_indexed_in(connection: sqlite3.Connection, document_ids: Iterable[str], fingerprint: str) -> None:
        connection.executemany(
            "UPDATE documents SET indexed_in = ? WHERE id = ?",
            [(fingerprint, document_id) for document_id in document_ids],
        )

    @staticmethod
    def delete(connection: sqlite3.Connection, document_ids: Iterable[str]) -> None:
        """Delete the documents with their pages, chunks, sources and places in collections."""
        connection.executemany(
            "DELETE FROM documents WHERE id = ?", [(document_id,) for document_id in document_ids]
        )

    def _first(self, count: int) -> list[Document]:
        named = "SELECT id, coalesce(given_title, title), name FROM documents WHERE state = 'ready'"
        with self._database.reading() as connection:
            names = [
                (title.casefold(), name.casefold(), document_id)
                for document_id, title, name in connection.execute(named)
            ]
            ids = [each[-1] for each in heapq.nsmallest(count, names)]
            chosen = f"SELECT * FROM documents WHERE id IN ({marks(ids)})"
            found = _documents(connection, connection.execute(chosen, ids).fetchall())
        return sorted(found, key=lambda document: ids.index(document.id))

    def _one(self, column: Literal["id", "sha256"], value: str) -> Document | None:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT * FROM documents WHERE state = 'ready' AND {column} = ?", (value,)
            ).fetchall()
            documents = _documents(connection, rows)
        return documents[0] if documents else None


def _documents(connection: sqlite3.Connection, rows: Sequence[sqlite3.Row]) -> list[Document]:
    """Documents with their sources and collections, three queries however many there are, and of a few what is theirs alone."""
    if not rows:
        return []
    values = [row["id"] for row in rows] if len(rows) <= FEW else []
    only = f"WHERE document_id IN ({marks(values)})" if values else ""
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
    document = Document(
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
        title_from=row["title_from"],
    )
    return document.called(row["given_title"])
