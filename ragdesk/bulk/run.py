"""The driver: one run from folders to a published library, or the removal of documents from it.

    known → fingerprint → new → read → commit → copies and older versions out → index → publish

A killed run has published nothing; the next one takes back what it committed, and reads its files again.
"""

import logging
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from ragdesk.bulk.actors import ActorSetup, ReadFiles, fingerprints
from ragdesk.bulk.cluster import cluster
from ragdesk.bulk.known import KnownFiles
from ragdesk.bulk.messages import ReadBatch, batch_in, fingerprints_in
from ragdesk.bulk.probe import refuse_a_store_that_loses_commits
from ragdesk.bulk.reading import ReaderSetup
from ragdesk.bulk.tables import SharedTables, quoted
from ragdesk.domain.documents import document_id
from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.intake import IngestResult, IngestStatus, SourceInfo
from ragdesk.ingesting.jobs import jobs_for
from ragdesk.ingesting.readers.version import INGEST_VERSION
from ragdesk.storage.shared.tables import Origin, Publication, source_rows

log = logging.getLogger(__name__)

# Files in one piece of work of an actor, which is lost with it; of more pieces than this each has more files.
BATCH_FILES, MOST_PIECES = 16, 10_000
HASHED_FILES = 64
HOLDING_DOCUMENTS = ("chunks", "documents", "archive")


@dataclass(frozen=True, slots=True)
class BulkOptions:
    """How a run works: `workers` at most, on the Ray cluster at `address` ("": on this machine alone)."""

    reader: ReaderSetup
    dimensions: int
    workers: int
    address: str = ""


def publish(paths: Sequence[Path], tables: SharedTables, options: BulkOptions) -> Iterator[IngestResult]:
    """Read what is new among files, and publish it; one result a file, and one for each document inside of one.

    Raises:
        StoreError: the storage fails. UsageError: the library was made with another embedder.
    """
    refuse_a_store_that_loses_commits(tables.target, tables.options)
    before = tables.published()
    if before is not None and before.fingerprint != options.reader.fingerprint:
        raise UsageError(
            "{target} was made with the embedder {theirs}, and this is {ours}.",
            "Use that model, or another target.",
            target=tables.target,
            theirs=before.fingerprint,
            ours=options.reader.fingerprint,
        )
    tables.settle(before, options.dimensions)
    run = _Run(tables, options, KnownFiles.of(tables) if before else KnownFiles())
    jobs, refused = jobs_for(paths, "", "")
    touched, rest = run.untouched([job.path for job in jobs])
    yield from (*refused, *rest)
    if touched:
        with cluster(options.workers, options.address) as ray:
            fresh, rest = run.fresh(ray, touched)
            yield from rest
            yield from run.read(ray, fresh)
    if run.changed or before is None:
        _publish(tables, before, options, purge=run.settle_rows())


def remove(document_ids: Sequence[str], tables: SharedTables) -> list[str]:
    """Remove documents, and what was inside of them alone, from every object of the storage. Returns the ids of what went.

    Raises:
        UnknownIdError: one is not there. StoreError: the storage fails.
    """
    before = tables.published()
    known = KnownFiles()
    if before is not None:
        tables.settle(before, before.dimensions)
        known = KnownFiles.of(tables)
    for one in document_ids:
        if one not in known.documents:
            raise UnknownIdError(
                "There is no document “{id}” in the library.", "See its id in an answer.", id=one
            )
    assert before is not None  # else nothing is known
    places, gone = known.forget(document_ids)
    _delete(tables, places, gone)
    _finish(tables, before, replace(before, languages=_languages(tables)), purge=True)
    return sorted(gone)


