"""A shared library is searched and read as one's own is, changes when another is published, and says so when it is away."""

from datetime import timedelta
from pathlib import Path

import lancedb
import pytest
from storage.samples import DIMENSIONS, EVERYWHERE, FINGERPRINT, SOP, New, open_library, put, texts
from storage.shared_samples import publish_documents

from ragdesk.domain.errors import StoreError, UnknownIdError
from ragdesk.domain.search import Scope, TextPlace
from ragdesk.host.paths import Home
from ragdesk.storage.shared import library as module
from ragdesk.storage.shared.library import SharedLibrary
from ragdesk.storage.shared.tables import TABLES
from ragdesk.storage.shared.terms import asked_terms

GERMAN = "Der Autoklav muss abkühlen.\nBesucher tragen sich ein."


def opened(tmp_path: Path, url: str, fingerprint: str | None = FINGERPRINT) -> SharedLibrary:
    return SharedLibrary("department", url, {}, tmp_path / "copies", fingerprint)


@pytest.fixture
def shared(tmp_path: Path, new: New) -> SharedLibrary:
    documents = [
        new(SOP, name="sop.txt", properties=(("sop_id", "SOP-QA-014"),)),
        new(GERMAN, name="anleitung.txt", language="de", layout=b"layout"),
    ]
    return opened(tmp_path, publish_documents(tmp_path / "shared", documents))


def test_words_are_found_in_every_language_stemmed_and_by_identifier(shared: SharedLibrary) -> None:
    def words(query: str) -> list[str]:
        return texts(shared.search_words(query, 10, EVERYWHERE))

    assert words("cooling autoclaves") == ["The autoclave must cool for 45 minutes."]
    assert words("Besuchern") == ["Besucher tragen sich ein."]
    assert set(words("sop-qa-014")) == set(SOP.split("\n"))
    assert words("the of and") == [] and words("zebra") == []


def test_a_name_or_an_identifier_counts_by_its_own_weight() -> None:
    weights = asked_terms([("valve SOP-1", 1.0), ("pump", 0.5)], ["en"])
    by_term = {term: weight for weight, terms in weights.items() for term in terms}
    assert by_term["english:valv"] == 1.0 and by_term["english:pump"] == 0.5
    assert by_term["und:valve"] == 0.5 and by_term["=sop-1"] == 1.0


def test_the_nearest_passages_have_the_scores_that_the_own_library_gives(
    tmp_path: Path, new: New, home: Home
) -> None:
    documents = [new(SOP, name="sop.txt"), new(GERMAN, name="anleitung.txt")]
    shared = opened(tmp_path, publish_documents(tmp_path / "shared", documents))
    with open_library(home) as library:
        put(library, *documents)
        own = library.search_vector(documents[0].vectors[1], 10, EVERYWHERE)
    found = shared.search_vector(documents[0].vectors[1], 10, EVERYWHERE)
    assert [hit.chunk for hit in found] == [hit.chunk for hit in own]
    assert [hit.score for hit in found] == pytest.approx([hit.score for hit in own], abs=1e-6)
    assert {(hit.library, hit.document) for hit in found} == {
        ("department", "sop.txt"),
        ("department", "anleitung.txt"),
    }


def test_a_scope_of_documents_is_kept_and_one_of_collections_has_nothing(
    shared: SharedLibrary, new: New
) -> None:
    one = new(GERMAN).document.id
    found = shared.search_words("Autoklav autoclave", 10, Scope(documents=(one,)))
    assert {hit.chunk.document_id for hit in found} == {one}
    assert shared.search_words("autoclave", 10, Scope(documents=("' OR 1 = 1",))) == []
    assert shared.search_words("autoclave", 10, Scope(collections=("mine",))) == []


def test_vectors_of_another_embedder_are_left_alone_and_words_found(tmp_path: Path, new: New) -> None:
    document = new(SOP)
    shared = opened(tmp_path, publish_documents(tmp_path / "shared", [document]), "another@0")
    assert shared.search_vector(document.vectors[0], 10, EVERYWHERE) == []
    assert len(shared.search_words("autoclave", 10, EVERYWHERE)) == 1


