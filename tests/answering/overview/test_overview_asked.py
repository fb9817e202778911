"""What an overview is asked for, and of which documents."""

from dataclasses import replace

import pytest
from scripted import make_document

from ragdesk.answering.overview.asked import carries, wanted
from ragdesk.answering.overview.which import choose, topic
from ragdesk.domain.documents import Document
from ragdesk.domain.search import Scope
from ragdesk.text.tokens import content_words


@pytest.mark.parametrize(
    ("question", "subject", "aspect", "words"),
    [
        ("Summarise this document", False, "", ""),
        ("What is this report about?", True, "", ""),
        ("Worum geht es in diesem Dokument?", True, "", ""),
        ("What are the main risks?", False, "risks", ""),
        ("Was sind die wichtigsten Pflichten des Mieters?", False, "obligations", "Mieters"),
        ("main points of the northgate contract", False, "", "northgate"),
        ("Summarise the discussion about the remote control", False, "", "remote control"),
        ("What are the key findings of the boiler report?", False, "findings", "boiler"),
    ],
)
def test_a_question_is_taken_apart(question: str, subject: bool, aspect: str, words: str) -> None:
    asked = wanted(question)
    assert (asked.subject, asked.aspect) == (subject, aspect)
    assert asked.words == tuple(content_words(words))


def test_sentences_are_told_by_their_wording() -> None:
    assert carries("obligations", "The tenant shall air the rooms.")
    assert carries("deadlines", "The list is handed over by 15 April 2024.")
    assert carries("risks", "Gefahr eines Brandes")
    assert not carries("obligations", "The house was built in 1907.")


def named(*titles: str) -> list[Document]:
    return [
        replace(make_document(f"{at:016}", f"{title}.pdf"), title=title, added_at=f"2026-01-0{at + 1}")
        for at, title in enumerate(titles)
    ]


def test_the_only_one_that_fits_by_name_is_meant() -> None:
    boiler, lease, other = named("Boiler guide", "Lease of the mill", "Lease of the barn")
    documents = [boiler, lease, other]
    assert choose(wanted("Summarise the boiler"), documents, Scope()).documents == [boiler]
    assert choose(wanted("Summarise the mill"), documents, Scope()).documents == [lease]
    assert choose(wanted("Summarise the lease barn"), documents, Scope()).documents == [other]
    assert choose(wanted("Summarise it"), [boiler], Scope()).documents == [boiler]


def test_where_it_is_not_clear_titles_are_offered_the_newest_first() -> None:
    boiler, lease, other = named("Boiler guide", "Lease of the mill", "Lease of the barn")
    documents = [boiler, lease, other]
    assert choose(wanted("Summarise the lease"), documents, Scope()).offered == [other, lease]
    assert choose(wanted("main points of the guide"), documents, Scope()).documents == [boiler]
    assert choose(wanted("Summarise it"), documents, Scope()).offered == [other, lease, boiler]
    assert choose(wanted("Summarise it"), documents, Scope(collections=("Home",))).documents == documents
    # A topic that no document is named for is searched for as any other question.
    of_topic = choose(wanted("Summarise the harvest"), documents, Scope())
    assert not of_topic.documents and not of_topic.offered


def test_words_that_say_which_document_it_is_are_no_topic() -> None:
    [document] = named("Minutes of May")
    stems = [set(content_words(text)) for text in ("council", "roof", "garden", "fees", "parking", "noise")]
    asked = content_words("council minutes on parking")
    assert topic(asked, document, stems) == content_words("parking")
