"""Two windows on one home: the same library, and never each other's half-typed things, conversation or selection. The model's
words are scripted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from furnished import FIELD, MS, TRUE, Furnished, ask, furnished, go_to
from ragdesk_browser import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
FILTER = "#rd-filter textarea, #rd-filter input"
QUERY = "#rd-query textarea, #rd-query input"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Furnished]:
    with furnished(tmp_path_factory.mktemp("two"), examples, bare=True, answers=(TRUE,)) as given:
        list(given.app.intake.add([examples]))
        given.again()
        yield given


@pytest.fixture(scope="module")
def other(app: Furnished) -> Any:
    page = app.page.context.new_page()
    page.goto(app.url)
    page.wait_for_selector("#rd-question:visible", timeout=MS)
    return page


def test_what_is_typed_and_chosen_stays_in_its_window(app: Furnished, other: Any) -> None:
    page = app.page
    page.fill(FIELD, "Half of a question")
    for each in (page, other):
        go_to(each, 0)
        until(each, lambda each=each: each.locator("#rd-documents li").count() == 4)
    page.fill(QUERY, "half of a search")
    page.locator(FILTER).press_sequentially("handbook")
    until(page, lambda: page.locator("#rd-documents li").count() == 1)
    page.locator("#rd-documents input.rd-pick").first.check()
    other.wait_for_timeout(5_500)  # the other window looks every few seconds
    assert other.locator("#rd-documents li").count() == 4
    assert other.input_value(FILTER) == "" and other.input_value(QUERY) == ""
    assert other.locator("#rd-documents input.rd-pick:checked").count() == 0
    assert page.locator("#rd-documents input.rd-pick:checked").count() == 1
    go_to(other, 1)
    assert other.input_value(FIELD) == ""
    page.fill(FILTER, "")
    until(page, lambda: page.locator("#rd-documents li").count() == 4)
    go_to(page, 1)
    assert page.input_value(FIELD) == "Half of a question"


def test_a_document_and_a_removal_appear_in_the_other_window(
    app: Furnished, other: Any, tmp_path: Path
) -> None:
    page = app.page
    for each in (page, other):
        go_to(each, 0)
    note = tmp_path / "valves.md"
    note.write_text("# Valves\n\nThe valve is checked on Mondays.\n", encoding="utf-8")
    page.set_input_files("#rd-drop input[type=file]", [str(note)])
    for each in (page, other):
        until(each, lambda each=each: "Valves" in each.inner_text("#rd-documents"))
    row = page.locator("#rd-documents li", has_text="Valves")
    row.locator("a.rd-remove").click()
    page.wait_for_selector("#rd-documents a.rd-danger")
    assert other.locator("#rd-documents a.rd-danger").count() == 0, (
        "the question is asked where it was clicked"
    )
    page.locator("#rd-documents a.rd-danger").first.click()
    for each in (page, other):
        until(each, lambda each=each: "Valves" not in each.inner_text("#rd-documents"))


def test_each_window_has_its_own_conversation(app: Furnished, other: Any) -> None:
    page = app.page
    for each in (page, other):
        go_to(each, 1)
    other.fill(FIELD, "Typed in the other window")
    ask(page)
    assert TRUE in page.inner_text("#rd-thread")
    assert other.locator("#rd-thread .rd-question").count() == 0
    assert other.input_value(FIELD) == "Typed in the other window"
    other.press(FIELD, "Enter")
    other.wait_for_selector("#rd-thread .rd-answer", timeout=MS)
    assert "Typed in the other window" in other.inner_text("#rd-thread")
    assert "Typed in the other window" not in page.inner_text("#rd-thread")
    assert len(app.app.conversations.all()) == 2
    assert app.seen.foreign() == [] and app.seen.violations() == []
