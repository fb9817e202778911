"""Questions and answers as a person keeps them: nothing is lost, and the last change comes first."""

from pathlib import Path

import pytest
from storage.samples import open_library

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.host.paths import Home
from ragdesk.storage.library import Library


def test_an_entry_is_kept_as_it_was_written(library: Library, home: Home) -> None:
    entry = library.entries.propose("How  long\nto cool? ", " 45 minutes.\n\nNo less. ", "message 1", "Lab")
    assert (entry.question, entry.answer) == ("How long to cool?", "45 minutes.\n\nNo less.")
    assert (entry.state, entry.origin, entry.collection) == ("proposed", "message 1", "Lab")
    library.close()
    with open_library(home) as again:
        assert again.entries.get(entry.id) == entry
        assert again.entries.all() == [entry]


def test_editing_and_deciding_keep_the_rest_and_bring_an_entry_to_the_front(library: Library) -> None:
    one, two = library.entries.propose("One?", "1"), library.entries.propose("Two?", "2")
    assert [entry.id for entry in library.entries.all()] == [two.id, one.id]
    approved = library.entries.set_state(one.id, "approved")
    edited = library.entries.edit(one.id, "One, really?", "One.")
    assert (edited.question, edited.answer, edited.state) == ("One, really?", "One.", "approved")
    assert edited.created_at == one.created_at < approved.updated_at < edited.updated_at
    assert [entry.id for entry in library.entries.all()] == [one.id, two.id]
    assert library.entries.all("approved") == [edited]
    assert library.entries.all("rejected") == []
    library.entries.delete(one.id)
    assert library.entries.all() == [two]


def test_the_text_of_a_deleted_entry_leaves_the_disk(library: Library, home: Home) -> None:
    entry = library.entries.propose("Where does the zebra sleep?", "The zebra sleeps in the shed. " * 500)
    library.entries.edit(entry.id, "Where does the zebra rest?", entry.answer)
    assert any(b"zebra" in path.read_bytes() for path in files(home))
    library.entries.delete(entry.id)
    assert not any(b"zebra" in path.read_bytes() for path in files(home))


def files(home: Home) -> list[Path]:
    return [path for path in home.root.rglob("*") if path.is_file()]


@pytest.mark.parametrize(("question", "answer"), [(" \n", "an answer"), ("a question", "\t")])
def test_half_an_entry_is_refused_and_changes_nothing(library: Library, question: str, answer: str) -> None:
    kept = library.entries.propose("One?", "1")
    with pytest.raises(UsageError):
        library.entries.propose(question, answer)
    with pytest.raises(UsageError):
        library.entries.edit(kept.id, question, answer)
    assert library.entries.all() == [kept]


def test_an_entry_that_is_not_there_is_named(library: Library) -> None:
    for act in (
        lambda: library.entries.get("nowhere"),
        lambda: library.entries.edit("nowhere", "q", "a"),
        lambda: library.entries.set_state("nowhere", "approved"),
        lambda: library.entries.delete("nowhere"),
    ):
        with pytest.raises(UnknownIdError, match="nowhere"):
            act()
