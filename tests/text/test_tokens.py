import pytest

from ragdesk.text.tokens import Idf, content_words, names, negated, numbers, opposed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it cost 1,577.00 dollars", {"1577"}),
        ("(1,577) and 98.50%", {"1577", "98.5"}),
        ("between 007 and 2024-03-01", {"7", "2024-03-01"}),
        ("three valves, one door", {"3"}),
        ("no figures at all", set()),
    ],
)
def test_numbers_are_read_in_one_notation(text: str, expected: set[str]) -> None:
    assert numbers(text) == expected


def test_content_words_meet_across_inflection_and_leave_function_words_out() -> None:
    assert set(content_words("The autoclaves were cooling")) == set(content_words("cooled autoclave"))
    assert content_words("what is it that they have") == []


def test_chinese_text_gives_its_characters() -> None:
    assert content_words("高压灭菌器") == list("高压灭菌器")


def test_korean_text_gives_its_syllables_so_that_a_noun_is_found_under_any_ending() -> None:
    assert content_words("필터를 14주") == list("필터를14주")
    assert set(content_words("필터")) <= set(content_words("필터는 북쪽 문 옆에 있습니다."))


def test_names_are_capitals_inside_a_sentence_and_acronyms_anywhere() -> None:
    assert names("The form goes to Maria Lopez in March.") == {"maria", "lopez"}
    assert names("NATO met. Then they left.") == {"nato"}
    assert names("Call SOP-QA-014.") == {"sop", "qa", "014"} - {"014"}


@pytest.mark.parametrize(
    ("text", "denies"), [("Do not open it.", True), ("It isn't open.", True), ("Open it.", False)]
)
def test_negation_is_seen(text: str, denies: bool) -> None:
    assert negated(text) is denies


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("Ce n'est pas permis.", True),
        ("È vietato fumare.", True),
        ("Está prohibido fumar.", True),
        ("Rauchen ist unzulässig.", True),
        ("Não é permitido fumar.", True),
        ("Dogs are banned from the hall.", True),
        ("Im Mai ist das Bad offen.", False),
    ],
)
def test_what_speaks_against_something_is_known_in_other_languages(text: str, denies: bool) -> None:
    assert opposed(text) is denies


def test_rare_words_weigh_more_in_coverage() -> None:
    weights = Idf(["the pump runs", "the pump stops", "the pump leaks brine"])
    wanted = content_words("pump brine")
    assert weights.coverage(wanted, content_words("brine")) > weights.coverage(wanted, content_words("pump"))
    assert weights.coverage([], ["x"]) == 0.0


@pytest.mark.parametrize(
    ("short", "long"), [("phone", "telephone"), ("bikes", "bicycle"), ("Fotos", "Fotografie")]
)
def test_a_short_form_is_the_word_that_it_is_short_for(short: str, long: str) -> None:
    assert content_words(short) == content_words(long)
