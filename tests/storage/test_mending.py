"""Without an embedder, with another one, and with damaged files: what still works, and how it is mended."""

import sqlite3
from collections.abc import Sequence

import pytest
from filelock import FileLock
from storage.samples import (
    EVERYWHERE,
    FINGERPRINT,
    SOP,
    New,
    assert_consistent,
    encode,
    nearest,
    open_library,
    put,
    words,
)

from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.errors import ModelMissingError, StoreError
from ragdesk.host.paths import Home
from ragdesk.storage.ledger.documents import Documents
from ragdesk.storage.library import Library


def test_without_an_embedder_words_are_searched_and_removed_but_nothing_is_added(
    library: Library, home: Home, new: New
) -> None:
    document = new(SOP)
    put(library, document)
    with open_library(home, fingerprint=None) as bare:
        assert len(words(bare, "autoclave")) == 1
        with pytest.raises(ModelMissingError):
            bare.search_vector(document.vectors[0], 5, EVERYWHERE)
        with bare.write_session() as writer:
            with pytest.raises(ModelMissingError):
                writer.put([new("more")])
            writer.remove([document.document.id])
        assert words(bare, "autoclave") == []
    assert_consistent(library)


def test_another_embedder_keeps_words_and_gets_its_vectors_one_by_one(
    library: Library, home: Home, new: New
) -> None:
    one, two = new("autoclave one", name="1.txt"), new("autoclave two\nautoclave three", name="2.txt")
    put(library, one, two)
    library.close()
    with open_library(home, fingerprint="another@fedcba") as other:
        ids = {one.document.id, two.document.id}
        assert set(other.needs_reencoding()) == ids
        assert len(words(other, "autoclave")) == 3
        assert nearest(other, one, 0) == []
        with other.write_session() as writer:
            assert len(words(other, "autoclave")) == 3
            writer.reencode({two.document.id: two.vectors})
            writer.reencode({two.document.id: two.vectors})
        assert other.needs_reencoding() == [one.document.id]
        assert set(nearest(other, one, 0)) == {"autoclave two", "autoclave three"}
        assert [check.name for check in other.check() if not check.passed] == ["encoded"]
        with other.write_session() as writer:
            writer.reencode({one.document.id: one.vectors})
        assert_consistent(other)
    assert [path.name for path in home.index.iterdir()] == ["another-fedcba"]


def test_going_back_to_the_first_embedder_does_not_trust_its_deleted_index(
    library: Library, home: Home, new: New
) -> None:
    document = new(SOP)
    put(library, document)
    for fingerprint in ("another@fedcba", FINGERPRINT):
        with open_library(home, fingerprint) as other:
            with other.write_session():
                pass
            assert other.needs_reencoding() == [document.document.id]


def damaged(library: Library) -> set[str]:
    return {check.name for check in library.check() if not check.passed and check.hint}


def test_the_doctor_finds_what_is_missing_or_too_much_in_each_store(
    library: Library, home: Home, new: New
) -> None:
    document, other = new(SOP), new("Other", name="other.txt")
    put(library, document, other)
    index = library._indexes.current()  # what a person cannot do, a disk can
    assert index is not None
    index.words.purge({other.document.id}, lambda _: [])
    assert damaged(library) == {"words"}
    index.vectors.append(["surplus"], ["0" * 16], document.vectors[:1])
    assert damaged(library) == {"words", "vectors"}
    (home.archive / document.document.id / "document.md").write_text("another text")
    assert damaged(library) == {"words", "vectors", "passages"}
    (home.archive / other.document.id / "document.md").unlink()
    (home.archive / ("f" * 16)).mkdir()
    assert damaged(library) == {"words", "vectors", "passages", "archive"}


def test_a_rebuild_mends_both_indexes_even_if_they_cannot_be_opened(
    library: Library, home: Home, new: New
) -> None:
    document = new(SOP)
    put(library, document, new("Other", name="other.txt"))
    library.close()
    for path in home.index.rglob("*"):
        if path.is_file():
            path.write_bytes(b"garbage")
    with open_library(home) as library:
        assert damaged(library) >= {"words", "vectors"}
        with pytest.raises(StoreError):
            words(library, "autoclave")
        library.rebuild(encode)
        assert_consistent(library)
        assert len(words(library, "autoclave")) == 1
        assert nearest(library, document, 0)[0] == document.chunks[0].text
    with open_library(home) as library, library.write_session():
        assert len(list(next(home.index.iterdir()).iterdir())) == 1


