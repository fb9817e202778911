"""A document cut into its parts."""

import numpy as np

from ragdesk.answering.overview.parts import parts
from ragdesk.domain.arrays import FloatArray


def about(*topics: int) -> FloatArray:
    """A passage for each topic: unit vectors, the same for the same topic."""
    return np.eye(max(topics) + 1, dtype=np.float32)[list(topics)]


def weights(count: int) -> FloatArray:
    return np.ones(count, dtype=np.float32)


def test_it_is_cut_where_the_subject_changes() -> None:
    cut = parts(about(0, 0, 0, 1, 1, 1, 1, 2, 2), weights(9), [()] * 9, 3)
    assert cut == [range(0, 3), range(3, 7), range(7, 9)]


def test_where_the_subject_stays_it_is_cut_where_a_section_begins() -> None:
    sections = [("A",), ("A",), ("A",), ("B",), ("B",), ("B",)]
    assert parts(about(0, 0, 0, 0, 0, 0), weights(6), sections, 2) == [range(0, 3), range(3, 6)]


def test_one_odd_passage_is_no_part_of_a_long_document() -> None:
    cut = parts(about(*[0] * 10, 1, *[2] * 10), weights(21), [()] * 21, 2)
    assert [len(part) for part in cut] in ([10, 11], [11, 10])


def test_the_parts_cover_everything_however_many_are_asked_for() -> None:
    generator = np.random.default_rng(7)
    vectors = generator.normal(size=(40, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for count in (1, 2, 5, 8, 40, 60):
        cut = parts(vectors, weights(40), [()] * 40, count)
        assert [at for part in cut for at in part] == list(range(40)) and len(cut) <= count
    assert parts(vectors[:0], weights(0), [], 3) == []
