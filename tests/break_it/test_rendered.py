"""What is shown of hostile texts: answers while they are written, cut at every place, names, titles, exports.

`tests/injection` has what documents plant, `tests/export/test_hostile.py` each format read back. Here every cut is tried, twice
decoded (Gradio reads our HTML as Markdown), and what comes out runs in a browser without the policy that would stop it.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest
from export.records import hostile
from markdown_it import MarkdownIt
from ragdesk_browser import open_tab, serving, until, window
from scripted import ScriptedModel, make_document, make_hit
from selectolax.lexbor import LexborHTMLParser

from break_it.attacks import ATTACKS, STRANGER
from break_it.counting import MUCH, count, long_part
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, Citation, Sentence, Timings
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.extras.export.html import page as exported_html
from ragdesk.extras.export.markdown import markdown as exported_markdown
from ragdesk.front.web import texts
from ragdesk.front.web.tabs.chat import render_chat, render_evidence
from ragdesk.front.web.tabs.citations import render_citations, render_passage
from ragdesk.front.web.tabs.library import render_details
from ragdesk.front.web.templates import Template
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

SHARED = Template("shared.html.j2")
FORBIDDEN = frozenset(
    "script style iframe object embed form base link meta svg math video audio picture source template frame noscript".split()
)
LOADING = frozenset(
    "src srcset poster data background action formaction ping xlink:href srcdoc style manifest".split()
)
# Gradio renders Markdown with HTML in it, GitHub's kind; this is stricter about nothing and allows all of it.
MARKDOWN = MarkdownIt("gfm-like", {"html": True, "linkify": False}).enable("table")


def harm(html: str) -> str:
    """The first thing in it that runs, loads or leads away; "" where there is none."""
    tree = LexborHTMLParser(f"<body>{html}</body>")
    for node in tree.css("body *"):
        if node.tag in FORBIDDEN or node.tag == "img":
            return f"<{node.tag}>"
        for name, value in node.attributes.items():
            if name.startswith("on") or name in LOADING:
                return f"{node.tag} {name}"
            if name == "href" and not (value or "").startswith(("#rd:", "/ragdesk/", "#")):
                return f"href {value}"
    return ""


def harms(html: str) -> str:
    return harm(html) or harm(MARKDOWN.render(html))


def test_an_answer_is_text_at_every_cut_while_it_is_written() -> None:
    for attack in ATTACKS:
        said = f"Twelve weeks [1]. {attack} And so on."
        for end in range(len(said) + 1):
            for shown in (render_chat.writing(said[:end]), render_chat.stopped(said[:end])):
                found = harms(shown)
                assert count("cut of an answer", not found), (found, said[:end], shown)


def test_what_is_written_leads_to_no_action_of_the_page() -> None:
    """A link of the model's or a document's that looks like one of our own buttons is no link."""
    for attack in ATTACKS:
        inside = (f"<div><p>{shown}</p></div>" for shown in (texts.prose(attack), texts.escape(attack)))
        for html in (render_chat.writing(attack), *inside):
            links = LexborHTMLParser(MARKDOWN.render(html)).css("a")
            assert count("made-up action", not links), (attack, html)


def answered(text: str) -> Answer:
    citation = Citation(1, "c" * 12, "d" * 16, text, text, 1, text, text, 0, len(text))
    return Answer(
        question=text,
        standalone_question=f"{text}?",
        text=text,
        verdict="answered",
        citations=(citation,),
        sentences=(Sentence(text, (1,), True), Sentence(text, (), False)),
        hits=(make_hit(text, context=text, section=(text,)),),
        timings=Timings(0.1),
        model=text,
    )


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """What the page shows of an answer, a document and its text, all of them saying `text`."""
    given = answered(text)
    cited = render_citations.Cited("key", given, given.citations[0])
    document = replace(make_document(name=text), title=text, properties=(("author", text), (text, "x")))
    yield "answer", render_chat.answer(given, "key")
    yield "question", render_chat.question(text, "key")
    yield "evidence", render_evidence.evidence(given.hits, {"d" * 16: text}, text)
    yield "citations", render_citations.citations([cited], (0, 1), cited.key, {cited.key: "unchanged"})
    yield "passage", render_passage.passage(f"before {text} after", (7, 7 + len(text)), document)
    yield "text page", render_details.text_page(document, text).partition("<body")[2].partition(">")[2]
    # On the page these stand inside of a block, as here.
    yield "name", f"<div>{texts.name(text)}</div>"
    yield "chip", f"<div>{SHARED('chip', text)}</div>"
    yield "meta", f"<div>{SHARED('meta', [text])}</div>"


def test_names_titles_quotes_and_metadata_are_text() -> None:
    for attack in ATTACKS:
        for cut in range(0, len(attack) + 1, 1 if MUCH else 7):
            for what, html in pieces(attack[:cut] or "x"):
                # The page of a text is not read as Markdown.
                found = harm(html) if what == "text page" else harms(html)
                assert count("name, title or quote", not found), (what, found, attack[:cut], html)


class Dripping(ScriptedModel):
    """Writes one character after the other, slowly enough that the page draws many of the cuts."""

    def __init__(self, answer: str, seconds: float) -> None:
        super().__init__([answer])
        self._seconds = seconds

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """Has nothing to read."""

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        for character in self.answers[0]:
            if cancelled():
                return
            time.sleep(self._seconds)
            yield character


@pytest.mark.browser
@pytest.mark.timeout(1_800)
def test_hostile_texts_in_the_browser_without_the_policy() -> None:
    """Put into a bare page, as an element's content, nothing of it runs or asks: the policy is not what it hangs on."""
    whole = list(ATTACKS)
    with window() as (page, seen):
        page.goto("about:blank")
        page.evaluate("() => { window.fired = 0; window.alert = () => { window.fired += 1 } }")
        tried = 0
        for attack in whole:
            cuts = range(1, len(attack) + 1, 1 if MUCH else 5)
            shown = [render_chat.writing(attack[:end]) for end in cuts]
            shown += [html for what, html in pieces(attack) if what != "text page"]
            made = [*shown, *(MARKDOWN.render(html) for html in shown)]
            tried += len(made)
            page.evaluate(
                "made => { for (const html of made) { const at = document.createElement('div');"
                " at.innerHTML = html; document.body.replaceChildren(at) } }",
                made,
            )
            page.wait_for_timeout(20)
            asked = [url for url in seen.requests if not url.startswith("about:")]
            held = page.evaluate("() => window.fired") == 0 and not asked and not seen.dialogs
            assert count("drawn without the policy", held, cases=len(made)), (attack, asked, seen.console)
        # The page would have told: the same, not made harmless, is noticed.
        page.evaluate("html => { document.body.innerHTML = html }", ATTACKS[1])
        until(page, lambda: page.evaluate("() => window.fired") > 0)
        assert tried > 500


