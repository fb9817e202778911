"""Columns that documents suggest by what they have in common, and the kind that a question asks for."""

import pytest

from ragdesk.answering.cells.asked_kind import kind_asked
from ragdesk.answering.cells.proposals import proposals
from ragdesk.domain.documents import Chunk


def _chunks(*texts: str, section: tuple[str, ...] = ()) -> list[Chunk]:
    return [
        Chunk(str(at), "d", at, 0, len(text), text, "", section, None, None, 0, len(text))
        for at, text in enumerate(texts)
    ]


def test_fields_that_most_documents_have_become_columns_of_their_kind() -> None:
    bills = [
        _chunks(
            f"# Bill\n\nInvoice no.: 4{day}\nDue date: {day} May 2024\nTotal: € {day}0.00\n\nThank you: {day}"
        )
        for day in (3, 4, 5)
    ]
    found = {each.name: each for each in proposals([*bills, _chunks("Nothing of the kind.")])}
    assert [found[name].kind for name in ("Invoice no.", "Due date", "Total")] == ["text", "date", "amount"]
    assert found["Due date"].question == "What is the Due date?"


def test_rows_with_two_cells_are_fields_and_german_documents_are_asked_in_german() -> None:
    found = proposals([_chunks(f"| Verantwortlich | {name} |") for name in ("Kern", "Rot")], "de")
    assert [each.question for each in found] == ["Was steht unter „Verantwortlich“?"]


def test_clauses_that_most_contracts_have_become_questions_of_yes_or_no() -> None:
    clause = "This Lease Agreement is made today. The Tenant shall maintain liability insurance. Rats are not welcome."
    found = proposals([_chunks(clause), _chunks(clause), _chunks("Minutes of a meeting.")])
    assert [(each.name, each.kind) for each in found] == [("Insurance", "yesno")]
    assert proposals([_chunks("The Tenant shall maintain insurance.")] * 2) == [], "no contract"


def test_headings_that_most_documents_have_are_asked_about() -> None:
    found = proposals([_chunks("Text.", section=(f"{at} RESPONSIBILITIES",)) for at in (1, 2)])
    assert [each.question for each in found] == ["What does the document say about “Responsibilities”?"]


def test_one_document_suggests_nothing_and_two_that_differ_neither() -> None:
    assert proposals([_chunks("Owner: Kern")]) == []
    assert proposals([_chunks("Owner: Kern"), _chunks("Nothing.")]) == []


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Must a party take out insurance?", "yesno"),
        ("Darf der Mieter Hunde halten?", "yesno"),
        ("How much does the room cost?", "amount"),
        ("How much is the rent?", "amount"),
        ("When does the contract end?", "date"),
        ("How many rooms are there?", "number"),
        ("What is the notice period?", "text"),
    ],
)
def test_the_kind_of_a_column_by_the_question(question: str, kind: str) -> None:
    assert kind_asked(question) == kind
