"""Questions about the library itself: what is understood, and what the list of documents says."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from scripted import make_document

from ragdesk.answering.told.about_library import MOST, DocumentList, ToldText, library_question, tell
from ragdesk.domain.documents import Document

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def document(name: str, title: str = "", days_ago: int = 0, **more: object) -> Document:
    added = (NOON - timedelta(days_ago)).isoformat()
    made = replace(make_document(f"{name:0<16}"[:16], name), title=title or name, added_at=added)
    return replace(made, **more)  # type: ignore[arg-type]


DOCUMENTS = [
    document(
        "handbook.pdf", "Staff handbook", 1, paged=True, pages=40, properties=(("author", "Ann Smith"),)
    ),
    document("budget.xlsx", days_ago=8),
    document("lease.pdf", "Lease agreement", 100, paged=True),
]


def told(question: str, documents: list[Document] = DOCUMENTS, **more: object) -> ToldText | None:
    asked = library_question(question)
    assert asked is not None
    return tell(asked, DocumentList(documents, date(2026, 3, 4), **more))  # type: ignore[arg-type]


def text(question: str, documents: list[Document] = DOCUMENTS, **more: object) -> str:
    answer = told(question, documents, **more)
    assert answer is not None
    return answer.text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many documents are there?", "You have 3 documents: 2 PDFs, 1 spreadsheet."),
        ("how many pdfs do I have", "You have 2 PDFs."),
        ("do I have any e-mails?", "You have no e-mails."),
        (
            "Which of my documents are PDFs?",
            "You have 2 PDFs:\n- Staff handbook (handbook.pdf)\n- Lease agreement (lease.pdf)",
        ),
        ("what did i add yesterday", "1 document was added on 3 March 2026:\n- Staff handbook (handbook.pdf)"),
        ("What did I add last week?", "1 document was added from 23 February 2026 to 1 March 2026:\n- budget.xlsx"),
        ("what did I add today", "No documents were added on 4 March 2026."),
        ("Who wrote the handbook?", "Staff handbook names as its author: Ann Smith."),
        ("how many pages does the handbook have", "Staff handbook has 40 pages."),
        ("when did I add the lease", "Lease agreement was added on 24 November 2025."),
        ("which collections do I have", "You have no collections."),
        ("Was habe ich gestern hinzugefügt?", "Am 03.03.2026 hinzugefügt: 1 Dokument\n- Staff handbook (handbook.pdf)"),
        ("wie viele Dokumente gibt es", "Sie haben 3 Dokumente: 2 PDFs, 1 Tabelle."),
    ],
)  # fmt: skip
def test_the_list_of_documents_answers(question: str, said: str) -> None:
    assert text(question) == said


def test_documents_are_named_in_the_order_of_the_text() -> None:
    answer = told("what was added last")
    assert answer is not None and answer.text.startswith(
        "Added last:\n- Staff handbook (handbook.pdf, 3 March"
    )
    assert [mention.words for mention in answer.mentions] == [
        "Staff handbook",
        "budget.xlsx",
        "Lease agreement",
    ]
    assert answer.mentions[0].document_id == DOCUMENTS[0].id


@pytest.mark.parametrize(
    "question", ["who wrote the report?", "who wrote the lease?", "how many pages does the budget have"]
)
def test_what_the_list_does_not_know_is_left_to_the_documents(question: str) -> None:
    assert told(question) is None


def test_this_document_is_the_only_one() -> None:
    assert text("who is the author of this document", DOCUMENTS[:1], scoped=True).endswith("Ann Smith.")
    assert told("who is the author of this document") is None


def test_of_a_large_library_the_latest_are_named() -> None:
    many = [document(f"note-{number:03}.md", days_ago=number) for number in range(60)]
    answer = told("list all my documents", many)
    assert answer is not None and len(answer.mentions) == MOST
    assert answer.text.startswith("You have 60 documents: Here are the 20 added last:\n- note-000.md\n")
    assert answer.text.endswith("The Library tab has all of them.")


def test_an_empty_library_says_what_to_do_and_a_part_says_that_it_is_one() -> None:
    assert "Add some in the Library tab" in text("which documents do I have", [])
    assert "part of your library" in text("which documents do I have", DOCUMENTS[:1], scoped=True)
    assert text("which collections do I have", collections=("Audits", "Leases")).endswith("Audits, Leases.")
