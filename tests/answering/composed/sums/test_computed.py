"""Sums, differences and averages: exact, of cited cells, and none where the cells are not sure."""

from decimal import Decimal

import pytest
from composing import composed

from ragdesk.answering.composed.sums.amounts import Amount, amount

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


def test_a_thing_names_the_only_row_that_has_its_words() -> None:
    meals = "| Expense | Limit |\n|---|---|\n| Breakfast, where not included | 12 euros |\n| Dinner on travel days | 35 euros |"
    shown = text("what do breakfast and dinner cost together", meals)
    assert shown is not None and shown.startswith("12 + 35 = 47 euros")
    twice = f"{meals}\n| Dinner with guests | 60 euros |"
    assert text("what do breakfast and dinner cost together", twice) is None


HALL = """# Accounts 2024

| Pounds | Q1 | Q2 | Q3 | Year |
|---|---|---|---|---|
| EXPENSES |  |  |  |  |
| Electricity | 100 | 20 | 30 | 150 |
| Heating oil | 200 | 50 | 0 | 250 |
| Insurance | 0 | 0 | 90 | 90 |"""


@pytest.mark.parametrize(
    "question",
    [
        "electricity plus oil for the hall over all of 2024, what's that together",
        "what do electricity and oil come to",
        "electricity and oil together, what is that",
        "electricity plus oil, how much altogether",
    ],
)
def test_where_no_column_is_named_it_is_the_one_that_adds_up_the_others(question: str) -> None:
    shown = text(question, HALL)
    assert shown == "150 + 250 = 400\n\n- Electricity: 150\n- Heating oil: 250"
    assert text(question, HALL.replace("| 90 | 90 |", "| 90 | 91 |")) is None


def test_what_it_costs_is_in_the_column_of_money_and_one_letter_names_a_row() -> None:
    shown = text("What do Bremen and Leer cost together?")
    assert shown is not None and shown.startswith("11,450.10 + 3,640.20 = 15,090.30 EUR")
    options = "| Option | Price EUR | Extra days |\n|---|---|---|\n| A | 1180 | 1 |\n| C | 2200 | 3 |\n| D | 390 | 0 |"
    shown = text("what do options A and D in the quote cost together", options)
    assert shown is not None and shown.startswith("1,180 + 390 = 1,570")


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


def test_a_named_row_that_is_not_there_is_told_and_nothing_is_added() -> None:
    answer = composed("What is the monthly fee for Bremen, Leer and Hamburg together?", [SITES])
    assert answer is not None
    assert answer.text == (
        "No amount was found for: Hamburg. So nothing was computed.\n\n- Bremen: 11,450.10 EUR\n- Leer: 3,640.20 EUR"
    )


SHOP = "# Open day\n\nThe training costs 4,000 euros. The licence costs 1,500 euros, and the stand costs 250.50 euros."


def test_amounts_that_sentences_state_are_added_and_each_sentence_is_cited() -> None:
    answer = composed("What do the training and the licence cost together?", [SHOP])
    assert answer is not None
    assert answer.text == "4,000 + 1,500 = 5,500 euros\n\n- training: 4,000 euros\n- licence: 1,500 euros"
    assert answer.citations[0].quote == "The training costs 4,000 euros."
    assert text("How much more does the training cost than the licence?", SHOP) == (
        "4,000 − 1,500 = 2,500 euros\n\n- training: 4,000 euros\n- licence: 1,500 euros"
    )


def test_a_thing_that_no_sentence_gives_an_amount_for_is_told() -> None:
    shown = text("What do the training, the licence and the band cost together?", SHOP)
    assert shown is not None and shown.startswith("No amount was found for: band.") and "=" not in shown


@pytest.mark.parametrize(
    "more",
    [
        "In spring the licence costs 1,700 euros.",  # two amounts for one thing
        "The training takes 2 days, and the licence costs 90 euros for 3 years.",
        "The training costs 4,000 euros and the licence costs 90 dollars.",
    ],
)
def test_sentences_that_leave_a_doubt_are_not_added(more: str) -> None:
    shown = text("What do the training and the licence cost together?", f"{SHOP} {more}")
    assert shown is None or "=" not in shown


def test_a_thing_whose_amount_is_not_sure_is_not_called_missing() -> None:
    rental = "The hall rental was 640 euros last year and is 720 euros this year. The conductor receives 2,400 euros."
    assert text("What do the hall rental and the conductor cost together?", rental) is None


@pytest.mark.parametrize(
    "amount_words", ["up to 1,500 euros", "1,500 euros a month", "1,500 dollars", "from 900 to 1,500 euros"]
)
def test_amounts_of_another_kind_are_not_added(amount_words: str) -> None:
    doubtful = SHOP.replace("1,500 euros", amount_words)
    shown = text("What do the training and the licence cost together?", doubtful)
    assert shown is None or "=" not in shown


MACHINES = (
    "The big press holds 7 kg of fruit and uses 52 litres of water. "
    "The small press holds 3 kg of fruit and uses 20 litres of water."
)


def test_of_a_sentence_with_amounts_of_several_kinds_none_is_guessed() -> None:
    assert text("How much water do the big press and the small press use together?", MACHINES) is None
    shown = text(
        "How much do the big press and the small press weigh together?", MACHINES.replace("holds", "weighs")
    )
    assert shown is not None and shown.startswith("7 + 3 = 10 kg")


DATES = """# Plan

| Step | Date |
|---|---|
| Kick-off | 2025-02-03 |
| Handover | 2025-06-30 |

The contract was signed on 13 January 2025. The first harvest is expected on 15 September 2027. The fair is in May."""


