"""A question that leans, put by the writer so that it stands alone: only in words that were said, and where it is sure."""

from collections.abc import Generator, Sequence
from dataclasses import replace

import pytest
from composing import SharedWords
from scripted import ScriptedModel, Shelf

from ragdesk.answering.clock import Clock
from ragdesk.answering.finding.evidence import Found, find
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.alone import put_alone
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.answers import Event
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.conversations import Turn
from ragdesk.domain.ports import never
from ragdesk.domain.search import Scope

WRITER, MODEL = next(iter(WRITERS))
BEFORE, SAID = "What does a full member pay each year?", "A full member pays 38 pounds."
NOW = "and what was it before that?"
ALONE = "What did a full member pay before 38 pounds?"
PASSAGES = ["A full member pays 38 pounds each year, and paid 34 pounds before.", "Visitors sign the book."]


def found(
    alone: str | None,
    *,
    turns: Sequence[str] = (BEFORE, SAID),
    question: str = NOW,
    surely: float = 0.2,
    writer: str = WRITER,
    checked: str = "",
) -> Found:
    roles = ("user", "assistant")
    history = [Turn(roles[at % 2], text) for at, text in enumerate(turns)]
    writes = {} if alone is None else {f"Now: {question}": alone}
    model = ScriptedModel(name=MODEL, writer=writer, writes=writes, surely=surely)
    shelf = Shelf(PASSAGES, cosine=0.8)
    resources = Resources(
        shelf, shelf, None, SharedWords(), model, Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    first = last(find(understand(question, history), resources, Scope(), Clock(), never))
    if checked:
        first = replace(first, query=replace(first.query, checked=checked))
    return last(put_alone(first, history, resources, Scope(), Clock(), never))


def last(events: Generator[Event, None, Found]) -> Found:
    while True:
        try:
            next(events)
        except StopIteration as end:
            return end.value


def test_it_is_searched_for_and_judged_in_full_beside_its_longer_forms() -> None:
    query = found(ALONE).query
    assert query.text == NOW and query.standalone == query.checked == ALONE
    assert query.texts[0] == (ALONE, 1.0) and NOW in query.texts[1][0] and query.leans


@pytest.mark.parametrize(
    ("alone", "options"),
    [
        (None, {}),
        (ALONE, {"surely": 0.01}),
        (ALONE, {"writer": ""}),
        ("What did a junior member pay before 38 pounds?", {}),  # nobody spoke of juniors
        (ALONE, {"turns": ()}),
        (ALONE, {"checked": NOW}),  # memory lent words to what is searched for
        (ALONE, {"turns": (BEFORE, SAID, "and for the young?", "They pay 12 pounds.")}),  # it leans itself
    ],
)
def test_else_it_stays_as_the_rules_have_it(alone: str | None, options: dict[str, object]) -> None:
    query = found(alone, **options).query  # type: ignore[arg-type]
    assert query.standalone != alone and NOW in query.texts[0][0]


def test_one_that_needs_nothing_is_not_written_anew() -> None:
    question = "Which book do visitors sign at the gate?"
    assert found("Which book do visitors sign each year?", question=question).query.standalone == question
