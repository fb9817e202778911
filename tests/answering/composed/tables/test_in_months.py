"""Sums over the rows of a stretch of time."""

from dataclasses import replace

import pytest
from composing import asked_over, cited_row, composed

from ragdesk.answering.composed.compose import compose
from ragdesk.answering.composed.tables.in_months import months_in
from ragdesk.answering.composed.tables.siblings import compose_of_months
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.conversations import Turn

OIL = """# Heating oil of the hall

| Month | Litres | Cost (EUR) |
|---|---|---|
| January | 420 | 441 |
| February | 390 | 410 |
| March | 300 | 318 |
| April | 180 | 190 |
| May | 60 | 64 |
| November | 250 | 270 |
| December | 400 | 432 |
"""
REPAIRS = """# Repairs of the vans

| Date | Van | Work | Cost GBP | Odometer reading |
|---|---|---|---|---|
| 2025-03-04 | Red | Brakes | 210 | 40,100 |
| 2025-04-09 | Blue | Clutch | 540 | 51,000 |
| 2025-04-22 | Red | Lamp | 18 | 41,200 |
| 2025-06-30 | Red | Tyres | 320 | 43,900 |
| 2025-07-02 | Blue | Belt | 95 | 53,000 |
"""


@pytest.mark.parametrize(
    ("question", "document", "first"),
    [
        ("how many litres did we use from february to april", OIL, "390 + 300 + 180 = 870"),
        ("cost from November to January in total", OIL, "441 + 270 + 432 = 1,143 EUR"),
        ("what did heating oil cost in the first quarter altogether?", OIL, "441 + 410 + 318 = 1,169 EUR"),
        ("average cost between march and may", OIL, "(318 + 190 + 64) / 3 = 190.67 EUR"),
        ("how much did we spend on repairs in april", REPAIRS, "540 + 18 = 558 GBP"),
        ("what did the red van cost us from april to june 2025", REPAIRS, "18 + 320 = 338 GBP"),
        ("how much did we pay in april 2024", REPAIRS, None),
        ("how much did the plumber cost in april", REPAIRS, None),
        ("how much more did we pay in april than in june", REPAIRS, None),
        ("how many litres in march", OIL, None),  # one row is no sum
    ],
)
def test_the_rows_of_a_stretch_are_summed(question: str, document: str, first: str | None) -> None:
    answer = composed(question, [document])
    said = answer.text.splitlines()[0] if answer else ""
    assert said == first if first else "+" not in said


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("which repairs were done in april", ["Clutch", "Lamp"]),
        ("what was repaired on the red van from april to july", ["Lamp", "Tyres"]),
        ("list the repairs since june", ["Tyres", "Belt"]),
    ],
)
def test_the_rows_of_a_stretch_are_listed(question: str, rows: list[str]) -> None:
    answer = composed(question, [REPAIRS])
    named = ("Brakes", "Clutch", "Lamp", "Tyres", "Belt")
    assert answer is not None and [name for name in named if name in answer.text] == rows


@pytest.mark.parametrize(
    ("question", "months"),
    [
        ("wie viel von April bis Juni", {4, 5, 6}),
        ("since october", {10, 11, 12}),
        ("bis Ende März", {1, 2, 3}),
        ("im zweiten Quartal", {4, 5, 6}),
        ("the second half of the year", {7, 8, 9, 10, 11, 12}),
        ("in Mar 2025", {3}),
        ("nov-feb", {11, 12, 1, 2}),
        ("may I pay in marble", set()),
        ("from Junior to Senior", set()),
        ("compare march and may", set()),
    ],
)
def test_months_that_a_question_names(question: str, months: set[int]) -> None:
    found = months_in(question)
    assert (found.months if found else set()) == months


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("what was mended in april", 2),
        ("who had something mended on the red van from april to june", 2),
        ("how much was mended in april", 0),
        ("what was mended in june", 0),  # one row
        ("what was mended in april 2024", 0),
    ],
)
def test_rows_beside_the_cited_one_in_the_same_months(question: str, rows: int) -> None:
    asked = asked_over(question, [REPAIRS])
    found = compose_of_months(asked, cited_row(asked, "2025-04-22"))
    assert (len(found.sentences) if found else 0) == rows


def test_a_question_that_names_its_months_needs_no_turn_before_it() -> None:
    before = [Turn("user", "How can the letting end?"), Turn("assistant", "With four weeks' notice.")]
    query = understand("how much did we spend on repairs in april", before)
    asked = asked_over("how much did we spend on repairs in april", [REPAIRS])
    answer = compose(replace(asked, query=replace(query, kind="lookup")))
    assert "letting" in query.standalone and answer is not None
    assert answer.text.splitlines()[0] == "540 + 18 = 558 GBP"
