"""A table of five hundred documents and twenty questions in a real browser: a few rows are drawn, each is reached, by scrolling
and by keyboard; questions that the documents suggest; a table that begins with an answer in Chat.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe
import pytest
from library_app import RunningApp, delete_documents, put_documents, running_app, shows, write_note
from ragdesk_browser import keep, open_tab, until

from ragdesk.domain.tables import ColumnDraft

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(400),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
GRID = "#rd-table-grid [role=grid]"
ROWS = f"{GRID} tbody tr:not(.rd-gap)"
ROWS_OF_TABLE, QUESTIONS = 500, 20


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with running_app(tmp_path_factory.mktemp("big"), width=1400, height=900) as given:
        given.app.intake.stop()
        yield given


def numbers(page: Any) -> list[int]:
    """The rows that are drawn, by the numbers of their documents."""
    heads = page.locator(f"{ROWS} th").all_inner_texts()
    return [int(each.split()[1]) for each in heads]


def on_view(page: Any, number: int) -> bool:
    """Whether the row of that document can be seen in the grid's frame."""
    return bool(
        page.evaluate(
            """([rows, title]) => {
            const row = [...document.querySelectorAll(rows)].find((each) => each.innerText.includes(title));
            const frame = document.querySelector(".rd-gridbox").getBoundingClientRect();
            const box = row?.getBoundingClientRect();
            return Boolean(box) && box.bottom > frame.top && box.top < frame.bottom;
        }""",
            [ROWS, f"Report {number:04d}"],
        )
    )


def test_five_hundred_rows_are_reached_though_sixty_are_drawn(opened: RunningApp) -> None:
    app = opened.app
    made = put_documents(app, ROWS_OF_TABLE)
    columns = [ColumnDraft(f"What is property {at}?", "text") for at in range(QUESTIONS)]
    table = app.tables.create("Big", columns, documents=[each.id for each in made])
    app.tables.pause(table.id, True)
    page = opened.load()
    page.click("#rd-tables-fold > button")
    page.get_by_role("button", name="Big").click()
    page.wait_for_selector(f"{GRID}:visible")
    until(page, lambda: page.get_attribute(GRID, "aria-rowcount") == str(ROWS_OF_TABLE + 1))
    assert numbers(page) == list(range(60))
    page.evaluate("document.querySelector('.rd-gridbox').scrollTop = 1e9")
    until(page, lambda: numbers(page)[-1] == ROWS_OF_TABLE - 1 and on_view(page, ROWS_OF_TABLE - 1))
    assert page.locator(ROWS).count() <= 60
    assert page.locator(ROWS).last.get_attribute("aria-rowindex") == str(ROWS_OF_TABLE + 1)
    height = page.evaluate("document.querySelector('.rd-gridbox').scrollHeight")
    page.evaluate("document.querySelector('.rd-gridbox').scrollTop /= 2")
    until(page, lambda: on_view(page, 250))
    assert page.evaluate("document.querySelector('.rd-gridbox').scrollHeight") == pytest.approx(height, abs=8)
    keep(page, "table-big")
    assert axe.violations(page) == []
    opened.quiet()


def test_the_keyboard_reaches_the_last_row_and_the_first(opened: RunningApp) -> None:
    page = opened.page
    page.locator(f"{ROWS} a.rd-cell").first.focus()

    def focused() -> str:
        return str(page.evaluate("document.activeElement.closest('tr')?.innerText ?? ''"))

    page.keyboard.press("Control+End")
    until(page, lambda: f"Report {ROWS_OF_TABLE - 1:04d}" in focused())
    page.keyboard.press("ArrowUp")
    until(page, lambda: f"Report {ROWS_OF_TABLE - 2:04d}" in focused())
    page.keyboard.press("Control+Home")
    until(page, lambda: "property 0" in focused())
    for number in range(70):
        page.keyboard.press("ArrowDown")
        until(page, lambda number=number: f"Report {number:04d}" in focused())
    page.keyboard.press("PageDown")
    until(page, lambda: "Report 0069" not in focused() and "Report" in focused())
    page.locator(f"{GRID} th a.rd-sort").first.click()
    until(page, lambda: numbers(page)[0] == ROWS_OF_TABLE - 1 and on_view(page, ROWS_OF_TABLE - 1))
    opened.quiet()
    [table] = opened.app.tables.all()
    opened.app.tables.remove(table.id)
    delete_documents(opened.app, opened.app.library.documents.all())


def test_documents_propose_questions_and_a_click_asks_one(opened: RunningApp, tmp_path: Path) -> None:
    app, page = opened.app, opened.page
    paths = [
        write_note(tmp_path / f"sheet{at}.md", f"Owner: Kern {at}\n\nReviewed on: {at} May 2024")
        for at in (1, 2)
    ]
    opened.add(*paths)
    page = opened.load()
    shows(page, 2)
    page.click(".rd-pick-all")
    page.get_by_role("button", name="Ask all of these …").click()
    page.get_by_role("button", name="Propose questions").click()
    page.wait_for_selector(".rd-proposed")
    assert page.locator(".rd-proposed li").count() == 2
    page.get_by_role("button", name="What is the Owner?").click()
    until(page, lambda: page.locator(f"{GRID} th[title='What is the Owner?']").count() == 1)
    until(page, lambda: page.locator(".rd-proposed li").count() == 1)
    assert axe.violations(page) == []
    [table] = app.tables.all()
    assert [(each.question, each.kind) for each in table.columns] == [("What is the Owner?", "text")]
    app.tables.remove(table.id)
    opened.quiet()


def test_an_answer_in_chat_becomes_a_question_to_each_document(opened: RunningApp) -> None:
    page = opened.load()
    open_tab(page, "Chat")
    page.fill("#rd-question textarea", "When was it reviewed?")
    page.press("#rd-question textarea", "Enter")
    page.get_by_role("button", name="Ask each document").click()
    page.wait_for_selector(f"{GRID}:visible")
    assert page.locator(ROWS).count() == 2
    [table] = opened.app.tables.all()
    assert [(each.question, each.kind) for each in table.columns] == [("When was it reviewed?", "date")]
    opened.quiet()
