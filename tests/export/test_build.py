"""What an export holds before it is written: one reference a passage, numbers, and what became of each question."""

from dataclasses import replace

import pytest
from export.records import A, B, C, answer, citation, conversation, messages, of_one, said, source, state

from ragdesk.domain.answers import Sentence
from ragdesk.domain.errors import UsageError
from ragdesk.extras.export import build
from ragdesk.extras.export.record import Use


def test_a_conversation_numbers_its_references_through_one_entry_a_passage() -> None:
    record = conversation()
    assert [(one.number, one.source.document_id) for one in record.references] == [(1, A), (2, B), (3, C)]
    assert record.references[0].uses == (Use(1, 1), Use(2, 1))
    assert record.references[2].uses == (Use(2, 2),)
    second = record.exchanges[1]
    assert [piece.numbers for piece in second.pieces if piece.supported] == [(3, 1)]
    assert [piece.text for piece in second.pieces if piece.supported is False] == ["It is `red`."]
    assert second.text == messages()[3].turn.text


def test_every_question_is_there_with_what_became_of_it() -> None:
    record = conversation()
    assert [(each.question, each.outcome) for each in record.exchanges] == [
        ("How long must it cool?", "answered"),
        ("And the big one?", "answered"),
        ("Who painted it?", "not_found"),
        ("Is it loud?", "unsupported"),
        ("What else?", "stopped"),
        ("Hello?", "unanswered"),
    ]
    assert [each.standalone for each in record.exchanges[:2]] == ["", "How long must the big autoclave cool?"]
    assert record.exchanges[4].text == "It also"
    assert [each.number for each in record.exchanges] == [1, 2, 3, 4, 5, 6]


def test_an_answer_without_its_question_is_exported() -> None:
    alone, _ = build.conversation(messages()[9:10], source, state)
    assert [(each.question, each.text, each.outcome) for each in alone] == [("", "It also", "stopped")]


def test_one_answer_keeps_its_own_numbers_and_chosen_citations_are_the_only_ones() -> None:
    whole, chosen = of_one(messages()[3]), of_one(messages()[3], (2,))
    assert [one.number for one in whole.references] == [1, 2] and whole.exchanges[0].left_out == 0
    assert [one.number for one in chosen.references] == [2] and chosen.exchanges[0].left_out == 1
    assert [piece.numbers for piece in chosen.exchanges[0].pieces if piece.supported] == [(2,)]
    assert chosen.exchanges[0].text == whole.exchanges[0].text


def test_two_citations_of_one_answer_for_one_passage_are_one_reference() -> None:
    given = answer("Why?", (Sentence("So.", (1, 2), True),), (citation(1), citation(2)))
    record = of_one(said(1, "So.", given))
    assert [one.number for one in record.references] == [1]
    assert record.exchanges[0].pieces[0].numbers == (1,)


def test_a_passage_that_was_read_anew_and_changed_is_another_reference_with_another_key() -> None:
    first = answer("Why?", (Sentence("So.", (1,), True),), (citation(1, quote="Because."),))
    again = replace(first, citations=(replace(first.citations[0], quote="BECAUSE."),))
    _, references = build.conversation([said(1, "So.", first), said(2, "So.", again)], source, state)
    assert [one.number for one in references] == [1, 2]
    assert len({one.key for one in references}) == 2
    _, once_more = build.conversation([said(3, "So.", again)], source, state)
    assert once_more[0].key == references[1].key


def test_a_sentence_that_is_found_twice_in_the_text_keeps_both_places() -> None:
    given = answer("Why?", (Sentence("So.", (1,), True), Sentence("So.", (), False)), (citation(1),))
    pieces = of_one(said(1, given.text, given)).exchanges[0].pieces
    assert [(piece.text, piece.supported) for piece in pieces] == [("So.", True), (" ", None), ("So.", False)]


@pytest.mark.parametrize(
    ("message", "chosen", "says"),
    [(0, (), "no answer"), (9, (), "no answer"), (3, (7,), "no citation 7"), (5, (1,), "no citation 1")],
)
def test_what_cannot_be_exported_is_said(message: int, chosen: tuple[int, ...], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        of_one(messages()[message], chosen)


def test_an_empty_conversation_is_said() -> None:
    with pytest.raises(UsageError, match="nothing in this conversation"):
        build.conversation([], source, state)
