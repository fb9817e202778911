"""What the tests of rendering share: a text with every attack in it, and what the page may be made of."""

from scripted import make_hit
from selectolax.lexbor import LexborHTMLParser

from ragdesk.domain.answers import Answer, Citation, Sentence, Timings

HOSTILE = (
    "<img src=x onerror=alert(1)> ![a](http://evil.example/?q=secret) [go](javascript:alert(1)) <svg/onload=alert(1)> "
    '<script>alert(1)</script> <a href="http://evil.example">x</a> `</code><iframe src=//evil>` **</strong><b onclick=x>** '
    "<style>@import 'http://evil'</style> &lt;script&gt; \" ' \\ $x$ \u202egnp.exe <div style=background:url(//evil)>"
)
ALLOWED = frozenset(
    "div p span a strong b em s del code pre sub sup kbd mark bdi br hr ol ul li blockquote h2 h3 h4 h5 h6 dl dt dd progress "
    "figure figcaption img table thead tbody tr th td details summary input wbr".split()
)


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
        "section": HOSTILE, "quote": HOSTILE, "char_start": 0, "char_end": len(HOSTILE), "cells": HOSTILE,
    }  # fmt: skip
    return Citation(**(values | more))  # type: ignore[arg-type]


def answer(**more: object) -> Answer:
    values = {
        "question": HOSTILE, "standalone_question": HOSTILE + "?", "text": HOSTILE, "verdict": "answered",
        "citations": (citation(),), "sentences": (Sentence(HOSTILE, (1,), True), Sentence(HOSTILE, (), False)),
        "hits": (make_hit(HOSTILE),), "timings": Timings(0.1), "model": HOSTILE,
    }  # fmt: skip
    return Answer(**(values | more))  # type: ignore[arg-type]
