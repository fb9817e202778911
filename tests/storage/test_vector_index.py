"""The LanceDB table by itself: exact search, and nothing left of what was removed."""

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.errors import ModelFailedError, StoreError
from ragdesk.storage.index import vectors as vectors_module
from ragdesk.storage.index.vectors import MANY_VERSIONS, Vectors
from ragdesk.storage.index.vectors_in_memory import LoadedVectors

DIMENSIONS = 24


def unit_vectors(count: int, seed: int = 0) -> FloatArray:
    rows = np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)
    lengths: FloatArray = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / lengths


def add(vectors: Vectors, rows: FloatArray, *, prefix: str = "c", per_document: int = 5) -> None:
    ids = [f"{prefix}{n}" for n in range(len(rows))]
    vectors.append(ids, [f"{n // per_document:016x}" for n in range(len(rows))], rows)


def files_with(folder: Path, row: FloatArray) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and row.tobytes() in path.read_bytes()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "vectors"


@pytest.fixture
def vectors(folder: Path) -> Vectors:
    return Vectors(folder, DIMENSIONS)


@pytest.fixture(params=["held", "on disk"])
def either(request: pytest.FixtureRequest, folder: Path) -> Vectors:
    """A table whose searches go through memory, or through LanceDB, from the second one of a version on."""
    return (
        Vectors(folder, DIMENSIONS) if request.param == "held" else Vectors(folder, DIMENSIONS, cache_bytes=0)
    )


def test_the_nearest_are_exactly_those_of_a_full_comparison(either: Vectors) -> None:
    rows = unit_vectors(300)
    add(either, rows)
    query = unit_vectors(1, seed=9)[0]
    cosines = rows @ query
    best = np.argsort(-cosines)
    for limit in (20, 20, 299, 300, 500):
        found = either.search(query, limit)
        assert [chunk_id for chunk_id, _ in found] == [f"c{n}" for n in best[:limit]]
        assert [score for _, score in found] == pytest.approx(cosines[best[:limit]].tolist(), abs=1e-5)


def test_only_the_documents_asked_for_are_searched(either: Vectors) -> None:
    add(either, unit_vectors(100))
    query = unit_vectors(1, seed=9)[0]
    either.warm()
    found = either.search(query, 50, {f"{3:016x}", f"{7:016x}", "f" * 16})
    assert {chunk_id for chunk_id, _ in found} == {f"c{n}" for n in (*range(15, 20), *range(35, 40))}
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert either.search(query, 50, set()) == []
    assert either.search(query, 50, {"f" * 16}) == []


def test_the_same_vectors_come_in_the_order_in_which_they_were_added(either: Vectors) -> None:
    add(either, np.repeat(unit_vectors(1), 40, axis=0))
    either.warm()
    assert [chunk_id for chunk_id, _ in either.search(unit_vectors(1)[0], 7)] == [f"c{n}" for n in range(7)]


def test_what_is_held_is_the_latest_version(vectors: Vectors, folder: Path) -> None:
    rows = unit_vectors(20)
    add(vectors, rows[:10])
    reader = Vectors(folder, DIMENSIONS)
    reader.warm()
    assert reader.search(rows[15], 1)[0][0] != "c15"
    vectors.append(["c15"], ["0" * 16], rows[15:16])
    for _ in range(3):
        assert reader.search(rows[15], 1)[0][0] == "c15"
    vectors.purge({"0" * 16})
    for _ in range(3):
        assert {chunk_id for chunk_id, _ in reader.search(rows[15], 50)} == {f"c{n}" for n in range(5, 10)}


def test_rows_that_are_more_or_less_than_were_counted_are_not_held(vectors: Vectors) -> None:
    add(vectors, unit_vectors(10))
    for count in (9, 11):
        with pytest.raises(ValueError):
            LoadedVectors(vectors._table.search().to_batches(4), count, DIMENSIONS)


def test_an_empty_table_finds_nothing(either: Vectors) -> None:
    for _ in range(3):
        assert either.search(unit_vectors(1)[0], 5) == []


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((2, DIMENSIONS), np.float32),
        np.full((2, DIMENSIONS), np.nan, np.float32),
        np.ones((2, DIMENSIONS + 1), np.float32),
        unit_vectors(3),
        unit_vectors(2) * 2,
    ],
    ids=["zeros", "nan", "too long", "too many", "length 2"],
)
def test_vectors_that_cannot_be_compared_are_refused(vectors: Vectors, rows: FloatArray) -> None:
    with pytest.raises(ModelFailedError):
        vectors.append(["a", "b"], ["d", "d"], rows)
    assert vectors.ids() == set()


