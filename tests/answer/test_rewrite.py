from ragdesk.answer.rewrite import standalone
from ragdesk.types import Turn

HISTORY = [Turn("user", "How is the autoclave cleaned?"), Turn("assistant", "With water.")]


def test_a_question_that_names_its_subject_is_searched_as_it_is() -> None:
    question = "Which gloves are worn in the paint shop?"
    assert standalone(question, HISTORY) == question
    assert standalone("How often?", []) == "How often?"


def test_a_follow_up_takes_its_subject_from_the_turn_before() -> None:
    assert "autoclave" in standalone("How often is it inspected by the technician?", HISTORY)
    assert "autoclave" in standalone("And how often?", HISTORY)
    assert standalone("And how often?", HISTORY).startswith("And how often?")
