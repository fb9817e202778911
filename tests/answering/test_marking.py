"""The model reads the best lines once and marks those that answer: what it is given, and what its marks decide."""

from collections.abc import Mapping, Sequence

import pytest
from answering.test_shortlist import Scores
from composing import composed
from scripted import ScriptedModel, Shelf, make_hit

from ragdesk.answering.ask import ask
from ragdesk.answering.judged import JudgedUnit, chances_of, judge, ranked
from ragdesk.answering.marking import best_mark, marked, reading, to_read
from ragdesk.answering.pace import Pace
from ragdesk.answering.quotes import quotes_of
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration import MARKING
from ragdesk.domain.calibration.by_model import _ANSWER_FITS, _MARKINGS
from ragdesk.domain.ports import never

MODEL = next(iter(_MARKINGS))
FIT = next(iter(_ANSWER_FITS.values()))


def units_of(text: str, relevance: Sequence[float]) -> list[JudgedUnit]:
    single = [quote for quote in quotes_of(make_hit(text)) if quote.units == 1]
    return [JudgedUnit(quote, score) for quote, score in zip(single, relevance, strict=True)]


def test_the_best_are_read_first_and_all_in_their_order() -> None:
    units = units_of("One is here. Two is here. Three is here. Four is here.", [-3.0, 2.0, -4.0, 5.0])
    room = 2 * (3 + MARKING.frame)
    assert [unit.quote.text for unit in to_read(units, room)] == ["Two is here.", "Four is here."]
    assert to_read(units, 1_000) == units


def test_what_is_said_twice_is_read_once() -> None:
    units = units_of("The rent is due. Nothing else. The rent is due.", [1.0, 0.0, 1.0])
    assert [unit.quote.text for unit in to_read(units)] == ["The rent is due.", "Nothing else."]


def test_lines_stand_below_their_title_and_their_lead() -> None:
    text = "Tenants may not:\n\n- keep pets\n- drill holes\n\n| Room | Rent |\n|---|---|\n| Attic | 310 |"
    units = [unit for unit in units_of(text, [0.0] * 5) if "may not" not in unit.quote.text]
    lines = reading("may I keep a cat", units).lines
    assert [(line.text, line.marked) for line in lines] == [
        ("# The guide", False),
        ("Tenants may not:", False),
        ("keep pets", True),
        ("drill holes", True),
        ("Room; Rent", True),
        ("Room: Attic; Rent: 310", True),
    ]


@pytest.mark.parametrize(("name", "marks"), [("another model", {"due": 3.0}), (MODEL, None)])
def test_without_marks_the_units_are_as_they_were(name: str, marks: Mapping[str, float] | None) -> None:
    units = units_of("The rent is due in May. The house is old.", [1.0, 0.0])
    assert marked("when", units, ScriptedModel(name=name, marks=marks), never) == units


def test_what_was_read_is_ranked_by_its_marks() -> None:
    units = units_of("The rent is old news. The rent is due in May.", [4.0, -2.0])
    told = marked("when is it due", units, ScriptedModel(name=MODEL, marks={"May": 4.0}), never)
    first, chance = ranked("when is it due", told, FIT)[0]
    assert "May" in first.quote.text and chance == best_mark(told) and chance > MARKING.sure
    assert FIT.of_unit(4.0) > MARKING.sure, "the reranker alone would have taken the other"


def test_a_line_that_was_not_read_is_not_likely_where_others_were() -> None:
    read, unread = units_of("The rent is due in May. The house is old.", [1.0, 9.0])
    assert chances_of([read, unread], FIT) == [FIT.of_unit(1.0), FIT.of_unit(9.0)]
    first = JudgedUnit(read.quote, read.relevance, 0.4)
    assert chances_of([first, unread], FIT) == [0.4, MARKING.unread]


PASSAGES = [
    "The hall is let by the hour. Whoever hires it pays a deposit of 80 pounds.",
    "The kitchen was built in 1974. Keys are handed back by noon.",
]
SCORES = {"hour": 1.0, "deposit": 0.5, "kitchen": 0.0, "noon": -6.0}


def answered(question: str, marks: Mapping[str, float] | None) -> tuple[Answer, ScriptedModel]:
    shelf = Shelf(PASSAGES, cosine=0.8)
    model = ScriptedModel(["It is let."] * 3, name=MODEL, odds={}, marks=marks)
    resources = Resources(
        shelf, shelf, None, Scores(SCORES), model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    *_, answer = ask(question, resources)
    assert isinstance(answer, Answer)
    return answer, model


def test_the_line_that_is_marked_is_the_answer_whatever_the_reranker_makes_of_it() -> None:
    answer, model = answered("When do I have to be out again?", {"noon": 4.0})
    assert answer.verdict == "answered" and answer.text == "Keys are handed back by noon."
    assert len(model.readings) == 1 and not model.prompts, "it was read once, and nothing was written"


def test_where_no_line_comes_near_nothing_else_is_asked() -> None:
    answer, model = answered("Who painted the ceiling?", {})
    assert answer.verdict == "not_found"
    assert len(model.readings) == 1 and not model.judged and not model.prompts


def test_a_list_is_chosen_by_the_marks_of_its_items() -> None:
    passages = [
        "Bring to the first night:\n\n- a torch\n- a rope\n- a stove",
        "What goes along on the second night:\n\n- dry socks\n- a hat\n- gloves",
    ]
    question = "What do I pack for the first night?"
    plain = composed(question, passages)
    assert plain is not None and "torch" in plain.text
    units = judge(question, Shelf(passages).hits(), Shelf(passages), None)
    told = {unit.quote.text: 3.0 for unit in units if unit.quote.text in ("dry socks", "gloves")}
    other = composed(question, passages, marks=told)
    assert other is not None and "dry socks" in other.text and "torch" not in other.text


def test_marked_lines_of_several_places_are_a_list() -> None:
    passages = ["The hall holds ninety. The lamp is lent out.", "The kettle may be borrowed. It is old."]
    marks = {"lamp": 3.0, "kettle": 2.0}
    answer = composed("Which things can be taken home?", passages, marks=marks)
    assert answer is not None
    assert [sentence.text for sentence in answer.sentences] == [
        "The lamp is lent out.",
        "The kettle may be borrowed.",
    ]
    assert composed("Which things can be taken home?", passages, marks={"lamp": 3.0}) is None, (
        "one is no list"
    )


def test_a_single_marked_line_answers_how_to_do_something() -> None:
    answer, model = answered("How do I give the keys back?", {"noon": 4.0})
    assert answer.kind == "procedure" and answer.text == "Keys are handed back by noon."
    assert not model.prompts
