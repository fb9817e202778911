"""The written overview of a document, through the app: real stores, a real embedder, a model that says what the test tells it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from given_engines import engines_with
from scripted import ScriptedModel
from until import until

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, AnswerSoFar, Event, Stage, Token
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.domain.search import Scope
from ragdesk.front import contract
from ragdesk.front.web.tabs.chat import render_chat
from ragdesk.front.web.writing import PendingQuestion, Writing
from ragdesk.host.paths import open_home

LEASE = """# Lease of the mill

This lease is made between Anna Kern and Tom Reed for the old mill by the river. It begins on the first of May.

## Rent

The tenant shall pay a rent of 900 euros a month. It is due by the third day of each month. The rent does not rise for two years.
A deposit of two thousand euros is paid at the beginning.

## Repairs

The landlord shall keep the roof and the walls of the mill in good repair. The tenant must report damage within two days.
Broken windows are replaced by the tenant. The gutters are cleaned every autumn.

## Risks

The greatest risk to the building is a flood of the river in spring. Damage by fire is insured by the landlord.
The cellar has been flooded twice since 1990. Pumps are kept in the shed behind the mill.

## Is the garden quiet?

The garden lies behind the mill. Hens and geese live in the garden. The grass is mown in June. Nobody may fish in the pond.

## End

Either side may end the lease in writing at the end of a quarter. The mill is handed over swept and empty.
All keys are given back on the last day. The deposit is paid back within four weeks.
"""
SAID = [
    "This lease is made between Anna Kern and Tom Reed.",
    "The tenant pays a rent of 900 euros a month. The deposit is nine thousand dollars.",
    "The landlord keeps the roof and the walls of the mill in good repair.",
    "The cellar has been flooded twice since 1990.",
    "The garden is quiet.",
    "Wild bears have been seen near the bridge.",
]
QUESTION = "Write a summary of the lease"


class WritingModel(ScriptedModel):
    """Says of each section what belongs to it, wherever the sections are cut."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        text = prompt.messages[-1][1]
        marks = (
            "Anna Kern",
            "900 euros",
            "keep the roof",
            "flood of the river",
            "Hens and geese",
            "Either side",
        )
        found = [said for mark, said in zip(marks, SAID, strict=True) if mark in text]
        self.answers = [" ".join(found)]
        yield from super().stream(prompt, cancelled)


@pytest.fixture
def model() -> WritingModel:
    return WritingModel(name="writer")


@pytest.fixture
def app(home_folder: Path, tmp_path: Path, model: WritingModel) -> Iterator[App]:
    opened = App.open(open_home(), engines_with(model))
    (tmp_path / "lease.md").write_text(LEASE, encoding="utf-8")
    list(opened.intake.add([tmp_path / "lease.md"]))
    yield opened
    opened.close()


def lease(app: App) -> Scope:
    return Scope(documents=tuple(app.library.documents.ids()))


def written(app: App, **more: Any) -> list[Event]:
    return list(app.answers.ask(QUESTION, scope=lease(app), written=True, **more))


def the_answer(app: App, answer: Event) -> Answer:
    """Checked: all that is shown is borne out, and each quote stands where it says."""
    assert isinstance(answer, Answer) and answer.kind == "overview" and answer.verdict == "answered"
    for citation in answer.citations:
        text = app.library.text(citation.document_id)
        assert text[citation.char_start : citation.char_end] == citation.quote
    assert all(sentence.supported and sentence.citations for sentence in answer.sentences)
    return answer


def test_an_overview_is_written_section_by_section_and_says_how_far_it_is(app: App) -> None:
    events = written(app)
    answer = the_answer(app, events[-1])
    stages = [event for event in events if isinstance(event, Stage) and event.name == "section"]
    assert len(stages) >= 4 and [each.step for each in stages] == list(range(1, len(stages) + 1))
    assert {each.steps for each in stages} == {len(stages)} and answer.written == (len(stages), len(stages))
    assert any(isinstance(event, Token) for event in events), "it streams"
    assert answer.model == "writer" and not answer.unfinished
    assert "The tenant pays a rent of 900 euros a month." in answer.text and "**Rent" in answer.text
    assert contract.answer(answer)["citations"][0]["verified"]


