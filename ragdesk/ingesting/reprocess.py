"""Reading documents anew from the archive, when a later pipeline reads them better: parse → split → encode → replace."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import IngestError, Problem
from ragdesk.domain.intake import IngestProgress, IngestResult, Job, NewDocument, SourceFile
from ragdesk.ingesting.contained import part_jobs
from ragdesk.ingesting.encode import Encoder
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.layout import save_layout
from ragdesk.ingesting.pipeline import make_document
from ragdesk.ingesting.ports import Dependencies
from ragdesk.ingesting.split import split
from ragdesk.ingesting.worker import ParseRequest

# Documents that change places at once: each time, the vectors of all the library are written anew.
GROUP = 16


def reprocess(
    documents: Sequence[Document],
    batch: str,
    dependencies: Dependencies,
    on_progress: Callable[[IngestProgress], None] | None = None,
) -> Iterator[IngestResult]:
    """Make documents anew; one result each, "updated" or "failed". One that cannot be read any more stays as it was.

    The files inside of them are queued under `batch`.
    """
    with Encoder(dependencies.embedder) as encoder:
        yield from _reprocess(documents, batch, dependencies, encoder, on_progress)


def _reprocess(
    documents: Sequence[Document],
    batch: str,
    dependencies: Dependencies,
    encoder: Encoder,
    on_progress: Callable[[IngestProgress], None] | None,
) -> Iterator[IngestResult]:
    group: list[tuple[float, NewDocument]] = []
    for done, document in enumerate(documents):
        started = time.perf_counter()
        if on_progress:
            on_progress(IngestProgress(_path(document), "reading", 0.0, done, len(documents)))
        try:
            group.append((started, _read_again(document, batch, dependencies, encoder)))
        except IngestError as error:
            problem = Problem("It stays as it was: {why}", why=error)
            yield _result(document, "failed", time.perf_counter() - started, problem)
        if len(group) == GROUP or done == len(documents) - 1:
            dependencies.writer.replace([new for _, new in group])
            for started, new in group:
                yield _result(new.document, "updated", time.perf_counter() - started)
            group = []


def _read_again(document: Document, batch: str, dependencies: Dependencies, encoder: Encoder) -> NewDocument:
    path = dependencies.library.original(document.id)
    source = _path(document)
    job = Job(
        path=path,
        source=source,
        name=document.name,
        batch=batch,
        collection=document.collections[0] if document.collections else None,
        depth=document.depth,
    )
    _, sha256 = fingerprint(job, path.stat().st_size)
    asked = ParseRequest(path, document.name, dependencies.queue.incoming / f"parts-{document.id}")
    reading = dependencies.parser.submit(asked).result()
    found = SourceFile(source, document.bytes, 0)
    known = dependencies.library.vectors_by_text(document.id)
    chunks = tuple(
        split(reading.parsed, document.id, dependencies.embedder, dependencies.embedder.max_tokens)
    )
    vectors = encoder.submit([chunk.embedding_text for chunk in chunks], known).result()
    assert vectors is not None  # nobody stops it
    made = make_document(reading, found, document.name, sha256, len(chunks))
    # What was known of it from elsewhere stays.
    made = replace(
        made, added_at=document.added_at, content_version=document.content_version, sources=document.sources
    )
    parts, unread = part_jobs(reading.parsed.parts, job, document.id)
    return NewDocument(
        made,
        sha256,
        reading.parsed,
        chunks,
        vectors,
        path,
        found,
        save_layout(reading.parsed.layout) if reading.parsed.layout is not None else None,
        job.collection,
        parts,
        unread,
    )


def _path(document: Document) -> str:
    return document.sources[0] if document.sources else document.name


def _result(document: Document, status: str, seconds: float, problem: Problem | None = None) -> IngestResult:
    return IngestResult(
        _path(document),
        document.id,
        document.title,
        "failed" if status == "failed" else "updated",
        document.pages,
        document.chunks,
        seconds,
        problem,
    )
