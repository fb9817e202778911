"""A document's own page and the explanation of a search, in a real browser with the real embedder.

With RAGDESK_SCREENSHOTS set to a folder, pictures are kept there.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cited import write_mail
from library_app import RunningApp, running_app, shows, write_note
from ragdesk_browser import keep, until

from ragdesk.app.starters import VERSION

# What stands where a step of the search did not find a passage.
NONE = "–"


pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[RunningApp]:
    with running_app(tmp_path_factory.mktemp("document")) as given:
        given.add(examples)
        given.app.library.collections.assign(
            [each.id for each in given.app.library.documents.all()][:2], "Plant 2, north"
        )
        yield given


def test_a_document_is_leafed_through_with_its_passages_on_its_pages(opened: RunningApp) -> None:
    page = opened.load()
    shows(page, 4)
    keep(page, "library")
    page.locator("a.rd-title", has_text="Steam Autoclave").click()
    page.wait_for_selector("#rd-leaf .rd-leaf-sheet img")
    assert not page.is_visible("#rd-drop") and not page.is_visible("#rd-documents")
    picture = page.locator("#rd-leaf .rd-leaf-sheet img")
    until(page, lambda: picture.evaluate("each => each.naturalWidth") > 500)
    keep(page, "document")
    app = opened.app
    document_id = next(each.id for each in app.library.documents.all() if each.name == "sop-autoclave.pdf")
    width, height = app.contents.page_size(document_id, 1)
    sheet = page.locator("#rd-leaf .rd-leaf-sheet").bounding_box()
    for placed in app.contents.page(document_id, 1):
        drawn = [box.bounding_box() for box in page.locator(f"#rd-leaf a.rd-of-{placed.chunk.ordinal}").all()]
        assert len(drawn) == len(placed.boxes)
        for box, shown in zip(placed.boxes, drawn, strict=True):
            # In the page's own points, to two of them: the border lies around the words.
            left = (shown["x"] - sheet["x"]) / sheet["width"] * width
            top = (shown["y"] - sheet["y"]) / sheet["height"] * height
            assert left <= box.x0 + 2 and top <= box.y0 + 2
            assert left + shown["width"] / sheet["width"] * width >= box.x1 - 2
            assert top + shown["height"] / sheet["height"] * height >= box.y1 - 2
    box = page.locator("#rd-leaf a.rd-of-2").first
    box.hover()
    until(page, lambda: "rd-lit" in (page.get_attribute("#rd-placed-2", "class") or ""))
    box.click()
    heading = app.library.chunks.of_document(document_id)[2].text.splitlines()[0]
    assert heading.lstrip("# ") in page.inner_text("#rd-placed-2")
    tops = [each.bounding_box()["y"] for each in page.locator("#rd-placed-2 .rd-passage").all()]
    assert len(tops) > 1 and len(set(tops)) == len(tops), "each paragraph begins a line"
    page.keyboard.press("ArrowRight")
    until(page, lambda: f"/{document_id}/2" in (picture.get_attribute("src") or ""))
    page.locator("#rd-leaf .rd-go-to").fill("3")
    page.locator("#rd-leaf .rd-go-to").press("Enter")
    until(page, lambda: f"/{document_id}/3" in (picture.get_attribute("src") or ""))
    page.locator("#rd-document").get_by_role("button", name="Passages").click()
    until(page, lambda: len(page.query_selector_all("#rd-leaf .rd-placed")) == 13)
    page.locator("#rd-document").get_by_role("button", name="Text").click()
    page.wait_for_selector("#rd-leaf td >> text=Geobacillus")
    assert page.locator("#rd-leaf .rd-reading :is(h3, h4)").count() > 5, "drawn as a document"
    assert not any(sign in page.inner_text("#rd-leaf") for sign in ("**", "|--", "\n#"))
    keep(page, "text")
    with page.context.expect_page() as viewed:
        page.locator("#rd-document").get_by_role("link", name="View").click()
    viewed.value.wait_for_selector("td >> text=Geobacillus")
    assert viewed.value.locator("h3, h4").count() > 5 and "|--" not in viewed.value.inner_text("body")
    keep(viewed.value, "view")
    viewed.value.close()
    page.locator("#rd-document").get_by_role("button", name="About", exact=True).click()
    page.wait_for_selector(f"#rd-leaf >> text={app.contents.sha256(document_id)}")
    page.locator("body").press("Escape")
    shows(page, 4)
    until(page, lambda: page.is_visible("#rd-drop"))
    opened.quiet()


def test_a_question_of_a_document_s_page_is_asked_of_that_document_alone(opened: RunningApp) -> None:
    app, page = opened.app, opened.load()
    shows(page, 4)
    document = next(each for each in app.library.documents.all() if each.name == "sop-autoclave.pdf")
    question = "Which planets have rings of ice?"
    app.library.starters.keep(document.id, VERSION, [question])
    page.locator("a.rd-title", has_text="Steam Autoclave").click()
    page.locator("#rd-document a.rd-ask-about", has_text=question).click()
    page.locator("#rd-thread", has_text="I could not find this in your documents.").wait_for()
    assert "1 document" in page.inner_text("#rd-scope")
    conversation = app.conversations.all()[0]
    assert conversation.scope.documents == (document.id,)


def test_a_document_is_removed_from_its_own_page(opened: RunningApp, tmp_path: Path) -> None:
    [document_id] = opened.add(write_note(tmp_path / "passing.md", "Here for a moment."))
    page = opened.load()
    shows(page, 5)
    page.locator("a.rd-title", has_text="passing").click()
    page.wait_for_selector("#rd-leaf .rd-readable >> text=Here for a moment.")
    page.locator("#rd-document").get_by_role("button", name="Remove").click()
    page.locator("#rd-document").get_by_role("button", name="Keep").click()
    until(page, lambda: page.query_selector("#rd-document .rd-asking") is None)
    page.locator("#rd-document").get_by_role("button", name="Remove").click()
    page.locator("#rd-document .rd-asking a.rd-danger").click()
    shows(page, 4)
    until(page, lambda: "Removed" in page.inner_text("#rd-note"))
    assert document_id not in {each.id for each in opened.app.library.documents.all()}
    opened.quiet()


def test_a_search_shows_what_each_step_of_it_found(opened: RunningApp) -> None:
    page = opened.load()
    query = "how long must the autoclave cool down"
    page.fill("#rd-query textarea, #rd-query input", query)
    page.click("#rd-find")
    expected = opened.app.passages.explain(query, top=opened.app.settings.search.top)
    until(page, lambda: len(page.query_selector_all("#rd-side li")) == len(expected))
    for why in page.query_selector_all("#rd-side summary"):
        why.click()
    keep(page, "search")
    assert "decides the order" in page.inner_text("#rd-side")
    for item, each in zip(page.query_selector_all("#rd-side li"), expected, strict=True):
        shown = [cell.inner_text() for cell in item.query_selector_all("dd")]
        steps = (each.vector, each.words, each.fused, each.reranked)
        assert shown == [NONE if one is None else f"no. {one.rank:,} {one.score:.2f}" for one in steps]
    page.get_by_label("Words", exact=True).check()
    page.click("#rd-find")
    until(page, lambda: (page.text_content("#rd-side dd >> nth=0") or "").strip() == NONE)
    first = opened.app.passages.explain(query, mode="words")[0].hit.chunk
    page.locator("#rd-side a.rd-title").first.click()
    page.wait_for_selector(f"#rd-placed-{first.ordinal}.rd-chosen")
    assert f"Page {first.page_start}" in page.get_attribute("#rd-leaf img", "alt")
    opened.quiet()


@pytest.mark.parametrize("width", [320, 2560])
def test_a_document_s_page_fits_narrow_and_wide_windows_in_the_dark(opened: RunningApp, width: int) -> None:
    page = opened.page
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": width, "height": 900})
    opened.load()
    shows(page, 4)
    page.locator("a.rd-title", has_text="Steam Autoclave").click()
    picture = page.locator("#rd-leaf .rd-leaf-sheet img")
    until(page, lambda: picture.evaluate("each => each.naturalWidth") > 500)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    keep(page, f"document-dark-{width}")
    page.locator("#rd-document").get_by_role("button", name="Back to the library").click()
    shows(page, 4)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_document_is_renamed_on_its_own_page_and_called_so_everywhere(
    opened: RunningApp, tmp_path: Path
) -> None:
    [document_id] = opened.add(write_note(tmp_path / "scan_07.md", "The kiln is lit on the third of June."))
    page = opened.load()
    shows(page, 5)
    page.locator("a.rd-title", has_text="scan_07").click()
    page.locator("#rd-document").get_by_role("button", name="About", exact=True).click()
    page.wait_for_selector("#rd-leaf dd >> text=(from its first heading)")
    assert not page.is_visible("#rd-own-title")
    title = page.locator("#rd-document-title :is(input, textarea)")
    assert title.input_value() == "scan_07"
    keep(page, "rename")
    title.fill("  ")
    page.click("#rd-save-title")
    page.wait_for_selector("#rd-naming-note >> text=The title is empty.")
    title.fill("Kiln diary")
    page.click("#rd-save-title")
    page.wait_for_selector("#rd-naming-note >> text=Saved.")
    page.wait_for_selector("#rd-document h2 >> text=Kiln diary")
    page.wait_for_selector("#rd-leaf dd >> text=(given by you)")
    keep(page, "renamed")
    page.set_viewport_size({"width": 320, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#rd-document").get_by_role("button", name="Back to the library").click()
    page.locator("a.rd-title", has_text="Kiln diary").wait_for()
    page.fill("#rd-filter :is(input, textarea)", "kiln diary")
    shows(page, 1)
    page.fill("#rd-query textarea, #rd-query input", "when is the kiln lit")
    page.click("#rd-find")
    page.locator("#rd-side a.rd-title", has_text="Kiln diary").first.wait_for()
    page.locator("#rd-documents a.rd-title", has_text="Kiln diary").click()
    page.locator("#rd-document").get_by_role("button", name="About", exact=True).click()
    page.click("#rd-own-title")
    page.wait_for_selector("#rd-document h2 >> text=scan_07")
    until(page, lambda: not page.is_visible("#rd-own-title"))
    assert title.input_value() == "scan_07"
    assert opened.app.library.document(document_id).own_title is None
    opened.app.removals.remove([document_id])
    opened.quiet()


def test_a_mail_is_shown_as_a_mail_on_its_own_page(opened: RunningApp, tmp_path: Path) -> None:
    opened.add(write_mail(tmp_path / "freezer.eml"))
    page = opened.load()
    page.locator("a.rd-title", has_text="Delivery of the freezer").click()
    page.wait_for_selector("#rd-leaf .rd-mailhead")
    said = page.inner_text("#rd-leaf")
    assert "Ada Vance <ada@example.org>" in said and "two people have to carry it" in said
    assert "#" not in said and "text/plain" not in said, "no marks of Markdown, no media types"
    assert page.locator("#rd-leaf details").count() == 1
    keep(page, "mail")
    page.locator("#rd-leaf").get_by_role("button", name="lift.txt").click()
    page.wait_for_selector("#rd-document h2 >> text=lift")
    opened.quiet()
