"""One's own library and shared ones, read as one."""

from pathlib import Path

import pytest
from storage.samples import EVERYWHERE, FINGERPRINT, SOP, New, put, texts
from storage.shared_samples import publish_documents

from ragdesk.domain.errors import StoreError, UnknownIdError
from ragdesk.domain.search import Scope, TextPlace
from ragdesk.storage.library import Library
from ragdesk.storage.shared.library import SharedLibrary
from ragdesk.storage.shelves import Shelves

PUMP = "The pump in the cellar is greased each spring."


def beside(library: Library, tmp_path: Path, url: str) -> Shelves:
    return Shelves(
        library, {"department": SharedLibrary("department", url, {}, tmp_path / "copies", FINGERPRINT)}
    )


@pytest.fixture
def shelves(library: Library, tmp_path: Path, new: New) -> Shelves:
    """A note of one's own, a procedure that is in both, and a pump that only the department has."""
    put(library, new("Remember the visitors."), new(SOP, name="sop.txt"))
    shared = [new(SOP, name="sop.txt"), new(PUMP, name="pump.txt", layout=b"layout")]
    return beside(library, tmp_path, publish_documents(tmp_path / "shared", shared))


def test_both_are_searched_in_one_list_which_says_where_each_passage_is(shelves: Shelves, new: New) -> None:
    for hits in (
        shelves.search_words("visitors pump spring", 10, EVERYWHERE),
        shelves.search_vector(new(PUMP).vectors[0], 10, EVERYWHERE),
    ):
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        where = {hit.chunk.text: hit.library for hit in hits}
        assert len(where) == len(hits)
        assert where[PUMP] == "department" and where["Visitors sign the book at the gate."] == ""


def test_words_of_a_passage_with_more_of_the_query_come_first_whatever_library_it_is_in(
    shelves: Shelves,
) -> None:
    hits = shelves.search_words("Is the cellar pump greased for the visitors?", 10, EVERYWHERE)
    assert [hit.library for hit in hits][:1] == ["department"]
    hits = shelves.search_words("Do visitors sign the book at the pump?", 10, EVERYWHERE)
    assert [hit.library for hit in hits][:1] == [""]


def test_a_document_is_read_from_where_it_is(shelves: Shelves, new: New) -> None:
    pump, sop = new(PUMP, name="pump.txt").document.id, new(SOP, name="sop.txt").document.id
    assert shelves.text(pump) == PUMP and shelves.text(sop) == SOP
    assert shelves.document(pump).name == "pump.txt"
    assert len(shelves.pages(pump)) == len(shelves.pages(sop)) == 1
    assert shelves.layout_bytes(pump) == b"layout" and shelves.layout_bytes(sop) is None
    assert shelves.original(pump).read_bytes() == PUMP.encode()
    assert "copies" in str(shelves.original(pump)) and "copies" not in str(shelves.original(sop))
    assert shelves.sha256(pump) == new(PUMP).sha256
    assert texts(shelves.around(TextPlace(pump, 0, 3), 1)) == [PUMP]
    with pytest.raises(UnknownIdError):
        shelves.document("0" * 16)


def test_a_scope_may_name_documents_of_either(shelves: Shelves, new: New) -> None:
    pump, sop = new(PUMP).document.id, new(SOP).document.id
    query = "pump visitors"
    assert {hit.library for hit in shelves.search_words(query, 10, Scope(documents=(pump,)))} == {
        "department"
    }
    assert {hit.library for hit in shelves.search_words(query, 10, Scope(documents=(sop,)))} == {""}
    both = shelves.search_words(query, 10, Scope(documents=(pump, sop)))
    assert {hit.chunk.document_id for hit in both} == {pump, sop}


def test_the_own_library_goes_on_where_the_storage_is_away(
    library: Library, tmp_path: Path, new: New
) -> None:
    put(library, new(SOP, name="sop.txt"))
    shelves = beside(library, tmp_path, str(tmp_path / "nowhere"))
    assert len(shelves.search_words("visitors", 10, EVERYWHERE)) == 1
    [problem] = shelves.away
    assert "department" in str(problem)
    assert shelves.text(new(SOP).document.id) == SOP
    with pytest.raises(StoreError, match="department"):
        shelves.document("0" * 16)  # it may be there


def test_without_shared_libraries_it_is_the_own_one(library: Library, new: New) -> None:
    put(library, new(SOP, name="sop.txt"))
    shelves = Shelves(library, {})
    assert shelves.search_words("visitors", 10, EVERYWHERE) == library.search_words(
        "visitors", 10, EVERYWHERE
    )
    with pytest.raises(UnknownIdError):
        shelves.search_words("visitors", 10, Scope(documents=("0" * 16,)))
    assert shelves.away == []
