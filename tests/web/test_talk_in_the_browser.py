"""What the app says by itself, in a real browser: shown at once, with links to documents, and a way to the documents."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paced import PacedModel
from ragdesk_browser import Seen, open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
FIELD = "#rd-question textarea"
TOLD = "#rd-thread .rd-told"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[App, PacedModel, Any, Seen]]:
    app, model = App.open(open_home(tmp_path / "home")), PacedModel(["The greeting is hello."])
    app.engines.llm = lambda: model  # type: ignore[method-assign, assignment, return-value]
    note = tmp_path / "greetings.md"
    note.write_text("# Greetings\n\nThe greeting is hello.\n", encoding="utf-8")
    list(app.intake.add([note]))
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        yield app, model, page, seen
        assert seen.foreign() == [] and seen.violations() == []
    app.close()


def ask(page: Any, question: str, number: int) -> str:
    """The answer that the app gives by itself, the one of that number in the conversation."""
    page.fill(FIELD, question)
    page.press(FIELD, "Enter")
    until(page, lambda: page.locator(TOLD).count() == number)
    until(page, lambda: page.locator("#rd-ask:visible").count() == 1)
    return str(page.locator(TOLD).nth(number - 1).inner_text())


def test_talk_memory_and_the_library_in_chat(opened: tuple[App, PacedModel, Any, Seen]) -> None:
    app, model, page, seen = opened
    assert "Hello! What would you like to know" in ask(page, "hello", 1)
    assert page.locator("#rd-evidence li").count() == 0
    assert "I don't know your name yet." in ask(page, "what is my name", 2)
    assert "Nice to meet you, Anna." in ask(page, "My name is Anna.", 3)
    assert "Your name is Anna." in page.inner_text("#rd-live")
    assert "Your name is Anna." in ask(page, "what is my name", 4)
    assert "You have 1 document:" in ask(page, "which documents do I have", 5)
    assert model.prompts == [] and page.locator("#rd-thread .rd-act-good").count() == 0
    assert seen.violations() == []
    page.reload()
    until(page, lambda: page.locator(TOLD).count() == 5)
    seen.console.clear()  # a page that is left breaks off what it was just asking for, and says so
    page.locator(TOLD).last.get_by_role("button", name="Greetings").click()
    page.wait_for_selector("#rd-document:visible, #rd-library:visible")
    until(page, lambda: "greetings.md" in page.inner_text("body"))
    open_tab(page, "Chat")
    page.click("#rd-new")
    until(page, lambda: page.locator(TOLD).count() == 0)
    ask(page, "hello", 1)
    page.locator(TOLD).get_by_role("button", name="Search your documents instead").click()
    until(
        page, lambda: page.locator("#rd-thread .rd-answer").count() == 1 and page.locator(TOLD).count() == 0
    )
    until(page, lambda: page.locator("#rd-ask:visible").count() == 1)
    assert [each.turn.role for each in app.library.conversations.messages(app.conversations.all()[0].id)] == [
        "user",
        "assistant",
    ]
