"""The second stage of the pipeline: the passages of files that were read are encoded, while others are read and stored."""

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from ragdesk.domain.arrays import FloatArray
from ragdesk.ingesting.encode import Encoder, GoOn
from ragdesk.ingesting.make_document import encoded
from ragdesk.ingesting.parse_ahead import IngestTask
from ragdesk.ingesting.read_document import ReadDocument


@dataclass(frozen=True, slots=True, eq=False)
class Encoding:
    """A file whose passages are being encoded."""

    task: IngestTask
    result: ReadDocument
    future: "Future[FloatArray | None]"
    seconds: int

    def vectors(self) -> "FloatArray | None":
        """One for each passage; None where nobody wants them any more.

        Raises:
            TooLargeError: it took too long.
        """
        return encoded(self.future, self.task.job.name, len(self.result.chunks), self.seconds)


class EncodeAhead:
    """The files that are being encoded. Args: seconds: what the passages of one file may take."""

    def __init__(self, encoder: Encoder, seconds: int) -> None:
        self._encoder = encoder
        self._seconds = seconds
        self._encodings: list[Encoding] = []

    def __len__(self) -> int:
        return len(self._encodings)

    def has_room(self, task: IngestTask) -> bool:
        """Whether the encoder can have the passages of a file that is read."""
        return self._encoder.has_room(task.passages)

    @property
    def tasks(self) -> list[IngestTask]:
        return [encoding.task for encoding in self._encodings]

    @property
    def futures(self) -> "list[Future[Any]]":
        return [encoding.future for encoding in self._encodings]

    def begin(
        self, task: IngestTask, result: ReadDocument, known: Mapping[str, FloatArray], go_on: GoOn
    ) -> None:
        """Encode the passages of a file. What is `known` is not encoded again."""
        texts = [chunk.embedding_text for chunk in result.chunks]
        future = self._encoder.submit(texts, known, go_on, self._seconds)
        self._encodings.append(Encoding(task, result, future, self._seconds))

    def pop_done(self) -> list[Encoding]:
        """The files whose passages are encoded by now."""
        done = [encoding for encoding in self._encodings if encoding.future.done()]
        self._encodings = [encoding for encoding in self._encodings if encoding not in done]
        return done
