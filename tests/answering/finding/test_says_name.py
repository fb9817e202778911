"""What is found in documents that never say the name which a question says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from scripted import Shelf, make_document, make_hit

from ragdesk.answering.finding.says_name import where_it_is_named
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.documents import Document

LINE = "Fernglow answers from 8 to 18 at its desk. There is a form for messages."
POLICY = "In an emergency call the duty officer. The number is 07700 900482."


class Documents(Shelf):
    """A document for each text; `parents`: what each lies in."""

    def __init__(self, texts: Sequence[str], parents: Mapping[str, str]) -> None:
        super().__init__(texts)
        self._texts, self._parents = texts, parents

    def document(self, document_id: str) -> Document:
        parents = tuple(filter(None, [self._parents.get(document_id)]))
        return replace(make_document(document_id, name="scan.pdf"), title="Scan", parents=parents)

    def text(self, document_id: str) -> str:
        return self._texts[int(document_id)]


def kept(question: str, *texts: str, parents: Mapping[str, str] | None = None) -> list[str]:
    hits = [make_hit(text, document_id=str(at), context="") for at, text in enumerate(texts)]
    found = where_it_is_named(understand(question), hits, Documents(texts, parents or {}))
    return [hit.chunk.text for hit in found]


@pytest.mark.parametrize(
    "question", ["phone number of Fernglow's line for emergencies?", "fernglow emergency number"]
)
def test_beside_a_document_with_the_name_one_without_it_is_about_something_else(question: str) -> None:
    assert kept(question, POLICY, LINE) == [LINE]


@pytest.mark.parametrize(
    "question",
    [
        "phone number for emergencies",
        "What is Norwold's number for emergencies?",
        "who answers sooner, Fernglow or the duty officer",
        "Wie lautet die Nummer von Fernglow?",
    ],
)
def test_nothing_is_left_out_without_a_name_or_for_several_things(question: str) -> None:
    assert kept(question, POLICY, LINE) == [POLICY, LINE]


def test_what_lies_in_a_message_that_says_the_name_is_about_it_too() -> None:
    assert kept("fernglow emergency number", POLICY, LINE, parents={"0": "1"}) == [POLICY, LINE]
    assert kept("fernglow emergency number", LINE, POLICY, parents={"0": "1"}) == [LINE, POLICY]


def test_a_word_is_no_name() -> None:
    heading = "Parking. The yard has forty places."
    assert kept("where is parking allowed", heading, POLICY) == [heading, POLICY]
    annex = "Subprocessors are listed in annex B. All subprocessors sign it."
    assert kept("who are the subprocessors", annex, POLICY) == [annex, POLICY]
