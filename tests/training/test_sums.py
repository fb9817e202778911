"""Sums that are made up over a table: the numbers stand in its rows, each as often as it is asked for."""

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

STEPS = Path(__file__).resolve().parents[2] / "models" / "training"
Made = Callable[[Sequence[str]], list[Any]]
ENGLISH = [
    "Camping gear and what it costs and how long it may be kept",
    "| Item | weekend EUR | week EUR | stock |",
    "|---|---|---|---|",
    "| Tunnel tent | 38 | 1,079.50 | 9 |",
    "| Stove | 7.50 | 15 | 4 |",
    "| Lamp | 3 | 6 | 12 |",
    "| Cool box | 9 | 19 | 3 |",
]
GERMAN = [
    "Preise und Gebühren und Beiträge",
    "| Leistung | Preis |",
    "|---|---|",
    "| Kurs | 1.190,50 € |",
    "| Prüfung | 85,00 € |",
    "| Ausweis | 5,00 € |",
]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    monkeypatch.syspath_prepend(STEPS)
    import sums

    return lambda lines: [each for seed in range(20) for each in sums.sums(lines, random.Random(seed))]


@pytest.mark.parametrize(("lines", "price"), [(ENGLISH, "1079.50"), (GERMAN, "1190.50")])
def test_its_numbers_stand_in_its_rows(made: Made, lines: list[str], price: str) -> None:
    every = made(lines)
    assert any(price in each.formula for each in every)
    for each in every:
        prices = re.findall(r"(?<!\* )\d+(?:\.\d+)?(?! \*)", each.formula)
        said = " ".join(each.rows).replace("1,079", "1079").replace("1.190", "1190").replace(",", ".")
        assert all(number in said for number in prices), each
        assert not set(each.rows) & set(each.beside)


def test_it_names_the_column_where_there_are_several_of_prices(made: Made) -> None:
    asked = [each for each in made(ENGLISH) if "week" in each.question]
    weekend = [each for each in asked if "weekend" in each.question and each.formula]
    assert len(asked) == len(made(ENGLISH)) and weekend
    assert not any("1079" in each.formula or "15" in each.formula.split(" + ") for each in weekend)


def test_where_a_row_is_missing_there_is_no_calculation(made: Made) -> None:
    missing = [each for each in made(ENGLISH) if not each.formula]
    assert missing and all("|" not in each.question for each in missing)


def test_a_table_without_prices_or_names_gives_none(made: Made) -> None:
    assert not made(
        ["Rooms and seats", "| Room | Seats |", "|---|---|", "| A | 3 |", "| B | 4 |", "| C | 5 |"]
    )
    assert not made(["| Code | Fee |", "|---|---|", "| T1 | 3 |", "| T2 | 4 |", "| T3 | 5 |"])
