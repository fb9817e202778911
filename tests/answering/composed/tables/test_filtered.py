"""Rows that a condition picks: an amount above or below a bound, a day."""

import pytest
from composing import asked_over, composed

from ragdesk.answering.composed.tables.filtered import compose_filtered

GRANTS = """# Harbour Kitchen: grants of the year

| Funder | Purpose | Amount | Paid on |
|---|---|---|---|
| Ashby Trust | Wages | 30000 | 2025-01-20 |
| Helm Foundation | Oven | 12000 | 2025-02-14 |
| Town Council | Winter meals | 15,000 | 2025-10-10 |
| Quay Brewers | Training | 18,500 | 2025-10-17 |
"""
FILMS = """# Films of the week

| # | Date | Film | Minutes | Hall |
|---|---|---|---|---|
| 2 | 2025-10-10 | Half a Bridge | 115 | Odeon Harbour |
| 3 | 2025-10-11 | Kelp | 73 | Depot |
| 4 | 2025-10-11 | The Weight of Snow | 126 | Odeon Harbour |
| 5 | 2025-10-11 | Two Tickets | 98 | Odeon Harbour |
"""
STALLS = """# Markttage in Ahnfeld

| Tag | Platz | Stände |
|---|---|---|
| 10.10.2025 | Rathaus | 24 |
| 11.10.2025 | Hafen | 12 |
| 17.10.2025 | Rathaus | 31 |
"""
BILLS = """# Bills of the harbour kitchen

| Bill | From | Amount | Paid |
|---|---|---|---|
| K1 | Lamps | 120 | yes |
| K2 | Gas | 60 | open |
| K3 | Lamps | 36 | no |
| K4 | Waste | 12 | |
| K5 | Waste | 12 | yes |
"""
DUES = """# Dues of the choir

| Singer | Dues | Paid | Paid on | Outstanding |
|---|---|---|---|---|
| Mara Holt | 80 | 80 | 2025-01-14 | 0 |
| Jon Pike | 80 | 30 | 2025-02-02 | 50 |
| Lena Voss | 40 | 0 | | 40 |
| Abe Stone | 0 | 0 | | 0 |
"""


@pytest.mark.parametrize(
    ("question", "document", "rows"),
    [
        ("Which of the kitchen's grants are above 15,000?", GRANTS, ["Ashby Trust", "Quay Brewers"]),
        ("which grants are at least 15,000", GRANTS, ["Ashby Trust", "Town Council", "Quay Brewers"]),
        ("which grants are no more than 15000 pounds", GRANTS, ["Helm Foundation", "Town Council"]),
        ("what grants came in on Friday the 10th", GRANTS, ["Town Council"]),
        ("which grants were paid on 17 October", GRANTS, ["Quay Brewers"]),
        ("which grants came on a Friday", GRANTS, ["Helm Foundation", "Town Council", "Quay Brewers"]),
        ("which films are on at the odeon on saturday", FILMS, ["The Weight of Snow", "Two Tickets"]),
        ("which films are over 100 minutes", FILMS, ["Half a Bridge", "The Weight of Snow"]),
        ("which of the bills are still unpaid?", BILLS, ["K2", "K3", "K4"]),
        ("who in the choir still owes us money?", DUES, ["Jon Pike", "Lena Voss"]),
        ("which bills haven't been paid yet", BILLS, ["K2", "K3", "K4"]),
        ("which bills for lamps are still open", BILLS, ["K3"]),
        ("Welche Markttage sind am Freitag?", STALLS, ["10.10.2025", "17.10.2025"]),
        ("Welche Markttage haben mehr als 20 Stände?", STALLS, ["10.10.2025", "17.10.2025"]),
    ],
)
def test_the_rows_that_fulfil_the_condition(question: str, document: str, rows: list[str]) -> None:
    answer = composed(question, [document])
    assert answer is not None
    said = [line for line in answer.text.splitlines() if line.startswith("- ")]
    assert len(said) == len(rows) and all(row in line for row, line in zip(rows, said, strict=True))
    assert all(citation.quote.startswith("|") for citation in answer.citations)


@pytest.mark.parametrize(
    "question",
    [
        "Which of the kitchen's grants are above 90,000?",  # none is
        "Which of the kitchen's grants are above 1,000?",  # all are
        "which boats are above 15,000",  # about something else
        "which grants came on Sunday the 5th",
        "which grants are for meals above 20 kg",  # no column is of a weight
        "what does a grant above 15,000 need",  # no list is asked for
        "what time is the grant paid on Friday the 10th",
    ],
)
def test_no_selection_is_made_where_none_is_meant(question: str) -> None:
    assert compose_filtered(asked_over(question, [GRANTS])) is None


SHOWS = """Shows of the season.

| Show | Director | Dates |
|---|---|---|
| An Inspector Calls | Mei Tan | 5-8 November |
| Cinderella | Rob Hale | 10-14 January |
| Blood Brothers | Mei Tan | 20-24 May |
"""


def test_the_rows_of_one_name_are_a_list() -> None:
    found = composed("which shows is Mei Tan directing this season?", [SHOWS])
    assert found is not None
    assert [line for line in found.text.splitlines() if line.startswith("- ")] == [
        "- An Inspector Calls · Mei Tan · 5-8 November",
        "- Blood Brothers · Mei Tan · 20-24 May",
    ]
