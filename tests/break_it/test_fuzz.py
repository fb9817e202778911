"""Damaged and hostile files through the real parser processes: each is read, or refused with a reason, and the app goes on.

RAGDESK_FUZZ sets how many inputs a parser (default: 3; `make break`: 150; the long run: 10,000), RAGDESK_FUZZ_ONLY which
endings. What makes a parser process end is no fault of the app's, and is counted as "a parser ended, and said so".
"""

import os
import random
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from break_it.counting import MUCH, count
from break_it.mutate import mutated
from break_it.seeds import seeds
from ragdesk.errors import IngestError, ParserDiedError
from ragdesk.ingest.layout import load_layout, save_layout
from ragdesk.ingest.split import split
from ragdesk.ingest.worker import Asked, ParserPool, Reading
from ragdesk.types import Embedder

INPUTS = int(os.environ.get("RAGDESK_FUZZ", "150" if MUCH else "3"))
SEED = int(os.environ.get("RAGDESK_SEED", "7"))
ONLY = os.environ.get("RAGDESK_FUZZ_ONLY", "").split()
# Inputs that are on their way at once.
AHEAD = 8
SECONDS, MEMORY_MB, MAX_BYTES = 60, 1_500, 20_000_000
# Whatever can be decoded is looked at for text, which takes seconds: a tenth of the inputs.
PICTURES = (".png", ".jpg", ".tif", ".gif", ".webp", ".bmp")


def inputs(examples: Path, ending: str, made: list[bytes], everything: list[bytes]) -> Iterator[bytes]:
    rng = random.Random(SEED * 1_000_003 + zlib.crc32(ending.encode()))
    for number in range(max(2, INPUTS // 10) if ending in PICTURES else INPUTS):
        yield mutated(made[number % len(made)], rng, everything)


def check(reading: Reading, embedder: Embedder) -> None:
    """What the app itself does with a reading before it is stored; every passage stands where it says."""
    parsed = reading.parsed
    for chunk in split(parsed, "0" * 16, embedder, embedder.max_tokens):
        assert parsed.text[chunk.char_start : chunk.char_end] == chunk.text
    if parsed.layout is not None:
        load_layout(save_layout(parsed.layout))
    assert all(isinstance(name, str) and isinstance(value, str) for name, value in reading.properties)
    assert isinstance(parsed.title, str) and isinstance(reading.language, str)


@pytest.mark.timeout(36_000)
def test_no_file_ends_the_app(tmp_path: Path, examples: Path, embedder: Embedder) -> None:
    all_seeds = seeds(examples)
    everything = [one[:4_000] for made in all_seeds.values() for one in made]
    ended: Counter[str] = Counter()
    wrong: list[str] = []
    with ParserPool(2, SECONDS, MEMORY_MB, MAX_BYTES) as pool:

        def settle(ending: str, path: Path, future: object) -> None:
            held = True
            try:
                check(future.result(60 * SECONDS), embedder)  # type: ignore[attr-defined]
            except ParserDiedError as error:
                ended[ending] += 1
                (keep / path.name).write_bytes(path.read_bytes())
                print(path.name, error.message)
            except IngestError as error:
                held = bool(error.message and error.hint)
            except Exception as error:  # noqa: BLE001 - anything else is what is looked for
                held = False
                (keep / path.name).write_bytes(path.read_bytes())
                wrong.append(f"{path.name}: {type(error).__name__} {error}")
            count(f"fuzzed {ending}", held)
            path.unlink()

        keep = Path(os.environ.get("RAGDESK_FUZZ_KEEP", str(tmp_path / "keep")))
        keep.mkdir(parents=True, exist_ok=True)
        for ending, made in all_seeds.items():
            if ONLY and ending not in ONLY:
                continue
            waiting: list[tuple[Path, object]] = []
            for number, content in enumerate(inputs(examples, ending, made, everything)):
                path = tmp_path / f"{number}{ending}"
                path.write_bytes(content)
                asked = Asked(path, path.name, tmp_path / f"parts-{ending}-{number}")
                waiting.append((path, pool.submit(asked)))
                if len(waiting) >= AHEAD:
                    settle(ending, *waiting.pop(0))
            for one in waiting:
                settle(ending, *one)
    for ending, times in ended.items():
        count(f"a parser ended, and said so: {ending}", True, times)
    assert wrong == []
