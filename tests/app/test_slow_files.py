"""A file that takes long to read, to cut into passages or to encode: it alone fails, with a sentence, and the others go on."""

import os
import threading
import time
from collections.abc import Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import Any

import pytest
from given_engines import engines_with
from slowly import GREEDY, SLOW, SlowCounter
from until import until

from ragdesk.app.app import App
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Embedder, TokenCounter
from ragdesk.host import patience
from ragdesk.host.paths import open_home
from ragdesk.host.regular import open_regular
from ragdesk.host.settings import change_settings
from ragdesk.ingesting import worker
from ragdesk.ingesting.encode import LONG

pytestmark = pytest.mark.break_it("slow file beside others")

ENDLESS = "endlessly"


class Slow:
    """The real embedder: cuts slowly what says so, and encodes it slowly."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.counter: TokenCounter = SlowCounter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def encode(self, texts: Sequence[str]) -> FloatArray:
        if any(ENDLESS in text for text in texts):
            time.sleep(1.0)
            return self._embedder.encode(["endless"] * len(texts))
        return self._embedder.encode(texts)


class Hangs:
    """A disk that answers for a file a few times, and then no more: a read waits for ever, as at a pipe that nobody writes to."""

    def __init__(self, name: str, answers: int) -> None:
        self.left, self._name = answers, name
        self._pipes: list[tuple[int, int]] = []

    def open(self, path: Path) -> BufferedReader:
        if path.name != self._name:
            return open_regular(path)
        self.left -= 1
        if self.left >= 0:
            return open_regular(path)
        self._pipes.append(os.pipe())
        return os.fdopen(self._pipes[-1][0], "rb")

    def end(self) -> None:
        """What still reads comes to the end of the file."""
        for _, writing in self._pipes:
            os.close(writing)


@pytest.fixture
def app(home_folder: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(worker, "SLOW_SECONDS", 0.5)
    home = open_home()
    limits = {"parser_seconds": 12, "parser_memory_mb": 600, "encode_seconds": 5}
    change_settings(home.settings, {("ingest", key): value for key, value in limits.items()})
    opened = App.open(home, engines_with(embedder=Slow(embedder)))
    yield opened
    opened.close()


def added(app: App, folder: Path, texts: dict[str, str]) -> dict[str, tuple[str, str]]:
    """By name, in the order in which they were reported: how files fared, and why."""
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {
        Path(result.path).name: (result.status, str(result.problem or ""))
        for result in app.intake.add([folder])
    }


def test_the_others_are_ready_while_one_is_still_cut_into_passages(app: App, tmp_path: Path) -> None:
    reported = added(
        app, tmp_path / "docs", {"1.md": f"It goes {SLOW}.", "2.md": "Two is here.", "3.md": "Three is here."}
    )
    assert list(reported) == ["2.md", "3.md", "1.md"]
    assert reported["2.md"][0] == reported["3.md"][0] == "ready"
    status, why = reported["1.md"]
    assert status == "failed" and "longer than 12 seconds" in why and "Split the file" in why


def test_splitting_has_the_memory_limit_of_reading(app: App, tmp_path: Path) -> None:
    reported = added(app, tmp_path / "docs", {"1.md": f"It reads {GREEDY}.", "2.md": "Two is here."})
    assert reported["2.md"][0] == "ready"
    assert reported["1.md"][0] == "failed" and "MB of memory" in reported["1.md"][1]


def test_the_others_are_ready_while_long_ones_are_still_encoded(app: App, tmp_path: Path) -> None:
    long = "\n\n".join(f"# Part {n}\n\nIt goes on {ENDLESS} in part {n}." for n in range(6 * LONG))
    texts = {"1.md": long, "2.md": f"{long}\n\nAnd so on.", "3.md": "Three is here.", "4.md": "Four is here."}
    reported = added(app, tmp_path / "docs", texts)
    # The two long ones are of one length: whichever a busy machine reads first is encoded first.
    assert list(reported)[:2] == ["3.md", "4.md"] and set(reported) == set(texts)
    for status, why in (reported["1.md"], reported["2.md"]):
        assert status == "failed" and f"{6 * LONG} passages" in why and "ingest.encode_seconds" in why
    assert [document.name for document in app.library.documents.all()] == ["3.md", "4.md"]


@pytest.mark.parametrize("answers", [0, 2], ids=["for its fingerprint", "for its copy"])
def test_a_file_whose_disk_hangs_is_given_up(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: int
) -> None:
    disk = Hangs("1.md", answers)
    monkeypatch.setattr(patience, "open_regular", disk.open)
    monkeypatch.setattr(patience, "SILENT_SECONDS", 1.0)
    texts = {"1.md": "One is here.", "2.md": "Two is here.", "3.md": "Three is here."}
    reported = added(app, tmp_path / "docs", texts)
    assert reported["2.md"][0] == reported["3.md"][0] == "ready"
    status, why = reported["1.md"]
    assert status == "failed" and "its disk does not answer" in why and "Check the file" in why
    assert [document.name for document in app.library.documents.all()] == ["2.md", "3.md"]
    assert not app.library.jobs.all() and all(check.passed for check in app.library.check())
    # The disk is there again.
    disk.end()
    disk.left = 100
    [again, *_] = app.intake.add([tmp_path / "docs" / "1.md"])
    assert again.status == "ready", again.problem


def test_a_reader_that_is_left_ends_and_one_that_is_slow_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "SILENT_SECONDS", 0.5)
    file = tmp_path / "large.bin"
    content = os.urandom(12 * patience.BLOCK_BYTES + 5)
    file.write_bytes(content)
    read = b""
    with patience.read_patiently(file) as (status, blocks):
        assert status.st_size == len(content)
        for block in blocks:
            time.sleep(0.06)  # whoever takes its time with a block loses nothing
            read += block
    assert read == content
    with patience.read_patiently(file):
        pass
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "reading"], 10)
