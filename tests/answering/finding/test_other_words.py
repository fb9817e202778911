"""A question that no line surely answers is put in other words, which lead to other lines."""

from collections.abc import Mapping, Sequence

import pytest
from scripted import MARKING_MODEL, Scores, ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer
from ragdesk.domain.search import Hit, QueryText, Scope
from ragdesk.text.tokens import content_words

QUESTION = "Burglars came, what part do we carry?"
PASSAGES = [
    "Burglars are the subject of the newsletter. It came out in May.",
    "Theft from the premises: the first 400 pounds of a claim are yours.",
    "The lift carries six persons.",
]
SCORES = {"Burglars": 1.0, "Theft": -6.0, "lift": -7.0}


class ByWords(Shelf):
    """Finds the passages that have a word of the question."""

    def search_words(self, query: QueryText, limit: int, scope: Scope) -> list[Hit]:
        texts = [query] if isinstance(query, str) else [text for text, _ in query]
        asked = set(content_words(" ".join(texts)))
        return [Hit(chunk, 5.0, "words") for chunk in self.chunks if asked & set(content_words(chunk.text))]


def answered(
    marks: Mapping[str, float], other_words: str, passages: Sequence[str] = PASSAGES
) -> tuple[Answer, ScriptedModel]:
    model = ScriptedModel(
        ["It is so."] * 3, name=MARKING_MODEL, odds={}, marks=marks, other_words=other_words
    )
    return asked(model, passages), model


def asked(model: ScriptedModel, passages: Sequence[str], question: str = QUESTION) -> Answer:
    shelf = ByWords(passages)
    resources = Resources(
        shelf, shelf, None, Scores(SCORES), model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    *_, answer = ask(question, resources)
    assert isinstance(answer, Answer)
    return answer


def test_other_words_lead_to_a_line_that_the_question_s_own_words_did_not_find() -> None:
    answer, model = answered({"Theft": 5.0}, "theft from the premises")
    assert model.put == [QUESTION]
    assert "400 pounds" in answer.text and answer.citations[0].quote in PASSAGES[1]
    assert any(hit.chunk.text == PASSAGES[1] for hit in answer.hits), "it is shown as evidence"
    assert all(QUESTION in reading.messages[-1][1] for reading in model.readings), "read for what was asked"


def test_where_a_line_is_sure_nothing_else_is_looked_for() -> None:
    _, model = answered({"Burglars": 5.0}, "theft from the premises")
    assert not model.put and len(model.readings) == 1


@pytest.mark.parametrize("words", ["", "theft from the premises", "carry " * 30])
def test_what_they_lead_to_counts_only_where_it_answers_better(words: str) -> None:
    answer, _ = answered({}, words)
    assert answer.verdict == "not_found"
    assert all(hit.chunk.text != PASSAGES[1] for hit in answer.hits)


def test_the_words_are_never_an_answer() -> None:
    said = "You carry 999 pounds yourselves"
    answer, _ = answered({}, said)
    assert said not in answer.text and answer.verdict == "not_found"


def test_what_was_read_is_not_read_again() -> None:
    _, model = answered({"Burglars": -1.0, "Theft": -1.0}, "theft from the premises")
    lines = [line.text for reading in model.readings for line in reading.lines if line.marked]
    assert len(model.readings) == 2 and len(lines) == len(set(lines))


LIST = "Not covered\n\n- Whitening of teeth\n- Lost toothbrushes\n- Missed appointments"


@pytest.mark.parametrize(("odds", "listed"), [({"Does the text answer": 4.0}, True), ({}, False)])
def test_a_list_that_they_lead_to_counts_as_a_whole_where_the_model_takes_it_for_an_answer(
    odds: Mapping[str, float], listed: bool
) -> None:
    marks = {"Whitening": -0.5, "toothbrushes": -0.5, "appointments": -0.5}
    model = ScriptedModel(
        ["It is so."], name=MARKING_MODEL, odds=odds, marks=marks, other_words="not covered"
    )
    shelf = ByWords([PASSAGES[0], LIST, PASSAGES[2]])
    scores = Scores({"Burglars": 1.0, "Not covered": -1.0})
    resources = Resources(
        shelf, shelf, None, scores, model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    *_, answer = ask("List all that burglars leave unpaid.", resources)
    assert isinstance(answer, Answer) and ("Lost toothbrushes" in answer.text) is listed


def test_the_glossary_knows_words_that_the_model_does_not_say() -> None:
    repair = "Repair of the heating system: call the number on the door, at night, too."
    passages = ["The boiler is the subject of the newsletter.", repair, PASSAGES[2]]
    model = ScriptedModel(
        ["It is so."] * 3, name=MARKING_MODEL, odds={}, marks={"Repair": 5.0}, other_words=""
    )
    assert "number on the door" in asked(model, passages, "Who mends the boiler?").text
