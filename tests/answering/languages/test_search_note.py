"""What is said of languages that the embedder does not know, and that nothing is said where nothing is known."""

import pytest

from ragdesk.answering.languages.search_note import is_foreign, search_note
from ragdesk.engines.catalog import load_catalog
from ragdesk.host.paths import bundled_models


@pytest.fixture(scope="module")
def languages() -> dict[str, str]:
    catalog = load_catalog(bundled_models() / "catalog.toml")
    return {entry.name: entry.languages for entry in catalog.model if entry.role == "embedder"}


def test_the_default_embedder_knows_english_only_and_that_is_said(languages: dict[str, str]) -> None:
    default = languages["bge-small-en-v1.5"]
    note = search_note("de", {"de", "en"}, default)
    assert note.startswith("Your embedding model knows English only: for a question in German")
    assert "multilingual" in note
    assert search_note("en", {"de", "en"}, default) == ""
    assert search_note("en", set(), default) == ""


def test_a_multilingual_embedder_needs_no_note(languages: dict[str, str]) -> None:
    for question in ("de", "zh", "en", "und"):
        assert search_note(question, {"de"}, languages["multilingual-e5-small"]) == ""


def test_where_question_and_documents_do_not_share_a_language_it_says_in_which_to_ask() -> None:
    assert "Ask in English." in search_note("de", {"en", "und"}, "English")
    note = search_note("en", {"de", "es"}, "English")
    assert "your documents here are in German or Spanish: ask in German or Spanish" in note


@pytest.mark.parametrize(
    ("question", "documents", "embedder"),
    [
        ("und", {"de"}, "English"),
        ("de", {"de"}, "not known"),
        ("de", {"de"}, "English, German"),
        ("en", {"und"}, "English"),
    ],
)
def test_nothing_is_said_that_is_not_known(question: str, documents: set[str], embedder: str) -> None:
    assert search_note(question, documents, embedder) == ""


def test_a_language_is_foreign_only_where_that_is_sure() -> None:
    assert is_foreign("ar", "English")
    assert not is_foreign("en", "English")
    assert not is_foreign("und", "English")
    assert not is_foreign("ar", "about 100 languages")
    assert not is_foreign("ar", "")
