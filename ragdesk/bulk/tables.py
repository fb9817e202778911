"""The Lance tables of a shared library, as the one process that commits to them sees them.

A run changes several tables, and then says in `published` which of their versions belong together. What a killed run has left
beyond those is taken back by the next one. It knows nothing of Ray and reads no file.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from math import isqrt
from typing import Any

from ragdesk.domain.errors import StoreError
from ragdesk.storage.shared.tables import (
    PUBLISHED,
    TABLES,
    Publication,
    publication_from_json,
    publication_to_json,
    schema,
)

# Fewer vectors than this are compared one by one.
INDEXED_ROWS = 20_000
# More fragments than this are made into larger ones.
MANY_FRAGMENTS = 64
# Desks that read an older version have so long to come to the new one.
KEPT_HOURS = 1
# What rows are looked up by.
KEYS = {
    "chunks": ("chunk_id", "document_id"),
    "documents": ("document_id",),
    "sources": ("document_id",),
    "archive": ("document_id",),
}
FROM_ENVIRONMENT = (
    *("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"),
    *("AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT", "AWS_ENDPOINT_URL"),
)
# Ids in one condition.
AT_ONCE = 1_000


class SharedTables:
    """The tables under `target`, a folder or an `s3://` address. `options` are LanceDB's, of an object store."""

    def __init__(self, target: str, options: Mapping[str, str]) -> None:
        self.target = target.rstrip("/")
        self.options = dict(options)

    def address(self, table: str) -> str:
        return f"{self.target}/{table}.lance"

    def published(self) -> Publication | None:
        """What is in force; None where nothing was ever published.

        Raises:
            StoreError: the storage cannot be reached.
        """
        import lance

        try:
            rows = lance.dataset(self.address(PUBLISHED), storage_options=self.options).to_table()
        except ValueError as error:
            if "not found" in str(error).lower():
                return None
            raise _unreachable(self.target, error) from error
        except OSError as error:
            raise _unreachable(self.target, error) from error
        return publication_from_json(rows["what"][0].as_py())

    def settle(self, publication: Publication | None, dimensions: int) -> None:
        """Take back what no publication names: empty tables where there is none, else the versions that it names."""
        import lance

        with _translated(self.target):
            for table in TABLES:
                if publication is None:
                    empty = schema(table, dimensions).empty_table()
                    lance.write_dataset(
                        empty, self.address(table), mode="overwrite", storage_options=self.options
                    )
                    continue
                latest, version = self._open(table), publication.versions[table]
                if latest.version != version:
                    latest.checkout_version(version).restore()

    def append(self, table: str, fragments: Sequence[str]) -> None:
        """Make fragments that others wrote a part of a table, all of them at once."""
        import lance

        if not fragments:
            return
        with _translated(self.target):
            made = [lance.FragmentMetadata.from_json(fragment) for fragment in fragments]
            before = self._open(table)
            lance.LanceDataset.commit(
                before.uri,
                lance.LanceOperation.Append(made),
                read_version=before.version,
                storage_options=self.options,
            )

    def write(self, table: str, rows: Any) -> None:
        """Append rows, a pyarrow table."""
        import lance

        if rows.num_rows:
            with _translated(self.target):
                lance.write_dataset(rows, self.address(table), mode="append", storage_options=self.options)

    def delete(self, table: str, column: str, values: Collection[str], where: str = "") -> None:
        """Delete the rows that have one of the values, and for which `where` holds."""
        with _translated(self.target):
            for some in _portions(sorted(values)):
                among = f"{column} IN ({', '.join(map(quoted, some))})"
                self._open(table).delete(f"{among} AND ({where})" if where else among)

    def column(self, table: str, *names: str) -> Iterator[tuple[Any, ...]]:
        """The values of some columns, row by row."""
        with _translated(self.target):
            for batch in self._open(table).to_batches(columns=list(names)):
                yield from zip(*(batch[name].to_pylist() for name in names), strict=True)

    def tidy(self, everything: bool) -> None:
        """Bring the indexes up to date. `everything`: what was deleted leaves the files, too; else only many small fragments
        are made into large ones."""
        with _translated(self.target):
            for table in TABLES:
                opened = self._open(table)
                if everything or len(opened.get_fragments()) > MANY_FRAGMENTS:
                    opened.optimize.compact_files(materialize_deletions_threshold=0.0)
                self._index(table)
                if everything:
                    self._open(table).optimize.optimize_indices(num_indices_to_merge=100)

    def _index(self, table: str) -> None:
        opened = self._open(table)
        rows = opened.count_rows()
        there = {index["name"] for index in opened.list_indices()}
        for column in KEYS[table]:
            if rows and f"{column}_idx" not in there:
                opened.create_scalar_index(column, "BTREE")
        if table == "chunks" and rows:
            if "terms_idx" not in there:
                opened.create_scalar_index("terms", "INVERTED", **AS_THEY_ARE)
            if "vector_idx" not in there and rows >= INDEXED_ROWS:
                opened.create_index("vector", "IVF_RQ", metric="dot", num_partitions=isqrt(rows))
        if there:
            opened.optimize.optimize_indices()

    def publish(self, before: Publication | None, publication: Publication) -> None:
        """Put the tables as they are now in force.

        Raises:
            StoreError: another run has published since this one began.
        """
        import lance
        import pyarrow as pa

        if self.published() != before:
            raise StoreError(
                "Another run has published to {target} meanwhile.",
                "Let one run end before the next; this one's files are read again then.",
                target=self.target,
            )
        with _translated(self.target):
            row = pa.table({"what": [publication_to_json(publication)]}, schema=schema(PUBLISHED, 1))
            lance.write_dataset(row, self.address(PUBLISHED), mode="overwrite", storage_options=self.options)

    def versions(self) -> dict[str, int]:
        with _translated(self.target):
            return {table: self._open(table).version for table in TABLES}

    def clean(self, everything: bool) -> None:
        """Delete files of no version in force: those of older ones, and what killed runs have left. `everything`: now, whatever
        a desk is reading."""
        age = timedelta(0) if everything else timedelta(hours=KEPT_HOURS)
        with _translated(self.target):
            for table in (*TABLES, PUBLISHED):
                self._open(table).cleanup_old_versions(older_than=age, delete_unverified=everything)

    def _open(self, table: str) -> Any:
        import lance

        return lance.dataset(self.address(table), storage_options=self.options)


