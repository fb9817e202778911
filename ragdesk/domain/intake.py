"""A file on its way into the library."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document, Parsed, Removal
from ragdesk.domain.errors import IngestError, Problem


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A file as it was seen: its path as a person would name it, its size, its modification time.

    A part of another file has that file's path as its `container`, that file's document as its `parent_id`, and lies
    `depth` files deep; a file of its own has "", "" and 0.
    """

    path: str
    bytes: int
    mtime_ns: int
    container: str = ""
    parent_id: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    """A file that waits to be taken in. `path` is where its bytes lie now, `source` the place that a person knows it by.

    Attributes:
        ours: the bytes are a copy that the queue deletes when the job is done.
        batch: who asked for it; those jobs are worked on, and cancelled, together.
        attempts: how often RAGDesk has begun with it and not come to an end.
        problem: why it waits for a person (None where it does not): it needs a password.
        id: 0 until the queue has given it one.
    """

    path: Path
    source: str
    name: str
    batch: str
    collection: str | None = None
    container: str = ""
    parent_id: str = ""
    depth: int = 0
    ours: bool = False
    attempts: int = 0
    problem: Problem | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document as the ingest hands it to the stores.

    `vectors` is (number of chunks, dimensions), in the order of the chunks. `original` is the file, whose SHA-256 is
    `sha256`. Of `document`, sources, collections and content version are not read: the ledger settles them. `parts` are
    queued at the instant at which the document is ready; `unread` are those that could not be taken out, and why.
    """

    document: Document
    sha256: str
    parsed: Parsed
    chunks: tuple[Chunk, ...]
    vectors: FloatArray
    original: Path
    file: SourceInfo
    layout: bytes | None = None
    collection: str | None = None
    parts: tuple[Job, ...] = ()
    unread: tuple[tuple[SourceInfo, Problem], ...] = ()


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """What storing a batch did besides: old versions that it removed, and files (path, why) that it could not take after
    all, because their bytes had changed since they were parsed."""

    removed: tuple[Removal, ...] = ()
    refused: tuple[tuple[str, IngestError], ...] = ()


IngestStage = Literal["waiting", "reading", "splitting", "encoding", "storing"]


IngestStatus = Literal["ready", "unchanged", "updated", "duplicate", "failed"]


@dataclass(frozen=True, slots=True)
class IngestResult:
    """How one file fared. `document_id` is None and `problem` says why where `status` is "failed"."""

    path: str
    document_id: str | None
    title: str
    status: IngestStatus
    pages: int
    chunks: int
    seconds: float
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """Where the file in hand stands; `done` and `total` count files of the batch, `pages` those of the file (0: not known yet,
    or it has none)."""

    path: str
    stage: IngestStage
    fraction: float
    done: int
    total: int
    pages: int = 0

    @property
    def share(self) -> float:
        """The part of the work on the file that is done, from 0 to 1. Reading counts as much as learning the passages: in a scan
        the one takes nearly all of the time, in a text the other."""
        begun = {"waiting": 0.0, "reading": 0.0, "splitting": 0.5, "encoding": 0.5, "storing": 1.0}[
            self.stage
        ]
        return begun + (0.5 * self.fraction if self.stage in ("reading", "encoding") else 0.0)

    @property
    def at_page(self) -> tuple[int, int]:
        """The page that is being read, from 1, and how many there are; (0, 0) where nobody knows."""
        return (max(1, round(self.fraction * self.pages)), self.pages) if self.pages else (0, 0)
