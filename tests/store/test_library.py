"""The stores together: what is put in is found by both engines, whatever else happens to the library
meanwhile."""

import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from store.samples import DIMENSIONS, FINGERPRINT, encode, open_library

from ragdesk.errors import (
    BusyError,
    ModelFailedError,
    ModelMissingError,
    StoreError,
    UnknownIdError,
)
from ragdesk.paths import Home
from ragdesk.store.library import Library
from ragdesk.types import Document, Found, Hit, NewDocument, Scope

New = Callable[..., NewDocument]
EVERYWHERE = Scope()
SOP = "The autoclave must cool for 45 minutes.\nVisitors sign the book at the gate."


def put(library: Library, *batch: NewDocument) -> None:
    with library.write_session() as writer:
        assert writer.put(batch).refused == ()


def texts(hits: list[Hit]) -> list[str]:
    return [hit.chunk.text for hit in hits]


def words(library: Library, query: str, scope: Scope = EVERYWHERE) -> list[str]:
    return texts(library.search_words(query, 10, scope))


def nearest(library: Library, new: NewDocument, ordinal: int, scope: Scope = EVERYWHERE) -> list[str]:
    return texts(library.search_vector(new.vectors[ordinal], 10, scope))


def assert_consistent(library: Library) -> None:
    assert [check for check in library.check() if not check.passed] == []


# ---------------------------------------------------------------- adding and finding


def test_what_is_put_in_is_found_by_both_engines(library: Library, new: New) -> None:
    document = new(SOP)
    put(library, document, new("Cats sleep.\nDogs bark.", name="pets.txt"))
    by_words = library.search_words("cooling autoclaves", 5, EVERYWHERE)
    assert [(hit.chunk, hit.source, hit.words_rank) for hit in by_words] == [(document.chunks[0], "words", 1)]
    by_vector = library.search_vector(document.vectors[0], 5, EVERYWHERE)
    assert by_vector[0].chunk == document.chunks[0]
    assert by_vector[0].vector_score == by_vector[0].score == pytest.approx(1.0, abs=1e-5)
    assert [hit.vector_rank for hit in by_vector] == [1, 2, 3, 4]
    assert_consistent(library)


def test_everything_put_in_comes_out_again(library: Library, new: New) -> None:
    document = new(
        SOP, name="sop.pdf", properties=(("sop_id", "SOP-1"),), layout=b"boxes", collection="Quality"
    )
    put(library, document)
    expected = replace(document.document, sources=(document.found.path,), collections=("Quality",))
    assert library.document(document.document.id) == expected
    assert library.documents() == [expected]
    assert library.by_sha256(document.sha256) == expected
    assert tuple(library.chunks(expected.id)) == document.chunks
    assert tuple(library.pages(expected.id)) == document.parsed.pages
    assert library.text(expected.id) == SOP
    assert library.layout_bytes(expected.id) == b"boxes"
    assert library.original(expected.id).read_text() == SOP
    ids = [document.chunks[1].id, "nowhere", document.chunks[0].id]
    assert library.chunks_by_id(ids) == [document.chunks[1], document.chunks[0]]


def test_a_library_that_was_never_written_is_empty_and_finds_nothing(library: Library) -> None:
    assert library.documents() == []
    assert words(library, "anything") == []
    assert library.search_vector(encode(["anything"])[0], 5, EVERYWHERE) == []
    assert_consistent(library)


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_no_more_hits_come_than_were_asked_for(library: Library, new: New, limit: int) -> None:
    put(library, new("\n".join(f"autoclave number {n}" for n in range(9))))
    assert len(library.search_words("autoclave", limit, EVERYWHERE)) == limit
    assert len(library.search_vector(encode(["autoclave"])[0], limit, EVERYWHERE)) == limit


def test_a_scope_holds_for_both_engines(library: Library, new: New) -> None:
    one, two = (
        new("autoclave one", name="1.txt", collection="A"),
        new("autoclave two", name="2.txt", collection="B"),
    )
    put(library, one, two)
    for scope in (Scope(("B",)), Scope(documents=(two.document.id,))):
        assert words(library, "autoclave", scope) == ["autoclave two"]
        assert nearest(library, one, 0, scope) == ["autoclave two"]


def test_a_batch_may_hold_the_same_bytes_twice(library: Library, new: New) -> None:
    put(library, new(SOP, path="/a.txt"), new(SOP, path="/b.txt"))
    assert [document.sources for document in library.documents()] == [("/a.txt", "/b.txt")]
    put(library, new(SOP, path="/c.txt", collection="Quality"))
    assert library.documents()[0].sources == ("/a.txt", "/b.txt", "/c.txt")
    assert library.documents()[0].collections == ("Quality",)
    assert len(words(library, "autoclave")) == 1
    assert_consistent(library)


