"""A file's path: fingerprint → parse → split → encode → store, for the files of a queue.

Files are read and split in processes of their own, ahead of their turn; passages are encoded in a thread, while what is encoded
is stored. A file that takes long at either is overtaken by the others.
Documents are stored in groups, with one append to each index a group, because a thousand small appends are slow to make and
to search. A file is reported when it is searchable, never before, and leaves the queue at that moment; what is inside of it
(attachments, members of an archive) is queued as files of their own.
"""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import (
    EmptyFileError,
    EncryptedFileError,
    IngestError,
    Problem,
    UnknownFormatError,
)
from ragdesk.domain.intake import IngestProgress, IngestResult, IngestStage, IngestStatus, NewDocument
from ragdesk.ingesting.document import ingest_result, new_document
from ragdesk.ingesting.encode import Encoder
from ragdesk.ingesting.encode_ahead import EncodeAhead
from ragdesk.ingesting.parse_ahead import IngestTask, ParseAhead
from ragdesk.ingesting.ports import Dependencies, IngestOptions
from ragdesk.ingesting.read_document import ReadDocument
from ragdesk.ingesting.retitle import with_given_title
from ragdesk.ingesting.worker import PageInHand

log = logging.getLogger(__name__)

# A group is stored when it has this many chunks, or when its first document has waited this long (seconds): large
# enough for few index versions, small enough that a crash costs little.
GROUP_CHUNKS = 512
GROUP_SECONDS = 2.0
# And when so many files came out of its documents: they are read, and their copies deleted, before more is unpacked.
GROUP_PARTS = 100
# Between two looks at what is cancelled, while a file is read or encoded.
LOOK_SECONDS = 0.2
# Files inside of others that fail like this are not reported: signatures and logos are of no use for answers.
UNREPORTED = (UnknownFormatError, EmptyFileError)


def ingest(options: IngestOptions, dependencies: Dependencies) -> Iterator[IngestResult]:
    """Work on the queue until nothing waits; one result for each file, when it is known. A file that fails does not stop
    the others."""
    with Encoder(dependencies.embedder) as encoder:
        yield from _Pipeline(options, dependencies, encoder).run()


