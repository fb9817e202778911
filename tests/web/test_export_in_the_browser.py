"""Exporting in a real browser: the fold of the Citations tab, one click for each format, and the file that comes by itself.
The model's words are scripted; stores, search, citations and files are real."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe import violations
from export import reading
from ragdesk_browser import keep, serving, until, window
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("the_model_writes"),
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
QUESTION = "How long must the autoclave cool down before the door is opened?"
SENTENCES = "The autoclave cools down for at least 45 minutes before the door is opened. The moon is green."
# Whether what stands there can be seen, and is not scrolled out of its column.
IN_SIGHT = """each => { const box = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 6)); }"""
ENDINGS = {
    "PDF": "pdf",
    "Word": "docx",
    "Web page": "html",
    "Markdown": "md",
    "JSON": "json",
    "BibTeX": "bib",
    "RIS (Zotero, EndNote)": "ris",
}
READERS = {**reading.READERS, "bib": reading.of_bibtex}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path_factory.mktemp("exports") / "home"))
    list(opened.intake.add([examples]))
    model = ScriptedModel([SENTENCES, SENTENCES])
    opened.engines.llm = lambda: model  # type: ignore[method-assign,assignment,return-value]
    opened.warm = lambda: None  # type: ignore[method-assign]
    yield opened
    opened.close()


def downloaded(page, press) -> tuple[str, bytes]:  # type: ignore[no-untyped-def]
    with page.expect_download() as coming:
        press()
    file = coming.value
    return file.suggested_filename, Path(file.path()).read_bytes()


def test_an_answer_is_exported_in_each_format(app: App) -> None:
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        page.fill("#rd-question textarea", QUESTION)
        page.click("#rd-ask")
        page.wait_for_selector("a.rd-cite")
        [answer] = [
            message.answer
            for each in app.conversations.all()
            for message in app.library.conversations.messages(each.id)
            if message.answer is not None
        ]
        assert answer.citations and not all(sentence.supported for sentence in answer.sentences)

        page.click("#rd-thread a.rd-act-export")  # above the question, without leaving Chat
        page.wait_for_selector("#rd-chat-export:visible")
        until(page, lambda: page.evaluate("document.activeElement.closest('#rd-chat-export-fold') !== null"))
        until(page, lambda: QUESTION in page.inner_text("#rd-chat-export-about"))
        for label, ending in ENDINGS.items():
            page.locator("#rd-chat-export-format").get_by_label(label, exact=True).check()
            name, content = downloaded(page, lambda: page.click("#rd-chat-export"))
            assert re.fullmatch(rf"RAGDesk-how-long-must-the-autoclave.*-\d{{4}}-\d\d-\d\d\.{ending}", name)
            check(content, ending, answer)
        keep(page, "export")

        what = page.locator("#rd-chat-export-what")
        assert not page.is_visible("#rd-chat-export-citations")
        what.get_by_label("The whole conversation").check()
        name, content = downloaded(page, lambda: page.click("#rd-chat-export"))
        assert name.endswith(".ris") and len(reading.of_ris(content)) == len(answer.citations)

        what.get_by_label("Chosen citations", exact=False).check()
        page.wait_for_selector("#rd-chat-export-citations:visible")
        boxes = page.locator("#rd-chat-export-citations input")
        assert boxes.first.is_checked()
        for box in boxes.all():
            box.uncheck()
        page.click("#rd-chat-export")
        until(page, lambda: "Choose at least one citation" in page.inner_text("#rd-chat-export-note"))
        boxes.first.check()
        name, content = downloaded(page, lambda: page.press("#rd-chat-export", "Enter"))
        [only] = reading.of_ris(content)
        assert only["quote"] == reading.flat(answer.citations[0].quote)
        said = page.locator("#rd-chat-export-note .rd-notice")
        until(page, lambda: said.is_visible() and said.evaluate(IN_SIGHT))
        keep(page, "export-citations")
        page.set_viewport_size({"width": 320, "height": 700})
        keep(page, "export-narrow")
        assert page.locator("html").evaluate("node => node.scrollWidth") <= 320
        page.focus("#rd-question textarea")  # who goes on asking has exported
        until(page, lambda: not page.is_visible("#rd-chat-export"))
        page.fill("#rd-question textarea", "thanks")
        page.click("#rd-ask")
        page.wait_for_selector("#rd-thread .rd-told")
        until(page, lambda: not page.is_visible("#rd-chat-export"))
        for token in ("0" * 32, "x", "..%2f..%2fsettings.toml"):
            refused = page.request.get(f"{url.partition('/?')[0]}/ragdesk/export/{token}")
            assert refused.status in {400, 404}
        assert seen.foreign() == [] and seen.violations() == []


def test_what_nothing_bears_out_is_marked_in_citations_as_in_chat(app: App) -> None:
    with serving(app) as url, window() as (page, _):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        page.fill("#rd-question textarea", QUESTION)
        page.click("#rd-ask")
        page.wait_for_selector("#rd-thread a.rd-cite")
        marked = page.locator("#rd-thread .rd-unsupported").first.inner_text()
        page.locator("#rd-thread a.rd-cite").first.click()
        page.get_by_role("button", name="All citations").click()
        listed = page.locator("#rd-citations")
        listed.locator(".rd-unsupported", has_text=marked).wait_for()
        assert listed.locator(".rd-flag").first.inner_text() == "not supported"
        keep(page, "citations-not-supported")
        assert violations(page) == []


def check(content: bytes, ending: str, answer: Answer) -> None:
    """The file's citations are the answer's, one by one."""
    found = READERS[ending](content)
    assert len(found) == len(answer.citations)
    for passage, citation in zip(found, answer.citations, strict=True):
        assert reading.flat(passage["quote"]) == reading.flat(citation.quote)
        assert passage["SHA-256"].startswith(citation.document_id) and len(passage["SHA-256"]) == 64
        assert passage["Check"] == "verified"
        assert passage["Source"].startswith("unchanged")
