"""axe-core on every tab and in every state that matters, light and dark: no violation of WCAG 2.2 A and AA. The model's words
are scripted."""

from collections.abc import Iterator
from pathlib import Path

import axe
import pytest
from furnished import ABSENT, MS, Furnished, ask, converse_about, furnished, go_to, reach
from library_app import drop_from_disk
from ragdesk_browser import keep, serving, until

from ragdesk.app.app import App
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Furnished]:
    with furnished(tmp_path_factory.mktemp("axe"), examples) as given:
        yield given


class Findings:
    """What axe-core complained of, by state."""

    def __init__(self, app: Furnished) -> None:
        self._page = app.page
        self._found: list[str] = []

    def look(self, state: str) -> None:
        """Let axe-core look at the page as it stands: every rule in the light look; in the dark one those about colours, as
        nothing else differs."""
        keep(self._page, f"axe-{state}")
        self._found += [f"{state}: {each}" for each in axe.violations(self._page)]
        self._dark(True)
        keep(self._page, f"axe-{state}-dark")
        self._found += [f"{state}, dark: {each}" for each in axe.violations(self._page, axe.COLOURS)]
        self._dark(False)

    def _dark(self, on: bool) -> None:
        """What the page's own script does when the look is changed in Settings."""
        self._page.locator("body").evaluate("(body, on) => body.classList.toggle('dark', on)", on)
        self._page.wait_for_timeout(250)  # colours fade in 0.15 s

    def none(self) -> None:
        assert self._found == [], "\n".join(self._found)


@pytest.fixture
def findings(app: Furnished) -> Findings:
    return Findings(app)


def test_the_tool_finds_what_is_wrong(app: Furnished, findings: Findings) -> None:
    app.page.locator("body").evaluate(
        "body => body.insertAdjacentHTML('beforeend', '<img id=rd-wrong src=data:,>')"
    )
    assert any(each.startswith("image-alt") for each in axe.violations(app.page))
    app.page.locator("#rd-wrong").evaluate("each => each.remove()")


def test_chat(app: Furnished, findings: Findings) -> None:
    page, model = app.page, app.model
    app.again()
    findings.look("chat-new")
    model.hold()
    ask(page, wait=False)
    page.wait_for_selector("#rd-live .rd-live", timeout=MS)
    findings.look("chat-writing")
    model.go_on()
    page.wait_for_selector("#rd-thread .rd-unsupported", timeout=MS)
    findings.look("chat-answer")
    page.locator("#rd-thread a.rd-cite").first.hover()
    page.locator("#rd-hover").wait_for()
    findings.look("chat-card")
    page.mouse.move(3, 3)
    page.locator("#rd-thread a.rd-cite").first.click()
    page.wait_for_selector("#rd-beside-viewer [data-page] .rd-highlight")
    findings.look("chat-page")
    page.click("a.rd-put-away")
    page.click("a.rd-act-bad")
    page.wait_for_selector("#rd-rating:visible")
    findings.look("chat-rating")
    page.click("#rd-rating-close")
    page.locator("#rd-scope > button").click()
    findings.look("chat-scope")
    page.locator("#rd-scope > button").click()
    ask(page, ABSENT)
    page.wait_for_selector(".rd-notfound")
    findings.look("chat-refusal")
    page.get_by_role("button", name="Ask a person about this").click()
    page.wait_for_selector("#rd-handover-message:visible")
    findings.look("chat-handover")
    findings.none()


def test_citations(app: Furnished, findings: Findings) -> None:
    page = app.page
    go_to(page, 1)
    converse_about(page, "Of every kind")
    go_to(page, 2)
    page.wait_for_selector("#rd-citations li")
    for place, what in enumerate((".rd-highlight", "#rd-viewer mark", "td.rd-cell", "#rd-viewer mark")):
        page.locator("#rd-citations a.rd-source").nth(place).click()
        until(page, lambda place=place: f"Citation {place + 1} of 5" in page.inner_text("#rd-toolbar"))
        page.wait_for_selector(what, timeout=MS)
        findings.look(f"citations-{place}")
    page.get_by_role("button", name="Export", exact=False).first.click()
    page.wait_for_selector("#rd-export:visible")
    findings.look("citations-export")
    findings.none()


def test_library(app: Furnished, findings: Findings) -> None:
    page = app.page
    go_to(page, 0)
    page.wait_for_selector("#rd-documents li")
    findings.look("library")
    page.fill("#rd-query textarea, #rd-query input", "autoclave")
    page.click("#rd-find")
    page.wait_for_selector("#rd-side li", timeout=MS)
    page.get_by_role("button", name="Questions and answers").click()
    page.get_by_role("button", name="Watched folders").click()
    page.wait_for_selector("#rd-entries li")
    page.locator("#rd-documents").get_by_role("button", name="Remove").first.click()
    page.wait_for_selector("#rd-documents a.rd-danger")
    findings.look("library-search")
    page.locator("a.rd-title", has_text="Steam Autoclave").first.click()
    page.wait_for_selector("#rd-leaf .rd-leaf-sheet img")
    for view in ("Pages", "Text", "Passages", "About"):
        page.locator("#rd-document").get_by_role("button", name=view, exact=True).click()
        page.wait_for_timeout(400)
        findings.look(f"library-{view.lower()}")
    page.locator("#rd-document").get_by_role("button", name="Back to the library").click()
    findings.none()


