"""Sums, differences and averages: exact, of cited cells, and none where the cells are not sure."""

from decimal import Decimal

import pytest
from composing import composed

from ragdesk.answering.composed.amounts import Amount, amount

SITES = """# Fees

| Site | Area (m²) | Monthly fee (EUR) |
|---|---|---|
| Bremen | 4,200 | 11,450.10 |
| Leer | 1,300 | 3,640.20 |
| Laboratory | 900 | 0.30 |
| Total | 6,400 | 15,090.60 |"""


def text(question: str, table: str = SITES) -> str | None:
    answer = composed(question, [table])
    return answer.text if answer else None


def test_the_cells_of_a_column_are_summed_without_its_total_and_each_is_cited() -> None:
    answer = composed("What is the sum of all monthly fees?", [SITES])
    assert answer is not None
    assert answer.text == (
        "11,450.10 + 3,640.20 + 0.30 = 15,090.60 EUR\n\n"
        "- Bremen: 11,450.10 EUR\n- Leer: 3,640.20 EUR\n- Laboratory: 0.30 EUR"
    )
    assert answer.sentences[0].citations == (1, 2, 3)
    assert answer.citations[1].quote == "| Leer | 1,300 | 3,640.20 |"


def test_rows_are_named_by_their_label_or_its_beginning() -> None:
    shown = text("What is the monthly fee for Leer and the lab together?")
    assert shown is not None and shown.startswith("3,640.20 + 0.30 = 3,640.50 EUR")


def test_a_difference_and_an_average_show_their_formula() -> None:
    shown = text("How much more is the monthly fee of Bremen than that of Leer?")
    assert shown is not None and shown.startswith("11,450.10 − 3,640.20 = 7,809.90 EUR")
    shown = text("Calculate the average area of Bremen and Leer")
    assert shown is not None and shown.startswith("(4,200 + 1,300) / 2 = 2,750")


def test_columns_of_one_row_are_summed_in_the_order_of_the_question() -> None:
    table = "| Department | Q1 | Q2 | Q3 |\n|---|---|---|---|\n| IT | 10 | 20 | 30 |\n| Labour | 1 | 2 | 3 |"
    assert text("What is the total of Q3 and Q1 for IT?", table) == "30 + 10 = 40\n\n- Q3: 30\n- Q1: 10"


def test_units_that_differ_are_not_added() -> None:
    table = "| Item | Price |\n|---|---|\n| Pump | 10 EUR |\n| Hose | 12 USD |"
    shown = text("What is the sum of the prices of pump and hose?", table)
    assert shown is not None
    assert shown.startswith("The amounts are not in the same unit (EUR, USD), so nothing was computed.")


@pytest.mark.parametrize(
    "question",
    [
        "What do Bremen and Hamburg pay together?",  # one of them is not there
        "What is the monthly fee for all four sites together?",  # there are three
        "What is 10 percent of the fee?",  # no operation over cells
    ],
)
def test_what_is_not_sure_is_not_computed(question: str) -> None:
    assert text(question) is None


@pytest.mark.parametrize(
    ("cell", "head", "expected"),
    [
        ("11,450", "Fee (EUR)", Amount(Decimal(11450), "EUR")),
        ("11.450,50 €", "", Amount(Decimal("11450.50"), "EUR")),
        ("$ 12.5", "", Amount(Decimal("12.5"), "USD")),
        ("42000", "", Amount(Decimal(42000), "")),
        ("1.300", "", None),  # thirteen hundred, or one and three tenths
        ("about 5", "", None),
        ("2024-01-05", "", None),
        ("", "", None),
    ],
)
def test_amounts(cell: str, head: str, expected: Amount | None) -> None:
    assert amount(cell, head) == expected
