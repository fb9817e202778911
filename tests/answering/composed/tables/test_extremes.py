"""The row with the highest or lowest amount of a table, where it is clear which table and which column are meant."""

import pytest
from composing import asked_over, cited_row, composed

from ragdesk.answering.composed.tables.extremes import compose_extreme_around

DISHES = """Dishes of the week.

| # | Dish | Price (EUR) | Calories |
|---|---|---|---|
| 2 | Beetroot soup | 7.50 | 320 |
| 3 | Spinach pie | 9 | 610 |
| 4 | Rice noodles | 11 | 540 |
| 5 | Honey cake | 5 | 610 |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's the cheapest dish?", "Dish: Honey cake; Price (EUR): 5"),
        ("Which dish is the most expensive?", "Dish: Rice noodles; Price (EUR): 11"),
        ("Which dish has the lowest calories?", "Dish: Beetroot soup; Calories: 320"),
        (
            "Which dish has the most calories?",
            "Dish: Spinach pie; Calories: 610\nDish: Honey cake; Calories: 610",
        ),
    ],
)
def test_the_row_is_found_by_its_amount(question: str, answer: str) -> None:
    found = composed(question, [DISHES])
    assert found is not None and found.text == answer
    assert all(citation.quote.startswith("|") for citation in found.citations)


HIRE = """Plant for hire, all prices in pounds.

| Code | Item | Day | Week |
|---|---|---|---|
| G-301 | Mini digger 1.5 t | 95 | 320 |
| G-303 | Micro digger 0.8 t | 80 | 270 |
| G-310 | Plate compactor | 30 | 96 |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which digger is cheaper by the week?", "Item: Micro digger 0.8 t; Week: 270"),
        ("Which is the dearest digger per day?", "Item: Mini digger 1.5 t; Day: 95"),
    ],
)
def test_of_some_rows_that_the_question_names_one_is_found(question: str, answer: str) -> None:
    found = composed(question, [HIRE])
    assert found is not None and found.text == answer


def test_a_single_row_that_is_named_is_no_extreme() -> None:
    assert composed("Which compactor is cheaper by the week?", [HIRE]) is None


@pytest.mark.parametrize(
    "question",
    [
        "What's the cheapest wine?",  # another table's
        "Which dish is the best?",  # no amount says that
        "Which dish has the most guests?",  # no such column
    ],
)
def test_where_another_thing_is_asked_for_no_row_is_taken(question: str) -> None:
    assert composed(question, [DISHES]) is None


BIDS = """The lift of house 14.

| Bidder | Sum | Service per year |
|---|---|---|
| Brandt | 87.900 € | 2140 € |
| Nordlift | 94.350 € | 1890 € |
| Hebewerk | 81.200 € | 2480 € |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which firm has the cheapest offer for a lift?", "Bidder: Hebewerk; Sum: 81.200 €"),
        ("Who has the highest service per year?", "Bidder: Hebewerk; Service per year: 2480 €"),
        ("Which firm offers a lift?", None),
    ],
)
def test_a_row_that_was_found_gives_way_to_the_extreme_of_its_table(
    question: str, answer: str | None
) -> None:
    asked = asked_over(question, [BIDS])
    found = compose_extreme_around(asked, cited_row(asked, "Brandt"))
    assert (found.text if found else None) == answer
