"""A table with a column for each month, and one of its rows over several of them."""

import pytest
from composing import composed

BUDGET = """What the workshop spends, in EUR.

| Item | Jan | Feb | Mar | April 2025 | Half year |
|---|---|---|---|---|---|
| Rent | 900 | 900 | 900 | 950 | 5600 |
| Gas | 132 | 131 | 118 | 90 | 567 |
| Gas bottles | 20 | 0 | 20 | 0 | 60 |
| Paint | 12 | – | 40 | 8 | 99 |
"""


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        ("what did we pay for gas in january and february together?", "132 + 131 = 263"),
        ("how much did we spend on gas from Jan to March", "132 + 131 + 118 = 381"),
        ("what did the gas bottles cost in January, February and March?", "20 + 0 + 20 = 40"),
        ("average cost of rent between February and April", "(900 + 900 + 950) / 3 = 916.67"),
        ("was haben wir im März und April für Rent gezahlt", "900 + 950 = 1.850"),
        ("what did we pay for paint in January and February together?", None),  # no amount in February
        ("what did we pay for gas in April and May together?", None),  # no column for May
        ("is gas dearer in January or in February", None),
        ("how much more did gas cost in January than in March", None),
    ],
)
def test_a_row_is_added_up_over_the_months_asked_for(question: str, formula: str | None) -> None:
    answer = composed(question, [BUDGET])
    first = answer.text.splitlines()[0] if answer else ""
    assert first == formula if formula else "=" not in first


def test_each_month_is_shown_with_its_row() -> None:
    answer = composed("what did we pay for gas in january and february together?", [BUDGET])
    assert answer is not None
    assert answer.text.splitlines()[2:] == ["- Gas, Jan: 132", "- Gas, Feb: 131"]
    assert len(answer.citations) == 1
