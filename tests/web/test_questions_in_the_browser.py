"""What a press opens in the page, by the keyboard alone: questions before something goes, forms, a document's page, a table.
Each has the focus when it comes, Escape leaves all as it was, and the focus is back where it was. No model writes here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe import violations
from library_app import RunningApp, running_app, shows, write_note
from ragdesk_browser import open_tab, until

from ragdesk.domain.tables import ColumnDraft

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
KEEP = 'a[href$=":keep"]'


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    folder = tmp_path_factory.mktemp("questions")
    with running_app(folder) as given:
        given.add(
            *(
                write_note(folder / f"{name}.md", f"The {name} are greased.")
                for name in ("fans", "pumps", "valves")
            )
        )
        given.app.library.entries.propose("Who opens the gate?", "The porter.")
        given.app.memory.save_text("user", "- Uses SAP.\n- Likes tea.\n", "")
        yield given


def at(page: Any, selector: str) -> Callable[[], bool]:
    """Whether the focus is on what matches, where it can be seen."""
    return lambda: page.evaluate(
        "where => document.activeElement.matches(where) && document.activeElement.checkVisibility()", selector
    )


def press(page: Any, selector: str, key: str = "Enter") -> None:
    page.locator(selector).first.focus()
    page.keyboard.press(key)


def test_the_question_before_a_removal(opened: RunningApp, tmp_path: Path) -> None:
    opened.add(write_note(tmp_path / "rollers.md", "The rollers are greased."))
    page = opened.load()
    shows(page, 4)
    row = page.locator("#rd-documents li", has_text="rollers")
    mine = f"#{row.get_attribute('id')} a.rd-remove"
    press(page, mine)
    until(page, at(page, KEEP))
    assert violations(page) == []
    page.keyboard.press("Escape")
    until(page, lambda: page.locator(".rd-asking").count() == 0)
    until(page, at(page, mine))
    page.keyboard.press("Enter")
    until(page, at(page, KEEP))
    page.keyboard.press("Shift+Tab")
    assert at(page, "a.rd-danger")()
    page.keyboard.press("Enter")
    shows(page, 3)
    until(page, at(page, "#rd-documents a.rd-remove"))  # of the row that stands there now
    opened.quiet()


def test_the_question_about_several(opened: RunningApp) -> None:
    page = opened.load()
    until(page, lambda: page.locator("#rd-documents .rd-pick").count() > 0)
    press(page, "#rd-documents .rd-pick", "Space")
    press(page, '#rd-picked a[href="#rd:library:ask-remove"]')
    until(page, at(page, KEEP))
    page.keyboard.press("Escape")
    until(page, at(page, '#rd-picked a[href="#rd:library:ask-remove"]'))
    assert opened.app.library.documents.all()
    opened.quiet()


def test_a_documents_page_and_back(opened: RunningApp) -> None:
    page = opened.load()
    until(page, lambda: page.locator("#rd-documents a.rd-title").count() > 1)
    title = page.locator("#rd-documents a.rd-title").nth(1)
    mine = f'#rd-documents a.rd-title[href="{title.get_attribute("href")}"]'
    press(page, mine)
    until(page, at(page, "#rd-document a.rd-back"))
    page.keyboard.press("Escape")
    until(page, at(page, mine))
    opened.quiet()


def test_a_table_is_opened_asked_about_and_deleted(opened: RunningApp) -> None:
    documents = [each.id for each in opened.app.library.documents.all()]
    table = opened.app.tables.create("Greasing", [ColumnDraft("Who greases them?")], documents=documents)
    opened.app.tables.pause(table.id, True)
    page = opened.load()
    press(page, "#rd-tables-fold button")
    mine, ask = f'#rd-tables-fold a[href="#rd:table:open:{table.id}"]', 'a[href="#rd:table:ask-remove"]'
    until(page, lambda: page.is_visible(mine))
    press(page, mine)
    until(page, at(page, "#rd-table-head a.rd-back"))
    page.keyboard.press("Escape")
    until(page, at(page, mine))
    page.keyboard.press("Enter")
    until(page, at(page, "#rd-table-head a.rd-back"))
    press(page, ask)
    until(page, at(page, KEEP))
    page.keyboard.press("Escape")
    until(page, lambda: page.locator(KEEP).count() == 0)
    assert page.is_visible("#rd-table-head h2"), "the table stays open"
    opened.quiet()


def test_a_new_collection_leaves_the_focus_on_its_menu(opened: RunningApp) -> None:
    page = opened.load()
    menu = page.locator("#rd-library-tab details.rd-menu summary", has_text="New collection").first
    until(page, lambda: menu.is_visible())
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Halls")
    page.keyboard.press("Enter")
    until(page, lambda: "Halls" in [each.name for each in opened.app.library.collections.all()])
    until(page, lambda: menu.evaluate("each => each === document.activeElement"))
    opened.quiet()


def test_an_answer_of_ones_own_is_changed_and_deleted(opened: RunningApp) -> None:
    page = opened.load()
    press(page, "#rd-entries-fold button")
    delete, edit = (
        '#rd-entries-fold a[href^="#rd:entries:ask-delete"]',
        '#rd-entries-fold a[href^="#rd:entries:edit"]',
    )
    until(page, lambda: page.locator(delete).count() > 0)
    press(page, delete)
    until(page, at(page, KEEP))
    page.keyboard.press("Escape")
    until(page, at(page, delete))
    press(page, edit)
    until(page, at(page, "#rd-entry-question :is(textarea, input)"))
    page.keyboard.press("Escape")
    until(page, lambda: not page.is_visible("#rd-entry-back"))
    assert [each.answer for each in opened.app.library.entries.all()] == ["The porter."]
    assert violations(page) == []
    opened.quiet()


def test_a_note_is_begun_left_and_forgotten(opened: RunningApp) -> None:
    opened.app.memory.save_text("user", "- Uses SAP.\n- Likes tea.\n", opened.app.memory.text("user"))
    page = opened.load()
    open_tab(page, "Memory")
    add, ask = '#rd-add-user a[href^="#rd:memory:add"]', '#rd-notes-user a[href^="#rd:memory:ask-delete"]'
    until(page, lambda: page.locator("#rd-notes-user li").count() == 2)
    press(page, add)
    until(page, at(page, ".rd-note-form textarea"))
    page.keyboard.type("Drives a van.")
    page.keyboard.press("Escape")
    until(page, at(page, add))
    press(page, ask)
    until(page, at(page, KEEP))
    assert violations(page) == []
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    until(page, lambda: [each.text for each in opened.app.memory.entries("user")] == ["Likes tea."])
    until(page, at(page, ask))
    opened.quiet()


def test_a_conversation_is_deleted_undone_and_renamed(opened: RunningApp) -> None:
    opened.app.conversations.create("About pumps")
    page = opened.load()
    open_tab(page, "Chat")
    talk = page.locator("a.rd-talk", has_text="About pumps")
    until(page, lambda: talk.count() == 1)
    delete, rename = '#rd-conversations a[href^="#rd:chat:delete"]', '#rd-conversations a[href*=":rename:"]'
    talk.focus()
    page.keyboard.press("Enter")
    until(page, lambda: page.locator(delete).count() == 1)
    press(page, rename)
    until(page, at(page, "input.rd-inline"))
    page.keyboard.press("Escape")
    until(page, at(page, rename))
    page.keyboard.press("Enter")
    page.keyboard.type("About fans")
    page.keyboard.press("Enter")
    until(page, lambda: [each.title for each in opened.app.conversations.all()] == ["About fans"])
    until(page, at(page, rename))
    top = "document.getElementById('rd-conversations').getBoundingClientRect().top"
    before = page.evaluate(top)
    press(page, delete)
    until(page, at(page, "#rd-undo a"))
    assert violations(page) == []
    page.keyboard.press("Enter")
    until(page, lambda: [each.title for each in opened.app.conversations.all()] == ["About fans"])
    until(page, at(page, "#rd-new"))
    page.locator("a.rd-talk").focus()
    page.keyboard.press("Enter")
    until(page, lambda: page.locator(delete).count() == 1)
    press(page, delete)
    until(page, at(page, "#rd-undo a"))
    until(page, at(page, "#rd-new"), 30)  # the time to undo it is over
    assert page.evaluate(top) == before, "it leaves no gap"
    opened.quiet()
