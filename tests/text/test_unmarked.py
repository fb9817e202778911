"""Marks of Markdown go, and what only looks like one stays."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragdesk.text.sheet_rows import without_row_numbers
from ragdesk.text.unmarked import emphasised, inline, readable, rows


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('**Note:** see [the guide](https://x.example/a_(b) "t").', "Note: see the guide."),
        (
            "![A plan](plan.png) of _it_, *em*, __bold__, ***both***, ~~old~~",
            "A plan of it, em, bold, both, old",
        ),
        ("Use `make demo` and ``a ` b``.", "Use make demo and a ` b."),
        ("file\\_name \\*not\\* 1\\. a \\| b \\[x\\]", "file_name *not* 1. a | b [x]"),
        ("a<br>b <b>c</b> <https://x.example> 3 < 4 > 2", "a b c https://x.example 3 < 4 > 2"),
        ("Fish &amp; chips &nbsp;now", "Fish & chips now"),
        ("**Cut off within", "Cut off within"),
        ("its other half.**", "its other half."),
        ("within the 12 months** by giving notice", "within the 12 months by giving notice"),
        ("end the lease **within the 12", "end the lease within the 12"),
        ("(the fee** is 4 €**)", "(the fee is 4 €)"),
        (
            "2**3 * 4 ** 5, a_b_c, _private, C:\\Users\\new, [1] [x]",
            "2**3 * 4 ** 5, a_b_c, _private, C:\\Users\\new, [1] [x]",
        ),
        ("`a\\_b` keeps **what** it shows: `**`", "a_b keeps what it shows: **"),
    ],
)
def test_marks_within_a_line_go_and_what_looks_like_them_stays(text: str, shown: str) -> None:
    assert " ".join(inline(text).split()) == shown


def test_a_passage_is_read_line_by_line() -> None:
    text = (
        "## Limits ##\n\n| A | **B** |\n|---|:-:|\n| 1 | a \\| b |\n\n> Quoted\n> text\n\n"
        "* one\n+ two\n- [ ] three\n- [x] four\n\n***\n```python\nx = 1\n```\n<!-- unseen -->"
    )
    assert rows(text) == [
        "Limits",
        "A · B",
        "1 · a | b",
        "Quoted text",
        "• one",
        "• two",
        "☐ three",
        "☑ four",
        "x = 1",
    ]
    assert readable("| Hob | 1 | £742.00 |") == "Hob · 1 · £742.00"


def test_words_between_stars_are_strong_and_code_is_code() -> None:
    assert emphasised("The **valve** is `V1`, see [it](x); 2**3\n# Next\n| a | b |") == [
        ("plain", "The "),
        ("bold", "valve"),
        ("plain", " is "),
        ("code", "V1"),
        ("plain", ", see it; 2**3\nNext\na · b"),
    ]


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab1 *_`#|-\n<>[]()&;!\\~$.", max_size=80))
def test_no_letter_or_digit_is_lost_but_in_targets_and_tags(text: str) -> None:
    """What is left are the same letters and digits, in their order, unless a link's target or a tag took some along."""
    left = [each for each in readable(text) if each.isalnum()]
    every = iter(each for each in without_row_numbers(text) if each.isalnum())
    assert all(any(each == other for other in every) for each in left)
