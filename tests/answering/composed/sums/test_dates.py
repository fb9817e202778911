from datetime import date

import pytest

from ragdesk.answering.composed.sums.dates import dates_in


@pytest.mark.parametrize(
    "words",
    [
        "2025-02-03",
        "3 February 2025",
        "3rd of February 2025",
        "February 3, 2025",
        "3 Feb. 2025",
        "03.02.2025",
        "3. Februar 2025",
    ],
)
def test_a_date_is_read_as_it_is_written(words: str) -> None:
    assert dates_in(f"It was signed on {words} in Oslo.") == [(date(2025, 2, 3), words)]


@pytest.mark.parametrize(
    "words", ["03/02/2025", "31 February 2025", "13.13.2025", "in May 2025", "version 1.2.2025.4", "2025"]
)
def test_what_may_be_read_in_two_ways_or_is_no_date_is_none(words: str) -> None:
    assert dates_in(f"It was signed on {words} in Oslo.") == []


def test_dates_come_in_their_order() -> None:
    found = dates_in("From 1 March 2022 to 28 February 2027.")
    assert [day.year for day, _ in found] == [2022, 2027]
