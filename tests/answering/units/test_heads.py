"""Which columns of a table a question asks for."""

import pytest

from ragdesk.answering.units.heads import asks_more, columns_asked, things_asked

COURSES = ["Course", "Days", "Minimum age", "Price"]
LOANS = ["Tool", "Borrower", "Since", "Quantity"]


@pytest.mark.parametrize(
    ("question", "heads", "columns"),
    [
        ("how do they differ in length and price", COURSES, ["Days", "Price"]),
        ("how long is the rescue course", COURSES, ["Days"]),
        ("how many days is the rescue course", COURSES, ["Days"]),
        ("what does nitrox cost", COURSES, ["Price"]),
        ("is there a minimum age for nitrox", COURSES, ["Minimum age"]),
        ("who has the long ladder", ["Tool", "Borrower"], ["Borrower"]),
        ("who has the ladder and since when", LOANS, ["Borrower", "Since"]),
        ("how many ladders are there", LOANS, ["Quantity"]),
        ("when is it for women", ["Day", "From", "To", "Who"], ["Day", "From", "To"]),
        ("how many miles has it", ["Car", "Mileage", "Colour"], ["Mileage"]),
        ("how much did we sell", ["Item", "Seller"], []),
        ("who has a room", ["Room", "Names"], ["Names"]),
        ("who repaired it", ["Customer", "Work", "Mechanic"], ["Mechanic"]),
        ("wie lange dauert der Kurs", ["Kurs", "Dauer", "Preis"], ["Dauer"]),
    ],
)
def test_a_column_is_asked_for_by_its_head_and_by_what_it_holds(
    question: str, heads: list[str], columns: list[str]
) -> None:
    assert [heads[at] for at in columns_asked(question, heads)] == columns


def test_no_words_ask_for_nothing() -> None:
    assert things_asked("") == things_asked("?") == set()


PLANS = ["Plan", "Per month", "Days / hours", "Meeting-room credits per month", "Notice"]


def test_a_column_that_is_named_is_meant_whatever_its_other_words_may_hold() -> None:
    assert columns_asked("how many meeting room credits do I have with Flex", PLANS) == [3]
    assert columns_asked("how many days do I have with Flex", PLANS) == [2], "not what is counted per month"


SALES = ["Product", "Q1", "Q2", "Q3", "Q4", "Total kg"]


@pytest.mark.parametrize(
    ("question", "heads", "column"),
    [
        ("how many kg of filter coffee in the last quarter", SALES, "Q4"),
        ("filter coffee, second quarter, kg", SALES, "Q2"),
        ("how many kg of filter coffee in q3", SALES, "Q3"),
        ("how many kg of filter coffee", SALES, "Total kg"),
        ("Wie viel im ersten Quartal?", ["Ware", "1. Quartal", "2. Quartal"], "1. Quartal"),
        ("who collects a quarter", ["Name", "Quarter"], "Name"),
    ],
)
def test_a_quarter_is_a_column_whatever_it_is_called(question: str, heads: list[str], column: str) -> None:
    assert [heads[at] for at in columns_asked(question, heads)] == [column]


def test_who_and_by_when_are_heads_in_german_too() -> None:
    heads = ["Aufgabe", "Wer", "Bis wann"]
    assert columns_asked("Wer schreibt an die Stadt, und bis wann?", heads) == [1, 2]


def test_more_is_asked_where_one_of_several_things_stands_under_no_head() -> None:
    heads = ["Phase", "Start", "In charge", "Status"]
    assert asks_more("who does the loft and when do they start?", heads)
    assert not asks_more("when do they start?", heads)
    assert not asks_more("who does the loft and when do they start?", ["Phase", "Start", "Firm"])
    assert asks_more("what do I pay with and without the cover?", ["Event", "Standard", "With cover"])


def test_by_when_asks_for_the_column_that_says_so() -> None:
    heads = ["Premises", "Date", "Officer", "Back by"]
    assert columns_asked("Moss Lane: by what date must things be put right?", heads) == [3]
    assert columns_asked("Moss Lane: when was it?", heads) == [1]
    assert columns_asked("who does it, and by when?", ["What", "Who", "By"]) == [1, 2]


def test_how_many_litres_asks_for_the_column_of_litres() -> None:
    heads = ["Month", "Litres sold", "Cell count", "Cheque £"]
    assert columns_asked("how many litres did we sell in May", heads) == [1]
    assert columns_asked("how many cells were there in May", heads) == [2]
