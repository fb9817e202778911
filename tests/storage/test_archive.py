"""The archive's folders: whole or not there, exact to the byte, and nowhere else."""

import hashlib
import io
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from storage.samples import make_document

from ragdesk.domain.errors import UnknownIdError, UnreadableFileError
from ragdesk.domain.intake import NewDocument
from ragdesk.storage.archive.archive import Archive


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    (tmp_path / "archive").mkdir()
    return Archive(tmp_path / "archive", tmp_path / "aside")


def stage(archive: Archive, new: NewDocument) -> Path:
    return archive.stage(new.document, new.sha256, new.parsed.text, new.original, new.layout)


def publish(archive: Archive, new: NewDocument) -> str:
    archive.publish(stage(archive, new))
    return new.document.id


@pytest.mark.parametrize(
    "text", ["plain", "one\ntwo\n\n", "tab\t\u2028 \x85 \x0b \x0c", "😀 é ﬁ\u00ad", "\ufeffmark"]
)
def test_the_text_comes_back_to_the_character(archive: Archive, tmp_path: Path, text: str) -> None:
    new = make_document(tmp_path, text)
    assert archive.text(publish(archive, new)) == text


def test_the_original_and_the_layout_come_back_to_the_byte(archive: Archive, tmp_path: Path) -> None:
    new = make_document(tmp_path, "text", name="Report Final.PDF", layout=b"\x00\x01layout")
    document_id = publish(archive, new)
    assert archive.original(document_id).name == "original.pdf"
    assert archive.original(document_id).read_bytes() == b"text"
    assert archive.layout_bytes(document_id) == b"\x00\x01layout"


def test_a_document_without_a_layout_has_none(archive: Archive, tmp_path: Path) -> None:
    assert archive.layout_bytes(publish(archive, make_document(tmp_path, "text"))) is None


def test_what_is_staged_is_not_seen(archive: Archive, tmp_path: Path) -> None:
    new = make_document(tmp_path, "text")
    stage(archive, new)
    with pytest.raises(UnknownIdError):
        archive.text(new.document.id)
    assert archive.ids() == set()


def test_a_file_that_changed_since_it_was_parsed_is_refused(archive: Archive, tmp_path: Path) -> None:
    new = make_document(tmp_path, "text")
    new.original.write_text("another text")
    with pytest.raises(UnreadableFileError) as caught:
        stage(archive, new)
    assert "changed" in caught.value.message


def test_a_file_that_went_away_is_refused(archive: Archive, tmp_path: Path) -> None:
    new = make_document(tmp_path, "text")
    new.original.unlink()
    with pytest.raises(UnreadableFileError):
        stage(archive, new)


def test_removing_says_how_much_went_and_a_cached_text_goes_too(archive: Archive, tmp_path: Path) -> None:
    document_id = publish(archive, make_document(tmp_path, "text"))
    assert archive.text(document_id) == "text"
    files, size = archive.remove(document_id)
    assert files == 4
    assert size > 8
    with pytest.raises(UnknownIdError):
        archive.text(document_id)
    assert archive.remove(document_id) == (0, 0)
    assert list((tmp_path / "aside").iterdir()) == []


def test_a_text_that_another_process_removed_is_not_served_from_memory(
    archive: Archive, tmp_path: Path
) -> None:
    document_id = publish(archive, make_document(tmp_path, "text"))
    assert archive.text(document_id) == "text"
    Archive(tmp_path / "archive", tmp_path / "aside2").remove(document_id)
    with pytest.raises(UnknownIdError):
        archive.text(document_id)


@pytest.mark.parametrize(
    "document_id",
    ["../../etc/passwd", "..", "", "ABCDEF0123456789", "0" * 15, "0" * 17, "0" * 16 + "\n", "/" + "0" * 15],
)
def test_what_is_no_id_leads_nowhere(archive: Archive, document_id: str) -> None:
    for read in (archive.text, archive.original, archive.layout_bytes, archive.remove):
        with pytest.raises(UnknownIdError):
            read(document_id)


