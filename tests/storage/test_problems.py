"""Problems in the ledger: as they went in, and what homes of before hold."""

import pytest

from ragdesk.domain.errors import EmptyFileError, Problem
from ragdesk.storage.ledger.problems import restored, stored


@pytest.mark.parametrize(
    "problem",
    [
        Problem("It needs a password."),
        Problem("It needs a password.", "Give it."),
        Problem("{file} is {size:,.1f} MB.", "Split {file}.", code="too_large", file="ä{b}.txt", size=1.5),
        Problem("Not read: {why}", why=EmptyFileError("{file} is empty.", "Add it.", file="a.txt")),
        Problem("{number:,} of the files inside could not be read.", number=1200),
    ],
)
def test_a_problem_comes_back_as_it_went_in(problem: Problem) -> None:
    assert restored(stored(problem)) == problem


@pytest.mark.parametrize(
    "sentence",
    ["a.txt is empty. Check whether it was saved completely.", "{x} <b>.txt is empty.", '{"a": 1}', "[1]"],
)
def test_a_sentence_of_a_home_of_before_is_shown_as_it_is(sentence: str) -> None:
    problem = restored(sentence)
    assert problem is not None and str(problem) == sentence


def test_no_problem_is_none() -> None:
    assert restored(None) is None and restored("") is None