def test_a_sentence_that_is_not_borne_out_gives_way_to_a_quote(app: App) -> None:
    answer = the_answer(app, written(app)[-1])
    assert "bears" not in answer.text and "dollars" not in answer.text
    assert "garden is quiet" not in answer.text, "its heading alone bears nothing out"
    quotes = [each for each in answer.sentences if each.text.startswith("“")]
    assert quotes and all(
        any(cited.quote in each.text for cited in answer.citations if cited.number in each.citations)
        for each in quotes
    )


def test_the_second_time_it_is_there_at_once_until_the_document_is_read_anew(
    app: App, model: WritingModel
) -> None:
    first = the_answer(app, written(app)[-1])
    asked = len(model.prompts)
    events = written(app)
    assert len(model.prompts) == asked and not any(isinstance(event, Token) for event in events)
    assert the_answer(app, events[-1]).text == first.text
    list(app.intake.reprocess(app.library.documents.all()))
    written(app)
    assert len(model.prompts) == 2 * asked
    model.name = "another"
    written(app)
    assert len(model.prompts) == 3 * asked, "another model writes its own"


def stop_after(app: App, sections: int) -> tuple[str, list[Event]]:
    """A conversation in which the writing was stopped within the section after these."""
    seen: list[Event] = []
    conversation = app.conversations.begin(QUESTION).id
    events = app.answers.ask(QUESTION, conversation_id=conversation, scope=lease(app), written=True)
    for event in events:
        seen.append(event)
        done = sum(isinstance(each, AnswerSoFar) for each in seen)
        if done == sections and isinstance(event, Token) and event.text.startswith(" "):
            break
    events.close()
    return conversation, seen


def test_what_was_written_before_a_stop_is_kept_and_it_goes_on_from_there(
    app: App, model: WritingModel
) -> None:
    conversation, _ = stop_after(app, 2)
    [question, message] = app.library.conversations.page(conversation, 9)[0]
    assert message.answer is not None
    half = the_answer(app, message.answer)
    assert half.unfinished and half.written[0] == 2 and half.written_of in lease(app).documents
    page = render_chat.answer(half, message.id)
    assert "Go on" in page and "Ask again" not in page
    asked = len(model.prompts)
    events = written(app, conversation_id=conversation, replacing=question.id)
    first = next(event for event in events if isinstance(event, Stage) and event.name == "section")
    assert first.step == 3
    whole = the_answer(app, events[-1])
    assert len(model.prompts) - asked == whole.written[1] - 2
    assert len(app.library.conversations.page(conversation, 9)[0]) == 2, "it took the place of the half"


def test_the_page_shows_the_section_while_it_is_written_and_then_what_was_checked(app: App) -> None:
    question = PendingQuestion(QUESTION, scope=lease(app), written=True)
    writing = Writing(app, question)
    shown = []
    for event in writing._events(app):
        writing.take(event)
        shown.append(render_chat.stage(writing.stage))
        if isinstance(event, AnswerSoFar):
            assert writing.text == event.answer.text and "bears" not in writing.text
    assert any("section 2 of " in each for each in shown)
    assert writing.so_far is not None and writing.answer is not None


def test_key_points_of_one_document_offer_a_summary(app: App) -> None:
    points = list(app.answers.ask("Summarise this document", scope=lease(app)))[-1]
    assert isinstance(points, Answer)
    [document] = lease(app).documents
    assert f"#rd:chat:summary:{document}" in render_chat.answer(points, "m1")
    assert "#rd:chat:summary" not in render_chat.answer(the_answer(app, written(app)[-1]), "m2")


def test_in_idle_time_it_is_written_ahead_if_the_settings_say_so(
    app: App, model: WritingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.intake.start()
    until(lambda: app.starters.waiting() is None)
    assert model.prompts == []
    app.change_now({("ingest", "overviews"): "on"})
    app.intake.wake()
    until(lambda: app.library.overviews.missing("writer", 1) is None)
    app.intake.stop()
    asked = len(model.prompts)
    assert asked >= 4
    the_answer(app, written(app)[-1])
    assert len(model.prompts) == asked
    app.removals.remove(list(lease(app).documents))
    with app.library._ledger.database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM overviews").fetchone()[0] == 0
