"""A question that asks for several things is taken apart by the model, and only into what it says."""

from collections.abc import Iterator

import pytest
from scripted import ScriptedModel

from ragdesk.answering.understanding.parts import asks_several, in_parts
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.errors import ModelFailedError
from ragdesk.domain.ports import Cancelled, Prompt, never

QUESTION = "Cancelling: how far ahead for the kennels, and by what date for the Lyon hotel?"
PARTS = ["How far ahead for the kennels?", "By what date for the Lyon hotel?"]


@pytest.mark.parametrize(
    ("question", "several"),
    [
        (QUESTION, True),
        ("was zahle ich jetzt und was ab Dezember?", True),
        ("How many zeros do the first and the second model each expect?", True),
        ("How much is the hall on a Sunday, and can the dog come?", True),
        ("What does it cost, and is it worth it?", False),
        ("How much is it each month?", False),
        ("who does the loft and when do they start?", False),
        ("What do I save if I settle both bills at once, and by when?", False),
        ("when was the pump serviced", False),
        ("What do both sides report to each other?", False),
    ],
)
def test_several_things_are_asked_where_a_second_question_has_a_subject(question: str, several: bool) -> None:
    assert asks_several(question) is several


def test_parts_become_sides_under_what_tells_them_apart() -> None:
    query = in_parts(understand(QUESTION), ScriptedModel(["\n".join(PARTS)]), never)
    assert query.kind == "compare"
    assert [side.text for side in query.sides] == [f"Cancelling: {part}" for part in PARTS]
    assert [side.name for side in query.sides] == [part.rstrip("?") for part in PARTS]
    same = ["How many zeros does the first model expect?", "How many zeros does the second model expect?"]
    asked = understand("How many zeros do the first and the second model each expect?")
    named = in_parts(asked, ScriptedModel(["\n".join(same)]), never)
    assert [side.name for side in named.sides] == ["first", "second"]


def test_parts_that_only_begin_alike_go_by_their_whole_words() -> None:
    parts = ["Was hat der Rohrbruch gekostet?", "Was mussten wir zahlen?"]
    query = in_parts(
        understand("Was hat der Rohrbruch gekostet und was mussten wir zahlen?"),
        ScriptedModel(["\n".join(parts)]),
        never,
    )
    assert [side.name for side in query.sides] == [part.rstrip("?") for part in parts]


@pytest.mark.parametrize(
    "written",
    [
        "How far ahead for the kennels?",
        "How far ahead for the kennels?\nHow far ahead for the kennels?",
        "How far ahead for the kennels?\nWhat is the weather forecast in Lyon tomorrow?",
        "What is the hotel date?\nWhat is the far date?",
        "",
    ],
)
def test_what_says_less_or_more_than_the_question_is_not_taken(written: str) -> None:
    query = understand(QUESTION)
    assert in_parts(query, ScriptedModel([written]), never) is query


def test_a_single_question_is_not_put_to_the_model() -> None:
    query = understand("How far ahead do I have to cancel?")
    assert in_parts(query, ScriptedModel([]), never) is query


class BrokenBeforeAWord(ScriptedModel):
    """Dies before it has written a word."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        raise ModelFailedError("It died.", "Ask again.")


def test_where_the_model_fails_the_question_is_asked_as_it_is() -> None:
    query = understand(QUESTION)
    assert in_parts(query, BrokenBeforeAWord(), never) is query
