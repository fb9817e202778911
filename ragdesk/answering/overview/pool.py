"""A document as an overview looks at it: its sentences, and what its passages are about."""

import math
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ragdesk.answering.overview.candidates import KeySentence, candidates
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.ports import Embedder, WholeDocuments
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words

# Of the vectors that stand in for an embedder's: a place for each stem, by its hash.
PLACES = 512


@dataclass(frozen=True, slots=True)
class Pool:
    """`vectors` (n, d) are the unit vectors of the n passages; `at` of a candidate is a row. `frequency` says in how many
    candidates a stem stands, `library` is the name of the shared one that holds the document."""

    document: Document
    chunks: Sequence[Chunk]
    vectors: FloatArray
    candidates: Sequence[KeySentence]
    embedder: Embedder | None
    frequency: Mapping[str, int]
    library: str = ""

    def hit(self, chunk: Chunk) -> Hit:
        """A passage as the evidence of an answer."""
        return Hit(chunk, 0.0, "fused", self.document.name, library=self.library)

    @property
    def rows(self) -> list[int]:
        """The passages that have candidates."""
        return sorted({each.at for each in self.candidates})

    def common(self, text: str) -> float:
        """How much a text speaks of what the document speaks of, 0 to 1: the mean weight of its stems."""
        own = set(content_words(text))
        most = math.log1p(max(self.frequency.values(), default=1))
        return (
            sum(math.log1p(self.frequency.get(word, 0)) for word in own) / (most * len(own)) if own else 0.0
        )

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """Unit vectors of texts, comparable with those of the passages."""
        if self.embedder is not None:
            return self.embedder.encode(texts)
        return by_words(texts, Idf(chunk.text for chunk in self.chunks))


def pool_of(document: Document, whole: WholeDocuments, embedder: Embedder | None) -> Pool:
    """Read a document. Where it has no vectors of the embedder in use, its words stand in for them."""
    chunks = whole.chunks(document.id)
    known = whole.vectors(document.id) if embedder is not None else {}
    library = whole.library(document.id)
    found = candidates(chunks, document.name, library)
    frequency = Counter(word for each in found for word in set(content_words(each.text)))
    if chunks and all(chunk.embedding_text in known for chunk in chunks):
        vectors = np.stack([known[chunk.embedding_text] for chunk in chunks])
        return Pool(document, chunks, vectors, found, embedder, frequency, library)
    texts = [chunk.text for chunk in chunks]
    return Pool(document, chunks, by_words(texts, Idf(texts)), found, None, frequency, library)


def by_words(texts: Sequence[str], idf: Idf) -> FloatArray:
    """(n, PLACES) unit vectors by the stems of the texts, weighted by rarity; nought for a text without any."""
    vectors = np.zeros((len(texts), PLACES), dtype=np.float32)
    for row, text in enumerate(texts):
        for word, count in Counter(content_words(text)).items():
            vectors[row, zlib.crc32(word.encode()) % PLACES] += idf(word) * math.log1p(count)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0), dtype=np.float32)
