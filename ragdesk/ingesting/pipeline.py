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

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document, document_id
from ragdesk.domain.errors import EmptyFileError, EncryptedFileError, IngestError, Problem, UnknownFormatError
from ragdesk.domain.intake import IngestProgress, IngestResult, IngestStage, IngestStatus, NewDocument
from ragdesk.ingesting.document import ingest_result, new_document
from ragdesk.ingesting.encode import Encoder
from ragdesk.ingesting.parse_ahead import IngestTask, ParseAhead
from ragdesk.ingesting.ports import Dependencies, IngestOptions
from ragdesk.ingesting.split import split
from ragdesk.ingesting.worker import ParseResult

log = logging.getLogger(__name__)

# A group is stored when it has this many chunks, or when its first document has waited this long (seconds): large
# enough for few index versions, small enough that a crash costs little.
GROUP_CHUNKS = 512
GROUP_SECONDS = 2.0
# Passages that wait for the encoder, at most: enough to keep it busy while a group is stored.
ENCODE_AHEAD = 256
# Files inside of others that fail like this are not reported: signatures and logos are of no use for answers.
UNREPORTED = (UnknownFormatError, EmptyFileError)


@dataclass(frozen=True, slots=True)
class _Encoding:
    """A file whose passages are being encoded."""

    task: IngestTask
    result: ParseResult
    chunks: tuple[Chunk, ...]
    vectors: "Future[FloatArray | None]"


def ingest(options: IngestOptions, dependencies: Dependencies) -> Iterator[IngestResult]:
    """Work on the queue until nothing waits; one result for each file, when it is known. A file that fails does not stop
    the others."""
    with Encoder(dependencies.embedder) as encoder:
        yield from _Pipeline(options, dependencies, encoder).run()


