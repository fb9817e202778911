"""One of several ways that a text numbers by a word is shown with the others."""

import pytest
from composing import asked_over, cited_line

from ragdesk.answering.composed.lists.numbered import compose_numbered

LEVEL = """# Charging

Method 1: Use the cradle.

# Checking the level

Method 1: Swipe down. Method 2: Connect the watch
and look at the screen.

Method 3: Look at the watch face. It shows a number.

# Else

Option A: Leave it."""


@pytest.mark.parametrize(
    ("question", "cited", "answer"),
    [
        (
            "how can I see the level",
            "Method 3",
            "- Method 1: Swipe down.\n- Method 2: Connect the watch and look at the screen.\n"
            "- Method 3: Look at the watch face. It shows a number.",
        ),
        ("what does method 3 do", "Method 3", None),
        ("how do I charge it", "Method 1: Use", None),  # the only one of its section
        ("what are the options", "Option A", None),
        ("what does it show", "It shows", None),
    ],
)
def test_all_of_a_section_are_shown(question: str, cited: str, answer: str | None) -> None:
    asked = asked_over(question, [LEVEL])
    found = compose_numbered(asked, cited_line(asked, cited))
    assert (found.text if found else None) == answer
