"""The main job with the real model: examples in, cited answers out."""

import json
from pathlib import Path
from typing import Any

import pytest

from ragdesk.answering.choosing.shortlist import Shortlist
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Evidence, QuickAnswer, Token
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Any:
    opened = App.open(open_home(tmp_path_factory.mktemp("home")))
    assert all(result.status == "ready" for result in opened.intake.add([examples]))
    yield opened
    opened.close()


def ask(app: App, question: str, conversation_id: str = "") -> tuple[list[Any], Answer]:
    events = list(app.answers.ask(question, conversation_id=conversation_id))
    assert isinstance(events[-1], Answer)
    return events, events[-1]


def test_the_examples_answer_with_quotes_that_stand_in_them(app: App) -> None:
    for question in app.samples.questions():
        events, answer = ask(app, question)
        kinds = [type(event) for event in events]
        assert kinds.index(Evidence) < min(
            kinds.index(kind) for kind in (Token, QuickAnswer) if kind in kinds
        )
        assert answer.verdict == "answered", (question, answer.text)
        assert all(sentence.citations for sentence in answer.sentences), (question, answer.text)
        for citation in answer.citations:
            assert (
                app.library.text(citation.document_id)[citation.char_start : citation.char_end]
                == citation.quote
            )
            assert app.citations.state(citation) == "unchanged"


def test_a_question_about_something_else_is_not_found_and_calls_no_model(app: App) -> None:
    events, answer = ask(app, "Who won the football world cup in 1974?")
    assert answer.verdict == "not_found"
    assert not any(isinstance(event, Token) for event in events)
    assert answer.citations == ()


def test_a_conversation_is_kept_with_its_citations(app: App) -> None:
    _, answer = ask(app, app.samples.questions()[0])
    messages = app.library.conversations.messages(answer.conversation_id)
    assert [message.turn.role for message in messages] == ["user", "assistant"]
    assert messages[1].answer == answer


def test_stopping_keeps_what_was_written(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shortlist, "sure", lambda shortlist: None)  # the model writes
    monkeypatch.setattr("ragdesk.answering.decide._read", lambda *_: None)
    conversation = app.conversations.create("stopped")
    events = app.answers.ask(app.samples.questions()[0], conversation_id=conversation.id)
    first = next(event for event in events if isinstance(event, Token))
    events.close()  # type: ignore[attr-defined]
    messages = app.library.conversations.messages(conversation.id)
    assert len(messages) == 2
    assert messages[1].turn.text.startswith(first.text)
    assert messages[1].answer is None


def test_a_citation_of_the_pdf_is_found_on_its_page(app: App) -> None:
    _, answer = ask(app, app.samples.questions()[0])
    [citation] = [c for c in answer.citations if c.document.endswith(".pdf")][:1]
    assert citation.page is not None
    boxes = app.citations.boxes(citation.document_id, citation.char_start, citation.char_end)
    assert boxes
    width, height = app.contents.page_size(citation.document_id, boxes[0].page)
    assert all(0 <= b.x0 < b.x1 <= width and 0 <= b.y0 < b.y1 <= height for b in boxes)
    assert app.contents.page_picture(citation.document_id, citation.page).startswith(b"\x89PNG")


def test_the_command_line_prints_the_contract(
    app: App, tmp_path: Path, examples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from ragdesk.front.cli import main

    home = str(tmp_path / "h")
    assert main(["--home", home, "add", str(examples), "--json"]) == 0
    capsys.readouterr()
    assert main(["--home", home, "ask", app.samples.questions()[0], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert set(printed) >= {
        "question", "standalone_question", "answer", "verdict", "citations", "sentences", "hits", "conversation_id",
        "timings",
    }  # fmt: skip
    assert set(printed["timings"]) == {
        "retrieve", "first_evidence", "first_token", "total", "prompt_tokens", "answer_tokens",
    }  # fmt: skip
    assert set(printed["citations"][0]) == {
        "number", "chunk_id", "document_id", "document", "title", "page", "section", "quote", "char_start", "char_end",
        "verified",
    }  # fmt: skip
    assert set(printed["sentences"][0]) == {"text", "citations", "supported"}
