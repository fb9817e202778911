"""Which words meet: those of a text as they are indexed, and those of a query."""

import pytest

from ragdesk.storage.index.analysis import analysis_of, content_words, identifiers, normalise, terms


def meet(text: str, query: str, language: str) -> bool:
    """Whether every term of the query is one of the text's."""
    analysis = analysis_of(language)
    wanted = terms(query, analysis, asking=True)
    return bool(wanted) and set(wanted) <= set(terms(text, analysis))


@pytest.mark.parametrize(
    ("text", "query", "language"),
    [
        ("Autoclaves are cooling", "autoclave cooled", "en"),
        ("Die Überprüfungen der Geräte", "überprüfung gerät", "de"),
        ("des cafés fermés", "cafe ferme", "fr"),
        ("las inspecciones técnicas", "inspeccion tecnica", "es"),
        ("проверки оборудования", "проверка оборудование", "ru"),
        ("Příliš žluťoučký kůň", "prilis zlutoucky kun", "cs"),
        ("ﬁrst oﬃce", "first office", "en"),
        ("ＡＢＣ１２３", "abc123", "en"),
        ("auto\u00adclave", "autoclave", "en"),
        ("東京都の病院で検査する", "東京 病院", "ja"),
        ("手术室的温度必须保持", "手术室 温度", "zh"),
        ("병원에서 검사를 받는다", "병원 검사", "ko"),
        ("The word 東京 in English", "東京", "en"),
        ("ความปลอดภัยในโรงพยาบาล", "ความปลอดภัย", "th"),
    ],
)
def test_these_meet(text: str, query: str, language: str) -> None:
    assert meet(text, query, language)


def test_stop_words_are_no_terms() -> None:
    assert terms("what is the of", "english") == []
    assert terms("ist das der die", "german") == []


def test_terms_of_two_languages_never_meet() -> None:
    assert not set(terms("gift hat", "english")) & set(terms("gift hat", "german"))


def test_a_lone_character_is_asked_for_by_itself() -> None:
    assert meet("水を飲む", "水", "ja")


def test_a_query_asks_for_pairs_and_not_for_each_character() -> None:
    assert terms("病院", "und", asking=True) == ["und:病院"]


def test_data_as_long_as_a_book_is_no_term() -> None:
    assert terms("a" * 500, "english") == []


@pytest.mark.parametrize(
    ("language", "analysis"),
    [("en", "english"), ("EN-us", "english"), ("nb", "norwegian"), ("xx", "und"), ("", "und")],
)
def test_a_language_has_one_analysis(language: str, analysis: str) -> None:
    assert analysis_of(language) == analysis


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See SOP-QA-014, rev. 2.", ["sop-qa-014"]),
        ("error (E-204.7)!", ["e-204.7"]),
        ("SOP\u2011QA\u2013014", ["sop-qa-014"]),
        ("on 2024-05-01 at 10:30", ["2024-05-01", "10:30"]),
        ("ISO9001 and 21CFR11", ["iso9001", "21cfr11"]),
        ("well-known 1500 words, x1", []),
    ],
)
def test_identifiers_are_found_as_they_are_written(text: str, found: list[str]) -> None:
    assert identifiers(text) == found


def test_a_word_means_something_if_it_does_in_one_language() -> None:
    assert content_words("what is the autoclave", ["english"]) == ["und:autoclave"]
    assert "und:die" in content_words("die", ["english", "german"])
    assert "und:die" not in content_words("die", ["german"])


def test_normalising_twice_changes_nothing() -> None:
    text = "ﬁ Ａ ½ — \u00ad e\u0301 ①"
    assert normalise(normalise(text)) == normalise(text)
