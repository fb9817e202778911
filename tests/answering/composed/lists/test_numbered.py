"""One of several ways that a text numbers by a word is shown with the others."""

import pytest
from composing import asked_over, cited_line

from ragdesk.answering.composed.lists.numbered import compose_numbered, with_the_others
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.quotes import Quote

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


CHANGES = """# Rule changes

Resolution A: tunnels may be 6 m long. Resolution B: dogs stay on a lead. Resolution C: no hoses at noon. Proxy
forms are due in March."""


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        (["Resolution B", "Resolution C"], ["Resolution A", "Resolution B", "Resolution C"]),
        (
            ["Resolution A", "Resolution C", "Proxy"],
            ["Resolution A", "Resolution B", "Resolution C", "Proxy"],
        ),
        (["Resolution B", "Proxy"], ["Resolution B", "Proxy"]),
    ],
)
def test_of_an_order_that_a_list_has_two_of_it_has_all(chosen: list[str], shown: list[str]) -> None:
    asked = asked_over("which changes are proposed", [CHANGES])
    (hit,) = asked.hits
    units = []
    for begin in chosen:
        start = CHANGES.index(begin)
        end = CHANGES.index(".", start) + 1
        units.append(JudgedUnit(Quote(hit, start, end, CHANGES[start:end])))
    found = with_the_others(units, asked.texts)
    texts = [unit.quote.text for unit in found]
    assert len(texts) == len(shown) and all(map(str.startswith, texts, shown))
    assert all(CHANGES.startswith(unit.quote.text, unit.quote.char_start) for unit in found)
