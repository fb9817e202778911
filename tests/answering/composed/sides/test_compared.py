"""Comparisons: a quote for each side, the difference by code, and honesty about the side that is not there."""

import pytest
from composing import composed
from scripted import ScriptedModel

from ragdesk.answering.composed.sides.compared import difference
from ragdesk.answering.composed.sums.stated import stated_in
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.calibration.by_language_model import _VERIFIERS
from ragdesk.domain.search import ComparisonSide

LEASE = "# Lease\n\nThe lease of Bremen can be ended with a notice of 90 days. The lease of Bremen is signed by the board."
OTHER = "# Site\n\nThe lease of Leer can be ended with a notice of 30 days. The lease of Leer is kept in the safe."


def text(question: str, *passages: str) -> str | None:
    answer = composed(question, passages)
    return answer.text if answer else None


def test_each_side_has_its_own_sentence_and_the_difference_is_computed() -> None:
    answer = composed("Is the notice for the lease in Bremen longer than in Leer?", [LEASE, OTHER])
    assert answer is not None
    assert answer.text == (
        "**Bremen**: The lease of Bremen can be ended with a notice of 90 days.\n\n"
        "**Leer**: The lease of Leer can be ended with a notice of 30 days.\n\n"
        "Yes. Bremen: 60 days more (90 − 30)"
    )
    assert [sentence.citations for sentence in answer.sentences] == [(1,), (2,), (1, 2)]


def test_equal_amounts_are_called_the_same() -> None:
    shown = text("Is the notice in Bremen longer than in Leer?", LEASE, OTHER.replace("30", "90"))
    assert shown is not None and shown.endswith("\n\nNo. The same: 90 days")


def test_whether_it_is_so_is_said_where_that_is_asked() -> None:
    asked = {
        "Is the notice in Bremen shorter than in Leer?": "No. Bremen: 60 days more",
        "Is the notice in Leer shorter than in Bremen?": "Yes. Bremen: 60 days more",
        "What is the notice in Leer compared to the notice in Bremen?": "Bremen: 60 days more",
    }
    for question, expected in asked.items():
        shown = text(question, LEASE, OTHER)
        assert shown is not None and f"\n\n{expected}" in shown


@pytest.mark.parametrize("words", ["3 months", "at least 30 days", "30 days a year", "30 days and 5 days"])
def test_amounts_that_cannot_be_told_apart_surely_are_not_subtracted(words: str) -> None:
    shown = text("Is the notice in Bremen longer than in Leer?", LEASE, OTHER.replace("30 days", words))
    assert shown is not None and "more (" not in shown and "The same" not in shown


def test_a_side_that_is_not_there_is_said_to_be_missing() -> None:
    shown = text("Which notice is longer, the notice in Bremen or the notice in Emden?", LEASE)
    assert shown == (
        "**Bremen**: The lease of Bremen can be ended with a notice of 90 days.\n\n"
        "**Emden**: no sure answer found in your documents"
    )


def test_where_no_side_is_there_the_model_writes() -> None:
    assert text("Compare the fee for the canteen and the fee for the gym", LEASE) is None


def test_rows_of_a_table_are_told_with_their_heads() -> None:
    table = (
        "# Passes\n\n| Pass | Price (EUR) | Valid |\n|---|---|---|\n| Day pass | 9 | one day |\n"
        "| Annual pass | 90 | one year |\n| Total | 99 | |"
    )
    shown = text("What is the price of the day pass compared to the price of the annual pass?", table)
    assert shown == (
        "**Day pass**: Price (EUR): 9\n\n**Annual pass**: Price (EUR): 90\n\n"
        "Annual pass: 81 EUR more (90 − 9)"
    )


def test_of_two_tables_side_by_side_each_side_has_the_cell_behind_its_name() -> None:
    table = (
        "# Shops of the chain\n\n| | Shops | | | Shops |\n|---|---|---|---|---|\n| Devon | | 31 | Norfolk | 5 |\n"
        "| Dorset | | 9 | Surrey | 40 |\n| Essex | | 12 | Sussex | 8 |"
    )
    shown = text("Does the chain have more shops in Devon or Surrey?", table)
    assert shown == "**Devon**: Shops: 31\n\n**Surrey**: Shops: 40\n\nSurrey: 9 more (40 − 31)"


def test_a_sentence_belongs_to_the_side_that_stands_over_it() -> None:
    manual = (
        "# Warranty\n\nONE-YEAR WARRANTY\n\nDuring the first year parts and labour of the appliance are covered in full.\n\n"
        "FIVE-YEAR WARRANTY\n\nDuring the years after that only the sealed system of the appliance is covered."
    )
    shown = text(
        "What is the difference between the one-year and the five-year warranty in parts covered?", manual
    )
    assert shown is not None
    one, five = shown.split("\n\n")
    assert one.startswith("**One-year**: During the first year") and five.startswith(
        "**Five-year warranty**: During the years"
    )


