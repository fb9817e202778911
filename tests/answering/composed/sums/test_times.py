"""A cell times the number of things that the question names."""

import pytest
from composing import asked_over, cited_line, cited_row

from ragdesk.answering.composed.sums.times import compose_times

PRICES = """Prices of the ferry, in EUR.

| Ticket | Single | Return | Deposit | Per night |
|---|---|---|---|---|
| Adult | 12.50 | 21 | 5 | 30 |
| Child under 6 | 0 | 0 | 0 | 0 |
| Bicycle | 4 | 7 | 10 | 0 |
"""


@pytest.mark.parametrize(
    ("question", "label", "answer"),
    [
        ("What do 3 adults pay for a return?", "Adult", "Ticket: Adult; Return: 21\n\n3 × 21 = 63"),
        ("How much are two bicycles, single?", "Bicycle", "Ticket: Bicycle; Single: 4\n\n2 × 4 = 8"),
        (
            "What do 4 adult tickets come to, return without the deposit?",
            "Adult",
            "Ticket: Adult; Return: 21\n\n4 × 21 = 84",
        ),
        ("How much for 5 nights for an adult?", "Adult", "Ticket: Adult; Per night: 30\n\n5 × 30 = 150"),
        ("How much for 5 nights for 3 adults?", "Adult", None),
        ("What does an adult pay for a return?", "Adult", None),
        ("What do 3 adults pay?", "Adult", None),  # single or return
        ("When do 3 adults have to return?", "Adult", None),  # no price is asked for
        (
            "What do 2 children under 6 pay for a return?",
            "Child under 6",
            None,
        ),  # the name has a number itself
        ("What do 3 adults and 2 adults pay for a return?", "Adult", None),
    ],
)
def test_a_price_is_taken_as_often_as_the_question_says(
    question: str, label: str, answer: str | None
) -> None:
    asked = asked_over(question, [PRICES])
    found = compose_times(asked, cited_row(asked, label))
    assert (found.text if found else None) == answer


MENUS = """What we cook.

| Menu | Price per head (EUR) | Courses |
|---|---|---|
| Harbour | 38 | 3 |
| Brunch | 19.50 | 1 |
"""


@pytest.mark.parametrize(
    "question", ["how much for the harbour menu for 12 people", "was kostet Harbour für 12 Gäste"]
)
def test_a_price_per_head_is_taken_for_each_person_by_any_name(question: str) -> None:
    asked = asked_over(question, [MENUS])
    found = compose_times(asked, cited_row(asked, "Harbour"))
    assert found is not None
    assert found.text == "Menu: Harbour; Price per head (EUR): 38\n\n12 × 38 = 456 EUR"


SEEDS = """What the nursery asks for seeds, in EUR.

| No. | Seed | Pack | Price until June | Price from July |
|---|---|---|---|---|
| S100 | Red clover | 5 kg | 21.50 | 23.40 |
| S110 | White clover | 5 kg | 24 | 26 |
"""


@pytest.mark.parametrize(
    ("question", "shown", "answer"),
    [
        (
            "What do 4 bags of red clover cost at the new price?",
            "No.: S100; Price from July: 23.40",
            "4 × 23.40 = 93.60",
        ),
        (
            "What do 4 bags of red clover cost?",
            "No.: S100; Price until June: 21.50; Price from July: 23.40",
            None,
        ),
        ("What does red clover cost at the new price?", "No.: S100; Price from July: 23.40", None),
        ("What do 4 lorries of red clover cost at the new price?", "No.: S100; Price from July: 23.40", None),
    ],
)
def test_pieces_are_counted_and_the_cell_that_is_shown_is_taken(
    question: str, shown: str, answer: str | None
) -> None:
    asked = asked_over(question, [SEEDS])
    found = compose_times(asked, cited_row(asked, "S100"), shown)
    assert (found and found.text.partition("\n\n")[2]) == answer


TRIPS = """# Trips

| Date | Trip | Places | Cost per head (£) |
|---|---|---|---|
| 2026-06-13 | Two lochs | 30 | 15 |
| 2026-07-11 | Island weekend | 16 | 140 |
"""


@pytest.mark.parametrize(
    ("question", "product"),
    [
        ("how much would it cost if 3 of us go to the island weekend", "3 × 140 = 420 GBP"),
        ("what does the island weekend cost 4 people", "4 × 140 = 560 GBP"),
        ("what does the island weekend cost", None),
    ],
)
def test_what_is_asked_for_a_few_of_us_is_a_price_per_head_so_often(
    question: str, product: str | None
) -> None:
    asked = asked_over(question, [TRIPS])
    row = cited_line(asked, "| 2026-07-11")
    found = compose_times(asked, row, "Trip: Island weekend; Cost per head (£): 140")
    assert (found.text.splitlines()[-1] if found else None) == product
