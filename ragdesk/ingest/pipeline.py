"""A file's path: fingerprint → parse → split → encode → store, for a batch of files.

Parsers run in processes of their own and work ahead while this one encodes. Documents are stored in groups, with one append
to each index a group, because a thousand small appends are slow to make and to search. A file is reported when it is
searchable, never before.
"""

import hashlib
import logging
import stat
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import numpy as np

from ragdesk.errors import IngestError, TooLargeError, UnreadableFileError
from ragdesk.ingest.layout import save_layout
from ragdesk.ingest.parse import INGEST_VERSION
from ragdesk.ingest.split import split
from ragdesk.ingest.walk import walk
from ragdesk.ingest.worker import Reading
from ragdesk.types import (
    Cancelled,
    Document,
    Embedder,
    FloatArray,
    Found,
    IngestProgress,
    IngestResult,
    IngestStage,
    IngestStatus,
    NewDocument,
)

log = logging.getLogger(__name__)

# A group is stored when it has this many chunks, or when its first document has waited this long (seconds): large
# enough for few index versions, small enough that a crash costs little.
GROUP_CHUNKS = 512
GROUP_SECONDS = 2.0
# Chunks that are encoded between two looks at the cancel button; a fraction of a second on two cores.
ENCODE_BATCH = 32
READ_BLOCK = 1 << 20


class SourceRecord(Protocol):
    """What the stores know of a path."""

    @property
    def document_id(self) -> str | None: ...


class Stored(Protocol):
    """What storing a group came to: the files that could not be taken after all (path, why)."""

    @property
    def refused(self) -> Sequence[tuple[str, IngestError]]: ...


class Shelves(Protocol):
    """What the pipeline asks the stores before it works."""

    def known(self, path: str) -> SourceRecord | None: ...

    def by_sha256(self, sha256: str) -> Document | None: ...


class Writer(Protocol):
    """The right to write, held for the whole batch."""

    def put(self, batch: Sequence[NewDocument]) -> Stored: ...

    def attach_source(self, document_id: str, found: Found, collection: str | None = None) -> object: ...

    def record_failure(self, found: Found, problem: str) -> None: ...


class Reader(Protocol):
    """Parsers in processes of their own."""

    def submit(self, path: Path, name: str) -> "Future[Reading]": ...


@dataclass(frozen=True, slots=True)
class Bench:
    """What a batch is worked on with. `max_bytes` is the largest file that is taken."""

    shelves: Shelves
    writer: Writer
    reader: Reader
    embedder: Embedder
    max_bytes: int
    ahead: int = 1


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for. `names` gives files a name other than their path's (uploads lie in a temporary place)."""

    paths: Sequence[Path]
    collection: str | None = None
    names: Mapping[Path, str] | None = None
    on_progress: Callable[[IngestProgress], None] | None = None
    cancelled: Cancelled = lambda: False


@dataclass(slots=True)
class _Task:
    """A file in hand. `reading` is there while, or after, it is parsed."""

    path: Path
    name: str
    started: float
    found: Found
    sha256: str = ""
    reading: "Future[Reading] | None" = None
    problem: IngestError | None = None


def ingest(order: Order, bench: Bench) -> Iterator[IngestResult]:
    """Take files in; one result for each file, when it is known. A file that fails does not stop the others.

    Where `order.cancelled` turns true, files that are not stored yet are left out and nothing half-made stays.
    """
    yield from _Batch(order, bench).run()


