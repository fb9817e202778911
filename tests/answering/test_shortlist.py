"""The model says of single sentences whether they answer: which comes first, and which takes the place of its words."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from scripted import ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, Event, QuickAnswer, Token
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import VERIFY
from ragdesk.domain.calibration.by_model import _ANSWER_FITS, _VERIFIERS

PASSAGES = [
    "The kiln is fired to 980 degrees for the first time. It has stood in the yard since the spring of 1994.",
    "| Glaze | Cone | Price |\n|---|---|---|\n| Celadon | 9 | 31 |\n| Tenmoku | 10 | 28 |",
    "The second firing of the pots needs 1240 degrees and a clear chimney.",
]
HOT = "How hot does it have to be when pots go in again?"


class Scores:
    """A measured reranker by name that knows the scores of the texts with some words."""

    name = next(iter(_ANSWER_FITS))[0]

    def __init__(self, known: Mapping[str, float]) -> None:
        self.known = known

    def scores(self, question: str, texts: Sequence[str]) -> FloatArray:
        found = [max((s for words, s in self.known.items() if words in text), default=-9.0) for text in texts]
        return np.asarray(found, dtype=np.float32)


def asked(
    written: str,
    scores: Mapping[str, float],
    odds: Mapping[str, float] | None,
    question: str = HOT,
    model: str = next(iter(_VERIFIERS)),
    passages: Sequence[str] = PASSAGES,
) -> tuple[list[Event], ScriptedModel]:
    shelf, scripted = Shelf(passages, cosine=0.8), ScriptedModel([written], name=model, odds=odds)
    resources = Resources(
        shelf, shelf, None, Scores(scores), scripted, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    return list(ask(question, resources)), scripted


def last(events: list[Event]) -> Answer:
    assert isinstance(events[-1], Answer)
    return events[-1]


SCORES = {"980": 1.5, "1240": 1.0}


def test_a_sentence_that_the_model_takes_for_the_answer_stands_for_words_that_nothing_bears_out() -> None:
    events, model = asked("It has to be 77 hours old.", SCORES, {"1240": 2.5})
    answer = last(events)
    assert answer.verdict == "answered"
    assert answer.text == PASSAGES[2] and answer.citations[0].quote == PASSAGES[2]
    assert len(model.judged) <= VERIFY.units and all(HOT in prompt for prompt in model.judged)


def test_where_it_is_not_sure_of_any_the_guess_stays_one() -> None:
    scores = {"980": 5.0, "1240": 4.5}
    answer = last(asked("It has to be 77 hours old.", scores, {"1240": 0.5})[0])
    assert answer.verdict == "unsupported" and "77" in answer.text
    assert not any(sentence.supported for sentence in answer.sentences)


def test_where_it_denies_them_all_there_is_no_guess() -> None:
    scores = {"980": 5.0, "1240": 5.0}
    assert last(asked("It has to be 77 hours old.", scores, {})[0]).verdict == "not_found"


def test_a_first_sentence_that_it_is_sure_of_comes_before_its_words() -> None:
    events, model = asked("The second firing needs 1240 degrees.", {"1240": 1.0}, {"1240": 3.0})
    kinds = [type(event) for event in events]
    assert kinds.index(QuickAnswer) < kinds.index(Token) and len(model.judged) == 1
    assert last(events).text == "The second firing needs 1240 degrees."


def test_an_answer_out_of_a_much_worse_sentence_gives_way() -> None:
    scores = {"1240": 4.0, "980": 1.0}
    answer = last(asked("The kiln is fired to 980 degrees.", scores, {"1240": 2.5})[0])
    assert answer.text == PASSAGES[2]
    kept = last(asked("The kiln is fired to 980 degrees.", scores, {"980": 0.5})[0])
    assert "980" in kept.text and kept.verdict == "answered"


def test_a_quote_that_it_denies_bears_nothing_out() -> None:
    answer = last(asked("The kiln is fired to 980 degrees.", {"980": 1.0}, {"980": -4.0})[0])
    assert answer.verdict != "answered"


def test_another_model_is_not_asked() -> None:
    _, model = asked("It has to be 77 hours old.", SCORES, {"1240": 2.5}, model="somebody-elses")
    assert model.judged == []


def test_a_model_that_cannot_tell_changes_nothing() -> None:
    answer = last(asked("It has to be 77 hours old.", SCORES, None)[0])
    assert answer.verdict in ("unsupported", "not_found")


def test_of_a_row_the_cells_that_were_asked_for_are_said() -> None:
    question = "What is the price of Tenmoku?"
    answer = last(asked("It costs 500.", {"Tenmoku": 2.0}, {"Tenmoku": 2.5}, question)[0])
    assert answer.text == "Glaze: Tenmoku; Price: 28" and answer.citations[0].quote == "| Tenmoku | 10 | 28 |"


def test_a_bare_number_is_shown_as_what_it_is_taken_from() -> None:
    answer = last(asked("28", {"Tenmoku": 2.0}, {"Tenmoku": 0.5}, "What is the price of Tenmoku?")[0])
    assert answer.verdict == "answered" and answer.text == "Glaze: Tenmoku; Price: 28"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("Which pots stand in the yard?", "answered"), ("How many pots stand in the yard?", "unsupported")],
)
def test_how_many_is_not_answered_by_a_sentence_without_a_number(question: str, verdict: str) -> None:
    passages = ["Mugs, jugs and bowls stand in the yard of the pottery."]
    answer = last(asked("77 pots.", {"Mugs": 6.0}, {"Mugs": 3.0}, question, passages=passages)[0])
    assert answer.verdict == verdict