def test_what_is_removed_leaves_the_disk_even_if_it_is_little(vectors: Vectors, folder: Path) -> None:
    rows = unit_vectors(400)
    add(vectors, rows)
    assert files_with(folder, rows[12])
    gone = vectors.purge({f"{2:016x}"})
    assert gone == {f"{2:016x}": 5}
    assert files_with(folder, rows[12]) == []
    assert files_with(folder, rows[399])
    assert vectors.ids() == {f"c{n}" for n in range(400) if not 10 <= n < 15}


def test_removing_what_is_not_there_writes_nothing(vectors: Vectors, folder: Path) -> None:
    add(vectors, unit_vectors(10))
    before = sorted(folder.rglob("*"))
    assert not vectors.purge({"f" * 16})
    assert sorted(folder.rglob("*")) == before


def test_everything_can_be_removed_and_added_again(vectors: Vectors) -> None:
    rows = unit_vectors(5)
    add(vectors, rows)
    vectors.purge({f"{0:016x}"})
    assert vectors.ids() == set()
    add(vectors, rows)
    assert vectors.search(rows[3], 1)[0][0] == "c3"


def test_small_appends_do_not_pile_up(vectors: Vectors, folder: Path) -> None:
    rows = unit_vectors(3 * MANY_VERSIONS)
    for number, row in enumerate(rows):
        vectors.append([f"c{number}"], [f"{number:016x}"], row.reshape(1, -1))
    vectors.tidy()
    assert len(list(folder.rglob("*.lance"))) == 2  # the table's folder, and one file of data
    assert len(list(folder.rglob("*.manifest"))) == 1
    assert vectors.search(rows[7], 1)[0][0] == "c7"


def test_a_second_opening_sees_what_the_first_wrote_and_removed(vectors: Vectors, folder: Path) -> None:
    rows = unit_vectors(20)
    reader = Vectors(folder, DIMENSIONS)
    assert reader.search(rows[0], 1) == []
    add(vectors, rows)
    assert reader.search(rows[8], 1)[0][0] == "c8"
    vectors.purge({f"{1:016x}"})
    assert reader.search(rows[8], 1)[0][0] != "c8"


def test_many_threads_may_search_while_one_adds_and_removes(vectors: Vectors, folder: Path) -> None:
    rows = unit_vectors(50)
    add(vectors, rows)
    problems: list[BaseException] = []
    done = threading.Event()
    readers: Sequence[Vectors] = (vectors, vectors, Vectors(folder, DIMENSIONS))

    def search(reader: Vectors) -> None:
        try:
            while not done.is_set():
                assert reader.search(rows[0], 1)[0][0] == "c0"
        except BaseException as error:  # noqa: BLE001 - raised again by the test's own thread
            problems.append(error)

    threads = [threading.Thread(target=search, args=(reader,)) for reader in readers]
    for thread in threads:
        thread.start()
    for number in range(6):
        extra = unit_vectors(4, seed=100 + number)
        document = f"{1_000 + number:016x}"
        vectors.append([f"x{number}{n}" for n in range(4)], [document] * 4, extra)
        vectors.purge({document})
    done.set()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(vectors.ids()) == 50


def test_damaged_files_are_a_store_error_with_a_way_out(vectors: Vectors, folder: Path) -> None:
    add(vectors, unit_vectors(5))
    for path in folder.rglob("*.manifest"):
        path.write_bytes(b"garbage")
    with pytest.raises(StoreError) as caught:
        Vectors(folder, DIMENSIONS).ids()
    assert "doctor" in caught.value.hint


def test_what_lancedb_keeps_of_versions_has_a_limit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kept(cache_bytes: int) -> int:
        monkeypatch.setattr(vectors_module, "CACHE_BYTES", cache_bytes)
        made = Vectors(folder / str(cache_bytes), DIMENSIONS)
        for number in range(40):
            made.append([f"chunk {number}"], [f"{number:016x}"], unit_vectors(1))
            made.purge([f"{number - 1:016x}"])
        return int(made._session.size_bytes)

    limit = 50_000
    assert kept(limit) <= 2 * limit < kept(8_000_000)


def test_arrow_takes_its_memory_from_the_system(vectors: Vectors) -> None:
    """Its own allocator keeps what the short threads of writers gave back."""
    import pyarrow

    add(vectors, unit_vectors(5))
    assert pyarrow.default_memory_pool().backend_name == "system"
    assert pyarrow.total_allocated_bytes() == pyarrow.system_memory_pool().bytes_allocated()