def test_a_file_that_changed_while_it_was_added_is_refused_and_the_rest_goes_on(
    library: Library, new: New
) -> None:
    changed, other = new("autoclave old", path="/changed.txt"), new(SOP, path="/other.txt")
    changed.original.write_text("autoclave new")
    with library.write_session() as writer:
        stored = writer.put([changed, other])
    assert [path for path, _ in stored.refused] == ["/changed.txt"]
    assert [document.id for document in library.documents()] == [other.document.id]
    assert library.known("/changed.txt") is None
    assert_consistent(library)


def test_vectors_that_do_not_fit_are_refused_before_anything_is_stored(library: Library, new: New) -> None:
    good, bad = new(SOP), new("autoclave", name="bad.txt")
    with library.write_session() as writer:
        for vectors in (bad.vectors * 3, bad.vectors[:, :-1], np.zeros((0, DIMENSIONS), np.float32)):
            with pytest.raises(ModelFailedError):
                writer.put([good, replace(bad, vectors=vectors)])
    assert library.documents() == []
    assert_consistent(library)


def test_a_batch_that_fails_half_way_is_undone(library: Library, new: New, home: Home) -> None:
    put(library, new("autoclave kept", name="kept.txt"))
    twice = new("autoclave undone", name="undone.txt")
    broken = replace(twice, chunks=twice.chunks * 2, vectors=np.concatenate([twice.vectors] * 2))
    with library.write_session() as writer:
        with pytest.raises(StoreError):
            writer.put([new(SOP), broken])
        writer.put([new("autoclave after", name="after.txt")])
    assert sorted(words(library, "autoclave")) == ["autoclave after", "autoclave kept"]
    assert len(list(home.archive.iterdir())) == 2
    assert_consistent(library)


# ---------------------------------------------------------------- sources


def test_a_source_is_known_by_its_size_and_time(library: Library, new: New) -> None:
    document = new(SOP, path="/sop.txt")
    put(library, document)
    known = library.known("/sop.txt")
    assert known is not None
    assert (known.document_id, known.bytes, known.mtime_ns) == (document.document.id, len(SOP), 1)
    assert (known.content_version, known.problem) == (1, None)
    assert library.known("/elsewhere.txt") is None


def test_a_changed_file_takes_the_place_of_its_old_version(library: Library, new: New) -> None:
    old, changed = (
        new("autoclave old", path="/sop.txt", collection="Quality"),
        new("autoclave new", path="/sop.txt"),
    )
    put(library, old)
    with library.write_session() as writer:
        removed = writer.put([changed]).removed
    assert [removal.document_id for removal in removed] == [old.document.id]
    assert words(library, "autoclave") == ["autoclave new"]
    document = library.documents()[0]
    assert (document.content_version, document.collections) == (2, ("Quality",))
    assert_consistent(library)


def test_an_old_version_stays_while_another_source_points_at_it(library: Library, new: New) -> None:
    put(library, new("autoclave old", path="/a.txt"), new("autoclave old", path="/b.txt"))
    put(library, new("autoclave new", path="/a.txt"))
    assert sorted(words(library, "autoclave")) == ["autoclave new", "autoclave old"]
    with library.write_session() as writer:
        (removal,) = writer.forget_source("/b.txt")
    assert removal.title == "note.txt"
    assert words(library, "autoclave") == ["autoclave new"]
    assert_consistent(library)


def test_known_bytes_at_another_place_are_one_more_source(library: Library, new: New) -> None:
    one, two = new("autoclave one", path="/1.txt"), new("autoclave two", path="/2.txt")
    put(library, one, two)
    with library.write_session() as writer:
        assert writer.attach_source(one.document.id, Found("/3.txt", 13, 5), "Quality") == []
        (removal,) = writer.attach_source(one.document.id, Found("/2.txt", 13, 5))
        with pytest.raises(UnknownIdError):
            writer.attach_source("0" * 16, Found("/4.txt", 1, 1))
    assert removal.document_id == two.document.id
    assert [document.sources for document in library.documents()] == [("/1.txt", "/2.txt", "/3.txt")]
    assert library.documents()[0].collections == ("Quality",)
    assert_consistent(library)


def test_a_file_that_failed_is_remembered_until_it_succeeds(library: Library, new: New) -> None:
    with library.write_session() as writer:
        writer.record_failure(Found("/sop.txt", 7, 1), "It needs a password.")
    (problem,) = library.problems()
    assert (problem.path, problem.problem, problem.document_id) == ("/sop.txt", "It needs a password.", None)
    put(library, new(SOP, path="/sop.txt"))
    assert library.problems() == []


