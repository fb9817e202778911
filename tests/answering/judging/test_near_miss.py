"""A sentence that looks like the answer and speaks of something else: the reader and the model refuse it together."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from scripted import ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.answering.judging.judged import judge
from ragdesk.answering.languages.across import in_translation
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Answer, Stance
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration.by_model import _ANSWER_FITS, _NEAR_MISSES, answer_fit
from ragdesk.domain.ports import never
from ragdesk.domain.search import Scope

FIT = next(iter(_NEAR_MISSES.values()))
READER, MODEL = next(iter(_NEAR_MISSES))
PASSAGE = "The pump in the north hall was replaced in 2019 by the firm of Ana Reis."
QUESTION = "Who replaced the pump in the south hall in 2019?"


class Ranks:
    """A measured reranker by name that takes everything for an answer."""

    name = next(iter(_ANSWER_FITS))

    def scores(self, question: str, texts: Sequence[str]) -> FloatArray:
        return np.full(len(texts), 6.0, dtype=np.float32)


class Reads:
    """A reader by name that gives each sentence the same logit."""

    def __init__(self, logit: float, name: str = READER) -> None:
        self.name, self.logit = name, logit

    def answers(self, question: str, passages: Sequence[str]) -> FloatArray:
        return np.full(len(passages), self.logit, dtype=np.float32)


def resources(
    logit: float, model: ScriptedModel, passage: str, reader: str = READER, stance: Stance = "balanced"
) -> Resources:
    shelf = Shelf([passage], cosine=0.9)
    return Resources(
        shelf,
        shelf,
        None,
        Ranks(),
        model,
        Pace(),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
        stance=stance,
        embedder_languages="English",
        reader=Reads(logit, reader),
    )


def asked(
    logit: float,
    odds: Mapping[str, float],
    question: str = QUESTION,
    reader: str = READER,
    stance: Stance = "balanced",
    scope: Scope = Scope(),
    passage: str = PASSAGE,
) -> tuple[Answer, ScriptedModel]:
    model = ScriptedModel(["The firm of Ana Reis replaced the pump."], name=MODEL, odds=odds)
    answer = list(ask(question, resources(logit, model, passage, reader, stance), scope=scope))[-1]
    assert isinstance(answer, Answer)
    return answer, model


DOUBT = (FIT.least["balanced"] - 0.5) / FIT.reader


def test_what_both_deny_is_not_in_the_documents() -> None:
    answer, model = asked(DOUBT, {"pump": 0.2})
    assert answer.verdict == "not_found" and not answer.citations
    assert [prompt.count(PASSAGE) for prompt in model.judged] == [1]


def test_what_the_model_is_sure_of_is_answered_though_the_reader_doubts_it() -> None:
    assert asked(DOUBT, {"pump": 3.0})[0].verdict == "answered"


def test_where_the_reader_does_not_doubt_it_refuses_nothing() -> None:
    assert asked(FIT.doubtful + 0.1, {"pump": -1.0})[0].verdict != "not_found"


@pytest.mark.parametrize(("stance", "verdict"), [("cautious", "not_found"), ("helpful", "answered")])
def test_the_stance_says_how_little_is_enough(stance: Stance, verdict: str) -> None:
    assert asked(-1.6, {"pump": 0.5}, stance=stance)[0].verdict == verdict


def test_who_has_chosen_the_document_needs_less() -> None:
    assert asked(DOUBT, {"pump": 0.2}, scope=Scope(documents=("0000000000000000",)))[0].verdict == "answered"


def test_a_reader_that_nobody_measured_is_not_asked() -> None:
    assert asked(-9.0, {"pump": 0.2}, reader="another-0123456789ab")[0].verdict == "answered"


def test_it_does_not_judge_a_language_that_it_does_not_know() -> None:
    passage = "Die Pumpe in der Nordhalle hat 2019 die Firma von Ana Reis ersetzt."
    question = "Wer hat die Pumpe in der Südhalle ersetzt?"
    answer, _ = asked(-9.0, {"Pumpe": 0.2}, question=question, passage=passage)
    assert answer.verdict != "not_found"


@pytest.mark.parametrize(("mark", "refused"), [(0.7, False), (0.3, True)])
def test_a_sure_line_answers_a_translated_question_whatever_the_reader_says(
    mark: float, refused: bool
) -> None:
    query = in_translation(understand("Wer hat die Pumpe ersetzt?"), QUESTION, "en", "English")
    using = resources(DOUBT, ScriptedModel(name=MODEL, odds={"pump": 0.2}), PASSAGE)
    (unit,) = judge(QUESTION, Shelf([PASSAGE]).hits(), using.texts, using.reranker, 1)
    ranking = [(replace(unit, mark=mark), mark)]
    shortlist = Shortlist(query, ranking, answer_fit(using.reranker), Scope(), using, never)
    assert shortlist.near_miss("balanced") is refused
