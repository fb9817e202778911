"""A table of documents and questions in a real browser: begun from the list, filled while one looks, read with its places,
corrected by hand, sorted, filtered, taken out, and walked through by keyboard.

With RAGDESK_SCREENSHOTS set to a folder, pictures are kept there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe
import openpyxl
import pytest
from library_app import RunningApp, running_app, shows
from ragdesk_browser import keep, open_tab, reload, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(300),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
LEASE = """# LEASE AGREEMENT

This Lease Agreement is made as of {day} (the "Effective Date") by and between Mill Estates, LLC ("Landlord")
and {tenant} ("Tenant").

## Governing law

This Agreement shall be governed by the laws of the State of {state}.
"""
LAW, DATE = "Which state's law governs this agreement?", "What is the date of this agreement?"
GRID = "#rd-table-grid [role=grid]"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[RunningApp]:
    folder = tmp_path_factory.mktemp("tables")
    with running_app(folder, width=1400, height=900) as given:
        for name, day, tenant, state in (
            ("alpha", "May 5, 2021", "Reed Bakery, Inc.", "Vermont"),
            ("beta", "March 3, 2019", "Kern Cleaning, Inc.", "Maine"),
        ):
            path = folder / f"{name}.md"
            path.write_text(LEASE.format(day=day, tenant=tenant, state=state), encoding="utf-8")
            given.add(path)
        given.add(examples / "sop-autoclave.pdf")
        yield given


def cells(page: Any) -> list[list[str]]:
    """What the grid says, row by row, heads first."""
    return [
        [each.inner_text().strip() for each in row.query_selector_all("th, td")]
        for row in page.query_selector_all(f"{GRID} [role=row]")
    ]


def ask(page: Any, question: str, kind: str = "") -> None:
    if kind:
        page.click("#rd-table-kind input")
        page.get_by_role("option", name=kind, exact=True).click()
    page.fill("#rd-table-question textarea", question)
    page.click("#rd-table-add")
    until(page, lambda: page.locator(f"{GRID} th[title={question!r}]").count() == 1)


def column(page: Any, at: int) -> list[str]:
    return [row[at] for row in cells(page)[1:]]


def cell(page: Any, row: str, at: int) -> Any:
    return page.locator(f"{GRID} tr", has_text=row).locator("[role=gridcell] a.rd-cell").nth(at)


def test_a_table_is_begun_from_the_selection_and_fills_by_itself(opened: RunningApp) -> None:
    page = opened.load()
    shows(page, 3)
    page.click(".rd-pick-all")
    page.get_by_role("button", name="Ask all of these …").click()
    page.wait_for_selector("#rd-table-head h2:visible")
    assert "3 documents" in page.inner_text("#rd-table-head h2")
    assert not page.is_visible("#rd-documents"), "it takes the place of the list"
    assert page.get_by_role("tab").count() >= 4 and page.is_visible("#rd-table-question")
    ask(page, LAW)
    ask(page, DATE, "Date")
    until(page, lambda: "Waiting" not in page.inner_text(GRID), 120)
    table = cells(page)
    leases = {tuple(row[1:]) for row in table if "LEASE" in row[0]}
    assert leases == {("Vermont", "May 5, 2021"), ("Maine", "March 3, 2019")}
    assert "6 of 6 cells answered" in page.inner_text("#rd-table-head")
    assert "Not in the document" in page.inner_text(GRID)
    keep(page, "table")
    opened.quiet()


def test_a_cell_opens_its_place_and_takes_what_a_person_says(opened: RunningApp) -> None:
    page = opened.page
    cell(page, "Vermont", 0).click()
    page.wait_for_selector("#rd-cell-detail mark")
    assert "State of Vermont" in page.inner_text("#rd-cell-detail mark")
    assert page.input_value("#rd-cell-value textarea, #rd-cell-value input") == "Vermont"
    page.get_by_role("button", name="Mark as checked").click()
    until(page, lambda: "Checked" in page.inner_text(f"{GRID} .rd-open"))
    cell(page, "Maine", 0).click()
    until(page, lambda: page.input_value("#rd-cell-value textarea, #rd-cell-value input") == "Maine")
    page.fill("#rd-cell-value textarea, #rd-cell-value input", "New Hampshire")
    page.click("#rd-save-cell")
    until(page, lambda: "New Hampshire" in page.inner_text(GRID))
    assert "Checked" in page.inner_text(f"{GRID} .rd-open")
    [table] = opened.app.tables.all()
    kept = {cell.text for cell in opened.app.tables.sheet(table.id).cells.values() if cell.set_by == "person"}
    assert kept == {"Vermont", "New Hampshire"}
    keep(page, "table-cell")
    page.locator("#rd-save-cell").focus()
    page.keyboard.press("Escape")
    until(page, lambda: not page.is_visible("#rd-cell-detail"))


def test_a_page_is_shown_with_the_words_highlighted(opened: RunningApp) -> None:
    page = opened.page
    [table] = opened.app.tables.all()
    sheet = opened.app.tables.sheet(table.id)
    pdf = next(document for document in sheet.documents if document.paged)
    ask(page, "How long must the autoclave cool down before the door is opened?", "Text")
    until(page, lambda: "Waiting" not in page.inner_text(GRID), 120)
    page.locator(
        f"{GRID} a[href$='{pdf.id}:{opened.app.tables.sheet(table.id).table.columns[2].id}']"
    ).click()
    page.wait_for_selector("#rd-cell-detail .rd-highlight")
    picture, light = (
        page.locator("#rd-cell-detail img").first,
        page.locator("#rd-cell-detail .rd-highlight").first,
    )
    until(page, lambda: picture.evaluate("each => each.naturalWidth") > 0)
    outer, inner = picture.bounding_box(), light.bounding_box()
    assert outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 2
    assert outer["y"] <= inner["y"] <= outer["y"] + outer["height"] and inner["width"] > 20
    keep(page, "table-page")
    assert axe.violations(page) == []
    page.get_by_role("button", name="Close", exact=True).click()
    until(page, lambda: not page.is_visible("#rd-cell-detail"))
    opened.quiet()


def test_rows_are_sorted_and_filtered(opened: RunningApp) -> None:
    page = opened.page
    head = page.locator(f"{GRID} th", has_text=DATE)
    head.locator("a.rd-sort").click()
    until(page, lambda: head.get_attribute("aria-sort") == "ascending")
    assert column(page, 2) == ["March 3, 2019", "May 5, 2021", "2026-02-01"]
    head.locator("a.rd-sort").click()
    until(page, lambda: head.get_attribute("aria-sort") == "descending")
    assert column(page, 2) == ["2026-02-01", "May 5, 2021", "March 3, 2019"]
    page.get_by_role("button", name="Unsure", exact=True).click()
    until(page, lambda: page.locator("#rd-table-head a.rd-chosen").inner_text() == "Unsure")
    page.get_by_role("button", name="All rows", exact=True).click()
    until(page, lambda: len(cells(page)) == 4)
    page.get_by_role("button", name="Not found", exact=True).click()
    until(page, lambda: page.locator("#rd-table-head a.rd-chosen").inner_text() == "Not found")
    assert all("Not in the document" in " ".join(row) for row in cells(page)[1:])
    page.get_by_role("button", name="All rows", exact=True).click()
    until(page, lambda: len(cells(page)) == 4)


def test_the_grid_is_one_stop_of_the_tab_key_and_the_arrows_go_on(opened: RunningApp) -> None:
    page = opened.page
    assert page.locator(f"{GRID} [tabindex='0']").count() == 1
    first = page.locator(f"{GRID} a.rd-cell").first
    first.focus()
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    focused = page.locator(f"{GRID} a.rd-cell:focus")
    assert focused.get_attribute("tabindex") == "0" and focused.inner_text().startswith(
        column(page, 1)[0].split("\n")[0]
    )
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-cell-detail .rd-celldetail:visible")
    page.keyboard.press("Escape")
    until(page, lambda: not page.is_visible("#rd-cell-detail"))
    until(page, lambda: bool(page.get_attribute(GRID, "aria-label")))


def test_a_table_is_taken_out_as_a_file_that_comes_by_itself(opened: RunningApp, tmp_path: Path) -> None:
    page = opened.page
    with page.expect_download() as coming:
        page.get_by_role("button", name="Excel", exact=True).click()
    coming.value.save_as(tmp_path / "out.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").worksheets[0]
    assert (sheet.max_row, sheet.max_column) == (4, 4)
    opened.quiet()


def test_a_template_asks_its_questions_and_can_be_paused(opened: RunningApp) -> None:
    page = opened.page
    opened.app.intake.stop()  # nothing is filled meanwhile
    page.get_by_role("button", name="Invoices", exact=True).click()
    until(page, lambda: len(cells(page)[0]) == 12)
    page.get_by_role("button", name="Pause", exact=True).click()
    until(page, lambda: "Paused." in page.inner_text("#rd-table-head"))
    assert opened.app.tables.waiting() is None
    page.get_by_role("button", name="Go on", exact=True).click()
    until(page, lambda: "Reading …" in page.inner_text("#rd-table-head"))
    for _ in range(8):
        count = len(cells(page)[0])
        page.locator(f"{GRID} a.rd-drop-column").last.click()
        until(page, lambda before=count: len(cells(page)[0]) == before - 1)
    opened.app.intake.start()


def test_it_is_found_again_and_can_be_deleted(opened: RunningApp) -> None:
    page = opened.page
    reload(page, opened.seen)
    open_tab(page, "Library")
    shows(page, 3)
    page.click("#rd-tables-fold > button")
    page.locator("#rd-tables a").first.click()
    page.wait_for_selector(f"{GRID}:visible")
    assert "New Hampshire" in page.inner_text(GRID)
    page.get_by_role("button", name="Delete the table").click()
    page.get_by_role("button", name="Keep it").click()
    until(page, lambda: page.locator("#rd-table-head .rd-asking").count() == 0)
    page.get_by_role("button", name="Delete the table").click()
    page.locator("#rd-table-head .rd-asking").get_by_role("button", name="Delete the table").click()
    until(page, lambda: opened.app.tables.all() == [] and page.is_visible("#rd-documents"))
    assert len(opened.app.library.documents.all()) == 3
    opened.quiet()
