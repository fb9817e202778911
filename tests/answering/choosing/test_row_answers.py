"""Rows as answers: a number from a row of several is the one that was asked for, or the row is shown."""

import pytest
from scripted import Shelf

from ragdesk.answering.choosing.row_answers import meant_row, named_row, takes_unnamed_cell
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.quotes import quotes_of

LIMITS = "| Town | Night (EUR) | Meals | Taxi |\n|---|---|---|---|\n| Lyon, centre | 160 | 48 | 31 |"
WALKS = "| No | Walk | Length | Climb |\n|---|---|---|---|\n| 4 | Mill Loop | 9.3 km | 210 m |"


def row(table: str) -> JudgedUnit:
    return JudgedUnit(quotes_of(Shelf([table]).hits()[0])[-1], 2.0)


@pytest.mark.parametrize(
    ("text", "question", "table", "unnamed"),
    [
        ("The limit in Lyon is 48.", "limit in Lyon", LIMITS, True),
        ("A night in Lyon is 160 at most.", "limit in Lyon", LIMITS, False),
        ("48", "What do they pay for meals in Lyon?", LIMITS, False),
        ("Mill Loop climbs for 210 m.", "how high up does the Mill Loop go", WALKS, False),
        ("Lyon has a limit.", "is there a limit in Lyon", LIMITS, False),
    ],
)
def test_a_bare_number_from_a_row_needs_a_word_of_its_head(
    text: str, question: str, table: str, unnamed: bool
) -> None:
    assert takes_unnamed_cell(text, question, row(table).quote) == unnamed


@pytest.mark.parametrize(
    ("question", "table", "named"),
    [
        ("how high up do you go on the mill loop", WALKS, True),
        ("how high up do you go on the ridge", WALKS, False),
        ("who guides the mill loop", WALKS, False),
    ],
)
def test_a_row_is_named_by_one_of_its_cells(question: str, table: str, named: bool) -> None:
    assert named_row(question, row(table)) == named


FILMS = (
    "| Film | Time |\n|---|---|\n| Harlan 400 | 8:30 |\n| Harlan 400 pushed | 11:30 |\n| Orso 100 | 6:00 |"
)
RACKS = (
    "| Rack | Rent |\n|---|---|\n| Inside, single | 142 |\n| Inside, double or pair | 188 |\n"
    "| Outside, double or pair | 110 |"
)
HOURS = "| Booked | Fee |\n|---|---|\n| 7 to 8 hours | 250 |\n| 8 to 9 hours | 284 |\n| 9 to 10 hours | 310 |"


@pytest.mark.parametrize(
    ("question", "table", "taken", "meant"),
    [
        ("how long for a normal Harlan 400", FILMS, "Harlan 400 pushed", "| Harlan 400 |"),
        ("how long for a pushed Harlan 400", FILMS, "Harlan 400 pushed", "| Harlan 400 pushed |"),
        ("how long for Orso 100", FILMS, "Harlan 400 pushed", "| Harlan 400 pushed |"),
        ("rent for a double on one of the outside racks", RACKS, "Inside, double", "| Outside, double"),
        ("rent for a double inside", RACKS, "Inside, single", "| Inside, double"),
        ("rent for a double", RACKS, "Inside, double", "| Inside, double"),
        ("what do 7-8 hrs a day cost", HOURS, "8 to 9", "| 7 to 8 hours |"),
        ("what do 8 hrs a day cost", HOURS, "8 to 9", "| 8 to 9 hours |"),
        ("what do 11-12 hrs a day cost", HOURS, "8 to 9", "| 8 to 9 hours |"),
    ],
)
def test_a_row_that_is_called_by_its_whole_name_is_the_one_that_is_meant(
    question: str, table: str, taken: str, meant: str
) -> None:
    units = [JudgedUnit(quote, 2.0) for quote in quotes_of(Shelf([table]).hits()[0])[1:]]
    unit = next(each for each in units if taken in each.quote.text)
    assert meant_row(question, unit, units).quote.text.startswith(meant)
