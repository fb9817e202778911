"""The Citations tab in a real browser: the marks lie on the quoted words at every zoom and turn, every kind of document is
shown, every citation is reached by mouse and by keyboard. The answers are written by the test, the documents are real.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from cited import (
    COLUMNS_QUOTE,
    MARKDOWN,
    PAGES_QUOTE,
    TURNED_QUOTE,
    add,
    cite,
    converse,
    write_mail,
    write_pdf,
    write_sheet,
)
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
PAGES = 60
# The citations of the conversation, in order.
COLUMNS, ACROSS, TURNED, MARKED, CELLS, MAIL, CHANGED, REMOVED = range(8)
COUNT = 8

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Scene:
    """An app with documents, a conversation about them and a long one, and a window on its Citations tab."""

    app: App
    page: Any
    seen: Any
    pdf: Path


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("cited")
    pdf = write_pdf(folder / "manual.pdf", PAGES)
    app = App.open(open_home(folder / "home"))
    manual = add(app, pdf)
    (folder / "visitors.md").write_text(MARKDOWN, encoding="utf-8")
    visitors = add(app, folder / "visitors.md")
    (folder / "gone.md").write_text("# Gone\n\nThe old rule was to wait for ten minutes.\n", encoding="utf-8")
    gone = add(app, folder / "gone.md")
    budget, freezer = (
        add(app, write_sheet(folder / "budget.xlsx")),
        add(app, write_mail(folder / "freezer.eml")),
    )
    pages = [
        cite(app, manual, *quote, number=n)
        for n, quote in enumerate((COLUMNS_QUOTE, PAGES_QUOTE, TURNED_QUOTE), start=1)
    ]
    others = [
        cite(app, visitors, "signs the", "at most **twelve** people", number=1),
        cite(app, budget, "Item 100", "1020", number=2),
        cite(app, freezer, "When does the freezer arrive?", number=3),
    ]
    changed = replace(cite(app, visitors, "Every visitor"), quote="Nobody said this.")
    lost = [changed, cite(app, gone, "The old rule was to wait for ten minutes.", number=2)]
    tested = [cite(app, manual, "The reserve refrigerator is tested", number=n) for n in (1, 2, 3)]
    converse(app, [tested] * 150, title="The long one")
    converse(app, [pages, others, lost], title="The short one")
    app.removals.remove([gone])
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        enter(page, "The short one", COUNT)
        yield Scene(app, page, seen, pdf)
    app.close()


def enter(page: Any, conversation: str, count: int) -> None:
    """Open a conversation in Chat, then all of its citations, which are `count`."""
    open_tab(page, "Chat")
    page.get_by_role("button", name=conversation).first.click()
    page.wait_for_selector("#rd-thread a.rd-cite")
    open_tab(page, "Citations")
    page.wait_for_selector("#rd-citations li")
    choose(page, "rd-answer", "Whole conversation")
    until(page, lambda: f"{count} citations · " in page.inner_text("#rd-citations"))


def choose(page: Any, field: str, wanted: str) -> None:
    page.click(f"#{field} input")
    page.get_by_role("option", name=wanted).first.click()


def show(scene: Scene, place: int) -> None:
    """Click the citation; wait until the viewer has it."""
    scene.page.locator("#rd-citations a.rd-source").nth(place).click()
    arrived(scene, place)


def arrived(scene: Scene, place: int) -> None:
    page = scene.page
    until(page, lambda: f"Citation {place + 1} of {COUNT}" in page.inner_text("#rd-toolbar"), 20)
    if place <= TURNED:
        page.wait_for_selector("#rd-viewer [data-page] .rd-highlight")
        loaded = "document.querySelector('.rd-page:has(.rd-highlight) img').naturalWidth > 0"
        until(page, lambda: page.evaluate(loaded), 20)
        page.click("#rd-toolbar .rd-to-fit")
    page.wait_for_timeout(150)


def rectangles(page: Any, selector: str) -> list[Box]:
    """Where the elements are on the screen: left, top, right, bottom."""
    return [
        tuple(each)
        for each in page.evaluate(
            "(where) => [...document.querySelectorAll(where)].map(e => { const r = e.getBoundingClientRect();"
            " return [r.left, r.top, r.right, r.bottom]; })",
            selector,
        )
    ]


def words_on(pdf: Path, number: int) -> tuple[list[tuple[Box, str]], float, float]:
    """The words of a page with their boxes as it is shown, and its size, by another reader than the app's."""
    with pymupdf.open(pdf) as document:
        shown = document[number - 1]
        words = [
            (tuple(pymupdf.Rect(word[:4]) * shown.rotation_matrix), word[4])
            for word in shown.get_text("words")
        ]
        return words, shown.rect.width, shown.rect.height


