"""Rows of tables by bands: which one holds an amount that the question names."""

from decimal import Decimal

import pytest
from composing import composed
from scripted import ScriptedModel

from ragdesk.answering.composed.tables.bands import Band, band
from ragdesk.domain.calibration.by_language_model import WRITERS

RATES = """# Copy shop

| Copies in one job | Price per copy | Ready after |
|---|---|---|
| 1 to 49 | 12 ct | an hour |
| 50 to 199 | 9 ct | half a day |
| 200 or more | 6 ct | a day |
"""
PARCELS = """# Parcels

| Weight | Parcel shop | To the door |
|---|---|---|
| up to 2 kg | 4.90 € | 5.90 € |
| over 2 kg to 5 kg | 6.20 € | 7.40 € |
| over 5 kg to 10 kg | 8.10 € | 9.80 € |
"""
UNITS = """# Units to let

| Size (sq ft) | Like | Mill Road | Quay, upper floor | Quay, lower floor |
|---|---|---|---|---|
| 25 | a shed | 14 | 12 | 15 |
| 75 | a flat | 29 | 26 | 30 |
"""


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("20 to 49", Band(Decimal(20), Decimal(49))),
        ("20–49", Band(Decimal(20), Decimal(49))),
        ("–18 to –5 °C", Band(Decimal(-18), Decimal(-5))),
        ("0 to +8 °C", Band(Decimal(0), Decimal(8))),
        ("below –18 °C", Band(None, Decimal(-18), high_closed=False)),
        ("up to 2 kg", Band(None, Decimal(2))),
        ("bis 8 m", Band(None, Decimal(8))),
        ("under 18", Band(None, Decimal(18), high_closed=False)),
        ("over 2 kg to 5 kg", Band(Decimal(2), Decimal(5), low_closed=False)),
        ("über 5 bis 10 kg", Band(Decimal(5), Decimal(10), low_closed=False)),
        ("150 or more", Band(Decimal(150), None)),
        ("over 12 m", Band(Decimal(12), None, low_closed=False)),
        ("from £1,000", Band(Decimal(1000), None)),
        ("bis 3.500 EUR", Band(None, Decimal(3500))),
        ("65+", Band(Decimal(65), None)),
    ],
)
def test_bands_as_cells_write_them(cell: str, expected: Band) -> None:
    assert band(cell) == expected


@pytest.mark.parametrize(
    "cell", ["12 ct", "49", "Monday", "", "Zone 2", "2027", "half a day", "8:00–12:30", "on request"]
)
def test_what_is_no_band(cell: str) -> None:
    assert band(cell) is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the price for 60 copies?", "Copies in one job: 50 to 199; Price per copy: 9 ct"),
        ("What is the price per copy for 49 copies?", "Copies in one job: 1 to 49; Price per copy: 12 ct"),
        ("What is the price for twelve copies?", "Copies in one job: 1 to 49; Price per copy: 12 ct"),
        ("price per copy, I am at 60 in all", "Copies in one job: 50 to 199; Price per copy: 9 ct"),
        ("When are 500 copies ready?", "Copies in one job: 200 or more; Ready after: a day"),
    ],
)
def test_the_row_whose_band_holds_the_amount(question: str, expected: str) -> None:
    answer = composed(question, [RATES])
    assert answer is not None and answer.text == expected
    assert answer.citations[0].quote.startswith("|")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What does it cost to send 5 kg?",
            "Weight: over 2 kg to 5 kg; Parcel shop: 6.20 €; To the door: 7.40 €",
        ),
        (
            "What does it cost to have 6.5 kilos brought to the door?",
            "Weight: over 5 kg to 10 kg; To the door: 9.80 €",
        ),
    ],
)
def test_units_have_to_be_the_same(question: str, expected: str) -> None:
    answer = composed(question, [PARCELS])
    assert answer is not None and answer.text == expected


def test_an_age_finds_its_band_and_a_year_its_column() -> None:
    fees = (
        "# Fees\n\n| # | Category | Age | Fee 2025 | Fee 2026 | Track |\n|---|---|---|---|---|---|\n"
        "| 2 | Senior | 18–64 | 118 | 126 | yes |\n| 3 | Junior A | 12–17 | 82 | 88 | yes |\n"
        "| 4 | Junior B | 8–11 | 64 | 66 | no |\n| 5 | Family | any | 265 | 289 | yes |\n| 6 | Social | any | 25 | 30 | no |\n"
    )
    answer = composed("what does the fee for my 10 year old cost in 2026", [fees])
    assert answer is not None and answer.text == "Category: Junior B; Age: 8–11; Fee 2026: 66"


def test_a_head_that_says_up_to_makes_bands_of_bare_amounts() -> None:
    table = (
        "# Moorings\n\n| Length up to (m) | Day | Boat week | Barge week |\n|---|---|---|---|\n| 6 | 9 | 40 | 55 |\n"
        "| 8 | 12 | 52 | 70 |\n| 12 | 19 | 80 | 99 |\n"
    )
    answer = composed("What is the price for a barge of 7 m for a week?", [table])
    assert answer is not None and answer.text == "Length up to (m): 8; Barge week: 70"


