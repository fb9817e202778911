"""What was spent on one kind of thing, and what was the dearest."""

import pytest
from composing import BOOKINGS, composed

from ragdesk.answering.composed.asked import Composed


def said(answer: Composed | None) -> str:
    return "" if answer is None else answer.text


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("how much did we spend on the car?", "412.50 + 96 = 508.50 EUR"),
        ("what have we paid for pets", "61 + 74.90 = 135.90 EUR"),
        ("how much did Nora pay?", "412.50 + 138.40 + 74.90 = 625.80 EUR"),
        ("Wie viel haben wir für Pets ausgegeben?", "61 + 74,90 = 135,90 EUR"),
    ],
)
def test_the_rows_of_one_kind_are_added_up(question: str, first: str) -> None:
    answer = composed(question, [BOOKINGS])
    assert said(answer).splitlines()[0] == first
    assert answer is not None and all(each.quote.startswith("| 2026") for each in answer.citations)


def test_each_amount_is_called_by_its_item_and_not_by_its_day() -> None:
    assert "- Oil change: 96 EUR" in said(composed("how much did we spend on the car?", [BOOKINGS]))


@pytest.mark.parametrize(
    "question",
    [
        "how much did we spend on the boat?",
        "how much did Eli pay for the tyres?",  # Nora did
        "how much did we spend on the house?",  # one row
        "how much did we spend on the car in Berlin?",
        "who paid for the car?",
    ],
)
def test_where_the_table_does_not_say_it_nothing_is_added_up(question: str) -> None:
    assert " + " not in said(composed(question, [BOOKINGS]))


def test_of_two_cells_of_a_row_both_have_to_be_there() -> None:
    book = BOOKINGS + "| 2026-05-23 | Brakes | Car | Eli | 276.30 |\n"
    assert said(composed("how much did Eli pay for the car?", [book])).startswith("96 + 276.30 = 372.30 EUR")


def test_the_dearest_thing_is_called_by_its_item() -> None:
    assert (
        said(composed("what was the most expensive thing we bought?", [BOOKINGS]))
        == "Item: Tyres; EUR: 412.50"
    )
    prices = "# Prices\n\n| Room | EUR |\n|---|---|\n| Attic | 900 |\n| Cellar | 20 |\n| Hall | 410 |\n"
    answer = composed("what was the most expensive thing we bought?", [prices, BOOKINGS])
    assert said(answer) == "Item: Tyres; EUR: 412.50"