def marked_words(scene: Scene, number: int, turned: bool = False) -> str:
    """The words of a page whose middle lies under a mark, in the order of the file."""
    words, width, height = words_on(scene.pdf, number)
    [(left, top, right, bottom)] = rectangles(scene.page, f"[data-page='{number}'] .rd-sheet")
    marks = rectangles(scene.page, f"[data-page='{number}'] .rd-highlight")
    under = []
    for (x0, y0, x1, y1), word in words:
        x, y = (x0 + x1) / 2 / width, (y0 + y1) / 2 / height
        if turned:
            x, y = 1 - y, x
        at = left + x * (right - left), top + y * (bottom - top)
        if any(m[0] <= at[0] <= m[2] and m[1] <= at[1] <= m[3] for m in marks):
            under.append(word)
    return " ".join(under)


def test_the_marks_lie_on_the_quoted_words_of_both_columns_and_on_no_others(scene: Scene) -> None:
    show(scene, COLUMNS)
    text = scene.app.library.conversations.messages(scene.app.conversations.all()[0].id)[1].answer
    assert text is not None
    assert marked_words(scene, 1) == text.citations[0].quote
    keep(scene.page, "citations-columns")


def test_what_is_under_a_mark_is_tinted_and_what_is_beside_it_is_paper(scene: Scene) -> None:
    show(scene, COLUMNS)
    first = rectangles(scene.page, ".rd-highlight")[0]
    picture = pymupdf.Pixmap(scene.page.screenshot())
    top = round(first[1]) + 2  # above the letters
    row = [picture.pixel(x, top) for x in range(round(first[0]) + 2, round(first[2]) - 2)]
    [(paper, times)] = Counter(row).most_common(1)
    assert times > len(row) / 2
    assert paper[0] > 240 and paper[2] < 200
    assert picture.pixel(round(first[0]) - 12, top) == (255, 255, 255)


def test_a_quote_over_two_pages_is_marked_on_both(scene: Scene) -> None:
    show(scene, ACROSS)
    assert marked_words(scene, 2).startswith("The transport box is packed") and marked_words(
        scene, 2
    ).endswith("elements")
    assert marked_words(scene, 3) == "around the vaccines and a data logger in each box."
    assert "Page 2 of 60" in scene.page.inner_text("#rd-toolbar")


def test_a_page_that_is_shown_turned_is_marked_on_one_line(scene: Scene) -> None:
    show(scene, TURNED)
    assert marked_words(scene, 4) == "Valve V7 opens by itself at a pressure of four bar."
    assert len(rectangles(scene.page, "[data-page='4'] .rd-highlight")) == 1


def test_the_marks_turn_with_the_page_and_four_turns_are_none(scene: Scene) -> None:
    show(scene, COLUMNS)
    straight = marked_words(scene, 1)
    scene.page.click("#rd-toolbar .rd-to-turn")
    until(scene.page, lambda: scene.page.locator(".rd-turn-90").count() == 1)
    [(left, top, right, bottom)] = rectangles(scene.page, "[data-page='1'] .rd-sheet")
    assert right - left > bottom - top
    assert marked_words(scene, 1, turned=True) == straight
    for _ in range(3):
        scene.page.click("#rd-toolbar .rd-to-turn")
    until(scene.page, lambda: marked_words(scene, 1) == straight)


