import pytest

from ragdesk.domain.ports import Embedder
from ragdesk.extras.memory.alike import said_before


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Is a nurse.", "is a  NURSE"),
        ("Works as a nurse.", "Is a nurse."),
        ("Prefers short answers.", "keep it short, please"),
        ("Uses SAP for orders.", "We uses orders for SAP"),
    ],
)
def test_what_has_the_same_words_was_said_before(new: str, old: str) -> None:
    assert said_before(new, ["Something else.", old], None)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Prefers detailed answers.", "Prefers short answers."),
        ("The audit is in May.", "The audit is in June."),
        ("Works in Building 4.", "Works in Building 5."),
        ("Prefers weekly summaries.", "Prefers monthly summaries."),
        ("Leads the packaging team.", "Works in the packaging team."),
        ("Maria is my manager.", "Maria is my deputy."),
        ("Is a nurse.", "Is a nursing manager."),
    ],
)
def test_what_is_new_is_not_taken_for_old_however_near_it_is(new: str, old: str, embedder: Embedder) -> None:
    assert not said_before(new, [old], embedder)


def test_meaning_helps_where_it_is_very_near(embedder: Embedder) -> None:
    new, old = "Is the leader of the quality team.", "Is the head of the quality team."
    assert said_before(new, [old], embedder)
    assert not said_before(new, [old], None)
