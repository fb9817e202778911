"""Numbers and the words beside them."""

import pytest

from ragdesk.answering.checking.binding import misbound, swaps_in_brackets

CRISIS = (
    "The 1973 oil crisis began in October 1973. By the end of the embargo in March 1974, the price had risen."
)
CLASSES = "Premium economy is allowed from six hours, business class for flights of more than nine hours without a stop."
ROW = "| Revenue | 5,420 | 4,911 |"


@pytest.mark.parametrize(
    ("sentence", "question", "quote", "found"),
    [
        ("The oil crisis began in March 1974.", "When did the oil crisis begin?", CRISIS, True),
        ("The oil crisis began in October 1973.", "When did the oil crisis begin?", CRISIS, False),
        ("The embargo ended in March 1974.", "When was the end of the embargo?", CRISIS, False),
        ("1795", "When were both volumes of the two-volume version out?", "A two-volume version came out in 1795.", False),
        ("Revenue was 4,911.", "What was the revenue?", ROW, False),
        ("It took 45 minutes.", "How long did it take?", "It took 45 minutes.", False),
        ("Business class is allowed for flights of more than nine hours.", "When is business class paid?", CLASSES, False),
        ("Business class is allowed from six hours.", "When is business class paid?", CLASSES, True),
        ("Nothing is counted.", "Is anything counted?", CRISIS, False),
    ],
    ids=["other number", "own number", "own second number", "of the question", "row", "single number", "behind a comma",
         "before a comma", "no number"],
)  # fmt: skip
def test_a_number_that_stands_beside_other_words_is_found(
    sentence: str, question: str, quote: str, found: bool
) -> None:
    assert misbound(sentence, question, quote) == found


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("There were 61 bookings in January and February (2024: 74).", False),
        ("There were 74 bookings in February (2024: 61).", True),
        ("There were 61 bookings (2,024 hours).", False),
        ("There were 61 bookings (2024).", False),
    ],
    ids=["as it stands", "swapped", "one number", "a year alone"],
)
def test_numbers_that_were_swapped_in_brackets_are_found(sentence: str, found: bool) -> None:
    quote = "SR reported 61 bookings in January and February (2024: 74)."
    assert swaps_in_brackets(sentence, [quote]) == found
