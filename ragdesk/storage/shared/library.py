"""A shared library, opened to read: its passages by meaning and by words, its documents with their texts and originals.

Everything comes through LanceDB, from a folder or an object store. What `published` names is what is there; whoever publishes
anew is noticed within a minute. Nothing is ever written but copies of originals that are looked at, in the home.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeVar

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document, Page
from ragdesk.domain.errors import StoreError, UnknownIdError
from ragdesk.domain.search import Hit, QueryText, Scope, TextPlace
from ragdesk.storage.index.lancedb_import import without_client
from ragdesk.storage.index.rust_panics import or_panic
from ragdesk.storage.own import LAYOUT, TEXT
from ragdesk.storage.shared.patience import within
from ragdesk.storage.shared.tables import (
    FORMAT,
    PUBLISHED,
    TABLES,
    Publication,
    chunk_from_json,
    document_of,
    original_of,
    page_of,
    publication_from_json,
)
from ragdesk.storage.shared.terms import asked_terms

log = logging.getLogger(__name__)

# How old what is known of the publication may be.
FRESH_SECONDS = 60.0
# A storage that did not answer is not asked again before.
AWAY_SECONDS = 30.0
# So long a person waits for the storage: for passages and texts, and for an original.
ANSWER_SECONDS, ORIGINAL_SECONDS = 8.0, 120.0
# And so long the engine does for one request.
PATIENCE = {
    "timeout": "60s",
    "connect_timeout": "3s",
    "client_max_retries": "1",
    "client_retry_timeout": "5",
}
# What is kept in memory of indexes, and of the files of versions.
INDEX_BYTES, METADATA_BYTES = 256_000_000, 64_000_000
# An approximate index is asked in so many of its parts, and for so many times the hits, which are then compared exactly.
PARTS, REFINED = 40, 8
CACHED_TEXTS = 32

_ID = re.compile(r"[0-9a-f]{16}")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class OpenTables:
    """The tables of one publication, by name."""

    publication: Publication
    tables: Mapping[str, Any]
    at: float


class SharedLibrary:
    """Implements `ports.Retriever` and `ports.TextStore`. Safe to use from several threads.

    Args:
        name: what a person calls it.
        url: a folder, or `s3://…`; `options` are LanceDB's, of an object store.
        copies: where originals are put that are looked at.
        fingerprint: of the embedder in use; vectors of another are left alone.
    """

    def __init__(
        self, name: str, url: str, options: Mapping[str, str], copies: Path, fingerprint: str | None
    ) -> None:
        self.name = name
        self._url = url
        self._options = {**PATIENCE, **options} if "://" in url else {}
        self._copies = copies
        self._fingerprint = fingerprint
        self._lock = threading.Lock()
        self._opened: OpenTables | None = None
        self._away: tuple[float, StoreError] | None = None
        self._texts = lru_cache(CACHED_TEXTS)(self._read_text)

    def ids(self) -> list[str]:
        """Of all documents, those first that hold others. Raises StoreError."""

        def read(opened: OpenTables) -> Any:
            return opened.tables["sources"].search().select(["document_id", "depth"]).to_arrow()

        rows = sorted(self._read(read).to_pylist(), key=lambda row: (row["depth"], row["document_id"]))
        return list(dict.fromkeys(row["document_id"] for row in rows))

    @property
    def encoded_alike(self) -> bool:
        """Whether its vectors can be compared with the questions of the embedder in use."""
        return self._read(lambda opened: opened.publication.fingerprint) == self._fingerprint

    @property
    def dimensions(self) -> int:
        """Of its vectors."""
        return self._read(lambda opened: opened.publication.dimensions)

    # ------------------------------------------------------------ searching

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> list[Hit]:
        """The nearest chunks; scores are cosines. Empty where another embedder made its vectors, and in the scope of a
        collection, of which there are none here.

        Raises:
            StoreError: the storage is away.
        """
        if scope.collections or not self.encoded_alike:
            return []

        def nearest(opened: OpenTables) -> Any:
            query = opened.tables["chunks"].search(vector, vector_column_name="vector")
            query = query.distance_type("dot").nprobes(PARTS).refine_factor(REFINED).limit(limit)
            return _within(query, scope).select(["about", "_distance"]).to_arrow()

        # Lance's dot "distance" is 1 - a·b, which for vectors of length 1 is 1 - cosine.
        return self._hits(self._read(nearest), "vector", lambda row: 1.0 - row["_distance"])

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
        """The chunks that carry the query's words best; scores are BM25 sums, above 0. Errors as for `search_vector`."""
        languages = self._read(lambda opened: opened.publication.languages)
        by_weight = asked_terms(query, languages)
        if scope.collections or not by_weight:
            return []

        def carrying(opened: OpenTables) -> Any:
            asked = opened.tables["chunks"].search(_full_text(by_weight), query_type="fts").limit(limit)
            return _within(asked, scope).select(["about", "_score"]).to_arrow()

        return self._hits(self._read(carrying), "words", lambda row: float(row["_score"]))

    def around(self, place: TextPlace, reach: int) -> list[Hit]:
        """As `ports.Retriever` has it."""
        rows = self.rows("chunks", place.document_id, ["about"])
        hits = self._hits(rows, "fused", lambda row: 0.0)
        hits.sort(key=lambda hit: hit.chunk.ordinal)
        touched = [
            at
            for at, hit in enumerate(hits)
            if hit.chunk.char_start < place.char_end and place.char_start < hit.chunk.char_end
        ]
        return hits[max(touched[0] - reach, 0) : touched[-1] + reach + 1] if touched else []

    def _hits(
        self,
        rows: Any,
        source: Literal["vector", "words", "fused"],
        score: Callable[[dict[str, Any]], float],
    ) -> list[Hit]:
        return [
            Hit(chunk, score(row), source, name, library=self.name)
            for row in rows.to_pylist()
            for chunk, name in [chunk_from_json(row["about"])]
        ]

    # ------------------------------------------------------------ reading

    def document(self, document_id: str) -> Document:
        """Raises:
        UnknownIdError: it is not there. StoreError: the storage is away.
        """
        about = self._one("documents", document_id, ["about"])["about"]
        sources = self.rows("sources", document_id, ["path"])["path"].to_pylist()
        return document_of(about, sources)

    def sha256(self, document_id: str) -> str:
        """Of the document's file. Errors as for `document`."""
        return str(self._one("documents", document_id, ["sha256"])["sha256"])

    def pages(self, document_id: str) -> Sequence[Page]:
        return [page_of(row) for row in self._one("documents", document_id, ["pages"])["pages"]]

    def encoded(self, document_id: str) -> tuple[list[Chunk], FloatArray]:
        """The document's passages in reading order, and their vectors. Errors as for `document`."""
        rows = self.rows("chunks", document_id, ["about", "vector"])
        chunks = [chunk_from_json(about)[0] for about in rows["about"].to_pylist()]
        flat = rows["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        vectors = flat.reshape(len(chunks), self.dimensions)
        order = sorted(range(len(chunks)), key=lambda at: chunks[at].ordinal)
        return [chunks[at] for at in order], vectors[order]

    def vectors_by_text(self, document_id: str) -> Mapping[str, FloatArray]:
        """The vectors of the document's passages, by the text that each was made of; none where another embedder made them.
        Errors as for `document`."""
        if not self.encoded_alike:
            return {}
        chunks, vectors = self.encoded(document_id)
        return {chunk.embedding_text: vector for chunk, vector in zip(chunks, vectors, strict=True)}

    def text(self, document_id: str) -> str:
        """The document's text, whole. Errors as for `document`."""
        return self._texts(document_id)

    def _read_text(self, document_id: str) -> str:
        content = self._file(document_id, TEXT)
        assert content is not None  # every document has a text
        return content.decode()

    def layout_bytes(self, document_id: str) -> bytes | None:
        """What is kept of the document's layout; None for one without. Errors as for `document`."""
        return self._file(document_id, LAYOUT)

    def original(self, document_id: str) -> Path:
        """Where a copy of the document's original lies now. Errors as for `document`.

        Raises:
            StoreError: also where its bytes are not those that were read.
        """
        names = self.rows("archive", document_id, ["name"])["name"].to_pylist()
        if not names:
            raise _unknown(document_id)
        name = original_of(names)
        copy = self._copies / f"{document_id}{Path(name).suffix}"
        if not copy.exists():
            content = self._file(document_id, name) or b""
            if sha256(content).hexdigest() != self.sha256(document_id):
                raise StoreError(
                    "The original of {id} in {library} is damaged.",
                    "Tell whoever publishes that library.",
                    id=document_id,
                    library=self.name,
                )
            self._copies.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = copy.with_suffix(".draft")
            draft.write_bytes(content)
            draft.replace(copy)
        return copy

    def _file(self, document_id: str, name: str) -> bytes | None:
        """A file of a document's archive; None where it has none of that name."""

        def read(opened: OpenTables) -> Any:
            found = opened.tables["archive"].search().where(f"{_is(document_id)} AND name = '{name}'")
            return found.select(["content"]).to_arrow()

        rows = self._read(read, ANSWER_SECONDS if name == TEXT else ORIGINAL_SECONDS)
        if rows.num_rows:
            content: bytes = rows["content"][0].as_py()
            return content
        self._one("documents", document_id, ["document_id"])
        return None

    def _one(self, table: str, document_id: str, columns: Sequence[str]) -> dict[str, Any]:
        rows = self.rows(table, document_id, columns)
        if not rows.num_rows:
            raise _unknown(document_id)
        row: dict[str, Any] = rows.to_pylist()[0]
        return row

    def rows(self, table: str, document_id: str, columns: Sequence[str]) -> Any:
        """The rows of a document, as a pyarrow table. Errors as for `document`, but none where there is no row."""
        where = _is(document_id)
        return self._read(
            lambda opened: opened.tables[table].search().where(where).select(list(columns)).to_arrow()
        )

    # ------------------------------------------------------------ the storage

    def _read(self, read: Callable[[OpenTables], Result], seconds: float = ANSWER_SECONDS) -> Result:
        """Read from what is published. Raises StoreError where the storage is away."""
        with self._lock:
            if self._away is not None and time.monotonic() < self._away[0]:
                raise self._away[1]
        try:
            return within(seconds, partial(self._read_latest, read))
        except or_panic(OSError, RuntimeError, ValueError) as error:
            away = StoreError(
                "The shared library “{name}” cannot be reached: {why}.",
                "Your own library goes on. See libraries in settings.toml, and the network.",
                name=self.name,
                why=str(error).splitlines()[0][:200] if str(error) else type(error).__name__,
            )
            with self._lock:
                self._away = (time.monotonic() + AWAY_SECONDS, away)
            raise away from error

    def _read_latest(self, read: Callable[[OpenTables], Result]) -> Result:
        """An older publication may have been cleared away meanwhile: then from the newest."""
        with self._lock:
            opened = self._opened
        if opened is not None and time.monotonic() - opened.at < FRESH_SECONDS:
            try:
                return read(opened)
            except or_panic(OSError, RuntimeError, ValueError) as error:
                log.info("opened anew library=%s why=%s", self.name, type(error).__name__)
        return read(self._open())

    def _open(self) -> OpenTables:
        """The tables of the publication in force."""
        without_client()
        import lancedb

        if "://" not in self._url and not Path(self._url).is_dir():  # LanceDB would make it
            raise FileNotFoundError(f"there is no folder {self._url}")
        session = lancedb.Session(INDEX_BYTES, METADATA_BYTES)
        connection = lancedb.connect(self._url, storage_options=self._options, session=session)
        what = connection.open_table(PUBLISHED).search().to_arrow()["what"][0].as_py()
        publication = publication_from_json(what)
        before = self._opened
        if before is not None and before.publication == publication:
            return self._keep(publication, before.tables)
        if publication.format != FORMAT:
            raise ValueError(f"its tables have the format {publication.format}, and this is for {FORMAT}")
        tables = {name: connection.open_table(name) for name in TABLES}
        for name, table in tables.items():
            table.checkout(publication.versions[name])
        return self._keep(publication, tables)

    def _keep(self, publication: Publication, tables: Mapping[str, Any]) -> OpenTables:
        with self._lock:
            self._opened, self._away = OpenTables(publication, tables, time.monotonic()), None
            return self._opened


def _full_text(by_weight: Mapping[float, Sequence[str]]) -> Any:
    from lancedb.query import BooleanQuery, MatchQuery, Occur

    queries = [MatchQuery(" ".join(terms), "terms", boost=weight) for weight, terms in by_weight.items()]
    return queries[0] if len(queries) == 1 else BooleanQuery([(Occur.SHOULD, each) for each in queries])


def _within(query: Any, scope: Scope) -> Any:
    if not scope.documents:
        return query
    among: Collection[str] = [repr(each) for each in scope.documents if _ID.fullmatch(each)] or ["''"]
    return query.where(f"document_id IN ({', '.join(among)})", prefilter=True)


def _is(document_id: str) -> str:
    if not _ID.fullmatch(document_id):
        raise _unknown(document_id)
    return f"document_id = '{document_id}'"


def _unknown(document_id: str) -> UnknownIdError:
    return UnknownIdError(
        "There is no document “{id}” in the library.", "See the ids with: ragdesk list", id=document_id
    )
