"""Conversations in a real browser: kept over a reload, open in two windows, many of them, and in narrow windows. The model's
words are scripted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paced import PacedModel
from ragdesk_browser import fill_until, keep, reload, serving, until, window
from storage.test_codec import ANSWER

from ragdesk.app.app import App
from ragdesk.domain.conversations import Turn
from ragdesk.domain.search import Scope
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("the_model_writes"),
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
QUESTION = "How long must the autoclave cool down before the door is opened?"
TRUE = "The autoclave must cool down for at least 45 minutes before the door is opened."
FIELD = "#rd-question textarea"
FIND = "#rd-find-talk textarea, #rd-find-talk input"


@pytest.fixture(scope="module")
def model() -> PacedModel:
    return PacedModel([TRUE])


@pytest.fixture(scope="module")
def opened(
    tmp_path_factory: pytest.TempPathFactory, examples: Path, model: PacedModel
) -> Iterator[tuple[App, Any, Any]]:
    """The app with 200 conversations, one of them of 300 messages, and one window on it: (desk, page, what it saw)."""
    app = App.open(open_home(tmp_path_factory.mktemp("chat") / "home"))
    app.engines.llm = lambda: model  # type: ignore[method-assign, assignment, return-value]
    list(app.intake.add([examples]))
    fill(app)
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        yield app, page, seen
    app.close()


def fill(app: App) -> None:
    for number in range(1, 199):
        app.conversations.create(f"About number {number}")
    app.conversations.create("Über Ölpumpen", Scope(collections=("Quality",)))
    long = app.conversations.create("A long talk").id
    for number in range(1, 151):
        app.library.conversations.add(long, Turn("user", f"Question {number}?"))
        app.library.conversations.add(long, Turn("assistant", f"Answer {number}."), ANSWER)


@pytest.fixture
def chat(opened: tuple[App, Any, Any], model: PacedModel) -> Iterator[tuple[App, Any, Any]]:
    app, page, seen = opened
    model.go_on()
    page.fill(FIND, "")
    page.click("#rd-new")
    until(page, lambda: page.locator("#rd-thread .rd-thread").count() == 0)
    page.fill(FIELD, "")
    yield app, page, seen
    model.go_on()
    assert seen.foreign() == [] and seen.violations() == []


def ask(page: Any, question: str = QUESTION) -> None:
    page.fill(FIELD, question)
    page.press(FIELD, "Enter")


def test_an_answer_goes_on_over_a_reload_and_a_second_window_sees_it(
    chat: tuple[App, Any, Any], model: PacedModel
) -> None:
    app, page, seen = chat
    model.hold()
    ask(page)
    page.wait_for_selector("#rd-live .rd-live")
    page.fill(FIELD, "And who may")
    reload(page, seen)
    page.wait_for_selector("#rd-live .rd-live")
    assert page.inner_text("#rd-live .rd-prose") == "The autoclave must"
    assert QUESTION in page.inner_text("#rd-live .rd-question")
    until(page, lambda: page.input_value(FIELD) == "And who may" and page.is_visible("#rd-stop"))
    until(page, lambda: page.locator("#rd-evidence li").count() > 0)

    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#rd-question:visible")
    until(other, lambda: other.locator("a.rd-talk").count() > 0)
    assert other.input_value(FIELD) == "" and other.locator("#rd-live .rd-live").count() == 0
    other.locator("a.rd-talk").first.click()
    other.wait_for_selector("#rd-live .rd-live")
    other.fill(FIELD, "In the other window")
    model.go_on()
    for each in (page, other):
        until(each, lambda each=each: each.locator("#rd-thread a.rd-cite").count() == 1)
        assert TRUE in each.inner_text("#rd-thread") and each.locator("#rd-live .rd-live").count() == 0
        assert each.locator("#rd-thread .rd-question").count() == 1
    assert page.input_value(FIELD) == "And who may" and other.input_value(FIELD) == "In the other window"
    other.close()

    reload(page, seen)
    until(page, lambda: page.locator("#rd-thread a.rd-cite").count() == 1)
    assert page.input_value(FIELD) == "And who may"
    assert [each.turn.role for each in app.library.conversations.messages(app.conversations.all()[0].id)] == [
        "user",
        "assistant",
    ]


def test_a_question_that_must_wait_for_another_window_s_says_so(
    chat: tuple[App, Any, Any], model: PacedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, page, _ = chat
    monkeypatch.setattr(model, "_before", 0)
    model.hold()
    ask(page)
    page.wait_for_selector("#rd-live .rd-question")
    assert "asked earlier" not in page.inner_text("#rd-status")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#rd-question:visible")
    until(other, lambda: other.locator("a.rd-talk").count() > 0)
    ask(other)
    until(other, lambda: "1 question that was asked earlier comes first" in other.inner_text("#rd-status"))
    model.go_on()
    for each in (page, other):
        until(each, lambda each=each: each.locator("#rd-thread a.rd-cite").count() == 1)
        assert "asked earlier" not in each.inner_text("#rd-status")
    other.close()


def test_enter_while_an_answer_comes_says_that_the_question_waits(
    chat: tuple[App, Any, Any], model: PacedModel
) -> None:
    _, page, _ = chat
    model.hold()
    ask(page)
    page.wait_for_selector("#rd-live .rd-live")
    ask(page, "And who may open it?")
    until(page, lambda: "waits in its field" in page.inner_text("#rd-status"))
    model.go_on()
    until(page, lambda: page.locator("#rd-thread a.rd-cite").count() == 1)
    until(page, lambda: "waits in its field" not in page.inner_text("#rd-status"))
    assert page.input_value(FIELD) == "And who may open it?"
    page.press(FIELD, "Enter")
    until(page, lambda: page.locator("#rd-thread .rd-question").count() == 2)


def test_conversations_are_found_renamed_and_deleted_with_a_way_back(chat: tuple[App, Any, Any]) -> None:
    app, page, _ = chat
    assert page.locator("a.rd-talk").count() == 50
    page.get_by_role("button", name="Show older").click()
    until(page, lambda: page.locator("a.rd-talk").count() == 100)
    page.locator(FIND).press_sequentially("ölpump")
    until(page, lambda: page.locator("a.rd-talk").count() == 1)
    assert "Quality" in page.inner_text("a.rd-talk")
    page.fill(FIND, "answer 77")
    until(page, lambda: "A long talk" in page.inner_text("#rd-conversations"))
    assert page.inner_text(".rd-excerpt mark >> nth=0") == "Answer"
    page.fill(FIND, "number 42")
    until(page, lambda: page.locator("a.rd-talk", has_text="About number 42").count() == 1)
    page.click("a.rd-talk")
    page.get_by_role("button", name="Rename").click()
    field = page.get_by_role("textbox", name="Rename")
    assert field.input_value() == "About number 42"
    field.fill("About: number 42 <b>&</b> more")
    field.press("Enter")
    until(page, lambda: "About: number 42 <b>&</b> more" in page.inner_text("#rd-conversations"))
    page.get_by_role("button", name="Delete").click()
    until(page, lambda: "No conversation holds that" in page.inner_text("#rd-conversations"))
    assert "About: number 42 <b>&</b> more" not in [each.title for each in app.conversations.all()]
    page.locator("#rd-undo").get_by_role("button", name="Undo").click()
    until(page, lambda: page.locator("a.rd-talk").count() == 1)
    assert "About: number 42 <b>&</b> more" in [each.title for each in app.conversations.all()]


def test_a_long_conversation_is_shown_from_its_end(chat: tuple[App, Any, Any]) -> None:
    _, page, _ = chat
    talks, long = page.locator("a.rd-talk"), page.locator("a.rd-talk", has_text="A long talk")
    fill_until(page, page.locator(FIND), "A long talk", lambda: talks.count() == long.count() == 1)
    long.click()
    until(page, lambda: page.locator("#rd-thread .rd-question").count() == 15)
    at = "(() => { const s = document.getElementById('rd-scroll'); return [s.scrollTop, s.scrollHeight, s.clientHeight]; })()"
    until(page, lambda: sum(page.evaluate(at)[::2]) > page.evaluate(at)[1] - 100)
    page.evaluate("document.getElementById('rd-scroll').scrollTop = 0")
    page.wait_for_timeout(300)
    first = page.locator("#rd-thread .rd-question", has_text="Question 136?")
    before = first.bounding_box()["y"]
    page.get_by_role("button", name="Show earlier").click()
    until(page, lambda: page.locator("#rd-thread .rd-question").count() == 30)
    page.wait_for_timeout(300)
    assert abs(first.bounding_box()["y"] - before) < 60, "what was in view stays there"


@pytest.mark.parametrize(("width", "dark"), [(320, True), (1280, True), (3840, False)])
def test_the_field_is_in_view_and_nothing_is_cut_off(
    opened: tuple[App, Any, Any], model: PacedModel, width: int, dark: bool
) -> None:
    _, page, _ = opened
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.set_viewport_size({"width": width, "height": 640 if width < 600 else 900})
    page.click("#rd-new")
    until(page, lambda: page.locator("#rd-thread .rd-thread").count() == 0)
    ask(page)
    until(page, lambda: page.locator("#rd-thread a.rd-cite").count() == 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    field = page.locator("#rd-question").bounding_box()
    assert field["y"] + field["height"] <= page.viewport_size["height"] and field["x"] >= 0
    prose = page.locator("#rd-thread .rd-prose").first.bounding_box()
    assert 180 < prose["width"] <= 46 * 16
    assert page.is_visible("#rd-scope > button") and page.is_visible("#rd-stance input")
    keep(page, f"chat-{width}-{'dark' if dark else 'light'}")
    if width < 1000:
        assert not page.is_visible("#rd-evidence") and not page.is_visible("#rd-conversations")
        page.locator("#rd-evidence-title a.rd-fold").click()
        page.wait_for_selector("#rd-evidence li:visible")
        page.locator("#rd-talks-fold a.rd-fold").click()
        page.wait_for_selector("a.rd-talk:visible")
        assert page.locator("#rd-talks-fold a.rd-fold").get_attribute("aria-expanded") == "true"
