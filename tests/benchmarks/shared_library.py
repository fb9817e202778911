"""How a shared library grows: seeded passages and vectors, published as `ragdesk bulk` does it, and searched as a desk does.

    python tests/benchmarks/shared_library.py 10000 100000        (needs the extra `bulk`; prints a JSON object a size)

The vectors lie in clusters, as those of texts do, in 384 dimensions; the words have Zipf's frequencies.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from ragdesk.bulk.tables import SharedTables
from ragdesk.domain.search import Scope
from ragdesk.storage.shared.library import SharedLibrary
from ragdesk.storage.shared.tables import Publication, schema

DIMENSIONS, CLUSTERS, WORDS, PASSAGE_WORDS = 384, 1_000, 50_000, 80
QUERIES, TOP, AT_ONCE = 200, 10, 20_000


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
        "name": [f"file-{number // 100}.pdf" for number in numbers],
        "text": texts,
        "terms": [" ".join(f"english:{word}" for word in text.split()) for text in texts],
        "section": [["Part"]] * len(made),
        "vector": pa.FixedSizeListArray.from_arrays(pa.array(made.reshape(-1)), DIMENSIONS),
    }
    wanted = schema("chunks", DIMENSIONS)
    empty = {"context": "", "note": "", "run": "run", "origin": "/somewhere"}
    for field in wanted:
        columns.setdefault(field.name, [empty.get(field.name, 0)] * len(made))
    return pa.table({field.name: columns[field.name] for field in wanted}, schema=wanted)


def publish(folder: Path, count: int) -> tuple[Any, dict[str, float]]:
    """All vectors, and the seconds of each step."""
    tables = SharedTables(str(folder), {})
    tables.settle(None, DIMENSIONS)
    made, began = vectors(count, 1), time.perf_counter()
    for start in range(0, count, AT_ONCE):
        tables.write("chunks", rows(start, made[start : start + AT_ONCE]))
    written = time.perf_counter()
    tables.tidy(everything=False)
    indexed = time.perf_counter()
    tables.publish(None, Publication(tables.versions(), "synthetic", DIMENSIONS, 1, ("en",)))
    return made, {"write": round(written - began, 1), "index": round(indexed - written, 1)}


def quantiles(seconds: list[float]) -> dict[str, float]:
    return {
        name: round(1_000 * float(np.quantile(seconds, at)), 1) for name, at in (("p50", 0.5), ("p95", 0.95))
    }


def measure(count: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made, seconds = publish(folder, count)
        library = SharedLibrary("bench", str(folder), {}, folder / "copies", "synthetic")
        before = psutil.Process().memory_info().rss
        asked = unit(made[np.random.default_rng(2).integers(count, size=QUERIES)] + 0.4 * vectors(QUERIES, 3))
        found, by_vector, by_words = 0, list[float](), list[float]()
        library.search_vector(asked[0], TOP, Scope())
        for vector in asked:
            best = set(np.argsort(-(made @ vector))[:TOP].tolist())
            began = time.perf_counter()
            hits = library.search_vector(vector, TOP, Scope())
            by_vector.append(time.perf_counter() - began)
            found += len(best & {int(hit.chunk.id, 16) for hit in hits})
        random = np.random.default_rng(4)
        for _ in range(QUERIES):
            query = " ".join(f"w{word}" for word in random.integers(20, 5_000, size=5))
            began = time.perf_counter()
            library.search_words(query, 30, Scope())
            by_words.append(time.perf_counter() - began)
        return {
            "chunks": count,
            "seconds": seconds,
            "megabytes": round(
                sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) / 1e6, 1
            ),
            "recall@10": round(found / (TOP * QUERIES), 4),
            "vector_ms": quantiles(by_vector),
            "words_ms": quantiles(by_words),
            "desk_mb": round((psutil.Process().memory_info().rss - before) / 1e6),
        }


if __name__ == "__main__":
    for size in sys.argv[1:]:
        print(json.dumps(measure(int(size))), flush=True)
