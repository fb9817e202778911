"""Amounts of the lines that the language model has marked: added up by code, or shown as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from composing import asked_over

from ragdesk.answering.composed.sums.of_marked import compose_marked, compose_of_marked

COSTS = "\n".join(
    (
        "| Item | Budget | Actual |",
        "|---|---|---|",
        "| Roof repair | 6800 | 7240 |",
        "| Boiler | 3900 | 3890 |",
        "| Tiles | 1150 | 1385 |",
    )
)
BILLS = (
    "The October bill was 5,116.80 euros. The second one came to 1,418.40 euros. Pay 90 minutes before noon."
)


def told(question: str, passages: Sequence[str], marks: Mapping[str, float]) -> str:
    asked = asked_over(question, passages)
    units = [
        replace(unit, mark=next((mark for words, mark in marks.items() if words in unit.quote.text), 0.1))
        for unit in asked.units
    ]
    lines = replace(asked, units=units)
    answer = compose_of_marked(lines) or compose_marked(lines)
    return answer.text if answer else ""


def test_rows_are_added_up_in_the_column_that_is_asked_for() -> None:
    question = "what was the actual sum of roof and boiler together"
    text = told(question, [COSTS], {"Roof": 0.9, "Boiler": 0.6})
    assert text.splitlines()[0] == "7,240 + 3,890 = 11,130"
    assert "- Roof repair: 7,240" in text and "Tiles" not in text


def test_a_row_may_be_called_by_the_beginning_of_its_name() -> None:
    table = (
        "| Leistung | Anteil € | davon Lohn € |\n|---|---|---|\n| Hauswart | 480,00 | 432,00 |\n"
        "| Gartenpflege | 123,00 | 98,40 |\n| Aufzug | 90,00 | 10,00 |"
    )
    question = "wie viel Lohn ist das für Hauswart und Garten zusammen"
    assert told(question, [table], {"Hauswart": 0.9, "Garten": 0.6}).startswith("432 + 98,40 = 530,40 EUR")


def test_the_unit_that_is_asked_for_chooses_the_column() -> None:
    crates = "| Crate | Weight kg | Value EUR |\n|---|---|---|\n| A | 86 | 900 |\n| B | 41 | 2300 |"
    text = told("what do the two crates weigh together", [crates], {"| A": 0.9, "| B": 0.6})
    assert text.splitlines()[0] == "86 + 41 = 127"
    shows = "| Play | Seats | Income (GBP) |\n|---|---|---|\n| Orchard | 914 | 12796 |\n| Harbour | 1102 | 15428 |"
    seats = told("how many did the 2 plays get in total", [shows], {"Orchard": 0.9, "Harbour": 0.6})
    assert seats.splitlines()[0] == "914 + 1,102 = 2,016"


def test_sentences_give_the_amount_of_the_kind_that_is_asked_for() -> None:
    text = told("what do both bills cost in total", [BILLS], {"October": 0.9, "second": 0.7})
    assert text.splitlines()[0] == "5,116.80 + 1,418.40 = 6,535.20 euros"


def test_where_it_is_open_which_amount_is_meant_the_lines_stand_as_they_are() -> None:
    text = told("what do roof and boiler come to in total", [COSTS], {"Roof": 0.9, "Boiler": 0.6})
    assert "=" not in text and "Actual: 7240" in text and "Budget: 3900" in text
    mixed = told("what is it in total", [BILLS], {"October": 0.9, "minutes": 0.7})
    assert "=" not in mixed and "90 minutes" in mixed


def test_where_a_line_may_be_missing_nothing_is_added_up() -> None:
    text = told("what is the actual sum of the cheap items", [COSTS], {"Roof": 0.9, "Boiler": 0.6})
    assert "=" not in text and "Actual: 7240" in text


def test_where_a_thing_that_is_named_has_no_line_nothing_is_added_up() -> None:
    question = "what did the roof, the boiler and the tiles cost together"
    actual = (
        COSTS.replace(" Budget |", "").replace(" 6800 |", "").replace(" 3900 |", "").replace(" 1150 |", "")
    )
    actual = actual.replace("|---|---|---|", "|---|---|")
    whole = told(question, [actual], {"Roof": 0.9, "Boiler": 0.6, "Tiles": 0.6})
    assert whole.splitlines()[0] == "7,240 + 3,890 + 1,385 = 12,515"
    assert "=" not in told(question, [actual], {"Roof": 0.9, "Boiler": 0.6})


def test_what_is_asked_for_several_times_is_not_added_up_once() -> None:
    fees = "The monthly fee is 52 euros for adults and 34 euros for students."
    assert "=" not in told("what do two adults and one student pay together", [fees], {"fee": 0.9})
    once = told("what do the two fees come to in total", [fees], {"fee": 0.9})
    assert once.splitlines()[0] == "52 + 34 = 86 euros"


def test_without_a_sure_line_there_is_nothing_to_add() -> None:
    assert told("what was the actual sum of roof and boiler", [COSTS], {"Roof": 0.55, "Boiler": 0.5}) == ""


def test_numbers_of_what_is_asked_for_are_added_up_within_a_sentence() -> None:
    fleet = "The club owns 14 rowing boats, 3 sailing boats and 1 motor boat, while the school has 9 boats and 2 vans."
    text = told("how many boats does the club own altogether", [fleet], {"rowing": 0.9})
    assert text.splitlines()[0] == "14 + 3 + 1 = 18"
    assert "- rowing boats: 14" in text and "9" not in text and "vans" not in text


def test_what_each_of_several_pays_is_no_sum() -> None:
    purse = "The shared purse: everyone puts in 280 euros (Lotte 140, since she comes for half the way)."
    question = "how much money is in the shared purse altogether"
    assert "=" not in told(question, [purse], {"purse": 0.9})
    both = purse.replace("everyone puts in 280 euros (Lotte 140", "Hanne puts in 280 euros (Lotte 140 euros")
    assert told(question, [both], {"purse": 0.9}).splitlines()[0] == "280 + 140 = 420 euros"