class _Pipeline:
    """One run. A task moves from `_parsing` over `_encoding` to `_group`, which is stored as a whole."""

    def __init__(self, options: IngestOptions, dependencies: Dependencies, encoder: Encoder) -> None:
        self._options = options
        self._dependencies = dependencies
        self._library = dependencies.library
        self._queue = dependencies.queue
        self._encoder = encoder
        self._parsing = ParseAhead(options, dependencies)
        self._encoding: deque[_Encoding] = deque()
        self._group: list[tuple[IngestTask, NewDocument]] = []
        self._group_began = 0.0
        self._done = 0

    def run(self) -> Iterator[IngestResult]:
        try:
            while not self._options.cancelled():
                self._parsing.fill()
                if self._parsing and self._encoder.waiting < ENCODE_AHEAD:
                    yield from self._take(self._parsing.pop())
                    yield from self._collect(wait=False)
                elif self._encoding:
                    yield from self._collect(wait=True)
                else:
                    yield from self._store()  # which may queue the files inside of what is stored
                    if not self._parsing.has_more():
                        return
        finally:
            self._parsing.stop()
            unfinished = [
                *(encoding.task for encoding in self._encoding),
                *(task for task, _ in self._group),
            ]
            self._queue.give_back([task.job for task in unfinished])

    # ------------------------------------------------------------ one file

    def _take(self, task: IngestTask) -> Iterator[IngestResult]:
        """Settle a file that is known or cannot be read; begin to encode any other."""
        if task.job.attempts:
            # RAGDesk did not survive this file, or one beside it: it is worked on by itself, so that it shows which.
            yield from self._drain()
        if not self._queue.begin(task.job) or self._skipped(task):
            self._drop(task)
            return
        self._report(task, "reading", 0.0)
        if task.sha256 in self._in_work():
            # The same bytes are about to be stored: let them, then this is one more place of theirs.
            yield from self._drain()
        known = self._library.documents.by_sha256(task.sha256) if task.sha256 else None
        try:
            if task.problem is not None:
                raise task.problem
            if known is not None:
                yield self._attach(task, known)
            elif (result := self._parsed(task)) is not None:
                self._encoding.append(self._begin_encoding(task, result))
            else:
                self._put_down(task)
        except IngestError as error:
            yield from self._failed(task, error)
        if task.job.attempts:
            yield from self._drain()

    def _in_work(self) -> set[str]:
        return {encoding.task.sha256 for encoding in self._encoding} | {
            task.sha256 for task, _ in self._group
        }

    def _attach(self, task: IngestTask, known: Document) -> IngestResult:
        """The file's bytes are in the library: its path becomes one more source."""
        before = self._stored_before(task)
        self._dependencies.writer.attach_source(known.id, task.file, task.job.collection)
        self._queue.finish([task.job])
        status: IngestStatus = "unchanged" if before == known.id else "updated" if before else "duplicate"
        return self._result(task, status, known)

    def _stored_before(self, task: IngestTask) -> str | None:
        """The document that was found at the same path before."""
        source = self._library.sources.get(task.file.path)
        return source.document_id if source else None

    def _parsed(self, task: IngestTask) -> ParseResult | None:
        """What the parser makes of the file; None if it was cancelled meanwhile."""
        assert task.parsing is not None
        while True:
            try:
                return task.parsing.result(timeout=0.2)
            except TimeoutError:
                if task.parsing.done():
                    raise
                if self._stopped(task):
                    return None
                self._report(task, "reading", 0.0)
            except CancelledError:
                return None

    def _begin_encoding(self, task: IngestTask, result: ParseResult) -> _Encoding:
        self._report(task, "splitting", 0.0)
        embedder, parsed = self._dependencies.embedder, result.parsed
        chunks = tuple(split(parsed, document_id(task.sha256), embedder, embedder.max_tokens))
        # Where the file has an older version in the library, only passages that it does not have are encoded.
        before = self._stored_before(task)
        known = self._library.vectors_by_text(before) if before else {}

        def go_on(fraction: float) -> bool:
            self._options.pause()
            self._report(task, "encoding", fraction, len(parsed.pages) if parsed.paged else 0)
            return not self._stopped(task)

        vectors = self._encoder.submit([chunk.embedding_text for chunk in chunks], known, go_on)
        return _Encoding(task, result, chunks, vectors)

    # ------------------------------------------------------------ cancelling

    def _skipped(self, task: IngestTask) -> bool:
        return self._options.skipped(task.job)

    def _stopped(self, task: IngestTask) -> bool:
        return self._options.cancelled() or self._skipped(task)

    def _drop(self, task: IngestTask) -> None:
        """The job was cancelled: it leaves the queue."""
        task.stop()
        self._queue.finish([task.job])

    def _put_down(self, task: IngestTask) -> None:
        """Stop work on a task: if only the run was cancelled, its job stays in the queue."""
        if self._skipped(task):
            self._drop(task)
        else:
            task.stop()
            self._queue.give_back([task.job])

    # ------------------------------------------------------------ storing

    def _collect(self, wait: bool) -> Iterator[IngestResult]:
        """Put what is encoded into the group, and store the group when it is full.

        Args:
            wait: for the file that is encoded now.
        """
        while self._encoding and (wait or self._encoding[0].vectors.done()):
            wait = False
            encoding = self._encoding[0]
            vectors = encoding.vectors.result()
            self._encoding.popleft()
            if vectors is None:
                self._put_down(encoding.task)
            else:
                self._add_to_group(encoding, vectors)
        if self._group_is_full():
            yield from self._store()

    def _drain(self) -> Iterator[IngestResult]:
        """Store everything that is in work."""
        while self._encoding and not self._options.cancelled():
            yield from self._collect(wait=True)
        yield from self._store()

    def _add_to_group(self, encoding: _Encoding, vectors: FloatArray) -> None:
        task, parsed = encoding.task, encoding.result.parsed
        new = new_document(task.job, task.file, task.sha256, encoding.result, encoding.chunks, vectors)
        if not self._group:
            self._group_began = time.perf_counter()
        self._group.append((task, new))
        log.info(
            "ingested document=%s kind=%s pages=%d chunks=%d parts=%d seconds=%.2f",
            new.document.id,
            parsed.kind,
            len(parsed.pages),
            len(new.chunks),
            len(parsed.parts),
            time.perf_counter() - task.started,
        )

    def _group_is_full(self) -> bool:
        chunks = sum(len(new.chunks) for _, new in self._group)
        waited = time.perf_counter() - self._group_began
        return bool(self._group) and (chunks >= GROUP_CHUNKS or waited >= GROUP_SECONDS)

    def _store(self) -> Iterator[IngestResult]:
        """Store the group, and report its files as ready."""
        for task, _ in self._group:
            if self._skipped(task):
                self._drop(task)
        self._group = [(task, new) for task, new in self._group if not self._skipped(task)]
        if not self._group or self._options.cancelled():
            return
        for task, _ in self._group:
            self._report(task, "storing", 0.0)
        before = {task.file.path: self._stored_before(task) for task, _ in self._group}
        began = time.perf_counter()
        stored = self._dependencies.writer.put([new for _, new in self._group])
        refused = dict(stored.refused)
        group, self._group = self._group, []
        log.info("stored documents=%d seconds=%.2f", len(group), time.perf_counter() - began)
        self._queue.finish([task.job for task, _ in group if task.file.path not in refused])
        for task, new in group:
            if task.file.path in refused:
                yield from self._failed(task, refused[task.file.path])
            else:
                yield self._result(task, "updated" if before[task.file.path] else "ready", new.document)

    # ------------------------------------------------------------ reporting

    def _failed(self, task: IngestTask, error: IngestError) -> Iterator[IngestResult]:
        log.info("failed code=%s bytes=%d", error.code, task.file.bytes)
        self._dependencies.writer.record_failure(task.file, error.problem)
        if isinstance(error, EncryptedFileError) and task.job.ours:
            # Its copy is the only one that there is: it is kept until the password comes.
            self._queue.hold(task.job, error.problem)
        else:
            self._queue.finish([task.job])
        if not (task.job.container and isinstance(error, UNREPORTED)):
            yield self._result(task, "failed", None, error.problem)

    def _result(
        self,
        task: IngestTask,
        status: IngestStatus,
        document: Document | None,
        problem: Problem | None = None,
    ) -> IngestResult:
        self._done += 1
        return ingest_result(task.file.path, status, time.perf_counter() - task.started, document, problem)

    def _report(self, task: IngestTask, stage: IngestStage, fraction: float, pages: int = 0) -> None:
        if self._options.on_progress:
            total = self._done + self._queue.count(self._options.batch)
            self._options.on_progress(
                IngestProgress(task.file.path, stage, fraction, self._done, max(total, self._done + 1), pages)
            )
