"""The whole main job by the keyboard alone: add a file, ask, open the citation, look at its page, export, change a note and a
setting. The focus can always be seen, and Tab leads on and out again. The model's words are scripted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from furnished import MS, QUESTION, TRUE, Furnished, furnished
from playwright.sync_api import TimeoutError as NothingCame
from ragdesk_browser import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
# What has the focus: its words, whether one sees that it has it, and where it is.
FOCUS = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const style = getComputedStyle(e), box = e.getBoundingClientRect();
  const ringed = (s) => (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== "none";
  const around = [e, e.parentElement, e.parentElement.parentElement, e.parentElement.parentElement?.parentElement];
  const field = e.matches("input, textarea");
  const shown = around.some((a) => a && ringed(getComputedStyle(a))) || (field && style.borderColor !== style.color);
  return { words: (e.getAttribute("aria-label") || e.title || e.innerText || e.value || e.placeholder || "").trim().slice(0, 60),
    id: e.closest("[id]")?.id || "", tag: e.tagName, type: e.type || "", shown,
    inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth };
}"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Furnished]:
    with furnished(tmp_path_factory.mktemp("keys"), examples, bare=True, answers=(TRUE,)) as given:
        given.page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        given.page.wait_for_timeout(500)
        yield given


def focus(page: Any) -> dict[str, Any]:
    return page.evaluate(FOCUS) or {
        "words": "",
        "id": "",
        "tag": "BODY",
        "shown": True,
        "inside": True,
        "type": "",
    }


def tab_to(page: Any, selector: str, most: int = 90, key: str = "Tab") -> None:
    """Press Tab until what matches has the focus; each stop on the way is seen."""
    stops: list[str] = []
    for _ in range(most):
        page.keyboard.press(key)
        now = focus(page)
        if not now["shown"]:
            page.wait_for_timeout(500)  # rings fade in
            now = focus(page)
        stops.append(f"{now['tag']}#{now['id']} {now['words']}")
        if now["tag"] != "BODY":
            assert now["shown"], f"the focus cannot be seen on {stops[-1]}"
            assert now["inside"], f"the focus is out of sight on {stops[-1]}"
        if page.evaluate("(where) => document.activeElement.matches(where)", selector):
            return
    raise AssertionError(f"Tab never came to {selector}: {stops}")


def choose(page: Any, file: Path) -> None:
    """Tab to the drop zone and press Enter; again where the field was drawn anew between the two."""
    for left in reversed(range(4)):
        tab_to(page, "#rd-drop button, #rd-drop [tabindex], #rd-drop input")
        try:
            with page.expect_file_chooser(timeout=5_000) as chooser:
                page.keyboard.press("Enter")
        except NothingCame:
            assert left, "Enter opens no choice of files"
        else:
            chooser.value.set_files(str(file))
            return


def open_by_key(page: Any, name: str) -> None:
    """Open a tab as one does without a mouse: the tabs' own arrow keys or Tab, then Enter."""
    page.keyboard.press("Control+Home")
    tab = page.get_by_role("tab", name=name, exact=True)
    for _ in range(120):
        page.keyboard.press("Tab")
        if tab.evaluate("each => each === document.activeElement"):
            break
    else:
        raise AssertionError(f"Tab never came to the tab {name}")
    assert focus(page)["shown"]
    page.keyboard.press("Enter")
    until(page, lambda: tab.get_attribute("aria-selected") == "true")


