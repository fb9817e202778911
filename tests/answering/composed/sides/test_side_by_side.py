"""A comparison whose sides the reranker does not find: each is asked for by itself, and the answers stand side by side."""

from dataclasses import replace

from composing import SharedWords
from scripted import Scores, ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, Event, Evidence, Stage
from ragdesk.domain.calibration.by_language_model import _MARKINGS
from ragdesk.domain.ports import Cancelled, Embedder, Reading, never

CANTEEN = "For lunch in the canteen the staff pay 40 euros a month."
GYM = "Training in the gym is 25 euros for members."
QUESTION = "Compare the charge for the canteen and the charge for the gym"


def run(
    embedder: Embedder, passages: list[str], written: list[str], context: str = ""
) -> tuple[list[Event], Answer]:
    """`context`: what stands over each passage."""
    shelf, model = Shelf(passages, cosine=0.9), ScriptedModel(written)
    shelf.chunks = [replace(chunk, context=context or chunk.context) for chunk in shelf.chunks]
    resources = Resources(
        shelf, shelf, embedder, SharedWords(), model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    events = list(ask(QUESTION, resources))
    assert isinstance(events[-1], Answer)
    return events, events[-1]


def test_both_sides_are_asked_for_and_stand_under_their_names(embedder: Embedder) -> None:
    written = ["For lunch in the canteen the staff pay 40 euros a month.", "Training in the gym is 25 euros."]
    _, answer = run(embedder, [CANTEEN, GYM], written)
    assert answer.verdict == "answered" and answer.kind == "compare" and answer.model == "scripted"
    one, two = answer.text.split("\n\n")
    assert one.startswith("**Canteen**: ") and "40 euros" in one
    assert two.startswith("**Gym**: ") and "25 euros" in two
    assert [cited.number for cited in answer.citations] == [1, 2]
    assert [cited.quote for cited in answer.citations] == [CANTEEN, GYM]
    assert [sentence.citations for sentence in answer.sentences] == [(1,), (2,)]
    assert [sentence.text for _, sentence in answer.cut[0]] == [each.text for each in answer.sentences]


def test_of_a_part_neither_passages_nor_words_are_shown_alone(embedder: Embedder) -> None:
    written = ["For lunch in the canteen the staff pay 40 euros a month.", "Training in the gym is 25 euros."]
    events, answer = run(embedder, [CANTEEN, GYM], written)
    whole = [event for event in events if isinstance(event, Evidence)]
    assert whole and all(event.standalone_question == answer.standalone_question for event in whole)
    assert [event.name for event in events if isinstance(event, Stage)].count("retrieve") == 3


def test_a_side_without_an_answer_is_said_to_have_none(embedder: Embedder) -> None:
    _, answer = run(
        embedder, [CANTEEN], ["The staff pay 40 euros a month.", "I do not know.", "I do not know."]
    )
    one, two = answer.text.split("\n\n")
    assert "40 euros" in one and two == "**Gym**: no sure answer found in your documents"


def test_where_no_side_has_an_answer_the_whole_question_is_answered_as_before(embedder: Embedder) -> None:
    _, answer = run(embedder, ["Visitors sign the book at the gate."], ["Nothing."] * 3)
    assert answer.verdict != "answered" and answer.citations == () and "Canteen" not in answer.text


class MarksOfOneSide(ScriptedModel):
    """Marks the line about the thing that the question names."""

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        self.marked = {"40 euros": 3.0} if "canteen" in reading.messages[-1][1] else {"25 euros": 3.0}
        return super().marks(reading, cancelled)


def test_each_side_has_the_line_that_is_marked_for_it_alone() -> None:
    passages = [
        f"{CANTEEN} The canteen opens at noon.",
        f"{GYM} The gym was built when the charge was raised.",
    ]
    shelf, model = Shelf(passages, cosine=0.9), MarksOfOneSide(name=next(iter(_MARKINGS)), odds={})
    reranker = Scores({"built": 6.0, "noon": 6.0, "40 euros": 1.0, "25 euros": 0.0})
    resources = Resources(
        shelf, shelf, None, reranker, model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    *_, answer = ask("What is the charge at the canteen, and what is the charge at the gym?", resources)
    assert isinstance(answer, Answer) and answer.kind == "compare"
    assert answer.text == f"**Canteen**: {CANTEEN}\n\n**Gym**: {GYM}"
    assert len(model.readings) == 2, "once for each side"


def test_what_answers_both_sides_is_said_once(embedder: Embedder) -> None:
    both = "The canteen costs 40 euros and the gym 25 euros."
    _, answer = run(embedder, [both], [both, both])
    assert answer.verdict == "answered" and answer.text == both
    assert [sentence.citations for sentence in answer.sentences] == [(1,)] and len(answer.citations) == 1


def test_a_sentence_that_names_the_other_side_alone_stands_for_none(embedder: Embedder) -> None:
    _, answer = run(embedder, [CANTEEN], ["For lunch in the canteen the staff pay 40 euros a month."] * 2)
    one, two = answer.text.split("\n\n")
    assert "40 euros" in one and two == "**Gym**: no sure answer found in your documents"


def test_the_same_words_for_both_are_of_the_one_that_stands_over_them(embedder: Embedder) -> None:
    said = "Staff pay a charge of 40 euros a month."
    _, answer = run(embedder, [said], [said] * 2, context="Rules of the canteen")
    one, two = answer.text.split("\n\n")
    assert one == f"**Canteen**: {said}"
    assert two == "**Gym**: no sure answer found in your documents"
