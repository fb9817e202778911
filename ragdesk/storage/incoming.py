"""What the writer is given besides documents, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Removal
from ragdesk.domain.errors import IngestError


class Encode(Protocol):
    def __call__(self, texts: Sequence[str], /) -> FloatArray: ...


@dataclass(frozen=True, slots=True)
class Embedding:
    """Which embedder makes the vectors: its fingerprint, and their length."""

    fingerprint: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class Stored:
    """What `put` did besides storing: old versions that it removed, and files that it could not take after
    all (path, why), because their bytes had changed since they were parsed."""

    removed: tuple[Removal, ...] = ()
    refused: tuple[tuple[str, IngestError], ...] = ()
