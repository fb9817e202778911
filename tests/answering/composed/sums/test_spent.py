"""What was spent on one kind of thing, and who spent more."""

import pytest
from composing import composed

from ragdesk.answering.composed.asked import Composed

BOOK = """# 2026

| Date | Item | Category | Paid by | EUR |
|---|---|---|---|---|
| 2026-01-08 | Tyres | Car | Nora | 412.50 |
| 2026-01-21 | Oil change | Car | Eli | 96 |
| 2026-02-03 | Heating service | House | Nora | 138.40 |
| 2026-02-17 | Cat vaccination | Pets | Eli | 61 |
| 2026-04-11 | Cat food | Pets | Nora | 74.90 |
"""


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
    answer = composed(question, [BOOK])
    assert said(answer).splitlines()[0] == first
    assert answer is not None and all(each.quote.startswith("| 2026") for each in answer.citations)


def test_each_amount_is_called_by_its_item_and_not_by_its_day() -> None:
    assert "- Oil change: 96 EUR" in said(composed("how much did we spend on the car?", [BOOK]))


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
    assert " + " not in said(composed(question, [BOOK]))


def test_of_two_cells_of_a_row_both_have_to_be_there() -> None:
    book = BOOK + "| 2026-05-23 | Brakes | Car | Eli | 276.30 |\n"
    assert said(composed("how much did Eli pay for the car?", [book])).startswith("96 + 276.30 = 372.30 EUR")


def test_who_paid_more_is_told_by_the_sums() -> None:
    answer = said(composed("who paid more, Nora or Eli?", [BOOK]))
    assert "**Nora**: 412.50 + 138.40 + 74.90 = 625.80 EUR" in answer
    assert "**Eli**: 96 + 61 = 157 EUR" in answer
    assert "625.80 − 157" in answer and "468.80" in answer


def test_the_dearest_thing_is_called_by_its_item() -> None:
    assert (
        said(composed("what was the most expensive thing we bought?", [BOOK])) == "Item: Tyres; EUR: 412.50"
    )
    prices = "# Prices\n\n| Room | EUR |\n|---|---|\n| Attic | 900 |\n| Cellar | 20 |\n| Hall | 410 |\n"
    answer = composed("what was the most expensive thing we bought?", [prices, BOOK])
    assert said(answer) == "Item: Tyres; EUR: 412.50"


def test_who_paid_more_for_one_kind_is_told_of_that_kind() -> None:
    book = BOOK + "| 2026-05-23 | Brakes | Car | Eli | 276.30 |\n"
    answer = said(composed("who spent more on the car, Nora or Eli?", [book]))
    assert "**Nora**: 412.50 EUR" in answer and "**Eli**: 96 + 276.30 = 372.30 EUR" in answer
    assert " = " not in said(composed("who spent more on boats, Nora or Eli?", [book]))
