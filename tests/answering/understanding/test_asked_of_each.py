"""A comparison is asked of each side alone in the model's words, and only where these can be trusted."""

import pytest
from scripted import ScriptedModel

from ragdesk.answering.understanding.asked_of_each import asked_of_each, compares
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.ports import never


@pytest.mark.parametrize(
    ("question", "is_so"),
    [
        ("repairs in May: was the van or the truck dearer?", True),
        ("who gets more leave, nurses or drivers", True),
        ("Ist das Familienzimmer größer als das Doppelzimmer?", True),
        ("is the blue wire thinner than the red one", True),
        ("when is the money due for goods sent to us vs. sent to a customer?", True),
        ("type 1 vs type 4: how high and how fast", True),
        ("what is the difference between a trial and a full membership", False),
        ("how does the old lift differ compared to the new one", False),
        ("may I bring a dog or a cat", False),
        ("who has to agree when a trip costs more than 2,000 euros?", False),
        ("are children older than twelve let in", False),
        ("what do I need for a longer trip", False),
    ],
)
def test_a_comparative_beside_two_things_compares(question: str, is_so: bool) -> None:
    assert compares(question) is is_so


@pytest.mark.parametrize(
    ("question", "written", "names"),
    [
        (
            "insurance: is the moped or the trailer dearer",
            ["What does the insurance cost for the moped?", "What does the insurance cost for the trailer?"],
            ["moped", "trailer"],
        ),
        (
            "I have a small boat and a big boat, which mooring costs me more",
            [
                "What does the mooring cost for the small boat?",
                "What does the mooring cost for the big boat?",
            ],
            ["small boat", "big boat"],
        ),
        (
            "dock A or dock B: which has more berths",
            ["How many berths does dock A have?", "How many berths does dock B have?"],
            ["dock A", "dock B"],
        ),
        (
            "hat Müller oder Schmidt mehr Tore geschossen",
            ["Wie viele Tore hat Müller geschossen?", "Wie viele Tore hat Schmidt geschossen?"],
            ["Müller", "Schmidt"],
        ),
    ],
)
def test_each_side_gets_a_question_of_its_own(question: str, written: list[str], names: list[str]) -> None:
    query = asked_of_each(understand(question), ScriptedModel(["\n".join(written)]), never)
    assert query.kind == "compare"
    assert [side.text for side in query.sides] == written
    assert [side.name for side in query.sides] == names


def test_a_number_that_no_side_has_goes_with_all_of_them() -> None:
    written = "What did repairs of the van cost?\nWhat did repairs of the truck cost?"
    asked = understand("repairs in 2025: was the van or the truck dearer?")
    query = asked_of_each(asked, ScriptedModel([written]), never)
    assert [side.text for side in query.sides] == [f"{line} (2025)" for line in written.splitlines()]


def test_the_year_before_is_asked_for_by_its_number() -> None:
    written = "What did the mooring bring in in 2024?\nWhat did the mooring bring in in the year before?"
    query = asked_of_each(
        understand("did the mooring bring in more in 2024 than the year before"),
        ScriptedModel([written]),
        never,
    )
    assert [(side.name, side.text) for side in query.sides] == [
        ("2024", "What did the mooring bring in in 2024?"),
        ("2023", "What did the mooring bring in 2023?"),
    ]


@pytest.mark.parametrize(
    "written",
    [
        "Is the van dearer?\nIs the truck dearer?",
        "What did the repairs cost?",
        "What did repairs of the van cost?\nWhat did repairs of the van cost?",
        "What did repairs of the van cost?\nWhat did repairs of the boat cost?",
        "What did repairs of the van cost?\nHow old is the truck?",
        "What does the van weigh?\nWhat does the truck weigh?",
        "Did repairs of the van cost the same?\nDid repairs of the truck cost the same?",
        "",
    ],
)
def test_what_compares_or_says_something_else_is_not_taken(written: str) -> None:
    query = understand("which repairs were dearer after the long winter storm, van or truck?")
    assert asked_of_each(query, ScriptedModel([written]), never) is query


def test_what_compares_nothing_is_not_put_to_the_model() -> None:
    query = understand("What does the insurance cost for the moped?")
    assert asked_of_each(query, ScriptedModel([]), never) is query
