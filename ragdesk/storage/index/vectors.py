"""The vector index: one LanceDB table of chunk ids and unit vectors, searched exactly.

It can be rebuilt from the ledger and an embedder, neither of which it knows. One process writes at a time
(the library's write lock sees to that); any number may read. A table that stays as it is is loaded into memory at its
second search: docs/benchmarks.md, "Vectors in memory". Search is exact either way; an approximate index would need
training, would lose neighbours, and would have to be made anew at each removal.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk
from ragdesk.domain.errors import ModelFailedError, StoreError, mark
from ragdesk.storage.index.lancedb_import import without_client
from ragdesk.storage.index.rust_panics import or_panic
from ragdesk.storage.index.vectors_in_memory import VectorCache

TABLE = "chunks"
REBUILD = mark("Run: ragdesk doctor --rebuild")
# A search that meets a version which a writer is just cleaning away is repeated on the latest one.
ATTEMPTS = 4
# Each append makes a fragment and a version; this many are compacted into one.
MANY_VERSIONS = 16
# Rows in memory at once while the table is rewritten: 12 MB at 384 dimensions.
REWRITE_ROWS = 8_192
# Tables up to this size are loaded into memory: 260,000 chunks at 384 dimensions. Measured at 100,000: no more memory than
# LanceDB's own search takes for its buffers (docs/benchmarks.md).
LOADED_BYTES = 400_000_000
# What LanceDB may keep of indexes, and of the files of versions: by itself it keeps gigabytes, and each write adds to them.
CACHE_BYTES = 8_000_000

Result = TypeVar("Result")


class Vectors:
    """The table in `folder`, made where there is none.

    Raises:
        StoreError: its files are damaged.
    """

    def __init__(self, folder: Path, dimensions: int, cache_bytes: int = LOADED_BYTES) -> None:
        without_client()
        import lancedb
        import pyarrow

        # Its own allocator keeps what short threads gave back: 107 MB after 2,000 changes. The system's shares two heaps.
        pyarrow.set_memory_pool(pyarrow.system_memory_pool())
        self.dimensions = dimensions
        self._cache = VectorCache(dimensions, cache_bytes, REWRITE_ROWS)
        self._schema = _schema(dimensions)
        with _translated():
            folder.mkdir(parents=True, exist_ok=True)
            # Interval 0: each read looks for a newer version, another process may have written one.
            self._session = lancedb.Session(CACHE_BYTES, CACHE_BYTES)
            self._connection = lancedb.connect(
                folder, read_consistency_interval=timedelta(0), session=self._session
            )
            self._table = self._connection.create_table(TABLE, schema=self._schema, exist_ok=True)

    def append_chunks(self, chunks: Sequence[Chunk], vectors: FloatArray) -> None:
        """`append` for chunks, in their order."""
        self.append([chunk.id for chunk in chunks], [chunk.document_id for chunk in chunks], vectors)

    def append(self, chunk_ids: Sequence[str], document_ids: Sequence[str], vectors: FloatArray) -> None:
        """Add rows in one version: all of them are searchable afterwards, or none.

        Args:
            vectors: (n, dimensions) float32, each row of length 1.

        Raises:
            ModelFailedError: vectors of another shape, or not of length 1.
        """
        check_vectors(vectors, len(chunk_ids), self.dimensions)
        if chunk_ids:
            with _translated():
                self._table.add(self._rows(chunk_ids, document_ids, vectors))

    def _rows(self, chunk_ids: Sequence[str], document_ids: Sequence[str], vectors: FloatArray) -> Any:
        import pyarrow

        flat = pyarrow.array(np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1))
        columns = {
            "chunk_id": pyarrow.array(chunk_ids, pyarrow.string()),
            "document_id": pyarrow.array(document_ids, pyarrow.string()),
            "vector": pyarrow.FixedSizeListArray.from_arrays(flat, self.dimensions),
        }
        return pyarrow.table(columns, schema=self._schema)

    def search(
        self, vector: FloatArray, limit: int, documents: Collection[str] | None = None
    ) -> list[tuple[str, float]]:
        """(chunk id, cosine) of the nearest chunks, best first; cosines are from -1 to 1.

        Args:
            vector: (dimensions,) float32 of length 1.
            documents: search these only; None: all.
        """
        check_vectors(vector.reshape(1, -1), 1, self.dimensions)
        if documents is not None and not documents:
            return []
        loaded = self._read(lambda: self._cache.latest(self._table))
        return loaded.nearest(vector, limit, documents) if loaded else self._on_disk(vector, limit, documents)

    def warm(self) -> None:
        """Read the vectors into memory now rather than in the second search."""
        self._read(lambda: self._cache.latest(self._table, now=True))

    def _on_disk(
        self, vector: FloatArray, limit: int, documents: Collection[str] | None
    ) -> list[tuple[str, float]]:
        """LanceDB's flat search."""

        def nearest() -> Any:
            query = self._table.search(vector, vector_column_name="vector").distance_type("dot").limit(limit)
            if documents is not None:
                query = query.where(_among(documents), prefilter=True)
            return query.select(["chunk_id", "_distance"]).to_arrow()

        rows = self._read(nearest)
        # Lance's dot "distance" is 1 - a·b, which for vectors of length 1 is 1 - cosine.
        scores = 1.0 - rows["_distance"].to_numpy()
        return list(zip(rows["chunk_id"].to_pylist(), scores.tolist(), strict=True))

    def purge(self, document_ids: Collection[str]) -> Counter[str]:
        """Remove documents so that nothing of them stays in the files. Returns how many rows went, by
        document.

        Lance only marks what is deleted, and compacts a fragment from a tenth of deleted rows on; so what
        survives is written anew, as one version, and the older ones are deleted.
        """
        gone = Counter(document for document in self._column("document_id") if document in document_ids)
        if gone:
            self._rewrite(document_ids, None)
        return gone

    def replace(self, documents: Collection[str], chunks: Sequence[Chunk], vectors: FloatArray) -> None:
        """Put these chunks in the place of all that the documents have, in one version."""
        check_vectors(vectors, len(chunks), self.dimensions)
        rows = self._rows([chunk.id for chunk in chunks], [chunk.document_id for chunk in chunks], vectors)
        self._rewrite(documents, rows)

    def of_document(self, document_id: str) -> dict[str, FloatArray]:
        """The vectors of a document, by chunk id."""

        def read() -> Any:
            rows_of = self._table.search().where(_among([document_id]))
            return rows_of.select(["chunk_id", "vector"]).to_arrow()

        rows = self._read(read)
        flat = rows["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        return dict(zip(rows["chunk_id"].to_pylist(), flat.reshape(-1, self.dimensions), strict=True))

    def _rewrite(self, without: Collection[str], rows: Any | None) -> None:
        """Write the table anew, without these documents and with these rows; older versions leave the disk."""

        def batches() -> Iterator[Any]:
            remaining = self._table.search().where(f"NOT ({_among(without)})").select(self._schema.names)
            yield from remaining.to_batches(REWRITE_ROWS)
            if rows is not None:
                yield from rows.to_batches(REWRITE_ROWS)

        import pyarrow

        with _translated():
            self._table.add(pyarrow.RecordBatchReader.from_batches(self._schema, batches()), mode="overwrite")
            self._drop_old_versions()
        self._cache.drop()  # what was removed leaves the memory too

    def tidy(self) -> None:
        """Compact, once there are many small appends."""
        with _translated():
            if len(self._table.list_versions()) > MANY_VERSIONS:
                self._drop_old_versions()

    def sweep(self) -> None:
        """Delete what a killed writer left behind, and every older version."""
        with _translated():
            self._drop_old_versions()

    def verify(self) -> None:
        """Read every vector.

        Raises:
            StoreError: one cannot be read, or is not of length 1.
        """

        def read() -> Any:
            return self._table.search().select(["vector"]).to_arrow()

        flat = self._read(read)["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        vectors = flat.reshape(-1, self.dimensions)
        try:
            check_vectors(vectors, len(vectors), self.dimensions)
        except ModelFailedError as error:
            raise StoreError("The vector index holds vectors that are not of length 1.", REBUILD) from error

    def ids(self) -> set[str]:
        """The ids of all chunks in the table."""
        return set(self._column("chunk_id"))

    def _drop_old_versions(self) -> None:
        # Not 0, for which LanceDB warns each time. Files of no version are leftovers: nobody else writes.
        for _ in range(ATTEMPTS):
            self._table.optimize(cleanup_older_than=timedelta(milliseconds=1), delete_unverified=True)
            if len(self._table.list_versions()) == 1:
                return
            time.sleep(0.002)  # a version younger than a millisecond is kept
        # The clock was set back: they seem to be of the future, and LanceDB deletes by age alone.
        self._make_anew()

    def _make_anew(self) -> None:
        """The same rows in a table without a past. A crash in between leaves none; `doctor` finds that, and rebuilds."""
        rows = self._table.to_arrow()
        self._connection.drop_table(TABLE)
        self._table = self._connection.create_table(TABLE, rows, schema=self._schema)

    def _column(self, name: str) -> list[str]:
        def read() -> Any:
            return self._table.search().select([name]).to_arrow()

        values: list[str] = self._read(read)[name].to_pylist()
        return values

    def _read(self, read: Callable[[], Result]) -> Result:
        with _translated():
            for _ in range(ATTEMPTS - 1):
                try:
                    return read()
                except or_panic(OSError, RuntimeError, ValueError):
                    self._table.checkout_latest()
            return read()


def check_vectors(vectors: FloatArray, count: int, dimensions: int) -> None:
    """Raises:
    ModelFailedError: not (count, dimensions), or a row that is not of length 1.
    """
    if vectors.shape != (count, dimensions):
        raise ModelFailedError(
            "The embedding model made vectors of shape {found}, not {wanted}.",
            "Check the model with: ragdesk models verify",
            found=vectors.shape,
            wanted=(count, dimensions),
        )
    # int8 models and float32 sums stay within 0.1 %; the negated comparison also catches NaN.
    lengths = np.linalg.norm(vectors, axis=1)
    if not bool(np.all(np.abs(lengths - 1.0) < 1e-3)):
        raise ModelFailedError(
            "The embedding model made vectors that are not of length 1.",
            "Check the model with: ragdesk models verify",
        )


def _schema(dimensions: int) -> Any:
    import pyarrow

    return pyarrow.schema(
        [
            pyarrow.field("chunk_id", pyarrow.string(), nullable=False),
            pyarrow.field("document_id", pyarrow.string(), nullable=False),
            pyarrow.field("vector", pyarrow.list_(pyarrow.float32(), dimensions), nullable=False),
        ]
    )


def _among(document_ids: Collection[str]) -> str:
    """A filter on document ids, which are hexadecimal (the archive refuses others) and need no quoting."""
    return f"document_id IN ({', '.join(repr(document_id) for document_id in sorted(document_ids))})"


@contextmanager
def _translated() -> Iterator[None]:
    """LanceDB raises ValueError, RuntimeError or OSError, whatever went wrong, and panics at some damaged files."""
    try:
        yield
    except or_panic(OSError, RuntimeError, ValueError) as error:
        raise StoreError("The vector index cannot be used: {why}.", REBUILD, why=error) from error
