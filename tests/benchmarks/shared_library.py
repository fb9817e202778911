"""How a shared library grows: seeded passages and vectors, published as `ragdesk bulk` does it, and searched as a desk does.

    python tests/benchmarks/shared_library.py 10000 100000        (needs the extra `bulk`; prints a JSON object a size)
    python tests/benchmarks/shared_library.py --store 1000000     (on SeaweedFS, on loopback, in place of a folder)

The vectors lie in clusters, as those of texts do, in 384 dimensions; the words have Zipf's frequencies. The desk is a process
of its own, so that its memory is none of the publisher's.
"""

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from ragdesk.domain.calibration import RETRIEVAL
from ragdesk.domain.documents import Chunk
from ragdesk.domain.errors import StoreError
from ragdesk.domain.search import Scope
from ragdesk.storage.shared.library import AWAY_SECONDS, SharedLibrary
from ragdesk.storage.shared.tables import Publication, chunk_to_json, schema

DIMENSIONS, CLUSTERS, WORDS, PASSAGE_WORDS = 384, 1_000, 50_000, 80
QUERIES, ROUNDS, TOP, AT_ONCE = 200, 3, 10, 20_000
# Of SeaweedFS, 64 MB each.
VOLUMES = 400


def unit(rows: Any) -> Any:
    return (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype(np.float32)


def vectors(count: int, seed: int) -> Any:
    """Around centres that are the same for every seed; two texts of one centre have a cosine of about .6."""
    centres = unit(np.random.default_rng(0).normal(size=(CLUSTERS, DIMENSIONS)))
    random = np.random.default_rng(seed)
    noise = unit(random.normal(size=(count, DIMENSIONS)))
    return unit(centres[random.integers(CLUSTERS, size=count)] + 0.8 * noise)


def rows(start: int, made: Any) -> Any:
    """Passages with these vectors, a hundred a document, as the table has them."""
    import pyarrow as pa

    random = np.random.default_rng(start + 1)
    drawn = np.minimum(random.zipf(1.2, size=(len(made), PASSAGE_WORDS)), WORDS)
    numbers = range(start, start + len(made))
    texts = [" ".join(f"w{word}" for word in one) for one in drawn]
    columns: dict[str, Any] = {
        "chunk_id": [f"{number:012x}" for number in numbers],
        "document_id": [f"{number // 100:016x}" for number in numbers],
        "about": [_about(number, text) for number, text in zip(numbers, texts, strict=True)],
        "terms": [" ".join(f"english:{word}" for word in text.split()) for text in texts],
        "vector": pa.FixedSizeListArray.from_arrays(pa.array(made.reshape(-1)), DIMENSIONS),
        "run": ["run"] * len(made),
        "origin": ["/somewhere"] * len(made),
    }
    wanted = schema("chunks", DIMENSIONS)
    return pa.table({field.name: columns[field.name] for field in wanted}, schema=wanted)


def _about(number: int, text: str) -> str:
    document = f"{number // 100:016x}"
    chunk = Chunk(
        f"{number:012x}", document, number % 100, 0, len(text), text, "", ("Part",), None, None, 0, len(text)
    )
    return chunk_to_json(chunk, f"file-{number // 100}.pdf")


def publish(target: str, options: Mapping[str, str], count: int) -> tuple[Any, dict[str, float]]:
    """All vectors, and the seconds of each step."""
    from ragdesk.bulk.tables import SharedTables

    tables = SharedTables(target, options)
    tables.settle(None, DIMENSIONS)
    made, spent = np.empty((count, DIMENSIONS), np.float32), 0.0
    for start in range(0, count, AT_ONCE):
        some = made[start : start + AT_ONCE]
        some[:] = vectors(len(some), 1_000 + start)
        table, began = rows(start, some), time.perf_counter()
        tables.write("chunks", table)
        spent += time.perf_counter() - began
    began = time.perf_counter()
    tables.tidy(everything=False)
    indexed = time.perf_counter() - began
    tables.publish(None, Publication(tables.versions(), "synthetic", DIMENSIONS, 1, ("en",)))
    return made, {"write": round(spent, 1), "index": round(indexed, 1)}


# ------------------------------------------------------------ the desk


def search(
    target: str, options: Mapping[str, str], copies: Path, asked: Any, questions: int
) -> dict[str, Any]:
    """Some rounds of questions: the passages found by meaning, milliseconds, and the memory before and after each round."""
    memory, found = [_megabytes()], []
    library = SharedLibrary("bench", target, options, copies, "synthetic")
    began, tries = time.perf_counter(), 1
    while not _answers(library, asked[0]):
        tries += 1
    opened = time.perf_counter() - began
    by_meaning, by_words, both = list[float](), list[float](), list[float]()
    for which in range(ROUNDS):
        random = np.random.default_rng(4 + which)
        for vector in asked[which * questions :][:questions]:
            hits = _timed(by_meaning, lambda vector=vector: library.search_vector(vector, TOP, Scope()))
            found.append([int(hit.chunk.id, 16) for hit in hits])
            first = " ".join(f"w{word}" for word in random.integers(20, 5_000, size=5))
            _timed(by_words, lambda words=first: library.search_words(words, 30, Scope()))
        for vector in asked[which * questions :][:questions]:
            words = " ".join(f"w{word}" for word in random.integers(20, 5_000, size=5))
            _timed(both, lambda vector=vector, words=words: _as_asked(library, vector, words))
        memory.append(_megabytes())
    times = {"vector_ms": by_meaning, "words_ms": by_words, "both_ms": both}
    return {
        "found": found,
        "opened_s": round(opened, 2),
        "tries": tries,
        "desk_mb": memory,
        **{name: _quantiles(seconds) for name, seconds in times.items()},
    }


def _answers(library: SharedLibrary, vector: Any) -> bool:
    """Whether a search by meaning and one by words come in the time that a person waits; else it waits until they may be tried
    again."""
    try:
        library.search_vector(vector, TOP, Scope())
        library.search_words("w100 w200", TOP, Scope())
    except StoreError:
        time.sleep(AWAY_SECONDS)
        return False
    return True


def _as_asked(library: SharedLibrary, vector: Any, words: str) -> None:
    """What a question of a person asks of a shared library."""
    library.search_vector(vector, RETRIEVAL.candidates, Scope())
    library.search_words(words, RETRIEVAL.candidates, Scope())


def _timed(times: list[float], work: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    made = work()
    times.append(time.perf_counter() - began)
    return made


def _megabytes() -> int:
    return round(psutil.Process().memory_info().rss / 1e6)


def _quantiles(seconds: list[float]) -> dict[str, float]:
    return {
        name: round(1_000 * float(np.quantile(seconds, at)), 1) for name, at in (("p50", 0.5), ("p95", 0.95))
    }


# ------------------------------------------------------------ both


@contextmanager
def _place(folder: Path, store: bool) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """Where the library is, and the options of who publishes and of a desk."""
    if not store:
        yield str(folder / "library"), {}, {}
        return
    from seaweed import BUCKET, running_seaweed

    with running_seaweed(folder, VOLUMES) as seaweed:
        yield f"s3://{BUCKET}/library", seaweed.options("publisher"), seaweed.options("desk")


def measure(count: int, store: bool, questions: int) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as name,
        _place(folder := Path(name), store) as (target, publisher, desk),
    ):
        made, seconds = publish(target, publisher, count)
        near = made[np.random.default_rng(2).integers(count, size=questions * ROUNDS)]
        asked = unit(near + 0.4 * vectors(len(near), 3))
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            told = pool.apply(search, (target, desk, folder / "copies", asked, questions))
        right = 0
        for vector, hits in zip(asked[:questions], told.pop("found")[:questions], strict=True):
            right += len(set(np.argpartition(-(made @ vector), TOP)[:TOP].tolist()) & set(hits))
        return {
            "chunks": count,
            "place": "SeaweedFS" if store else "folder",
            "seconds": seconds,
            "megabytes": round(
                sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) / 1e6
            ),
            "recall@10": round(right / (TOP * questions), 4),
            **told,
        }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--store", action="store_true", help="on SeaweedFS")
    parser.add_argument("--questions", type=int, default=QUERIES, help="of each kind, in each of the rounds")
    options = parser.parse_args()
    for size in options.sizes:
        print(json.dumps(measure(size, options.store, options.questions)), flush=True)