def test_days_between_two_dates_are_counted_and_both_are_cited() -> None:
    answer = composed("How many days are there between the kick-off and the handover?", [DATES])
    assert answer is not None
    assert answer.text == (
        "2025-02-03 → 2025-06-30: 147 days\n\n- kick-off: 2025-02-03\n- handover: 2025-06-30"
    )
    assert answer.sentences[0].citations == (1, 2)


def test_of_a_sentence_with_two_dates_each_clause_has_its_own() -> None:
    both = "The winter concert is on 14 December 2025, the spring concert on 22 March 2026."
    shown = text("How many days are there between the winter concert and the spring concert?", both)
    assert shown is not None and shown.startswith("14 December 2025 → 22 March 2026: 98 days\n")
    several = "The winter concert is on 14 December 2025 or 15 December 2025. The spring concert is on 22 March 2026."
    assert text("How many days are there between the winter concert and the spring concert?", several) is None


def test_other_units_of_time_say_what_is_over() -> None:
    shown = text("How many months lie between the contract and the first harvest?", DATES)
    assert shown is not None and shown.startswith(
        "13 January 2025 → 15 September 2027: 975 days = 32 months + 2\n"
    )
    shown = text("How many weeks after the kick-off is the handover?", DATES)
    assert shown is not None and shown.startswith("2025-02-03 → 2025-06-30: 147 days = 21 weeks\n")


@pytest.mark.parametrize(
    "question",
    [
        "How many days are there between the kick-off and the fair?",  # no day is told
        "How many days are there between the kick-off and the party?",
        "How many days before the handover must the fee be paid?",
    ],
)
def test_without_two_dates_no_days_are_counted(question: str) -> None:
    assert text(question, DATES) is None


def test_a_thing_with_two_dates_has_none() -> None:
    assert (
        text(
            "How many days are there between the kick-off and the handover?",
            f"{DATES} The handover party is on 1 July 2025.",
        )
        is None
    )


def test_a_share_of_the_total_is_computed_of_cells_that_agree_with_it() -> None:
    shown = text("What share of the total monthly fees does Leer pay?")
    assert shown is not None and shown.startswith(
        "3,640.20 / 15,090.60 = 24.12 %\n\n- Leer: 3,640.20 EUR\n- Total: 15,090.60 EUR"
    )
    assert (
        text("What share of the total monthly fees does Leer pay?", SITES.replace("15,090.60", "15,000"))
        is None
    )
    shares = "| Site | Share (%) |\n|---|---|\n| Leer | 40 |\n| Bremen | 60 |"
    assert text("What share of the total does Leer have?", shares) is None


SHED = "# Planting\n\nTools for the planting day:\n- spades\n- buckets\n- gloves\n\nBring boots."


def test_items_of_a_list_and_rows_of_a_table_are_counted_and_shown() -> None:
    assert text("How many tools are listed?", SHED) == "3 tools\n\n- spades\n- buckets\n- gloves"
    assert text("How many sites are there?") == "3 sites\n\n- Bremen\n- Leer\n- Laboratory"


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        (
            "How many tools are listed?",
            SHED.replace("Bring boots.", "The five tools are in the shed."),
        ),  # it is told
        ("How many sites are cleaned daily?", SITES),  # not all of them
        ("How many boots are there?", SHED),
        ("How many sites are there?", SITES.replace("Laboratory", "Leer")),  # one is there twice
    ],
)
def test_what_may_not_be_all_or_is_told_is_not_counted(question: str, passage: str) -> None:
    assert text(question, passage) is None


@pytest.mark.parametrize(
    "question",
    [
        "What do Bremen and Leer have together?",  # which column is meant
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


STAYS = """# Stays

| # | stay_no | guest | unit | nights | total_eur |
|---|---|---|---|---|---|
| 2 | S-1 | Ada Blum | Barn Loft | 2 | 120.00 |
| 3 | S-2 | Omar Reyes | Pump House | 3 | 210.50 |
| 4 | S-3 | Ada Blum | Barn Loft | 1 | 60.00 |
"""


def test_rows_are_meant_by_what_they_have_in_common() -> None:
    shown = text("total money from all Barn Loft stays", STAYS)
    assert shown is not None and shown.startswith("120 + 60 = 180\n")
    assert text("total money from all Attic stays", STAYS) is None


def test_what_is_asked_for_several_times_is_not_added_up_once() -> None:
    gear = "| Item | Price EUR |\n|---|---|\n| Tunnel tent | 38 |\n| Stove | 9 |"
    several = composed("what do two tunnel tents and a stove cost together", [gear])
    assert several is None or "38 + 9" not in several.text
    once = composed("what do a tunnel tent and a stove cost together", [gear])
    assert once is not None and once.text.startswith("38 + 9 = 47")


SALES = """# Sales 2024

| Code | Coffee | Q1 | Q2 | Total kg | Price per kg |
|---|---|---|---|---|---|
| SO-01 | Kenya Nyeri | 100 | 20 | 120 | 24 |
| SO-02 | Peru Cajamarca | 30 | 41 | 71 | 19.5 |
| EX-02 | Harbour Espresso | 300 | 280 | 580 | 17 |
| Total |  | 430 | 341 | 771 |  |"""


def test_beside_a_code_the_next_column_says_what_a_row_is_called() -> None:
    shown = text("nyeri and cajamarca together, how many kg", SALES)
    assert shown == "120 + 71 = 191\n\n- Kenya Nyeri: 120\n- Peru Cajamarca: 71"
    shown = text("nyeri and cajamarca together, how many kg in the second quarter", SALES)
    assert shown is not None and shown.startswith("20 + 41 = 61")
    of_all = SALES.replace("| Total |  |", "| All products |  |")
    shown = text("which coffee has the highest total kg", of_all)
    assert shown is not None and "580" in shown and "771" not in shown
