from decimal import Decimal

import pytest

from ragdesk.answering.composed.sums.stated import stated_in


@pytest.mark.parametrize(
    ("text", "value", "unit", "exact"),
    [
        ("The training costs 4,000 euros.", "4000", "EUR", True),
        ("Either side may leave on thirty (30) days notice.", "30", "day", True),
        ("a late fee of 1.5% per month of the payment", "1.5", "% per month", True),
        ("Interest is 8 percent a year.", "8", "% per year", True),
        ("The monthly fee is $178,500.", "178500", "USD per month", True),
        ("The hall cost €2.5 million.", "2500000", "EUR", True),
        ("three months' notice", "3", "month", True),
        ("at least 5 working days", "5", "work day", False),
        ("The rent is up to 300 euros.", "300", "EUR", False),
        ("The pump weighs 12.5 kg.", "12.5", "kg", True),
        ("Der Preis beträgt 1.200,50 Euro pro Monat.", "1200.50", "EUR per month", True),
        ("a 30-day period", "30", "day", True),
    ],
)
def test_an_amount_is_read_with_its_unit(text: str, value: str, unit: str, exact: bool) -> None:
    found = stated_in(text)
    assert [(each.amount.value, each.amount.unit, each.exact) for each in found] == [
        (Decimal(value), unit, exact)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "On 2024-03-01 at 12:30 we met.",
        "See SOP-12, version 4.2.1.",
        "one of them",
        "Die Miete kostet 1.300 Euro.",
    ],
)
def test_what_is_no_amount_or_may_be_read_in_two_ways_is_none(text: str) -> None:
    assert not stated_in(text)


def test_a_range_is_not_exact() -> None:
    assert not any(each.exact for each in stated_in("It takes 3 to 5 days."))
