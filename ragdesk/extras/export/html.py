"""HTML: one file that holds everything, runs nothing and fetches nothing. Its body is also what the PDF is set from."""

import base64
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ragdesk.extras.export import wording
from ragdesk.extras.export.plain import clean, emphasis, line, right_to_left
from ragdesk.extras.export.record import Exchange, Record

# Contrast by WCAG 2.2 (relative luminance): text at least 4.5:1 on its ground, in both schemes.
STYLE = """
:root{color-scheme:light dark;--paper:#fbfaf7;--sheet:#fff;--ink:#1d2327;--soft:#5b646b;--line:#e2dfd7;--accent:#0b6b5d;
--mark:#e0b93f;--warn:#7a5200;--warn-tint:#fbf1d9}
@media(prefers-color-scheme:dark){:root{--paper:#14181a;--sheet:#1b2023;--ink:#e8e9e6;--soft:#a3adb2;--line:#2f373b;
--accent:#5fcab8;--mark:#8a7324;--warn:#e9c46a;--warn-tint:#362c14}}
body{background:var(--paper);color:var(--ink);font:1rem/1.65 system-ui,sans-serif;margin:0 auto;max-width:46rem;
padding:2rem 1.25rem 5rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem}
h2{font-size:1.05rem;margin:2.5rem 0 .5rem;padding-top:1.25rem;border-top:1px solid var(--line)}
h3{font-size:.95rem;margin:1.25rem 0 .35rem}
p{margin:.35rem 0}.text{white-space:pre-wrap}.asked{font-size:1.1rem;font-weight:600}
.about,.facts,.small{color:var(--soft);font-size:.88rem}
.warning{background:var(--warn-tint);color:var(--warn);border-inline-start:3px solid var(--warn);padding:.5rem .8rem}
.unsupported{text-decoration:underline dashed var(--warn);text-underline-offset:.25em}
.flag{color:var(--warn);font-size:.85rem}
a{color:var(--accent)}a.cite,a.back{display:inline-block;min-width:24px;min-height:24px;line-height:24px;text-align:center;
font-size:.85rem;font-weight:600;text-decoration:none}a.cite:hover{text-decoration:underline}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
:is(.reference,.document){background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;
margin:.75rem 0}
.reference:target{border-color:var(--accent);box-shadow:inset 3px 0 0 var(--accent)}
:is(.reference,.document) h3{margin:0 0 .35rem}
blockquote{margin:.5rem 0;padding:.1rem 0 .1rem .8rem;border-inline-start:3px solid var(--mark)}
.facts p{margin:.1rem 0}.label{font-weight:600}
code{font-family:ui-monospace,monospace;font-size:.92em}
@media print{:root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--soft:#444;--line:#bbb;--accent:#0b6b5d;
--mark:#b8902a;--warn:#7a5200;--warn-tint:#fff}body{max-width:none;padding:0;font-size:10.5pt}
.reference,.document,.warning{break-inside:avoid}h2,h3{break-after:avoid}}
"""
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of an answer; `numbers` are its references, each with whether this is where it is first cited."""

    text: str
    supported: bool | None
    numbers: list[tuple[int, bool]]


@dataclass(frozen=True, slots=True)
class AnswerStretches:
    exchange: Exchange
    runs: list[Stretch]


@dataclass(frozen=True, slots=True)
class Numbered:
    """The answers in stretches, each reference with whether it is cited there first, and the numbers that are cited at all."""

    answers: list[AnswerStretches]
    cited: set[int]


def page(record: Record) -> bytes:
    """The record as a whole page, UTF-8."""
    rendered: str = _macros().page(record, _contents(record), Markup(STYLE), _POLICY)
    return f"{rendered}\n".encode()


def body(record: Record) -> str:
    """What stands in the page."""
    rendered: str = _macros().body(record, _contents(record))
    return str(rendered)


def _contents(record: Record) -> Numbered:
    cited: set[int] = set()
    answers = []
    for exchange in record.exchanges:
        runs = []
        for piece in exchange.all_pieces:
            numbers = []
            for number in () if piece.supported is False else piece.numbers:
                numbers.append((number, number not in cited))
                cited.add(number)
            runs.append(Stretch(piece.text, piece.supported, numbers))
        answers.append(AnswerStretches(exchange, runs))
    return Numbered(answers, cited)


@cache
def _macros() -> Any:
    """The template's macros. Its library is loaded when a page is written."""
    from ragdesk.text.jinja import environment

    said = ("about", "heading", "warning", "left_out", "asked", "title", "facts", "document_facts")
    constants = ("REFERENCES", "DOCUMENTS", "CHECKING", "HOW_TO_CHECK", "UNSUPPORTED")
    return (
        environment(
            Path(__file__).parent / "templates",
            {"line": line, "clean": clean, "emphasis": emphasis, "direction": _direction},
            {name: getattr(wording, name) for name in (*said, *constants)},
        )
        .get_template("export.html.j2")
        .module
    )


def _direction(text: str) -> Markup:
    return Markup(' dir="rtl"' if right_to_left(text) else "")