IN_THE_MIDDLE = """(() => { const v = document.getElementById('rd-viewer').getBoundingClientRect();
 const y = v.top + v.height * 0.4;
 for (const s of document.querySelectorAll('#rd-viewer .rd-sheet')) { const r = s.getBoundingClientRect();
  if (r.top <= y && r.bottom >= y) return [Number(s.parentElement.dataset.page), (y - r.top) / r.height]; }
 return [0, 0]; })()"""


def test_zoom_keeps_the_place_and_fetches_a_sharper_picture(scene: Scene) -> None:
    show(scene, ACROSS)
    page = scene.page
    before = page.evaluate(IN_THE_MIDDLE)
    for _ in range(4):
        page.click("#rd-toolbar .rd-to-in")
    page.wait_for_timeout(200)
    after = page.evaluate(IN_THE_MIDDLE)
    assert after[0] == before[0] and abs(after[1] - before[1]) < 0.01
    percent = int(page.inner_text("#rd-toolbar .rd-zoom").split()[0])
    assert percent == 200
    [(left, _, right, _)] = rectangles(page, "[data-page='2'] .rd-sheet")
    assert right - left == pytest.approx(595 * 96 / 72 * 2, abs=1)
    assert marked_words(scene, 2).startswith("The transport box is packed")
    picture = page.locator("[data-page='2'] img")
    assert picture.get_attribute("src").endswith("/2/220")
    wide = "document.querySelector(\"[data-page='2'] img\").naturalWidth"
    until(page, lambda: abs(page.evaluate(wide) - 595 * 220 / 72) < 2, 20)
    page.click("#rd-toolbar .rd-to-fit")
    until(page, lambda: page.locator(".rd-pages.rd-fit").count() == 1)
    fitted = page.evaluate(IN_THE_MIDDLE)
    assert fitted[0] == before[0] and abs(fitted[1] - before[1]) < 0.02


def test_pages_beyond_the_quote_come_when_they_are_leafed_to(scene: Scene) -> None:
    show(scene, COLUMNS)
    page = scene.page
    assert page.locator("#rd-viewer .rd-page").count() == PAGES
    assert page.locator("[data-page='40'] img").count() == 0
    page.click("#rd-toolbar .rd-to-on")
    until(page, lambda: "Page 2 of 60" in page.inner_text("#rd-toolbar"))
    page.locator("[data-page='40']").scroll_into_view_if_needed()
    until(
        page,
        lambda: page.evaluate("(document.querySelector(\"[data-page='40'] img\") || {}).naturalWidth > 0"),
        20,
    )
    assert page.locator("[data-page='40'] img").get_attribute("alt") == "Page 40 of manual.pdf"
    assert page.locator("#rd-viewer img").count() < 12, "what is far off has given its picture back"
    page.click("#rd-toolbar .rd-to-back")
    until(page, lambda: "Page 39 of 60" in page.inner_text("#rd-toolbar"))


def test_the_keyboard_alone_goes_everywhere(scene: Scene) -> None:
    page = scene.page
    show(scene, COLUMNS)
    page.locator("#rd-citations a.rd-source").nth(ACROSS).focus()
    page.keyboard.press("Enter")
    arrived(scene, ACROSS)
    page.locator("#rd-citations a.rd-source").nth(ACROSS).focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "rd-viewer":
            break
    assert page.evaluate("document.activeElement.id") == "rd-viewer"
    assert page.get_by_role("region", name="manual.pdf").count() == 1
    page.keyboard.press("PageDown")
    until(page, lambda: "Page 3 of 60" in page.inner_text("#rd-toolbar"))
    page.keyboard.press("ArrowLeft")
    until(page, lambda: "Page 2 of 60" in page.inner_text("#rd-toolbar"))
    page.keyboard.press("Control+=")
    until(page, lambda: page.inner_text("#rd-toolbar .rd-zoom") == "100 %")
    page.keyboard.press("Control+-")
    until(page, lambda: page.inner_text("#rd-toolbar .rd-zoom") == "80 %")
    page.keyboard.press("Control+0")
    page.keyboard.press("r")
    until(page, lambda: page.locator(".rd-turn-90").count() == 1)
    for _ in range(3):
        page.keyboard.press("r")
    page.keyboard.press("n")
    arrived(scene, TURNED)
    page.locator("#rd-viewer").focus()
    page.keyboard.press("p")
    arrived(scene, ACROSS)


