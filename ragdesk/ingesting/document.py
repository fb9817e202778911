"""What the pipelines hand over: a parsed file as a document for the stores, and the result that a person sees."""

from datetime import UTC, datetime

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document, document_id
from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import IngestResult, IngestStatus, Job, NewDocument, SourceInfo
from ragdesk.ingesting.contained import part_jobs
from ragdesk.ingesting.read_document import ReadDocument
from ragdesk.ingesting.readers.version import INGEST_VERSION


def new_document(
    job: Job,
    file: SourceInfo,
    sha256: str,
    result: ReadDocument,
    vectors: FloatArray,
) -> NewDocument:
    parsed = result.parsed
    document = Document(
        id=document_id(sha256),
        name=job.name,
        title=parsed.title,
        kind=parsed.kind,
        language=result.language,
        bytes=file.bytes,
        pages=len(parsed.pages),
        paged=parsed.paged,
        chunks=len(result.chunks),
        ingest_version=INGEST_VERSION,
        content_version=1,
        added_at=datetime.now(UTC).isoformat(timespec="seconds"),
        properties=result.properties,
        title_from=parsed.title_from,
    ).called(result.given_title)
    parts, unread = part_jobs(parsed.parts, job, document.id)
    return NewDocument(
        document=document,
        sha256=sha256,
        parsed=parsed,
        chunks=result.chunks,
        vectors=vectors,
        original=job.path,
        file=file,
        layout=result.layout,
        collection=job.collection,
        parts=parts,
        unread=unread,
    )


def ingest_result(
    path: str,
    status: IngestStatus,
    seconds: float,
    document: Document | None = None,
    problem: Problem | None = None,
) -> IngestResult:
    """The result for the file at `path`; `document` is what the library has of it, if anything."""
    if document is None:
        return IngestResult(path, None, "", status, 0, 0, seconds, problem)
    return IngestResult(
        path, document.id, document.title, status, document.pages, document.chunks, seconds, problem
    )
