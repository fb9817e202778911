"""What is searched for, where, and what is found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.documents import Chunk

Mode = Literal["hybrid", "vector", "words"]

# What a question asks for. The last three are answered by the app itself: nothing is searched for.
QuestionKind = Literal[
    "lookup", "yesno", "list", "procedure", "compare", "compute", "overview", "library", "person", "talk"
]
TOLD_KINDS = frozenset[QuestionKind](("library", "person", "talk"))

# What is searched for: a text, or several with a weight each. Then, in each engine, a passage's score is the weighted sum of
# its scores for the texts.
QueryText = str | Sequence[tuple[str, float]]


def named_in(document: str, library: str) -> str:
    """A document's name as a person reads it: with the library that it is in, where that is not their own."""
    return f"{document} ({library})" if library else document


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search may look. Empty tuples: everywhere."""

    collections: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A stretch of a document's text, by its offsets."""

    document_id: str
    char_start: int
    char_end: int

    def overlaps(self, other: "TextPlace") -> bool:
        return (
            self.document_id == other.document_id
            and self.char_start < other.char_end
            and other.char_start < self.char_end
        )

    def within(self, chunk: Chunk) -> str:
        """The words there, of a passage that holds them."""
        return chunk.text[self.char_start - chunk.char_start : self.char_end - chunk.char_start]


@dataclass(frozen=True, slots=True)
class ComparisonSide:
    """One side of a comparison: what it is called, and what to search for."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question in its conversation, understood once; every later step reads it here.

    Attributes:
        text: as it was asked.
        standalone: for a person and the model; the question itself where it needs nothing.
        checked: what an answer is checked against: the standalone question without what memory lent to it.
        texts: what is searched for, with weights; the first is the question itself, with the weight 1.
        sides: what is compared, two or more; empty where nothing is.
        language: ISO 639-1, or "und" where that is not sure: the one that was asked in, and is answered in.
        words_weight: what words count for against vectors, 0 to 1.
        foreign: whether the embedder and the reranker surely do not know the language that is searched in.
        kind: what it asks for.
        asked: the question as it was asked, where `standalone` is its translation into the documents' language; both are
            searched for.
        after: what the answer before it cites, where the question leans on that.
        unnamed: the question without the name of the document that it names; "" where it names none, or several.
    """

    text: str
    standalone: str
    checked: str
    texts: tuple[tuple[str, float], ...]
    sides: tuple[ComparisonSide, ...]
    language: str
    words_weight: float
    kind: QuestionKind = "lookup"
    asked: "Query | None" = None
    foreign: bool = False
    after: tuple[TextPlace, ...] = ()
    unnamed: str = ""

    @property
    def leans(self) -> bool:
        """Whether it is searched for together with the turns before it."""
        return len(self.texts) > 1 or (self.asked is not None and self.asked.leans)


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that retrieval found; higher scores are better. The engines' own ranks (1-based) and
    scores stay with it, and the reranker's raw one, so that a person can see why it is there. `document` is the name of its
    file; "" in answers that were stored before hits had it. `library` is the shared library that it came from, "" for the
    person's own."""

    chunk: Chunk
    score: float
    source: Literal["vector", "words", "fused"]
    document: str = ""
    vector_rank: int | None = None
    vector_score: float | None = None
    words_rank: int | None = None
    words_score: float | None = None
    reranker_score: float | None = None
    library: str = ""

    @property
    def found_in(self) -> str:
        """The document's name, and the shared library that it is in."""
        return named_in(self.document, self.library)


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
