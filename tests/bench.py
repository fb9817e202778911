"""Speed as ratios within one run: taking files in against the bare encoder, searching and asking against the bare
libraries.

`make bench`, or `python tests/bench.py --only search --chunks 20000`. Machines differ and are shared, so seconds alone
mean little: both sides of a ratio are measured in turn, in the same process. What is measured, and what was seen:
docs/benchmarks.md.
"""

import argparse
import random
import tempfile
from pathlib import Path

from benchmarks.door import door
from benchmarks.first_token import first_token
from benchmarks.first_words import first_words
from benchmarks.ingesting import ingestion, many_files, many_pages, write_documents
from benchmarks.made_library import made_library
from benchmarks.searching import evidence, searching, steps
from benchmarks.short_answer import short_answer
from benchmarks.starting import starting
from benchmarks.using import using

from ragdesk.domain.ports import Embedder
from ragdesk.engines.embedder import open_embedder
from ragdesk.engines.models import Models
from ragdesk.host.paths import bundled_models, open_home

PARTS = ("ingest", "search", "ask", "short", "memory", "page", "words", "start", "door")
EMBEDDER = bundled_models() / "bge-small-en-v1.5"
FIRST_TOKENS = 12


def main() -> None:
    options = _options()
    embedder = open_embedder(EMBEDDER)
    chosen = options.only or PARTS
    with tempfile.TemporaryDirectory() as scratch:
        if "ingest" in chosen:
            write_documents(Path(scratch) / "documents", options.documents, random.Random(3))
            ingestion(Path(scratch), Path(scratch) / "documents", embedder)
        if {"search", "ask", "short"} & set(chosen):
            large_library(chosen, options, embedder)
        if "memory" in chosen:
            memory(Path(scratch), options)
        if "start" in chosen:
            starting(Path(scratch))
        if "door" in chosen:
            door(Path(scratch))
        if "words" in chosen:
            first_words(Path(scratch) / "words")
        if "page" in chosen:
            write_documents(Path(scratch) / "meanwhile", 5 * options.documents, random.Random(4))
            using(Path(scratch), Path(scratch) / "meanwhile")


def large_library(
    chosen: list[str] | tuple[str, ...], options: argparse.Namespace, embedder: Embedder
) -> None:
    """What is measured on many chunks."""
    root = options.library / str(options.chunks)
    questions = made_library(root, options.chunks, embedder, EMBEDDER)
    if "search" in chosen:
        searching(root, questions[: options.questions], embedder)
        steps(root, questions[: options.questions], embedder)
    if "ask" in chosen:
        evidence(root, questions[: options.questions])
        first_token(root, Models(open_home(root)).llm_path(""), questions[:FIRST_TOKENS])
    if "short" in chosen:
        short_answer(root, embedder)


def memory(scratch: Path, options: argparse.Namespace) -> None:
    """What stays in memory over many files, and over one long one."""
    rng = random.Random(3)
    if options.files:
        write_documents(scratch / "files", options.files, rng, sections=1)
        many_files(scratch, scratch / "files")
    if options.pages:
        many_pages(scratch, options.pages, rng)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, help="measure these parts alone")
    parser.add_argument("--documents", type=int, default=200, help="how many are made and taken in")
    parser.add_argument("--chunks", type=int, default=100_000, help="how many the made library holds")
    parser.add_argument("--questions", type=int, default=100, help="how many searches are measured")
    parser.add_argument(
        "--library",
        type=Path,
        default=Path(".cache/bench"),
        help="where made libraries are kept, so that a second run need not build them",
    )
    parser.add_argument("--files", type=int, default=0, help="watch the memory over this many small files")
    parser.add_argument(
        "--pages", type=int, default=0, help="watch the parser's memory over a PDF of this many"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
