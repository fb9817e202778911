"""Where documents come from, how new versions take the place of old ones, and how documents go."""

import pytest
from storage.samples import (
    SOP,
    New,
    assert_consistent,
    put,
    words,
)

from ragdesk.domain.errors import Problem, UnknownIdError
from ragdesk.domain.intake import SourceInfo
from ragdesk.host.paths import Home
from ragdesk.storage.aside import ASIDE
from ragdesk.storage.library import Library


def test_a_source_is_known_by_its_size_and_time(library: Library, new: New) -> None:
    document = new(SOP, path="/sop.txt")
    put(library, document)
    known = library.sources.get("/sop.txt")
    assert known is not None
    assert (known.document_id, known.bytes, known.mtime_ns) == (document.document.id, len(SOP), 1)
    assert (known.content_version, known.problem) == (1, None)
    assert library.sources.get("/elsewhere.txt") is None


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
    document = library.documents.all()[0]
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
        assert writer.attach_source(one.document.id, SourceInfo("/3.txt", 13, 5), "Quality") == []
        (removal,) = writer.attach_source(one.document.id, SourceInfo("/2.txt", 13, 5))
        with pytest.raises(UnknownIdError):
            writer.attach_source("0" * 16, SourceInfo("/4.txt", 1, 1))
    assert removal.document_id == two.document.id
    assert [document.sources for document in library.documents.all()] == [("/1.txt", "/2.txt", "/3.txt")]
    assert library.documents.all()[0].collections == ("Quality",)
    assert_consistent(library)


def test_a_file_that_failed_is_remembered_until_it_succeeds(library: Library, new: New) -> None:
    with library.write_session() as writer:
        writer.record_failure(SourceInfo("/sop.txt", 7, 1), Problem("It needs a password."))
    (problem,) = library.sources.problems()
    assert (problem.path, problem.problem, problem.document_id) == (
        "/sop.txt",
        Problem("It needs a password."),
        None,
    )
    put(library, new(SOP, path="/sop.txt"))
    assert library.sources.problems() == []


def test_a_file_that_fails_later_keeps_its_last_good_version(library: Library, new: New) -> None:
    document = new(SOP, path="/sop.txt")
    put(library, document)
    with library.write_session() as writer:
        writer.record_failure(SourceInfo("/sop.txt", 7, 2), Problem("It is damaged."))
    known = library.sources.get("/sop.txt")
    assert known is not None
    assert (known.document_id, known.problem) == (document.document.id, Problem("It is damaged."))
    assert words(library, "autoclave")
    with library.write_session() as writer:
        assert len(writer.forget_source("/sop.txt")) == 1
        assert writer.forget_source("/sop.txt") == []


def test_a_removal_says_what_was_purged_from_each_store(library: Library, new: New) -> None:
    document = new(SOP)
    put(library, document, new("Other", name="other.txt"))
    with library.write_session() as writer:
        (removal,) = writer.remove([document.document.id])
    purged = dict(removal.purged)
    assert purged.pop("bytes") > 2 * len(SOP)
    assert purged == {"documents": 1, "pages": 1, "chunks": 2, "vectors": 2, "words": 2, "files": 4}
    assert_consistent(library)


def test_removing_one_that_is_not_there_removes_none(library: Library, new: New) -> None:
    document = new(SOP)
    put(library, document)
    with library.write_session() as writer, pytest.raises(UnknownIdError):
        writer.remove([document.document.id, "0" * 16])
    assert len(library.documents.all()) == 1


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
    # What is kept aside is random, and holds any three bytes.
    files = [path for path in home.root.rglob("*") if path.is_file() and path.name != ASIDE]
    left = [(path.name, trace) for path in files for trace in traces if trace in path.read_bytes()]
    assert left == []
    assert_consistent(library)
    assert len(library.documents.all()) == 30


def test_a_sentence_that_an_older_version_kept_is_shown_as_it_is(library: Library) -> None:
    with library.write_session() as writer:
        writer.record_failure(
            SourceInfo("/sop.txt", 7, 1), Problem("{file} is empty.", "Add it.", file="sop.txt")
        )
    (source,) = library.sources.problems()
    assert str(source.problem) == "sop.txt is empty. Add it."
    sentence = "sop {1}.txt is empty. Check whether it was saved completely."
    with library._ledger.database.writing() as connection:
        connection.execute("UPDATE sources SET problem = ?", (sentence,))
    (source,) = library.sources.problems()
    assert str(source.problem) == sentence
