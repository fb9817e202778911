"""What nothing bears out is marked in Chat and over its citations alike, in a real browser. The answer is written by the test."""

from pathlib import Path

import pytest
from axe import violations
from cited import MARKDOWN, add, cite
from ragdesk_browser import keep, open_tab, serving, until, window

from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Sentence, Timings
from ragdesk.domain.conversations import Turn
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
QUESTION, BORNE_OUT, INVENTED = "What do visitors get?", "Visitors get a badge.", "It is made of gold."


def test_a_sentence_that_nothing_bears_out_is_marked_over_its_citations_too(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "home"))
    (tmp_path / "visitors.md").write_text(MARKDOWN, encoding="utf-8")
    citation = cite(app, add(app, tmp_path / "visitors.md"), "signs the", "before the tour.", number=1)
    sentences = (Sentence(BORNE_OUT, (1,), True), Sentence(INVENTED, (), False))
    said = f"{BORNE_OUT} {INVENTED}"
    answer = Answer(QUESTION, QUESTION, said, "answered", (citation,), sentences, (), Timings(0.1, total=1.0))
    conversation = app.conversations.create(QUESTION)
    app.library.conversations.add(conversation.id, Turn("user", QUESTION))
    app.library.conversations.add(conversation.id, Turn("assistant", said), answer)
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        open_tab(page, "Chat")
        page.get_by_role("button", name=QUESTION).first.click()
        marked = page.locator("#rd-thread .rd-unsupported")
        marked.wait_for()
        assert marked.inner_text() == INVENTED
        assert page.locator("#rd-thread .rd-flag").inner_text() == "not supported"
        keep(page, "unconfirmed-in-chat")
        page.locator("#rd-thread a.rd-cite").first.click()
        page.get_by_role("button", name="All citations").click()
        over = page.locator("#rd-citations .rd-unsupported")
        over.wait_for()
        until(page, lambda: "✓ quote verified" in page.inner_text("#rd-citations"))
        assert over.inner_text().strip() == INVENTED and BORNE_OUT in page.inner_text("#rd-citations")
        assert page.locator("#rd-citations .rd-flag").inner_text() == "not supported"
        keep(page, "unconfirmed-in-citations")
        assert violations(page) == []
        assert seen.foreign() == [] and seen.violations() == []
    app.close()
