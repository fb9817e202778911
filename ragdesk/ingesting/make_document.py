"""From a file to a document for the stores: read → split → encode, while the caller waits. One pure function, which knows nothing
of stores and queues.

Reading anew from the archive calls it, and so do the workers of `ragdesk bulk`. The pipeline takes the same steps, each of them
ahead of its turn and for several files at once; both give the same ids and the same vectors.
"""

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document
from ragdesk.domain.errors import TooLargeError
from ragdesk.domain.intake import Job, NewDocument, SourceInfo
from ragdesk.ingesting.document import new_document
from ragdesk.ingesting.encode import Encoder, EncodingTooLongError
from ragdesk.ingesting.ports import FileParser
from ragdesk.ingesting.retitle import with_given_title
from ragdesk.ingesting.worker import ParseRequest


@dataclass(frozen=True, slots=True)
class FileTools:
    """What reads a file and what encodes its passages, which may take so many `seconds`."""

    parser: FileParser
    encoder: Encoder
    seconds: float


@dataclass(frozen=True, slots=True)
class OlderVersion:
    """What the library has of an older version of a file: the document, and its vectors by the texts that they were made of."""

    document: Document | None = None
    vectors: Mapping[str, FloatArray] = field(default_factory=dict)


def make_document(
    job: Job,
    file: SourceInfo,
    sha256: str,
    request: ParseRequest,
    tools: FileTools,
    older: OlderVersion = OlderVersion(),
) -> NewDocument:
    """Read a file whose bytes have this SHA-256.

    Raises:
        IngestError: as `read_document`, and TooLargeError where encoding takes too long.
    """
    result = tools.parser.submit(request).result()
    result = with_given_title(result, older.document, tools.encoder.embedder)
    texts = [chunk.embedding_text for chunk in result.chunks]
    future = tools.encoder.submit(texts, older.vectors, seconds=tools.seconds)
    vectors = encoded(future, job.name, len(texts), tools.seconds)
    assert vectors is not None  # nobody stops it
    return new_document(job, file, sha256, result, vectors)


def encoded(
    future: "Future[FloatArray | None]", name: str, passages: int, seconds: float
) -> "FloatArray | None":
    """The vectors of a file, once they are made; None where nobody wants them any more.

    Raises:
        TooLargeError: it took longer than it may.
    """
    try:
        return future.result()
    except EncodingTooLongError as error:
        raise TooLargeError(
            "{file} has {count:,} passages, and encoding them took longer than {most:,} seconds.",
            "Split the file, or raise ingest.encode_seconds in settings.toml.",
            file=name,
            count=passages,
            most=seconds,
        ) from error
