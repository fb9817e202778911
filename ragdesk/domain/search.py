"""What is searched for, where, and what is found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.documents import Chunk

Mode = Literal["hybrid", "vector", "words"]


# What is searched for: a text, or several with a weight each. Then, in each engine, a passage's score is the weighted sum of
# its scores for the texts.
QueryText = str | Sequence[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search may look. Empty tuples: everywhere."""

    collections: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that retrieval found; higher scores are better. The engines' own ranks (1-based) and
    scores stay with it, and the reranker's raw one, so that a person can see why it is there."""

    chunk: Chunk
    score: float
    source: Literal["vector", "words", "fused"]
    vector_rank: int | None = None
    vector_score: float | None = None
    words_rank: int | None = None
    words_score: float | None = None
    reranker_score: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in one ranking: `rank` from 1, and the score by which it is ranked."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Explained:
    """A hit and where each step of the search had it; None where it was not found that way, or the step was not taken.

    Scores: `vector` the cosine (-1 to 1), `words` a BM25 sum (above 0), `fused` the weighted sum of both after each was
    brought to 0 to 1, `reranked` that and what the second look adds to it.
    """

    hit: Hit
    vector: Standing | None
    words: Standing | None
    fused: Standing | None
    reranked: Standing | None
