"""Conversations as a person deals with them: found, read from the end, rated, deleted and brought back; turns replaced."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from paced import PacedModel
from storage.test_codec import ANSWER
from until import until

from ragdesk.app.app import App
from ragdesk.app.conversations import ChatHistory
from ragdesk.domain.answers import Answer
from ragdesk.domain.conversations import Rating, Turn
from ragdesk.domain.errors import QuestionError, UnknownIdError
from ragdesk.host.paths import open_home

SAYS = "The pump needs four minutes to start."


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    monkeypatch.setattr(opened.engines, "llm", lambda: PacedModel([SAYS]))
    yield opened
    opened.close()


@pytest.fixture
def pump(app: App, tmp_path: Path) -> App:
    note = tmp_path / "pump.md"
    note.write_text(f"# Pumps\n\n{SAYS} The valve is opened by hand before that.\n", encoding="utf-8")
    list(app.intake.add([note]))
    return app


def talk(app: App, *turns: str) -> str:
    """A conversation of questions and answers in turn; its id."""
    conversation = app.conversations.create("Talk").id
    for number, text in enumerate(turns):
        role = "user" if number % 2 == 0 else "assistant"
        kept = ANSWER if role == "assistant" else None
        app.library.conversations.add(conversation, Turn(role, text), kept)  # type: ignore[arg-type]
    return conversation


def test_conversations_are_found_by_title_and_by_what_was_said(app: App) -> None:
    first = talk(app, "Wie heiß wird die STRASSE?", "80 Grad.")
    app.conversations.create("Über Ölpumpen")
    assert [(each.title, where) for each, where in app.conversations.search("ölPUMPEN")] == [
        ("Über Ölpumpen", "")
    ]
    assert [(each.id, where) for each, where in app.conversations.search("straße")] == [
        (first, "Wie heiß wird die STRASSE?")
    ]
    assert app.conversations.search("nothing") == [] and app.conversations.search("100%") == []
    assert len(app.conversations.search("  ")) == 2


def test_a_page_holds_the_last_messages_and_counts_the_others(app: App) -> None:
    conversation = talk(app, *map(str, range(10)))
    page, earlier = app.library.conversations.page(conversation, 4)
    assert [each.turn.text for each in page] == ["6", "7", "8", "9"] and earlier == 6
    upto = app.library.conversations.end(conversation, before=page[2].id)
    page, earlier = app.library.conversations.page(conversation, 4, upto)
    assert [each.turn.text for each in page] == ["4", "5", "6", "7"] and earlier == 4
    assert app.library.conversations.page(conversation, 4, 0) == ([], 0)


def test_a_deletion_can_be_undone_for_a_moment_and_is_for_good_after_it(app: App) -> None:
    talks = ChatHistory(app._current, undo_seconds=0.4)
    conversation = talk(app, "About the xylophone", "Yes.")
    talks.delete(conversation)
    assert talks.all() == [] and talks.search("xylophone") == []
    with pytest.raises(UnknownIdError):
        talks.get(conversation)
    talks.restore(conversation)
    assert [each.id for each in talks.all()] == [conversation]
    talks.delete(conversation)
    until(lambda: app.library.conversations.all() == [])
    with pytest.raises(UnknownIdError, match="too late"):
        talks.restore(conversation)
    ledger = app.home.root / "library.db"
    assert b"xylophone" not in ledger.read_bytes()


def test_what_is_being_deleted_goes_when_the_desk_closes(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "other"))
    app.conversations.delete(talk(app, "Anything"))
    app.close()
    again = App.open(open_home(tmp_path / "other"))
    assert again.conversations.all() == []
    again.close()


def test_what_cannot_be_asked_begins_no_conversation(app: App) -> None:
    with pytest.raises(QuestionError):
        app.conversations.begin(" ")
    assert app.conversations.all() == []


def test_a_rating_is_kept_with_its_answer_and_goes_with_it(app: App) -> None:
    conversation = talk(app, "How long?", "Four minutes.")
    [_, answer] = app.library.conversations.messages(conversation)
    kept = app.library.ratings.rate(Rating(answer.id, "bad", "missed", "See page 2."))
    assert app.conversations.ratings([answer]) == {answer.id: kept} and kept.created_at
    app.library.ratings.rate(Rating(answer.id, "good"))
    assert app.conversations.ratings([answer])[answer.id].verdict == "good"
    app.library.ratings.withdraw(answer.id)
    assert app.conversations.ratings([answer]) == {}
    app.library.ratings.rate(Rating(answer.id, "good"))
    app.library.conversations.delete(conversation)
    assert app.library.ratings.of([answer.id]) == {}
    with pytest.raises(UnknownIdError):
        app.library.ratings.rate(Rating(answer.id, "good"))


def test_only_the_last_turn_is_replaced_and_not_one_that_a_person_was_asked_about(app: App) -> None:
    conversation = talk(app, "One?", "1", "Two?", "2")
    one, _, two, answer = app.library.conversations.messages(conversation)
    assert app.conversations.replaceable(one) == "" and app.conversations.replaceable(two) == two.id
    assert app.conversations.question_of(answer.id) == two == app.conversations.question_of(two.id)
    assert app.conversations.repeated(conversation, "Two?") == "", "it was answered"
    app.handovers.draft(answer.id)
    assert app.conversations.replaceable(two) == ""


def test_an_answer_takes_the_place_of_the_turn_that_it_replaces(pump: App) -> None:
    *_, first = pump.answers.ask("How long does the pump need to start?")
    assert isinstance(first, Answer)
    [question, _] = pump.library.conversations.messages(first.conversation_id)
    *_, second = pump.answers.ask(
        "How many minutes does the pump need?",
        conversation_id=first.conversation_id,
        replacing=question.id,
    )
    assert isinstance(second, Answer) and second.standalone_question == second.question
    kept = pump.library.conversations.messages(first.conversation_id)
    assert [each.turn.text for each in kept] == ["How many minutes does the pump need?", SAYS]


def test_a_stopped_answer_replaces_nothing(pump: App) -> None:
    *_, first = pump.answers.ask("How long does the pump need to start?")
    assert isinstance(first, Answer)
    [question, _] = pump.library.conversations.messages(first.conversation_id)
    events = pump.answers.ask("And the valve?", conversation_id=first.conversation_id, replacing=question.id)
    next(events)
    events.close()
    assert [each.turn.text for each in pump.library.conversations.messages(first.conversation_id)][:2] == [
        "How long does the pump need to start?",
        SAYS,
    ]


def test_what_a_person_wrote_is_searched_for_exactly(pump: App) -> None:
    *_, first = pump.answers.ask("How long does the pump need to start?")
    assert isinstance(first, Answer)
    again = pump.answers.ask(
        "And the valve?",
        conversation_id=first.conversation_id,
        searched_for="Is the valve of the pump opened by hand?",
    )
    *_, answer = again
    assert isinstance(answer, Answer)
    assert (answer.question, answer.standalone_question) == (
        "And the valve?",
        "Is the valve of the pump opened by hand?",
    )
    with pytest.raises(QuestionError):
        list(
            pump.answers.ask(
                "And now?", conversation_id=first.conversation_id, searched_for=" " * 3 + "x" * 5_000
            )
        )


def test_a_replaced_answer_is_out_of_the_ledger(pump: App) -> None:
    *_, first = pump.answers.ask("How long does the pump need to start?")
    assert isinstance(first, Answer)
    [question, answer] = pump.library.conversations.messages(first.conversation_id)
    list(pump.answers.ask(question.turn.text, conversation_id=first.conversation_id, replacing=question.id))
    with pytest.raises(UnknownIdError):
        pump.library.conversations.message(answer.id)
