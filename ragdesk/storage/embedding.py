"""What the writer is given besides documents, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ragdesk.domain.arrays import FloatArray


class Encode(Protocol):
    def __call__(self, texts: Sequence[str], /) -> FloatArray: ...


@dataclass(frozen=True, slots=True)
class Embedding:
    """Which embedder makes the vectors: its fingerprint, and their length."""

    fingerprint: str
    dimensions: int
