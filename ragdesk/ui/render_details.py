"""One document with all that is known of it, and its readable text as a page of its own. Pure functions."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.types import Chunk, Document
from ragdesk.ui.render import (
    action,
    block,
    count,
    day,
    escape,
    files,
    label,
    link,
    meta,
    name,
    place,
    readable,
    short,
)
from ragdesk.ui.render_queue import shown_path

SNIPPET_CHARS = 420
# Passages, and parts, that are listed.
PASSAGES, PARTS = 40, 200
# Properties that programs go by, not people.
TECHNICAL = frozenset({"message_id", "in_reply_to", "references", "thread"})

# The page of a document's text: no script, nothing from elsewhere; the colours of app.css.
_STYLE = (
    ":root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1d2327;--soft:#5b646b;--mark:#ffe9a8}"
    "@media(prefers-color-scheme:dark){:root{--paper:#14181a;--ink:#e8e9e6;--soft:#a3adb2;--mark:#5c4a12}}"
    "body{background:var(--paper);color:var(--ink);font:1rem/1.65 system-ui,sans-serif;margin:0 auto;max-width:48rem;"
    "padding:2rem 1.25rem 6rem}h1{font-size:1.3rem;margin:0}p{color:var(--soft);margin:.25rem 0 2rem}"
    "div{white-space:pre-wrap;overflow-wrap:anywhere}mark{background:var(--mark);color:inherit;scroll-margin:30vh}"
)


@dataclass(frozen=True, slots=True)
class Inside:
    """A file inside of the document's file: its document, or why there is none."""

    name: str
    document_id: str | None
    problem: str


def details(
    document: Document,
    chunks: Sequence[Chunk],
    parents: Sequence[Document] = (),
    parts: Sequence[Inside] = (),
    thread: Sequence[Document] = (),
) -> str:
    """What is known of a document, what it lies in and what lies in it, the messages of its thread, and its passages."""
    facts = [
        ("File", name(document.name)),
        ("Kind", escape(document.kind)),
        ("Language", escape(document.language if document.language not in {"", "und"} else "unknown")),
        ("Size", f"{max(1, round(document.bytes / 1024)):,} kB"),
        ("Pages", str(document.pages) if document.paged else "none in this format"),
        *((label(key), name(value)) for key, value in document.properties if key not in TECHNICAL),
        ("Part of", "<br>".join(_title(each) for each in parents)),
        ("Found in", "<br>".join(name(shown_path(each)) for each in document.sources) or "unknown"),
        ("Added", escape(day(document.added_at))),
        ("Identity", f"<code>{escape(document.id)}</code>"),
    ]
    rows = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts if value)
    close = link(action("library", "close"), "Close")
    return block(
        "details",
        f"<h3>{name(document.title or document.name)}</h3>",
        f'<p class="rd-doings">{meta((files(document.id), close))}</p>',
        _description(document.description),
        f"<dl>{rows}</dl>",
        _parts(parts),
        _thread(thread, document.id),
        _passages(chunks),
    )


def _description(text: str) -> str:
    if not text:
        return ""
    source = '<span class="rd-hint">(written by the model, never quoted)</span>'
    return f'<p class="rd-about-it" dir="auto">{escape(text)} {source}</p>'


def _title(document: Document) -> str:
    return link(action("library", "show", document.id), name(document.title or document.name))


def _parts(parts: Sequence[Inside]) -> str:
    if not parts:
        return ""
    rows = "".join(_part(each) for each in parts[:PARTS])
    more = f'<p class="rd-hint">and {len(parts) - PARTS:,} more.</p>' if len(parts) > PARTS else ""
    return f"<h4>{count(len(parts), 'file')} inside</h4><ul>{rows}</ul>{more}"


def _thread(messages: Sequence[Document], shown: str) -> str:
    """The messages of an email's thread that are in the library."""
    if len(messages) < 2:
        return ""
    rows = "".join(
        f"<li>{meta((escape(day(dict(each.properties).get('date', ''))), _title(each)))}"
        f"{' (this one)' if each.id == shown else ''}</li>"
        for each in messages[:PARTS]
    )
    return f"<h4>{count(len(messages), 'message')} in this thread</h4><ul>{rows}</ul>"


def _part(part: Inside) -> str:
    if part.document_id:
        return f"<li>{link(action('library', 'show', part.document_id), name(part.name))}</li>"
    why = escape(part.problem or "waits to be read")
    return f'<li>{name(part.name)} <span class="rd-hint">{why}</span></li>'


def _passages(chunks: Sequence[Chunk]) -> str:
    if not chunks:
        return ""
    items = "".join(
        f'<li><p class="rd-where">{escape(place(each.page_start, " › ".join(each.section))) or "Beginning"}</p>'
        f'<p class="rd-passage" dir="auto">{escape(short(readable(each.text), SNIPPET_CHARS))}</p></li>'
        for each in chunks[:PASSAGES]
    )
    rest = len(chunks) - PASSAGES
    more = f'<p class="rd-hint">and {count(rest, "more passage")}.</p>' if rest > 0 else ""
    return f'<h4>{count(len(chunks), "passage")}</h4><ol class="rd-passages">{items}</ol>{more}'


def text_page(document: Document, text: str, start: int = 0, end: int = 0) -> str:
    """A whole HTML page with the document's text as text; characters `start` to `end` are marked."""
    title = html.escape(document.title or document.name)
    middle = f'<mark id="quote">{html.escape(text[start:end])}</mark>' if start < end else ""
    body = html.escape(text[:start]) + middle + html.escape(text[max(start, end) :])
    facts = html.escape(f"{document.name} · the text that RAGDesk reads and quotes")
    return (
        f'<!doctype html><html lang="{html.escape(document.language or "en")}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style>'
        f'<h1 dir="auto">{title}</h1><p>{facts}</p><div dir="auto">{body}</div></html>'
    )
