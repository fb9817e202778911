"""What a question is likely to want, by its letters and words."""

import pytest

from ragdesk.answering.understanding.wanted import PLACES, features, wanted
from ragdesk.domain.calibration import STRETCH


@pytest.mark.parametrize(
    "question",
    [
        "what do 3 boxes and a crate come to",
        "how much for two adults and a child",
        "how much is left after the deposit",
        "was kosten 4 Stück zusammen",
    ],
)
def test_a_sum(question: str) -> None:
    assert wanted(question).computed >= STRETCH.computed


@pytest.mark.parametrize(
    "question",
    ["which of them must not be frozen", "what do I have to take along", "was darf man dort alles nicht"],
)
def test_several_lines(question: str) -> None:
    told = wanted(question)
    assert told.several >= STRETCH.several and told.computed < STRETCH.computed


@pytest.mark.parametrize(
    "question", ["when does the shop close", "who is the landlord", "wie hoch ist die Kaution"]
)
def test_one_line(question: str) -> None:
    told = wanted(question)
    assert told.several < STRETCH.several and told.computed < STRETCH.computed


def test_numbers_are_alike_and_every_feature_has_its_place() -> None:
    assert features("4 bags") == features("1,250 bags") != features("bags")
    assert all(0 <= place < PLACES for place in features("Wie lange ist offen?"))
    assert sum(value**2 for value in features("how long is it open").values()) == pytest.approx(1.0)