def test_the_main_job_without_a_mouse(app: Furnished, examples: Path) -> None:
    page = app.page
    # Gradio draws the field anew once what the page loads with has come.
    start = "document.querySelector('#rd-start textarea, #rd-start input')?.value"
    until(page, lambda: bool(page.evaluate(start)))
    page.wait_for_timeout(2_000)
    choose(page, examples / "sop-autoclave.pdf")
    until(page, lambda: page.locator("#rd-documents li").count() == 1)

    open_by_key(page, "Chat")
    tab_to(page, "#rd-question textarea")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-thread a.rd-cite", timeout=MS)
    assert focus(page)["id"] == "rd-question", "one can ask on at once"
    tab_to(page, "#rd-thread a.rd-cite", key="Shift+Tab")
    page.locator("#rd-hover").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-beside-viewer .rd-highlight", timeout=MS)
    until(
        page, lambda: focus(page)["id"] == "rd-beside-viewer"
    )  # the cited place stands beside the conversation
    page.keyboard.press("Escape")
    until(page, lambda: page.evaluate("document.activeElement.matches('#rd-thread a.rd-cite')"))
    # The focus is back at once; the page beside goes when the server has heard of it.
    until(page, lambda: not page.is_visible("#rd-beside") and page.is_visible("#rd-evidence"))
    page.keyboard.press("Enter")
    until(page, lambda: focus(page)["id"] == "rd-beside-viewer")
    tab_to(page, "#rd-beside-toolbar a[href*='citations:open']", key="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-viewer .rd-highlight", timeout=MS)
    chosen = "document.activeElement.matches('#rd-citations .rd-chosen a.rd-source')"
    until(page, lambda: page.evaluate(chosen))  # it is not lost with the tab that goes
    # The viewer takes its keys while the focus is in it; what it says of the zoom is there once its pages are laid out.
    tab_to(page, "#rd-viewer")
    until(page, lambda: page.inner_text("#rd-toolbar .rd-zoom") not in ("", "100 %"))
    zoom = page.inner_text("#rd-toolbar .rd-zoom")
    page.keyboard.press("Control++")
    until(page, lambda: page.inner_text("#rd-toolbar .rd-zoom") != zoom)

    tab_to(page, "#rd-export-fold > button", key="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-export:visible")
    tab_to(page, "#rd-export")
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    assert coming.value.suggested_filename.endswith(".pdf")


def test_a_note_and_a_setting_without_a_mouse(app: Furnished) -> None:
    page, opened = app.page, app.app
    opened.memory.save_text("user", "- Uses SAP.\n", "")
    open_by_key(page, "Memory")
    page.wait_for_selector("#rd-notes-user li")
    tab_to(page, "#rd-notes-user a")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-note-user-words textarea:focus")
    until(page, lambda: page.input_value("#rd-note-user-words textarea") == "Uses SAP.")
    page.keyboard.press("Control+a")
    page.keyboard.type("Uses SAP and Excel.")
    tab_to(page, "#rd-note-user-save")
    page.keyboard.press("Space")
    until(page, lambda: [each.text for each in opened.memory.entries("user")] == ["Uses SAP and Excel."])

    open_by_key(page, "Settings")
    page.wait_for_selector("#rd-models li")
    tab_to(page, 'a.rd-section[href$=":answers"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#rd-in-answers", state="visible")
    tab_to(page, "#rd-set-search-top input")
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    tab_to(page, "#rd-set-answers-save")
    page.keyboard.press("Enter")
    until(page, lambda: opened.settings.search.top == 7)
    assert app.seen.foreign() == [] and app.seen.violations() == []


def test_no_tab_holds_the_keyboard(app: Furnished) -> None:
    page = app.page
    for name in ("Library", "Chat", "Citations", "Memory"):
        open_by_key(page, name)
        stops = []
        for _ in range(120):
            page.keyboard.press("Tab")
            now = focus(page)
            stops.append(now["words"])
            if now["tag"] == "BODY":
                break
        else:
            # It came round again to where it began.
            assert stops.count(name) >= 1, f"{name} holds the keyboard: {stops[-10:]}"


@pytest.mark.parametrize("name", ["Library", "Chat", "Citations", "Memory", "Settings"])
def test_every_stop_can_be_seen(app: Furnished, name: str) -> None:
    page = app.page
    open_by_key(page, name)
    unseen, stops = [], 0
    for _ in range(150):
        page.keyboard.press("Tab")
        now = focus(page)
        if not now["shown"]:
            page.wait_for_timeout(500)  # rings fade in
            now = focus(page)
        if now["tag"] == "BODY":
            break
        stops += 1
        if not now["shown"]:
            unseen.append(f"{now['tag']}#{now['id']} {now['words']}")
    assert unseen == [] and stops > 3
