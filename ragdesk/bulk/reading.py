"""One worker: files, and the files inside of them, become documents. It knows nothing of Ray and stores nothing."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from ragdesk.domain.documents import document_id
from ragdesk.domain.errors import IngestError, ModelFailedError, Problem
from ragdesk.domain.intake import IngestResult, Job, NewDocument
from ragdesk.engines.engines import Engines
from ragdesk.host.paths import Home
from ragdesk.host.settings import IngestSettings, ModelSettings
from ragdesk.ingesting.budget import Budget, Unfolded, unfolded
from ragdesk.ingesting.document import ingest_result
from ragdesk.ingesting.encode import Encoder
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.make_document import FileTools, make_document
from ragdesk.ingesting.pipeline import UNREPORTED
from ragdesk.ingesting.split import PassageSize
from ragdesk.ingesting.worker import ParseRequest, ParserPool


@dataclass(frozen=True, slots=True)
class ReaderSetup:
    """What a worker opens. `fingerprint` is of the embedder that every worker must have."""

    home: Path
    models: ModelSettings
    limits: IngestSettings
    fingerprint: str


class FileReader:
    """Reads files one after another, in a parser process of its own: a poisoned file costs that file, not the worker.

    Raises:
        ModelError: this machine has no embedder, or another one.
    """

    def __init__(self, setup: ReaderSetup) -> None:
        embedder = Engines(Home(setup.home), setup.models.model_copy(update={"threads": 1})).embedder()
        if embedder.fingerprint != setup.fingerprint:
            raise ModelFailedError(
                "This machine's embedder is {found}, not {wanted}.",
                "Put the same model on every machine.",
                found=embedder.fingerprint,
                wanted=setup.fingerprint,
            )
        limits = setup.limits
        self._max_bytes = limits.max_file_mb * 1_000_000
        passages = PassageSize(embedder.counter, embedder.max_tokens)
        self._pool = ParserPool(1, limits.parser_seconds, limits.parser_memory_mb, self._max_bytes, passages)
        self._encoder = Encoder(embedder)
        self._tools = FileTools(self._pool, self._encoder, limits.encode_seconds)

    def __enter__(self) -> "FileReader":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()
        self._encoder.__exit__(kind, error, trace)

    def read(self, path: Path, run: str) -> Iterator[NewDocument | IngestResult]:
        """The documents of a file: itself, and what is inside of it; and for what cannot be read, why. The originals of a
        document are there until the next one is asked for."""
        with tempfile.TemporaryDirectory(prefix="ragdesk-bulk-") as folder:
            budget = Budget(Path(folder), lambda outermost: Unfolded(), self._max_bytes)
            waiting = [Job(path, str(path), path.name, run)]
            while waiting:
                job = waiting.pop()
                try:
                    new = self._make(job, Path(folder) / f"parts-{len(list(Path(folder).iterdir()))}", budget)
                except IngestError as error:
                    if not (job.container and isinstance(error, UNREPORTED)):
                        yield _failed(job.source, error.problem)
                else:
                    yield new
                    yield from (_failed(file.path, problem) for file, problem in new.unread)
                    waiting += reversed(new.parts)
                if job.ours:
                    job.path.unlink(missing_ok=True)

    def _make(self, job: Job, unpack: Path, budget: Budget) -> NewDocument:
        file, sha256 = fingerprint(job, self._max_bytes)
        left = budget.left(job)
        request = ParseRequest(
            job.path,
            job.name,
            unpack,
            max_files=left.files,
            max_unpacked=left.bytes,
            document_id=document_id(sha256),
        )
        new = make_document(job, file, sha256, request, self._tools)
        budget.charge(job, unfolded(new.parsed.parts))
        return new


def _failed(path: str, problem: Problem) -> IngestResult:
    return ingest_result(path, "failed", 0.0, problem=problem)
