"""A sum of things that lie apart: each is asked for by itself, and the amounts of the answers are added up."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from composing import asked_over
from scripted import Scores, ScriptedModel, Shelf

from ragdesk.answering.ask import ask
from ragdesk.answering.composed.sums.named import asked_singly
from ragdesk.answering.composed.sums.of_apart import compose_of_apart
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.kinds import kind_of
from ragdesk.domain.answers import Answer
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import Cancelled, Reading, never
from ragdesk.domain.search import ComparisonSide

WRITER, MODEL = next(iter(WRITERS))
DESK = "A desk in the loft is rented for 285 euros a month."
LOCKERS = "| Extra | Price per month |\n|---|---|\n| Locker, large | 14 euros |\n| Screen | 12 euros |"
BARREL = "A barrel holds 90 litres of rain."


@pytest.mark.parametrize(
    ("question", "language", "singly"),
    [
        (
            "desk in the loft plus a large locker - what is that a month all in?",
            "en",
            ["what does desk in the loft cost a month", "what does large locker cost a month"],
        ),
        (
            "what do {red} and blue cost together",
            "en",
            ["what do {red} cost", "what do blue cost"],
        ),
        (
            "how much is the day pass plus a locker",
            "en",
            ["how much is day pass", "how much is locker"],
        ),
        (
            "What will the lab and the library spend together in 2025?",
            "en",
            ["What will lab spend in 2025", "What will library spend in 2025"],
        ),
        (
            "red and blue together, how many kg over the year",
            "en",
            ["how many kg over the year: red", "how many kg over the year: blue"],
        ),
        (
            "Anmeldung plus Material, was macht das im Jahr?",
            "de",
            ["was kostet Anmeldung im Jahr", "was kostet Material im Jahr"],
        ),
    ],
)
def test_each_thing_has_a_question_of_its_own(question: str, language: str, singly: list[str]) -> None:
    assert kind_of(question) == "compute"
    assert [thing.text for thing in asked_singly(question, language)] == singly


@pytest.mark.parametrize(
    "question",
    ["what is in premium plus?", "what's included in the plus plan", "I quit and move, what is that called"],
)
def test_not_every_plus_and_that_adds_up(question: str) -> None:
    assert kind_of(question) != "compute"


class MarksOfOneThing(ScriptedModel):
    """Marks the line about the thing that the question names."""

    def marks(self, reading: Reading, cancelled: Cancelled = never) -> tuple[float, ...] | None:
        asked = reading.messages[-1][1].split("\n")[0]
        self.marked = {
            line: 3.0
            for word, line in (("desk", "A desk"), ("locker", "Locker"), ("barrel", "barrel"))
            if word in asked
        }
        return super().marks(reading, cancelled)


def told(question: str, *passages: str, writes: Mapping[str, str] | None = None) -> Answer:
    shelf, model = (
        Shelf(list(passages), cosine=0.9),
        MarksOfOneThing(
            answers=[""] * 3,
            name=MODEL,
            odds={},
            writer=WRITER if writes else "",
            writes=writes,
        ),
    )
    resources = Resources(
        shelf,
        shelf,
        None,
        Scores({"285": 1.0, "14": 1.0}),
        model,
        Pace(),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
    )
    answer = list(ask(question, resources))[-1]
    assert isinstance(answer, Answer)
    return answer


def test_what_a_sentence_and_a_row_state_is_added_up() -> None:
    answer = told("desk plus a large locker, what does that cost a month?", DESK, LOCKERS)
    assert answer.text.splitlines()[0] == "285 + 14 = 299 euros"
    assert [cited.quote for cited in answer.citations] == [DESK, "| Locker, large | 14 euros |"]


def test_what_is_missing_is_said_and_amounts_of_two_units_are_not_added() -> None:
    answer = told("desk plus a canoe, what does that cost a month?", DESK, LOCKERS)
    assert "=" not in answer.text and "canoe" in answer.text and "285" in answer.text
    answer = told("desk plus a barrel, what does that come to?", DESK, BARREL)
    assert "=" not in answer.text


def test_what_is_paid_each_month_is_not_added_to_what_is_paid_once() -> None:
    keys = "A key to the barrel costs 20 euros."
    answer = told("desk plus a barrel, what does that cost?", DESK, keys)
    assert "=" not in answer.text and "20" in answer.text
    # Where it is asked by the month, the one that does not say so is.
    answer = told("desk plus a barrel, what does that cost a month?", DESK, keys)
    assert answer.text.splitlines()[0] == "285 + 20 = 305 euros"


SEVERAL = "two desks and a large locker for a month, what does that come to?"
PARTS = "desk: What does a desk cost for a month?\nlocker: What does a large locker cost for a month?"


def test_the_writer_names_the_parts_and_puts_their_amounts_together() -> None:
    writes = {"of each thing": PARTS, "the calculation": "2 * 285 + 14"}
    answer = told(SEVERAL, DESK, LOCKERS, writes=writes)
    assert answer.text.splitlines()[0] == "2 × 285 + 14 = 584 EUR"
    assert [cited.quote for cited in answer.citations] == [DESK, "| Locker, large | 14 euros |"]


def test_where_it_puts_nothing_together_what_is_counted_is_not_added_up() -> None:
    answer = told(SEVERAL, DESK, LOCKERS, writes={"of each thing": PARTS})
    assert "=" not in answer.text


def test_a_line_that_answers_for_two_things_is_shown_once() -> None:
    both = "A desk costs 285 euros a month; a large locker costs 14 euros."
    answer = told("what does a desk cost a month?", both)
    # Each thing was searched for by itself, so the same passage has another score.
    again = replace(answer, hits=tuple(replace(hit, score=hit.score + 1) for hit in answer.hits))
    asked = asked_over(
        SEVERAL, [both], ScriptedModel(name=MODEL, writer=WRITER, writes={SEVERAL: "2 * 285 + 14"})
    )
    things = [
        ComparisonSide("desk", "what does a desk cost"),
        ComparisonSide("locker", "what does a locker cost"),
    ]
    summed = compose_of_apart(asked, things, [answer, again], "sum")
    assert summed is not None and summed.text.splitlines()[0] == "2 × 285 + 14 = 584 EUR"
    assert summed.text.count(both) == 1
