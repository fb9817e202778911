"""The question's path over real passages and a scripted model: which events come, in which order, and what is decided."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from scripted import ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.phrases import phrases_in
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.prompting.prompt import REFUSAL
from ragdesk.answering.question import MAX_QUESTION
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Answer, Event, Evidence, Stage, Token
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration.by_model import _ANSWER_FITS
from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import ModelMissingError, QuestionError
from ragdesk.domain.ports import Cancelled, Embedder, Prompt, never
from ragdesk.domain.search import TextPlace

PASSAGES = [
    "The autoclave must cool for 45 minutes before the door is opened.",
    "Visitors sign the book at the gate and wear a badge.",
]
QUESTION = "How long must the autoclave cool before the door is opened?"


def resources(embedder: Embedder, model: ScriptedModel, cosine: float = 0.8) -> Resources:
    shelf = Shelf(PASSAGES, cosine=cosine)
    return Resources(shelf, shelf, embedder, None, model, Pace(), top=5, prompt_tokens=600, answer_tokens=50)


def run(question: str, using: Resources) -> tuple[list[Event], Answer]:
    events = list(ask(question, using))
    assert isinstance(events[-1], Answer)
    return events, events[-1]


def test_evidence_comes_before_the_first_token_and_the_answer_last(embedder: Embedder) -> None:
    events, answer = run(QUESTION, resources(embedder, ScriptedModel(["It must cool for 45 minutes."])))
    kinds = [type(event) for event in events]
    assert kinds.index(Evidence) < kinds.index(Token)
    assert kinds[-1] is Answer
    assert [e.name for e in events if isinstance(e, Stage)] == [
        "rewrite",
        "retrieve",
        "read",
        "write",
        "check",
    ]
    assert "".join(e.text for e in events if isinstance(e, Token)) == answer.text
    assert answer.timings.first_evidence is not None and answer.timings.first_token is not None
    assert answer.timings.first_evidence <= answer.timings.first_token <= answer.timings.total


def test_a_supported_answer_is_answered_and_cited(embedder: Embedder) -> None:
    _, answer = run(
        QUESTION, resources(embedder, ScriptedModel(["The autoclave must cool for 45 minutes [7]."]))
    )
    assert answer.verdict == "answered"
    assert answer.text == "The autoclave must cool for 45 minutes."
    assert [c.quote for c in answer.citations] == [PASSAGES[0]]


def test_an_answer_that_nothing_bears_out_is_called_unsupported(embedder: Embedder) -> None:
    _, answer = run(QUESTION, resources(embedder, ScriptedModel(["It must cool for 90 minutes."])))
    assert answer.verdict == "unsupported"
    [guess] = answer.sentences
    assert not guess.supported and answer.text == guess.text
    assert answer.citations == (), "the model's words cite nothing"


def test_a_sum_without_a_number_is_no_answer(embedder: Embedder) -> None:
    question = "What do the minutes for the autoclave and the door come to together?"
    # Each of both is asked for first.
    model = ScriptedModel([*2 * ["I do not know."], "The autoclave and the door come to together."])
    _, answer = run(question, resources(embedder, model))
    assert answer.kind == "compute" and model.answers == []
    assert answer.verdict == "not_found" and answer.citations == ()


def test_below_a_guess_stands_the_nearest_passage_as_what_code_added(embedder: Embedder) -> None:
    _, answer = run(QUESTION, resources(embedder, ScriptedModel(["It must cool for 90 minutes."])))
    assert answer.nearest is not None
    assert answer.nearest.text == f"Closest passage: “{PASSAGES[0]}”"
    assert answer.nearest.citation.quote == PASSAGES[0] and answer.nearest.citation.number == 1
    assert answer.all_citations == (answer.nearest.citation,)
    assert answer.full_text == f"{answer.text}\n\n{answer.nearest.text}"


def test_what_does_not_come_near_is_not_shown_under_a_guess(embedder: Embedder) -> None:
    question = "Which autoclave may a guest bring?"
    _, answer = run(question, resources(embedder, ScriptedModel(["Guests may bring 3 of them."])))
    assert answer.verdict == "unsupported"
    assert [s.text for s in answer.sentences] == [answer.text] == ["Guests may bring 3 of them."]
    assert answer.citations == () and answer.nearest is None


def test_a_citation_in_a_spreadsheet_names_its_cells(embedder: Embedder) -> None:
    said = ["The autoclave must cool for 45 minutes."]
    using = replace(resources(embedder, ScriptedModel(said)), cells=lambda document, start, end: f"A{start}")
    _, answer = run(QUESTION, using)
    assert [(c.cells, c.place) for c in answer.citations] == [("A0", "A0")]


def test_a_model_that_finds_nothing_makes_it_not_found(embedder: Embedder) -> None:
    _, answer = run(QUESTION, resources(embedder, ScriptedModel([REFUSAL])))
    assert (answer.verdict, answer.text, answer.citations) == (
        "not_found",
        phrases_in("en").not_found,
        (),
    )
    assert answer.hits


def test_nothing_relevant_means_no_model_call(embedder: Embedder) -> None:
    model = ScriptedModel([])
    _, answer = run("Who won the chess tournament in Reykjavik?", resources(embedder, model, cosine=0.05))
    assert answer.verdict == "not_found"
    assert model.prompts == []
    assert answer.hits, "the nearest passages are offered"


@pytest.mark.parametrize("question", ["", "  \n ", "x" * (MAX_QUESTION + 1)])
def test_an_empty_or_overlong_question_is_refused_before_any_work(embedder: Embedder, question: str) -> None:
    model = ScriptedModel([])
    with pytest.raises(QuestionError):
        next(iter(ask(question, resources(embedder, model))))


def test_without_a_model_the_evidence_is_shown_before_the_error(embedder: Embedder) -> None:
    class Missing(ScriptedModel):
        def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
            raise ModelMissingError("No model.", "Fetch it.")

    seen: list[Event] = []
    with pytest.raises(ModelMissingError):
        for event in ask(QUESTION, resources(embedder, Missing())):
            seen.append(event)
    assert any(isinstance(event, Evidence) and event.hits for event in seen)


def test_a_cancelled_question_ends_without_an_answer(embedder: Embedder) -> None:
    seen: list[Event] = []
    using = resources(embedder, ScriptedModel(["The autoclave must cool for 45 minutes."]))
    for event in ask(QUESTION, using, cancelled=lambda: sum(isinstance(e, Token) for e in seen) >= 2):
        seen.append(event)
    assert sum(isinstance(e, Token) for e in seen) == 2
    assert not any(isinstance(e, Answer) for e in seen)


def test_without_an_embedder_words_alone_answer(embedder: Embedder) -> None:
    using = replace(
        resources(embedder, ScriptedModel(["The autoclave must cool for 45 minutes."])), embedder=None
    )
    _, answer = run(QUESTION, using)
    assert answer.verdict == "answered"
    assert all(hit.vector_rank is None for hit in answer.hits)


def test_a_short_question_that_is_refused_as_a_follow_up_is_asked_by_itself(embedder: Embedder) -> None:
    model = ScriptedModel([REFUSAL, "The autoclave must cool for 45 minutes."])
    history = [Turn("user", "Who signs the book at the gate?"), Turn("assistant", "Visitors do.")]
    question = "how long must the autoclave cool"
    *_, answer = ask(question, resources(embedder, model), history=history)
    assert isinstance(answer, Answer)
    assert [("gate" in prompt.messages[-1][1].split("Question")[-1]) for prompt in model.prompts] == [
        True,
        False,
    ]
    assert (answer.verdict, answer.standalone_question) == ("answered", question)
    assert [cited.quote for cited in answer.citations] == [PASSAGES[0]]


class Reader:
    """A measured reranker by name, to which nothing answers a question that holds one before it."""

    name = next(iter(_ANSWER_FITS))

    def scores(self, question: str, texts: Sequence[str]) -> FloatArray:
        answers = "cool" in question and "\u201c" not in question
        return np.asarray(
            [6.0 if answers and "autoclave" in text else -8.0 for text in texts], dtype=np.float32
        )


def test_a_short_question_that_a_passage_answers_better_by_itself_is_read_so_at_first(
    embedder: Embedder,
) -> None:
    model = ScriptedModel(["The autoclave must cool for 45 minutes."])
    history = [Turn("user", "Who signs the book at the gate?"), Turn("assistant", "Visitors do.")]
    question = "how long must the autoclave cool"
    using = replace(resources(embedder, model), reranker=Reader())
    *events, answer = ask(question, using, history=history)
    assert isinstance(answer, Answer)
    assert (answer.verdict, answer.standalone_question) == ("answered", question)
    shown = [event.standalone_question for event in events if isinstance(event, Evidence)]
    assert shown[-1] == question and shown[0] != question


def test_what_only_repeats_the_answer_before_gives_way_to_the_question_by_itself(embedder: Embedder) -> None:
    model = ScriptedModel(
        ["Visitors sign the book at the gate and wear a badge.", "The autoclave must cool for 45 minutes."]
    )
    using = resources(embedder, model)
    chunk = using.retriever.around(TextPlace("d" * 16, 70, 71), 0)[0].chunk
    cited = (TextPlace(chunk.document_id, chunk.char_start, chunk.char_end),)
    history = [
        Turn("user", "Who signs the book at the gate?"),
        Turn("assistant", PASSAGES[1], cited=cited),
    ]
    *_, answer = ask("how long must the autoclave cool", using, history=history)
    assert isinstance(answer, Answer)
    assert [cited.quote for cited in answer.citations] == [PASSAGES[0]]