@pytest.mark.parametrize(
    "question",
    [
        "What does a parcel of 12 kg cost?",
        "What does a parcel of 5 litres cost?",
        "What do 2 parcels of 5 kg cost?",
        "What does a parcel cost?",
    ],
)
def test_other_questions_are_left_to_others(question: str) -> None:
    answer = composed(question, [PARCELS])
    assert answer is None or "kg" not in answer.text


def test_the_row_of_the_very_amount_is_shown_with_the_columns_that_are_named() -> None:
    answer = composed("75 sq ft upstairs at the quay", [UNITS])
    assert answer is not None
    assert answer.text == "Size (sq ft): 75; Quay, upper floor: 26; Quay, lower floor: 30"
    assert composed("75 boxes upstairs at the quay", [UNITS]) is None


def test_of_a_row_of_many_cells_the_writer_copies_what_is_asked_for() -> None:
    question = "what is a place for 9.4 m when it freezes?"
    tariff = (
        "| Length | All year | Summer | Winter | A night |\n|---|---|---|---|---|\n"
        "| 6.01 - 8.0 m | 1700 | 1130 | 640 | 24 |\n| 8.01 - 10.0 m | 2215 | 1480 | 850 | 31 |"
    )
    writer, name = next(iter(WRITERS))
    model = ScriptedModel(name=name, writer=writer, writes={question: "850"})
    found = composed(question, [tariff], model)
    assert found is not None and found.text == "Length: 8.01 - 10.0 m; Winter: 850"
    assert composed(question, [tariff]) is None


KENNEL = (
    "| Animal | Per night | Per week |\n|---|---|---|\n| Cat | 16 | 98 |\n| Dog up to 10 kg | 21 | 130 |\n"
    "| Dog 10 to 25 kg | 26 | 164 |\n| Dog over 25 kg | 32 | 199 |"
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "what does a week cost for my labrador, he weighs 30 kilos",
            "Animal: Dog over 25 kg; Per week: 199",
        ),
        ("price per night for a dog of 18 kg", "Animal: Dog 10 to 25 kg; Per night: 26"),
    ],
)
def test_a_name_may_stand_before_the_bands(question: str, expected: str) -> None:
    answer = composed(question, [KENNEL])
    assert answer is not None and answer.text == expected


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("price per night for 3 dogs", KENNEL),
        ("price per night for a dog of 18 kg", KENNEL.replace("Dog over", "Wolf over")),
    ],
)
def test_without_a_unit_and_with_several_names_no_band_is_meant(question: str, table: str) -> None:
    answer = composed(question, [table])
    assert answer is None or "10 to 25" not in answer.text


ADULTS = (
    "| Year group | By day | Overnight | Abroad |\n|---|---|---|---|\n| Years 3–4 | 1:6 | 1:5 | none |\n"
    "| Years 5–6 | 1:8 | 1:7 | 1:6 |\n| Years 7–9 | 1:12 | 1:10 | 1:9 |\n| Sixth form | 1:18 | 1:15 | 1:12 |"
)
ZONES = "| Zone | Single | Day |\n|---|---|---|\n| 1 | 2.40 | 5.00 |\n| 2–4 | 3.60 | 7.50 |\n| 5–6 | 4.80 | 9.90 |"


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("how many pupils per adult overnight for year 8", ADULTS, "Year group: Years 7–9; Overnight: 1:10"),
        (
            "pupils per adult for year 8 going to France?",
            ADULTS,
            "Year group: Years 7–9; By day: 1:12; Overnight: 1:10; Abroad: 1:9",
        ),
        ("what is a single to zone 3", ZONES, "Zone: 2–4; Single: 3.60"),
        ("what is a single to zone 1", ZONES, "Zone: 1; Single: 2.40"),
    ],
)
def test_a_number_by_its_name_finds_the_band_of_that_name(question: str, table: str, expected: str) -> None:
    answer = composed(question, [table])
    assert answer is not None and answer.text == expected


@pytest.mark.parametrize("question", ["pupils per adult for room 8", "pupils per adult for year 12"])
def test_a_number_by_another_name_or_beside_all_bands_finds_none(question: str) -> None:
    assert composed(question, [ADULTS]) is None


COURTS = (
    "| Season | Hall | Grass |\n|---|---|---|\n| 1 Oct to 31 March | 24 | – |\n| April–June | 18 | 12 |\n"
    "| July to September | 16 | 14 |"
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("price of the hall in February", "Season: 1 Oct to 31 March; Hall: 24"),
        ("price of the hall on 3 May", "Season: April–June; Hall: 18"),
    ],
)
def test_a_day_finds_the_stretch_that_it_lies_in(question: str, expected: str) -> None:
    answer = composed(question, [COURTS])
    assert answer is not None and answer.text == expected


COLD = """# Cold store

| Air | Longest stretch inside | Break after it |
|---|---|---|
| below –18 °C | 45 minutes | 20 minutes |
| –18 to –5 °C | 75 minutes | 15 minutes |
| –5 to 0 °C | 120 minutes | 10 minutes |
"""


@pytest.mark.parametrize("said", ["minus 20", "-20 degrees", "–20"])
def test_a_temperature_below_zero_has_its_band(said: str) -> None:
    found = composed(f"how long may I stay in at {said} before a break", [COLD])
    assert found is not None and found.text == "Air: below –18 °C; Longest stretch inside: 45 minutes"