@pytest.mark.parametrize(
    "name", ["../../evil.txt", "a/b.txt", "x.txt/..", "n\x00ul.txt", "x." + "e" * 300, "..", ".hidden"]
)
def test_a_hostile_file_name_stays_inside_the_folder(archive: Archive, tmp_path: Path, name: str) -> None:
    document_id = publish(archive, make_document(tmp_path, f"text of {name}", name=name))
    original = archive.original(document_id)
    assert original.parent == tmp_path / "archive" / document_id
    assert original.name in {"original", "original.txt"}


def test_strays_and_half_made_folders_are_discarded(archive: Archive, tmp_path: Path) -> None:
    known = publish(archive, make_document(tmp_path, "known"))
    stray = publish(archive, make_document(tmp_path, "stray"))
    stage(archive, make_document(tmp_path, "half-made"))
    archive.discard_strays({known})
    assert archive.ids() == {known}
    assert stray not in archive.ids()
    assert list((tmp_path / "aside").iterdir()) == []


@pytest.mark.parametrize("name", ["document.md", "original.txt", "metadata.json", "layout.npz"])
def test_a_folder_with_a_file_missing_or_cut_off_is_not_whole(
    archive: Archive, tmp_path: Path, name: str
) -> None:
    arrays = io.BytesIO()
    np.savez_compressed(arrays, spans=np.zeros((9, 2)))
    new = make_document(tmp_path, "text", layout=arrays.getvalue())
    document_id = publish(archive, new)
    assert archive.is_whole(document_id, new.sha256)
    path = tmp_path / "archive" / document_id / name
    content = path.read_bytes()
    if name != "document.md":  # what is in it is compared with the ledger
        path.write_bytes(content[:-1])
        assert not archive.is_whole(document_id, new.sha256)
    path.unlink()
    assert not archive.is_whole(document_id, new.sha256)


def test_what_is_whole_and_unknown_is_told_from_what_a_crash_left(archive: Archive, tmp_path: Path) -> None:
    known, lost, half = (make_document(tmp_path, text, name=f"{text}.txt") for text in ("a", "b", "c"))
    for new in (known, lost, half):
        publish(archive, new)
    (tmp_path / "archive" / half.document.id / "original.txt").write_text("x")
    (tmp_path / "archive" / "stray").mkdir()
    assert archive.strays({known.document.id}) == {lost.document.id: "b.txt"}
    archive.lend(lost.document.id, tmp_path / "lent")
    archive.discard_strays({known.document.id})
    assert (tmp_path / "lent").read_text() == "b"


def test_a_large_original_is_copied_whole(archive: Archive, tmp_path: Path) -> None:
    content = bytes(range(256)) * 20_000
    new = make_document(tmp_path, "text")
    new.original.write_bytes(content)
    folder = archive.stage(new.document, hashlib.sha256(content).hexdigest(), "text", new.original, None)
    archive.publish(folder)
    assert archive.original(new.document.id).read_bytes() == content


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc names what a descriptor is open on")
def test_each_file_is_whole_on_the_disk_before_it_is_counted_in(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Python still holds when a file is synced is lost with the power."""
    synced: dict[str, int] = {}
    sync = os.fsync

    def noting(descriptor: int) -> None:
        synced[str(Path(f"/proc/self/fd/{descriptor}").readlink())] = os.fstat(descriptor).st_size
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    new = make_document(tmp_path, "short", layout=b"layout")
    folder = stage(archive, new)
    files = {str(path): path.stat().st_size for path in folder.iterdir()}
    assert {path: synced[path] for path in files} == files and len(files) == 5
    archive.publish(folder)
    archive.stage_again(new.document, new.sha256, "shorter", None)
    again = archive._again(new.document.id)
    assert all(synced[str(path)] == path.stat().st_size > 0 for path in again.iterdir())
