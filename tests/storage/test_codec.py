"""Answers as JSON and back."""

import json

import pytest

from ragdesk.domain.answers import Answer, Citation, Nearest, Sentence, Timings
from ragdesk.domain.documents import Chunk
from ragdesk.domain.errors import StoreError
from ragdesk.domain.search import Hit, Scope
from ragdesk.storage.ledger.codec import (
    answer_from_json,
    answer_to_json,
    scope_from_json,
    scope_to_json,
    without_passages,
)

CHUNK = Chunk(
    "0" * 12, "a" * 16, 3, 10, 24, "“Wait” 45 min…", "SOP › Cooling", ("SOP", "Cooling"), 2, 3, 0, 90
)
CITATION = Citation(
    1, "0" * 12, "a" * 16, "sop.pdf", "SOP", None, "Cooling", "“Wait” 45 min…", 10, 24, "B2:C2"
)
ANSWER = Answer(
    question="Wie lange?",
    standalone_question="Wie lange kühlt es ab?",
    text="45 Minuten. \u2028 Und 😀.",
    verdict="answered",
    citations=(CITATION,),
    sentences=(Sentence("45 Minuten.", (1,), True), Sentence("Und 😀.", (), False)),
    hits=(
        Hit(CHUNK, 0.5, "fused", "sop.pdf", vector_rank=1, vector_score=0.9),
        Hit(CHUNK, 0.25, "words", "sop.pdf", words_rank=2, words_score=11.0),
    ),
    timings=Timings(0.01, 0.02, None, 3.5, 400, 12),
    conversation_id="c" * 16,
    message_id="d" * 16,
    model="qwen",
    nearest=Nearest("The nearest: “Wait”", CITATION),
)


def test_an_answer_comes_back_as_it_was() -> None:
    assert answer_from_json(answer_to_json(ANSWER)) == ANSWER


def test_fields_of_a_later_version_are_passed_over() -> None:
    data = json.loads(answer_to_json(ANSWER))
    for place in (data, data["citations"][0], data["hits"][0], data["hits"][0]["chunk"], data["timings"]):
        place["added later"] = {"x": 1}
    assert answer_from_json(json.dumps(data)) == ANSWER


def test_fields_with_defaults_may_be_missing() -> None:
    data = json.loads(answer_to_json(ANSWER))
    del data["model"], data["timings"]["answer_tokens"], data["hits"][1]["vector_rank"]
    read = answer_from_json(json.dumps(data))
    assert (read.model, read.timings.answer_tokens, read.hits[1].vector_rank) == ("", 0, None)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"question": "?"}', "null"])
def test_what_is_no_answer_is_a_store_error(text: str) -> None:
    with pytest.raises(StoreError):
        answer_from_json(text)


def test_passages_of_a_document_go_and_its_citations_stay() -> None:
    read = answer_from_json(without_passages(answer_to_json(ANSWER), "a" * 16))
    assert read.hits == ()
    assert read.citations == ANSWER.citations


def test_passages_of_other_documents_stay() -> None:
    assert answer_from_json(without_passages(answer_to_json(ANSWER), "b" * 16)) == ANSWER


def test_a_scope_comes_back_as_it_was() -> None:
    scope = Scope(("Quality", "Büro"), ("a" * 16,))
    assert scope_from_json(scope_to_json(scope)) == scope
    assert scope_from_json(scope_to_json(Scope())) == Scope()
