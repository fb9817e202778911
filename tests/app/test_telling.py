"""What the app answers by itself: no search, no language model, and kept, exported and shown as what it is.

Real ledger and stores; a model that fails the test if it is asked.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Event, Evidence, Token
from ragdesk.domain.errors import UsageError
from ragdesk.domain.search import Scope
from ragdesk.front import console, contract
from ragdesk.front.cli import main
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.host.paths import open_home

GUIDE = "# Boiler guide\n\nThe warranty of the boiler is two years.\n"


def asked(*_: object) -> Any:
    raise AssertionError("the language model was asked")


@pytest.fixture
def app(home_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    opened = App.open(open_home())
    monkeypatch.setattr(type(opened.engines), "llm", asked)
    guide, note = tmp_path / "guide.md", tmp_path / "lease.txt"
    guide.write_text(GUIDE, encoding="utf-8")
    note.write_text("The lease ends in May.\n", encoding="utf-8")
    list(opened.intake.add([guide, note]))
    yield opened
    opened.close()


def told(app: App, question: str, **more: Any) -> Answer:
    events: list[Event] = list(app.answers.ask(question, **more))
    assert not any(isinstance(event, Evidence | Token) for event in events)
    answer = events[-1]
    assert isinstance(answer, Answer) and answer.verdict == "told"
    assert (answer.hits, answer.citations, answer.sentences, answer.model) == ((), (), (), "")
    return answer


def test_talk_memory_and_the_library_are_answered_without_search_and_model(app: App) -> None:
    assert told(app, "Hello, thanks!").text == "Hello! You're welcome."
    assert told(app, "What is my name?").text.startswith("I don't know your name yet.")
    assert told(app, "My name is Anna.").text.startswith("Nice to meet you, Anna.")
    known = told(app, "What is my name?")
    assert known.text.startswith("Your name is Anna.") and known.kind == "person"
    [note] = app.memory.entries("user")
    assert known.memory == (note.id,)
    library = told(app, "Which documents do I have?")
    assert library.text.startswith("You have 2 documents:\n- Boiler guide (guide.md)\n- ")
    assert {mention.document_id for mention in library.mentions} == {
        document.id for document in app.library.documents.all()
    }
    assert "2 documents were added on" in told(app, "what did i add today").text


def test_what_was_only_proposed_is_said_to_wait(app: App) -> None:
    told(app, "I'm Anna, the purchasing manager")
    assert [each.text for each in app.memory.proposals()][::-1] == [
        "Is called Anna.",
        "Is the purchasing manager.",
    ]
    waits = told(app, "who am I?")
    assert "waits in the Memory tab" in waits.text and "- Your name is Anna." in waits.text


def test_it_looks_where_the_conversation_looks(app: App) -> None:
    [guide] = [each.id for each in app.library.documents.all() if each.name == "guide.md"]
    within = told(app, "how many documents are there", scope=Scope(documents=(guide,)))
    assert within.text.startswith("You have 1 document.") and "part of your library" in within.text


def test_a_question_of_the_documents_goes_there_and_so_does_what_was_misread(app: App) -> None:
    for question in ("Hello, how long is the warranty?", "who wrote the guide?"):
        with pytest.raises(AssertionError, match="was asked"):
            list(app.answers.ask(question))
    with pytest.raises(AssertionError, match="was asked"):
        list(app.answers.ask("hello", from_documents=True))


def test_it_is_kept_and_shown_again_as_what_it_is(app: App) -> None:
    answer = told(app, "which documents do i have")
    app.reopen()
    [_, message] = app.library.conversations.messages(answer.conversation_id)
    assert message.answer == answer and message.turn.text == answer.text
    shown = render_chat.answer(message.answer, message.id)
    assert "Search your documents instead" in shown and "rd-told" in shown
    assert f"#rd:library:show:{answer.mentions[0].document_id}" in shown
    assert "rd-unsupported" not in shown and "not supported" not in shown and "rd-act-good" not in shown
    assert console.answer(answer) == answer.text
    value = contract.answer(answer)
    assert (value["verdict"], value["kind"], value["hits"]) == ("told", "library", [])
    assert value["mentions"][0] == {"document_id": answer.mentions[0].document_id, "words": "Boiler guide"}


def test_it_is_exported_as_the_app_s_own_and_becomes_no_source_and_no_message(
    app: App, tmp_path: Path
) -> None:
    answer = told(app, "hello")
    out = tmp_path / "talk.md"
    app.exports.save(out, "md", conversation=answer.conversation_id)
    text = out.read_text(encoding="utf-8")
    assert "Said by RAGDesk itself" in text and "What would you like to know" in text
    with pytest.raises(UsageError):
        app.entries.propose_answer(answer.message_id)
    with pytest.raises(UsageError):
        app.handovers.draft(answer.conversation_id)


def test_the_command_line_tells_it_too(home_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "hello", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["verdict"], value["kind"]) == ("told", "talk") and value["answer"].startswith("Hello!")
    assert main(["ask", "how many documents do I have?"]) == 0
    assert capsys.readouterr().out.strip() == (
        "There are no documents yet. Add some in the Library tab, then ask about them here."
    )
