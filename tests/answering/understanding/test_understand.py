import pytest

from ragdesk.answering.understanding.by_itself import by_itself
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.calibration import FOLLOW_UP, RETRIEVAL
from ragdesk.domain.conversations import Turn
from ragdesk.domain.memory import MemoryContext
from ragdesk.domain.search import ComparisonSide

HISTORY = [Turn("user", "How is the autoclave cleaned?"), Turn("assistant", "With water, by the cleaner.")]


def standalone(question: str, history: list[Turn]) -> str:
    return understand(question, history).standalone


def asked(*questions: str) -> list[Turn]:
    return [
        turn
        for text in questions
        for turn in (Turn("user", text), Turn("assistant", "It says so in the guide."))
    ]


def test_a_question_that_names_its_subject_stays_as_it_is() -> None:
    question = "Which gloves are worn in the paint shop?"
    assert standalone(question, HISTORY) == question
    assert standalone("How often?", []) == "How often?"


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("What is a visitor badge?", "How long is it valid?", "How long is the visitor badge valid?"),
        (
            "How do I get the visitor badge?",
            "Where must it be returned?",
            "Where must the visitor badge be returned?",
        ),
        ("When does the warranty expire?", "What does it cover?", "What does the warranty cover?"),
        ("Who is Marie Novak?", "When did she join?", "When did Marie Novak join?"),
        ("What is the travel policy?", "What are its limits?", "What are the travel policy's limits?"),
    ],
)
def test_a_pronoun_gives_way_to_the_subject_of_the_turn_before(
    before: str, question: str, whole: str
) -> None:
    assert standalone(question, asked(before)) == whole


def test_a_thing_that_is_added_takes_its_place_in_the_turn_before_and_is_searched_for_like_that() -> None:
    query = understand("And the licence?", asked("How long does the lease run?"))
    assert query.text == "And the licence?"
    assert query.standalone == query.checked == query.texts[0][0] == "How long does the licence run?"


def test_what_is_left_out_is_added_in_brackets() -> None:
    assert standalone("And how often?", HISTORY) == "And how often? (about: the autoclave)"
    assert standalone("Und was kostet er?", asked("Was ist der Besucherausweis?")) == (
        "Und was kostet er? (zu: der Besucherausweis)"
    )


def test_where_the_subject_is_not_plain_the_turn_before_is_quoted() -> None:
    fee = "Which of the two fees may be refunded in part?"
    assert standalone("And when?", asked(fee)) == f"And when? (about: “{fee}”)"
    price = "¿Cuánto dura la garantía?"
    assert standalone("¿Y el precio?", asked(price)) == f"¿Y el precio? (“{price}”)"
    # "It" may be the fee or the badge, and is left to the model.
    history = asked("What is the fee for the badge?")
    assert standalone("Is it refundable?", history) == "Is it refundable? (about: the fee for the badge)"


def test_a_turn_that_leans_itself_has_its_subject_from_an_older_one() -> None:
    history = asked("What is the annual leave?", "Does it carry over?")
    assert (
        standalone("And for part-time staff?", history)
        == "And for part-time staff? (about: the annual leave)"
    )
    # Without a pronoun in between, it may be about either.
    both = standalone("And when?", asked("Where is the annual audit report kept?", "Important findings?"))
    assert both == "And when? (about: “Where is the annual audit report kept?” “Important findings?”)"


def test_thanks_are_passed_over() -> None:
    history = asked("What is the visitor badge?", "OK, thank you!")
    assert standalone("How long is it valid?", history) == "How long is the visitor badge valid?"
    assert len(understand("How long is it valid?", history).texts) == 2


def test_the_question_is_searched_for_alone_and_with_the_turns_before_by_how_much_it_leans() -> None:
    history = asked("What is the visitor badge?", "How long is it valid?")
    assert understand("Who signs it?", history).texts == (
        ("Who signs it?", 1.0),
        ("Who signs it? How long is it valid?", FOLLOW_UP.leaning),
        (
            "Who signs it? How long is it valid? What is the visitor badge?",
            FOLLOW_UP.leaning * FOLLOW_UP.leaning,
        ),
    )
    stands = "Which gloves are worn in the paint shop?"
    assert [weight for _, weight in understand(stands, history).texts] == [
        1.0,
        FOLLOW_UP.standing,
        FOLLOW_UP.standing * FOLLOW_UP.leaning,
    ]
    assert understand(stands, history).standalone == stands


def test_the_answers_before_are_not_searched_with() -> None:
    assert all("water" not in text for text, _ in understand("And how often?", HISTORY).texts)


