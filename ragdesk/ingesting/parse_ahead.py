"""The first stage of the pipeline: the next files of the queue are fingerprinted, and read ahead of their turn. One that takes
long to read is overtaken by those behind it."""

import shutil
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from ragdesk.domain.documents import Parsed, document_id
from ragdesk.domain.errors import IngestError, ParserDiedError, StoreError
from ragdesk.domain.intake import Job, SourceInfo
from ragdesk.host.disk import room
from ragdesk.ingesting.budget import Budget, Unfolded, unfolded
from ragdesk.ingesting.contained import MAX_DEPTH
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.ports import Dependencies, IngestOptions
from ragdesk.ingesting.read_document import ReadDocument
from ragdesk.ingesting.worker import ParseRequest

# RAGDesk itself ended this often while it worked on a file: the file is not begun again.
MAX_ATTEMPTS = 2
# What a file takes on the disk while it is taken in, as times its size.
STORED_TIMES = 3


@dataclass(slots=True, eq=False)
class IngestTask:
    """A file on its way through the pipeline. It is parsed only if its bytes are new; `problem` says why it cannot be. `begun`:
    the queue counts this as an attempt."""

    job: Job
    started: float
    file: SourceInfo
    sha256: str = ""
    request: ParseRequest | None = None
    parsing: "Future[ReadDocument] | None" = None
    problem: IngestError | None = None
    begun: bool = False

    @property
    def is_read(self) -> bool:
        return self.parsing is None or self.parsing.done()

    @property
    def passages(self) -> int:
        """How many it was cut into; 0 of a file that could not be read, or is known."""
        done = self.parsing is not None and self.parsing.done() and not self.parsing.cancelled()
        if self.parsing is None or not done or self.parsing.exception() is not None:
            return 0
        return len(self.parsing.result().chunks)

    def stop(self) -> None:
        """End the parsing."""
        if self.request is not None:
            self.request.stop.set()

    def discard(self) -> None:
        """Delete what was unpacked of a file that failed."""
        if self.request is not None:
            shutil.rmtree(self.request.unpack, ignore_errors=True)


class ParseAhead:
    """The tasks that are read, or wait for that, in the order of the queue."""

    def __init__(self, options: IngestOptions, dependencies: Dependencies) -> None:
        self._options = options
        self._dependencies = dependencies
        self._queue = dependencies.queue
        self._budget = Budget(self._queue.incoming, self._taken_before, dependencies.max_bytes)
        self._full: StoreError | None = None
        self._after = [0] * (MAX_DEPTH + 1)  # of each depth, the last job that was begun
        self._tasks: list[IngestTask] = []

    def __len__(self) -> int:
        return len(self._tasks)

    def fill(self) -> None:
        """Let the parsers have the next files while another one is encoded."""
        self._full = None
        while len(self._tasks) <= self._dependencies.ahead:
            job = self._next()
            if job is None:
                return
            try:
                self._tasks.append(self._open(job))
            except StoreError as error:
                self._full = error  # what is in work is stored before that is said
                return
            self._after[job.depth] = job.id

    @property
    def tasks(self) -> tuple[IngestTask, ...]:
        return tuple(self._tasks)

    def pop_ready(self, has_room: Callable[[IngestTask], bool]) -> IngestTask | None:
        """The first task that is read and that there is room for, if there is one. A file that RAGDesk did not survive before
        waits until it is the first, and then it is taken, read or not. No newer file at the same place is taken before an older
        one."""
        seen: set[str] = set()
        for task in self._tasks:
            suspect = bool(task.job.attempts)
            if (suspect and task is self._tasks[0]) or (
                not suspect and task.is_read and task.job.source not in seen and has_room(task)
            ):
                self._tasks.remove(task)
                return task
            seen.add(task.job.source)
        return None

    def drop(self, unwanted: Callable[[IngestTask], bool]) -> list[IngestTask]:
        """Take out the tasks that are not wanted any more."""
        dropped = [task for task in self._tasks if unwanted(task)]
        self._tasks = [task for task in self._tasks if task not in dropped]
        return dropped

    def has_more(self) -> bool:
        """Whether a file waits, here or in the queue.

        Raises:
            StoreError: one does, and there is too little room on the disk for it.
        """
        if self._full is not None:
            raise self._full
        return bool(self._tasks) or self._next() is not None

    def _next(self) -> Job | None:
        """What lies deepest comes first: so no more is unpacked than is about to be read."""
        last = self._queue.last()
        for depth in reversed(range(MAX_DEPTH + 1)):
            job = self._queue.next(self._after[depth], self._options.batch, depth)
            if job is not None or depth == 0:
                return job
            self._after[depth] = last  # nothing before it has to be looked at again
        return None

    def charge(self, task: IngestTask, parsed: Parsed) -> None:
        """Count what was unpacked. Errors as for `Budget.charge`."""
        self._budget.charge(task.job, unfolded(parsed.parts))

    def _taken_before(self, outermost: str) -> Unfolded:
        """What came out of a file, in the library and in the queue."""
        done = self._dependencies.library.sources.inside(outermost)
        return Unfolded(*done) + Unfolded(*self._queue.inside(outermost))

    def stop(self) -> None:
        for task in self._tasks:
            task.stop()

    def _open(self, job: Job) -> IngestTask:
        """Fingerprint a file, and send it to the parser if its bytes are new.

        Raises:
            StoreError: there is too little room on the disk for it.
        """
        file = SourceInfo(job.source, 0, 0, job.container, job.parent_id, job.depth)
        task = IngestTask(job, time.perf_counter(), file)
        try:
            task.file, task.sha256 = fingerprint(job, self._dependencies.max_bytes)
            self._refuse_on_a_full_disk(task.file.bytes)
            if job.attempts >= MAX_ATTEMPTS:
                raise ParserDiedError(
                    "RAGDesk ended {times} times while it read {file}.",
                    "Add it again by itself; if that happens once more, open and save it with its own program.",
                    times=job.attempts,
                    file=job.name,
                )
            if self._dependencies.library.documents.by_sha256(task.sha256) is None:
                unpack = self._queue.incoming / f"parts-{job.id}"
                password = self._options.password_for(job)
                left = self._budget.left(job)
                task.request = ParseRequest(
                    job.path,
                    job.name,
                    unpack,
                    password,
                    left.files,
                    left.bytes,
                    document_id(task.sha256),
                )
                task.parsing = self._dependencies.parser.submit(task.request)
        except IngestError as error:
            task.problem = error
        return task

    def _refuse_on_a_full_disk(self, size: int) -> None:
        """Its copy in the archive, its passages and their vectors take room."""
        if room(self._queue.incoming) < STORED_TIMES * size:
            raise StoreError(
                "There is too little free space on the disk to take more in.",
                "Make room on it; then add any file, or start RAGDesk again, and it goes on.",
            )
