"""The short answer: which sentence stands as one, in which words, and what becomes of it when the model has written."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scripted import ScriptedModel, Shelf, make_hit

from ragdesk.answering.ask import ask
from ragdesk.answering.choosing.quick import MOST_WORDS, quick_answer, shortened
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.quotes import quotes_of
from ragdesk.domain.answers import Answer, Event, QuickAnswer, Token
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration.by_model import _ANSWER_FITS
from ragdesk.domain.ports import no_cells

PASSAGES = [
    "The autoclave must cool for 45 minutes before the door is opened. Gloves hang beside it.",
    "| Site | Rent |\n|---|---|\n| Boston | 44 |\n| Leeds | 61 |",
    "Visitors sign the book at the gate, which is kept by the guard on duty and handed over at six in the evening; "
    "badges are returned at the same place, and whoever loses one pays 12 euros to the office on the next working day.",
]
QUESTION = "How long must the autoclave cool?"


class Knows:
    """A measured reranker by name; a text with its words scores high, every other one low."""

    name = next(iter(_ANSWER_FITS))

    def __init__(self, words: str, found: float = 9.0) -> None:
        self.words, self.found = words, found

    def scores(self, question: str, passages: Sequence[str]) -> FloatArray:
        return np.asarray([self.found if self.words in text else -9.0 for text in passages], dtype=np.float32)


def asked(reranker: Knows, written: str, question: str = QUESTION, quick: bool = False) -> list[Event]:
    shelf = Shelf(PASSAGES, cosine=0.8)
    model = ScriptedModel([written])
    resources = Resources(
        shelf, shelf, None, reranker, model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    return list(ask(question, replace(resources, quick=quick)))


def last(events: list[Event]) -> Answer:
    assert isinstance(events[-1], Answer)
    return events[-1]


def test_of_a_look_up_the_sentence_that_is_sure_is_the_answer() -> None:
    events = asked(Knows("45 minutes"), "The autoclave must cool.")
    assert not any(isinstance(event, Token) for event in events)  # the model would leave out how long
    answer = last(events)
    assert answer.text == "The autoclave must cool for 45 minutes before the door is opened."
    # The same passage has one number.
    assert answer.quick is not None and answer.all_citations == (answer.quick.citation,)


def test_before_a_yes_or_no_it_comes_before_the_models_first_word_and_stays() -> None:
    written = "It must cool for 45 minutes before the door is opened."
    events = asked(Knows("45 minutes"), written, "Is it so that the steriliser cools off for a while?")
    kinds = [type(event) for event in events]
    assert kinds.index(QuickAnswer) < kinds.index(Token)
    answer = last(events)
    assert answer.quick is not None and "45 minutes" in answer.quick.text


def test_what_is_not_sure_is_no_short_answer() -> None:
    events = asked(Knows("45 minutes", 3.0), "The autoclave must cool for 45 minutes.")
    assert not any(isinstance(event, QuickAnswer) for event in events)
    assert last(events).quick is None


def test_it_is_enough_where_no_more_is_wanted() -> None:
    events = asked(Knows("45 minutes"), "Never written.", quick=True)
    assert not any(isinstance(event, Token) for event in events)
    answer = last(events)
    assert answer.verdict == "answered" and answer.quick_apart is None
    assert answer.text == answer.quick.text if answer.quick else False
    assert answer.sentences[0].supported and answer.citations[0].quote in PASSAGES[0]


def test_it_takes_the_place_of_words_that_nothing_bears_out() -> None:
    answer = last(asked(Knows("45 minutes"), "It takes 90 hours and a hammer."))
    assert answer.verdict == "answered" and "90" not in answer.text and "45 minutes" in answer.text


def test_a_row_is_said_with_its_heads() -> None:
    answer = last(asked(Knows("Boston"), "x", "What is the rent in Boston?", quick=True))
    assert answer.text == "Site: Boston; Rent: 44"
    assert answer.citations[0].quote == "| Boston | 44 |"


def test_what_a_row_is_called_names_no_column() -> None:
    table = "| Site | Rent | Number of sites |\n|---|---|---|\n| Boston site | 44 | 3 |"
    shelf = Shelf([table])
    row = quotes_of(shelf.hits()[0])[-1]
    said = quick_answer("How much is the Boston site?", row, texts=shelf, cells=no_cells, reranker=None)
    assert said.text == "Site: Boston site; Rent: 44; Number of sites: 3"


def test_of_a_long_sentence_the_clauses_that_answer_are_shown() -> None:
    answer = last(asked(Knows("12 euros"), "x", "What does a lost badge cost?", quick=True))
    assert "12 euros" in answer.text and answer.text.startswith("… ")
    assert len(answer.text.split()) <= MOST_WORDS + 2
    assert answer.citations[0].quote in PASSAGES[2] and "Visitors" in answer.citations[0].quote


def test_a_number_in_words_keeps_its_figure() -> None:
    text = (
        "For a term of seven (7) years the parties keep it secret, and (where agreed) longer, "
        + "so it is " * 20
    )
    shown = shortened("How many years?", "", text, Knows("(7)"), 12)
    assert shown.startswith("For a term of seven (7) years")


def test_a_list_has_no_short_answer() -> None:
    events = asked(
        Knows("45 minutes"), "The autoclave must cool for 45 minutes.", "List all rules of the autoclave."
    )
    assert not any(isinstance(event, QuickAnswer) for event in events)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("When did Boston settle the bill?", "Client: Boston; Due: 2025-03-27; Paid on: 2025-05-02"),
        ("When is the bill of Boston due?", "Client: Boston; Due: 2025-03-27"),
    ],
)
def test_a_column_of_days_says_when(question: str, said: str) -> None:
    table = (
        "| Client | Words | Due | Paid on |\n|---|---|---|---|\n| Boston | 12750 | 2025-03-27 | 2025-05-02 |"
    )
    shelf = Shelf([table])
    row = quotes_of(shelf.hits()[0])[-1]
    answer = quick_answer(question, row, texts=shelf, cells=no_cells, reranker=None)
    assert answer.text == said


OAKS = "| Tree | Number | Sound | To be felled |\n|---|---|---|---|\n| Oak | 39 | 31 | 8 |"
BOATS = "| Boat | Per day | Long stay |\n|---|---|---|\n| Canoe | EUR 31 | EUR 24 |"
BILL = "| What | Net | VAT | Total |\n|---|---|---|---|\n| Oxygen | 50.00 | 10.00 | 60.00 |"


@pytest.mark.parametrize(
    ("question", "table", "said"),
    [
        ("How many oaks are there?", OAKS, "Tree: Oak; Number: 39"),
        ("How many oaks were in good order?", OAKS, "Tree: Oak; Number: 39; Sound: 31; To be felled: 8"),
        ("How much is the canoe per day, please?", BOATS, "Boat: Canoe; Per day: EUR 31"),
        (
            "How much is the canoe per day once the first weekend is over?",
            BOATS,
            "Boat: Canoe; Per day: EUR 31; Long stay: EUR 24",
        ),
        ("What was the VAT of the oxygen?", BILL, "What: Oxygen; VAT: 10.00"),
        ("What was the oxygen with VAT?", BILL, "What: Oxygen; Total: 60.00"),
    ],
)
def test_of_several_numbers_of_a_row_the_one_that_is_asked_for_or_all(
    question: str, table: str, said: str
) -> None:
    shelf = Shelf([table])
    row = quotes_of(shelf.hits()[0])[-1]
    answer = quick_answer(question, row, texts=shelf, cells=no_cells, reranker=None)
    assert answer.text == said


def test_where_several_things_are_asked_the_whole_row_is_shown() -> None:
    table = "| Tariff | Today | From December |\n|---|---|---|\n| Energy | 34 | 31 |\n| Base | 9 | 8 |"
    row = next(quote for quote in quotes_of(make_hit(table)) if "34" in quote.text and quote.units == 1)
    shelf = Shelf([table])

    def told(question: str) -> str:
        return quick_answer(question, row, texts=shelf, cells=no_cells, reranker=None).text

    assert told("what is the energy from december") == "Tariff: Energy; From December: 31"
    assert (
        told("energy: what is it today and what from december?")
        == "Tariff: Energy; Today: 34; From December: 31"
    )
