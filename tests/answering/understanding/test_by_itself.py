"""A short question after another one: by itself first where its words are found so, and after the turn before it else."""

from collections.abc import Generator
from typing import TypeVar

from composing import SharedWords
from scripted import ScriptedModel, Shelf

from ragdesk.answering.clock import Clock
from ragdesk.answering.finding.evidence import find
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.by_itself import both_ways
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.conversations import Turn
from ragdesk.domain.ports import never
from ragdesk.domain.search import Scope

_T = TypeVar("_T")

PASSAGES = [
    "A second car may stand in the visitors' bays for 48 hours a week, and long vans may not.",
    "Green bin: bottles and tins. Mirrors cannot go in it.",
    "The lease of the bays runs for two years.",
]


def _read(question: str, before: str) -> list[str]:
    """The question as it is read, the first reading first."""
    shelf = Shelf(PASSAGES)
    resources = Resources(
        shelf, shelf, None, SharedWords(), ScriptedModel(), Pace(), top=5, prompt_tokens=600, answer_tokens=50
    )
    query = understand(question, [Turn("user", before), Turn("assistant", PASSAGES[0])])
    path = find(query, resources, Scope(), Clock(), never)
    found = _last(path)
    return [
        each.query.standalone for each in _last(both_ways(query, found, resources, Scope(), Clock(), never))
    ]


def _last(path: Generator[object, None, _T]) -> _T:
    while True:
        try:
            next(path)
        except StopIteration as end:
            value: _T = end.value
            return value


def test_a_new_subject_is_read_by_itself_first() -> None:
    before = "how long may my second car stand in the visitors' bays"
    first, second = _read("what can't go in the green bin", before)
    assert first == "what can't go in the green bin"
    assert second.startswith(first) and before in second


def test_a_question_whose_words_stand_there_too_is_read_after_the_turn_before() -> None:
    before = "how long may my second car stand in the visitors' bays"
    first, second = _read("how many hours a week", before)
    assert before in first and second == "how many hours a week"
