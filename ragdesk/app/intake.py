"""The intake: files on their way into the library.

A command queues files and works on them itself; what is left when it is killed waits for the app (`background.py`), or for
`resume`.
"""

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ragdesk.app.enrichment import Enrichment
from ragdesk.app.runtime import Current
from ragdesk.domain.documents import Document
from ragdesk.domain.intake import IngestProgress, IngestResult
from ragdesk.domain.ports import Cancelled, Embedder, never
from ragdesk.ingesting import pipeline, reprocess
from ragdesk.ingesting.jobs import jobs_for
from ragdesk.ingesting.ports import Dependencies, IngestOptions
from ragdesk.ingesting.readers.version import INGEST_VERSION
from ragdesk.ingesting.split import PassageSize
from ragdesk.ingesting.worker import ParserPool
from ragdesk.storage.library import Library
from ragdesk.storage.writer import LibraryWriter

# The batch of all that the app's own thread works on.
APP = "app"
# A command waits this long (seconds) for another process that is writing.
WAIT = 600.0


class Intake:
    """Takes files in while the caller waits."""

    # Whether parsers let a person's other programs come first. Where somebody waits, one slow file would hold them up
    # for four times as long on a busy machine.
    steps_back = False

    def __init__(self, current: Current) -> None:
        self._current = current
        self._enrichment = Enrichment(current)

    @property
    def _library(self) -> Library:
        return self._current.library

    def add(
        self,
        paths: Sequence[Path],
        *,
        collection: str = "",
        jobs: int = 1,
        password: str = "",
        on_progress: Callable[[IngestProgress], None] | None = None,
        cancelled: Cancelled = never,
    ) -> Iterator[IngestResult]:
        """Take files and folders in; one result for each file as soon as it is searchable, or has failed. Files that were
        not reached because this process was killed wait for the app, or for `resume`.

        Raises:
            ModelMissingError: there is no embedding model. BusyError: another process is writing.
        """
        batch = _new_batch()
        self._current.engines.embedder()
        jobs_, refused = jobs_for(paths, batch, collection)
        yield from refused
        self._library.jobs.add(jobs_)
        options = IngestOptions(batch, lambda job: password, on_progress, cancelled)
        yield from self._run(options, jobs, WAIT)
        if cancelled():
            self._library.jobs.finish([job for job in self._library.jobs.all() if job.batch == batch])

    def resume(
        self, *, jobs: int = 1, on_progress: Callable[[IngestProgress], None] | None = None
    ) -> Iterator[IngestResult]:
        """Put exchanged folders of the archive back, and take in what killed runs left in the queue. Errors as for `add`."""
        batch = _new_batch()
        with self._library.write_session(WAIT) as writer:
            writer.put_folders_back()
        self._library.jobs.move(self._abandoned(), batch)
        yield from self._run(IngestOptions(batch, on_progress=on_progress), jobs, WAIT)

    def outdated(self, below: int = INGEST_VERSION) -> list[Document]:
        """Documents that an older ingest version made; `reprocess` makes them anew."""
        return self._library.documents.made_before(below)

    def reprocess(
        self,
        documents: Sequence[Document],
        *,
        jobs: int = 1,
        on_progress: Callable[[IngestProgress], None] | None = None,
    ) -> Iterator[IngestResult]:
        """Read documents anew from the archive; each can be found at any moment. What lies inside of them is queued like
        new files, and reported after them. Errors as for `add`."""
        batch = _new_batch()
        with self._session(jobs, WAIT) as (_, dependencies):
            yield from reprocess.reprocess(documents, batch, dependencies, on_progress)
        yield from self._run(IngestOptions(batch, on_progress=on_progress), jobs, WAIT)

    def reencode(self) -> None:
        """Make the vectors now that are to be made again. Errors as for `add`."""
        embedder = self._current.engines.embedder()
        with self._library.write_session(WAIT) as writer:
            _reencode(self._library, writer, embedder)

    def enrich(
        self, level: str, on_document: Callable[[Document], None] = lambda document: None
    ) -> Iterator[Document]:
        """Bring every document to a level of enrichment now; each one when it is there.

        Raises:
            ModelError, StoreError, BusyError.
        """
        while (document := self._enrichment.waiting(level)) is not None:
            on_document(document)
            self._enrichment.enrich(document, level, never)
            yield self._library.document(document.id)

    def _run(
        self, options: IngestOptions, jobs: int, wait: float, gone: Callable[[], Sequence[str]] = tuple
    ) -> Iterator[IngestResult]:
        """Work on a batch of the queue; `gone` gives, once one may write, the sources to forget before."""
        with self._session(jobs, wait) as (writer, dependencies):
            for path in gone():
                writer.forget_source(path)
            yield from pipeline.ingest(options, dependencies)

    @contextmanager
    def _session(self, jobs: int, wait: float) -> Iterator[tuple[LibraryWriter, Dependencies]]:
        runtime = self._current.runtime
        library, embedder = runtime.library, runtime.engines.embedder()
        limits = runtime.settings.ingest
        max_bytes = limits.max_file_mb * 1_000_000
        passages = PassageSize(embedder.counter, embedder.max_tokens)
        with (
            library.write_session(wait) as writer,
            ParserPool(
                jobs,
                limits.parser_seconds,
                limits.parser_memory_mb,
                max_bytes,
                passages,
                steps_back=self.steps_back,
            ) as parser,
        ):
            _reencode(library, writer, embedder)
            yield (
                writer,
                Dependencies(
                    library.jobs, library, writer, parser, embedder, max_bytes, limits.encode_seconds, jobs
                ),
            )

    def _abandoned(self) -> list[str]:
        """Batches whose process is no longer there."""
        import psutil

        def alive(batch: str) -> bool:
            pid, began, _ = batch.split("-")
            try:
                return int(psutil.Process(int(pid)).create_time()) == int(began)
            except psutil.NoSuchProcess:
                return False

        return [batch for batch in self._library.jobs.batches() if batch != APP and not alive(batch)]


def _reencode(library: Library, writer: LibraryWriter, embedder: Embedder) -> None:
    """Give documents vectors of the embedder in use that have another's, or none since they go by another title."""
    for document_id in library.needs_reencoding():
        texts = [chunk.embedding_text for chunk in library.chunks.of_document(document_id)]
        writer.reencode({document_id: embedder.encode(texts)})


def _new_batch() -> str:
    """Names the process, so that others see when it is gone."""
    import psutil

    began = int(psutil.Process().create_time())
    return f"{os.getpid()}-{began}-{secrets.token_hex(4)}"
