"""Files of nasty shapes through the real process that reads and splits them, under its limits: each is cut into passages that a
person can read, or fails alone with a sentence. RAGDESK_BREAK=1 takes them in full size."""

import json
import os
import random
import resource
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from break_it.counting import MUCH, count
from ragdesk.domain.errors import IngestError
from ragdesk.domain.ports import Embedder
from ragdesk.ingesting.split import MAX_CHARACTERS, PassageSize
from ragdesk.ingesting.worker import ParseRequest, ParserPool

SECONDS, MEMORY_MB, MAX_BYTES = 300, 1_500, 200_000_000
# The share of the full size that is tried without RAGDESK_BREAK.
SHARE = 1 if MUCH else 50


def log_lines(size: int) -> bytes:
    line = '10.0.{}.{} - - [10/Oct/2026:13:55:36 +0000] "GET /a/b.{}?x=1 HTTP/1.1" 200 5120 "http://a.b/" "M/5.0"\n'
    return "".join(line.format(n % 7, n % 251, n) for n in range(size // 100)).encode()


def mail(lines: int, words: int) -> bytes:
    """Lines of links, then words joined by dots."""
    some = random.Random(5)
    links = "\n".join(f"<https://news.example.org/a/{n}/b?id={some.random()}>" for n in range(lines))
    joined = ".".join("".join(some.choices("abcdefghij", k=6)) for _ in range(words))
    head = "From: a@example.org\nTo: b@example.org\nSubject: Links\nContent-Type: text/plain\n\n"
    return f"{head}{links}\n\n{joined}\n".encode()


FULL: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "access.log": (2_000_000, log_lines),
    "one-line.txt": (20_000_000, lambda n: b"a.b " * (n // 4)),
    "headings.md": (150_000, lambda n: "".join(f"# Part {at}\n\n" for at in range(n)).encode()),
    "columns.csv": (
        100_000,
        lambda n: b"\n".join(b",".join(b"c%d" % at for at in range(n)) for _ in range(3)),
    ),
    "columns.md": (100_000, lambda n: b"|" + b"c|" * n + b"\n|" + b"-|" * n + b"\n|" + b"d|" * n + b"\n"),
    "stops.txt": (3_000_000, lambda n: b". " * n),
    "cr.txt": (200_000, lambda n: b"One line. Another.\r" * n),
    "word.txt": (8_000_000, lambda n: b"x" * n),
    "blanks.txt": (8_000_000, lambda n: b"a" + b" " * n + b"b"),
    "links.eml": (120_000, lambda n: mail(n // 100, n)),
}


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("name", FULL)
def test_a_file_of_any_shape_ends(name: str, tmp_path: Path, embedder: Embedder) -> None:
    size, make = FULL[name]
    path = tmp_path / name
    path.write_bytes(make(size // SHARE))
    passages = PassageSize(embedder.counter, embedder.max_tokens)
    began = time.monotonic()
    with ParserPool(1, SECONDS, MEMORY_MB, MAX_BYTES, passages) as pool:
        try:
            read = pool.submit(ParseRequest(path, name, tmp_path / "parts")).result(2 * SECONDS)
        except IngestError as error:
            print(f"{name}: {time.monotonic() - began:.1f} s: {error.message}")
            assert count("file of a nasty shape, refused", error.message and error.hint)
            return
    longest = max(len(chunk.text) for chunk in read.chunks)
    print(f"{name}: {time.monotonic() - began:.1f} s, {len(read.chunks)} passages, the longest of {longest}")
    assert count("file of a nasty shape, read", longest <= MAX_CHARACTERS)


@pytest.mark.timeout(900)
def test_a_line_of_megabytes_in_a_small_archive_and_the_file_beside_it(
    home_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    with zipfile.ZipFile(tmp_path / "in" / "small.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("line.txt", b"a" * (20_000_000 // SHARE))
    assert (tmp_path / "in" / "small.zip").stat().st_size < 40_000
    fared = added(tmp_path / "in")
    assert fared["note.md"] == "ready"
    assert count("file of a nasty shape, in an archive", set(fared.values()) <= {"ready", "failed"})


@pytest.mark.timeout(900)
def test_a_mail_of_links_and_dots_does_not_keep_the_file_beside_it(home_folder: Path, tmp_path: Path) -> None:
    """The shape of a public mail that once kept `add` busy for more than twelve minutes. It takes less than a minute of
    a processor; the time by the clock hangs on what else the machine does."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.eml").write_bytes(mail(1_200 // SHARE, 120_000 // SHARE))
    before = processor_seconds_of_children()
    fared = added(tmp_path / "in")
    took = processor_seconds_of_children() - before
    print(f"add: {took:.1f} s of a processor")
    assert took < 60
    assert list(fared) == ["note.md", "a.eml"] or not MUCH, "the short one is not kept waiting"
    assert count("file of a nasty shape, beside another", set(fared.values()) == {"ready"})


def test_of_words_joined_by_dots_next_to_nothing_is_encoded(tmp_path: Path, embedder: Embedder) -> None:
    """Encoding is nearly all that such a mail costs; a hundred signs of each of its passages were two thirds of that."""
    (tmp_path / "a.eml").write_bytes(mail(0, 12_000))
    passages = PassageSize(embedder.counter, embedder.max_tokens)
    with ParserPool(1, SECONDS, MEMORY_MB, MAX_BYTES, passages) as pool:
        read = pool.submit(ParseRequest(tmp_path / "a.eml", "a.eml", tmp_path / "parts")).result(SECONDS)
    assert len(read.chunks) > 100
    assert len({chunk.embedding_text for chunk in read.chunks}) < 10


def processor_seconds_of_children() -> float:
    """Of all processes that were begun here, or by those, and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def added(folder: Path) -> dict[str, str]:
    """How files fared with `ragdesk add`, in the order in which they were reported, beside a short one."""
    (folder / "note.md").write_text("# Note\n\nThe valve is checked weekly.\n")
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "ragdesk", "--json", "add", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    print(f"add: {time.monotonic() - began:.1f} s")
    reported = [json.loads(line) for line in done.stdout.splitlines()]
    return {Path(each["path"]).name: each["status"] for each in reported}