class _Pipeline:
    """One run. A task moves from `_reading` over `_encoding` to `_group`, which is stored as a whole."""

    def __init__(self, options: IngestOptions, dependencies: Dependencies, encoder: Encoder) -> None:
        self._options = options
        self._dependencies = dependencies
        self._library = dependencies.library
        self._queue = dependencies.queue
        self._reading = ParseAhead(options, dependencies)
        self._encoding = EncodeAhead(encoder, dependencies.encode_seconds)
        self._group: list[tuple[IngestTask, NewDocument]] = []
        self._group_began = 0.0
        self._done = 0

    def run(self) -> Iterator[IngestResult]:
        try:
            while not self._options.cancelled():
                self._reading.fill()
                task = self._reading.pop_ready(self._encoding.has_room)
                if task is not None:
                    yield from self._take(task)
                    yield from self._collect()
                elif self._reading or self._encoding:
                    self._await()
                    yield from self._collect()
                else:
                    yield from self._store()  # which may queue the files inside of what is stored
                    if not self._reading.has_more():
                        return
        finally:
            self._reading.stop()
            unfinished = [*(task for task in self._reading.tasks if task.begun), *self._in_work()]
            self._queue.give_back([task.job for task in unfinished])

    def _await(self) -> None:
        """Wait a moment for the next file that is read or encoded."""
        for task in self._reading.drop(self._skipped):
            self._drop(task)
        reading = [task for task in self._reading.tasks if not task.is_read]
        if reading and not self._begin(reading[0]):
            self._reading.drop(lambda task: task is reading[0])
            self._drop(reading[0])
            return
        if reading:
            self._report_reading(reading[0])
        parsing: list[Future[Any]] = [task.parsing for task in reading if task.parsing]
        wait([*self._encoding.futures, *parsing], LOOK_SECONDS, FIRST_COMPLETED)

    # ------------------------------------------------------------ one file

    def _take(self, task: IngestTask) -> Iterator[IngestResult]:
        """Settle a file that is known or cannot be read; begin to encode any other."""
        if task.job.attempts:
            # RAGDesk did not survive this file, or one beside it: it is worked on by itself, so that it shows which.
            yield from self._drain()
        if not self._begin(task) or self._skipped(task):
            self._drop(task)
            return
        self._report_reading(task)
        if any(task.sha256 == other.sha256 or task.file.path == other.file.path for other in self._in_work()):
            # The same bytes are about to be stored: let them, then this is one more place of theirs. Or an older version.
            yield from self._drain()
        known = self._library.documents.by_sha256(task.sha256) if task.sha256 else None
        try:
            if task.problem is not None:
                raise task.problem
            if known is not None:
                yield self._attach(task, known)
            elif (result := self._read(task)) is not None:
                self._reading.charge(task, result.parsed)
                self._begin_encoding(task, result)
            else:
                self._put_down(task)
        except IngestError as error:
            yield from self._failed(task, error)
        if task.job.attempts:
            yield from self._drain()

    def _begin(self, task: IngestTask) -> bool:
        """Note in the queue that work on a file begins; False where it was taken out of it."""
        task.begun = task.begun or self._queue.begin(task.job)
        return task.begun

    def _in_work(self) -> list[IngestTask]:
        """The files that are read and not stored yet."""
        return [*self._encoding.tasks, *(task for task, _ in self._group)]

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

    def _read(self, task: IngestTask) -> ReadDocument | None:
        """What is made of the file; None if it was cancelled meanwhile."""
        assert task.parsing is not None
        while not task.parsing.done():
            if self._stopped(task):
                return None
            wait([task.parsing], LOOK_SECONDS)
            self._report_reading(task)
        return None if task.parsing.cancelled() else task.parsing.result()

    def _begin_encoding(self, task: IngestTask, result: ReadDocument) -> None:
        self._report(task, "splitting", 0.0)
        # Where the file has an older version in the library, only passages that it does not have are encoded.
        before = self._stored_before(task)
        known = self._library.vectors_by_text(before) if before else {}
        older = self._library.documents.get(before) if before else None
        result = with_given_title(result, older, self._dependencies.embedder)
        pages = len(result.parsed.pages) if result.parsed.paged else 0

        def go_on(fraction: float) -> bool:
            self._options.pause()
            self._report(task, "encoding", fraction, pages)
            return not self._stopped(task)

        self._encoding.begin(task, result, known, go_on)

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

    def _collect(self) -> Iterator[IngestResult]:
        """Put what is encoded into the group, and store the group when it is full."""
        for encoding in self._encoding.pop_done():
            try:
                vectors = encoding.vectors()
            except IngestError as error:
                yield from self._failed(encoding.task, error)
                continue
            if vectors is None:
                self._put_down(encoding.task)
            else:
                self._add_to_group(encoding.task, encoding.result, vectors)
        if self._group_is_full():
            yield from self._store()

    def _drain(self) -> Iterator[IngestResult]:
        """Store everything that is in work."""
        while self._encoding and not self._options.cancelled():
            wait(self._encoding.futures, LOOK_SECONDS, FIRST_COMPLETED)
            yield from self._collect()
        yield from self._store()

    def _add_to_group(self, task: IngestTask, result: ReadDocument, vectors: FloatArray) -> None:
        parsed = result.parsed
        new = new_document(task.job, task.file, task.sha256, result, vectors)
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
        unpacked = sum(len(new.parts) for _, new in self._group)
        full = chunks >= GROUP_CHUNKS or waited >= GROUP_SECONDS or unpacked >= GROUP_PARTS
        return bool(self._group) and full

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
        task.discard()
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

    def _report_reading(self, task: IngestTask) -> None:
        """That a file is read, and which of its pages."""
        at = task.request.at if task.request else PageInHand()
        self._report(task, "reading", at.page / at.pages if at.pages else 0.0, at.pages)

    def _report(self, task: IngestTask, stage: IngestStage, fraction: float, pages: int = 0) -> None:
        if self._options.on_progress:
            total = self._done + self._queue.count(self._options.batch)
            self._options.on_progress(
                IngestProgress(task.file.path, stage, fraction, self._done, max(total, self._done + 1), pages)
            )
