"""The row with the highest or lowest amount of a table, where it is clear which table and which column are meant."""

import pytest
from composing import composed

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
