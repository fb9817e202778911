"""What kind of question it is, by its words and their order. No model is called, and what is doubtful is a lookup.

A question is read clause by clause, since what is asked often comes last: "Power cut: may I freeze it again?" asks for a yes or a
no. The first rule that a clause begins with decides; rules and their order stand in the lexicons.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from ragdesk.answering.told.talk import talk
from ragdesk.answering.understanding.compare import sides
from ragdesk.answering.understanding.reading import (
    MOST_CHARS,
    languages_for,
    plain,
    whole_question,
    without_opening,
)
from ragdesk.domain.search import TOLD_KINDS, QuestionKind
from ragdesk.text import lexicon

_CLAUSE_END = re.compile(r"(?<=[.:;?!,–—])\s+|\s+[-–—]\s+")
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
# What sides of a comparison do not outweigh: "how much more in 2024 than in 2023" is computed.
_BEFORE_SIDES = ("compute", "overview")


@lru_cache(maxsize=256)
def kind_of(question: str) -> QuestionKind:
    """What is asked for."""
    if talk(question) is not None:
        return "talk"
    if whole_question("person", question) is not None:
        return "person"
    if whole_question("library", question) is not None:
        return "library"
    return _kind_of_documents(question)


def asked_of_documents(question: str) -> QuestionKind:
    """The kind of a question that is searched for, whatever else it might have been."""
    kind = kind_of(question)
    return "lookup" if kind in TOLD_KINDS else kind


def _kind_of_documents(question: str) -> QuestionKind:
    text = plain(question)[:MOST_CHARS]
    for language in languages_for(question):
        for clause in _clauses(without_opening(text, language)):
            asked = without_opening(clause, language)
            kind = _first(asked, language)
            if kind not in _BEFORE_SIDES and sides(asked):
                return "compare"
            if kind is not None:
                return "overview" if kind == "lookup" and _wants_overview(clause, language) else kind
    return "lookup"


def _wants_overview(text: str, language: str) -> bool:
    """Whether a later sentence asks for one: "What was decided? Sum up the minutes"."""
    _, *later = _SENTENCE_END.split(text)
    return any(_first(without_opening(each, language), language) == "overview" for each in later)


def _first(clause: str, language: str) -> QuestionKind | None:
    for kind, expression in lexicon.rules("kinds", language):
        if expression.match(clause):
            return kind  # type: ignore[return-value] # a test reads every rule's name
    return None


def _clauses(text: str) -> Iterator[str]:
    """The text, and what remains of it after each of its clauses."""
    yield text
    for end in _CLAUSE_END.finditer(text):
        yield text[end.end() :]
