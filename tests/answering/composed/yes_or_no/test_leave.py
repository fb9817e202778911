"""Whether something goes without asking."""

import pytest

from ragdesk.answering.composed.yes_or_no.leave import asks_without_leave, needs_leave


@pytest.mark.parametrize(
    "question",
    [
        "can I paint the walls without asking the landlord?",
        "May we sublet without their written consent",
        "Darf ich ohne Erlaubnis des Vermieters einen Hund halten?",
        "Kann ich untervermieten, ohne zu fragen?",
    ],
)
def test_it_is_asked(question: str) -> None:
    assert asks_without_leave(question)


@pytest.mark.parametrize("question", ["can I paint without a ladder?", "Do I need permission to paint?"])
def test_it_is_not_asked(question: str) -> None:
    assert not asks_without_leave(question)


@pytest.mark.parametrize(
    "said",
    [
        "Tenants may paint the walls with the prior written consent of the landlord.",
        "Subletting requires the owner's approval.",
        "No party shall assign this contract without the other's prior written consent.",
        "Die Haltung eines Hundes bedarf der vorherigen Zustimmung des Vermieters.",
    ],
)
def test_somebody_has_to_be_asked(said: str) -> None:
    assert needs_leave(said)


@pytest.mark.parametrize(
    "said",
    [
        "Either party may assign this contract without the consent of the other.",
        "Tenants may paint with or without the consent of the landlord.",
        "Painting requires no approval.",
        "The walls are painted every five years.",
    ],
)
def test_nobody_has_to_be_asked(said: str) -> None:
    assert not needs_leave(said)
