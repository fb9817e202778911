"""The Memory tab and the quiet line under an answer in a real browser, without the language model.

With RAGDESK_SCREENSHOTS set to a folder, pictures are kept there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ragdesk_browser import keep, open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def words(app: App, which: Any = "user") -> list[str]:
    return [note.text for note in app.memory.entries(which)]


def test_notes_are_changed_moved_and_forgotten(app: App) -> None:
    app.memory.save_text(
        "user", "# Me\n\n- <img src=x onerror=alert(1)> $x$ `y`\n- Leads the audits.\n- Uses SAP.\n", ""
    )
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        open_tab(page, "Memory")
        until(page, lambda: page.locator("#rd-notes-user li").count() == 3)
        assert "<img src=x onerror=alert(1)> $x$ `y`" in page.inner_text("#rd-notes-user")
        keep(page, "memory-notes")
        audits = page.locator("#rd-notes-user li", has_text="Leads the audits.")
        audits.get_by_role("button", name="Edit").click()
        # The form stands where the note stood, between its neighbours, and has the focus.
        field = page.get_by_label("The note", exact=True)
        until(page, lambda: field.input_value() == "Leads the audits.")
        page.wait_for_selector("#rd-note-user-words textarea:focus")
        assert page.locator("#rd-notes-user li").count() == page.locator("#rd-rest-user li").count() == 1
        above, form, below = (
            page.locator(each).bounding_box()["y"]
            for each in ("#rd-notes-user", "#rd-note-user", "#rd-rest-user")
        )
        assert above < form < below
        field.fill("Leads the audits\nand the reviews.")
        page.click("#rd-note-user-save")
        until(page, lambda: "Leads the audits\nand the reviews." in words(app))
        page.locator("#rd-notes-user li", has_text="Uses SAP.").get_by_role("button", name="Move").click()
        until(page, lambda: "Uses SAP." in page.inner_text("#rd-notes-company"))
        assert words(app, "company") == ["Uses SAP."]

        page.locator("#rd-notes-company").get_by_role("button", name="Delete").click()
        page.locator("#rd-notes-company").get_by_role("button", name="Keep").click()
        until(page, lambda: page.query_selector("#rd-notes-company a.rd-danger") is None)
        link = page.locator("#rd-notes-company").get_by_role("button", name="Delete")
        link.focus()
        page.keyboard.press("Space")
        page.wait_for_selector("#rd-notes-company a.rd-danger")
        page.locator("#rd-notes-company a.rd-danger").focus()
        page.keyboard.press("Enter")
        until(page, lambda: "Nothing is remembered here yet" in page.inner_text("#rd-notes-company"))
        assert words(app, "company") == []
        assert seen.foreign() == [] and seen.violations() == [] and seen.dialogs == []


def test_a_note_is_added_below_the_others(app: App) -> None:
    app.memory.save_text("user", "- Leads the audits.\n", "")
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        open_tab(page, "Memory")
        until(page, lambda: page.locator("#rd-notes-user li").count() == 1)
        add = page.locator("#rd-add-user").get_by_role("button", name="Add a note")
        add.press("Enter")
        page.wait_for_selector("#rd-note-user-words textarea:focus")
        assert page.locator("#rd-notes-user li").count() == 1 and not page.is_visible("#rd-note-company")
        keep(page, "memory-add")
        page.get_by_role("button", name="Do not add").click()
        until(page, lambda: not page.is_visible("#rd-note-user"))
        assert words(app) == ["Leads the audits."]

        add.click()
        page.wait_for_selector("#rd-note-user-words textarea:focus")
        field = page.get_by_label("The note", exact=True)
        field.fill("leads the audits")
        page.click("#rd-note-user-save")
        until(page, lambda: "noted already" in page.inner_text("#rd-memory-note"))
        assert field.input_value() == "leads the audits", "what cannot be kept stays"
        field.fill("Likes short answers.")
        page.click("#rd-note-user-save")
        until(page, lambda: words(app) == ["Leads the audits.", "Likes short answers."])
        until(page, lambda: page.locator("#rd-notes-user li").count() == 2)
        assert "Added." in page.inner_text("#rd-memory-note") and not page.is_visible("#rd-note-user")

        # The next time the form is empty; a note that is changed says so on its button.
        add.click()
        page.wait_for_selector("#rd-note-user-words textarea:focus")
        until(page, lambda: field.input_value() == "")
        page.locator("#rd-notes-user").get_by_role("button", name="Edit").first.click()
        until(page, lambda: field.input_value() == "Leads the audits.")
        assert page.get_by_role("button", name="Do not change").is_visible()
        page.locator("#rd-add-company").get_by_role("button", name="Add a note").click()
        page.wait_for_selector("#rd-note-company-words textarea:focus")
        page.fill("#rd-note-company-words textarea", "Uses SAP.")
        page.click("#rd-note-company-save")
        until(page, lambda: words(app, "company") == ["Uses SAP."])
        assert seen.foreign() == [] and seen.violations() == []


def test_what_is_typed_into_a_file_is_not_lost_by_what_happens_beside_it(app: App) -> None:
    app.memory.save_text("user", "- one\n- two\n", "")
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        open_tab(page, "Memory")
        page.get_by_role("button", name="The whole file, USER_MEMORY.md").click()
        editor = page.locator("#rd-memory-user textarea")
        editor.fill("- one\n- two\n- three\n")
        # Gradio fills what it has just made once more, which `typed.js` undoes: nobody clicks elsewhere as soon as that.
        page.wait_for_timeout(700)
        assert editor.input_value() == "- one\n- two\n- three\n"
        row = page.locator("#rd-notes-user li", has_text="one")
        row.get_by_role("button", name="Delete").click()
        page.locator("#rd-notes-user a.rd-danger").click()
        until(page, lambda: words(app) == ["two"])
        assert editor.input_value() == "- one\n- two\n- three\n"
        page.click("#rd-save-user")
        until(page, lambda: "changed elsewhere" in page.inner_text("#rd-saved-user"))
        assert words(app) == ["two"]
        page.click("#rd-read-user")
        until(page, lambda: editor.input_value() == "- two\n")
        editor.fill("- two\n- three\n")
        page.click("#rd-save-user")
        until(page, lambda: "Saved" in page.inner_text("#rd-saved-user"))
        assert words(app) == ["two", "three"]
        until(page, lambda: "three" in page.inner_text("#rd-notes-user"))


def test_what_is_typed_into_a_field_just_made_stays(app: App) -> None:
    """Gradio fills a field once more some frames after it made it: on a busy machine, over what was typed meanwhile."""
    fills = "(field) => { field.value = 'filled late'; }"
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        open_tab(page, "Memory")
        page.get_by_role("button", name="The whole file, USER_MEMORY.md").click()
        editor = page.locator("#rd-memory-user textarea")
        editor.press_sequentially("- typed")
        editor.evaluate(fills)
        until(page, lambda: editor.input_value() == "- typed")
        page.click("#rd-save-user")
        until(page, lambda: words(app) == ["typed"])
        editor.evaluate(fills)  # after a click it is meant
        page.wait_for_timeout(500)
        assert editor.input_value() == "filled late"


def test_what_is_said_in_a_question_is_shown_under_the_answer_and_decided_there(app: App) -> None:
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        open_tab(page, "Chat")
        page.fill("#rd-question textarea", "I am a <b>nurse</b>. Answer in German. How high is the tower?")
        page.click("#rd-ask")
        page.wait_for_selector("#rd-live .rd-remembered", timeout=60_000)
        assert "Remembered: You are a <b>nurse</b>." in page.inner_text("#rd-live")
        keep(page, "memory-in-chat")
        page.locator("#rd-live").get_by_role("button", name="Accept").click()
        until(page, lambda: "Prefers answers in German." in words(app))
        until(page, lambda: "Remembered: You prefer answers in German." in page.inner_text("#rd-live"))
        nurse = page.locator("#rd-live .rd-hint", has_text="nurse")
        nurse.get_by_role("button", name="Undo").click()
        until(page, lambda: words(app) == ["Prefers answers in German."])
        until(page, lambda: "Forgotten" in page.inner_text("#rd-status"))
        assert "nurse" not in page.inner_text("#rd-live")
        assert "How high is the tower?" in page.inner_text("#rd-thread")
        # The note says where it comes from, and leads there.
        page.click("#rd-new")
        until(page, lambda: page.locator("#rd-thread .rd-question").count() == 0)
        open_tab(page, "Memory")
        page.locator("#rd-notes-user").get_by_role("button", name="How high is the tower?").click()
        page.locator("#rd-thread .rd-question", has_text="How high is the tower?").wait_for()
        assert seen.foreign() == [] and seen.violations() == []


def test_proposals_and_what_was_written_lately_are_decided_in_the_tab(app: App) -> None:
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        app.memory.notice("I prefer short answers. As a buyer, what do I need?")
        app.memory.notice("I prefer detailed answers.")
        app.memory.notice("I work in Packaging.")
        app.memory.notice("As a welder, which mask do I need?")
        open_tab(page, "Memory")
        until(page, lambda: page.locator("#rd-proposals li").count() == 3)
        assert "instead of: You prefer short answers." in page.inner_text("#rd-proposals")
        welder = page.locator("#rd-proposals li", has_text="You are a welder.")
        welder.get_by_role("button", name="Edit").click()
        field = page.locator("#rd-note-proposal-words textarea")
        until(page, lambda: field.input_value() == "Is a welder.")
        page.wait_for_selector("#rd-note-proposal-words textarea:focus")
        keep(page, "memory-proposals")
        field.fill("")
        page.click("#rd-note-proposal-save")
        until(page, lambda: "The note is empty" in page.inner_text("#rd-memory-note"))
        field.fill("Welds in hall 4.")
        page.click("#rd-note-proposal-save")
        until(page, lambda: words(app)[-1:] == ["Welds in hall 4."])
        until(page, lambda: page.locator("#rd-proposals li").count() == 2 and not field.is_visible())
        app.memory.delete(app.memory.entries("user")[-1].id)
        page.locator("#rd-proposals").get_by_role("button", name="Replace").click()
        until(page, lambda: words(app) == ["Prefers detailed answers.", "Works in Packaging."])
        until(page, lambda: page.locator("#rd-proposals li").count() == 1)
        page.locator("#rd-proposals").get_by_role("button", name="Reject").click()
        until(page, lambda: app.memory.proposals() == [])
        until(page, lambda: page.locator("#rd-written li").count() == 2)
        packaging = page.locator("#rd-written li", has_text="You work in Packaging.")
        packaging.get_by_role("button", name="Undo").click()
        until(page, lambda: words(app) == ["Prefers detailed answers."])
        until(page, lambda: page.locator("#rd-written li").count() == 1)
        assert seen.foreign() == [] and seen.violations() == []
