"""One way of writing each character."""

import pytest

from ragdesk.text.clean import clean, composed


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Br\u00a8oker", "Bröker"),
        ("\u00a8Uberlingen", "Überlingen"),
        ("na\u00a8ive", "naïve"),
        ("Br\u00f6ker", "Bröker"),
        ("don\u00b4t", "don\u00b4t"),
        ("\u00a8", "\u00a8"),
    ],
)
def test_a_diaeresis_before_its_letter_stands_over_it(printed: str, read: str) -> None:
    assert composed(clean(printed)) == read
