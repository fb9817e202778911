"""A share of the document's one total is an amount."""

import pytest
from composing import asked_over, cited_line

from ragdesk.answering.composed.sums.percent import compose_percent
from ragdesk.answering.composed.sums.shares import compose_share_around

OFFER = """# Offer

| Item | Amount |
|---|---|
| Lorry | £940.00 |
| Piano | £60.00 |
| Net | £1,000.00 |
| VAT at 20 % | £200.00 |
| Total | £1,200.00 |

A deposit of 25 % of the total secures the date. Later changes cost 30 % of the total, or 60 % on the day. Cartons are 10 % off.
"""
DEPOSIT = "A deposit of 25 % of the total secures the date."


@pytest.mark.parametrize(
    ("question", "cited", "answer"),
    [
        ("how much do I put down?", "A deposit", f"{DEPOSIT}\n\n25 % × 1,200 = 300 GBP"),
        ("how many pounds is the deposit?", "A deposit", f"{DEPOSIT}\n\n25 % × 1,200 = 300 GBP"),
        ("when is the deposit due?", "A deposit", None),
        ("how much is a change?", "Later changes", None),  # two shares
        ("how much is off?", "Cartons", None),  # of no total
    ],
)
def test_the_share_of_the_one_total_is_computed(question: str, cited: str, answer: str | None) -> None:
    asked = asked_over(question, [OFFER])
    found = compose_percent(asked, cited_line(asked, cited))
    assert (found.text if found else None) == answer


def test_where_two_totals_may_be_meant_nothing_is_computed() -> None:
    asked = asked_over("how much do I put down?", [OFFER.replace("| Net |", "| Total |")])
    assert compose_percent(asked, cited_line(asked, "A deposit")) is None


CALLS = """# Year

| Calls | 2023 | 2024 |
|---|---|---|
| Fires | 20 | 31 |
| Accidents | 14 | 17 |
| False alarms | 6 | 12 |

The 60 calls of 2024 took 900 hours.
"""


@pytest.mark.parametrize(
    ("question", "document", "answer"),
    [
        ("what percentage of the calls in 2024 were for nothing?", CALLS, "12 / 60 = 20 %"),
        ("what percentage of the calls in 2023 were for nothing?", CALLS, None),  # 40 stands nowhere
        ("what percentage of the calls were for nothing?", CALLS, None),  # of which year
        ("how many of the calls in 2024 were for nothing?", CALLS, None),
        (
            "what percentage of the calls in 2024 were for nothing?",
            CALLS.replace("60 calls", "61 calls"),
            None,
        ),
    ],
)
def test_the_share_of_a_part_is_computed_where_the_whole_is_stated(
    question: str, document: str, answer: str | None
) -> None:
    asked = asked_over(question, [document])
    found = compose_share_around(asked, cited_line(asked, "| False"))
    assert (found.text.splitlines()[0] if found else None) == answer
