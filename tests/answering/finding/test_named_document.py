"""A question that names its document is put to that document without the name, too."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scripted import Shelf, make_document, make_hit

from ragdesk.answering.finding.named_document import named_document, read_without_name, taking_turns
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.understanding.understand import understand
from ragdesk.answering.units.quotes import quotes_of
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Document
from ragdesk.domain.search import Hit

REPORT = "Brackwell plc, report of 2024, written for Orla Finch. The board met nine times."
LEASE = "Lease of a boat house. The rent is due on the first day of each quarter."


class TwoDocuments(Shelf):
    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__([REPORT, LEASE])
        self._titles = titles

    def document(self, document_id: str) -> Document:
        return replace(make_document(document_id, name="scan.pdf"), title=self._titles[int(document_id)])

    def text(self, document_id: str) -> str:
        return (REPORT, LEASE)[int(document_id)]


HITS = [make_hit(REPORT, document_id="0"), make_hit(LEASE, document_id="1")]


def asked(
    question: str, titles: Sequence[str] = ("Brackwell report", "Boat house")
) -> tuple[str, str] | None:
    named = named_document(understand(question), HITS, TwoDocuments(titles))
    return (named.document_id, named.question) if named else None


@pytest.mark.parametrize(
    ("question", "document", "left"),
    [
        ("How many meetings did the Brackwell board hold?", "0", "How many meetings did the board hold?"),
        ("How often did the board meet at Brackwell?", "0", "How often did the board meet?"),
        ("Brackwell: how often did the board meet?", "0", "how often did the board meet?"),
        ("how often did the board meet at brackw in 2024", "0", "how often did the board meet in 2024"),
        ("When is the rent due each quarter for the boat house?", "1", "When is the rent due each quarter?"),
        ("Which fee was paid out to Orla Finch by Brackwell?", "0", "Which fee was paid out?"),
        ("Wann ist die Miete fällig für das Boat House?", "1", "Wann ist die Miete fällig?"),
    ],
)
def test_the_name_is_left_out(question: str, document: str, left: str) -> None:
    assert asked(question) == (document, left)


@pytest.mark.parametrize(
    "question",
    [
        "How often did the board meet?",
        "What is the Brackwell report?",
        "Does Brackwell rent the boat house by the quarter?",
        "Compare the rent in the Brackwell report with the rent in the lease",
        "How often did the board meet in 2024?",
    ],
)
def test_where_no_document_is_named_or_too_little_is_left_nothing_changes(question: str) -> None:
    assert asked(question) is None


def test_of_two_documents_of_that_name_none_is_meant() -> None:
    question = "How often did the Brackwell board meet last year?"
    assert asked(question, ("Brackwell report", "Brackwell lease")) is None
    # A word that only one of them has tells which.
    assert asked(question, ("Brackwell board", "Brackwell lease")) == (
        "0",
        "How often did the meet last year?",
    )


def test_the_orders_take_turns_on_one_scale() -> None:
    def hit(text: str, score: float, at: int) -> Hit:
        return replace(make_hit(text, start=at, document_id="0"), reranker_score=score)

    whole = [hit("named twice", 4.0, 0), hit("named once", 2.0, 100), hit("said", 1.0, 200)]
    own = [hit("said", -3.0, 200), hit("said nearly", -5.0, 300)]
    both = taking_turns(own, whole, 4)
    assert [(each.chunk.text, each.reranker_score) for each in both] == [
        ("said", 4.0),
        ("named twice", 4.0),
        ("said nearly", 2.0),
        ("named once", 2.0),
    ]


class PerQuestion:
    """Scores two texts by the question's last word."""

    name = "per-question"

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        told = [-8.0, -2.0] if question.endswith("alone") else [4.0, -1.0]
        return np.array(told, dtype=np.float32)


def test_a_sentence_is_as_good_as_the_better_of_both_questions_finds_it() -> None:
    [quote] = [each for each in quotes_of(make_hit("The board met nine times.")) if each.units == 1]
    query = replace(understand("How often with a name?"), unnamed="How often alone")
    whole = [JudgedUnit(quote, 4.0), JudgedUnit(quote, -1.0)]
    assert [each.relevance for each in read_without_name(query, whole, PerQuestion())] == [4.0, 4.0]
    unranked = [JudgedUnit(quote), JudgedUnit(quote)]
    assert read_without_name(query, unranked, None) == unranked
    assert read_without_name(replace(query, unnamed=""), whole, PerQuestion()) == whole
