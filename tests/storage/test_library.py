"""The stores together: what is put in is found by both engines, by one writer and many readers."""

import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest
from storage.samples import (
    DIMENSIONS,
    EVERYWHERE,
    FINGERPRINT,
    SOP,
    New,
    assert_consistent,
    encode,
    nearest,
    open_library,
    put,
    texts,
    words,
)

from ragdesk.domain.errors import BusyError, ModelFailedError, StoreError
from ragdesk.domain.search import Scope
from ragdesk.host.paths import Home
from ragdesk.storage.library import Library


def test_passages_are_counted_by_language_where_a_search_may_look(library: Library, new: New) -> None:
    german = new("Der Autoklav.\nDas Buch am Tor.", name="de.txt", language="de")
    put(library, new(SOP), german, new("Cats sleep.", name="pets.txt"))
    assert library.documents.passages_by_language() == {"en": 3, "de": 2}
    assert library.documents.passages_by_language([german.document.id]) == {"de": 2}


def test_the_first_documents_are_those_that_all_of_them_begin_with(library: Library, new: New) -> None:
    assert library.documents.all(most=3) == []
    titles = ("beta", "Alpha", "alpha", "Ärger", "gamma")
    put(library, *(new(f"Text {n}.", name=f"{n}.txt", title=title) for n, title in enumerate(titles)))
    [last] = [each for each in library.documents.all() if each.title == "gamma"]
    library.collections.assign([last.id], "Quality")
    with library.write_session() as writer:
        writer.retitle(last.called("AA"), [])
    every = library.documents.all()
    assert [each.title for each in every] == ["AA", "Alpha", "alpha", "beta", "Ärger"]
    assert every[0].collections == ("Quality",)
    assert [library.documents.all(most=count) for count in (1, 3, 9)] == [every[:1], every[:3], every]


def test_what_is_put_in_is_found_by_both_engines(library: Library, new: New) -> None:
    document = new(SOP)
    put(library, document, new("Cats sleep.\nDogs bark.", name="pets.txt"))
    by_words = library.search_words("cooling autoclaves", 5, EVERYWHERE)
    assert [(hit.chunk, hit.source, hit.document) for hit in by_words] == [
        (document.chunks[0], "words", "note.txt")
    ]
    by_vector = library.search_vector(document.vectors[0], 5, EVERYWHERE)
    assert by_vector[0].chunk == document.chunks[0]
    assert by_vector[0].score == pytest.approx(1.0, abs=1e-5)
    assert [hit.score for hit in by_vector] == sorted((hit.score for hit in by_vector), reverse=True)
    assert len(by_vector) == 4
    assert_consistent(library)


def test_everything_put_in_comes_out_again(library: Library, new: New) -> None:
    document = new(
        SOP, name="sop.pdf", properties=(("sop_id", "SOP-1"),), layout=b"boxes", collection="Quality"
    )
    put(library, document)
    expected = replace(document.document, sources=(document.file.path,), collections=("Quality",))
    assert library.document(document.document.id) == expected
    assert library.documents.all() == [expected]
    assert library.documents.by_sha256(document.sha256) == expected
    assert tuple(library.chunks.of_document(expected.id)) == document.chunks
    assert tuple(library.pages(expected.id)) == document.parsed.pages
    assert library.text(expected.id) == SOP
    assert library.layout_bytes(expected.id) == b"boxes"
    assert library.original(expected.id).read_text() == SOP
    ids = [document.chunks[1].id, "nowhere", document.chunks[0].id]
    assert library.chunks.ready(ids) == {chunk.id: chunk for chunk in document.chunks[:2]}


def test_a_library_that_was_never_written_is_empty_and_finds_nothing(library: Library) -> None:
    assert library.documents.all() == []
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
    assert [document.sources for document in library.documents.all()] == [("/a.txt", "/b.txt")]
    put(library, new(SOP, path="/c.txt", collection="Quality"))
    assert library.documents.all()[0].sources == ("/a.txt", "/b.txt", "/c.txt")
    assert library.documents.all()[0].collections == ("Quality",)
    assert len(words(library, "autoclave")) == 1
    assert_consistent(library)


def test_a_file_that_changed_while_it_was_added_is_refused_and_the_rest_goes_on(
    library: Library, new: New
) -> None:
    changed, other = new("autoclave old", path="/changed.txt"), new(SOP, path="/other.txt")
    again = replace(changed, file=replace(changed.file, path="/copy.txt"))
    changed.original.write_text("autoclave new")
    with library.write_session() as writer:
        stored = writer.put([changed, other, again])
    assert [path for path, _ in stored.refused] == ["/changed.txt", "/copy.txt"]
    assert [document.id for document in library.documents.all()] == [other.document.id]
    assert library.sources.get("/changed.txt") is None
    assert_consistent(library)


def test_vectors_that_do_not_fit_are_refused_before_anything_is_stored(library: Library, new: New) -> None:
    good, bad = new(SOP), new("autoclave", name="bad.txt")
    with library.write_session() as writer:
        for vectors in (bad.vectors * 3, bad.vectors[:, :-1], np.zeros((0, DIMENSIONS), np.float32)):
            with pytest.raises(ModelFailedError):
                writer.put([good, replace(bad, vectors=vectors)])
    assert library.documents.all() == []
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


WITHOUT_VECTORS = """
import sys
from pathlib import Path
from ragdesk.host.paths import open_home
from ragdesk.storage.library import Library
from ragdesk.domain.intake import SourceInfo
from ragdesk.domain.search import Scope

with Library.open(open_home(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])) as library:
    with library.write_session() as writer:
        (document,) = library.documents.all()
        writer.attach_source(document.id, SourceInfo("/again.txt", 1, 2))
    assert len(library.search_words("autoclave", 5, Scope())) == 1
print([name for name in ("lancedb", "pyarrow") if name in sys.modules])
"""


def test_adding_a_known_file_and_searching_words_do_not_wait_for_lancedb(
    library: Library, home: Home, new: New
) -> None:
    put(library, new(SOP))
    command = [sys.executable, "-c", WITHOUT_VECTORS, str(home.root), FINGERPRINT, str(DIMENSIONS)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
    assert library.documents.all()[0].sources == ("/again.txt", "/somewhere/note.txt")
