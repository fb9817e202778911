"""A cited place beside the conversation, in a real browser: opened, stepped through and put away without leaving Chat. The
answers are written by the test, the documents are real."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from axe import violations
from cited import COLUMNS_QUOTE, PAGES_QUOTE, add, cite, converse, write_pdf, write_sheet
from ragdesk_browser import keep, open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.app.starters import VERSION
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
LINES = 600
LONG = (
    "# Rooms\n\n"
    + "\n\n".join(f"Room {n} is cleaned on day {n % 7} of the week." for n in range(LINES))
    + "\n"
)
VIEWER, TOOLBAR = "#rd-beside-viewer", "#rd-beside-toolbar"


@dataclass(frozen=True)
class Desk:
    """An app with two conversations, and a window on its Chat."""

    app: App
    page: Any
    seen: Any
    manual: str

    def quiet(self) -> None:
        assert self.seen.foreign() == [] and self.seen.violations() == []


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("beside")
    app = App.open(open_home(folder / "home"))
    manual = add(app, write_pdf(folder / "manual.pdf", 20))
    (folder / "rooms.md").write_text(LONG, encoding="utf-8")
    rooms, budget = add(app, folder / "rooms.md"), add(app, write_sheet(folder / "budget.xlsx"))
    first = [
        cite(app, manual, *quote, number=n) for n, quote in enumerate((COLUMNS_QUOTE, PAGES_QUOTE), start=1)
    ]
    others = [
        cite(app, rooms, "Room 300 is cleaned", number=1),
        cite(app, budget, "Item 100", "1020", number=2),
    ]
    converse(app, [others], title="Rooms and money")
    converse(app, [first], title="The manual")
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        open_tab(page, "Chat")
        yield Desk(app, page, seen, manual)
    app.close()


def enter(page: Any, conversation: str) -> None:
    open_tab(page, "Chat")
    page.get_by_role("button", name=conversation).first.click()
    of_it = page.locator("#rd-thread .rd-sources", has_text="Rooms" if "Rooms" in conversation else "manual")
    until(page, lambda: of_it.count() == 1)


def drawn(page: Any) -> None:
    page.wait_for_selector(f"{VIEWER} [data-page] .rd-highlight")
    loaded = f"document.querySelector('{VIEWER} .rd-page:has(.rd-highlight) img').naturalWidth > 0"
    until(page, lambda: page.evaluate(loaded), 20)


def test_a_number_opens_its_page_beside_the_conversation_and_the_passages_come_back(desk: Desk) -> None:
    page = desk.page
    enter(page, "The manual")
    page.locator("#rd-thread a.rd-cite").first.click()
    drawn(page)
    keep(page, "beside")
    assert page.is_visible("#rd-thread") and page.is_visible("#rd-question"), "the conversation stays"
    assert not page.is_visible("#rd-evidence")
    thread, sheet = (
        page.locator(each).bounding_box() for each in ("#rd-talk", f"{VIEWER} .rd-highlight >> nth=0")
    )
    assert thread["x"] + thread["width"] <= sheet["x"] and 0 < sheet["y"] < 800
    assert "Citation 1 of 2" in page.inner_text(TOOLBAR)
    page.locator(f"{TOOLBAR} a.rd-to-next").click()
    until(page, lambda: "Citation 2 of 2" in page.inner_text(TOOLBAR))
    drawn(page)
    assert page.locator(f"{VIEWER} .rd-page:has(.rd-highlight)").count() == 2
    page.locator(f"{TOOLBAR} a.rd-to-on").click()
    until(page, lambda: page.inner_text(f"{TOOLBAR} .rd-number") == "3")
    assert violations(page) == []
    page.locator("a.rd-put-away").click()
    until(page, lambda: page.is_visible("#rd-evidence") and not page.is_visible("#rd-beside"))
    desk.quiet()


def test_both_viewers_keep_their_own_place(desk: Desk) -> None:
    page = desk.page
    enter(page, "The manual")
    page.locator("#rd-thread a.rd-cite").first.click()
    drawn(page)
    page.get_by_role("button", name="All citations").click()
    page.wait_for_selector("#rd-viewer [data-page] .rd-highlight")
    page.locator("#rd-toolbar a.rd-to-next").click()
    until(page, lambda: "Citation 2 of 2" in page.inner_text("#rd-toolbar"))
    open_tab(page, "Chat")
    drawn(page)
    page.locator(f"{TOOLBAR} a.rd-to-on").click()
    until(page, lambda: page.inner_text(f"{TOOLBAR} .rd-number") == "2")
    assert "Citation 1 of 2" in page.inner_text(TOOLBAR)
    desk.quiet()


def test_texts_and_sheets_stand_beside_too_and_go_with_their_conversation(desk: Desk) -> None:
    page = desk.page
    enter(page, "Rooms and money")
    page.locator("#rd-thread a.rd-cite").first.click()
    until(page, lambda: page.inner_text(f"{VIEWER} mark") == "Room 300 is cleaned")
    before = len(page.inner_text(VIEWER))
    page.locator(f"{VIEWER} .rd-reach a").first.click()
    until(page, lambda: len(page.inner_text(VIEWER)) > before + 1_000)
    page.locator(f"{TOOLBAR} a.rd-to-next").click()
    until(page, lambda: page.locator(f"{VIEWER} td.rd-cell").count() > 0)
    page.get_by_role("button", name="The manual").first.click()
    until(page, lambda: not page.is_visible("#rd-beside"))
    desk.quiet()


def boxes(page: Any, where: str) -> list[tuple[float, float, float, float]]:
    """The rectangles of these elements on the screen: x0, y0, x1, y1."""
    found = [each.bounding_box() for each in page.locator(where).all()]
    return [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in found]


def find(page: Any, words: str) -> None:
    page.fill(f"{TOOLBAR} .rd-find-words", words)
    page.press(f"{TOOLBAR} .rd-find-words", "Enter")


def found_at(page: Any) -> str:
    return str(page.inner_text(f"{TOOLBAR} .rd-found-at"))


def test_words_are_found_on_every_page_and_stepped_through(desk: Desk) -> None:
    page = desk.page
    enter(page, "The manual")
    page.locator("#rd-thread a.rd-cite").first.click()
    drawn(page)
    find(page, "reserve  REFRIGERATOR")
    until(page, lambda: found_at(page) == "1 of 2")
    marks = boxes(page, f"{VIEWER} .rd-found")
    assert len(marks) == 2 and page.locator(f"{VIEWER} .rd-found-now").count() == 1
    quoted = boxes(page, f"{VIEWER} .rd-highlight")
    inside = [
        any(q[0] - 3 <= m[0] and m[2] <= q[2] + 3 and q[1] - 3 <= m[1] and m[3] <= q[3] + 3 for q in quoted)
        for m in marks
    ]
    assert inside == [True, False], "the first stands in the quoted line, the second does not"
    keep(page, "finding")
    page.keyboard.press("Enter")
    until(page, lambda: found_at(page) == "2 of 2")
    find(page, "valve v7 opens")
    until(page, lambda: found_at(page) == "1 of 1")
    until(page, lambda: page.inner_text(f"{TOOLBAR} .rd-number") == "4")
    until(
        page, lambda: page.locator(f"{VIEWER} [data-page='4'] .rd-found-now").count() == 3
    )  # a word each, since it is turned
    _, top, _, bottom = boxes(page, f"{VIEWER} .rd-found-now")[0]
    [(_, low, _, high)] = boxes(page, VIEWER)
    assert low <= top and bottom <= high
    find(page, "reserve refrigerator")
    until(page, lambda: found_at(page) == "1 of 2")  # none after page 4: from the beginning
    page.locator(f"{TOOLBAR} a.rd-to-on").click()
    until(page, lambda: page.inner_text(f"{TOOLBAR} .rd-number") == "2")
    find(page, "spare parts")
    until(page, lambda: found_at(page) == "1 of 44")
    find(page, "of")
    until(page, lambda: found_at(page) != "1 of 44")
    word, sheet = (
        boxes(page, f"{VIEWER} [data-page='2'] .rd-found")[0],
        boxes(page, f"{VIEWER} [data-page='2'] .rd-turn")[0],
    )
    assert (word[2] - word[0]) / (sheet[2] - sheet[0]) < 0.025, (
        "a short word is marked alone, of a page's width 595 points"
    )
    find(page, "Archaeopteryx")
    until(page, lambda: found_at(page) == "Not found")
    assert violations(page) == []
    page.press(f"{TOOLBAR} .rd-find-words", "Escape")
    assert page.locator(f"{VIEWER} .rd-found").count() == 0 and page.is_visible("#rd-beside")
    page.focus(VIEWER)
    page.keyboard.press("Control+f")
    assert page.evaluate("document.activeElement.matches('.rd-find-words')")
    desk.quiet()


def test_words_are_found_in_a_text_that_is_shown(desk: Desk) -> None:
    page = desk.page
    enter(page, "Rooms and money")
    page.locator("#rd-thread a.rd-cite").first.click()
    until(page, lambda: page.inner_text(f"{VIEWER} mark") == "Room 300 is cleaned")
    find(page, "room 30")
    until(page, lambda: found_at(page).endswith("of 10"))  # 300 to 309; 30 itself is out of view
    marked = "[...CSS.highlights.get('rd-found')].map((range) => range.toString())"
    assert set(page.evaluate(marked)) == {"Room 30"}
    find(page, "Room 599")
    until(page, lambda: found_at(page) == "Not in the part shown")
    desk.quiet()


def test_selected_words_are_asked_about_or_copied_with_their_place(desk: Desk) -> None:
    page = desk.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    enter(page, "The manual")
    page.locator("#rd-thread a.rd-cite").first.click()
    drawn(page)
    words = page.locator(f"{VIEWER} [data-page='1'] .rd-words-over span")
    until(page, lambda: words.count() > 40)
    every = [each.strip() for each in words.all_inner_texts()]
    first, last = every.index("Batteries"), every.index("years.")
    start, end = words.nth(first).bounding_box(), words.nth(last).bounding_box()
    # From the middle of a word to the middle of another: half a word is no quote.
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    page.mouse.up()
    page.wait_for_selector("#rd-selected")
    keep(page, "selected")
    assert violations(page) == []
    page.focus(VIEWER)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#rd-selected", has_text="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "“Batteries of the logger last two years.” (manual, Page 1)"
    until(page, lambda: page.locator("#rd-selected").count() == 0)
    page.evaluate(
        f"getSelection().selectAllChildren(document.querySelector('{VIEWER} [data-page=\"1\"] .rd-words-over span'))"
    )
    page.get_by_role("button", name="Ask about this", exact=True).click()
    asked = page.locator("#rd-question textarea")
    until(page, lambda: asked.input_value().startswith("“Chapter” (manual, Page 1)"))
    until(page, lambda: page.evaluate("document.activeElement.matches('#rd-question textarea')"))
    asked.fill("")
    desk.quiet()


def test_a_document_s_page_leads_to_a_conversation_about_it_alone(desk: Desk) -> None:
    page, app = desk.page, desk.app
    enter(page, "Rooms and money")
    title = page.locator("#rd-documents a.rd-title", has_text="manual")
    back = page.locator("#rd-document").get_by_role("button", name="Back to the library")

    def in_the_library() -> bool:
        """The conversation that is entered may lead to Chat once more, when it comes late; a try before this one may have left
        the document's page open."""
        if not title.is_visible():
            open_tab(page, "Library")
        if back.is_visible():
            back.click()
        return bool(title.is_visible())

    until(page, in_the_library)
    # What is offered there are its own questions, not another document's.
    own, foreign = "How many pages does the manual have?", "Which room is cleaned first?"
    others = {each.id for each in app.library.documents.all()} - {desk.manual}
    app.library.starters.keep(desk.manual, VERSION, [own])
    app.library.starters.keep(min(others), VERSION, [foreign])
    title.click()
    page.get_by_role("button", name="Ask about this document").click()
    until(page, lambda: "Your questions look in “manual” alone." in page.inner_text("#rd-status"))
    assert page.locator("#rd-thread a.rd-cite").count() == 0
    offered = page.locator("#rd-invitation a.rd-try")
    until(page, lambda: offered.all_inner_texts() == [own])
    # What the fold says follows its own change of value, with another turn to the server.
    until(page, lambda: "1 document" in page.inner_text("#rd-scope"))
    until(page, lambda: page.evaluate("document.activeElement.matches('#rd-question textarea')"))
    scopes = {conversation.title: conversation.scope.documents for conversation in app.conversations.all()}
    assert scopes["Rooms and money"] == (), "the conversation that was open keeps its own"
    desk.quiet()
