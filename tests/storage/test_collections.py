"""Collections, and which documents a scope allows."""

import pytest
from storage.samples import New

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.search import Scope
from ragdesk.storage.ledger.collections import Collection
from ragdesk.storage.library import Library


@pytest.fixture
def ids(library: Library, new: New) -> list[str]:
    """Three documents: the first in Quality, the second in Quality and Office, the third in none."""
    batch = [new("first", name="1.txt"), new("second", name="2.txt"), new("third", name="3.txt")]
    with library.write_session() as writer:
        writer.put(batch)
    ids = [each.document.id for each in batch]
    library.collections.assign(ids[:2], "Quality")
    library.collections.assign([ids[1]], "Office")
    return ids


def test_collections_say_how_much_they_hold(library: Library, ids: list[str]) -> None:
    library.collections.create("empty")
    assert library.collections.all() == [
        Collection("empty", 0),
        Collection("Office", 1),
        Collection("Quality", 2),
    ]
    assert library.document(ids[1]).collections == ("Office", "Quality")


def test_a_name_is_one_whatever_its_case_and_spaces(library: Library, ids: list[str]) -> None:
    library.collections.assign([ids[2]], "  quality ")
    assert Collection("Quality", 3) in library.collections.all()


def test_a_collection_can_be_renamed_but_not_into_another(library: Library, ids: list[str]) -> None:
    library.collections.rename("Quality", "QUALITY assurance")
    assert library.document(ids[0]).collections == ("QUALITY assurance",)
    library.collections.rename("QUALITY assurance", "Quality Assurance")
    with pytest.raises(UsageError):
        library.collections.rename("Office", "quality assurance")


def test_deleting_a_collection_keeps_its_documents(library: Library, ids: list[str]) -> None:
    library.collections.delete("Quality")
    assert library.document(ids[0]).collections == ()
    assert len(library.documents.all()) == 3


def test_a_document_can_be_taken_out(library: Library, ids: list[str]) -> None:
    library.collections.unassign([ids[0]], "Quality")
    assert library.document(ids[0]).collections == ()


def test_an_empty_name_and_an_unknown_one_are_refused(library: Library) -> None:
    with pytest.raises(UsageError):
        library.collections.create("  ")
    for act in (library.collections.delete, lambda name: library.collections.unassign([], name)):
        with pytest.raises(UnknownIdError):
            act("nowhere")


@pytest.mark.parametrize(
    ("collections", "documents", "allowed"),
    [
        ((), (), None),
        (("Quality",), (), {0, 1}),
        (("Quality", "Office"), (), {0, 1}),
        (("office",), (), {1}),
        ((), (0, 2), {0, 2}),
        (("Quality",), (1, 2), {1}),
        (("Office",), (0,), set()),
    ],
)
def test_a_scope_allows(
    library: Library,
    ids: list[str],
    collections: tuple[str, ...],
    documents: tuple[int, ...],
    allowed: set[int] | None,
) -> None:
    scope = Scope(collections, tuple(ids[n] for n in documents))
    expected = None if allowed is None else {ids[n] for n in allowed}
    assert library.collections.resolve(scope) == expected


def test_a_scope_that_names_what_is_not_there_is_refused(library: Library, ids: list[str]) -> None:
    for scope in (Scope(("nowhere",)), Scope(documents=("0" * 16,))):
        with pytest.raises(UnknownIdError):
            library.search_words("first", 5, scope)
