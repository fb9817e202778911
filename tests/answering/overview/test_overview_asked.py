"""What an overview is asked for, and of which documents."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from scripted import make_chunk, make_document

from ragdesk.answering.overview.asked import bare, carries, only_aspect, wanted
from ragdesk.answering.overview.which import choose, topic
from ragdesk.domain.documents import Document
from ragdesk.domain.search import Hit, Scope
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
        ("the gist of the northgate handbook, I start on Monday", False, "", "northgate"),
        ("What are the key findings of the boiler report?", False, "findings", "boiler"),
        ("What do the authors of the boiler report recommend?", False, "recommendations", "boiler"),
        ("What does the boiler report conclude?", False, "findings", "boiler"),
    ],
)
def test_a_question_is_taken_apart(question: str, subject: bool, aspect: str, words: str) -> None:
    asked = wanted(question)
    assert (asked.subject, asked.aspect) == (subject, aspect)
    assert asked.words == tuple(content_words(words))


def test_a_part_may_be_asked_for_by_what_it_is_about() -> None:
    assert wanted("the gist of the bit on the technical committee").part
    assert wanted("Was sagt der Abschnitt über die Kaution?").part
    assert not wanted("Summarise the second part").part


def test_what_is_looked_for_is_said_without_the_command_and_the_document_s_name() -> None:
    question = "how can the contract with Brook end? short overview please"
    assert bare(question, {"contract"}, {"brook"}) == "how can the with end?"
    assert bare("sum up what brook pays", {"plan"}, {"brook"}) == "sum up what brook pays"


def test_a_heading_may_name_what_is_looked_for_and_nothing_else() -> None:
    assert only_aspect("6 Recommendations") == only_aspect("Our main recommendations") == "recommendations"
    assert only_aspect("Recommendations of earlier surveys") == only_aspect("Sites") == ""


def test_sentences_are_told_by_their_wording() -> None:
    assert carries("obligations", "The tenant shall air the rooms.")
    assert carries("deadlines", "The list is handed over by 15 April 2024.")
    assert carries("risks", "Gefahr eines Brandes")
    assert carries("decisions", "The ban on hoses was carried.")
    assert carries("decisions", "Frau Lund wurde zur Kassenwartin gewählt.")
    assert not carries("decisions", "The survey took place in June.")
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
    # A topic that no document is named for is searched for first.
    of_topic = choose(wanted("Summarise the harvest"), documents, Scope())
    assert not of_topic.documents and not of_topic.offered


def test_a_document_is_found_by_its_words_where_no_title_has_them() -> None:
    boiler, lease, other = named("Boiler guide", "Lease of the mill", "Lease of the barn")
    documents = [boiler, lease, other]

    def found(question: str, *passages: tuple[Document, str]) -> Sequence[Document]:
        hits = [
            Hit(replace(make_chunk(text, start=at), document_id=each.id), 0.5, "fused", each.name)
            for at, (each, text) in enumerate(passages)
        ]
        return choose(wanted(question), documents, Scope(), hits).documents

    # It alone has all the words; or most of the first passages are its.
    assert found("summarise the harvest of apples", (lease, "apple harvest"), (other, "apples")) == [lease]
    both = [(lease, "harvest"), (other, "harvest"), (lease, "harvest"), (other, "harvest"), (lease, "more")]
    assert found("summarise the harvest", *both) == [lease]
    assert not found("summarise the harvest", *both[:4])
    # Of several that are called so, the one that has the words.
    assert found("what does the lease say about dogs in short", (other, "dogs"), (lease, "cats")) == [other]
    assert not found("summarise the harvest")


def test_words_that_say_which_document_it_is_are_no_topic() -> None:
    [document] = named("Minutes of May")
    stems = [set(content_words(text)) for text in ("council", "roof", "garden", "fees", "parking", "noise")]
    asked = content_words("council minutes on parking")
    assert topic(asked, document, stems) == content_words("parking")


@pytest.mark.parametrize(
    "question",
    [
        "Summarise the mail itself (not the pdf)",
        "sum up the message without the attachments",
        "Fass die Mail selbst zusammen, ohne den Anhang",
    ],
)
def test_a_message_may_be_asked_for_without_what_is_attached_to_it(question: str) -> None:
    message, attached = named("Offer", "Terms")
    attached = replace(attached, parents=(message.id,), depth=1)
    scope = Scope(documents=(message.id,))
    assert choose(wanted(question), [attached, message], scope).documents == [message]
    assert len(choose(wanted("Summarise the mail"), [attached, message], scope).documents) == 2
