"""The queue in a real browser, with the real embedder and without the language model: many files, a cancelled one, a
closed app, passwords, attachments, questions and answers, watched folders.

With RAGDESK_SCREENSHOTS set to a folder, pictures are kept there.
"""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import docx
import pymupdf
import pytest
from axe import violations
from ragdesk_browser import keep, open_tab, reload, serving, until, window

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(300),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
FIRST = "0-report.txt"
CANCELLED = "19-not-wanted.txt"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def drop(page, files: list[Path]) -> None:  # type: ignore[no-untyped-def]
    page.wait_for_selector("#rd-drop input[type=file]", state="attached")
    page.set_input_files("#rd-drop input[type=file]", [str(path) for path in files])


def write_pdf(path: Path, text: str, password: str = "") -> None:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), text)
    lock = {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": password} if password else {}
    document.save(path, **lock)
    document.close()


def mixed_files(folder: Path) -> list[Path]:
    """20 small files of six kinds."""
    folder.mkdir()
    (folder / FIRST).write_text("The long report says that every pump ran.", encoding="utf-8")
    for number in range(1, 19):
        words = f"Note {number}: valve {number} is checked every {number + 1} days by team {number}."
        stem = folder / f"{number}-note"
        match number % 6:
            case 0:
                stem.with_suffix(".md").write_text(f"# Note {number}\n\n{words}\n", encoding="utf-8")
            case 1:
                stem.with_suffix(".txt").write_text(words, encoding="utf-8")
            case 2:
                page = f"<html><title>Note {number}</title><body><p>{words}</p></body></html>"
                stem.with_suffix(".html").write_text(page, encoding="utf-8")
            case 3:
                stem.with_suffix(".csv").write_text(f"valve,words\n{number},{words}\n", encoding="utf-8")
            case 4:
                document = docx.Document()
                document.add_paragraph(words)
                document.save(str(stem.with_suffix(".docx")))
            case _:
                write_pdf(stem.with_suffix(".pdf"), words)
    (folder / CANCELLED).write_text("This file is cancelled before it is read.", encoding="utf-8")
    return sorted(folder.iterdir(), key=lambda path: int(path.name.split("-")[0]))


def held_encoder(app: App, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Until the event is set, each batch takes two seconds more, and few files are read ahead: files wait, however quick the
    machine is."""
    monkeypatch.setattr("ragdesk.ingesting.encode.AHEAD", 1)
    go_on, embedder = threading.Event(), app.engines.embedder()
    encode = embedder.encode
    monkeypatch.setattr(embedder, "encode", lambda texts: (go_on.wait(2), encode(texts))[1])
    return go_on


def test_many_files_survive_a_closed_app_and_a_cancelled_one_stays_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, files = open_home(tmp_path / "home"), mixed_files(tmp_path / "dropped")
    assert len(files) == 20
    app = App.open(home)
    go_on = held_encoder(app, monkeypatch)
    with serving(app) as url:
        with window() as (page, seen):
            page.goto(url)
            drop(page, files)
            page.wait_for_selector("#rd-progress progress", timeout=60_000)
            until(page, lambda: "to come" in page.inner_text("#rd-progress"))
            until(page, lambda: len(page.query_selector_all("#rd-waiting li")) > 5)
            page.locator("#rd-waiting li", has_text=CANCELLED).get_by_role("button", name="Cancel").click()
            until(page, lambda: CANCELLED not in page.inner_text("#rd-waiting"))
            keep(page, "queue")
            page.get_by_role("button", name="Stop all").focus()
            page.evaluate("document.querySelector('#rd-progress p').dataset.old = 'yes'")
            until(page, lambda: page.query_selector("#rd-progress p[data-old]") is None)
            page.wait_for_timeout(200)  # what is drawn anew keeps the focus
            assert page.evaluate("document.activeElement.textContent") == "Stop all"
            page.locator("#rd-collection textarea, #rd-collection input").fill("half typ")
            reload(page, seen)
            until(page, lambda: "to come" in page.inner_text("#rd-progress"))
            assert seen.foreign() == [] and seen.violations() == []
        assert app.intake.state().waiting, "the app is closed while files wait"
        threading.Timer(1.0, go_on.set).start()
        app.close()

    app = App.open(home)
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        open_tab(page, "Library")
        until(page, lambda: "to come" in page.inner_text("#rd-progress"))
        until(page, lambda: len(page.query_selector_all("#rd-documents li")) == 19, 240)
        until(page, lambda: page.query_selector("#rd-progress progress") is None)
        names = {document.name for document in app.library.documents.all()}
        assert names == {path.name for path in files} - {CANCELLED}
        assert "files added" in page.inner_text("#rd-finished")
        taken = page.locator("#rd-finished li").first
        until(page, lambda: not taken.is_visible())  # the list folds away by itself
        keep(page, "queue-done")
        assert violations(page) == []
        page.locator("#rd-finished summary").press("Enter")
        until(page, taken.is_visible)
        page.get_by_role("button", name="Clear", exact=True).click()
        until(page, lambda: "added" not in page.inner_text("#rd-finished"))
        assert seen.foreign() == [] and seen.violations() == []
    app.close()


def test_a_long_file_says_at_which_page_it_is_read(app: App, tmp_path: Path) -> None:
    with pymupdf.open() as document:
        for number in range(300):
            page = document.new_page()
            lines = [f"Line {line} of sheet {number} says {line * 7}." for line in range(60)]
            page.insert_textbox(page.rect + (50, 50, -50, -50), "\n".join(lines), fontsize=8)
        document.save(tmp_path / "log.pdf")
    seen: list[str] = []

    def at_a_page() -> bool:
        seen.append(window_page.inner_text("#rd-progress").replace("\n", " "))
        return "reading · page" in seen[-1]

    with serving(app) as url, window() as (window_page, _):
        window_page.goto(url)
        drop(window_page, [tmp_path / "log.pdf"])
        until(window_page, at_a_page)
        keep(window_page, "reading")
        assert re.search(r"reading · page \d+ of 300 · Cancel", seen[-1])
        bar = window_page.locator("#rd-progress .rd-going progress")
        assert bar.get_attribute("title") == "reading" and violations(window_page) == []
        window_page.get_by_role("button", name="Stop all").click()
        until(window_page, lambda: window_page.query_selector("#rd-progress progress") is None)


def test_a_poll_leaves_alone_what_did_not_change(app: App, examples: Path) -> None:
    list(app.intake.add([examples / "handbook.md"]))
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        open_tab(page, "Library")
        until(page, lambda: len(page.query_selector_all("#rd-documents li")) == 1)
        page.evaluate("document.querySelector('#rd-documents li').dataset.same = 'yes'")
        field = page.locator("#rd-filter textarea, #rd-filter input")
        field.press_sequentially("hand")
        until(page, lambda: len(page.query_selector_all("#rd-documents li")) == 1)
        page.evaluate("document.querySelector('#rd-documents li').dataset.same = 'yes'")
        page.wait_for_timeout(6_500)
        assert page.evaluate("document.querySelector('#rd-documents li').dataset.same") == "yes"
        field.press_sequentially("book")
        assert field.input_value() == "handbook"


def test_a_broken_file_is_listed_with_the_reason(app: App, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and then nothing")
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        drop(page, [broken])
        page.wait_for_selector("#rd-finished .rd-is-failed", timeout=60_000)
        page.get_by_role("button", name="Files that could not be added (1)").click()
        until(page, lambda: "broken.pdf" in page.inner_text("#rd-problems"))
