"""What the pipeline is given: the order, and the bench to work on. The stores and engines come as Protocols."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import IngestError
from ragdesk.domain.intake import Found, IngestProgress, Job, NewDocument
from ragdesk.domain.ports import Cancelled, Embedder, never
from ragdesk.ingesting.worker import Asked, Reading


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

    def vectors_by_text(self, document_id: str) -> Mapping[str, FloatArray]: ...


class Writer(Protocol):
    """The right to write, held for the whole batch."""

    def put(self, batch: Sequence[NewDocument]) -> Stored: ...

    def attach_source(self, document_id: str, found: Found, collection: str | None = None) -> object: ...

    def record_failure(self, found: Found, problem: str) -> None: ...


class Queue(Protocol):
    """The files that wait. See `store.jobs`."""

    @property
    def incoming(self) -> Path: ...

    def next(self, after: int, batch: str | None = None) -> Job | None: ...

    def count(self, batch: str | None = None) -> int: ...

    def begin(self, job: Job) -> bool: ...

    def finish(self, jobs: Sequence[Job]) -> None: ...

    def hold(self, job: Job, problem: str) -> None: ...

    def give_back(self, jobs: Sequence[Job]) -> None: ...


class Reader(Protocol):
    """Parsers in processes of their own."""

    def submit(self, asked: Asked) -> "Future[Reading]": ...


@dataclass(frozen=True, slots=True)
class Bench:
    """What the files are worked on with. `max_bytes` is the largest file that is taken."""

    queue: Queue
    shelves: Shelves
    writer: Writer
    reader: Reader
    embedder: Embedder
    max_bytes: int
    ahead: int = 1


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done.

    Attributes:
        batch: only these jobs; None: all that wait.
        password_for: what opens an encrypted file, "" where nothing is known.
        cancelled: stop at once; what is not stored stays in the queue.
        skipped: this job was cancelled; it leaves the queue.
        pause: called between two pieces of work, and returns when it may go on.
    """

    batch: str | None = None
    password_for: Callable[[Job], str] = lambda job: ""
    on_progress: Callable[[IngestProgress], None] | None = None
    cancelled: Cancelled = never
    skipped: Callable[[Job], bool] = lambda job: False
    pause: Callable[[], None] = lambda: None
