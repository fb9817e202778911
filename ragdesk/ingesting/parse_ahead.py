"""The first stage of the pipeline: the next files of the queue are fingerprinted, and parsed ahead of their turn."""

import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass

from ragdesk.domain.errors import IngestError, ParserDiedError
from ragdesk.domain.intake import Job, SourceInfo
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.ports import Dependencies, IngestOptions
from ragdesk.ingesting.worker import ParseRequest, ParseResult

# RAGDesk itself ended this often while it worked on a file: the file is not begun again.
MAX_ATTEMPTS = 2


@dataclass(slots=True)
class IngestTask:
    """A file on its way through the pipeline. It is parsed only if its bytes are new; `problem` says why it cannot be."""

    job: Job
    started: float
    file: SourceInfo
    sha256: str = ""
    request: ParseRequest | None = None
    parsing: "Future[ParseResult] | None" = None
    problem: IngestError | None = None

    def stop(self) -> None:
        """End the parsing."""
        if self.request is not None:
            self.request.stop.set()


class ParseAhead:
    """The tasks whose turn comes next, in the order of the queue."""

    def __init__(self, options: IngestOptions, dependencies: Dependencies) -> None:
        self._options = options
        self._dependencies = dependencies
        self._queue = dependencies.queue
        self._last_job = 0
        self._tasks: deque[IngestTask] = deque()

    def __len__(self) -> int:
        return len(self._tasks)

    def fill(self) -> None:
        """Let the parsers have the next files while another one is encoded."""
        while len(self._tasks) <= self._dependencies.ahead:
            job = self._queue.next(self._last_job, self._options.batch)
            if job is None:
                return
            self._last_job = job.id
            self._tasks.append(self._open(job))

    def pop(self) -> IngestTask:
        return self._tasks.popleft()

    def has_more(self) -> bool:
        """Whether a file waits, here or in the queue."""
        return bool(self._tasks) or self._queue.next(self._last_job, self._options.batch) is not None

    def stop(self) -> None:
        for task in self._tasks:
            task.stop()

    def _open(self, job: Job) -> IngestTask:
        """Fingerprint a file, and send it to the parser if its bytes are new."""
        file = SourceInfo(job.source, 0, 0, job.container, job.parent_id, job.depth)
        task = IngestTask(job, time.perf_counter(), file)
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
                password = self._options.password_for(job)
                task.request = ParseRequest(job.path, job.name, unpack, password)
                task.parsing = self._dependencies.parser.submit(task.request)
        except IngestError as error:
            task.problem = error
        return task
