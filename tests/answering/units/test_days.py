"""Which head or row stands for the day that a question names."""

import pytest

from ragdesk.answering.units.days import holding_day, holds_some_of

FEES = ["", "until 30 June", "1 July-31 Aug", "at the door"]
SEASONS = ["1 Nov to 28 Feb", "March–May", "1.–15. Juni", "from 16 June", "price"]
STEPS = ["by 15 January", "by March 1", "by 30 April"]


@pytest.mark.parametrize(
    ("question", "texts", "at"),
    [
        ("I register in August, what will it cost", FEES, 2),
        ("what if I register on 3 July 2025?", FEES, 2),
        ("fee for students until May", FEES, 1),
        ("what may I pay", FEES, None),
        ("the fee on 10 September", FEES, None),
        ("the fee in June and in August", FEES, None),
        ("a room for the 12th of December", SEASONS, 0),
        ("a room in January", SEASONS, 0),
        ("a room in February", SEASONS, 0),
        ("a room on 29 February", SEASONS, 0),
        ("what if I register in June", FEES, 1),
        ("a room in April", SEASONS, 1),
        ("Was kostet es am 3. Juni?", SEASONS, 2),
        ("and on August 20th?", SEASONS, 3),
        ("what does it cost if I pay on 20 January", STEPS, 1),
        ("the fee on 3 January", STEPS, 0),
        ("what happened in May", ["3 May", "4 May"], None),
        ("who is on duty on 4 May", ["3 May", "4 May"], None),
        ("in August", ["Name", "1 July-31 Aug"], None),
    ],
)
def test_the_narrowest_stretch_that_holds_the_day(question: str, texts: list[str], at: int | None) -> None:
    assert holding_day(question, texts) == at


@pytest.mark.parametrize(
    ("question", "text", "holds"),
    [
        ("what does it cost in July", "24 May – 4 July and 25 August – 14 September", True),
        ("what does it cost in mid July", "24 May – 4 July and 25 August – 14 September", False),
        ("what does it cost at the end of August", "24 May – 4 July and 25 August – 14 September", True),
        ("Was kostet es Mitte September?", "24. Mai – 4. Juli und 25. August – 14. September", True),
        ("what does it cost on 24 December", "1 November to 28 February", True),
        ("what does it cost in March", "1 November to 28 February", False),
        ("what does it cost in March", "March: closed", False),
    ],
)
def test_stretches_hold_some_of_the_days(question: str, text: str, holds: bool) -> None:
    assert holds_some_of(question, text) is holds
