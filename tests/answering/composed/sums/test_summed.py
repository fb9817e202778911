"""Sums over the rows that a question names by a word they share, or by their state."""

import pytest
from composing import asked_over, composed

from ragdesk.answering.composed.sums.summed import compose_summed

BILLS = """# Bills of the clinic

| Bill | Supplier | What | Net GBP | VAT GBP | Total GBP | Paid |
|---|---|---|---|---|---|---|
| A1 | Brook Lamps | New lamp | 100.00 | 20.00 | 120.00 | yes |
| A2 | Hill Gases | Oxygen | 50.00 | 10.00 | 60.00 | open |
| A3 | Brook Lamps | Test of the lamps | 30.00 | 6.00 | 36.00 | no |
| A4 | Dale Waste | Waste in May | 10.00 | 2.00 | 12.00 | yes |
| A5 | Hill Gases | Rent of bottles | 40.00 | 8.00 | 48.00 | |
"""
REPAIRS = """# Reparaturen

| Datum | Kennzeichen | Arbeit | Summe (EUR) |
|---|---|---|---|
| 2025-01-07 | KX 19 | Kupplung | 992 |
| 2025-02-04 | KX 20 | Pumpe | 615 |
| 2025-03-12 | KX 20 | Fühler | 448 |
| 2025-04-28 | KX 20 | Düse | folgt |
"""

CLAIMS = """# Claims

| No | Date | Who | What | Amount GBP |
|---|---|---|---|---|
| 1 | 2025-01-09 | Ines Moreau | Rail | 40.00 |
| 2 | 2025-02-12 | Owen Hart | Hotel | 138.00 |
| 3 | 2025-03-18 | Ines Moreau | Taxi | 25.00 |
"""
DUES = """# Dues of the choir

| No | Singer | Dues GBP | Paid GBP | Paid on | Outstanding GBP |
|---|---|---|---|---|---|
| 1 | Mara Holt | 80.00 | 80.00 | 2025-01-14 | 0.00 |
| 2 | Jon Pike | 80.00 | 30.00 | 2025-02-02 | 50.00 |
| 3 | Lena Voss | 40.00 | 0.00 | | 40.00 |
| 4 | Abe Stone | 0.00 | 0.00 | | 0.00 |
"""


@pytest.mark.parametrize(
    ("question", "document", "result"),
    [
        ("how much did brook lamps bill us all in all with vat", BILLS, "120 + 36 = 156 GBP"),
        ("what did we pay hill gases in total, net", BILLS, "50 + 40 = 90 GBP"),
        ("what did we pay hill gases between them, net", BILLS, "50 + 40 = 90 GBP"),
        ("how much is still unpaid in total", BILLS, "60 + 36 + 48 = 144 GBP"),
        ("how much do we owe hill gases in total", BILLS, "60 + 48 = 108 GBP"),
        ("what do all the unpaid dues of the choir come to together", DUES, "50 + 40 = 90 GBP"),
        ("Wie viel haben wir für KX 20 bisher bezahlt?", REPAIRS, "615 + 448 = 1.063 EUR"),
        ("how much has Ines put in for altogether this quarter", CLAIMS, "40 + 25 = 65 GBP"),
    ],
)
def test_the_rows_of_a_name_or_a_state_are_summed(question: str, document: str, result: str) -> None:
    answer = composed(question, [document])
    assert answer is not None and answer.text.splitlines()[0] == result
    assert all(citation.quote.startswith("|") for citation in answer.citations)


def test_of_this_quarter_nothing_is_summed_where_the_table_goes_beyond_it() -> None:
    longer = CLAIMS + "| 4 | 2025-04-02 | Ines Moreau | Rail | 31.00 |\n"
    assert composed("how much has Ines put in for altogether this quarter", [longer]) is None


def test_a_row_without_an_amount_is_shown_below_the_sum() -> None:
    answer = composed("Wie viel haben wir für KX 20 bisher bezahlt?", [REPAIRS])
    assert answer is not None and answer.text.splitlines()[-1].endswith("folgt: –")


@pytest.mark.parametrize(
    "question",
    [
        "how much did brook lamps bill us",  # asks for no sum
        "how much did the plumber bill us in total",  # the table has none
        "what did dale waste bill us in total",  # one row is no sum
        "what did hill gases bill us in total, net or with discount",  # names no column alone
        "how much did Ines put in for altogether this quarter",
    ],
)
def test_anything_else_is_left_alone(question: str) -> None:
    assert compose_summed(asked_over(question, [BILLS])) is None


CLUB = """# Rowing club

| Category | Fee EUR | Members |
|---|---|---|
| Adult | 320 | 86 |
| Family | 540 | 31 |
| Youth | 140 | 44 |
"""


def test_a_column_that_is_named_is_summed_whole_where_all_are_meant() -> None:
    for question in ("how many members do we have altogether", "how many members are all of them together"):
        answer = composed(question, [CLUB])
        assert answer is not None and "86 + 31 + 44 = 161" in answer.text


@pytest.mark.parametrize(
    "question",
    ["how many members are there", "how many boats do we have altogether"],
)
def test_no_column_is_summed_that_is_not_named_or_not_meant_whole(question: str) -> None:
    assert compose_summed(asked_over(question, [CLUB])) is None


JOBS = """# Costs of the survey

| Work | When | Low (£) | High (£) |
|---|---|---|---|
| Rebuild the wall | at once | 2,400 | 3,100 |
| Gutter at the back | at once | 650 | 900 |
| Floor of the hall | within a year | 3,000 | 4,000 |
| New consumer unit | at once | 1,100 | 1,700 |
"""


def test_words_that_the_table_does_not_have_are_let_pass_where_one_of_its_rows_is_marked_best() -> None:
    question = "if I take the low figures, what do the jobs that have to be done at once add up to?"
    found = composed(question, [JOBS], marks={"New consumer": 2.0, "Floor": -2.0})
    assert found is not None and found.text.startswith("2,400 + 650 + 1,100 = 4,150 GBP")
    for marks in ({"Floor": 2.0, "New consumer": -2.0}, None):
        found = composed(question, [JOBS], marks=marks)
        assert found is None or "4,150" not in found.text


MILK = """# Milk of the farm

| Month | Litres sold | Milk cheque £ |
|---|---|---|
| January | 98400 | 35621 |
| February | 93150 | 33720 |
| March | 104700 | 38530 |
"""


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("How much milk did we sell in January to March together?", "296,250"),
        ("How much were the milk cheques from January to March together?", "107,871 GBP"),
    ],
)
def test_how_much_of_a_stuff_is_no_money(question: str, result: str) -> None:
    found = compose_summed(asked_over(question, [MILK]))
    assert found is not None and found.text.splitlines()[0].endswith(f"= {result}")
