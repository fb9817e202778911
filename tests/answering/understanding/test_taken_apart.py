"""A question about several things, taken apart by the writer: only where it is sure, and only into what was asked."""

from dataclasses import replace

import pytest
from scripted import ScriptedModel

from ragdesk.answering.understanding.taken_apart import taken_apart
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import never
from ragdesk.domain.search import Query

WRITER, MODEL = next(iter(WRITERS))
QUESTION = "who charges more for smoking, the hotel or the hire car people?"
PARTS = (
    "the hotel: What does the hotel charge for smoking?\n"
    "the hire car people: What do the hire car people charge for smoking?"
)


def apart(
    writes: str | None, question: str = QUESTION, *, writer: str = WRITER, surely: float = 0.5
) -> Query:
    told = {} if writes is None else {question: writes}
    model = ScriptedModel(name=MODEL, writer=writer, writes=told, surely=surely)
    return taken_apart(understand(question), model, never)


def test_each_thing_becomes_a_side_with_a_question_of_its_own() -> None:
    query = apart(PARTS)
    assert query.kind == "compare"
    assert [side.name for side in query.sides] == ["the hotel", "the hire car people"]
    assert query.sides[1].text == "What do the hire car people charge for smoking?"


def test_a_sum_stays_a_sum_with_its_parts() -> None:
    parts = "tent: What does a tent cost for a weekend?\nsleeping bag: What does a sleeping bag cost for a weekend?"
    query = apart(parts, "what do a tent plus two sleeping bags for a weekend come to together?")
    assert query.kind == "compute" and [side.name for side in query.sides] == ["tent", "sleeping bag"]


@pytest.mark.parametrize(
    "writes",
    [
        None,
        "NONE",
        PARTS.splitlines()[0],
        f"{PARTS.splitlines()[0]}\nthe hire car people",
        f"{PARTS.splitlines()[0]}\nthe hire car people: ?",
        "\n".join([PARTS.splitlines()[0]] * 2),
        PARTS.replace("the hire car people: ", "the hotel: "),
        PARTS.replace("hire car people charge", "hire car people in Lisbon airport charge tourists"),
        PARTS.replace("for smoking", "for 20 cigarettes"),
        PARTS.replace(": ", " "),
    ],
)
def test_what_is_not_made_of_the_question_is_not_taken(writes: str | None) -> None:
    query = apart(writes)
    assert query.sides == understand(QUESTION).sides


def test_it_is_not_taken_where_the_writer_is_not_sure_or_not_there() -> None:
    known = understand(QUESTION).sides
    assert apart(PARTS, surely=0.0001).sides == known
    assert apart(PARTS, writer="").sides == known


def test_a_question_about_one_thing_is_not_put_to_it() -> None:
    question = "what does the hotel charge for smoking?"
    assert apart(PARTS, question).sides == ()


def test_a_translated_question_stays_whole() -> None:
    query = replace(understand(QUESTION), asked=understand(QUESTION))
    model = ScriptedModel(name=MODEL, writer=WRITER, writes={QUESTION: PARTS})
    assert taken_apart(query, model, never) is query
