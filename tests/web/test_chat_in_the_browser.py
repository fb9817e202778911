"""Asking in a real browser: what comes in which order, and what can be done with an answer. The model's words are scripted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paced import PacedModel
from ragdesk_browser import open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("the_model_writes"),
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
QUESTION = "How long must the autoclave cool down before the door is opened?"
TRUE = "The autoclave must cool down for at least 45 minutes before the door is opened."
ODD = "The badge is made of gold."
FIELD = "#rd-question textarea"
ABSENT = "What is the capital of Australia?"
LAST = "#rd-thread .rd-answer >> nth=-1"


@pytest.fixture(scope="module")
def model() -> PacedModel:
    return PacedModel([f"{TRUE} {ODD}"])


@pytest.fixture(scope="module")
def opened(
    tmp_path_factory: pytest.TempPathFactory, examples: Path, model: PacedModel
) -> Iterator[tuple[App, Any, Any]]:
    """The app, and one window on it: (desk, page, what the page saw)."""
    app = App.open(open_home(tmp_path_factory.mktemp("chat") / "home"))
    app.engines.llm = lambda: model  # type: ignore[method-assign, assignment, return-value]
    list(app.intake.add([examples]))
    with serving(app) as url, window() as (page, seen):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        yield app, page, seen
    app.close()


@pytest.fixture
def chat(opened: tuple[App, Any, Any], model: PacedModel) -> Iterator[tuple[App, Any]]:
    """A new conversation; afterwards nothing foreign was asked for, and no script failed."""
    app, page, seen = opened
    model.go_on()
    page.click("#rd-new")
    until(page, lambda: page.locator("#rd-thread .rd-thread").count() == 0)
    page.fill(FIELD, "")
    yield app, page
    model.go_on()
    assert seen.foreign() == [] and seen.violations() == []


def ask(page: Any, question: str = QUESTION) -> None:
    page.fill(FIELD, question)
    page.press(FIELD, "Enter")


def answered(page: Any, number: int = 1) -> None:
    until(page, lambda: page.locator("#rd-thread .rd-answer .rd-supported").count() == number)
    until(page, lambda: page.locator("#rd-live .rd-live").count() == 0)


def messages(app: App) -> list[tuple[str, str]]:
    return [
        (each.turn.role, each.turn.text)
        for each in app.library.conversations.messages(app.conversations.all()[0].id)
    ]


def _last_answer(app: App) -> str:
    last = app.library.conversations.messages(app.conversations.all()[0].id)[-1]
    return last.id if last.answer is not None else ""


def test_evidence_comes_first_then_words_then_the_checked_answer(
    chat: tuple[App, Any], model: PacedModel
) -> None:
    app, page = chat
    model.hold()
    page.fill(FIELD, "one")
    page.press(FIELD, "Shift+Enter")
    assert page.input_value(FIELD) == "one\n", "Shift+Enter writes a new line"
    ask(page)
    page.wait_for_selector("#rd-evidence li")
    page.wait_for_selector("#rd-live .rd-live")
    assert page.inner_text("#rd-live .rd-prose") == "The autoclave must"
    assert "passages, best first" in page.inner_text("#rd-evidence")
    assert page.locator("a.rd-cite").count() == 0 and page.input_value(FIELD) == ""
    model.go_on()
    answered(page)
    first = page.locator("#rd-evidence li").first
    assert first.locator("a.rd-cite").inner_text().endswith("1")
    assert "must cool down for at least 45 minutes" in first.inner_text()
    assert "Also found" in page.inner_text("#rd-evidence")
    first.locator("summary").click()
    assert "Opening it earlier releases steam at face height." in first.inner_text()
    flagged = page.locator(".rd-unsupported + .rd-flag")
    assert page.inner_text(".rd-unsupported") == ODD and flagged.inner_text() == "not supported"
    assert [role for role, _ in messages(app)] == ["user", "assistant"]


def test_below_a_guess_stands_what_the_documents_say_and_a_click_opens_it(
    chat: tuple[App, Any], model: PacedModel
) -> None:
    _, page = chat
    model.answers.insert(0, ODD)
    ask(page, "When may the autoclave be opened?")  # no sentence is so sure that it stands alone
    answered(page)
    assert page.inner_text(".rd-unsupported") == ODD
    shown = page.inner_text("#rd-thread .rd-supported")
    assert shown.startswith("Closest passage: “")
    assert "The autoclave must cool down for at least 45 minutes" in shown
    assert "couldn't confirm this in your documents" in page.inner_text("#rd-thread")
    page.locator("#rd-thread a.rd-cite").click()
    page.wait_for_selector("#rd-beside-viewer .rd-highlight")
    page.get_by_role("button", name="All citations").click()
    page.wait_for_selector("#rd-viewer .rd-highlight")
    assert page.inner_text("#rd-citations .rd-unsupported") == ODD, "Citations say so, too"
    assert "couldn't confirm this in your documents" in page.inner_text("#rd-citations")
    open_tab(page, "Chat")
    page.wait_for_selector(FIELD)


def test_a_refusal_stays_in_view_and_its_passages_stand_beside_it(chat: tuple[App, Any]) -> None:
    _, page = chat
    page.set_viewport_size({"width": 1280, "height": 560})
    ask(page, ABSENT)
    until(page, lambda: page.locator("#rd-thread .rd-notfound").count() == 1)
    page.wait_for_timeout(300)
    assert page.locator("#rd-thread .rd-passages").count() == 0
    head, thread = (
        page.locator(".rd-notfound .rd-prose").bounding_box(),
        page.locator("#rd-scroll").bounding_box(),
    )
    assert head["y"] >= thread["y"] and head["y"] + head["height"] <= thread["y"] + thread["height"]
    assert "None is sure to answer it" in page.inner_text("#rd-evidence")
    page.set_viewport_size({"width": 700, "height": 800})
    assert not page.is_visible("#rd-evidence")
    page.get_by_role("button", name="the nearest passages").click()
    page.wait_for_selector("#rd-evidence li:visible")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_what_is_asked_anew_comes_into_view_wherever_the_person_has_scrolled_to(
    chat: tuple[App, Any], model: PacedModel
) -> None:
    _, page = chat
    page.set_viewport_size({"width": 1280, "height": 460})
    for number in (1, 2):
        ask(page)
        answered(page, number)
    where = "(() => { const s = document.getElementById('rd-scroll'); return s.scrollHeight - s.scrollTop - s.clientHeight; })()"
    page.evaluate("document.getElementById('rd-scroll').scrollTop = 0")
    until(page, lambda: page.evaluate(where) > 80)
    model.hold()
    ask(page)
    page.wait_for_selector("#rd-live .rd-prose")
    until(page, lambda: page.evaluate(where) < 8)
    # Who scrolls up while it is written stays there.
    page.evaluate("document.getElementById('rd-scroll').scrollTop = 0")
    page.wait_for_timeout(300)
    model.go_on()
    answered(page, 3)
    assert page.evaluate("document.getElementById('rd-scroll').scrollTop") < 8
    page.set_viewport_size({"width": 1280, "height": 800})


def test_escape_stops_and_the_same_question_takes_the_place_of_the_stopped_one(
    chat: tuple[App, Any], model: PacedModel
) -> None:
    app, page = chat
    model.hold()
    ask(page)
    page.wait_for_selector("#rd-live .rd-live")
    page.keyboard.press("Escape")
    page.wait_for_selector("#rd-ask:visible")
    until(page, lambda: model.cancelled == 1)
    until(page, lambda: "has not been checked" in page.inner_text("#rd-live"))
    assert page.input_value(FIELD) == QUESTION
    assert messages(app) == [("user", QUESTION), ("assistant", "The autoclave must")]
    model.go_on()
    page.click("#rd-live a.rd-act-again")
    answered(page)
    assert messages(app) == [("user", QUESTION), ("assistant", f"{TRUE} {ODD}")]
    assert page.input_value(FIELD) == "" and page.locator("#rd-live a.rd-act-again").count() == 0


def test_the_choice_of_where_to_look_closes_and_an_edited_question_goes_with_its_conversation(
    chat: tuple[App, Any],
) -> None:
    _, page = chat
    panel = page.locator("#rd-only-documents")
    page.get_by_role("button", name="Where to look").click()
    panel.wait_for()
    page.locator("#rd-only-documents input").click()
    page.locator("[role=option]").first.click()
    assert panel.is_visible(), "what is chosen in it leaves it open"
    page.click(FIELD)
    panel.wait_for(state="hidden")
    page.click("#rd-new")
    until(page, lambda: "everywhere" in page.inner_text("#rd-scope"))
    ask(page)
    answered(page)
    page.get_by_role("button", name="Edit").first.click()
    until(page, lambda: page.input_value(FIELD) == QUESTION)
    page.fill(FIELD, f"{QUESTION} Really?")
    page.click("#rd-new")
    until(page, lambda: page.input_value(FIELD) == "")
    page.fill(FIELD, "Mine")
    page.click("#rd-new")
    page.wait_for_timeout(1_000)
    assert page.input_value(FIELD) == "Mine", "what a person types stays"


def test_the_strictness_is_passed_by_without_a_change(chat: tuple[App, Any]) -> None:
    app, page = chat
    field = page.locator("#rd-stance input")
    until(page, lambda: field.input_value() == "Balanced")
    for key in ("Tab", "Shift+Tab"):
        page.locator("#rd-model-name a" if key == "Shift+Tab" else "#rd-scope button").first.focus()
        page.keyboard.press(key)
        until(page, lambda: field.get_attribute("aria-expanded") == "true")
        page.keyboard.press(key)
        page.wait_for_timeout(1_000)
        assert field.get_attribute("aria-expanded") == "false", "its list is closed behind who left it"
        assert page.locator("[role=listbox]").count() == 0
    assert page.inner_text("#rd-status").strip() == "" and app.settings.answer.stance == "balanced"


def test_a_citation_shows_its_quote_to_mouse_and_keyboard_until_escape(chat: tuple[App, Any]) -> None:
    _, page = chat
    ask(page)
    answered(page)
    card = page.locator("#rd-hover")
    cite = page.locator("#rd-thread a.rd-cite").first
    cite.hover()
    card.wait_for()
    assert "must cool down for at least 45 minutes" in card.inner_text()
    assert "Autoclave AV-300" in card.inner_text() and "page 2" in card.inner_text()
    assert cite.get_attribute("aria-describedby") == "rd-hover"
    card.hover()
    page.wait_for_timeout(500)
    assert card.is_visible(), "it stays while the pointer is on it"
    page.keyboard.press("Escape")
    assert card.count() == 0
    cite.hover()
    page.mouse.move(3, 3)
    until(page, lambda: card.count() == 0, 5)

    page.locator("#rd-thread .rd-question a.rd-act").last.focus()
    page.keyboard.press("Tab")
    card.wait_for()
    page.wait_for_timeout(500)
    assert card.is_visible(), "it stays while the number has the focus"
    page.keyboard.press("Escape")
    assert card.count() == 0
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-beside-viewer .rd-highlight")
    page.keyboard.press("Control+k")
    until(page, lambda: page.evaluate("document.activeElement.closest('#rd-question') !== null"))


def test_the_next_question_puts_the_page_beside_away(chat: tuple[App, Any]) -> None:
    _, page = chat
    ask(page)
    answered(page)
    page.locator("#rd-thread a.rd-cite").last.click()
    page.wait_for_selector("#rd-beside-viewer .rd-highlight")
    ask(page, "How long is the cycle of the autoclave?")
    until(page, lambda: page.is_visible("#rd-evidence") and not page.is_visible("#rd-beside"))
    until(page, lambda: page.locator("#rd-live .rd-live").count() == 0)


def test_an_answer_is_copied_with_its_numbers_and_sources(chat: tuple[App, Any]) -> None:
    _, page = chat
    ask(page)
    answered(page)
    page.get_by_role("button", name="Copy").last.click()
    until(page, lambda: page.inner_text("#rd-told") == "Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    words, _, sources = copied.partition("\n\nSources:\n")
    assert words == f"{TRUE} [1] {ODD} [not supported]"
    assert sources.startswith("[1] Operation of the Steam Autoclave AV-300 · page 2 · ")
    assert "“WARNING: The autoclave must cool down for at least 45 minutes" in sources


def test_asking_again_and_editing_the_last_question_replace_it_an_earlier_one_stays(
    chat: tuple[App, Any], model: PacedModel
) -> None:
    app, page = chat
    ask(page)
    answered(page)
    old = app.library.conversations.messages(app.conversations.all()[0].id)[-1].id
    page.click("a.rd-act-again")
    until(page, lambda: _last_answer(app) not in ("", old))
    answered(page)
    assert messages(app) == [("user", QUESTION), ("assistant", f"{TRUE} {ODD}")]

    page.get_by_role("button", name="Edit").first.click()
    until(page, lambda: page.input_value(FIELD) == QUESTION)
    assert "the new answer takes its place" in page.inner_text("#rd-editing")
    until(page, lambda: page.evaluate("document.activeElement.closest('#rd-question') !== null"))
    ask(page, f"Please: {QUESTION}")
    until(page, lambda: messages(app)[0] == ("user", f"Please: {QUESTION}"))
    answered(page)
    assert len(messages(app)) == 2 and page.locator("#rd-editing .rd-editing").count() == 0

    ask(page)
    answered(page, 2)
    page.get_by_role("button", name="Edit").first.click()
    until(page, lambda: page.input_value(FIELD).startswith("Please"))
    assert page.locator("#rd-editing .rd-editing").count() == 0
    page.press(FIELD, "Enter")
    answered(page, 3)
    assert [text for role, text in messages(app) if role == "user"] == [
        f"Please: {QUESTION}",
        QUESTION,
        f"Please: {QUESTION}",
    ]


def test_what_was_searched_for_is_shown_and_can_be_changed(chat: tuple[App, Any], model: PacedModel) -> None:
    app, page = chat
    ask(page)
    answered(page)
    ask(page, "And how long does it take?")
    answered(page, 2)
    shown = page.locator(".rd-searched")
    assert "Searched for: And how long does it take?" in shown.inner_text()
    shown.get_by_role("button", name="Edit").click()
    field = shown.locator("input")
    field.press("Escape")
    assert field.count() == 0 and shown.locator(".rd-editable").is_visible()
    shown.get_by_role("button", name="Edit").click()
    field.fill("How long does the autoclave cool down: minutes?")
    field.press("Enter")
    until(page, lambda: "cool down: minutes?" in page.inner_text(".rd-searched"))
    answered(page, 2)
    last = app.library.conversations.messages(app.conversations.all()[0].id)[-1].answer
    assert last is not None and last.question == "And how long does it take?"
    assert last.standalone_question == "How long does the autoclave cool down: minutes?"
    assert last.standalone_question in model.prompts[-1].messages[-1][1]
    assert len(messages(app)) == 4


def test_a_thumb_up_makes_an_entry_and_a_thumb_down_asks_what_was_wrong(chat: tuple[App, Any]) -> None:
    app, page = chat
    before = len(app.library.entries.all())
    ask(page)
    answered(page)
    key = app.library.conversations.messages(app.conversations.all()[0].id)[-1].id
    page.click("a.rd-act-good")
    page.wait_for_selector("a.rd-act-good.rd-on[aria-pressed=true]")
    assert "waits for your approval" in page.inner_text("#rd-status")
    entries = app.library.entries.all()
    assert len(entries) == before + 1 and entries[0].origin == f"message {key}"

    page.click("a.rd-act-bad")
    page.wait_for_selector("#rd-rating:visible")
    page.click("#rd-rating-keep")
    until(page, lambda: "Nothing is chosen" in page.inner_text("#rd-status"))
    page.get_by_label("It is incomplete").check()
    page.get_by_label("Note (optional)").fill("The 80 °C are missing.")
    page.click("#rd-rating-keep")
    page.wait_for_selector("a.rd-act-bad.rd-on[aria-pressed=true]")
    assert not page.is_visible("#rd-rating")
    [rating] = app.conversations.ratings([app.library.conversations.message(key)]).values()
    assert (rating.verdict, rating.reason, rating.note) == ("bad", "incomplete", "The 80 °C are missing.")
    page.locator("#rd-status").get_by_role("button", name="Write the right answer").click()
    page.get_by_label("The right answer").fill("45 minutes, and below 80 °C.")
    page.click("#rd-rating-keep")
    until(page, lambda: "Your answer waits" in page.inner_text("#rd-status"))
    assert any(each.answer == "45 minutes, and below 80 °C." for each in app.library.entries.all())
    assert page.locator("#rd-thread").get_by_role("button", name="Ask a person about this").count() == 1


def test_a_comparison_is_a_column_for_each_side_with_its_citation(chat: tuple[App, Any]) -> None:
    _, page = chat
    ask(page, "What is the difference between annual leave and sick leave?")
    columns = page.locator("#rd-thread .rd-answer .rd-sides td")
    until(page, lambda: columns.count() == 2)
    heads = page.locator("#rd-thread .rd-answer .rd-sides th")
    assert [heads.nth(at).inner_text() for at in (0, 1)] == ["Annual leave", "Sick leave"]
    assert "30 days" in columns.nth(0).inner_text()
    assert all(columns.nth(at).locator("a.rd-cite").count() for at in (0, 1))
    source = page.locator(".rd-sources > li")
    assert source.count() == 1 and source.locator("a.rd-source").count() > 1, (
        "a document once, with its numbers"
    )
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
