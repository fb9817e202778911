"""Who spent more is told by the sums of each."""

from composing import BOOKINGS, composed

from ragdesk.answering.composed.asked import Composed


def said(answer: Composed | None) -> str:
    return "" if answer is None else answer.text


def test_who_paid_more_is_told_by_the_sums() -> None:
    answer = said(composed("who paid more, Nora or Eli?", [BOOKINGS]))
    assert "**Nora**: 412.50 + 138.40 + 74.90 = 625.80 EUR" in answer
    assert "**Eli**: 96 + 61 = 157 EUR" in answer
    assert "625.80 − 157" in answer and "468.80" in answer


def test_who_paid_more_for_one_kind_is_told_of_that_kind() -> None:
    book = BOOKINGS + "| 2026-05-23 | Brakes | Car | Eli | 276.30 |\n"
    answer = said(composed("who spent more on the car, Nora or Eli?", [book]))
    assert "**Nora**: 412.50 EUR" in answer and "**Eli**: 96 + 276.30 = 372.30 EUR" in answer
    assert " = " not in said(composed("who spent more on boats, Nora or Eli?", [book]))
