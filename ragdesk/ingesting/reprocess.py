"""Reading documents anew from the archive, when a later pipeline reads them better: parse → split → encode → replace."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import IngestError, Problem, UnreadableFileError
from ragdesk.domain.intake import IngestProgress, IngestResult, Job, NewDocument, SourceInfo
from ragdesk.ingesting.document import ingest_result
from ragdesk.ingesting.encode import Encoder
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.make_document import FileTools, OlderVersion, make_document
from ragdesk.ingesting.ports import Dependencies
from ragdesk.ingesting.worker import ParseRequest

# Documents that are replaced at once: each time, the vectors of all the library are written anew.
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
            seconds = time.perf_counter() - started
            yield ingest_result(_path(document), "failed", seconds, document, problem)
        if len(group) == GROUP or done == len(documents) - 1:
            dependencies.writer.replace([new for _, new in group])
            for started, new in group:
                seconds = time.perf_counter() - started
                yield ingest_result(_path(new.document), "updated", seconds, new.document)
            group = []


def _read_again(document: Document, batch: str, dependencies: Dependencies, encoder: Encoder) -> NewDocument:
    original = dependencies.library.original(document.id)
    source = _path(document)
    job = Job(
        path=original,
        source=source,
        name=document.name,
        batch=batch,
        collection=document.collections[0] if document.collections else None,
        depth=document.depth,
    )
    _, sha256 = fingerprint(job, original.stat().st_size)
    known = dependencies.library.documents.by_sha256(sha256)
    if known is None or known.id != document.id:
        raise UnreadableFileError(
            "What lies in the archive in its place is damaged, or another document's file.",
            "Run: ragdesk doctor",
        )
    unpack = dependencies.queue.incoming / f"parts-{document.id}"
    request = ParseRequest(original, document.name, unpack, document_id=document.id)
    older = OlderVersion(document, dependencies.library.vectors_by_text(document.id))
    tools = FileTools(dependencies.parser, encoder, math.inf)
    new = make_document(job, SourceInfo(source, document.bytes, 0), sha256, request, tools, older)
    # When it came, and how often its content changed, is not told by the file.
    as_before = replace(
        new.document,
        added_at=document.added_at,
        content_version=document.content_version,
        sources=document.sources,
    )
    return replace(new, document=as_before)


def _path(document: Document) -> str:
    return document.sources[0] if document.sources else document.name
