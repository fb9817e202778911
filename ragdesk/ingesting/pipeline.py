"""A file's path: fingerprint → parse → split → encode → store, for the files of a queue.

Parsers run in processes of their own and work ahead; passages are encoded in a thread, while what is encoded is stored.
Documents are stored in groups, with one append to each index a group, because a thousand small appends are slow to make and
to search. A file is reported when it is searchable, never before, and leaves the queue at that moment; what is inside of it
(attachments, members of an archive) is queued as files of their own.
"""

import logging
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from datetime import UTC, datetime

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document, document_id
from ragdesk.domain.errors import (
    EmptyFileError,
    EncryptedFileError,
    IngestError,
    ParserDiedError,
    Problem,
    UnknownFormatError,
)
from ragdesk.domain.intake import (
    IngestProgress,
    IngestResult,
    IngestStage,
    IngestStatus,
    Job,
    NewDocument,
    SourceFile,
)
from ragdesk.ingesting.contained import part_jobs
from ragdesk.ingesting.encode import Encoder
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.layout import save_layout
from ragdesk.ingesting.ports import Dependencies, IngestOptions
from ragdesk.ingesting.readers.parse import INGEST_VERSION
from ragdesk.ingesting.split import split
from ragdesk.ingesting.worker import ParseRequest, ParseResult

log = logging.getLogger(__name__)

# A group is stored when it has this many chunks, or when its first document has waited this long (seconds): large
# enough for few index versions, small enough that a crash costs little.
GROUP_CHUNKS = 512
GROUP_SECONDS = 2.0
# Passages that wait for the encoder, at most: enough to keep it busy while a group is stored.
ENCODE_AHEAD = 256
# RAGDesk itself ended this often while it worked on a file: the file is not begun again.
MAX_ATTEMPTS = 2
# What is inside of another file and is of no use for answers is passed over without a word: signatures, logos.
PASSED_OVER = (UnknownFormatError, EmptyFileError)


@dataclass(slots=True)
class _Task:
    """A file in hand. `reading` is there while, or after, it is parsed."""

    job: Job
    started: float
    file: SourceFile
    sha256: str = ""
    asked: ParseRequest | None = None
    reading: "Future[ParseResult] | None" = None
    problem: IngestError | None = None


@dataclass(frozen=True, slots=True)
class _Encoding:
    """A file whose passages are being encoded."""

    task: _Task
    reading: ParseResult
    chunks: tuple[Chunk, ...]
    vectors: "Future[FloatArray | None]"


def ingest(options: IngestOptions, dependencies: Dependencies) -> Iterator[IngestResult]:
    """Work on the queue until nothing waits; one result for each file, when it is known. A file that fails does not stop
    the others."""
    with Encoder(dependencies.embedder) as encoder:
        yield from _Run(options, dependencies, encoder).run()


def make_document(reading: ParseResult, file: SourceFile, name: str, sha256: str, chunks: int) -> Document:
    """What the library will know of a file that was read."""
    parsed = reading.parsed
    return Document(
        id=document_id(sha256),
        name=name,
        title=parsed.title,
        kind=parsed.kind,
        language=reading.language,
        bytes=file.bytes,
        pages=len(parsed.pages),
        paged=parsed.paged,
        chunks=chunks,
        ingest_version=INGEST_VERSION,
        content_version=1,
        added_at=datetime.now(UTC).isoformat(timespec="seconds"),
        properties=reading.properties,
    )


