"""How long the queue will take: by the bytes that were read and those to come, not by the number of files."""

import time
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.domain.intake import IngestProgress
from ragdesk.host.paths import open_home


def test_a_large_file_to_come_takes_longer_than_the_small_ones_that_are_done(tmp_path: Path) -> None:
    large, small = tmp_path / "large.txt", tmp_path / "small.txt"
    small.write_bytes(b"x" * 100)
    large.write_bytes(b"y" * 10_000)
    app = App.open(open_home(tmp_path / "home"))
    intake = app.intake
    try:
        intake.queue([small, large])
        assert intake.state().seconds_left is None, "nothing was read yet"
        # As the work says it: one file is done after ten seconds, and of the large one a quarter.
        intake._began, intake._done = time.monotonic() - 10, 1
        intake._bytes_done = intake._sizes.pop(str(small))
        intake._library.jobs.finish([job for job in intake.state().waiting if job.source == str(small)])
        intake._show(IngestProgress(str(large), "encoding", 0.25, 1, 2))
        intake._sizes.pop(str(small), None)
        left = intake.state().seconds_left
    finally:
        app.close()
    # 2,600 bytes in ten seconds, 7,500 to come; by files it would be ten.
    assert left == pytest.approx(10 * 7_500 / 2_600, rel=0.2)


def test_a_few_small_files_say_nothing_of_a_large_one(tmp_path: Path) -> None:
    large, small = tmp_path / "large.pdf", tmp_path / "small.txt"
    small.write_bytes(b"x" * 100)
    large.write_bytes(b"y" * 1_000_000)
    app = App.open(open_home(tmp_path / "home"))
    intake = app.intake
    try:
        intake.queue([small, large])
        intake.state()
        intake._began, intake._done = time.monotonic() - 10, 1
        intake._bytes_done = intake._sizes.pop(str(small))
        intake._library.jobs.finish([job for job in intake.state().waiting if job.source == str(small)])
        intake._show(IngestProgress(str(large), "reading", 0.0, 1, 2))
        assert intake.state().seconds_left is None
        intake._show(IngestProgress(str(large), "encoding", 0.1, 1, 2))
        assert intake.state().seconds_left is not None
    finally:
        app.close()
