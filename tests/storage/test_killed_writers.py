"""A process that writes is killed at random moments; what it leaves is whole or absent, and can be
finished."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from storage.samples import encode, make_document, open_library

from ragdesk.domain.search import Scope
from ragdesk.host.paths import Home, open_home
from ragdesk.storage.library import Library

# Adds, replaces and removes documents for as long as it lives. Each batch says its number when it is stored.
LOOP = """
import sys
from pathlib import Path
sys.path[:0] = [sys.argv[1]]
from storage.samples import make_document, open_library
from ragdesk.host.paths import open_home

home, files = open_home(Path(sys.argv[2])), Path(sys.argv[3])
with open_library(home) as library:
    library.warm()
    with library.write_session() as writer:
        for number in range(int(sys.argv[4]), 1_000_000):
            batch = [
                make_document(
                    files,
                    "\\n".join(f"autoclave batch {number} file {file} line {line}" for line in range(5)),
                    path=f"/{(number + file) % 7}.txt",
                    name=f"{file}.txt",
                )
                for file in range(3)
            ]
            writer.put(batch)
            if number % 3 == 0:
                writer.remove([batch[0].document.id])
            print(number, flush=True)
"""


def kill_after(seconds: float, home: Home, files: Path, first: int) -> int:
    """Run the loop, kill it so many seconds after its first batch; returns the last batch that it
    announced."""
    tests = str(Path(__file__).resolve().parents[1])
    command = [sys.executable, "-c", LOOP, tests, str(home.root), str(files), str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        announced = [process.stdout.readline()]
        assert announced[0], "the writer did not start"
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        announced += process.stdout.readlines()
    complete = [line for line in announced if line.endswith("\n")]
    return int(complete[-1])


def assert_each_document_is_whole(library: Library) -> None:
    """Every passage of every document in the list is found by both engines, and nothing else is."""
    expected = {
        chunk.id for document in library.documents.all() for chunk in library.chunks.of_document(document.id)
    }
    by_words = library.search_words("autoclave", 10_000, Scope())
    by_vector = library.search_vector(encode(["autoclave"])[0], 10_000, Scope())
    assert {hit.chunk.id for hit in by_words} == expected
    assert {hit.chunk.id for hit in by_vector} == expected
    for document in library.documents.all():
        text = library.text(document.id)
        assert [
            text[c.char_start : c.char_end] for c in library.chunks.of_document(document.id)
        ] == text.split("\n")


def test_a_killed_writer_leaves_each_document_whole_or_absent(tmp_path: Path) -> None:
    home, files = open_home(tmp_path / "home"), tmp_path / "files"
    files.mkdir()
    moments = random.Random(20260102)
    last = 0
    for _ in range(6):
        last = kill_after(moments.uniform(0.0, 0.4), home, files, last + 1)
        with open_library(home) as library:
            # Before anything is settled, a reader sees whole documents only.
            assert_each_document_is_whole(library)
            assert library.documents.all()
            with library.write_session():
                pass
            assert [check for check in library.check() if not check.passed] == []
            assert_each_document_is_whole(library)
            assert list((home.temporary / "store").iterdir()) == []


@pytest.mark.parametrize("state", ["indexing", "removing"])
def test_what_was_half_done_leaves_the_disk_when_the_next_writer_comes(tmp_path: Path, state: str) -> None:
    home, files = open_home(tmp_path / "home"), tmp_path / "files"
    files.mkdir()
    half = make_document(files, "xylophone half\nxylophone done", name="half.txt")
    with open_library(home) as library:
        with library.write_session() as writer:
            writer.put([half, make_document(files, "autoclave kept", name="kept.txt")])
        with library._ledger.database.writing() as connection:
            library._ledger.documents.set_state(connection, [half.document.id], state)  # type: ignore[arg-type]
        assert library.search_words("xylophone", 5, Scope()) == []
        assert [check.name for check in library.check() if not check.passed] == [
            "half-done",
            "words",
            "vectors",
        ]
        with library.write_session():
            pass
        assert [check for check in library.check() if not check.passed] == []
        assert [document.name for document in library.documents.all()] == ["kept.txt"]
    left = [path for path in home.root.rglob("*") if path.is_file() and b"xylophone" in path.read_bytes()]
    assert left == []