# Terms come ready from the analysis: Lance only splits them at blanks. No phrase is ever asked for.
AS_THEY_ARE: dict[str, Any] = {
    "base_tokenizer": "whitespace",
    "lower_case": False,
    "stem": False,
    "remove_stop_words": False,
    "ascii_folding": False,
    "with_position": False,
    "max_token_length": None,
}


def storage_options() -> dict[str, str]:
    """What opens an object store, from AWS_… in the environment, as Lance takes it."""
    found = {name.lower(): os.environ[name] for name in FROM_ENVIRONMENT if os.environ.get(name)}
    if os.environ.get("AWS_ALLOW_HTTP"):
        found["allow_http"] = os.environ["AWS_ALLOW_HTTP"]
    return found


def quoted(value: str) -> str:
    """A text in a condition: paths may have any character."""
    return "'" + value.replace("'", "''") + "'"


def _portions(values: Sequence[str]) -> Iterable[Sequence[str]]:
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]


@contextmanager
def _translated(target: str) -> Iterator[None]:
    """Lance raises ValueError, RuntimeError or OSError, whatever went wrong."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        raise _unreachable(target, error) from error


def _unreachable(target: str, error: Exception) -> StoreError:
    return StoreError(
        "The shared library {target} cannot be used: {why}.",
        "See that the storage can be reached and written, and that AWS_… in the environment open it.",
        target=target,
        why=str(error).splitlines()[0][:300] if str(error) else type(error).__name__,
    )
