"""Stretches of time as people name them."""

from datetime import date

import pytest

from ragdesk.answering.told.periods import Period, period

# A Wednesday.
TODAY = date(2026, 3, 4)


@pytest.mark.parametrize(
    ("words", "language", "first", "last"),
    [
        ("today", "en", TODAY, TODAY),
        ("yesterday", "en", date(2026, 3, 3), date(2026, 3, 3)),
        ("vorgestern", "de", date(2026, 3, 2), date(2026, 3, 2)),
        ("this week", "en", date(2026, 3, 2), TODAY),
        ("letzte Woche", "de", date(2026, 2, 23), date(2026, 3, 1)),
        ("last month", "en", date(2026, 2, 1), date(2026, 2, 28)),
        ("im letzten Jahr", "de", date(2025, 1, 1), date(2025, 12, 31)),
        ("in the last three days", "en", date(2026, 3, 1), TODAY),
        ("in den letzten 2 Wochen", "de", date(2026, 2, 18), TODAY),
        ("on Monday", "en", date(2026, 3, 2), date(2026, 3, 2)),
        ("since Monday", "en", date(2026, 3, 2), TODAY),
        ("am Mittwoch", "de", date(2026, 2, 25), date(2026, 2, 25)),
    ],
)
def test_days_are_named(words: str, language: str, first: date, last: date) -> None:
    assert period(words, language, TODAY) == Period(first, last)


def test_lately_names_no_days() -> None:
    assert period("recently", "en", TODAY) is None and period("the second", "en", TODAY) is None
