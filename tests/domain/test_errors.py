"""Errors as code and values: the English text is made of them, and they cross process borders."""

import errno
import pickle

from ragdesk.domain.errors import EmptyFileError, Problem, RagdeskError, StoreError, UnreadableFileError


def test_an_error_is_its_english_text_with_the_values_put_in() -> None:
    error = EmptyFileError("{file} is empty.", "Add {file} again.", file="a.txt")
    assert (error.message, error.hint, str(error)) == (
        "a.txt is empty.",
        "Add a.txt again.",
        "a.txt is empty. hint: Add a.txt again.",
    )
    assert error.problem.code == "empty" and error.problem.values == {"file": "a.txt"}
    assert str(error.problem) == "a.txt is empty. Add a.txt again."


def test_an_error_comes_out_of_a_child_as_it_went_in() -> None:
    inner = Problem("it took longer than {count} seconds", count=3)
    error = UnreadableFileError("{file}: {why}", "Split {file}.", file="{a}.pdf", why=inner)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is UnreadableFileError and copy.problem == error.problem
    assert str(copy) == str(error) == "{a}.pdf: it took longer than 3 seconds hint: Split {a}.pdf."


def test_a_text_without_values_may_hold_braces() -> None:
    assert str(RagdeskError("{x} is gone.", "Look {there}.")) == "{x} is gone. hint: Look {there}."


def test_what_the_system_says_keeps_its_words_and_its_number() -> None:
    full = OSError(errno.ENOSPC, "No space left on device", "/a/b")
    error = StoreError("It failed: {why}.", "", why=full)
    assert error.message == f"It failed: {full}."
    reason = error.problem.values["why"]
    assert isinstance(reason, Problem) and reason.values["why"] == Problem("No space left on device")


def test_an_error_in_the_place_of_a_value_or_of_a_text_is_kept_whole() -> None:
    inner = EmptyFileError("{file} is empty.", "Add it again.", file="a.txt")
    assert str(Problem("Not read: {why}", why=inner)) == "Not read: a.txt is empty. Add it again."
    outer = RagdeskError(inner.problem, Problem("See {place}.", place="there"))
    assert str(outer) == "a.txt is empty. Add it again. hint: See there."


def test_problems_of_the_same_words_are_the_same() -> None:
    both = {Problem("{n:,} files", n=1234), Problem("{n:,} files", n=1234)}
    assert [str(problem) for problem in both] == ["1,234 files"]