class _Batch:
    def __init__(self, order: Order, bench: Bench) -> None:
        self._order = order
        self._bench = bench
        self._files = list(walk(order.paths))
        self._done = 0
        self._group: list[tuple[_Task, NewDocument]] = []
        self._group_began = 0.0

    def run(self) -> Iterator[IngestResult]:
        for task in self._ahead():
            if self._order.cancelled():
                return
            yield from self._take(task)
            if self._group_is_full():
                yield from self._flush()
        yield from self._flush()

    # ------------------------------------------------------------ before the parser

    def _ahead(self) -> Iterator[_Task]:
        """The files in order, with the next ones already being parsed."""
        waiting: deque[_Task] = deque()
        for path in self._files:
            if self._order.cancelled():
                return
            waiting.append(self._open(path))
            if len(waiting) > self._bench.ahead:
                yield waiting.popleft()
        yield from waiting

    def _open(self, path: Path) -> _Task:
        """Fingerprint a file, and send it to the parser if its bytes are new."""
        given = (self._order.names or {}).get(path)
        name = given or path.name
        task = _Task(
            path, name, time.perf_counter(), Found(str(path) if given is None else f"dropped/{given}", 0, 0)
        )
        try:
            task.found, task.sha256 = _fingerprint(path, self._bench.max_bytes)
            if given is not None:
                # An upload has no place of its own: its name and content stand for one, so that two different files
                # of one name live side by side.
                task.found = Found(
                    f"dropped/{task.sha256[:16]}/{given}", task.found.bytes, task.found.mtime_ns
                )
            if self._bench.shelves.by_sha256(task.sha256) is None:
                task.reading = self._bench.reader.submit(path, name)
        except IngestError as error:
            task.problem = error
        return task

    # ------------------------------------------------------------ one file

    def _take(self, task: _Task) -> Iterator[IngestResult]:
        self._report(task, "reading", 0.0)
        if task.problem is None and any(task.sha256 == new.sha256 for _, new in self._group):
            # The same bytes are waiting to be stored: store them, then this is one more place of theirs.
            yield from self._flush()
        known = self._bench.shelves.by_sha256(task.sha256) if task.sha256 else None
        try:
            if task.problem is not None:
                raise task.problem
            if known is not None:
                yield self._attach(task, known)
                return
            new = self._make(task)
        except IngestError as error:
            yield self._failed(task, error)
            return
        if new is None:
            return  # cancelled; `run` ends the batch
        if not self._group:
            self._group_began = time.perf_counter()
        self._group.append((task, new))

    def _attach(self, task: _Task, known: Document) -> IngestResult:
        source = self._bench.shelves.known(task.found.path)
        before = source.document_id if source else None
        self._bench.writer.attach_source(known.id, task.found, self._order.collection)
        status: IngestStatus = "unchanged" if before == known.id else "updated" if before else "duplicate"
        return self._result(task, status, known.id, known.title, known.pages, known.chunks)

    def _make(self, task: _Task) -> NewDocument | None:
        """Parse, split and encode; None if cancelled."""
        assert task.reading is not None
        reading = self._wait(task.reading)
        if reading is None:
            return None
        parsed = reading.parsed
        self._report(task, "splitting", 0.0)
        document_id = task.sha256[:16]
        chunks = split(parsed, document_id, self._bench.embedder, self._bench.embedder.max_tokens)
        read = time.perf_counter()
        vectors = self._encode(task, [chunk.embedding_text for chunk in chunks])
        if vectors is None:
            return None
        log.info(
            "ingested document=%s kind=%s pages=%d chunks=%d read=%.2fs encode=%.2fs",
            document_id,
            parsed.kind,
            len(parsed.pages),
            len(chunks),
            read - task.started,
            time.perf_counter() - read,
        )
        document = Document(
            id=document_id,
            name=task.name,
            title=parsed.title,
            kind=parsed.kind,
            language=reading.language,
            bytes=task.found.bytes,
            pages=len(parsed.pages),
            paged=parsed.paged,
            chunks=len(chunks),
            ingest_version=INGEST_VERSION,
            content_version=1,
            added_at=datetime.now(UTC).isoformat(timespec="seconds"),
            properties=reading.properties,
        )
        layout = save_layout(parsed.layout) if parsed.layout is not None else None
        return NewDocument(
            document,
            task.sha256,
            parsed,
            tuple(chunks),
            vectors,
            task.path,
            task.found,
            layout,
            self._order.collection,
        )

    def _wait(self, reading: "Future[Reading]") -> "Reading | None":
        """The parser's result; None if cancelled meanwhile."""
        while True:
            try:
                return reading.result(timeout=0.2)
            except TimeoutError:
                if reading.done():
                    raise
                if self._order.cancelled():
                    return None
            except CancelledError:
                return None

    def _encode(self, task: _Task, texts: Sequence[str]) -> FloatArray | None:
        parts: list[FloatArray] = [np.empty((0, self._bench.embedder.dimensions), np.float32)]
        for start in range(0, len(texts), ENCODE_BATCH):
            if self._order.cancelled():
                return None
            self._report(task, "encoding", start / len(texts))
            parts.append(self._bench.embedder.encode(texts[start : start + ENCODE_BATCH]))
        return np.concatenate(parts)

    # ------------------------------------------------------------ storing and reporting

    def _group_is_full(self) -> bool:
        chunks = sum(len(new.chunks) for _, new in self._group)
        return bool(self._group) and (
            chunks >= GROUP_CHUNKS or time.perf_counter() - self._group_began >= GROUP_SECONDS
        )

    def _flush(self) -> Iterator[IngestResult]:
        """Store the group, and report its files as ready."""
        if not self._group or self._order.cancelled():
            return
        for task, _ in self._group:
            self._report(task, "storing", 0.0)
        before = {task.found.path: self._bench.shelves.known(task.found.path) for task, _ in self._group}
        began = time.perf_counter()
        stored = self._bench.writer.put([new for _, new in self._group])
        refused = dict(stored.refused)
        log.info("stored documents=%d seconds=%.2f", len(self._group), time.perf_counter() - began)
        group, self._group = self._group, []
        for task, new in group:
            if task.found.path in refused:
                yield self._failed(task, refused[task.found.path])
                continue
            earlier = before[task.found.path]
            changed = earlier is not None and earlier.document_id is not None
            yield self._result(
                task,
                "updated" if changed else "ready",
                new.document.id,
                new.document.title,
                new.document.pages,
                new.document.chunks,
            )

    def _failed(self, task: _Task, error: IngestError) -> IngestResult:
        log.info("failed code=%s bytes=%d", error.code, task.found.bytes)
        self._bench.writer.record_failure(task.found, f"{error.message} {error.hint}")
        return self._result(task, "failed", None, "", 0, 0, f"{error.message} {error.hint}")

    def _result(
        self,
        task: _Task,
        status: IngestStatus,
        document_id: str | None,
        title: str,
        pages: int,
        chunks: int,
        problem: str | None = None,
    ) -> IngestResult:
        self._done += 1
        seconds = time.perf_counter() - task.started
        return IngestResult(str(task.path), document_id, title, status, pages, chunks, seconds, problem)

    def _report(self, task: _Task, stage: IngestStage, fraction: float) -> None:
        if self._order.on_progress:
            progress = IngestProgress(str(task.path), stage, fraction, self._done, len(self._files))
            self._order.on_progress(progress)


def _fingerprint(path: Path, max_bytes: int) -> tuple[Found, str]:
    """What the file is and the SHA-256 of its bytes.

    Raises:
        UnreadableFileError: not there, not a file, or the disk refuses. TooLargeError.
    """
    try:
        seen = path.stat()
        if not stat.S_ISREG(seen.st_mode):
            raise UnreadableFileError(f"{path.name} is not a file.", "Give a file or a folder.")
        if seen.st_size > max_bytes:
            raise TooLargeError(
                f"{path.name} has {seen.st_size / 1e6:,.0f} MB; files up to {max_bytes / 1e6:,.0f} MB are taken.",
                "Split it, or raise ingest.max_file_mb in settings.toml.",
            )
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while block := file.read(READ_BLOCK):
                digest.update(block)
    except FileNotFoundError as error:
        raise UnreadableFileError(f"There is no file {path}.", "Check the path.") from error
    except OSError as error:
        raise UnreadableFileError(
            f"{path.name} cannot be read: {error.strerror or error}.", "Check the file's rights and the disk."
        ) from error
    return Found(str(path), seen.st_size, seen.st_mtime_ns), digest.hexdigest()