class _Run:
    """One run, and what it has changed."""

    def __init__(self, tables: SharedTables, options: BulkOptions, known: KnownFiles) -> None:
        self._tables = tables
        self._options = options
        self._known = known
        self._current = {each for each, version in known.documents.items() if version == INGEST_VERSION}
        self._name = secrets.token_hex(8)
        self._placed: list[tuple[SourceInfo, str]] = []
        self._made: dict[str, str] = {}
        self._copies: set[tuple[str, str]] = set()
        self._outdated = known.documents.keys() - self._current
        self.changed = False

    def untouched(self, paths: Sequence[Path]) -> tuple[list[str], list[IngestResult]]:
        """The files that have to be looked at, and the results of those whose size and time are as they were."""
        touched: list[str] = []
        results: list[IngestResult] = []
        for path in paths:
            try:
                status = path.stat()
            except OSError:  # reading it will say so
                touched.append(str(path))
                continue
            known = self._known.at(SourceInfo(str(path), status.st_size, status.st_mtime_ns))
            if known in self._current:
                results.append(_as_it_was(str(path), known, "unchanged"))
            else:
                touched.append(str(path))
        return touched, results

    def fresh(self, ray: Any, paths: Sequence[str]) -> tuple[list[str], list[IngestResult]]:
        """The files whose bytes are new, each once; of the others it is noted where they lie, and how they fared."""
        max_bytes = self._options.reader.limits.max_file_mb * 1_000_000
        rows = ray.data.from_items([{"path": path} for path in paths])
        hashed = rows.map_batches(partial(fingerprints, max_bytes=max_bytes), batch_size=HASHED_FILES)
        first: dict[str, str] = {}
        results: list[IngestResult] = []
        for found in map(fingerprints_in, _messages(hashed)):
            for one in found:
                if isinstance(one, IngestResult):
                    results.append(one)
                    continue
                file, sha256 = one
                this = document_id(sha256)
                if this in self._current or first.setdefault(this, file.path) != file.path:
                    self._placed.append((file, this))
                    self.changed = True
                    results.append(_as_it_was(file.path, this, "duplicate"))
        return list(first.values()), results

    def read(self, ray: Any, paths: Sequence[str]) -> Iterator[IngestResult]:
        """Let the actors read files, and commit what they wrote."""
        if not paths:
            return
        setup = ActorSetup(self._options.reader, self._tables.target, self._tables.options, self._name)
        # Cut here, not by Ray's `repartition`: that keeps a processor to itself, and of two workers the second would never start.
        pieces = min(ceil(len(paths) / BATCH_FILES), MOST_PIECES)
        rows = ray.data.from_items([{"path": path} for path in paths], override_num_blocks=pieces)
        made = rows.map_batches(
            ReadFiles,
            fn_constructor_args=(setup,),
            batch_size=BATCH_FILES,
            compute=ray.data.ActorPoolStrategy(min_size=1, max_size=self._options.workers),
            num_cpus=1,
        )
        fragments: dict[str, list[str]] = {}
        for done in map(batch_in, _messages(made)):
            self._note(done)
            for table, some in done.fragments.items():
                fragments.setdefault(table, []).extend(some)
            yield from done.results
        for table, some in fragments.items():
            self._tables.append(table, some)

    def _note(self, done: ReadBatch) -> None:
        """Several files may hold the same attachment: the first that is known keeps it."""
        for this, origin in done.documents:
            self.changed = True
            if this in self._current or self._made.setdefault(this, origin) != origin:
                self._copies.add((this, origin))

    def settle_rows(self) -> bool:
        """Take out copies and what newer versions replace. Returns whether anything that was published goes."""
        replaced = self._outdated & self._made.keys()
        for table in HOLDING_DOCUMENTS:
            for this, origin in sorted(self._copies):
                copy = f"run = '{self._name}' AND origin = {quoted(origin)}"
                self._tables.delete(table, "document_id", [this], copy)
            self._tables.delete(table, "document_id", replaced, f"run != '{self._name}'")
        self._tables.write(
            "sources", source_rows(self._placed, Origin(self._name, ""), self._options.dimensions)
        )
        return self._settle_sources() or bool(replaced)

    def _settle_sources(self) -> bool:
        """A place has the document that was found there last; documents without a place go."""
        tables, ours = self._tables, self._name
        again = {path for path, run in tables.column("sources", "path", "run") if run == ours}
        tables.delete("sources", "path", self._known.sources.keys() & again, f"run != '{ours}'")
        places, gone = KnownFiles.of(tables).forget([])
        _delete(tables, places, gone)
        return bool(gone)


def _delete(tables: SharedTables, places: Collection[str], documents: Collection[str]) -> None:
    for table in HOLDING_DOCUMENTS:
        tables.delete(table, "document_id", documents)
    tables.delete("sources", "path", places)


def _publish(tables: SharedTables, before: Publication | None, options: BulkOptions, purge: bool) -> None:
    after = Publication(
        {}, options.reader.fingerprint, options.dimensions, INGEST_VERSION, _languages(tables)
    )
    _finish(tables, before, after, purge)


def _finish(tables: SharedTables, before: Publication | None, after: Publication, purge: bool) -> None:
    """Index, put in force, and let go of what is not in force any more; `purge`: at once."""
    tables.tidy(everything=purge)
    tables.publish(before, replace(after, versions=tables.versions()))
    tables.clean(everything=purge)


def _languages(tables: SharedTables) -> tuple[str, ...]:
    return tuple(sorted({language for (language,) in tables.column("documents", "language")}))


def _as_it_was(path: str, this: str, status: IngestStatus) -> IngestResult:
    return IngestResult(path, this, "", status, 0, 0, 0.0)


def _messages(rows: Any) -> Iterator[str]:
    """What the workers say, batch by batch, as it comes."""
    for row in rows.iter_rows():
        yield str(row["made"])
