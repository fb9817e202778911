"""What the engines are asked for; what they find is tested with the stores."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scripted import make_hit

from ragdesk.answering.search import search
from ragdesk.answering.understand import understand
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Hit, QueryText, Scope


class Recording:
    """A retriever that finds one hit and keeps the vectors that it was asked with."""

    def __init__(self) -> None:
        self.vectors: list[FloatArray] = []

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> Sequence[Hit]:
        self.vectors.append(vector)
        return [make_hit("The pump runs.")]

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> Sequence[Hit]:
        return [make_hit("The pump runs.")]


def test_a_question_is_encoded_as_one_and_not_as_a_passage(embedder: Embedder) -> None:
    retriever, question = Recording(), "Which pump runs?"
    [first, again] = search(
        understand(question), retriever=retriever, embedder=embedder, reranker=None, top=1
    )
    assert len(first) == len(again) == 1
    (asked,) = embedder.encode_queries([question])
    assert np.allclose(retriever.vectors[0], asked, atol=1e-6)
    assert not np.allclose(retriever.vectors[0], embedder.encode([question])[0], atol=1e-3)


def test_several_texts_are_one_vector_of_length_one_nearest_to_the_heaviest(embedder: Embedder) -> None:
    retriever, texts = Recording(), ["Which pump runs?", "Who signs the lease?"]
    query = replace(understand(texts[0]), texts=((texts[0], 1.0), (texts[1], 0.3)))
    next(search(query, retriever=retriever, embedder=embedder, reranker=None, top=1))
    first, second = embedder.encode_queries(texts)
    (asked,) = retriever.vectors
    assert np.isclose(np.linalg.norm(asked), 1, atol=1e-5)
    assert 1 > asked @ first > asked @ second
