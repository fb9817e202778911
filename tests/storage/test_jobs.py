"""The queue: what waits, waits for as long as it takes, and its copies live exactly as long as it does."""

from pathlib import Path

import pytest
from storage.samples import New, open_library, put

from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import Job
from ragdesk.host.paths import Home
from ragdesk.storage.library import Library


def job(path: Path, batch: str = "b", **more: object) -> Job:
    return Job(path=path, source=str(path), name=path.name, batch=batch, **more)  # type: ignore[arg-type]


def copy(home: Home, name: str) -> Path:
    path = home.incoming / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("a copy", encoding="utf-8")
    return path


def names(library: Library) -> list[str]:
    return [each.name for each in library.jobs.all()]


def test_jobs_outlive_the_library_and_come_in_order_each_batch_by_itself(home: Home) -> None:
    with open_library(home) as library:
        library.jobs.add([job(Path("/1.txt")), job(Path("/2.txt"), "other"), job(Path("/3.txt"))])
    with open_library(home) as library:
        first = library.jobs.next(0, "b")
        assert first is not None and first == job(Path("/1.txt"), id=first.id)
        second = library.jobs.next(first.id, "b")
        assert second is not None and second.name == "3.txt"
        assert library.jobs.next(second.id, "b") is None
        anything = library.jobs.next(first.id)
        assert anything is not None and anything.name == "2.txt"
        assert (library.jobs.count("b"), library.jobs.count()) == (2, 3)
        assert library.jobs.batches() == ["b", "other"]
        library.jobs.move(["other"], "b")
        assert library.jobs.batches() == ["b"]


def test_a_file_that_is_asked_for_twice_waits_once_and_keeps_only_its_last_copy(
    library: Library, home: Home
) -> None:
    one, two = copy(home, "one"), copy(home, "two")
    library.jobs.add([Job(one, "dropped/x", "x", "b", ours=True), job(Path("/later.txt"))])
    library.jobs.add([Job(two, "dropped/x", "x", "b", ours=True)])
    assert names(library) == ["later.txt", "x"]
    assert not one.exists() and two.exists()


def test_finishing_deletes_copies_and_never_a_persons_own_file(
    library: Library, home: Home, tmp_path: Path
) -> None:
    theirs, ours = copy(home, "parts-1/0"), tmp_path / "mine.txt"
    ours.write_text("mine", encoding="utf-8")
    library.jobs.add([job(theirs, ours=True), job(ours)])
    library.jobs.finish(library.jobs.all())
    assert names(library) == []
    assert not theirs.exists() and not theirs.parent.exists() and home.incoming.exists()
    assert ours.exists()


def test_attempts_count_only_what_was_not_interrupted_on_purpose(library: Library) -> None:
    library.jobs.add([job(Path("/1.txt"))])
    [one] = library.jobs.all()
    assert library.jobs.begin(one)
    assert library.jobs.all()[0].attempts == 1
    library.jobs.give_back([one])
    assert library.jobs.all()[0].attempts == 0
    library.jobs.give_back([one])
    assert library.jobs.all()[0].attempts == 0
    library.jobs.finish([one])
    assert not library.jobs.begin(one), "it was cancelled"


def test_a_process_counts_as_one_attempt_however_often_its_storage_failed(
    library: Library, home: Home
) -> None:
    library.jobs.add([job(Path("/1.txt"))])
    [one] = library.jobs.all()
    assert library.jobs.begin(one) and library.jobs.begin(one)
    assert library.jobs.all()[0].attempts == 1
    with open_library(home) as after_it_was_killed:
        assert after_it_was_killed.jobs.begin(one)
    assert library.jobs.all()[0].attempts == 2
    library.jobs.hold(one, Problem("encrypted"))
    library.jobs.release(one.id)
    assert library.jobs.begin(one)
    assert library.jobs.all()[0].attempts == 1, "a person helped it on"


def test_a_held_job_is_passed_over_until_it_is_released(library: Library) -> None:
    library.jobs.add([job(Path("/1.pdf"))])
    [one] = library.jobs.all()
    library.jobs.hold(one, Problem("It needs a password."))
    assert library.jobs.next(0) is None and library.jobs.count() == 0
    assert [each.problem for each in library.jobs.all()] == [Problem("It needs a password.")]
    library.jobs.release(one.id)
    assert library.jobs.next(0) is not None


def test_the_next_session_deletes_copies_that_no_job_needs(library: Library, home: Home, new: New) -> None:
    put(library, new("something"))
    wanted, wanted_part = copy(home, "wanted"), copy(home, "parts-1/0")
    stray, stray_part = copy(home, "text-0123456789abcdef"), copy(home, "parts-2/0")
    library.jobs.add([job(wanted, ours=True), job(wanted_part, ours=True, container="")])
    with library.write_session():
        pass
    assert wanted.exists() and wanted_part.exists()
    assert not stray.exists() and not stray_part.parent.exists()


@pytest.mark.parametrize("name", ["line\nbreak.txt", "esc\x1b[2J.txt", "ü" * 127, "'; DROP TABLE jobs; --"])
def test_no_name_is_too_odd_to_wait(library: Library, name: str) -> None:
    library.jobs.add([job(Path("/", name))])
    assert [each.path for each in library.jobs.all()] == [Path("/", name)]