def test_a_file_that_fails_later_keeps_its_last_good_version(library: Library, new: New) -> None:
    document = new(SOP, path="/sop.txt")
    put(library, document)
    with library.write_session() as writer:
        writer.record_failure(Found("/sop.txt", 7, 2), "It is damaged.")
    known = library.known("/sop.txt")
    assert known is not None
    assert (known.document_id, known.problem) == (document.document.id, "It is damaged.")
    assert words(library, "autoclave")
    with library.write_session() as writer:
        assert len(writer.forget_source("/sop.txt")) == 1
        assert writer.forget_source("/sop.txt") == []


# ---------------------------------------------------------------- one writer, many readers


def test_a_second_writer_is_told_to_wait(library: Library, home: Home) -> None:
    other = open_library(home)
    with library.write_session():
        with pytest.raises(BusyError), other.write_session(wait=0.05):
            pass
        assert any("another process is writing" in check.detail for check in other.check())
    with other.write_session(wait=0.05):
        pass


def test_a_session_may_end_in_another_thread_than_it_began(library: Library, home: Home) -> None:
    session = library.write_session()
    session.__enter__()
    thread = threading.Thread(target=session.__exit__, args=(None, None, None))
    thread.start()
    thread.join()
    with open_library(home).write_session(wait=0.05):
        pass


def test_readers_never_see_a_half_of_what_is_put_in_or_replaced(library: Library, new: New) -> None:
    lines = [f"autoclave line {n}" for n in range(6)]
    put(library, new("\n".join(f"{line} v0" for line in lines), path="/a.txt"))
    versions = [new("\n".join(f"{line} v{v}" for line in lines), path="/a.txt") for v in range(1, 6)]
    problems: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            hits = library.search_words("autoclave", 20, EVERYWHERE) or library.search_words(
                "autoclave", 20, Scope()
            )
            seen = {text.rsplit(" ", 1)[1] for text in texts(hits)}
            if len(hits) != 6 or len(seen) > 1:
                problems.append(str(texts(hits)))

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for version in versions:
        put(library, version)
    done.set()
    for thread in threads:
        thread.join()
    assert problems == []
    assert_consistent(library)


# ---------------------------------------------------------------- without a model, and with another one


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


# ---------------------------------------------------------------- removing


def test_a_removal_says_what_was_purged_from_each_store(library: Library, new: New) -> None:
    document = new(SOP)
    put(library, document, new("Other", name="other.txt"))
    with library.write_session() as writer:
        (removal,) = writer.remove([document.document.id])
    purged = dict(removal.purged)
    assert purged.pop("bytes") > 2 * len(SOP)
    assert purged == {"documents": 1, "pages": 1, "chunks": 2, "vectors": 2, "words": 2, "files": 3}
    assert_consistent(library)


def test_removing_one_that_is_not_there_removes_none(library: Library, new: New) -> None:
    document = new(SOP)
    put(library, document)
    with library.write_session() as writer, pytest.raises(UnknownIdError):
        writer.remove([document.document.id, "0" * 16])
    assert len(library.documents()) == 1


def test_a_removed_document_leaves_no_byte_in_the_home(library: Library, home: Home, new: New) -> None:
    secret = new(
        "The xylophonist Wolfgrambe hid the emerald.\nZanzibarian cutlery was found.",
        name="secretname.txt",
        title="Quetzalcoatl",
        properties=(("sop_id", "SOP-XQJ-77"),),
        layout=b"layout-of-the-secret",
    )
    keep = [
        new("\n".join(f"harmless line {m} of file {n}" for m in range(20)), name=f"{n}.txt")
        for n in range(30)
    ]
    put(library, *keep[:15], secret, *keep[15:])
    with library.write_session() as writer:
        writer.remove([secret.document.id])
    traces = [
        *(
            b"xylophonist",
            b"Wolfgrambe",
            b"wolfgramb",
            b"Zanzibar",
            b"zanzibar",
            b"Quetzalcoatl",
            b"quetzalcoatl",
        ),
        *(b"secretname", b"xqj", b"XQJ", b"layout-of-the-secret"),
        *(
            secret.document.id.encode(),
            secret.sha256.encode(),
            *(chunk.id.encode() for chunk in secret.chunks),
        ),
        *(row.tobytes() for row in secret.vectors),
    ]
    files = [path for path in home.root.rglob("*") if path.is_file()]
    left = [(path.name, trace) for path in files for trace in traces if trace in path.read_bytes()]
    assert left == []
    assert_consistent(library)
    assert len(library.documents()) == 30


# ---------------------------------------------------------------- the doctor, and mending


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


def test_what_comes_out_is_a_document_and_not_a_row(library: Library, new: New) -> None:
    put(library, new(SOP))
    assert isinstance(library.documents()[0], Document)
