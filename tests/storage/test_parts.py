"""Files inside of files: they are found where their container is, and go when it is nowhere any more."""

from dataclasses import replace
from pathlib import Path

from storage.samples import New, assert_consistent, put, words

from ragdesk.domain.errors import Problem
from ragdesk.domain.intake import Job, NewDocument, SourceInfo
from ragdesk.host.paths import Home
from ragdesk.storage.library import Library


def inside(container: NewDocument, part: NewDocument, name: str, place: str | None = None) -> NewDocument:
    """The part as it is found in the container."""
    where = place or container.file.path
    file = SourceInfo(f"{where}!/{name}", 1, 1, where, container.document.id, container.file.depth + 1)
    return replace(part, file=file)


def titles(library: Library) -> list[str]:
    return sorted(document.name for document in library.documents.all())


def test_a_part_knows_its_container_and_its_depth(library: Library, new: New) -> None:
    message = new("message text", name="m.eml", path="/m.eml")
    archive = inside(message, new("archive text", name="a.zip"), "a.zip")
    note = inside(archive, new("note text", name="n.txt"), "deep/n.txt")
    put(library, message, archive, note)
    found = library.document(note.document.id)
    assert found.sources == ("/m.eml!/a.zip!/deep/n.txt",)
    assert (found.parents, found.depth) == ((archive.document.id,), 2)
    [part] = library.sources.parts(message.document.id)
    assert (part.path, part.document_id) == ("/m.eml!/a.zip", archive.document.id)
    assert library.sources.below("/") and all(not s.container for s in library.sources.below("/"))


def test_removing_a_container_takes_what_is_inside_however_deep(library: Library, new: New) -> None:
    message = new("message text", name="m.eml", path="/m.eml")
    archive = inside(message, new("archive text", name="a.zip"), "a.zip")
    note = inside(archive, new("note text", name="n.txt"), "n.txt")
    put(library, message, archive, note, new("other text", name="other.txt"))
    with library.write_session() as writer:
        removed = writer.remove([message.document.id])
    gone = {message.document.id, archive.document.id, note.document.id}
    assert {receipt.document_id for receipt in removed} == gone
    assert titles(library) == ["other.txt"]
    assert_consistent(library)


def test_a_part_that_is_also_a_file_of_its_own_stays(library: Library, new: New) -> None:
    message = new("message text", name="m.eml", path="/m.eml")
    note = new("note text", name="n.txt", path="/n.txt")
    put(library, message, note, inside(message, note, "n.txt"))
    with library.write_session() as writer:
        writer.remove([message.document.id])
    assert titles(library) == ["n.txt"]
    assert library.document(note.document.id).sources == ("/n.txt",)
    assert library.document(note.document.id).parents == ()


def test_a_changed_container_keeps_the_parts_that_it_still_has(library: Library, new: New) -> None:
    old, kept, dropped = (
        new("message one", name="m.eml", path="/m.eml"),
        new("kept text", name="kept.txt"),
        new("dropped text", name="dropped.txt"),
    )
    put(library, old, inside(old, kept, "kept.txt"), inside(old, dropped, "dropped.txt"))
    changed = new("message two", name="m.eml", path="/m.eml")
    put(library, changed, inside(changed, kept, "kept.txt"))
    assert titles(library) == ["kept.txt", "m.eml"]
    assert library.document(kept.document.id).parents == (changed.document.id,)
    assert words(library, "dropped") == []
    assert_consistent(library)


def test_a_container_at_two_places_holds_its_parts_until_both_are_gone(library: Library, new: New) -> None:
    message = new("message text", name="m.eml", path="/m.eml")
    note = new("note text", name="n.txt")
    put(library, message, inside(message, note, "n.txt"))
    with library.write_session() as writer:
        writer.attach_source(message.document.id, SourceInfo("/copy.eml", 1, 1))
    assert library.document(note.document.id).sources == ("/copy.eml!/n.txt", "/m.eml!/n.txt")
    with library.write_session() as writer:
        assert writer.forget_source("/m.eml") == []
    assert titles(library) == ["m.eml", "n.txt"]
    with library.write_session() as writer:
        assert len(writer.forget_source("/copy.eml")) == 2
    assert titles(library) == []
    assert_consistent(library)


def test_a_copy_that_is_found_before_the_parts_are_read_holds_them_too(library: Library, new: New) -> None:
    """A folder with a message and its copy: the parts of the first are read after both."""
    message = new("message text", name="m.eml", path="/m.eml")
    archive = inside(message, new("archive text", name="a.zip"), "a.zip")
    note = inside(archive, new("note text", name="n.txt"), "n.txt")
    with library.write_session() as writer:
        writer.put([message])
        writer.attach_source(message.document.id, SourceInfo("/copy.eml", 1, 1))
        writer.put([archive])
        writer.put([note])
    with library.write_session() as writer:
        writer.forget_source("/m.eml")
    assert titles(library) == ["a.zip", "m.eml", "n.txt"]
    assert library.document(note.document.id).sources == ("/copy.eml!/a.zip!/n.txt",)


def test_parts_are_queued_at_the_instant_at_which_their_container_is_there(
    library: Library, home: Home, new: New
) -> None:
    message = new("message text", name="m.eml", path="/m.eml")
    part = home.incoming / "parts-1" / "0"
    job = Job(part, "/m.eml!/n.txt", "n.txt", "b", None, "/m.eml", message.document.id, 1, True)
    unread = (SourceInfo("/m.eml!/locked", 0, 0, "/m.eml", message.document.id, 1), Problem("It is locked."))
    with library.write_session() as writer:
        part.parent.mkdir()
        part.write_text("note text", encoding="utf-8")
        writer.put([replace(message, parts=(job,), unread=(unread,))])
    assert [each.source for each in library.jobs.all()] == ["/m.eml!/n.txt"]
    assert part.exists(), "it waits for its turn"
    assert [(p.path, p.problem) for p in library.sources.parts(message.document.id)] == [
        ("/m.eml!/locked", Problem("It is locked."))
    ]
    assert library.sources.problems() == [], "what is inside of a file is no file that failed"
    with library.write_session() as writer:
        writer.remove([message.document.id])
    assert library.jobs.all() == [] and not part.exists()
    assert library.sources.parts(message.document.id) == []


def test_a_container_without_a_passage_of_its_own_is_stored_found_again_and_removed(
    library: Library, new: New, tmp_path: Path
) -> None:
    archive = new("", name="a.zip", path="/a.zip")
    assert archive.chunks == ()
    note = inside(archive, new("note text", name="n.txt"), "n.txt")
    put(library, archive, note)
    assert library.vectors_by_text(archive.document.id) == {}
    with library.write_session() as writer:
        writer.replace([archive])
    assert titles(library) == ["a.zip", "n.txt"]
    assert_consistent(library)
    with library.write_session() as writer:
        writer.remove([archive.document.id])
    assert titles(library) == []
    assert_consistent(library)
