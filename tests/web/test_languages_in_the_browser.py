"""An Arabic conversation in a real browser: right to left, with a word on what the embedder cannot do. The model's words are
scripted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from ragdesk_browser import keep, serving, window
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
SENTENCE = "تُحفظ العينات في الثلاجة عند أربع درجات مئوية."
QUESTION = "عند أي درجة تُحفظ العينات في الثلاجة؟"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    opened = App.open(open_home(tmp_path / "home"))
    yield opened
    opened.close()


def test_an_arabic_answer_reads_from_right_to_left(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mukhtabar.md"
    file.write_text(f"# دليل المختبر\n\n{SENTENCE} ويفحص الفني الحرارة كل صباح.\n", encoding="utf-8")
    list(app.intake.add([file]))
    model = ScriptedModel([SENTENCE])
    monkeypatch.setattr(app.engines, "llm", lambda: model)
    monkeypatch.setattr(app, "warm", lambda: None)
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")
        page.fill("#rd-question textarea", QUESTION)
        page.click("#rd-ask")
        page.wait_for_selector("#rd-thread .rd-answer .rd-prose")
        for selector in ("#rd-thread .rd-prose", "#rd-thread .rd-question p", "#rd-evidence .rd-passage"):
            found = page.locator(selector).first.evaluate("node => getComputedStyle(node).direction")
            assert found == "rtl", selector
        assert page.locator("#rd-status").evaluate("node => getComputedStyle(node).direction") == "ltr"
        assert "knows English only: for a question in Arabic" in page.inner_text("#rd-evidence")
        keep(page, "arabic")
        assert seen.foreign() == [] and seen.violations() == []
