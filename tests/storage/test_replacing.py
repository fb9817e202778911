"""Documents that are read anew: found at every moment, and whole again after a kill at any step."""

import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from storage.samples import (
    EVERYWHERE,
    New,
    assert_consistent,
    encode,
    make_document,
    nearest,
    open_library,
    put,
    words,
)

from ragdesk.domain.intake import NewDocument
from ragdesk.host.paths import Home, open_home
from ragdesk.storage.library import Library

OLD = "autoclave cools 45 minutes\nthe gate is closed at six"
NEW = "autoclave cools 45 minutes\n\nthe gate, read by a better parser, is closed at six\na third line"


def again(before: NewDocument, text: str, folder: Path, title: str = "Read anew") -> NewDocument:
    """The same file, as a later pipeline reads it."""
    made = make_document(folder, text, name=before.document.name, title=title)
    chunks = tuple(replace(chunk, document_id=before.document.id) for chunk in made.chunks)
    document = replace(made.document, id=before.document.id, ingest_version=9)
    return replace(made, document=document, chunks=chunks, sha256=before.sha256, file=before.file)


def test_what_is_read_anew_takes_the_place_of_what_was_there(
    library: Library, new: New, tmp_path: Path
) -> None:
    before, other = new(OLD, path="/a.txt", collection="Lab", layout=b"old boxes"), new("other", name="o.txt")
    put(library, before, other)
    after = again(before, NEW, tmp_path)
    with library.write_session() as writer:
        writer.replace([after])
    assert words(library, "gate") == ["the gate, read by a better parser, is closed at six"]
    assert words(library, "third") == ["a third line"]
    assert nearest(library, after, 2)[0] == "a third line"
    assert library.text(before.document.id) == NEW
    assert library.layout_bytes(before.document.id) is None
    document = library.document(before.document.id)
    assert (document.title, document.ingest_version, document.chunks) == ("Read anew", 9, 3)
    assert (document.sources, document.collections) == (("/a.txt",), ("Lab",))
    assert library.original(before.document.id).read_text(encoding="utf-8") == OLD
    assert_consistent(library)


def test_a_passage_at_the_same_place_with_other_words_is_not_taken_for_the_old_one(
    library: Library, new: New, tmp_path: Path
) -> None:
    before = new("the pump is red", path="/a.txt")
    put(library, before)
    after = again(before, "the lamp is new", tmp_path)
    assert after.chunks[0].char_end == before.chunks[0].char_end
    after = replace(after, chunks=(replace(after.chunks[0], id=before.chunks[0].id),))
    with library.write_session() as writer:
        writer.replace([after])
    assert words(library, "lamp") == ["the lamp is new"]
    assert words(library, "pump") == []
    [vector] = library.vectors_by_text(before.document.id).values()
    assert np.allclose(vector, after.vectors[0], atol=1e-6)
    assert_consistent(library)


def test_documents_are_found_at_every_moment_of_their_replacement(
    library: Library, new: New, tmp_path: Path
) -> None:
    group = [new(f"autoclave {n} cools\nthe gate {n} is closed", name=f"{n}.txt") for n in range(4)]
    put(library, *group, *(new(f"a lamp {n} burns", name=f"lamp{n}.txt") for n in range(8)))
    wanted = {new.document.id for new in group}
    vector = encode(["autoclave cools"])[0]
    problems: list[str] = []
    rounds = 0
    done = threading.Event()

    def read() -> None:
        nonlocal rounds
        while not done.is_set():
            by_words = {h.chunk.document_id for h in library.search_words("autoclave", 8, EVERYWHERE)}
            near = {h.chunk.document_id for h in library.search_vector(vector, 40, EVERYWHERE)}
            rounds += 1
            if by_words != wanted:
                problems.append(f"words found {len(by_words)}")
            if not wanted <= near:
                problems.append(f"vectors found {len(near & wanted)}")

    thread = threading.Thread(target=read)
    thread.start()
    with library.write_session() as writer:
        for version in range(6):
            text = "autoclave {n} cools, read {v}\nthe gate is closed\n" + "more\n" * version
            writer.replace(
                [again(each, text.format(n=n, v=version), tmp_path) for n, each in enumerate(group)]
            )
    done.set()
    thread.join()
    assert problems == []
    assert rounds > 5
    assert_consistent(library)


# Replaces a document and is killed before one of these steps, or at the end.
KILLED = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = [sys.argv[1]]
from storage.samples import make_document, open_library
from storage.test_replacing import NEW, OLD, again
from ragdesk.host.paths import open_home
from ragdesk.storage.archive.archive import Archive
from ragdesk.storage.index.vectors import Vectors
from ragdesk.storage.index.words import Words

owner, name, after = {"stage": (Archive, "stage_again"), "add words": (Words, "add"), "add vectors": (Vectors, "append"),
    "exchange": (Archive, "exchange"), "drop words": (Words, "purge"), "drop vectors": (Vectors, "replace"),
    "unmark": (Vectors, "replace"),
}[sys.argv[4]] + (sys.argv[4] == "unmark",)
files = Path(sys.argv[3])
with open_library(open_home(Path(sys.argv[2]))) as library, library.write_session() as writer:
    before = make_document(files, OLD, path="/a.txt")
    writer.put([before, make_document(files, "other lamp", name="other.txt")])
    step = getattr(owner, name)
    def deadly(*arguments, **more):
        if after:
            step(*arguments, **more)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(owner, name, deadly)
    writer.replace([again(before, NEW, files)])
"""
STEPS = ["stage", "add words", "add vectors", "exchange", "drop words", "drop vectors", "unmark"]


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_leaves_the_old_or_the_new_whole(tmp_path: Path, step: str) -> None:
    home, files = open_home(tmp_path / "home"), tmp_path / "files"
    files.mkdir()
    tests = str(Path(__file__).resolve().parents[1])
    command = [sys.executable, "-c", KILLED, tests, str(home.root), str(files), step]
    killed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    with open_library(home) as library:
        # Even before anything is settled, it is found.
        assert len(words(library, "gate")) == 1
        library.settle()
        check_whole(library, home, committed=STEPS.index(step) >= STEPS.index("exchange"))


def check_whole(library: Library, home: Home, committed: bool) -> None:
    text = NEW if committed else OLD
    [found] = library.search_words("gate", 5, EVERYWHERE)
    document_id = found.chunk.document_id
    assert library.text(document_id) == text
    assert [c.text for c in library.chunks.of_document(document_id)] == [
        line for line in text.split("\n") if line
    ]
    assert words(library, "third") == (["a third line"] if committed else [])
    assert words(library, "lamp") == ["other lamp"]
    assert {check.name for check in library.check() if not check.passed} <= {"encoded"}
    assert list((home.temporary / "store").iterdir()) == []
    with library.write_session() as writer:
        for each in library.needs_reencoding():
            writer.reencode({each: encode([c.embedding_text for c in library.chunks.of_document(each)])})
    assert_consistent(library)
    assert library.search_vector(encode(["gate closed"])[0], 5, EVERYWHERE)[0].chunk.text == found.chunk.text