def test_a_row_for_each_side_goes_before_a_row_and_a_sentence() -> None:
    table = (
        "# Gym\n\n| Plan | Price (EUR) | Guests |\n|---|---|---|\n| Basic | 19 | 0 |\n| Premium | 59 | 4 |\n\n"
        "Premium has a pool."
    )
    assert text("Basic vs premium: who may bring more guests?", table) == (
        "**Basic**: Guests: 0\n\n**Premium**: Guests: 4\n\nPremium: 4 more (4 − 0)"
    )


def test_of_a_sentence_that_answers_for_both_each_has_its_clause() -> None:
    shown = text(
        "Is the long break longer than the short break?",
        "The long break lasts 20 minutes, the short break lasts 5 minutes.",
    )
    assert shown == (
        "**Long break**: The long break lasts 20 minutes\n\n**Short break**: the short break lasts 5 minutes\n\n"
        "Yes. Long break: 15 minutes more (20 − 5)"
    )


def test_sentences_that_say_the_same_and_another_amount_are_shown_too() -> None:
    shown = text(
        "Is the notice in Bremen longer than in Leer?",
        f"{LEASE} The notice in Bremen is 10 days in spring.",
        OTHER,
    )
    assert shown is not None and "90 days" in shown and "10 days" in shown and "more (" not in shown


def test_an_aspect_that_is_named_is_all_that_is_told() -> None:
    shown = text("Compare the notice in Bremen and in Leer", LEASE, OTHER)
    assert shown is not None and shown.endswith("\n\nBremen: 60 days more (90 − 30)") and "board" not in shown


def test_where_only_the_difference_is_asked_for_more_of_each_passage_is_told() -> None:
    leave = "# Sick leave\n\nSick leave begins with a call to the lead. Sick leave needs a note from the fourth day on."
    shown = text(
        "What is the difference between sick leave and parental leave?",
        leave,
        "Parental leave is announced seven weeks ahead.",
    )
    assert shown is not None
    sick, parental = shown.split("\n\n")
    assert "begins with a call" in sick and "needs a note" in sick and parental.endswith("seven weeks ahead.")
    asked = text(
        "Does sick leave need a longer note than parental leave?",
        leave,
        "Parental leave is announced seven weeks ahead.",
    )
    assert asked is None or "begins with a call" not in asked


def test_what_one_passage_says_of_both_goes_before_what_two_say() -> None:
    rules = "# Deposit\n\nThe deposit for the hall is 100 euros. For the attic there is no deposit, save for 50 euros in winter."
    example = "# Example\n\nThe deposit for the hall, the deposit and the rent of the hall made 950 euros."
    shown = text("Deposit hall or attic, what is the difference?", example, rules)
    assert shown is not None and shown.startswith("**Hall**: The deposit for the hall is 100 euros.")
    # A side that denies has no amount that the other could be more than.
    assert "more (" not in shown


def test_another_sentence_that_the_model_denies_is_not_shown() -> None:
    leer = f"{OTHER} The notice about the lease of Leer is taken down after 14 days."
    question = "Is the notice for the lease in Bremen longer than in Leer?"
    for odds, shown in ((0.5, True), (-2.0, False)):
        known = {"taken down": odds, "90 days": 2.0, "30 days": 2.0}
        answer = composed(question, [LEASE, leer], ScriptedModel(name=next(iter(_VERIFIERS)), odds=known))
        assert answer is not None and ("taken down" in answer.text) is shown


def test_rows_are_named_by_what_tells_the_sides_apart() -> None:
    prices = (
        "# Boats\n\n| Boat | Hour | Full day |\n|---|---|---|\n| Sea kayak Skua | 19 | 69 |\n| Sit-on-top double | 18 | 63 |\n"
        "| SUP board | 14 | 48 |"
    )
    shown = text("Skua or double sit-on-top for the full day, which is dearer?", prices)
    assert shown is not None and "Full day: 69" in shown and "Full day: 63" in shown and "48" not in shown


def test_a_side_may_be_called_by_the_beginning_of_its_name() -> None:
    spring = "# Budget of the spring play\n\n| Item | Budget |\n|---|---|\n| Hall hire, Drill Hall | 1450 |\n| Scripts | 95 |"
    autumn = "# Budget of the pantomime\n\n| Item | Budget |\n|---|---|\n| Hall hire, Corn Exchange | 2380 |\n| Scripts | 140 |"
    shown = text("Hall hire budget: spring versus panto?", spring, autumn)
    assert shown is not None and "1450" in shown and "2380" in shown


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Bremen", "Leer"), "Bremen: 7 days more (14 − 7)"),
        (("When do I have to pay", "Until when is there a discount"), ""),
    ],
)
def test_between_two_questions_there_is_no_difference(names: tuple[str, str], shown: str) -> None:
    texts = ("When do I have to pay?", "Until when is there a discount?")
    sides = [ComparisonSide(name, text) for name, text in zip(names, texts, strict=True)]
    query = understand("When do I have to pay, and until when is there a discount?")
    assert (
        difference(query, sides, stated_in("Pay in 14 days."), stated_in("A discount for 7 days.")) == shown
    )
