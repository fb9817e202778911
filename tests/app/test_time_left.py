"""How long the queue will take: by the bytes that were read and those to come, not by the number of files."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.app.background import BackgroundIntake
from ragdesk.domain.intake import IngestProgress
from ragdesk.host.paths import open_home


@contextmanager
def queued(folder: Path, sizes: dict[str, int]) -> Iterator[tuple[BackgroundIntake, list[Path]]]:
    """A queue of files of so many bytes, at which the work began ten seconds ago."""
    files = [folder / name for name in sizes]
    for file in files:
        file.write_bytes(b"x" * sizes[file.name])
    app = App.open(open_home(folder / "home"))
    try:
        app.intake.queue(files)
        assert app.intake.state().seconds_left is None, "nothing was read yet"
        app.intake._began, app.intake._done = time.monotonic() - 10, 1
        yield app.intake, files
    finally:
        app.close()


def finish(intake: BackgroundIntake, file: Path) -> None:
    """As the work says that a file is done."""
    intake._bytes_done = intake._sizes.pop(str(file))
    intake._library.jobs.finish([job for job in intake.state().waiting if job.source == str(file)])


def test_a_large_file_to_come_takes_longer_than_the_small_ones_that_are_done(tmp_path: Path) -> None:
    with queued(tmp_path, {"small.txt": 100, "large.txt": 10_000}) as (intake, (small, large)):
        finish(intake, small)
        intake._show(IngestProgress(str(large), "encoding", 0.25, 1, 2))
        intake._sizes.pop(str(small), None)
        left = intake.state().seconds_left
    # 6,350 bytes in ten seconds (it is read, and a quarter of its passages is learned), 3,750 to come; by files it would be ten.
    assert left == pytest.approx(10 * 3_750 / 6_350, rel=0.2)


def test_what_was_done_of_a_file_counts_while_another_one_is_in_hand(tmp_path: Path) -> None:
    with queued(tmp_path, {"scan.pdf": 10_000, "log.pdf": 10_000}) as (intake, (scan, log)):
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
    assert all(later < earlier for earlier, later in pairwise(left)), left


def test_a_few_small_files_say_nothing_of_a_large_one(tmp_path: Path) -> None:
    with queued(tmp_path, {"small.txt": 100, "large.pdf": 1_000_000}) as (intake, (small, large)):
        finish(intake, small)
        intake._show(IngestProgress(str(large), "reading", 0.0, 1, 2))
        assert intake.state().seconds_left is None
        intake._show(IngestProgress(str(large), "encoding", 0.1, 1, 2))
        assert intake.state().seconds_left is not None