def test_after_the_last_citation_comes_the_first(scene: Scene) -> None:
    show(scene, REMOVED)
    scene.page.click("#rd-toolbar .rd-to-next")
    arrived(scene, COLUMNS)
    scene.page.click("#rd-toolbar .rd-to-previous")
    arrived(scene, REMOVED)


def test_markdown_is_rendered_and_marked_across_its_markup(scene: Scene) -> None:
    show(scene, MARKED)
    page = scene.page
    assert page.locator("#rd-viewer mark").all_inner_texts()[:3] == [
        "signs the ",
        "book",
        " at the gate and gets a badge before the tour.",
    ]
    assert page.inner_text("#rd-viewer h4 mark") == "Tours"
    assert page.locator("#rd-viewer .rd-reading ol li").count() == 2
    assert page.locator("#rd-viewer .rd-reading td").all_inner_texts() == [
        "Monday",
        "Ms Vance",
        "Friday",
        "Mr Ode",
    ]
    assert page.locator("#rd-viewer .rd-reading a").count() == 0


def test_a_sheet_has_its_headings_and_the_cited_cells_stand_out(scene: Scene) -> None:
    show(scene, CELLS)
    page = scene.page
    cells = page.locator("#rd-viewer td.rd-cell").all_inner_texts()
    assert cells == [
        "Item 100",
        "Owner 2",
        "1000",
        "Item 101",
        "Owner 3",
        "1010",
        "Item 102",
        "Owner 4",
        "1020",
    ]
    assert page.locator("#rd-viewer thead th").all_inner_texts() == ["", "A", "B", "C"]
    numbers = page.locator("#rd-viewer tbody th").all_inner_texts()
    assert numbers[:3] == ["1", "85", "86"] and numbers[-1] == "117"
    # The letters and the table's first row stay in view above the cited cells.
    [(_, _, _, head)] = rectangles(page, "#rd-viewer tbody tr:first-child td:nth-child(2)")
    [(_, cell, _, _)] = rectangles(page, "#rd-quote")
    assert page.inner_text("#rd-viewer tbody tr:first-child td:nth-child(2)") == "Item"
    assert rectangles(page, "#rd-viewer")[0][1] <= head <= cell
    page.get_by_role("button", name="Show more above").scroll_into_view_if_needed()
    [(_, cell, _, _)] = rectangles(page, "#rd-quote")
    page.get_by_role("button", name="Show more above").click()
    until(page, lambda: page.locator("#rd-viewer tbody th").all_inner_texts()[1] == "35", 20)
    page.wait_for_timeout(200)
    [(_, after, _, _)] = rectangles(page, "#rd-quote")
    assert after == pytest.approx(cell, abs=3), "the cited cell stays where it was"


def test_a_message_has_its_header_its_attachment_and_the_quoted_part_in_a_fold(scene: Scene) -> None:
    show(scene, MAIL)
    page = scene.page
    head = page.inner_text("#rd-viewer .rd-mailhead")
    for said in ("Re: Delivery of the freezer", "Ada Vance <ada@example.org>", "Bo Ode", "2026-01-12 09:30"):
        assert said in head
    assert page.locator("#rd-viewer details").count() == 1
    assert page.locator("#rd-viewer details[open] mark").inner_text() == "When does the freezer arrive?"
    assert "two people have to carry it" in page.inner_text("#rd-viewer .rd-plain >> nth=0")
    assert page.get_by_role("button", name="lift.txt").count() == 1


