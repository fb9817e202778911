"""What an overview of one document shows: points of a short one, and the tables of one that consists of them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from scripted import ScriptedModel, Shelf

from ragdesk.answering.overview.overview import overview
from ragdesk.answering.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understand import understand
from ragdesk.domain.answers import Answer
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.search import Hit, Scope

RULES = (
    "The pool opens at seven in the morning of each day. Children under twelve swim with a parent beside them. "
    "Bottles of glass are left in the lockers of the hall. The lifeguard closes the pool in a thunderstorm. "
    "The showers are taken before the first swim of the day."
)
PRICES = """| # | Boat | Hour | Day |
| --- | --- | --- | --- |
| 2 | Canoe | 21 | 76 |
| 3 | Raft | 35 | 125 |"""
NOTES = """| # | A | B |
| --- | --- | --- |
| 9 | Dry bag | 2 |
| 10 | Paddle | 4 |"""


class OneDocument:
    """A library of one document, without an embedder."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def documents(self, scope: Scope, hits: Sequence[Hit] = ()) -> Sequence[Document]:
        return [self._shelf.document("")]

    def lists_all(self, scope: Scope) -> bool:
        return True

    def library(self, document_id: str) -> str:
        return ""

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        return self._shelf.chunks

    def vectors(self, document_id: str) -> dict[str, FloatArray]:
        return {}


def overview_of(question: str, *passages: str, sections: Sequence[str] = ()) -> Answer:
    """`sections`: the headings over the passages."""
    shelf = Shelf(passages)
    for at, heading in enumerate(sections):
        shelf.chunks[at] = replace(shelf.chunks[at], section=(heading,))
    resources = Resources(
        shelf,
        shelf,
        None,
        None,
        ScriptedModel(),
        Pace(),
        whole=OneDocument(shelf),
        top=5,
        prompt_tokens=600,
        answer_tokens=50,
    )
    answer = overview(understand(question), resources, Scope())
    assert answer is not None
    for citation in answer.citations:
        assert shelf.text("")[citation.char_start : citation.char_end] == citation.quote
    return answer


def test_a_document_of_one_passage_has_more_than_one_point() -> None:
    answer = overview_of("summarise this", RULES)
    assert len(answer.citations) == 5
    assert [each.text for each in answer.sentences] == [f"{each.rstrip('.')}." for each in RULES.split(". ")]


def test_each_new_section_s_point_stands_by_its_heading() -> None:
    lifeguard = "The lifeguard closes the water whenever there is a thunderstorm over the town."
    answer = overview_of(
        "summarise this", RULES, lifeguard, sections=["Opening hours and safety", "Lifeguard"]
    )
    lines = answer.text.split("\n")[2:]
    assert lines[0].startswith("- **Opening hours and safety**: The pool opens")
    assert not any("**" in line for line in lines[1:]), "said once, and not where the point says it itself"
    assert f"- {lifeguard}" in lines


@pytest.mark.parametrize("question", ["summarise this", "what is this about"])
def test_of_tables_the_columns_and_the_rows_are_named(question: str) -> None:
    answer = overview_of(question, PRICES, NOTES)
    assert "Boat · Hour · Day" in answer.text and "Canoe, Raft" in answer.text
    # The columns of the other one are letters, which say nothing.
    assert "Dry bag, Paddle" in answer.text and "A · B" not in answer.text
    assert "| 3 | Raft | 35 | 125 |" in [each.quote for each in answer.citations]


def test_a_table_in_a_text_is_no_document_of_tables() -> None:
    answer = overview_of("summarise this", " ".join([RULES] * 2).replace("pool", "bath", 1), PRICES)
    assert "Canoe" not in answer.text
