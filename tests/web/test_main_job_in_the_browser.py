"""A person's first minutes, in a real browser, with the real desk and the real model: drop files, ask, click the
citation, see the words highlighted, remember something. Nothing but loopback is asked for.

With RAGDESK_SCREENSHOTS set to a folder, pictures of the four tabs are kept there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from ragdesk_browser import keep, open_tab, reload, serving, until, window, write_memory

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.model,
    pytest.mark.browser,
    pytest.mark.timeout(400),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
QUESTION = "How long must the autoclave cool down before the door is opened?"
ANSWER_MS = 180_000


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def test_files_in_question_asked_citation_clicked_words_highlighted(
    app: App, examples: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and then nothing")
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        page.set_input_files(
            "#rd-drop input[type=file]", [*map(str, sorted(examples.glob("[!.]*"))), str(broken)]
        )
        page.wait_for_selector("#rd-progress progress", timeout=60_000)
        until(page, lambda: len(page.query_selector_all("#rd-documents li")) == 4, 120)
        page.wait_for_selector("#rd-finished .rd-is-failed")
        assert "broken.pdf" in page.inner_text("#rd-finished")
        assert len(app.library.documents.all()) == 4
        keep(page, "library")

        open_tab(page, "Chat")
        page.fill("#rd-question textarea", QUESTION)
        page.click("#rd-ask")
        page.wait_for_selector("#rd-evidence li", timeout=60_000)
        assert page.query_selector("a.rd-cite") is None, "the evidence is there before the answer"
        page.wait_for_selector("a.rd-cite", timeout=ANSWER_MS)
        assert "45 minutes" in page.inner_text("#rd-thread")
        keep(page, "chat")

        page.click("a.rd-cite")
        page.wait_for_selector("#rd-beside-viewer .rd-highlight", timeout=30_000)
        until(page, lambda: page.evaluate("document.querySelector('#rd-beside-viewer img').naturalWidth") > 0)
        keep(page, "citations")
        _highlight_covers_the_quote(app, page)

        write_memory(page, "# About me\n\n- I work in the sterilisation room.")
        assert "sterilisation room" in app.memory.text("user")
        keep(page, "memory")

        reload(page, seen)
        open_tab(page, "Chat")
        page.click("a.rd-talk")
        page.wait_for_selector("a.rd-cite")
        assert seen.foreign() == []
        assert seen.violations() == []


def _highlight_covers_the_quote(app: App, page: Any) -> None:
    """Each word of the quote lies, on the screen, inside one of the highlighted rectangles."""
    [message] = [m for m in app.library.conversations.messages(app.conversations.all()[0].id) if m.answer]
    assert message.answer is not None
    citation = message.answer.citations[0]
    sheet = page.evaluate(
        "(() => { const r = document.querySelector('.rd-sheet:has(.rd-highlight)').getBoundingClientRect();"
        " return [r.x, r.y, r.width, r.height]; })()"
    )
    marks = page.evaluate(
        "[...document.querySelectorAll('.rd-highlight')].map(m => {"
        " const r = m.getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom]; })"
    )
    path = app.library.original(citation.document_id)
    assert citation.page is not None
    with pymupdf.open(path) as document:
        shown = document[citation.page - 1]
        first = shown.search_for("The autoclave must cool down for at least 45 minutes")
        assert first
        scale = sheet[2] / shown.rect.width
        for box in first:
            x, y = sheet[0] + scale * (box.x0 + box.x1) / 2, sheet[1] + scale * (box.y0 + box.y1) / 2
            assert any(m[0] <= x <= m[2] and m[1] <= y <= m[3] for m in marks)


def test_an_answer_is_stopped_while_the_prompt_is_read_and_the_question_is_given_back(
    app: App, examples: Path
) -> None:
    list(app.intake.add(sorted(examples.glob("[!.]*"))))
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        open_tab(page, "Chat")
        page.fill("#rd-question textarea", QUESTION)
        page.click("#rd-ask")
        page.wait_for_selector("#rd-evidence li", timeout=60_000)
        page.click("#rd-stop")
        page.wait_for_selector("#rd-ask:visible", timeout=20_000)
        assert page.input_value("#rd-question textarea") == QUESTION
        page.click("#rd-ask")
        page.wait_for_selector("a.rd-cite", timeout=ANSWER_MS)


@pytest.mark.usefixtures("the_model_writes")
def test_an_answer_of_the_model_goes_on_over_a_reload(app: App, examples: Path) -> None:
    list(app.intake.add(sorted(examples.glob("[!.]*"))))
    # Else the document's sentence is the answer, and nothing is written.
    app.change_now({("answer", "stance"): "cautious"})
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        open_tab(page, "Chat")
        page.fill("#rd-question textarea", QUESTION)
        page.click("#rd-ask")
        page.wait_for_selector("#rd-live .rd-prose", timeout=ANSWER_MS)
        written = page.inner_text("#rd-live .rd-prose").split()[0]
        assert page.is_visible("#rd-stop"), "the answer is still being written"
        reload(page, seen)
        page.wait_for_selector("#rd-thread a.rd-cite", timeout=ANSWER_MS)
        assert "45 minutes" in page.inner_text("#rd-thread")
        [answer] = [
            each.answer
            for each in app.library.conversations.messages(app.conversations.all()[0].id)
            if each.answer
        ]
        assert answer.text.startswith(written)
        assert page.locator("#rd-thread .rd-question").count() == 1
        assert len(app.conversations.all()) == 1
