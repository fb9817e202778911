"""What the engines are asked for; what they find is tested with the stores."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scripted import Shelf, make_hit

from ragdesk.answering.finding.search import search
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Hit, QueryText, Scope, TextPlace


class Recording:
    """A retriever that finds one hit and keeps the vectors that it was asked with."""

    def __init__(self) -> None:
        self.vectors: list[FloatArray] = []

    def search_vector(self, vector: FloatArray, limit: int, scope: Scope) -> Sequence[Hit]:
        self.vectors.append(vector)
        return [make_hit("The pump runs.")]

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> Sequence[Hit]:
        return [make_hit("The pump runs.")]

    def around(self, place: TextPlace, reach: int) -> Sequence[Hit]:
        return []


def test_a_question_is_encoded_as_one_and_not_as_a_passage(embedder: Embedder) -> None:
    retriever, question = Recording(), "Which pump runs?"
    [first, again] = search(
        understand(question), retriever=retriever, embedder=embedder, reranker=None, top=1
    )
    assert len(first) == len(again) == 1
    (asked,) = embedder.encode_queries([question])
    assert np.allclose(retriever.vectors[0], asked, atol=1e-6)
    assert not np.allclose(retriever.vectors[0], embedder.encode([question])[0], atol=1e-3)


class Pages(Shelf):
    """Finds its first passages alone."""

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
        return super().search_words(query, 3, scope)


PROSE = ["Seniors go online more often than before.", "Broadband is common.", "Few of them have it."]
TABLE = "| | Online | Broadband |\n|---|---|---|\n| Some college | 69 | 57 |\n| College graduate | 87 | 76 |"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("what percentage of those with some college have broadband?", True),
        ("what percentage of those with a master's degree have broadband?", False),
        ("List all seniors with some college.", False),  # a list looks for its own tables
    ],
)
def test_a_table_beside_a_hit_is_read_where_a_question_names_one_of_its_rows(
    question: str, found: bool
) -> None:
    retriever = Pages([*PROSE, TABLE])
    *_, hits = search(understand(question), retriever=retriever, embedder=None, reranker=None, top=5)
    assert any(hit.chunk.text == TABLE for hit in hits) is found
    assert {hit.chunk.text for hit in hits[:3]} == set(PROSE) and len({hit.chunk.id for hit in hits}) == len(
        hits
    )


def test_several_texts_are_one_vector_of_length_one_nearest_to_the_heaviest(embedder: Embedder) -> None:
    retriever, texts = Recording(), ["Which pump runs?", "Who signs the lease?"]
    query = replace(understand(texts[0]), texts=((texts[0], 1.0), (texts[1], 0.3)))
    next(search(query, retriever=retriever, embedder=embedder, reranker=None, top=1))
    first, second = embedder.encode_queries(texts)
    (asked,) = retriever.vectors
    assert np.isclose(np.linalg.norm(asked), 1, atol=1e-5)
    assert 1 > asked @ first > asked @ second