def test_memory_and_settings(app: Furnished, findings: Findings) -> None:
    page = app.page
    go_to(page, 3)
    page.wait_for_selector("#rd-proposals li")
    page.get_by_role("button", name="The whole file").first.click()
    page.locator("#rd-notes-user").get_by_role("button", name="Edit").first.click()
    page.wait_for_selector("#rd-note-user:visible")
    findings.look("memory")
    PROBLEMS.add(RagdeskError("It broke.", "Mend it."))
    go_to(page, 4)
    page.wait_for_selector("#rd-models li")
    for section in ("models", "answers", "documents", "people", "look", "programs", "privacy", "help"):
        page.click(f'a.rd-section[href$=":{section}"]')
        page.wait_for_selector(f"#rd-in-{section}", state="visible")
        if section == "privacy":
            page.wait_for_selector("#rd-kept tbody tr", timeout=MS)
        findings.look(f"settings-{section}")
    findings.none()
    assert app.seen.foreign() == [] and app.seen.violations() == []


def test_the_page_beside_chat(app: Furnished, findings: Findings) -> None:
    """What is looked for and what is selected on the page beside a conversation, and the export of an answer."""
    page = app.page
    app.again()
    converse_about(page, "Of every kind")
    page.locator("#rd-thread a.rd-cite").first.click()
    words = page.locator("#rd-beside-viewer [data-page] .rd-words-over span")
    until(page, lambda: words.count() > 10)
    page.fill("#rd-beside-toolbar .rd-find-words", "the")
    page.press("#rd-beside-toolbar .rd-find-words", "Enter")
    until(page, lambda: " of " in page.inner_text("#rd-beside-toolbar .rd-found-at"))
    findings.look("beside-found")
    words.first.evaluate("each => getSelection().selectAllChildren(each)")
    page.wait_for_selector("#rd-selected")
    findings.look("beside-selected")
    page.keyboard.press("Escape")
    page.locator("#rd-thread a.rd-cite").nth(2).click()
    page.wait_for_selector("#rd-beside-viewer td.rd-cell", timeout=MS)
    findings.look("beside-sheet")
    page.locator("#rd-thread a.rd-act-export").first.click()
    page.wait_for_selector("#rd-chat-export:visible")
    page.locator("#rd-chat-export-what").get_by_label("Chosen citations", exact=False).check()
    page.wait_for_selector("#rd-chat-export-citations:visible")
    findings.look("chat-export")
    page.click("#rd-chat-export")
    page.wait_for_selector("#rd-chat-export-note .rd-notice", timeout=MS)
    findings.look("chat-exported")
    findings.none()


def test_files_that_arrive_and_a_table(app: Furnished, findings: Findings, tmp_path: Path) -> None:
    page = app.page
    app.again()
    (tmp_path / "porter.md").write_text(
        "# The porter\n\nThe porter opens the gate at six.\n", encoding="utf-8"
    )
    drop_from_disk(page, [tmp_path / "porter.md"], hold=True)
    page.wait_for_selector("#rd-over")
    findings.look("drop-overlay")
    drop_from_disk(page, [tmp_path / "porter.md"])
    page.locator("#rd-arrivals").get_by_text("is in your library").wait_for(timeout=MS)
    findings.look("arrived")
    page.locator("#rd-arrivals").get_by_role("button", name="Close").click()
    app.model.hold()  # no cell is asked meanwhile
    go_to(page, 0)
    page.wait_for_selector("#rd-documents li")
    page.click(".rd-pick-all")
    page.get_by_role("button", name="Ask all of these …").click()
    page.wait_for_selector("#rd-table-head h2:visible")
    page.fill("#rd-table-question textarea", "Who opens the gate?")
    page.click("#rd-table-add")
    page.wait_for_selector("#rd-table-grid [role=grid] [role=gridcell]", timeout=MS)
    findings.look("table")
    app.model.go_on()
    findings.none()


def test_an_empty_library(app: Furnished, findings: Findings, tmp_path: Path) -> None:
    opened = App.open(open_home(tmp_path / "home"))
    try:
        with serving(opened) as url:
            reach(app.page, url)
            app.page.wait_for_selector("#rd-drop input[type=file]", state="attached")
            findings.look("library-empty")
            for number, name in enumerate(("chat", "citations", "memory"), start=1):
                go_to(app.page, number)
                findings.look(f"{name}-empty")
    finally:
        opened.close()
    findings.none()
