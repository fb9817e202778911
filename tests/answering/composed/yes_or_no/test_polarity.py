"""What the writer says of yes and no, where there is one."""

import pytest
from composing import FIT, asked_over, composed
from scripted import ScriptedModel

from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.answering.judging.judged import ranked
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import never
from ragdesk.domain.search import Scope

WRITER, MODEL = next(iter(WRITERS))
PROXY = "Members who stay away give no vote, not even by proxy."
ROW = "| Day | Pool | Sauna |\n|---|---|---|\n| Monday | closed | 9–20 |\n| Tuesday | 8–20 | 9–20 |"
QUESTION = "can somebody else give my vote?"


def said(question: str, document: str, polarity: float, writer: str = WRITER) -> str:
    model = ScriptedModel(name=MODEL, writer=writer, polarity={document: polarity}, odds={document: 3.0})
    found = composed(question, [document], model)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("polarity", "word"), [(-1.2, "No. "), (0.4, "Yes. "), (-0.8, ""), (0.1, "")], ids=str
)
def test_it_is_believed_where_it_is_sure(polarity: float, word: str) -> None:
    assert said(QUESTION, PROXY, polarity) == f"{word}{PROXY}"


@pytest.mark.parametrize(
    ("question", "document", "quoted"),
    [
        ("can nobody else give my vote?", PROXY, PROXY),
        ("can a member of 17 vote?", "Each member of 16 may vote.", "Each member of 16 may vote."),
        ("is the pool open on Monday?", ROW, "Day: Monday; Pool: closed; Sauna: 9–20"),
    ],
)
def test_it_understands_what_words_alone_do_not(question: str, document: str, quoted: str) -> None:
    model = ScriptedModel(name=MODEL, writer=WRITER, polarity={quoted: -2.0}, odds={quoted: 3.0})
    found = composed(question, [document], model, steep=3.0)
    assert found is not None and found.text == f"No. {quoted}"


def test_without_one_the_model_is_asked() -> None:
    assert said(QUESTION, PROXY, -5.0, writer="") == PROXY, "it takes the sentence for a yes, and that denies"


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("could somebody drive small cars in 2023?", "Drivers are accepted for small cars from 2024 on."),
        ("will somebody else give my vote?", "It is unclear whether somebody else gives the vote."),
        ("will the members vote?", "Mr Lund proposed that the members vote."),
    ],
)
def test_where_it_cannot_be_told_it_is_not_asked_either(question: str, document: str) -> None:
    assert said(question, document, 5.0) in ("", document)


@pytest.mark.parametrize(
    ("polarity", "text"), [(-2.0, f"No. {PROXY}"), (2.0, f"Yes. {PROXY}"), (0.0, PROXY)], ids=str
)
def test_a_sentence_that_is_left_in_the_end_is_told_too(polarity: float, text: str) -> None:
    model = ScriptedModel(name=MODEL, writer=WRITER, polarity={PROXY: polarity}, odds={PROXY: 3.0})
    asked = asked_over(QUESTION, [PROXY], model, steep=3.0)
    ranking = ranked(QUESTION, asked.units, FIT)
    quotes = Shortlist(asked.query, ranking, FIT, Scope(), asked.resources, never)
    quick = quotes.instead()
    assert quick is not None and quick.text == text and quick.citation.quote == PROXY
