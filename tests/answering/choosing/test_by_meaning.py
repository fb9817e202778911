"""What the reranker knows nothing of is looked for by meaning, with the real embedder; the language model has the last word."""

from dataclasses import replace

import pytest
from scripted import Scores, ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.choosing.by_meaning import nearest_by_meaning
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration.by_language_model import _VERIFIERS
from ragdesk.domain.ports import Embedder
from ragdesk.domain.search import Scope

FUNDED = "The work was funded by the Western Water Fund."
PASSAGES = [
    "Mats of moss held back a third of the rain. They weigh less than a roof of grass.",
    f"Two gauges stood at the ends of the field. {FUNDED}",
    "The plants were sprayed in spring. Weeds were removed twice a year.",
]
QUESTION = "who paid for this research"


def resources(embedder: Embedder | None, odds: float) -> Resources:
    shelf = Shelf(PASSAGES, cosine=0.5)
    model = ScriptedModel(["nothing"], name=next(iter(_VERIFIERS)), odds={"funded": odds})
    return Resources(
        shelf, shelf, embedder, Scores({}), model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )


def test_the_sentence_that_says_it_in_other_words_is_the_nearest(embedder: Embedder) -> None:
    near = nearest_by_meaning(understand(QUESTION), Scope(), resources(embedder, 0.0))
    assert near[0].quote.text == FUNDED and len(near) == 6


def test_nothing_is_near_without_an_embedder_or_in_a_language_that_it_does_not_know(
    embedder: Embedder,
) -> None:
    assert nearest_by_meaning(understand(QUESTION), Scope(), resources(None, 0.0)) == []
    foreign = replace(understand(QUESTION), foreign=True)
    assert nearest_by_meaning(foreign, Scope(), resources(embedder, 0.0)) == []


@pytest.mark.parametrize(("odds", "verdict"), [(2.0, "answered"), (0.5, "not_found")])
def test_it_is_the_answer_where_the_model_takes_it_for_one(
    embedder: Embedder, odds: float, verdict: str
) -> None:
    *_, answer = ask(QUESTION, resources(embedder, odds))
    assert isinstance(answer, Answer) and answer.verdict == verdict
    if verdict == "answered":
        assert answer.text == FUNDED and answer.citations[0].quote == FUNDED
