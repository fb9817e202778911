"""The vectors of one version of the table, held in memory and compared with a query.

Exact, as LanceDB's own flat search is, which reads the whole column from the files for each query.
"""

import threading
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragdesk.domain.arrays import FloatArray


class LoadedVectors:
    """Rows of a table: their ids and vectors."""

    def __init__(self, batches: Iterable[Any], count: int, dimensions: int) -> None:
        """Read `count` rows from Arrow batches of chunk_id, document_id and vector.

        Raises:
            ValueError: there are not so many rows, or more: the table was written in this very moment.
        """
        import pyarrow

        self._matrix = np.empty((count, dimensions), dtype=np.float32)
        chunk_ids, document_ids = [], []
        start = 0
        for batch in batches:
            end = start + batch.num_rows
            # ValueError where the batch does not fit.
            self._matrix[start:end] = batch.column("vector").flatten().to_numpy().reshape(-1, dimensions)
            chunk_ids.append(batch.column("chunk_id"))
            document_ids.append(batch.column("document_id"))
            start = end
        if start != count:
            raise ValueError(f"{start} vectors where {count} were counted")
        self._chunk_ids = pyarrow.chunked_array(chunk_ids, pyarrow.string()).combine_chunks()
        coded = pyarrow.chunked_array(document_ids, pyarrow.string()).combine_chunks().dictionary_encode()
        # Which document each row is of: a place in the list of documents.
        self._places: NDArray[np.int32] = coded.indices.to_numpy()
        self._documents: list[str] = coded.dictionary.to_pylist()

    def nearest(
        self, vector: FloatArray, limit: int, documents: Collection[str] | None
    ) -> list[tuple[str, float]]:
        """(chunk id, cosine) of the `limit` nearest rows, best first; of these documents only, or (None) of all."""
        # Row by row on one core. A matrix product would take every core, and wait for them where others are at work:
        # docs/benchmarks.md, "Vectors in memory".
        cosines: FloatArray = np.vecdot(self._matrix, vector)
        rows = None if documents is None else self._rows_of(documents)
        among = cosines if rows is None else cosines[rows]
        best = _highest(among, limit)
        chosen = best if rows is None else rows[best]
        return list(zip(self._chunk_ids.take(chosen).to_pylist(), among[best].tolist(), strict=True))

    def _rows_of(self, documents: Collection[str]) -> NDArray[np.intp]:
        allowed = np.array([document in documents for document in self._documents], dtype=bool)
        return np.flatnonzero(allowed[self._places])


class VectorCache:
    """Holds the latest version of a table, once it has been searched twice and if it takes at most `most_bytes`.

    Reading it takes as long as some searches: not worth it between two appends of an ingest, nor for one question.
    """

    def __init__(self, dimensions: int, most_bytes: int, batch_rows: int) -> None:
        self._dimensions = dimensions
        self._most_rows = most_bytes // (4 * dimensions)
        self._batch_rows = batch_rows
        self._lock = threading.Lock()
        self._loaded: LoadedVectors | None = None
        self._version = -1

    def latest(self, table: Any, *, now: bool = False) -> LoadedVectors | None:
        """The rows of the table's latest version; None where they are not held. `now`: hold it in its first search."""
        with self._lock:
            version = int(table.version)
            if version != self._version:
                # Rows that are written after this line are kept under the older version, hence for one search at most.
                self._version, self._loaded = version, None
                if not now:
                    return None
            if self._loaded is None:
                self._loaded = self._read(table)
            return self._loaded

    def drop(self) -> None:
        """Forget the rows; the version is a new one from now on."""
        with self._lock:
            self._version, self._loaded = -1, None

    def _read(self, table: Any) -> LoadedVectors | None:
        count = int(table.count_rows())
        if count > self._most_rows:
            return None
        columns = table.search().select(["chunk_id", "document_id", "vector"])
        return LoadedVectors(columns.to_batches(self._batch_rows), count, self._dimensions)


def _highest(values: FloatArray, limit: int) -> NDArray[np.intp]:
    """Where the `limit` highest values stand, the highest first; the earlier row first where they are equal."""
    if limit >= len(values):
        return np.argsort(-values, kind="stable")
    least = np.partition(values, len(values) - limit)[len(values) - limit]
    candidates = np.flatnonzero(values >= least)
    return candidates[np.argsort(-values[candidates], kind="stable")][:limit]
