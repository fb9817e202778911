"""The model reads the best lines once and marks those that answer: what it is given, and what its marks decide."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from composing import asked_over, composed
from scripted import MARKING_MODEL, Scores, ScriptedModel, Shelf, make_hit

from ragdesk.answering.ask import ask
from ragdesk.answering.composed.compose import compose
from ragdesk.answering.judging.judged import JudgedUnit, chances_of, judge, ranked
from ragdesk.answering.judging.marking import best_mark, marked, part_read, reading, to_read
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.quotes import quotes_of
from ragdesk.domain.answers import Answer, Event, Nearest, Stage
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import MARKING
from ragdesk.domain.calibration.by_model import _ANSWER_FITS
from ragdesk.domain.ports import Reading, never

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


def test_of_a_long_line_the_part_is_read_that_speaks_of_the_question() -> None:
    before = " ".join(f"word{at}" for at in range(80))
    clause = "up to a total of 400 shares may be sold through the agent"
    assert "400 shares may be sold" in part_read("How many shares may be sold?", f"{before} {clause}")
    assert part_read("How many shares may be sold?", f"{before} {clause}").startswith("… word")
    assert part_read("What is word3?", before).split() == before.split()[: MARKING.line_words]
    assert part_read("How many shares may be sold?", clause) == clause


def test_where_none_of_the_best_is_sure_the_next_best_are_read() -> None:
    first = " ".join(f"The house has {at} rooms and a cellar below each of them." for at in range(30))
    units = units_of(f"{first} The rent is due in May and is to be paid in cash.", [3.0] * 30 + [-9.0])
    model = ScriptedModel(name=MARKING_MODEL, marks={"May": 4.0, "0 rooms": -2.0})
    told = marked("when is it due", units, model, never)
    assert [len(model.readings), told[-1].mark == best_mark(told)] == [2, True]
    read = [{line.text for line in each.lines if line.marked} for each in model.readings]
    assert not read[0] & read[1], "no line is read twice"
    sure = ScriptedModel(name=MARKING_MODEL, marks={"0 rooms": 4.0})
    marked("when is it due", units, sure, never)
    nothing = ScriptedModel(name=MARKING_MODEL, marks={"May": 4.0})
    marked("when is it due", units, nothing, never)
    assert len(sure.readings) == len(nothing.readings) == 1


def test_where_one_line_answers_fewer_are_read_at_first() -> None:
    first = " ".join(f"The house has {at} rooms and a cellar below each of them." for at in range(30))
    units = units_of(f"The rent is due in May. {first}", [9.0] + [3.0 - at / 10 for at in range(30)])
    sure = ScriptedModel(name=MARKING_MODEL, marks={"May": 4.0})
    marked("when is it due", units, sure, never, one=True)
    assert [_words(each) <= MARKING.first_words for each in sure.readings] == [True]
    late = ScriptedModel(name=MARKING_MODEL, marks={"9 rooms": 4.0})
    told = marked("when is it due", units, late, never, one=True)
    assert len(late.readings) == 2 and best_mark(told) == told[10].mark
    assert MARKING.first_words < sum(map(_words, late.readings)) <= MARKING.words


def _words(reading: Reading) -> int:
    return sum(len(line.text.split()) for line in reading.lines if line.marked)


def test_in_a_language_that_the_reranker_does_not_read_letters_choose_the_lines() -> None:
    first = " ".join(f"Das Haus Nummer {at} hat einen Keller und einen großen Garten." for at in range(80))
    units = units_of(f"{first} Die Türverbreiterung wird bezahlt.", [3.0] * 80 + [-9.0])
    question, model = "Wer zahlt für die breitere Tür?", ScriptedModel(name=MARKING_MODEL, marks={"Tür": 4.0})
    assert marked(question, units, model, never)[-1].mark is None
    model.readings.clear()
    told = marked(question, units, model, never, foreign=True)
    assert len(model.readings) == 1 and told[-1].mark == best_mark(told)
    marked(
        question, units, unsure := ScriptedModel(name=MARKING_MODEL, marks={"Tür": -1.0}), never, foreign=True
    )
    assert len(unsure.readings) == 2, "and so they do where more is read"


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


@pytest.mark.parametrize(("name", "marks"), [("another model", {"due": 3.0}), (MARKING_MODEL, None)])
def test_without_marks_the_units_are_as_they_were(name: str, marks: Mapping[str, float] | None) -> None:
    units = units_of("The rent is due in May. The house is old.", [1.0, 0.0])
    assert marked("when", units, ScriptedModel(name=name, marks=marks), never) == units


def test_what_was_read_is_ranked_by_its_marks() -> None:
    units = units_of("The rent is old news. The rent is due in May.", [4.0, -2.0])
    told = marked("when is it due", units, ScriptedModel(name=MARKING_MODEL, marks={"May": 4.0}), never)
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


def scripted(marks: Mapping[str, float] | None) -> ScriptedModel:
    return ScriptedModel(["It is let."] * 3, name=MARKING_MODEL, odds={}, marks=marks)


def events_of(
    question: str,
    model: ScriptedModel,
    passages: Sequence[str] = PASSAGES,
    scores: Mapping[str, float] = SCORES,
    quick: bool = False,
) -> list[Event]:
    shelf = Shelf(passages, cosine=0.8)
    resources = Resources(
        shelf,
        shelf,
        None,
        Scores(scores),
        model,
        Pace(),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
        quick=quick,
    )
    return list(ask(question, resources))


def answered(
    question: str, marks: Mapping[str, float] | None, passages: Sequence[str] = PASSAGES
) -> tuple[Answer, ScriptedModel]:
    model = scripted(marks)
    *_, answer = events_of(question, model, passages)
    assert isinstance(answer, Answer)
    return answer, model


def test_the_line_that_is_marked_is_the_answer_whatever_the_reranker_makes_of_it() -> None:
    answer, model = answered("When do I have to be out again?", {"noon": 4.0})
    assert answer.verdict == "answered" and answer.text == "Keys are handed back by noon."
    assert len(model.readings) == 1 and not model.prompts, "it was read once, and nothing was written"


def test_a_line_that_is_marked_far_above_the_others_answers_though_it_is_not_likely() -> None:
    question = "When do I have to be out again?"
    apart, _ = answered(question, {"noon": -1.0})
    assert apart.verdict == "answered" and apart.text == "Keys are handed back by noon."
    alike, _ = answered(question, {"noon": -1.0, "hour": -2.0})
    low, _ = answered(question, {"noon": -2.5})
    assert alike.verdict == low.verdict == "not_found"


def test_it_answers_before_another_that_the_model_takes_by_itself() -> None:
    model = ScriptedModel(["It is let."] * 3, name=MARKING_MODEL, odds={"hour": 9.0}, marks={"noon": -0.5})
    *_, answer = events_of("When do I have to be out again?", model)
    assert isinstance(answer, Answer) and answer.text == "Keys are handed back by noon."


def test_of_two_lines_that_are_marked_alike_both_are_shown() -> None:
    passages = [
        "Short visits are cancelled a day before. Longer visits are cancelled two days before. The house is old."
    ]
    marks = {"Short": 4.0, "Longer": 3.9}
    both = composed("How late can I cancel a visit?", passages, marks=marks)
    assert both is not None and both.text == (
        "- Short visits are cancelled a day before.\n- Longer visits are cancelled two days before."
    )
    assert [cited.number for cited in both.citations] == [1, 2]
    assert composed("How late can I cancel a visit?", passages, marks={"Short": 4.0, "Longer": 0.0}) is None
    assert composed("How late can I cancel a visit?", passages, marks={**marks, "old": 4.0}) is None


def test_what_comes_nearest_is_there_before_anything_is_read() -> None:
    *events, answer = events_of("When do I have to be out again?", scripted({"noon": 4.0}))
    [closest] = [event for event in events if isinstance(event, Nearest)]
    assert "let by the hour" in closest.text, "by the reranker alone"
    assert events.index(closest) < events.index(Stage("read"))
    assert isinstance(answer, Answer) and answer.nearest is None


def test_for_a_short_answer_nothing_is_read_where_the_reranker_is_sure() -> None:
    sure = {**SCORES, "hour": 9.0}
    *_, answer = events_of("How is the hall let?", model := scripted({}), scores=sure, quick=True)
    assert isinstance(answer, Answer) and answer.text == "The hall is let by the hour."
    assert not model.readings and not model.prompts
    *_, answer = events_of("How is the hall let?", unsure := scripted({"hour": 4.0}), quick=True)
    assert isinstance(answer, Answer) and answer.verdict == "answered"
    assert len(unsure.readings) == 1


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


def test_of_a_list_that_answers_as_a_whole_no_single_item_is_the_answer() -> None:
    passages = ["Clear up in this order:\n\n1. Stack the chairs.\n2. Sweep the floor.\n3. Lock the door."]

    def told(question: str) -> str:
        asked = asked_over(question, passages)
        units = [
            replace(unit, relevance=5.0, mark=0.9)
            if "Sweep" in unit.quote.text
            else replace(unit, relevance=-5.0)
            for unit in asked.units
        ]
        answer = compose(replace(asked, units=units))
        return answer.text if answer else ""

    whole = told("Party is over, what has to happen now?")
    assert "Stack the chairs." in whole and "Lock the door." in whole
    assert not told("Party is over, what has to happen to the floor?"), "the question names this item"


def test_a_sure_mark_counts_though_the_sentence_has_no_word_of_permission() -> None:
    passages = ["The licensor hereby consents to the use of offshore developers. The licence is perpetual."]
    answer, _ = answered("Are they allowed to have programmers overseas?", {"offshore": 4.0}, passages)
    assert answer.verdict == "answered" and "offshore developers" in answer.text


def test_steps_in_running_text_go_on_to_the_end_of_the_paragraph() -> None:
    steps = "To calibrate it, put the probe in ice. Put it in boiling water. Press the red button."
    passages = [f"The kit is blue.\n\n{steps}\n\nThe kit was built in 1990."]
    answer, _ = answered("How do I calibrate the kit?", {"probe in ice": 4.0}, passages)
    assert answer.kind == "procedure" and answer.text == steps
    assert [cited.quote for cited in answer.citations] == steps.replace(". ", ".|").split("|")
    long = [f"{steps} {'And so on it goes for ever and ever. ' * 12}"]
    cut, _ = answered("How do I calibrate the kit?", {"probe in ice": 4.0}, long)
    assert cut.text == "To calibrate it, put the probe in ice."


class Counting(Scores):
    """Counts the texts that it is given."""

    count = 0

    def scores(self, question: str, texts: Sequence[str]) -> FloatArray:
        self.count += len(texts)
        return super().scores(question, texts)


@pytest.mark.parametrize(
    ("quick", "score", "fewer"), [(True, 9.0, True), (False, 9.0, False), (True, -3.0, False)]
)
def test_for_a_short_answer_the_lines_of_the_first_passages_are_enough_where_one_is_sure(
    quick: bool, score: float, fewer: bool
) -> None:
    rooms = [f"Room {at} is empty. It has {at} chairs. It has {at} tables." for at in range(6)]
    shelf, reranker = Shelf(["The hall is let by the hour.", *rooms], cosine=0.9), Counting({"hour": score})
    model = ScriptedModel(["It is let by the hour."], name=MARKING_MODEL, marks={}, odds={})
    resources = Resources(
        shelf, shelf, None, reranker, model, Pace(), top=7, prompt_tokens=600, answer_tokens=50, quick=quick
    )
    *_, answer = ask("How is the hall let?", resources)
    assert isinstance(answer, Answer)
    assert (reranker.count < 3 * len(rooms)) == fewer