@pytest.mark.browser
@pytest.mark.timeout(1_800)
def test_exports_in_the_browser(tmp_path: Path) -> None:
    """Opened from the disk, where no server sends a policy along: no script, no request, no dialog."""
    with window() as (page, seen):
        for number, attack in enumerate(ATTACKS if MUCH else ATTACKS[::3]):
            record = hostile(attack)
            files = {
                "html": exported_html(record),
                "md.html": MARKDOWN.render(exported_markdown(record).decode()).encode(),
            }
            for ending, content in files.items():
                file = tmp_path / f"{number}.{ending}"
                file.write_bytes(b"<!doctype html><meta charset=utf-8>" * (ending != "html") + content)
                seen.requests.clear()
                page.goto(file.as_uri())
                page.wait_for_timeout(50)
                asked = [url for url in seen.requests if url != file.as_uri()]
                held = not asked and not seen.dialogs and page.url == file.as_uri()
                assert count("export in the browser", held), (attack, ending, asked, seen.dialogs)


@long_part
@pytest.mark.browser
@pytest.mark.timeout(1_800)
def test_a_hostile_library_and_a_dripping_answer_in_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page itself, with its policy: file names, titles, metadata, a conversation's title, the memory, an answer that comes
    character by character. Nothing runs, nothing is asked, and nothing had to be stopped by the policy."""
    app = App.open(open_home(tmp_path / "home"))
    furnish(app, tmp_path)
    model = Dripping("The filter is changed every 14 weeks. " + " ".join(ATTACKS), 0.005)
    monkeypatch.setattr(app.engines, "llm", lambda: model)
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        open_tab(page, "Library")
        until(page, lambda: len(page.query_selector_all("#rd-documents li")) == 3)
        for link in range(3):
            page.locator("#rd-documents a.rd-title").nth(link).click()
            until(page, lambda: "passage" in page.inner_text("#rd-document"))
            page.locator("#rd-document").get_by_role("button", name="Back to the library").click()
        open_tab(page, "Memory")
        until(page, lambda: STRANGER in page.inner_text("body"))
        open_tab(page, "Chat")
        page.fill("#rd-question textarea", f"How often is the filter changed? {ATTACKS[1]}")
        page.click("#rd-ask")
        drawn = set()

        def done() -> bool:
            drawn.add(len(page.inner_text("#rd-scroll")))
            return page.query_selector("#rd-ask:visible") is not None and "14 weeks" in page.inner_text(
                "#rd-thread"
            )

        until(page, done, 240)
        until(
            page, lambda: page.query_selector("#rd-thread a.rd-cite, #rd-thread .rd-unsupported") is not None
        )
        open_tab(page, "Citations")
        page.wait_for_timeout(500)
        served = re.match(r"http://[^/]+/", url)
        assert served is not None
        asked = [each for each in seen.requests if not each.startswith((served[0], "data:", "blob:"))]
        held = not asked and not seen.dialogs and not seen.violations()
        assert count("drawn in the app", held, cases=max(1, len(drawn))), (asked, seen.dialogs, seen.console)
        assert len(drawn) > 3, "it was drawn while it came"
    app.close()


def furnish(app: App, folder: Path) -> None:
    """A library whose names, titles, metadata and memory are attacks, as far as a file system takes them."""
    name = folder / "<img src=x onerror=alert(1)> ![x](http:⁄⁄stranger.example) [a](javascript:alert(1)).md"
    name.write_text(
        "---\nauthor: <script>alert(1)</script>\ndepartment: '![x](http://stranger.example/m)'\n---\n"
        f"# Filter <img src=x onerror=alert(1)>\n\nThe filter is changed every 14 weeks.\n\n{ATTACKS[3]}\n\n{ATTACKS[21]}\n",
        encoding="utf-8",
    )
    page = folder / "'><svg onload=alert(1)>.html"
    page.write_text(
        "<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><p>Nothing of filters here, but a passage.</p>", encoding="utf-8"
    )  # fmt: skip
    paper = folder / "{{7*7}} $x$.pdf"
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 90), "A paper on <b onclick=alert(1)>doors</b>.")
        document.set_metadata({"title": ATTACKS[0], "author": ATTACKS[1], "subject": ATTACKS[3]})
        document.save(paper)
    assert all(one.status == "ready" for one in app.intake.add([name, page, paper]))
    notes = "".join(f"- {attack}\n" for attack in ATTACKS[:6] if "\n" not in attack)
    app.memory.save_text("user", notes, "")
    app.conversations.create(ATTACKS[1] + ATTACKS[3])