def test_what_was_half_removed_is_in_no_index_after_a_rebuild_that_failed(
    library: Library, home: Home, new: New
) -> None:
    document, kept = new(SOP), new("Other", name="other.txt")
    put(library, document, kept)
    with library._ledger.database.writing() as connection:
        Documents.set_state(connection, [document.document.id], "removing")

    def full(texts: Sequence[str]) -> FloatArray:
        raise StoreError("The disk is full.", "Make room on it.")

    with pytest.raises(StoreError):
        library.rebuild(full)
    library.close()
    with open_library(home) as again:
        again.settle()
        assert all(check.passed for check in again.check())
        index = again._indexes.current()
        assert index is not None and index.words.ids() == {chunk.id for chunk in kept.chunks}
    with open_library(home) as again:
        with again._ledger.database.writing() as connection:
            Documents.set_state(connection, [kept.document.id], "removing")
        again.rebuild(encode)
        assert all(check.passed for check in again.check())
        assert again.documents.all() == [] and not (home.archive / kept.document.id).exists()


def test_a_rebuild_is_seen_by_a_library_that_is_open_elsewhere(
    library: Library, home: Home, new: New
) -> None:
    document = new(SOP)
    put(library, document)
    other = open_library(home)
    assert len(words(other, "autoclave")) == 1
    library.rebuild(encode)
    with library.write_session() as writer:
        writer.put([new("autoclave again", name="again.txt")])
    assert len(words(other, "autoclave")) == 2
    assert len(nearest(other, document, 0)) == 3


def test_what_a_crash_left_is_settled_at_the_next_start_unless_somebody_is_writing(
    library: Library, home: Home, new: New
) -> None:
    whole, half = new("autoclave one", name="1.txt"), new("autoclave two", name="2.txt")
    put(library, whole, half)
    with sqlite3.connect(home.ledger) as ledger:
        ledger.execute("UPDATE documents SET state = 'indexing' WHERE id = ?", (half.document.id,))
    ledger.close()
    with FileLock(home.write_lock):
        library.settle()
    assert "half-done" in [check.name for check in library.check() if not check.passed]
    library.settle()
    assert_consistent(library)
    assert [document.id for document in library.documents.all()] == [whole.document.id]


def test_a_damaged_index_keeps_nobody_from_opening_what_a_crash_left(
    library: Library, home: Home, new: New
) -> None:
    """Opening settles; that needs the index, and `doctor --rebuild`, which mends it, has to open the library first."""
    whole, half = new("autoclave one", name="1.txt"), new("autoclave two", name="2.txt")
    put(library, whole, half)
    library.close()
    with sqlite3.connect(home.ledger) as ledger:
        ledger.execute("UPDATE documents SET state = 'indexing' WHERE id = ?", (half.document.id,))
    ledger.close()
    for path in (*home.index.rglob("*.manifest"), *home.index.rglob("meta.json")):
        path.write_bytes(b"")
    with open_library(home) as library:
        library.settle()
        assert damaged(library) == {"half-done", "words", "vectors"}
        assert library.text(whole.document.id) == "autoclave one"
        library.rebuild(encode)
        assert_consistent(library)


def test_the_doctor_finds_a_changed_byte_in_each_file_of_the_word_index(
    library: Library, home: Home, new: New
) -> None:
    put(library, new(SOP))
    files = [path for path in home.index.rglob("words/*") if path.suffix not in ("", ".json", ".lock")]
    assert len(files) == 6
    for path in files:
        content = path.read_bytes()
        path.write_bytes(bytes([content[0] ^ 1]) + content[1:])
        assert damaged(library) == {"words"}
        path.write_bytes(content)
        assert damaged(library) == set()


def test_documents_whose_ledger_is_lost_are_queued_again_and_those_of_another_version_too(
    library: Library, home: Home, new: New
) -> None:
    document, other = new(SOP), new("Other", name="other.txt")
    put(library, document, other)
    library.close()
    home.ledger.unlink()
    for _ in range(2):  # a kill before they are taken in changes nothing
        with open_library(home) as library:
            library.settle()
            waiting = {job.name: job.path.read_text() for job in library.jobs.all()}
            assert waiting == {"note.txt": SOP, "other.txt": "Other"}
            assert [job.source for job in library.jobs.all()] == [
                f"dropped/{each.document.id}/{each.document.name}"
                for each in sorted((document, other), key=lambda one: one.document.id)
            ]
            assert list(home.archive.iterdir()) == []


def test_an_emptied_ledger_is_no_new_one(library: Library, home: Home, new: New) -> None:
    put(library, new(SOP))
    library.close()
    home.ledger.write_bytes(b"")
    with pytest.raises(StoreError, match="is empty, though there are documents") as caught:
        open_library(home)
    assert "delete it" in caught.value.hint


@pytest.mark.parametrize("at", [0, 30, 90, 110, 4_000])
def test_a_damaged_ledger_is_always_said(library: Library, home: Home, new: New, at: int) -> None:
    put(library, new(SOP))
    library.close()
    content = bytearray(home.ledger.read_bytes())
    content[at : at + 600] = bytes(range(130, 230)) * 6  # no UTF-8 either, also where an error quotes it
    home.ledger.write_bytes(content)
    try:
        with open_library(home) as library:
            assert "ledger" in damaged(library)
    except StoreError as error:
        assert "backup" in error.hint
