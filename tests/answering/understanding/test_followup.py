import pytest

from ragdesk.answering.understanding.followup import leans, moves_on, pointing


@pytest.mark.parametrize(
    "question",
    [
        "How often is it inspected by the technician?",
        "How is this approved in the department?",
        "What about contractors in the plant?",
        "And which gloves are worn in the lab?",
        "How often?",
        "list all of them",
        "The fee",
        "What is the fee?",
        "No, I meant the sheds",
        "Can anyone park there?",
        "Wie lange ist er im Lager haltbar?",
        "Und wie oft?",
        "Wird dies vom Leiter geprüft?",
        "¿Y el precio?",
        "多长时间？",
    ],
)
def test_these_lean_on_the_turn_before(question: str) -> None:
    assert leans(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which gloves are worn in the paint shop?",
        "Is there a form that visitors sign at the gate?",
        "How did the Normans lose their duchy?",
        "What does Marie Novak do with her reports?",
        "It is not possible to manage contractor passes with the new badge printer, right?",
        "What are tides?",
        "list all leaders",
        "Who is Marie Novak?",
        "Where is Madison County's landfill?",
        "Welche Handschuhe trägt man in der Lackiererei?",
        "Wann verloren die Normannen ihre Unabhängigkeit?",
        "Was sind Gezeiten?",
        "访客证在实验室里有效多长时间？",
    ],
)
def test_these_stand_alone(question: str) -> None:
    assert not leans(question)


@pytest.mark.parametrize(
    "question",
    [
        "OK, now something completely different: who signs the audit?",
        "Another question: which gloves are worn in the lab?",
        "Eine andere Frage: Wer genehmigt Reisekosten?",
        "Jetzt etwas ganz anderes: Wer prüft die Waage?",
    ],
)
def test_a_person_may_say_that_the_topic_changes(question: str) -> None:
    assert moves_on(question)


@pytest.mark.parametrize(
    "question",
    [
        "By the way, when was it built?",
        "Who approves travel?",
        "Is there something different about the form?",
    ],
)
def test_what_points_back_has_not_moved_on(question: str) -> None:
    assert not moves_on(question)


def test_a_name_before_a_pronoun_is_what_it_points_to() -> None:
    assert pointing("What did the Normans call their duchy?") is None
    found = pointing("What do they call it?")
    assert found is not None and found.group() == "they"
    assert pointing("Is there a form that visitors sign?") is None
    assert pointing("How is that done, and who does that?") is not None
