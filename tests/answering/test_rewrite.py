import pytest

from ragdesk.answering.rewrite import DEPTH, LEANING, LONGEST, STANDING, standalone, understand
from ragdesk.domain.conversations import Turn

HISTORY = [Turn("user", "How is the autoclave cleaned?"), Turn("assistant", "With water, by the cleaner.")]


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
    assert len(understand("How long is it valid?", history).queries) == 2


def test_the_question_is_searched_for_alone_and_with_the_turns_before_by_how_much_it_leans() -> None:
    history = asked("What is the visitor badge?", "How long is it valid?")
    assert understand("Who signs it?", history).queries == (
        ("Who signs it?", 1.0),
        ("Who signs it? How long is it valid?", LEANING),
        ("Who signs it? How long is it valid? What is the visitor badge?", LEANING * LEANING),
    )
    stands = "Which gloves are worn in the paint shop?"
    assert [weight for _, weight in understand(stands, history).queries] == [
        1.0,
        STANDING,
        STANDING * LEANING,
    ]
    assert understand(stands, history).standalone == stands


def test_the_answers_before_are_not_searched_with() -> None:
    assert all("water" not in text for text, _ in understand("And how often?", HISTORY).queries)


def test_only_the_last_turns_count_and_of_a_long_one_only_its_beginning() -> None:
    long = " ".join(["valve"] * 400)
    queries = understand("And how often?", asked("first", "second pump", long, "third pump")).queries
    assert len(queries) == DEPTH + 1
    assert queries[-1][0].count("valve") == LONGEST
    assert "first" not in queries[-1][0]


def test_who_moves_on_leaves_the_turns_before_behind() -> None:
    found = understand("Now something else: who signs the audit?", HISTORY)
    assert found.standalone == "Now something else: who signs the audit?"
    assert found.queries == (("Now something else: who signs the audit?", 1.0),)


def test_a_comparison_is_told_with_its_sides() -> None:
    assert understand("What is the difference between weekly and monthly passes?").parts == (
        "weekly passes",
        "monthly passes",
    )
    assert understand(
        "How does it differ from the staff badge?", asked("What is the visitor badge?")
    ).parts == (
        "visitor badge",
        "staff badge",
    )
    assert understand("Which gloves are worn in the paint shop?").parts == ()