class _Run:
    def __init__(self, options: IngestOptions, dependencies: Dependencies, encoder: Encoder) -> None:
        self._options = options
        self._dependencies = dependencies
        self._encoder = encoder
        self._queue = dependencies.queue
        self._after = 0
        self._done = 0
        self._encoding: deque[_Encoding] = deque()
        self._group: list[tuple[_Task, NewDocument]] = []
        self._group_began = 0.0

    def run(self) -> Iterator[IngestResult]:
        waiting: deque[_Task] = deque()
        try:
            while not self._options.cancelled():
                self._look_ahead(waiting)
                if waiting and self._encoder.waiting < ENCODE_AHEAD:
                    yield from self._take(waiting.popleft())
                    yield from self._collect(wait=False)
                elif self._encoding:
                    yield from self._collect(wait=True)
                else:
                    yield from self._flush()  # what is stored may queue files that were inside of it
                    if not waiting and self._queue.next(self._after, self._options.batch) is None:
                        return
        finally:
            for task in waiting:
                _stop(task)
            unfinished = [*(one.task for one in self._encoding), *(task for task, _ in self._group)]
            self._queue.give_back([task.job for task in unfinished])

    # ------------------------------------------------------------ before the parser

    def _look_ahead(self, waiting: deque[_Task]) -> None:
        """Let the parsers have the next files while this one is encoded."""
        while len(waiting) <= self._dependencies.ahead:
            job = self._queue.next(self._after, self._options.batch)
            if job is None:
                return
            self._after = job.id
            waiting.append(self._open(job))

    def _open(self, job: Job) -> _Task:
        """Fingerprint a file, and send it to the parser if its bytes are new."""
        file = SourceFile(job.source, 0, 0, job.container, job.parent_id, job.depth)
        task = _Task(job, time.perf_counter(), file)
        try:
            task.file, task.sha256 = fingerprint(job, self._dependencies.max_bytes)
            if job.attempts >= MAX_ATTEMPTS:
                raise ParserDiedError(
                    "RAGDesk ended {times} times while it read {file}.",
                    "Add it again by itself; if that happens once more, open and save it with its own program.",
                    times=job.attempts,
                    file=job.name,
                )
            if self._dependencies.library.documents.by_sha256(task.sha256) is None:
                unpack = self._queue.incoming / f"parts-{job.id}"
                task.asked = ParseRequest(job.path, job.name, unpack, self._options.password_for(job))
                task.reading = self._dependencies.parser.submit(task.asked)
        except IngestError as error:
            task.problem = error
        return task

    # ------------------------------------------------------------ one file

    def _take(self, task: _Task) -> Iterator[IngestResult]:
        """Settle a file that is known or cannot be read; begin to encode any other."""
        if task.job.attempts:
            # RAGDesk did not survive this file, or one beside it: it is worked on by itself, so that it shows which.
            yield from self._drain()
        if not self._queue.begin(task.job) or self._options.skipped(task.job):
            self._drop(task)
            return
        self._report(task, "reading", 0.0)
        if task.sha256 in self._in_work():
            # The same bytes are about to be stored: let them, then this is one more place of theirs.
            yield from self._drain()
        known = self._dependencies.library.documents.by_sha256(task.sha256) if task.sha256 else None
        try:
            if task.problem is not None:
                raise task.problem
            if known is not None:
                yield self._attach(task, known)
            elif (encoding := self._begin(task)) is not None:
                self._encoding.append(encoding)
            elif self._options.skipped(task.job):
                self._drop(task)
            else:
                _stop(task)
                self._queue.give_back([task.job])
        except IngestError as error:
            yield from self._failed(task, error)
        if task.job.attempts:
            yield from self._drain()

    def _in_work(self) -> set[str]:
        return {one.task.sha256 for one in self._encoding} | {task.sha256 for task, _ in self._group}

    def _drop(self, task: _Task) -> None:
        """The job was cancelled."""
        _stop(task)
        self._queue.finish([task.job])

    def _stopped(self, task: _Task) -> bool:
        return self._options.cancelled() or self._options.skipped(task.job)

    def _attach(self, task: _Task, known: Document) -> IngestResult:
        source = self._dependencies.library.sources.get(task.file.path)
        before = source.document_id if source else None
        self._dependencies.writer.attach_source(known.id, task.file, task.job.collection)
        self._queue.finish([task.job])
        status: IngestStatus = "unchanged" if before == known.id else "updated" if before else "duplicate"
        return self._result(task, status, known)

    def _begin(self, task: _Task) -> _Encoding | None:
        """Parse, split, and hand the passages to the encoder; None if cancelled."""
        reading = self._wait(task)
        if reading is None:
            return None
        self._report(task, "splitting", 0.0)
        embedder = self._dependencies.embedder
        chunks = tuple(split(reading.parsed, document_id(task.sha256), embedder, embedder.max_tokens))
        # Where the file has an older version in the library, only passages that it does not have are encoded.
        source = self._dependencies.library.sources.get(task.file.path)
        older = source.document_id if source else None
        known = self._dependencies.library.vectors_by_text(older) if older else {}

        def go_on(fraction: float) -> bool:
            self._options.pause()
            self._report(task, "encoding", fraction, len(reading.parsed.pages) if reading.parsed.paged else 0)
            return not self._stopped(task)

        vectors = self._encoder.submit([chunk.embedding_text for chunk in chunks], known, go_on)
        return _Encoding(task, reading, chunks, vectors)

    def _collect(self, wait: bool) -> Iterator[IngestResult]:
        """Put what is encoded into the group, and store the group when it is full.

        Args:
            wait: for the file that is encoded now.
        """
        while self._encoding and (wait or self._encoding[0].vectors.done()):
            wait = False
            one = self._encoding[0]
            vectors = one.vectors.result()
            self._encoding.popleft()
            if vectors is not None:
                if not self._group:
                    self._group_began = time.perf_counter()
                self._group.append((one.task, self._make(one, vectors)))
            elif self._options.skipped(one.task.job):
                self._drop(one.task)
            else:
                self._queue.give_back([one.task.job])
        if self._group_is_full():
            yield from self._flush()

    def _drain(self) -> Iterator[IngestResult]:
        """Store everything that is in work."""
        while self._encoding and not self._options.cancelled():
            yield from self._collect(wait=True)
        yield from self._flush()

    def _make(self, one: _Encoding, vectors: FloatArray) -> NewDocument:
        task, parsed = one.task, one.reading.parsed
        document = make_document(one.reading, task.file, task.job.name, task.sha256, len(one.chunks))
        log.info(
            "ingested document=%s kind=%s pages=%d chunks=%d parts=%d seconds=%.2f",
            document.id,
            parsed.kind,
            len(parsed.pages),
            len(one.chunks),
            len(parsed.parts),
            time.perf_counter() - task.started,
        )
        parts, unread = part_jobs(parsed.parts, task.job, document.id)
        return NewDocument(
            document,
            task.sha256,
            parsed,
            one.chunks,
            vectors,
            task.job.path,
            task.file,
            save_layout(parsed.layout) if parsed.layout is not None else None,
            task.job.collection,
            parts,
            unread,
        )

    def _wait(self, task: _Task) -> "ParseResult | None":
        """The parser's result; None if cancelled meanwhile."""
        assert task.reading is not None
        while True:
            try:
                return task.reading.result(timeout=0.2)
            except TimeoutError:
                if task.reading.done():
                    raise
                if self._stopped(task):
                    return None
                self._report(task, "reading", 0.0)
            except CancelledError:
                return None

    # ------------------------------------------------------------ storing and reporting

    def _group_is_full(self) -> bool:
        chunks = sum(len(new.chunks) for _, new in self._group)
        waited = time.perf_counter() - self._group_began
        return bool(self._group) and (chunks >= GROUP_CHUNKS or waited >= GROUP_SECONDS)

    def _flush(self) -> Iterator[IngestResult]:
        """Store the group, and report its files as ready."""
        for task in [task for task, _ in self._group if self._options.skipped(task.job)]:
            self._drop(task)
        self._group = [one for one in self._group if not self._options.skipped(one[0].job)]
        if not self._group or self._options.cancelled():
            return
        for task, _ in self._group:
            self._report(task, "storing", 0.0)
        before = {
            task.file.path: self._dependencies.library.sources.get(task.file.path) for task, _ in self._group
        }
        began = time.perf_counter()
        stored = self._dependencies.writer.put([new for _, new in self._group])
        refused = dict(stored.refused)
        group, self._group = self._group, []
        log.info("stored documents=%d seconds=%.2f", len(group), time.perf_counter() - began)
        self._queue.finish([task.job for task, _ in group if task.file.path not in refused])
        for task, new in group:
            if task.file.path in refused:
                yield from self._failed(task, refused[task.file.path])
                continue
            earlier = before[task.file.path]
            changed = earlier is not None and earlier.document_id is not None
            yield self._result(task, "updated" if changed else "ready", new.document)

    def _failed(self, task: _Task, error: IngestError) -> Iterator[IngestResult]:
        log.info("failed code=%s bytes=%d", error.code, task.file.bytes)
        self._dependencies.writer.record_failure(task.file, error.problem)
        if isinstance(error, EncryptedFileError) and task.job.ours:
            # Its copy is the only one that there is: it is kept until the password comes.
            self._queue.hold(task.job, error.problem)
        else:
            self._queue.finish([task.job])
        if not (task.job.container and isinstance(error, PASSED_OVER)):
            yield self._result(task, "failed", None, error.problem)

    def _result(
        self, task: _Task, status: IngestStatus, document: Document | None, problem: Problem | None = None
    ) -> IngestResult:
        self._done += 1
        seconds = time.perf_counter() - task.started
        if document is None:
            return IngestResult(task.file.path, None, "", status, 0, 0, seconds, problem)
        return IngestResult(
            task.file.path,
            document.id,
            document.title,
            status,
            document.pages,
            document.chunks,
            seconds,
            problem,
        )

    def _report(self, task: _Task, stage: IngestStage, fraction: float, pages: int = 0) -> None:
        if self._options.on_progress:
            total = self._done + self._queue.count(self._options.batch)
            self._options.on_progress(
                IngestProgress(task.file.path, stage, fraction, self._done, max(total, self._done + 1), pages)
            )


def _stop(task: _Task) -> None:
    if task.asked is not None:
        task.asked.stop.set()
