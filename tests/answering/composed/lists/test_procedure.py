"""Steps as answers: in order, with their numbers, notes and warnings."""

import pytest
from composing import asked_over, cited_line, composed
from scripted import ScriptedModel

from ragdesk.answering.composed.lists.procedure import compose_onwards, numbered
from ragdesk.domain.calibration.by_language_model import _VERIFIERS

MANUAL = [
    """# Descaling

Warning: the water is hot.

To descale the machine:

1. Empty the tray.
2. Fill in the descaler:
   a) half a litre of water
   b) one sachet

Caution: do not breathe the vapour.

3. Press the button.""",
    "# Cleaning\n\nTo clean the grinder:\n\n1. Unplug it.\n2. Brush it out.",
]


def test_steps_keep_order_numbers_notes_and_the_warning_over_them() -> None:
    answer = composed("How do I descale the machine?", MANUAL)
    assert answer is not None
    assert answer.text == (
        "Warning: the water is hot.\n\n"
        "To descale the machine:\n\n"
        "1. Empty the tray.\n"
        "2. Fill in the descaler:\n"
        "  1. half a litre of water\n"
        "  2. one sachet\n"
        "    Caution: do not breathe the vapour.\n"
        "3. Press the button."
    )


def test_the_steps_are_those_of_the_lead_that_was_asked_about() -> None:
    answer = composed("How do I clean the grinder?", MANUAL)
    assert answer is not None and answer.text == "To clean the grinder:\n\n1. Unplug it.\n2. Brush it out."


def test_steps_in_prose_are_numbered() -> None:
    text = "First switch off the boiler at the wall. Then wait for the boiler to cool. Finally bleed the boiler radiators."
    answer = composed(
        "How do I switch off and bleed the boiler?", ["# Boiler\n\n" + text, "Other things are here."]
    )
    assert answer is not None
    assert answer.text.splitlines() == [
        "1. First switch off the boiler at the wall.",
        "2. Then wait for the boiler to cool.",
        "3. Finally bleed the boiler radiators.",
    ]


def test_prose_that_tells_no_steps_is_left_to_the_model() -> None:
    text = "The boiler is switched off by the caretaker. The caretaker lives next door."
    assert composed("How do I switch off the boiler?", [text]) is None


KILN = "First firing\n\n1. Sweep the kiln.\n2. Open both vents.\n3. Light the burner."


@pytest.mark.parametrize("answerable", [True, False])
@pytest.mark.parametrize(("odds", "steps"), [(3.0, True), (0.0, False)])
def test_steps_in_other_words_are_taken_where_the_model_says_that_they_answer(
    odds: float, steps: bool, answerable: bool
) -> None:
    model = ScriptedModel(name=next(iter(_VERIFIERS)), odds={"Sweep": odds})
    found = composed("How do I begin when it was never heated before?", [KILN], model, answerable)
    assert (found is not None and found.text.endswith("3. Light the burner.")) is steps
    assert model.judged


def test_steps_that_are_numbered_within_a_paragraph_stand_apart() -> None:
    text = (
        "(2) The plot is handed over as follows: 1. The committee values the plot. 2. The tenant clears the plot (see no. 4). "
        "3. The tenant hands the keys of the plot to the committee."
    )
    answer = composed(
        "How do I hand over the plot to the committee?", ["# Leaving\n\n" + text, "Other things are here."]
    )
    assert answer is not None
    assert answer.text.splitlines() == [
        "1. The committee values the plot.",
        "2. The tenant clears the plot (see no. 4).",
        "3. The tenant hands the keys of the plot to the committee.",
    ]
    assert all(cited.quote in text for cited in answer.citations)


def test_clauses_are_no_steps() -> None:
    assert numbered("Rent is due (see 2. and 3. below). 1. It rises. 2. It falls.") == []
    assert numbered("Chapter 2. Open it. 3. Close it. 4. Lock it.") == []


BELOW = """# Commissioning

The centre of gravity has to be calibrated anew when another payload is fitted to the aircraft.

Calibrate where there is no wind.

1. Open the settings.
2. Tap the button.
3. Wait for the light.
"""


def test_the_steps_below_what_says_that_it_is_to_be_done() -> None:
    answer = composed("How do I calibrate the centre of gravity with another payload?", [BELOW])
    assert answer is not None
    assert answer.text == "1. Open the settings.\n2. Tap the button.\n3. Wait for the light."


def test_steps_of_another_section_are_not_those_below() -> None:
    text = BELOW.replace("1. Open", "## Lights\n\n1. Open")
    assert composed("How do I calibrate the centre of gravity with another payload?", [text]) is None


CLAIMS = """## How to claim

10.1 Step one: make the place safe, and do nothing else.
10.2 Step two: report a theft to the police within 24 hours.
10.3 Step three: ring us within seven days.

The premium is due in May.
"""


def test_numbered_clauses_go_on_from_the_first_that_was_cited() -> None:
    asked = asked_over("How do I claim?", [CLAIMS])
    first, second = cited_line(asked, "10.1"), cited_line(asked, "10.2")
    answer = compose_onwards(asked, second, first)
    assert answer is not None
    assert [line[:4] for line in answer.text.splitlines()] == ["10.1", "10.2", "10.3"]
    assert compose_onwards(asked, first, cited_line(asked, "The premium")) is None


def test_sentences_that_are_numbered_are_told_from_the_first_on() -> None:
    passage = (
        "Call the hut first. 1. Stay with the boat. 2. Count heads and look under the sail. 3. Let go of the sheets.\n"
        "4. Turn the bow into the wind.\n\n1. Shout to the shore."
    )
    asked = asked_over("Our boat has turned over, what now?", [passage])
    answer = compose_onwards(asked, cited_line(asked, "2. Count heads"))
    assert answer is not None
    assert answer.text == (
        "1. Stay with the boat. 2. Count heads and look under the sail. 3. Let go of the sheets. 4. Turn the bow into the wind."
    )
