"""Days and periods of a contract: read off its head, reckoned from its term, and never from what follows its end."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from scripted import ScriptedModel, Shelf

from ragdesk.answering.cells.dates import date_cell
from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.cells.worded import text_cell
from ragdesk.answering.prompting.pace import Pace
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.understand import understand
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration.by_model import _ANSWER_FITS
from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.ports import never
from ragdesk.domain.search import Hit, Scope
from ragdesk.domain.tables import ColumnDraft

MADE = "What is the date of this agreement?"
ENDS = "When does the initial term of this agreement expire?"
RENEWED = "For how long is the term renewed?"
NOTICE = "What notice period is required to stop the renewal?"
LAW = "Which state's law governs this agreement?"

HEAD = "This Supply Agreement is made as of May 2, 2021 by and between Kern GmbH and Reed Bakery Ltd."


class Sure:
    """A measured reranker by name, to which every sentence answers but those on "selling": the rest is left to the words."""

    name = next(iter(_ANSWER_FITS))

    def scores(self, question: str, texts: Sequence[str]) -> FloatArray:
        return np.asarray([-9.0 if "selling" in text else 5.0 for text in texts], dtype=np.float32)


class OneContract:
    """The shelf as a whole."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def documents(self, scope: Scope, hits: Sequence[Hit] = ()) -> Sequence[Document]:
        return [self.shelf.document("")]

    def lists_all(self, scope: Scope) -> bool:
        return True

    def library(self, document_id: str) -> str:
        return ""

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        return self.shelf.chunks

    def vectors(self, document_id: str) -> Mapping[str, FloatArray]:
        return {}


def evidence_in(question: str, *passages: str) -> CellEvidence:
    shelf = Shelf(passages)
    resources = Resources(
        shelf,
        shelf,
        None,
        Sure(),
        ScriptedModel(),
        Pace(),
        top=8,
        prompt_tokens=600,
        answer_tokens=50,
        whole=OneContract(shelf),
    )
    return CellEvidence(shelf.document(""), understand(question), resources, never)


@pytest.mark.parametrize(
    ("passages", "verdict", "days"),
    [
        ((HEAD, "WHEREAS the parties made another contract, dated as of June 1, 2002, …"), "found", ["2021-05-02"]),
        # a letter's day stands alone on its line
        (
            ("# AGENCY AGREEMENT", "May 14, 2014", "Reed & Co.", "Ladies and Gentlemen:", "Kern confirms its offer of "
             "shares, as described in the prospectus dated February 28, 2013."),
            "found",
            ["2014-05-14"],
        ),
        (
            (f"{'This agreement is entered into as of the day of its registration by Kern and Reed. ' * 6}", "RECITALS",
             "The parties made a selling agreement, effective as of December 1, 2002."),
            "absent",
            [],
        ),
        # beside the signatures
        (
            ("This agreement is made as of the Effective Date between Kern and Reed.", "Bread is delivered early. " * 160,
             "| Name: | Jo Kern | Name: | Al Reed |\n|---|---|---|---|\n| Date: | November 3, 2019 | Date: | November 5, 2019 |"),
            "found",
            ["2019-11-05"],
        ),
        (("This licence is made as of [·], 2019 (the “Effective Date”) by and between Kern and Reed.",), "person", ["[·], 2019"]),
    ],
)  # fmt: skip
def test_a_contract_s_own_day_stands_in_its_head(
    passages: tuple[str, ...], verdict: str, days: list[str]
) -> None:
    found = date_cell(ColumnDraft(MADE, "date"), evidence_in(MADE, *passages))
    assert (found.verdict, [value.normal for value in found.values]) == (verdict, days)


@pytest.mark.parametrize(
    ("sentence", "verdict", "days"),
    [
        (
            "This agreement shall commence on January 20, 2014 and the initial term of this agreement shall continue in "
            "effect for six (6) months.",
            "found",
            ["2014-07-20"],
        ),
        ("The initial term of this agreement shall expire on March 31, 2026.", "found", ["2026-03-31"]),
        (
            "When the initial term of this agreement expires, each party keeps secrets for seven (7) years after its "
            "termination.",
            "absent",
            [],
        ),
    ],
)
def test_a_term_ends_where_it_says_so_or_its_length_after_it_began(
    sentence: str, verdict: str, days: list[str]
) -> None:
    found = date_cell(ColumnDraft(ENDS, "date"), evidence_in(ENDS, HEAD, sentence))
    assert (found.verdict, [value.normal for value in found.values]) == (verdict, days)


def test_what_goes_on_until_somebody_ends_it_is_for_a_person_to_read() -> None:
    sentence = "This Agreement shall continue until it is terminated in accordance with Section 15."
    found = date_cell(ColumnDraft(ENDS, "date"), evidence_in(ENDS, HEAD, sentence))
    assert (found.verdict, [value.text for value in found.values]) == ("person", [sentence])
    assert [value.citation.quote for value in found.values if value.citation] == [sentence]


@pytest.mark.parametrize(
    ("question", "sentence", "values"),
    [
        (RENEWED, "The term renews for successive six (6) month periods unless 90 days' notice is given.", ["6 months"]),
        (NOTICE, "The term renews for successive six (6) month periods unless 90 days' notice is given.", ["90 days"]),
        (NOTICE, "It shall continue until terminated upon not less than thirty (30) days prior written notice.", ["30 days"]),
        (RENEWED, "Each party keeps secrets for five (5) years.", []),
        (NOTICE, "Invoices are paid within thirty (30) days.", []),
        (LAW, "It was made in the State of New Jersey and is read in accordance with the laws of that State.", ["New Jersey"]),
    ],
)  # fmt: skip
def test_periods_and_laws_are_known_by_the_words_around_them(
    question: str, sentence: str, values: list[str]
) -> None:
    found = text_cell(ColumnDraft(question, "text"), evidence_in(question, HEAD, sentence))
    assert [value.text for value in found.values] == values
