"""A memory file as a list: what the person wrote stays, whatever they wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.extras.memory import notes

BY_HAND = (
    "\ufeff- first, before any heading\r\n# About me\r\n\r\nSome words - not a note.\r\n* nor this\r\n-nor this\r\n"
    "- Works in QA,\r\n  in hall 3\r\n\tand at night\r\n\r\n## Words\r\n- \r\n- QA stands for Quality Assurance.\r\n- twice\r\n"
    "- twice\r\nThe end without a line end"
)


def words_of(text: str) -> list[str]:
    return [note.text for note in notes.parse(text, "user")]


def test_notes_are_the_lines_with_a_dash_and_what_is_indented_below() -> None:
    assert words_of(BY_HAND) == [
        "first, before any heading",
        "Works in QA,\nin hall 3\nand at night",
        "QA stands for Quality Assurance.",
        "twice",
        "twice",
    ]
    ids = [note.id for note in notes.parse(BY_HAND, "user")]
    assert len(set(ids)) == 5 and all(each.startswith("user-") for each in ids)
    assert ids[0] != notes.parse(BY_HAND, "company")[0].id


def test_removing_takes_the_lines_of_the_note_and_no_others() -> None:
    first, long, *_ = notes.parse(BY_HAND, "user")
    left = notes.remove(BY_HAND, "user", long.id)
    assert left == BY_HAND.replace("- Works in QA,\r\n  in hall 3\r\n\tand at night\r\n", "")
    assert notes.remove(BY_HAND, "user", first.id).startswith("\ufeff# About me\r\n")


def test_of_two_equal_notes_the_one_that_was_meant_goes() -> None:
    text = "- same\nbetween\n- same\n"
    one, two = notes.parse(text, "user")
    assert notes.remove(text, "user", one.id) == "between\n- same\n"
    assert notes.remove(text, "user", two.id) == "- same\nbetween\n"


def test_replacing_keeps_the_place_and_the_line_ends() -> None:
    long = notes.parse(BY_HAND, "user")[1]
    changed = notes.replace(BY_HAND, "user", long.id, "Works in QC.\n\nAt night.")
    assert changed == BY_HAND.replace(
        "- Works in QA,\r\n  in hall 3\r\n\tand at night\r\n", "- Works in QC.\r\n  At night.\r\n"
    )


def test_a_new_note_stands_at_the_end_and_is_not_glued_to_a_paragraph() -> None:
    assert notes.add("", "company", "Uses SAP.") == "# About our organisation\n\n- Uses SAP.\n"
    assert notes.add("- one", "user", "two") == "- one\n- two\n"
    assert notes.add("Some words", "user", "two") == "Some words\n\n- two\n"
    assert notes.add(BY_HAND, "user", "new") == BY_HAND + "\r\n\r\n- new\r\n"
    assert notes.add("- one\n\n", "user", "two") == "- one\n\n- two\n"


def test_a_note_that_was_changed_meanwhile_is_not_found() -> None:
    note = notes.parse("- one\n", "user")[0]
    with pytest.raises(UnknownIdError):
        notes.replace("- one more\n", "user", note.id, "two")
    with pytest.raises(UnknownIdError):
        notes.remove("", "user", note.id)


@pytest.mark.parametrize("words", ["", " \n\t", "-", "- ", "\x00\x01", "x" * (notes.MAX_NOTE + 1)])
def test_a_note_has_some_words_and_not_too_many(words: str) -> None:
    with pytest.raises(UsageError):
        notes.add("", "user", words)


def test_words_cannot_end_their_note() -> None:
    text = notes.add("- one\n", "user", "a\r\n- b\n# c\u2028- d\x0b- e\ud800")
    assert len(words_of(text)) == 2
    assert words_of(text)[1] == "a\n- b\n# c - d - e"


LINES = st.lists(
    st.text(st.characters(exclude_characters="\n\r\ufeff", exclude_categories=("Cs",)), max_size=12)
    | st.sampled_from(["- a", "- b", "-", "  more", "", "# head", "* star"]),
    max_size=12,
)


@given(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.data())
def test_no_operation_loses_or_reorders_a_line(
    lines: list[str], end: str, ended: bool, data: st.DataObject
) -> None:
    text = end.join(lines) + (end if ended else "")
    assert notes.add(text, "user", "new").startswith(text)
    assert words_of(notes.add(text, "user", "new"))[-1] == "new"
    known = notes.parse(text, "user")
    if not known:
        return
    index = data.draw(st.integers(0, len(known) - 1))
    removed = notes.remove(text, "user", known[index].id)
    rest = [note.text for note in known]
    del rest[index]
    replaced = notes.replace(text, "user", known[index].id, "new")
    assert words_of(replaced) == [*rest[:index], "new", *rest[index:]]
    assert words_of(removed) == rest
    left = iter(text.split("\n"))
    assert all(line in left for line in removed.split("\n") if line)
