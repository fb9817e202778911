"""A log that knows machines by their codes, and a list that says which machine has which."""

import pytest
from composing import asked_over, composed

from ragdesk.answering.composed.tables.in_codes import in_codes

LOG = """## Log

| # | Date | Machine | Work done | Downtime (h) | Cost (EUR) |
|---|---|---|---|---|---|
| 2 | 2025-01-08 | P-01 | oil and filters | 3.5 | 412 |
| 3 | 2025-01-15 | L-02 | bearing noisy | 9 | 1380 |
| 4 | 2025-02-20 | L-02 | coolant changed | 2.5 | 345 |
| 5 | 2025-03-14 | P-05 | ram stuck at top | 14 | 2740 |
| 6 | 2025-05-06 | P-05 | service | 5 | 640 |
"""
MACHINES = """## Machines

| # | Machine | Description | Maker |
|---|---|---|---|
| 2 | P-01 | hydraulic press 160 t | Lauffer |
| 3 | P-05 | hydraulic press 250 t | Schuler |
| 4 | L-02 | CNC lathe | Gildemeister |
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what did the lathe cost us this year in total so far", "1,380 + 345 = 1,725 EUR"),
        ("how long was the lathe down altogether", "9 + 2.50 = 11.50 h"),
        (
            "how long was the 250 t press down in March and what did it cost",
            "Machine: P-05; Downtime (h): 14; Cost (EUR): 2740",
        ),
        ("what did L-02 cost us in total", "1,380 + 345 = 1,725 EUR"),
    ],
)
def test_the_log_is_asked_for_the_code_of_what_the_question_names(question: str, said: str) -> None:
    found = composed(question, [LOG, MACHINES])
    assert found is not None and found.text.splitlines()[0] == said
    assert all(cited.quote.startswith("|") for cited in found.citations)


@pytest.mark.parametrize(
    "question",
    [
        "what did the press cost us in total",  # there are two
        "what did the saw cost us in total",
        "what did P-01 cost us in total",  # is a code already
    ],
)
def test_where_no_one_row_is_named_the_question_stays_as_it_is(question: str) -> None:
    assert in_codes(asked_over(question, [LOG, MACHINES])) is None
    assert in_codes(asked_over(question, [LOG])) is None, "nothing says what has which code"
