"""Damaged and hostile files through the real parser processes: each is read, or refused with a reason, and the app goes on.

RAGDESK_FUZZ sets how many inputs a parser (default: 3; `make break`: 150; the long run: 10,000), RAGDESK_FUZZ_ONLY which
endings. What makes a parser process end is no fault of the app's, and is counted as "a parser ended, and said so".
"""

import os
import random
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path

import pytest

from break_it.counting import MUCH, count
from break_it.mutate import mutated
from break_it.seeds import seeds
from break_it.unread import decode_document
from ragdesk.domain.errors import IngestError, ParserDiedError
from ragdesk.domain.ports import Embedder
from ragdesk.ingesting import worker
from ragdesk.ingesting.layout import load_layout
from ragdesk.ingesting.read_document import ReadDocument
from ragdesk.ingesting.split import PassageSize
from ragdesk.ingesting.worker import ParseRequest, ParserPool

INPUTS = int(os.environ.get("RAGDESK_FUZZ", "150" if MUCH else "3"))
SEED = int(os.environ.get("RAGDESK_SEED", "7"))
ONLY = os.environ.get("RAGDESK_FUZZ_ONLY", "").split()
# Inputs that are on their way at once.
AHEAD = 8
SECONDS, MEMORY_MB, MAX_BYTES = 60, 1_500, 20_000_000
# Whatever can be decoded is looked at for text, which takes seconds: a tenth of the inputs; all of them are decoded.
PICTURES = (".png", ".jpg", ".tif", ".gif", ".webp", ".bmp")


def inputs(ending: str, made: list[bytes], everything: list[bytes], number: int) -> Iterator[bytes]:
    rng = random.Random(SEED * 1_000_003 + zlib.crc32(ending.encode()))
    for nth in range(number):
        yield mutated(made[nth % len(made)], rng, everything)


def check(reading: ReadDocument) -> None:
    """Every passage stands where it says, and what goes with them can be used."""
    parsed = reading.parsed
    for chunk in reading.chunks:
        assert parsed.text[chunk.char_start : chunk.char_end] == chunk.text
    if reading.layout is not None:
        load_layout(reading.layout)
    assert all(isinstance(name, str) and isinstance(value, str) for name, value in reading.properties)
    assert isinstance(parsed.title, str) and isinstance(reading.language, str)


def put_through(
    made: Mapping[str, int], examples: Path, work: Path, embedder: Embedder, what: str = ""
) -> list[str]:
    """Read so many inputs of each ending; what did not hold. `what` is said of them in the counts."""
    all_seeds = seeds(examples)
    everything = [one[:4_000] for every in all_seeds.values() for one in every]
    keep = Path(os.environ.get("RAGDESK_FUZZ_KEEP", str(work / "keep")))
    keep.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []

    def settle(ending: str, path: Path, future: Future[ReadDocument]) -> None:
        held = True
        try:
            check(future.result(60 * SECONDS))
        except ParserDiedError as error:
            count(f"a parser ended, and said so: {ending}{what}", True)
            (keep / path.name).write_bytes(path.read_bytes())
            print(path.name, error.message)
        except IngestError as error:
            held = bool(error.message and error.hint)
        except Exception as error:  # noqa: BLE001 - anything else is what is looked for
            held = False
            (keep / path.name).write_bytes(path.read_bytes())
            wrong.append(f"{path.name}: {type(error).__name__} {error}")
        count(f"fuzzed {ending}{what}", held)
        path.unlink()

    passages = PassageSize(embedder.counter, embedder.max_tokens)
    with ParserPool(2, SECONDS, MEMORY_MB, MAX_BYTES, passages) as pool:
        for ending, number in made.items():
            if ONLY and ending not in ONLY:
                continue
            waiting: list[tuple[Path, Future[ReadDocument]]] = []
            for nth, content in enumerate(inputs(ending, all_seeds[ending], everything, number)):
                path = work / f"{nth}{ending}"
                path.write_bytes(content)
                waiting.append(
                    (path, pool.submit(ParseRequest(path, path.name, work / f"parts-{ending}-{nth}")))
                )
                if len(waiting) >= AHEAD:
                    settle(ending, *waiting.pop(0))
            for one in waiting:
                settle(ending, *one)
    return wrong


@pytest.mark.timeout(36_000)
def test_no_file_ends_the_app(tmp_path: Path, examples: Path, embedder: Embedder) -> None:
    few = max(2, INPUTS // 10)
    made = {ending: few if ending in PICTURES else INPUTS for ending in seeds(examples)}
    assert put_through(made, examples, tmp_path, embedder) == []


@pytest.mark.timeout(36_000)
def test_no_picture_ends_the_app(
    tmp_path: Path, examples: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "read_document", decode_document)
    made = dict.fromkeys(PICTURES, INPUTS)
    assert put_through(made, examples, tmp_path, embedder, ", decoded alone") == []
