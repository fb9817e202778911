"""A file that is something else by the time it is opened: a pipe without a writer, a socket, a link. Nothing waits for it, and
nothing is read that nobody gave."""

import hashlib
import os
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from ragdesk.app.app import App
from ragdesk.domain.errors import UnreadableFileError
from ragdesk.domain.intake import Job
from ragdesk.host.paths import open_home
from ragdesk.host.regular import NotAFileError, open_regular
from ragdesk.ingesting.fingerprint import fingerprint
from ragdesk.ingesting.jobs import jobs_for
from ragdesk.ingesting.worker import ParseRequest, ParserPool
from ragdesk.storage.archive.disk import copy_checked

pytestmark = [
    pytest.mark.break_it("file swapped while it is taken in"),
    pytest.mark.skipif(os.name == "nt", reason="Windows has neither"),
    # What waits for a pipe waits for ever.
    pytest.mark.timeout(60),
]
MOST = 1_000_000


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    """A socket; its address may have few characters."""
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with closing(socket.socket(socket.AF_UNIX)) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(here)


def link(path: Path) -> None:
    secret = path.parent / "secret.txt"
    secret.write_text("A secret of somebody else.", encoding="utf-8")
    path.symlink_to(secret)


def folder(path: Path) -> None:
    path.mkdir()


def device(path: Path) -> None:
    try:
        os.mknod(path, 0o20666, os.makedev(1, 5))  # /dev/zero, which never ends
    except PermissionError:
        pytest.skip("only the superuser makes devices")


OTHERS = (pipe, listening, link, folder, device)


@pytest.fixture
def given(tmp_path: Path) -> Path:
    path = tmp_path / "note.md"
    path.write_text("The valve opens at four bars.", encoding="utf-8")
    return path


def swap_when_looked_at(given: Path, become: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies at `given` changes as soon as somebody has asked what it is."""
    look, waiting = Path.stat, [given]

    def seen(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        status = look(path, follow_symlinks=follow_symlinks)
        if path in waiting:
            waiting.remove(path)
            path.unlink()
            become(path)
        return status

    monkeypatch.setattr(Path, "stat", seen)


def job(path: Path) -> Job:
    return Job(path, str(path), path.name, "batch")


@pytest.mark.parametrize("become", OTHERS, ids=lambda one: one.__name__)
def test_what_is_swapped_between_the_look_and_the_opening_is_refused(
    given: Path, become: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    swap_when_looked_at(given, become, monkeypatch)
    with pytest.raises(UnreadableFileError, match=r"note\.md is not a file"):
        fingerprint(job(given), MOST)


@pytest.mark.parametrize("become", OTHERS, ids=lambda one: one.__name__)
def test_what_is_no_file_is_neither_opened_nor_parsed_nor_archived(
    given: Path, tmp_path: Path, become: Callable[[Path], None]
) -> None:
    digest = hashlib.sha256(given.read_bytes()).hexdigest()
    given.unlink()
    become(given)
    with pytest.raises(NotAFileError):
        open_regular(given)
    with pytest.raises(UnreadableFileError, match="not a file"):
        copy_checked(given, tmp_path / "copy", digest)
    with ParserPool(1, 20, 500, MOST) as pool:
        reading = pool.submit(ParseRequest(given, given.name, tmp_path / "unpacked"))
        with pytest.raises(UnreadableFileError, match="not a file"):
            reading.result(40)


def test_the_library_goes_on_past_a_file_that_became_a_pipe(
    given: Path, home_folder: Path, embedder: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = given.with_name("other.md")
    other.write_text("The pump starts at six.", encoding="utf-8")
    swap_when_looked_at(given, pipe, monkeypatch)
    with closing(App.open(open_home(home_folder))) as app:
        results = list(app.intake.add([given, other]))
        assert {Path(one.path).name: one.status for one in results} == {
            "note.md": "failed",
            "other.md": "ready",
        }
        assert "is not a file" in str(next(one.problem for one in results if one.status == "failed"))


def test_a_link_that_is_named_is_followed_and_one_that_takes_a_files_place_is_not(
    given: Path, tmp_path: Path
) -> None:
    named = tmp_path / "named.md"
    named.symlink_to(given)
    [one], _ = jobs_for([named], "batch", "")
    assert one.source == str(named) and one.name == "named.md"
    info, digest = fingerprint(one, MOST)
    assert digest == hashlib.sha256(given.read_bytes()).hexdigest() and info.path == str(named)

    [found], _ = jobs_for([tmp_path], "batch", "")
    given.unlink()
    link(given)
    for seen in (found, *jobs_for([given], "batch", "", follow=False)[0]):
        with pytest.raises(UnreadableFileError, match="not a file"):
            fingerprint(seen, MOST)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with suppress(UnreadableFileError):
        fingerprint(jobs_for([loop], "batch", "")[0][0], MOST)
        pytest.fail("a link to itself is no file")
