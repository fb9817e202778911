"""Several things, each as often as the question says."""

import pytest
from composing import composed

PRICES = """What the baths charge, in GBP.

| Ticket | Peak | Off-peak |
|---|---|---|
| Adult | 8.50 | 6 |
| Adult, concession | 5 | 4 |
| Child | 4.20 | 3 |
| Under 4 | free | free |
| Locker, large | 2 | 2 |
"""
HIRE = """Was der Verleih kostet.

| Gerät | Preis pro Tag (EUR) | Kaution (EUR) |
|---|---|---|
| Fahrrad | 14 | 50 |
| Anhänger | 9 | 30 |
"""


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        ("how much would two adults and three children pay off-peak", "2 × 6 + 3 × 3 = 21"),
        ("what do 2 adults, 1 kid and a large locker cost at peak?", "2 × 8.50 + 1 × 4.20 + 1 × 2 = 23.20"),
        ("peak, an adult and 3 kids, how much?", "1 × 8.50 + 3 × 4.20 = 21.10"),
        ("how much for two adults with two under 4 in the off-peak", None),  # a number in the name
        ("how much would two adults and three children pay", None),  # peak or off-peak
        ("how much would two adults and three dogs pay off-peak", None),
        ("how much does an adult and a child pay off-peak", None),  # nothing is multiplied
        ("who takes two adults and three children off-peak", None),
    ],
)
def test_each_price_is_taken_as_often_as_its_thing_is_named(question: str, formula: str | None) -> None:
    answer = composed(question, [PRICES])
    first = answer.text.splitlines()[0] if answer else ""
    assert first == formula if formula else "×" not in first


def test_the_column_that_says_it_is_a_price_is_meant() -> None:
    answer = composed("was kosten zwei Fahrräder und ein Anhänger", [HIRE])
    assert answer is not None
    assert answer.text == (
        "2 × 14 + 1 × 9 = 37 EUR\n\n- Gerät: Fahrrad; Preis pro Tag (EUR): 14\n- Gerät: Anhänger; Preis pro Tag (EUR): 9"
    )
    assert len(answer.citations) == 2


ACROSS = """What the baths charge.

| Ticket | Adult | Junior (4-15) | Valid |
|---|---|---|---|
| Single swim, peak | £6.20 | £3.60 | one visit |
| Single swim, off-peak | £4.80 | £2.90 | one visit |
| Ten swims | £50 | £30 | a year |
"""


def test_each_thing_may_have_a_column() -> None:
    for question, formula in (
        ("two grown-ups and one junior, single tickets at peak, how much", "2 × 6.20 + 1 × 3.60 = 16 GBP"),
        ("how much for 2 adults and 3 juniors, single swim off-peak", "2 × 4.80 + 3 × 2.90 = 18.30 GBP"),
        ("what is a single swim off-peak for 2 adults and 3 juniors", None),  # asks what, not how much
        ("how much is a single swim off-peak for 2 adults and 3 juniors", "2 × 4.80 + 3 × 2.90 = 18.30 GBP"),
        ("how much for 2 adults and 3 juniors", None),  # which ticket
    ):
        answer = composed(question, [ACROSS])
        first = answer.text.splitlines()[0] if answer else ""
        assert first == formula if formula else "×" not in first
