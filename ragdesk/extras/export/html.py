"""HTML: one file that holds everything, runs nothing and fetches nothing. Its body is also what the PDF is set from."""

import base64
import hashlib
import html

from ragdesk.extras.export import wording
from ragdesk.extras.export.plain import clean, emphasis, line, right_to_left
from ragdesk.extras.export.record import Exchange, Piece, Record, Reference

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
.reference{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:.75rem 0}
.reference:target{border-color:var(--accent);box-shadow:inset 3px 0 0 var(--accent)}
.reference h3{margin:0 0 .35rem}blockquote{margin:.5rem 0;padding:.1rem 0 .1rem .8rem;border-inline-start:3px solid var(--mark)}
.facts p{margin:.1rem 0}.label{font-weight:600}
code{font-family:ui-monospace,monospace;font-size:.92em}
@media print{:root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--soft:#444;--line:#bbb;--accent:#0b6b5d;
--mark:#b8902a;--warn:#7a5200;--warn-tint:#fff}body{max-width:none;padding:0;font-size:10.5pt}
.reference,.warning{break-inside:avoid}h2,h3{break-after:avoid}}
"""
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"


def page(record: Record) -> bytes:
    """The record as a whole page, UTF-8."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f'<meta name="generator" content="RAGDesk {_line(record.version)}">\n'
        f"<title>{_line(record.title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body(record)}\n</main>\n</body>\n</html>\n"
    ).encode()


def body(record: Record) -> str:
    """What stands in the page: numbers lead to their references (`#ref-N`), and those back to where they are first cited
    (`#cite-N`)."""
    cited: set[int] = set()
    parts = [
        _block("h1", "", line(record.title)),
        f'<p class="about">{_line(wording.about(record))}</p>',
        *(_exchange(record, exchange, cited) for exchange in record.exchanges),
    ]
    if record.references:
        parts.append(f'<h2 id="references">{wording.REFERENCES}</h2>')
        parts += [_reference(reference, cited) for reference in record.references]
        parts.append(f'<h2>{wording.CHECKING}</h2><p class="small">{_line(wording.HOW_TO_CHECK)}</p>')
    return "\n".join(parts)


def _exchange(record: Record, exchange: Exchange, cited: set[int]) -> str:
    warning, left_out = wording.warning(exchange), wording.left_out(exchange)
    number = f" {exchange.number}" if record.what == "conversation" else ""
    answer = "".join(_piece(piece, cited) for piece in exchange.all_pieces)
    parts = [
        f"<h2>{wording.heading(record, exchange)}</h2>",
        _block("p", "asked text", clean(exchange.question)),
        _block("p", "small", f"Understood as: {line(exchange.standalone)}") if exchange.standalone else "",
        f"<h3>Answer{number}</h3>",
        f'<p class="warning">{_line(warning)}</p>' if warning else "",
        f'<p class="answer text"{_direction(exchange.text)}>{answer}</p>' if answer else "",
        f'<p class="small">{_line(left_out)}</p>' if left_out else "",
        f'<p class="small">{_line(wording.asked(exchange))}</p>',
    ]
    return "\n".join(part for part in parts if part)


def _piece(piece: Piece, cited: set[int]) -> str:
    text = "".join(_run(kind, run) for kind, run in emphasis(clean(piece.text)))
    if piece.supported is False:
        return f'<span class="unsupported">{text}</span> <span class="flag">[{wording.UNSUPPORTED}]</span>'
    return text + "".join(_number(number, cited) for number in piece.numbers)


def _number(number: int, cited: set[int]) -> str:
    anchor = "" if number in cited else f' id="cite-{number}"'
    cited.add(number)
    return f' <a class="cite" href="#ref-{number}"{anchor}>[{number}]</a>'


def _run(kind: str, text: str) -> str:
    tag = {"bold": "strong", "code": "code"}.get(kind)
    return f"<{tag}>{_escape(text)}</{tag}>" if tag else _escape(text)


def _reference(reference: Reference, cited: set[int]) -> str:
    number = reference.number
    back = (
        f' <a class="back" href="#cite-{number}" aria-label="Back to the answer">↑</a>'
        if number in cited
        else ""
    )
    facts = "".join(
        f'<p><span class="label">{label}:</span> {_fact(label, value)}</p>'
        for label, value in wording.facts(reference)
    )
    quote = clean(reference.quote)
    return (
        f'<div class="reference" id="ref-{number}"><h3>[{number}] {_line(wording.title(reference))}{back}</h3>\n'
        f'<blockquote class="text"{_direction(quote)}>{_escape(quote)}</blockquote>\n<div class="facts">{facts}</div></div>'
    )


def _fact(label: str, value: str) -> str:
    return f"<code>{_escape(value)}</code>" if label == "SHA-256" and value.isalnum() else _line(value)


def _block(tag: str, kind: str, text: str) -> str:
    named = f' class="{kind}"' if kind else ""
    return f"<{tag}{named}{_direction(text)}>{_escape(text)}</{tag}>"


def _direction(text: str) -> str:
    return ' dir="rtl"' if right_to_left(text) else ""


def _line(text: str) -> str:
    return _escape(line(text))


def _escape(text: str) -> str:
    return html.escape(text)
