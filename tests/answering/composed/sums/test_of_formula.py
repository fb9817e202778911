"""A calculation that the writer writes, and that code only believes where its numbers stand there."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from composing import asked_over
from scripted import Scores, ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.composed.sums.of_formula import compose_of_formula
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration.by_language_model import WRITERS

WRITER, MODEL = next(iter(WRITERS))
VISITS = "You are paid £45 for each visit to the hospital and £15 for the visit by telephone."
FARES = "| Fare | Price (€) | Minutes |\n|---|---|---|\n| Adult | 12.50 | 40 |\n| Child | 5 | 40 |"
QUESTION = "what is that for 6 visits"
HIRE = "The study room costs 6 euros an hour, and may be had for three hours."


def written(
    formula: str | None,
    passages: Sequence[str],
    writer: str = WRITER,
    surely: float = 0.9,
    question: str = QUESTION,
) -> str:
    told = {} if formula is None else {question: formula}
    model = ScriptedModel(name=MODEL, writer=writer, writes=told, surely=surely)
    asked = asked_over(question, passages, model)
    units = [unit for unit in asked.units if any(map(str.isdigit, unit.quote.text))]
    found = compose_of_formula(replace(asked, units=units), [unit.quote for unit in units])
    return found.text if found else ""


BILL = "| Item | Amount |\n|---|---|\n| Net | £553.20 |\n| VAT 20% | £110.64 |\n| Total | £663.84 |"


def test_what_a_row_is_a_share_of_is_not_its_own_amount() -> None:
    assert written("110.64 * 20 / 100", [BILL], question="how much VAT") == ""
    rates = "| Item | Rate | Amount |\n|---|---|---|\n| Copper | 20% | £110.64 |\n| Call-out | 5% | £45.00 |"
    assert written("110.64 * 20 / 100", [rates], question="the tax on copper").startswith("110.64 × 20")


def test_a_number_of_the_option_that_was_not_asked_for_is_not_added() -> None:
    extras = (
        "| Extra | Option A | Option B |\n|---|---|---|\n| Mesh | £390 | £440 |\n| Charger | £610 | £610 |"
    )
    question = "the mesh and the charger of option B, what is that together"
    assert written("390 + 610", [extras], question=question) == ""
    assert written("440 + 610", [extras], question=question).startswith("440 + 610 = 1,050 GBP")


@pytest.mark.parametrize(
    ("formula", "passages", "said"),
    [
        ("6 * 45 + 15", [VISITS], "6 × 45 + 15 = 285 GBP"),
        ("2 * 12.50 + 3 * 5", [FARES], ""),  # three children are nowhere
        ("6 * 12.50 + 5", [FARES], "6 × 12.50 + 5 = 80 EUR"),
        ("5 - 12.50", [FARES], "12.50 − 5 = 7.50 EUR"),
        ("6 * (12.50 - 5)", [FARES], "6 × (12.50 − 5) = 45 EUR"),
        ("12.50 * (1 - 6 / 100)", [FARES], "12.50 × (1 − 6 / 100) = 11.75 EUR"),
        ("3 * 12.50", [FARES, "A family of 3 sits together."], ""),
        ("12.50 / 5", [FARES], "12.50 / 5 = 2.50"),
        ("6 * 3", [HIRE], "6 × 3 = 18 EUR"),
        ("12.50 + 40", [FARES], ""),  # euros and minutes
        ("45 * 15", [VISITS], ""),
        ("45 + 45", [VISITS], ""),
        ("12.50 + 5 + 5", [FARES], ""),
        ("5 + 5", ["The hall costs 5 euros.", "The stage costs 5 euros."], "5 + 5 = 10 EUR"),
        ("45 + 16", [VISITS], ""),
        ("45", [VISITS], ""),
        ("5 - 5", [FARES], ""),
        ("45 / (15 - 15)", [VISITS], ""),
        ("NONE", [VISITS], ""),
        ("forty-five", [VISITS], ""),
        ("45 **", [VISITS], ""),
        ("__import__('os')", [VISITS], ""),
        ("45 ** 15", [VISITS], ""),
        (None, [VISITS], ""),
    ],
)
def test_what_it_writes_is_checked_and_computed(
    formula: str | None, passages: Sequence[str], said: str
) -> None:
    assert written(formula, passages).split("\n")[0] == said


def test_the_lines_stand_below_with_what_they_give() -> None:
    result, _, *lines = written("12.50 + 5", [FARES]).split("\n")
    assert result == "12.50 + 5 = 17.50 EUR"
    assert lines == [
        "- Fare: Adult; Price (€): 12.50; Minutes: 40",
        "- Fare: Child; Price (€): 5; Minutes: 40",
    ]


def test_a_thing_that_no_line_is_of_is_missing() -> None:
    question = "what do the adult fare plus the dog come to together"
    for asks, said in ((question, ""), (question.replace("dog", "child"), "12.50 + 5 = 17.50 EUR")):
        assert written("12.50 + 5", [FARES], question=asks).split("\n")[0] == said


def test_where_it_is_not_sure_nothing_is_reckoned() -> None:
    assert written("6 * 45 + 15", [VISITS], surely=0.3) == ""


def test_without_a_writer_nothing_is_reckoned() -> None:
    assert written("6 * 45 + 15", [VISITS], writer="") == ""
    assert written("6 * 45 + 15", [VISITS], writer="another") == ""


def test_a_look_up_for_a_total_is_reckoned_too() -> None:
    question = "what would I be paid in all for 6 visits"
    assert understand(question).kind == "lookup"
    shelf, model = (
        Shelf([VISITS], cosine=0.9),
        ScriptedModel(
            name=MODEL, writer=WRITER, writes={question: "6 * 45 + 15"}, marks={"£45": 3.0}, odds={}
        ),
    )
    resources = Resources(
        shelf, shelf, None, Scores({"£45": 4.0}), model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    *_, answer = ask(question, resources)
    assert isinstance(answer, Answer) and answer.text.startswith("6 × 45 + 15 = 285 GBP")
    assert [cited.quote for cited in answer.citations] == [VISITS]
