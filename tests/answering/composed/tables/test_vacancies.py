"""Which rows are full, and how many places are left of one."""

import pytest
from composing import composed

COURSES = """# Courses of the boat yard

| Date | Course | Places | Booked | Fee £ |
|---|---|---|---|---|
| 2026-03-14 | Knots | 20 | 20 | 18 |
| 2026-04-18 | Varnish | 24 | 17 | 15 |
| 2026-05-09 | Sail repair | 12 | 12 | 22 |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "which courses are fully booked",
            "- Course: Knots; Places: 20; Booked: 20\n- Course: Sail repair; Places: 12; Booked: 12",
        ),
        ("how many places are left on varnish", "24 − 17 = 7\n\n- Places: 24\n- Booked: 17"),
        ("how many places are still free on the knots course", "20 − 20 = 0\n\n- Places: 20\n- Booked: 20"),
    ],
)
def test_places_are_compared_with_those_that_are_taken(question: str, answer: str) -> None:
    found = composed(question, [COURSES])
    assert found is not None and found.text == answer


def test_without_such_columns_nothing_is_said_of_them() -> None:
    found = composed("how many places are left on varnish", [COURSES.replace("Booked", "Price")])
    assert found is None or "−" not in found.text