def test_only_the_last_turns_count_and_of_a_long_one_only_its_beginning() -> None:
    long = " ".join(["valve"] * 400)
    queries = understand("And how often?", asked("first", "second pump", long, "third pump")).texts
    assert len(queries) == FOLLOW_UP.turns + 1
    assert queries[-1][0].count("valve") == FOLLOW_UP.turn_words
    assert "first" not in queries[-1][0]


def test_who_moves_on_leaves_the_turns_before_behind() -> None:
    found = understand("Now something else: who signs the audit?", HISTORY)
    assert found.standalone == "Now something else: who signs the audit?"
    assert found.texts == (("Now something else: who signs the audit?", 1.0),)


def test_a_comparison_is_told_with_its_sides() -> None:
    assert understand("What is the difference between the fees in Spain and in Malta?").sides == (
        ComparisonSide("Spain", "fees in Spain"),
        ComparisonSide("Malta", "fees in Malta"),
    )
    assert understand(
        "How does it differ from the staff badge?", asked("What is the visitor badge?")
    ).sides == (
        ComparisonSide("visitor badge", "visitor badge"),
        ComparisonSide("staff badge", "staff badge"),
    )
    assert understand("Which gloves are worn in the paint shop?").sides == ()


def test_a_comparison_without_sides_is_looked_up() -> None:
    assert understand("What is the difference between the two prices that we got?").kind == "lookup"


def test_the_language_and_the_weight_of_words_are_told_once() -> None:
    english, german = "Who signs the contract?", "Wer unterschreibt den Vertrag?"
    assert (understand(english).language, understand(german).language) == ("en", "de")
    assert understand(english, embedder_languages="English").words_weight == RETRIEVAL.words_weight
    assert understand(german, embedder_languages="English").words_weight == RETRIEVAL.foreign_words_weight
    assert understand(german, embedder_languages="English, German").words_weight == RETRIEVAL.words_weight


def test_an_answer_is_checked_against_the_question_without_what_memory_lent() -> None:
    history = asked("What is the visitor badge?")
    lent = MemoryContext("How long is it valid in the Leeds office?", tuple(history), "")
    query = understand("How long is it valid?", history, lent=lent)
    assert "Leeds" in query.standalone and query.texts[0][0] == lent.question
    assert query.checked == "How long is the visitor badge valid?"


def test_what_a_person_put_as_the_question_is_taken_as_it_is() -> None:
    query = understand(
        "How long is it valid?", asked("What is a badge?"), searched_for="How long is it kept?"
    )
    assert (query.standalone, query.checked, query.sides) == (
        "How long is it kept?",
        "How long is it kept?",
        (),
    )
    assert query.texts == (("How long is it kept?", 1.0),) and query.text == "How long is it valid?"


@pytest.mark.parametrize(
    "condition", ["and if I pay in advance?", "What if I pay in advance", "und wenn ich sofort zahle?"]
)
def test_a_condition_alone_asks_for_what_was_asked_before(condition: str) -> None:
    assert understand(condition, asked("How much is the berth?")).kind == "lookup"
    assert understand(condition, asked("Is the berth free?")).kind == "yesno"
    assert understand("and when is it due?", asked("List the fees of the berth")).kind == "lookup"


@pytest.mark.parametrize(
    "question",
    [
        "what may the dog not bring",
        "which roofer was chosen",
        "the fridge in the flat broke, how fast do they have to fix it",
    ],
)
def test_a_short_question_that_names_something_may_be_a_new_one(question: str) -> None:
    query = understand(question, HISTORY)
    alone = by_itself(query)
    assert query.standalone != question
    assert alone is not None
    assert (alone.standalone, alone.checked, alone.texts, alone.after) == (
        question,
        question,
        ((question, 1.0),),
        (),
    )


@pytest.mark.parametrize(
    "question",
    ["And the visitors?", "How often?", "Who does it?", "What if they are late?", "How long is it valid?"],
)
def test_what_points_back_or_names_nothing_is_no_new_question(question: str) -> None:
    assert by_itself(understand(question, HISTORY)) is None


def test_a_question_that_stands_alone_has_no_other_form() -> None:
    assert by_itself(understand("Which gloves are worn in the paint shop?", HISTORY)) is None
    assert by_itself(understand("what may the dog not bring")) is None


def test_apostrophes_that_were_left_out_are_put_in_and_the_question_stays_as_it_was_asked() -> None:
    query = understand("what mustnt I pack, and whats allowed")
    assert query.text == "what mustnt I pack, and whats allowed"
    assert query.standalone == query.checked == "what mustn't I pack, and what's allowed"
    assert understand("What is the font of this? The saints want it").standalone.endswith("want it")
