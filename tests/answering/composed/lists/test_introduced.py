"""Items that a sentence introduces: read with it, and given with it where it is what was asked for."""

import pytest
from composing import composed
from scripted import ScriptedModel

from ragdesk.answering.composed.lists.introduced import _SEVERAL
from ragdesk.domain.calibration.by_language_model import _VERIFIERS

LEASE = """# Garage lease

6.1 The lease runs for five years.

6.2 Either party may end the lease early if
(a) the other party has broken it and was warned twice;
(b) the garage cannot be used for more than thirty days.

6.3 The tenant may not, without written consent:
(a) sublet the garage;
(b) store fuel or gas bottles.
"""


def test_the_items_are_the_answer_where_a_sentence_only_introduces_them() -> None:
    answer = composed("When may either party end the lease early?", [LEASE])
    assert answer is not None
    assert answer.text == (
        "6.2 Either party may end the lease early if\n\n"
        "- the other party has broken it and was warned twice;\n"
        "- the garage cannot be used for more than thirty days."
    )
    assert len(answer.citations) == 3


def test_a_label_with_its_value_introduces_nothing() -> None:
    minutes = "Apologies to the committee of Oakley: Greg Shaw\n\n1. Uniforms are worn out.\n2. The concert is in June."
    assert composed("Who is the mayor of the committee of Oakley?", [minutes]) is None


def test_a_sentence_that_introduces_nothing_is_left_to_others() -> None:
    assert composed("For how many years does the lease run?", [LEASE]) is None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("May the tenant sublet the garage?", "sublet the garage;"),
        ("May the tenant store gas bottles?", "… store fuel or gas bottles."),
    ],
)
def test_a_denial_over_the_items_denies_each(question: str, said: str) -> None:
    answer = composed(question, [LEASE])
    assert answer is not None
    assert answer.text.startswith("No. 6.3 The tenant may not") or answer.text.startswith(
        "No. The tenant may not"
    )
    assert answer.text.endswith(said)
    assert answer.citations[0].quote.startswith(("6.3 The tenant may not", "The tenant may not"))


TRIP = """# Trip to the quarry

Every child brings along for the day:

- gloves that may get dirty
- a helmet, which we lend
- up to 4 pounds for the kiosk
- a packed lunch
"""


def test_all_items_are_the_answer_where_none_answers_much_better() -> None:
    answer = composed("What does every child bring along for the day?", [TRIP], steep=12)
    assert answer is not None
    assert answer.text.startswith("Every child brings along for the day:")
    assert [line[2:] for line in answer.text.splitlines() if line.startswith("- ")] == [
        "gloves that may get dirty",
        "a helmet, which we lend",
        "up to 4 pounds for the kiosk",
        "a packed lunch",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "What is for the kiosk, up to 4 pounds?",
        "How many pounds for the kiosk?",
    ],
)
def test_one_item_that_is_meant_is_not_read_out_with_the_others(question: str) -> None:
    assert composed(question, [TRIP], steep=12) is None


def test_an_item_of_a_later_passage_is_read_with_the_line_that_introduces_its_list() -> None:
    first, second = LEASE.split("(b) store")
    answer = composed("May the tenant store gas bottles?", [first, f"(b) store{second}"])
    assert answer is not None
    assert answer.text.startswith("No. 6.3 The tenant may not")
    assert answer.text.endswith("… store fuel or gas bottles.")


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("what should my child bring", True),
        ("What am I not allowed to do here?", True),
        ("Which papers do I hand in?", True),
        ("Was muss ich mitbringen?", True),
        ("What lamp do I need?", False),
        ("Which class do I teach?", False),
        ("When do we meet?", False),
    ],
)
def test_who_asks_for_one_thing_wants_no_list(question: str, several: bool) -> None:
    assert (_SEVERAL.match(question) is not None) is several


PREPARE = """# New meters

What a fitter's visit costs is told on the phone. Before the fitter comes:

- Clear the space around the meter.
- Turn the valves in front of the meter.
- Write down the reading of the meter.
"""


@pytest.mark.parametrize(
    "question", ["what does the visit of the fitter cost", "which valve does the fitter turn first"]
)
def test_a_list_of_something_else_is_not_what_was_asked_for(question: str) -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"Clear the space": 3.0})
    assert composed(question, [PREPARE], model) is None


def test_such_a_list_is_given_where_the_model_takes_it_for_the_answer() -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"Clear the space": 3.0})
    answer = composed("what has to be ready before somebody comes", [PREPARE], model)
    assert answer is not None and "- Write down the reading of the meter." in answer.text
