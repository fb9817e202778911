"""What the page shows is text: whatever documents, file names and the model say, at every moment of an answer."""

import pytest
from scripted import make_document, make_hit
from selectolax.lexbor import LexborHTMLParser

from ragdesk.types import Answer, Citation, QuoteBox, Sentence, Timings
from ragdesk.ui import render, render_chat, render_citations, render_library

HOSTILE = (
    "<img src=x onerror=alert(1)> ![a](http://evil.example/?q=secret) [go](javascript:alert(1)) <svg/onload=alert(1)> "
    '<script>alert(1)</script> <a href="http://evil.example">x</a> `</code><iframe src=//evil>` **</strong><b onclick=x>** '
    "<style>@import 'http://evil'</style> &lt;script&gt; \" ' \\ $x$ \u202egnp.exe <div style=background:url(//evil)>"
)
ALLOWED = {
    "div",
    "p",
    "span",
    "a",
    "strong",
    "code",
    "mark",
    "bdi",
    "ol",
    "ul",
    "li",
    "blockquote",
    "h2",
    "h3",
    "h4",
    "dl",
}
ALLOWED |= {"dt", "dd", "progress", "figure", "figcaption", "img", "em"}


def harmless(html: str) -> None:
    """Only our own elements; links lead to actions or our own routes; pictures come from our own route."""
    tree = LexborHTMLParser(f"<body>{html}</body>")
    assert tree.body is not None
    for node in tree.body.traverse():
        if node == tree.body:
            continue
        assert node.tag in ALLOWED, node.tag
        for name, value in node.attributes.items():
            assert not name.startswith("on"), name
            if name == "href":
                assert value is not None and value.startswith(("#rd:", "/ragdesk/")), value
            if name == "src":
                assert value is not None and value.startswith("/ragdesk/page/"), value


def citation(**more: object) -> Citation:
    values = {
        "number": 1, "chunk_id": "c" * 12, "document_id": "d" * 16, "document": HOSTILE, "title": HOSTILE, "page": 1,
        "section": HOSTILE, "quote": HOSTILE, "char_start": 0, "char_end": len(HOSTILE), "verified": True,
    }  # fmt: skip
    return Citation(**(values | more))  # type: ignore[arg-type]


def answer(**more: object) -> Answer:
    values = {
        "question": HOSTILE, "standalone_question": HOSTILE + "?", "text": HOSTILE, "verdict": "answered",
        "citations": (citation(),), "sentences": (Sentence(HOSTILE, (1,), True), Sentence(HOSTILE, (), False)),
        "hits": (make_hit(HOSTILE),), "timings": Timings(0.1), "model": HOSTILE,
    }  # fmt: skip
    return Answer(**(values | more))  # type: ignore[arg-type]


def test_an_answer_is_harmless_cut_at_every_position() -> None:
    for end in range(len(HOSTILE) + 1):
        harmless(render_chat.writing(HOSTILE[:end]))


@pytest.mark.parametrize("verdict", ["answered", "not_found", "unsupported"])
def test_finished_answers_evidence_and_citations_are_harmless(verdict: str) -> None:
    given = answer(verdict=verdict)
    harmless(render_chat.answer(given, "key"))
    harmless(render_chat.question(HOSTILE))
    harmless(render_chat.evidence(given.hits, {"d" * 16: HOSTILE}, HOSTILE))
    harmless(render_citations.citations(given, "key", 1, {1: "unchanged"}))
    harmless(render_citations.toolbar(citation(), make_document(name=HOSTILE)))
    harmless(render_citations.gone(citation()))
    harmless(render_citations.passage(HOSTILE * 3, 10, 40))
    harmless(render_library.hits(list(given.hits), {"d" * 16: HOSTILE}, HOSTILE))
    harmless(render_library.documents([make_document(name=HOSTILE)], "", ""))


def test_a_sentence_without_support_looks_different_and_says_so() -> None:
    shown = render_chat.answer(
        answer(sentences=(Sentence("True.", (1,), True), Sentence("Odd.", (), False)), text="True. Odd."), "k"
    )
    assert "rd-unsupported" in shown and shown.index("True.") < shown.index("rd-unsupported")


def test_the_highlight_is_laid_over_the_picture_in_shares_of_the_page() -> None:
    shown = render_citations.page("d" * 16, 3, (200.0, 400.0), [QuoteBox(3, 50, 100, 150, 120)], "file.pdf")
    assert "/ragdesk/page/dddddddddddddddd/3" in shown
    assert "left:24.500%;top:24.750%;width:51.000%;height:5.500%" in shown


def test_a_passage_is_read_without_the_marks_of_markdown() -> None:
    assert render.readable("## Limits\n\n| A | B |\n|---|---|\n| 1 | 2 |") == "Limits | A | B | | 1 | 2 |"


def test_names_lose_what_would_reorder_them() -> None:
    assert "\u202e" not in render.name("harmless\u202egnp.exe")


def test_actions_survive_the_way_through_the_page() -> None:
    address = render.action("chat", "open", "a:b#c", "ü %/")
    assert render.read_action(address.removeprefix("#rd:chat:") + "#7") == ["open", "a:b#c", "ü %/"]
