"""What is asked about the person, and what the notes say of it."""

import pytest

from ragdesk.answering.told.about_person import PersonQuestion, Recalled, person_question, tell_person
from ragdesk.domain.memory import MemoryNote
from ragdesk.extras.memory.notice import notice
from ragdesk.extras.memory.recall import recall, says

NOTES = [
    MemoryNote("u1", "user", "Is called Anna."),
    MemoryNote("u2", "user", "Is the purchasing manager."),
    MemoryNote("c1", "company", "The team is called Packaging."),
]


@pytest.mark.parametrize(
    ("question", "slot", "language"),
    [
        ("What is my name?", "name", "en"),
        ("hi, do you know who i am", "all", "en"),
        ("what's my job title", "role", "en"),
        ("Which department am I in?", "department", "en"),
        ("who is my boss", "boss", "en"),
        ("Wie heiße ich?", "name", "de"),
        ("in welcher Abteilung arbeite ich", "department", "de"),
        ("Was hast du dir über mich gemerkt?", "all", "de"),
    ],
)
def test_what_is_asked_of_the_person(question: str, slot: str, language: str) -> None:
    asked = person_question(question)
    assert asked is not None and (asked.slot, asked.language) == (slot, language)


def test_the_notes_that_say_it_are_recalled() -> None:
    assert recall("name", NOTES) == ("Anna", [NOTES[0]])
    assert recall("role", NOTES) == ("purchasing manager", [NOTES[1]])
    assert recall("team", NOTES) == ("Packaging", [NOTES[2]])
    assert recall("all", NOTES) == ("", NOTES[:2])
    assert recall("place", NOTES) == ("", [NOTES[2]])
    assert recall("boss", NOTES) == ("", [])
    assert recall("name", [MemoryNote("u3", "user", "Is Anna.")])[1]
    assert says("name", "Is called Anna.") and not says("role", "Is called Anna.")


def test_the_answer_says_where_it_is_known_from_and_what_to_do_where_it_is_not() -> None:
    name = PersonQuestion("name", "", "en")
    known = tell_person(name, Recalled("Anna", ["Is called Anna."], [], True))
    assert known.startswith("Your name is Anna.") and "Memory tab" in known
    unknown = tell_person(name, Recalled("", [], [], True))
    assert unknown.startswith("I don't know your name yet.") and "Tell me" in unknown
    assert "turned off" in tell_person(name, Recalled("", [], [], False))
    assert tell_person(name, Recalled("", [], ["Is Anna."], True)).endswith("- Is Anna.")
    assert tell_person(PersonQuestion("name", "", "de"), Recalled("Anna", [], [], True)).startswith(
        "Sie heißen Anna."
    )


def test_a_name_and_a_role_said_together_are_both_noticed_for_the_person_to_decide() -> None:
    assert [one.text for one in notice("I'm Anna, the purchasing manager")] == [
        "Is called Anna.",
        "Is the purchasing manager.",
    ]
    assert all(one.confidence < 0.75 for one in notice("Ich bin Anna, die Leiterin des Einkaufs"))
    assert notice("I'm Anna, the report is missing") == []
    assert [one.text for one in notice("my name is anna")] == ["Is called Anna."]
    assert notice("my name is on the list") == []
