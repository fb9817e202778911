"""Folders of the archive that lie in one another's places: they are found and put back, and no original is lost on the way."""

import itertools
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from storage.samples import New, assert_consistent, encode, open_library, put, words

from ragdesk.domain.intake import NewDocument
from ragdesk.domain.models import Check
from ragdesk.host.paths import Home
from ragdesk.storage import own
from ragdesk.storage.library import Library

pytestmark = pytest.mark.break_it("exchanged folders of the archive")


@pytest.fixture
def documents(library: Library, new: New) -> list[NewDocument]:
    made = [new(f"The {word} is checked.", name=f"{word}.txt") for word in ("autoclave", "boiler", "crane")]
    put(library, *made)
    return made


def turn(home: Home, documents: Sequence[NewDocument]) -> None:
    """Each folder is called as the next one."""
    ids = [one.document.id for one in documents]
    for document_id in ids:
        (home.archive / document_id).rename(home.temporary / document_id)
    for document_id, called in zip(ids, [*ids[1:], ids[0]], strict=True):
        (home.temporary / document_id).rename(home.archive / called)


def failed(library: Library) -> list[Check]:
    return [check for check in library.check() if not check.passed]


def are_back(library: Library, documents: Sequence[NewDocument]) -> bool:
    assert_consistent(library)
    return all(
        library.original(one.document.id).read_bytes() == one.parsed.text.encode()
        and library.text(one.document.id) == one.parsed.text
        for one in documents
    )


@pytest.mark.parametrize("many", [2, 3])
def test_the_doctor_says_so_and_a_rebuild_puts_them_back(
    library: Library, home: Home, documents: list[NewDocument], many: int
) -> None:
    turn(home, documents[:many])
    [check] = failed(library)
    assert check.name == "archive" and "exchanged" in check.detail and "not whole" not in check.detail
    assert all(one.document.id in check.detail for one in documents[:many])
    assert "puts them back" in check.hint
    library.rebuild(encode)
    assert are_back(library, documents)


@pytest.mark.parametrize("many", [2, 3])
def test_removing_one_puts_the_others_back_first(
    library: Library, home: Home, documents: list[NewDocument], many: int
) -> None:
    turn(home, documents[:many])
    with library.write_session() as writer:
        [receipt] = writer.remove([documents[0].document.id])
    assert dict(receipt.purged)["files"] == 4
    assert are_back(library, documents[1:]) and words(library, "autoclave") == []
    assert not [path for path in home.archive.rglob("original*") if b"autoclave" in path.read_bytes()]
    assert not any((home.temporary / "store").iterdir())


def test_removing_all_of_them_leaves_nothing(
    library: Library, home: Home, documents: list[NewDocument]
) -> None:
    turn(home, documents)
    with library.write_session() as writer:
        assert len(writer.remove([one.document.id for one in documents])) == 3
    assert list(home.archive.iterdir()) == [] and library.jobs.all() == []


def test_a_folder_under_the_name_of_no_document_is_put_back_not_cleared_away(
    library: Library, home: Home, documents: list[NewDocument]
) -> None:
    (home.archive / documents[0].document.id).rename(home.archive / ("f" * 16))
    [check] = failed(library)
    assert "exchanged" in check.detail and "f" * 16 in check.detail
    with library.write_session():
        pass
    assert are_back(library, documents)


def test_with_the_ledger_lost_as_well_each_is_taken_in_again(
    library: Library, home: Home, documents: list[NewDocument]
) -> None:
    turn(home, documents)
    library.close()
    home.ledger.unlink()
    with open_library(home) as library:
        with library.write_session():
            pass
        waiting = {job.name: job.path.read_text() for job in library.jobs.all()}
    assert waiting == {one.document.name: one.parsed.text for one in documents}


def test_a_damaged_original_gets_the_place_that_comes_free(
    library: Library, home: Home, documents: list[NewDocument]
) -> None:
    one, other, whole = documents
    turn(home, [one, other])
    (home.archive / other.document.id / "original.txt").write_bytes(b"The autoclave is chec")
    library.rebuild(encode)
    assert library.original(other.document.id).read_bytes() == other.parsed.text.encode()
    assert library.original(one.document.id).read_bytes() == b"The autoclave is chec"
    [check] = failed(library)
    assert check.detail == f"not whole: {one.document.id}" and "Save their originals" in check.hint
    assert whole.document.id not in check.detail


def test_a_second_copy_and_a_damaged_original_move_nothing(
    library: Library, home: Home, documents: list[NewDocument]
) -> None:
    one, other, damaged = (home.archive / each.document.id for each in documents)
    shutil.rmtree(other)
    shutil.copytree(one, other)
    (damaged / "original.txt").write_bytes(b"?")
    before = {path: path.read_bytes() for path in home.archive.rglob("*") if path.is_file()}
    with library.write_session() as writer:
        writer.put_folders_back()
    assert {path: path.read_bytes() for path in home.archive.rglob("*") if path.is_file()} == before


def test_a_kill_at_any_rename_loses_nothing(
    library: Library, home: Home, documents: list[NewDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    rename, tried = Path.rename, 0
    for last in itertools.count():
        turn(home, documents)
        done = itertools.count()

        def until_killed(
            path: Path, target: Path, done: "itertools.count[int]" = done, last: int = last
        ) -> Path:
            if next(done) == last:
                raise Killed
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", until_killed)
        try:
            with library.write_session() as writer:
                writer.put_folders_back()
        except Killed:
            tried += 1
        else:
            break
        finally:
            monkeypatch.setattr(Path, "rename", rename)
        assert own.strays(home) == []
        with open_library(home) as again:
            if last:
                again.settle()
            else:  # nothing was begun
                again.rebuild(encode)
            assert are_back(again, documents)
    assert tried == 6
