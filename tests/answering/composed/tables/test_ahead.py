"""Terms of cancellation: which row of a table holds so long before it."""

import pytest
from composing import composed

from ragdesk.answering.composed.tables.ahead import asked_ahead, row_ahead

REFUNDS = (
    "# Withdrawal\n\n| Withdrawal received | Trips | Courses |\n|---|---|---|\n| More than 10 weeks before | 100% | 90% |\n"
    "| 10 to 6 weeks before | 75% | 60% |\n| Less than 6 weeks before | 30% | 15% |\n| Within 7 days, or no show | 0% | 5% |"
)
WEEKS = [
    "more than 10 weeks before",
    "10 to 6 weeks before",
    "less than 6 weeks before",
    "within 7 days",
    "no show",
]
UNTIL = ["bis 30 Tage vor Anreise", "bis 14 Tage vor Anreise", "bis 3 Tage vor Anreise", "am Tag der Anreise"]
STEPS = ["28 days or more before departure", "27-15 days before departure", "14–8 days before departure"]


@pytest.mark.parametrize(
    ("question", "hours"),
    [
        ("what do I get back if I cancel five weeks before?", 5 * 7 * 24),
        ("fee when cancelling 48 hours in advance", 48),
        ("Was kostet es, wenn ich 20 Tage vor der Anreise absage?", 20 * 24),
        ("is 3 weeks' notice enough", 3 * 7 * 24),
        ("how long is a week", None),
        ("5 weeks before or 3 weeks before", None),
        ("what if I cancel 2 to 3 weeks before", None),
    ],
)
def test_how_long_before_a_question_says(question: str, hours: float | None) -> None:
    assert asked_ahead(question) == hours


@pytest.mark.parametrize(
    ("days", "cells", "at"),
    [
        (77, WEEKS, 0),
        (70, WEEKS, 1),
        (42, WEEKS, 1),
        (41, WEEKS, 2),
        (7, WEEKS, 3),
        (40, UNTIL, 0),
        (30, UNTIL, 0),
        (20, UNTIL, 1),
        (5, UNTIL, 2),
        (1, UNTIL, None),
        (28, STEPS, 0),
        (20, STEPS, 1),
        (8, STEPS, 2),
        (7, STEPS, None),
        (3, ["2 days", "4 days"], None),
        (3, ["up to 5 days", "up to 9 days"], None),
    ],
)
def test_the_narrowest_row_that_holds(days: int, cells: list[str], at: int | None) -> None:
    assert row_ahead(days * 24, cells) == at


def test_the_row_is_shown_with_the_column_that_is_named() -> None:
    answer = composed(
        "what percentage do I get back for courses if I pull out eight weeks before?", [REFUNDS]
    )
    assert answer is not None and answer.text == "Withdrawal received: 10 to 6 weeks before; Courses: 60%"
    both = composed("what do I get back if I cancel 3 weeks before", [REFUNDS])
    assert (
        both is not None
        and both.text == "Withdrawal received: Less than 6 weeks before; Trips: 30%; Courses: 15%"
    )
