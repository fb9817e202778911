"""How long the queue will take: by the bytes that were read and those to come, not by the number of files."""

import time
from itertools import pairwise
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
    # 6,350 bytes in ten seconds (it is read, and a quarter of its passages is learned), 3,750 to come; by files it would be ten.
    assert left == pytest.approx(10 * 3_750 / 6_350, rel=0.2)


def test_what_was_done_of_a_file_counts_while_another_one_is_in_hand(tmp_path: Path) -> None:
    scan, log = tmp_path / "scan.pdf", tmp_path / "log.pdf"
    scan.write_bytes(b"x" * 10_000)
    log.write_bytes(b"y" * 10_000)
    app = App.open(open_home(tmp_path / "home"))
    intake = app.intake
    try:
        intake.queue([scan, log])
        intake.state()
        intake._began, intake._done = time.monotonic() - 10, 1
        left = []
        for path, stage, fraction in (
            (scan, "reading", 0.5),
            (log, "encoding", 0.5),
            (scan, "reading", 0.9),
            (log, "encoding", 0.8),
            (scan, "encoding", 0.0),
        ):
            intake._show(IngestProgress(str(path), stage, fraction, 1, 3))  # type: ignore[arg-type]
            left.append(intake.state().seconds_left or 0.0)
    finally:
        app.close()
    assert all(later < earlier for earlier, later in pairwise(left)), left


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
