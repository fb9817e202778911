"""Columns that say yes or no of each row: a question that names one asks for some of the rows, or for one cell."""

import pytest
from composing import composed

DISHES = """Dishes of the week.

| # | Dish | Milk | Nuts | Price (EUR) |
|---|---|---|---|---|
| 2 | Beetroot soup | yes | no | 7 |
| 3 | Spinach pie | yes | no | 9 |
| 4 | Rice noodles | no | peanuts | 11 |
| 5 | Honey cake | no | walnuts | 5 |
"""


@pytest.mark.parametrize(
    ("question", "dishes"),
    [
        ("Which dishes contain nuts?", ["Rice noodles", "Honey cake"]),
        ("Which dishes contain no nuts?", ["Beetroot soup", "Spinach pie"]),
        ("Which dishes are milk-free?", ["Rice noodles", "Honey cake"]),
        ("She can't have milk. Which of the dishes are off limits?", ["Beetroot soup", "Spinach pie"]),
        ("Which dishes can someone allergic to nuts have?", ["Beetroot soup", "Spinach pie"]),
        ("Which dishes can't someone with a nuts allergy have?", ["Rice noodles", "Honey cake"]),
        ("Which dishes are there?", ["Beetroot soup", "Spinach pie", "Rice noodles", "Honey cake"]),
    ],
)
def test_the_rows_that_have_it_are_listed(question: str, dishes: list[str]) -> None:
    found = composed(question, [DISHES])
    assert found is not None
    lines = [line for line in found.text.splitlines() if line.startswith("- ")]
    assert [line.removeprefix("- ").partition(" · ")[0] for line in lines] == dishes


BAKES = """What our bakes are made with.

| Bake | Milk | Sesame |
|---|---|---|
| Seeded loaf | - | contains |
| White loaf | - | may contain |
| Cheese straw | contains | contains |
| Flapjack | contains | - |
| Scone | contains | - |
"""


@pytest.mark.parametrize(
    ("question", "bakes"),
    [
        (
            "Which of our bakes definitely have sesame in them, not just traces?",
            ["Seeded loaf", "Cheese straw"],
        ),
        ("Which bakes have no sesame?", ["Flapjack", "Scone"]),
        (
            "I am allergic to sesame, which bakes do I have to avoid?",
            ["Seeded loaf", "White loaf", "Cheese straw"],
        ),
    ],
)
def test_a_cell_that_says_neither_counts_for_those_who_keep_away_from_it(
    question: str, bakes: list[str]
) -> None:
    found = composed(question, [BAKES])
    assert found is not None
    lines = [line for line in found.text.splitlines() if line.startswith("- ")]
    assert [line.removeprefix("- ").partition(" · ")[0] for line in lines] == bakes


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is there sesame in the white loaf?", "Bake: White loaf; Sesame: may contain"),
        ("Is there sesame in the flapjack?", "No. Bake: Flapjack; Sesame: -"),
        ("Is there sesame in the cheese straw?", "Yes. Bake: Cheese straw; Sesame: contains"),
    ],
)
def test_a_cell_that_says_neither_is_no_yes(question: str, answer: str) -> None:
    found = composed(question, [BAKES])
    assert found is not None and found.text == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Does the spinach pie contain milk?", "Yes. Dish: Spinach pie; Milk: yes"),
        ("Are there nuts in the honey cake?", "Yes. Dish: Honey cake; Nuts: walnuts"),
        ("Is there milk in the rice noodles?", "No. Dish: Rice noodles; Milk: no"),
    ],
)
def test_a_cell_says_yes_or_no(question: str, answer: str) -> None:
    found = composed(question, [DISHES])
    assert found is not None and found.text == answer
    assert found.citations[0].quote.startswith("|")


@pytest.mark.parametrize(
    "question",
    [
        "Does the lasagne contain milk?",  # no such row
        "Is there no milk in the honey cake?",  # asked in the negative
        "Is the honey cake cheaper than the soup?",  # no such column
    ],
)
def test_where_no_one_cell_is_meant_none_is_taken(question: str) -> None:
    found = composed(question, [DISHES])
    assert found is None or not found.text.startswith(("Yes. Dish", "No. Dish"))


FAULTS = """What the pump's display shows.

| Code | Cause | What to do | Carry on |
|---|---|---|---|
| P1 | Filter clogged | Rinse the filter under the tap | yes |
| P4 | Runs dry | Switch off and wait for 30 minutes | no |
"""


def test_what_is_to_be_done_is_told_beside_a_no() -> None:
    found = composed("The pump shows P4, may I carry on?", [FAULTS])
    assert found is not None
    assert found.text == "No. Code: P4; What to do: Switch off and wait for 30 minutes; Carry on: no"
