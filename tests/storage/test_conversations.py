"""Conversations in the ledger, and what stays in them of a document that was removed."""

from dataclasses import replace
from pathlib import Path

import pytest
from storage.test_codec import ANSWER

from ragdesk.domain.conversations import Turn
from ragdesk.domain.errors import UnknownIdError
from ragdesk.domain.search import Scope
from ragdesk.storage.ledger.ledger import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "library.db", tmp_path / "incoming")


def test_messages_come_back_in_order_with_their_answers(ledger: Ledger) -> None:
    conversation = ledger.conversations.create("Cooling", Scope(("Quality",)))
    ledger.conversations.add(conversation.id, Turn("user", "How long?"))
    stored = ledger.conversations.add(conversation.id, Turn("assistant", "45 minutes."), ANSWER)
    assert ledger.conversations.get(conversation.id).scope == Scope(("Quality",))
    first, second = ledger.conversations.messages(conversation.id)
    assert first.turn == Turn("user", "How long?")
    assert first.answer is None
    assert second == stored
    assert second.answer == replace(ANSWER, conversation_id=conversation.id, message_id=second.id)
    assert ledger.conversations.message(second.id) == second


def test_the_conversation_that_was_used_last_comes_first(ledger: Ledger) -> None:
    one, two = ledger.conversations.create("One"), ledger.conversations.create("Two")
    assert [each.id for each in ledger.conversations.all()] == [two.id, one.id]
    ledger.conversations.add(one.id, Turn("user", "Again"))
    assert [each.id for each in ledger.conversations.all()] == [one.id, two.id]


def test_title_and_scope_can_be_changed(ledger: Ledger) -> None:
    conversation = ledger.conversations.create("One")
    ledger.conversations.rename(conversation.id, "Zwei")
    ledger.conversations.set_scope(conversation.id, Scope(documents=("a" * 16,)))
    read = ledger.conversations.get(conversation.id)
    assert (read.title, read.scope) == ("Zwei", Scope(documents=("a" * 16,)))


def test_a_deleted_conversation_leaves_the_disk(ledger: Ledger, tmp_path: Path) -> None:
    conversation = ledger.conversations.create("About the xylophone")
    ledger.conversations.add(conversation.id, Turn("user", "Where is the xylophone? " * 300))
    ledger.conversations.delete(conversation.id)
    assert ledger.conversations.all() == []
    assert not any(b"xylophone" in path.read_bytes() for path in tmp_path.iterdir())


def test_what_is_not_there_is_named(ledger: Ledger) -> None:
    conversations = ledger.conversations
    for ask in (conversations.get, conversations.messages, conversations.delete, conversations.message):
        with pytest.raises(UnknownIdError) as caught:
            ask("nowhere")
        assert "nowhere" in caught.value.message
    with pytest.raises(UnknownIdError):
        conversations.add("nowhere", Turn("user", "?"))


def test_a_removed_documents_passages_go_and_its_quotes_stay(ledger: Ledger) -> None:
    conversation = ledger.conversations.create("Cooling")
    message = ledger.conversations.add(conversation.id, Turn("assistant", "45 minutes."), ANSWER)
    with ledger.database.writing() as connection:
        ledger.conversations.forget_passages(connection, {"a" * 16})
    answer = ledger.conversations.message(message.id).answer
    assert answer is not None
    assert (answer.hits, answer.citations) == ((), ANSWER.citations)