def test_a_source_that_changed_or_went_says_so_and_the_quote_is_kept(scene: Scene) -> None:
    show(scene, REMOVED)
    page = scene.page
    assert "no longer in the library" in page.inner_text("#rd-viewer")
    assert page.inner_text("#rd-viewer blockquote") == "The old rule was to wait for ten minutes."
    assert "source removed since" in page.inner_text("#rd-citations li.rd-chosen")
    assert page.locator("#rd-toolbar a[href^='/ragdesk/']").count() == 0
    show(scene, CHANGED)
    assert "no longer stand in it" in page.inner_text("#rd-viewer")
    assert page.inner_text("#rd-viewer blockquote") == "Nobody said this."
    assert "source changed since" in page.inner_text("#rd-citations li.rd-chosen")
    assert page.locator("#rd-toolbar a[href^='/ragdesk/original/']").count() == 1


def test_the_list_is_narrowed_to_one_document(scene: Scene) -> None:
    page = scene.page
    choose(page, "rd-cited-document", "budget.xlsx (1)")
    until(page, lambda: page.locator("#rd-citations li").count() == 1)
    until(page, lambda: page.locator("#rd-viewer td.rd-cell").count() == 9)
    choose(page, "rd-cited-document", "All documents")
    until(page, lambda: page.locator("#rd-citations li").count() == COUNT)


def test_it_fits_a_window_of_320_pixels(scene: Scene) -> None:
    page = scene.page
    show(scene, COLUMNS)
    page.set_viewport_size({"width": 320, "height": 640})
    try:
        for place in (ACROSS, MARKED, CELLS, MAIL, REMOVED, COLUMNS):
            show(scene, place)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, place
        until(page, lambda: rectangles(page, "#rd-viewer-panel")[0][1] < 400)
        assert marked_words(scene, 1).startswith("the vaccines are moved")
        small = [
            box
            for box in rectangles(page, "#rd-viewer-panel a")
            if min(box[2] - box[0], box[3] - box[1]) < 24
        ]
        assert len(small) == 0
        keep(page, "citations-narrow")
    finally:
        page.set_viewport_size({"width": 1280, "height": 800})


def test_three_hundred_messages_are_listed_a_part_at_a_time(scene: Scene) -> None:
    page = scene.page
    enter(page, "The long one", 450)
    until(page, lambda: page.locator("#rd-citations li").count() == 30)
    page.get_by_role("button", name="Show more").click()
    until(page, lambda: page.locator("#rd-citations li").count() == 60)
    page.click("#rd-toolbar .rd-to-previous")
    until(page, lambda: "Citation 450 of 450" in page.inner_text("#rd-toolbar"))
    until(page, lambda: page.locator("#rd-citations li").count() <= 30)
    assert "Show earlier" in page.inner_text("#rd-citations")


def test_in_the_dark_the_page_stays_paper_and_the_text_can_be_read(scene: Scene) -> None:
    page = scene.page
    page.emulate_media(color_scheme="dark")
    page.reload()
    scene.seen.console.clear()
    enter(page, "The short one", COUNT)
    show(scene, COLUMNS)
    first = rectangles(page, ".rd-highlight")[0]
    picture = pymupdf.Pixmap(page.screenshot())
    assert picture.pixel(round(first[0]) - 12, round(first[1])) == (255, 255, 255)
    show(scene, MARKED)
    ink, mark = (
        page.evaluate(f"getComputedStyle(document.querySelector('#rd-viewer mark')).{name}")
        for name in ("color", "backgroundColor")
    )
    assert contrast(ink, mark) >= 4.5
    keep(page, "citations-dark")
    assert scene.seen.foreign() == [] and scene.seen.violations() == []


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, contrast ratio of two colours as the browser writes them: "rgb(1, 2, 3)"."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
