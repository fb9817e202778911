"""The glossary leads from a person's words to those of documents, in their own language and in the other one."""

import pytest

from ragdesk.text.glossary import FOLDER, other_words, translated
from ragdesk.text.tokens import content_words


@pytest.mark.parametrize("language", ["de", "en"])
def test_each_line_has_a_word_and_what_it_is_called(language: str) -> None:
    lines = (FOLDER / f"{language}.txt").read_text("utf-8").splitlines()
    words = [line.split("|")[0].strip() for line in lines]
    assert len(lines) > 1_000 and len(set(words)) == len(words)
    assert words == sorted(words, key=str.casefold)
    for line in lines:
        word, there, _ = line.split("|")
        assert len(content_words(word)) == 1 and there.strip(), line


def test_a_word_has_all_that_it_may_mean_in_the_other_language() -> None:
    words = translated("how high can the hedge be", "en", "de")
    assert "Hecke" in words and "hoch" in words
    assert {"laundry", "washing"} <= set(translated("Was kostet eine Maschine Wäsche?", "de", "en"))


def test_a_word_without_a_line_is_found_among_the_translations_of_others() -> None:
    assert not any(
        line.startswith("Vermieterin |") for line in (FOLDER / "de.txt").read_text("utf-8").splitlines()
    )
    assert "landlady" in translated("die Vermieterin", "de", "en")


def test_what_documents_call_it() -> None:
    assert "repair" in other_words("who mends the fence", "en")
    assert other_words("who mends the fence", "fr") == [] == translated("la clôture", "fr", "en")


def test_words_of_a_third_language_that_are_spelled_like_german_ones_lead_nowhere() -> None:
    assert translated("Kaution", "de", "en") and not translated("Kaution", "fr", "en")
