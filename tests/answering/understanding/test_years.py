import pytest

from ragdesk.answering.understanding.years import with_years
from ragdesk.domain.search import ComparisonSide


@pytest.mark.parametrize(
    ("first", "second", "name", "text"),
    [
        ("costs in 2024", "costs in the year before", "costs 2023", "costs 2023"),
        ("Kosten 2024", "Kosten im Vorjahr", "Kosten 2023", "Kosten 2023"),
        ("Kosten 2024", "Kosten im Jahr danach", "Kosten 2025", "Kosten 2025"),
        ("costs in 2024", "costs next year", "costs 2025", "costs 2025"),
    ],
)
def test_a_year_that_is_counted_from_another_is_named(first: str, second: str, name: str, text: str) -> None:
    one, two = with_years([ComparisonSide(first, first), ComparisonSide(second, second)])
    assert one == ComparisonSide(first, first)
    assert " ".join(two.name.split()) == name and two.text == text


@pytest.mark.parametrize(
    "sides", [("costs in 2024", "costs in 2022"), ("costs now", "costs the year before"), ("2024", "rooms")]
)
def test_other_sides_stay_as_they_are(sides: tuple[str, str]) -> None:
    given = tuple(ComparisonSide(side, side) for side in sides)
    assert with_years(given) == given
