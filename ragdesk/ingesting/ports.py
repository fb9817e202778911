"""What the pipeline needs of stores and engines, as Protocols, and the options of one run."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestProgress, Job, NewDocument, SourceInfo, StoredBatch
from ragdesk.domain.ports import Cancelled, Embedder, never
from ragdesk.ingesting.read_document import ReadDocument
from ragdesk.ingesting.worker import ParseRequest


class SourceRecord(Protocol):
    """What the stores know of a path."""

    @property
    def document_id(self) -> str | None: ...


class SourceTable(Protocol):
    def get(self, path: str) -> SourceRecord | None: ...

    def inside(self, container: str) -> tuple[int, int]: ...


class DocumentTable(Protocol):
    def by_sha256(self, sha256: str) -> Document | None: ...

    def get(self, document_id: str) -> Document | None: ...


class KnownDocuments(Protocol):
    """What is in the library already."""

    @property
    def sources(self) -> SourceTable: ...

    @property
    def documents(self) -> DocumentTable: ...

    def original(self, document_id: str) -> Path: ...

    def vectors_by_text(self, document_id: str) -> Mapping[str, FloatArray]: ...


class DocumentWriter(Protocol):
    """The right to write, held for the whole run."""

    def put(self, batch: Sequence[NewDocument]) -> StoredBatch: ...

    def replace(self, batch: Sequence[NewDocument]) -> None: ...

    def attach_source(self, document_id: str, file: SourceInfo, collection: str | None = None) -> object: ...

    def record_failure(self, file: SourceInfo, problem: Problem) -> None: ...


class JobQueue(Protocol):
    """The files that wait: see `storage/ledger/jobs.py`."""

    @property
    def incoming(self) -> Path: ...

    def next(self, after: int, batch: str | None = None, depth: int | None = None) -> Job | None: ...

    def last(self) -> int: ...

    def inside(self, container: str) -> tuple[int, int]: ...

    def count(self, batch: str | None = None) -> int: ...

    def begin(self, job: Job) -> bool: ...

    def finish(self, jobs: Sequence[Job]) -> None: ...

    def hold(self, job: Job, problem: Problem) -> None: ...

    def give_back(self, jobs: Sequence[Job]) -> None: ...


class FileParser(Protocol):
    """Reads files in the background."""

    def submit(self, request: ParseRequest) -> "Future[ReadDocument]": ...


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What a run works with. `max_bytes` is the largest file that is taken, `encode_seconds` what the passages of one may take;
    `ahead` files are read before their turn."""

    queue: JobQueue
    library: KnownDocuments
    writer: DocumentWriter
    parser: FileParser
    embedder: Embedder
    max_bytes: int
    encode_seconds: int = 3_600
    ahead: int = 1


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """The options of one run.

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
