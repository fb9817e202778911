"""Yes or no before the quote that decides it, and neither where the words do not tell."""

import pytest
from composing import composed

BATTERIES = "Do not hot-swap the batteries of the drone."
DOGS = "Dogs may use the lift of the house."


@pytest.mark.parametrize(
    ("question", "document", "answer"),
    [
        ("Can I hot-swap the batteries of the drone?", BATTERIES, f"No. {BATTERIES}"),
        ("May dogs use the lift of the house?", DOGS, f"Yes. {DOGS}"),
        (
            "Darf ich die Batterien der Drohne wechseln?",
            "Die Batterien der Drohne nicht im Betrieb wechseln.",
            "Nein. Die Batterien der Drohne nicht im Betrieb wechseln.",
        ),
    ],
)
def test_the_answer_begins_with_what_the_quote_says(question: str, document: str, answer: str) -> None:
    found = composed(question, [document])
    assert found is not None and found.text == answer
    assert [citation.quote for citation in found.citations] == [document]


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("May cats use the stairs of the house?", DOGS),  # others, and elsewhere
        ("May dogs use the lift of the house?", "Only some dogs may use the lift of the house."),
        ("May dogs use the lift of the house?", "It is unclear whether dogs may use the lift of the house."),
        ("Can't I hot-swap the batteries of the drone?", BATTERIES),  # asked in the negative
        ("May dogs of 30 kg use the lift of the house?", DOGS),
    ],
)
def test_what_the_words_do_not_tell_is_left_to_the_model(question: str, document: str) -> None:
    assert composed(question, [document]) is None
