"""A stretch of a document is read as a whole: what is read of it, how far, and what becomes the answer."""

from dataclasses import replace

from composing import asked_over
from scripted import MARKING_MODEL, ScriptedModel

from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.lists.of_stretch import compose_of_stretch, compose_sum_of_stretch
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.marking import marked, words_read
from ragdesk.answering.judging.stretch import stretch, units_around
from ragdesk.domain.calibration import STRETCH
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import never

BAG = "Each child needs a bag with:\n\n- a towel\n- goggles, if wished\n- a coin for the locker\n\nThe bus leaves at nine."


def units_of(passages: list[str]) -> list[JudgedUnit]:
    asked = asked_over("what is it", passages)
    return units_around(asked.units[0].quote, asked.resources.retriever, asked.texts)


def read(question: str, passages: list[str], marks: dict[str, float], belongs: dict[str, float]) -> Asked:
    """The question over the passages, whose best lines the model has marked."""
    model = ScriptedModel(name=MARKING_MODEL, marks=marks, belongs=belongs)
    asked = asked_over(question, passages, model)
    return replace(asked, units=marked(question, asked.units, model, never))


def test_what_comes_after_is_read_before_what_stands_above() -> None:
    units = units_of([" ".join(f"Line number {at} of it." for at in range(9))])
    room = 4 * words_read(units[4])
    assert stretch(units, 4, room) == (3, 6)
    assert stretch(units, 0, room) == (0, 3) and stretch(units, 8, room) == (5, 8)
    assert stretch(units, 4, 10_000) == (0, 8) and stretch(units, 4, 1) == (4, 4)


def test_lines_of_one_place_are_the_answer_whatever_words_they_have() -> None:
    asked = read(
        "what should I pack for him", [BAG], {"coin": 2.0}, {"towel": 3.0, "goggles": 1.0, "coin": 3.0}
    )
    made = compose_of_stretch(asked)
    assert made is not None and made.text == (
        "Each child needs a bag with:\n\n- a towel\n- goggles, if wished\n- a coin for the locker"
    )


def test_of_a_list_those_items_alone_that_belong_to_the_answer() -> None:
    asked = read(
        "what may stay at home", [BAG], {"goggles": 2.0}, {"goggles": 2.0, "coin": 0.5, "towel": -1.0}
    )
    made = compose_of_stretch(asked)
    assert made is not None and "towel" not in made.text and made.text.endswith("- a coin for the locker")


def test_a_list_is_whole_where_its_lead_and_most_of_its_items_belong_to_the_answer() -> None:
    bag = BAG.replace("bag with:", "bag with").replace("\n\nThe bus", "\n- a snack\n\nThe bus")
    belongs = {"Each child": 2.0, "towel": 2.0, "goggles": -1.0, "coin": 2.0, "snack": 2.0}
    made = compose_of_stretch(read("what should I pack for him", [bag], {"coin": 2.0}, belongs))
    assert made is not None and made.text == (
        "Each child needs a bag with\n\n- a towel\n- goggles, if wished\n- a coin for the locker\n- a snack"
    )
    few = belongs | {"coin": -1.0, "snack": -1.0}
    made = compose_of_stretch(read("what should I pack for him", [bag], {"towel": 2.0}, few))
    assert made is None or "goggles" not in made.text


LEAFLET = """Do not take Somnaril

- if you are under 18
- if you have a weak liver
- if you drive at night

It is kept in the fridge. Do not crush it."""


def test_a_list_is_whole_where_the_line_over_it_says_what_is_asked() -> None:
    belongs = {"weak liver": 2.0, "crush": 2.0}
    made = compose_of_stretch(read("who must not take Somnaril at all", [LEAFLET], {"liver": 2.0}, belongs))
    assert made is not None and "under 18" in made.text and "at night" in made.text
    made = compose_of_stretch(read("who may take Somnaril", [LEAFLET], {"liver": 2.0}, belongs))
    assert made is None or "under 18" not in made.text, "the line denies"
    made = compose_of_stretch(read("who must not be given it", [LEAFLET], {"liver": 2.0}, belongs))
    assert made is None or "under 18" not in made.text, "the line is of another thing"


def test_rows_stand_under_their_heads() -> None:
    rows = "| Room | Free |\n|---|---|\n| Alder | yes |\n| Birch | no |\n| Cedar | yes |\n| Elm | no |"
    asked = read("where is space left", [rows], {"Alder": 2.0}, {"Alder": 2.0, "Cedar": 2.0})
    made = compose_of_stretch(asked)
    assert made is not None and made.text == "Room · Free\n\n- Alder · yes\n- Cedar · yes"


def test_it_is_read_on_while_the_last_line_belongs_to_the_answer() -> None:
    lines = [f"- Step {at} is done by the keeper of the lamp with great care" for at in range(60)]
    belongs = {f"Step {at} ": 2.0 for at in range(40)}
    asked = read("what does he do", ["The keeper's day:\n\n" + "\n".join(lines)], {"Step 3 ": 2.0}, belongs)
    made = compose_of_stretch(asked)
    assert made is not None and "Step 39 " in made.text and "Step 40 " not in made.text
    assert 2 <= len(asked.resources.model.stretches) <= STRETCH.readings  # type: ignore[attr-defined]


def test_a_sum_is_reckoned_of_the_lines_that_belong_together() -> None:
    writer = next(iter(WRITERS))[0]
    passages = ["Coffee costs 3 euros. Cake costs 4 euros. The terrace is open."]
    model = ScriptedModel(
        name=MARKING_MODEL,
        marks={"Coffee": 2.0},
        belongs={"Coffee": 2.0, "Cake": 2.0},
        writer=writer,
        writes={"both for me": "3 + 4"},
    )
    asked = asked_over("both for me", passages, model)
    asked = replace(asked, units=marked(asked.question, asked.units, model, never))
    made = compose_sum_of_stretch(asked)
    assert made is not None and made.text.startswith("3 + 4 = 7 EUR") and "terrace" not in made.text
    model.belongs = {"Cake": 2.0, "terrace": 2.0}
    assert compose_sum_of_stretch(asked) is None, "the best line is not among these"


def test_one_line_is_no_list_and_nothing_is_read_where_none_comes_near() -> None:
    assert compose_of_stretch(read("what is the coin for", [BAG], {"coin": 2.0}, {"coin": 3.0})) is None
    far = read("what is the coin for", [BAG], {"coin": -4.0}, {"coin": 3.0, "towel": 3.0})
    assert compose_of_stretch(far) is None
    assert not far.resources.model.stretches  # type: ignore[attr-defined]