def test_a_document_is_read_whole(shared: SharedLibrary, new: New) -> None:
    written = new(GERMAN, name="anleitung.txt", language="de")
    document_id = written.document.id
    document = shared.document(document_id)
    assert (document.name, document.language) == ("anleitung.txt", "de")
    assert document.sources == (written.file.path,)
    assert shared.text(document_id) == GERMAN
    assert list(shared.pages(document_id)) == list(written.parsed.pages)
    assert shared.layout_bytes(document_id) == b"layout"
    assert shared.layout_bytes(new(SOP).document.id) is None
    assert shared.original(document_id).read_bytes() == GERMAN.encode()
    assert shared.sha256(document_id) == written.sha256


def test_what_stands_around_a_place_comes_in_reading_order(tmp_path: Path, new: New) -> None:
    document = new("one\ntwo\nthree\nfour")
    shared = opened(tmp_path, publish_documents(tmp_path / "shared", [document]))
    place = TextPlace(document.document.id, 8, 10)
    assert texts(shared.around(place, 1)) == ["two", "three", "four"]
    assert shared.around(TextPlace(document.document.id, 900, 901), 1) == []


@pytest.mark.parametrize("document_id", ["0" * 16, "../../etc", "' OR '1'='1"])
def test_what_is_not_there_is_unknown(shared: SharedLibrary, document_id: str) -> None:
    for read in (
        shared.document,
        shared.text,
        shared.pages,
        shared.layout_bytes,
        shared.original,
        shared.sha256,
    ):
        with pytest.raises(UnknownIdError):
            read(document_id)


def test_a_new_publication_is_noticed(tmp_path: Path, new: New, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = opened(tmp_path, publish_documents(tmp_path / "shared", [new(SOP)]))
    assert len(shared.search_words("autoclave", 10, EVERYWHERE)) == 1
    publish_documents(tmp_path / "shared", [new("The lift is closed.")])
    assert len(shared.search_words("autoclave", 10, EVERYWHERE)) == 1  # as it was a moment ago
    monkeypatch.setattr(module, "FRESH_SECONDS", 0.0)
    assert texts(shared.search_words("lift", 10, EVERYWHERE)) == ["The lift is closed."]
    assert shared.search_words("autoclave", 10, EVERYWHERE) == []


def test_a_publication_that_was_cleared_away_is_exchanged_for_the_one_in_force(
    tmp_path: Path, new: New
) -> None:
    shared = opened(tmp_path, publish_documents(tmp_path / "shared", [new(SOP)]))
    assert shared.encoded_alike  # it is open
    publish_documents(tmp_path / "shared", [new("The lift is closed.")])
    for name in TABLES:
        table = lancedb.connect(tmp_path / "shared").open_table(name)
        table.optimize(cleanup_older_than=timedelta(milliseconds=1), delete_unverified=True)
    assert texts(shared.search_words("lift", 10, EVERYWHERE)) == ["The lift is closed."]


def test_a_storage_that_is_away_is_said_and_asked_again_later(
    tmp_path: Path, new: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = opened(tmp_path, str(tmp_path / "shared"))
    with pytest.raises(StoreError, match="department"):
        shared.search_words("autoclave", 10, EVERYWHERE)
    assert not (tmp_path / "shared").exists()
    publish_documents(tmp_path / "shared", [new(SOP)])
    with pytest.raises(StoreError):  # it was away a moment ago
        shared.search_words("autoclave", 10, EVERYWHERE)
    monkeypatch.setattr(module.time, "monotonic", lambda: 1e9)
    assert len(shared.search_words("autoclave", 10, EVERYWHERE)) == 1


def test_tables_of_a_later_format_are_refused(tmp_path: Path, new: New) -> None:
    shared = opened(tmp_path, publish_documents(tmp_path / "shared", [new(SOP)], form=99))
    with pytest.raises(StoreError, match="format 99"):
        shared.search_words("autoclave", 10, EVERYWHERE)


def test_an_original_that_is_damaged_is_not_shown(tmp_path: Path, new: New) -> None:
    document = new(SOP)
    document.original.write_bytes(b"other bytes")
    shared = opened(tmp_path, publish_documents(tmp_path / "shared", [document]))
    with pytest.raises(StoreError, match="damaged"):
        shared.original(document.document.id)


def test_the_dimensions_of_the_samples(shared: SharedLibrary, new: New) -> None:
    assert new(SOP).vectors.shape[1] == DIMENSIONS and shared.encoded_alike
