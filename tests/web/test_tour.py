"""The walk of docs/tour.md in a real browser: each of its pictures is taken here, of a home with the example documents. The
answers are the default model's; the one with a sentence that nothing supports is scripted, for it would not say so on demand.

With RAGDESK_SCREENSHOTS set to a folder, the pictures are kept there.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cited import write_sheet
from furnished import (
    ABSENT,
    MS,
    QUESTION,
    Furnished,
    ask,
    converse_about,
    furnished,
    go_to,
    remember,
)
from ragdesk_browser import keep, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.model,
    pytest.mark.timeout(400),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
# The default model refuses in 20 seconds on a quiet machine of two cores, and in minutes on a busy one.
PATIENCE = 240_000
TOUR = Path(__file__).resolve().parents[2] / "docs" / "tour.md"


class Album:
    """The pictures taken, by name."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def take(self, page: Any, name: str, *, pointing: bool = False) -> None:
        self.names.append(name)
        if not pointing:  # what a pointer rests on looks pressed
            page.mouse.move(0, 0)
        keep(page, name)


@pytest.fixture(scope="module")
def album() -> Album:
    return Album()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[Furnished]:
    with furnished(tmp_path_factory.mktemp("tour"), examples, bare=True) as given:
        yield given


def test_the_first_minutes(app: Furnished, album: Album, examples: Path, tmp_path: Path) -> None:
    page, opened = app.page, app.app
    page.wait_for_selector("#rd-drop input[type=file]", state="attached")
    page.wait_for_timeout(500)
    album.take(page, "library-empty")
    five = [*sorted(examples.iterdir()), write_sheet(tmp_path / "budget.xlsx")]
    page.set_input_files("#rd-drop input[type=file]", [str(each) for each in five])
    until(page, lambda: page.locator("#rd-documents li").count() == 5)
    until(page, lambda: not opened.busy())
    opened.library.collections.assign(
        [each.id for each in opened.library.documents.all() if each.name != "meeting-note.txt"], "Quality"
    )
    opened.intake.clear_finished()  # how long it took is not part of the walk
    app.again()
    go_to(page, 0)
    until(page, lambda: page.locator("#rd-documents li .rd-chip").count() >= 3)
    album.take(page, "library")
    page.fill("#rd-query textarea, #rd-query input", "How long does the autoclave cool down?")
    page.click("#rd-find")
    page.wait_for_selector("#rd-side li", timeout=MS)
    album.take(page, "search")
    page.locator("a.rd-title", has_text="Steam Autoclave").first.click()
    picture = page.locator("#rd-leaf .rd-leaf-sheet img")
    until(page, lambda: picture.evaluate("each => each.naturalWidth") > 0)
    album.take(page, "document")
    page.locator("#rd-document").get_by_role("button", name="Back to the library").click()


def test_an_answer_and_its_sources(app: Furnished, album: Album) -> None:
    page = app.page
    go_to(page, 1)
    with app.real_model():
        ask(page, ABSENT, wait=False)
        page.wait_for_selector(".rd-notfound", timeout=PATIENCE)
        album.take(page, "refusal")
        ask(page, wait=False)
        page.wait_for_selector("#rd-thread a.rd-cite", timeout=PATIENCE)
    assert "scripted" not in page.inner_text("#rd-thread")
    album.take(page, "chat")
    page.locator("#rd-thread a.rd-cite").first.hover()
    page.locator("#rd-hover").wait_for()
    album.take(page, "card", pointing=True)
    page.locator("#rd-thread a.rd-cite").first.click()
    page.wait_for_selector("#rd-beside-viewer .rd-highlight", timeout=MS)
    until(page, lambda: page.evaluate("document.querySelector('#rd-beside-viewer img').naturalWidth") > 0)
    page.fill("#rd-beside-toolbar .rd-find-words", "door")
    page.press("#rd-beside-toolbar .rd-find-words", "Enter")
    until(page, lambda: " of " in page.inner_text("#rd-beside-toolbar .rd-found-at"))
    album.take(page, "beside")
    page.get_by_role("button", name="All citations").click()
    page.wait_for_selector("#rd-viewer .rd-highlight", timeout=MS)
    until(page, lambda: page.evaluate("document.querySelector('#rd-viewer img').naturalWidth") > 0)
    album.take(page, "citations")
    page.locator("#rd-export-fold > button").click()
    page.wait_for_selector("#rd-export:visible")
    album.take(page, "export")


def test_a_sentence_that_nothing_supports(app: Furnished, album: Album) -> None:
    page = app.page
    go_to(page, 1)
    ask(page, f"Please: {QUESTION}")
    page.wait_for_selector(".rd-unsupported", timeout=MS)
    album.take(page, "unsupported")


def test_memory_settings_and_other_looks(app: Furnished, album: Album) -> None:
    page, opened = app.page, app.app
    remember(opened)
    ask(page, "I lead the inspections. As a nurse, I ask: how long must the autoclave cool down?")
    assert "Remembered, and used here: “Prefers short answers.”" in page.inner_text("#rd-thread")
    go_to(page, 3)
    page.wait_for_selector("#rd-proposals li")
    album.take(page, "memory")
    go_to(page, 4)
    page.wait_for_selector("#rd-models li")
    album.take(page, "settings")
    page.click('a.rd-section[href$=":privacy"]')
    page.wait_for_selector("#rd-kept tbody tr", timeout=MS)
    album.take(page, "privacy")
    for name, look in {"dark": {"dark": True}, "german": {"language": "de"}}.items():
        app.again(**look)  # type: ignore[arg-type]
        converse_about(page, QUESTION[:30])
        album.take(page, name)
    page.set_viewport_size({"width": 390, "height": 1200})
    app.again()
    page.locator("#rd-talks-fold a.rd-fold").click()
    converse_about(page, QUESTION[:30])
    album.take(page, "narrow")
    assert app.seen.foreign() == [] and app.seen.violations() == []


def test_the_tour_shows_each_picture(album: Album) -> None:
    shown = re.findall(r"\]\(screenshots/([a-z-]+)\.png\)", TOUR.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(album.names)
