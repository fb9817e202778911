"""One document with all that is known of it, and its readable text as a page of its own. Pure functions."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Document, SourceVersion
from ragdesk.domain.errors import Problem
from ragdesk.front.web.render import action, block, day, escape, label, link, meta, name
from ragdesk.front.web.tabs.library.render_queue import shown_path
from ragdesk.front.web.wording import number, plural, t, told

# Parts, and messages of a thread, that are listed.
PARTS = 200
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
    problem: Problem | None


def about(
    document: Document,
    sha256: str,
    versions: Sequence[SourceVersion],
    parents: Sequence[Document] = (),
    parts: Sequence[Inside] = (),
    thread: Sequence[Document] = (),
) -> str:
    """What is known of a document, where it was found, what it lies in and what lies in it, and the messages of its thread."""
    facts = [
        (t("File"), name(document.name)),
        (t("Kind"), escape(document.kind)),
        (t("Language"), escape(document.language) if document.language not in {"", "und"} else t("unknown")),
        (t("Size"), f"{number(max(1, round(document.bytes / 1024)))} kB"),
        (t("Pages"), number(document.pages) if document.paged else t("none in this format")),
        (t("Passages"), number(document.chunks)),
        *((label(key), name(value)) for key, value in document.properties if key not in TECHNICAL),
        (t("Part of"), "<br>".join(_title(each) for each in parents)),
        (t("Found in"), "<br>".join(_version(each) for each in versions) or t("unknown")),
        (t("Version"), _versions(document)),
        (t("Added"), escape(day(document.added_at))),
        (t("Read by"), t("ingest version {number}", number=document.ingest_version)),
        (t("Identity"), f"<code>{escape(document.id)}</code>"),
        ("SHA-256", f"<code>{escape(sha256)}</code>"),
    ]
    rows = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts if value)
    return block(
        "leaf rd-details",
        _description(document.description),
        f"<dl>{rows}</dl>",
        _parts(parts),
        _thread(thread, document.id),
    )


def _version(found: SourceVersion) -> str:
    facts = meta(
        (
            name(shown_path(found.path)),
            t("version {number}", number=found.number) if found.number > 1 else "",
            t("seen {day}", day=escape(day(found.seen_at))),
        )
    )
    return facts + (
        f'<br><span class="rd-problem">{escape(told(found.problem))}</span>' if found.problem else ""
    )


def _versions(document: Document) -> str:
    if document.content_version < 2:
        return t("1, the first that was seen")
    return t(
        "{number}; earlier ones are no longer kept, answers that quote them keep their quotes",
        number=document.content_version,
    )


def _description(text: str) -> str:
    if not text:
        return ""
    source = f'<span class="rd-hint">{t("(written by the model, never quoted)")}</span>'
    return f'<p class="rd-about-it" dir="auto">{escape(text)} {source}</p>'


def _title(document: Document) -> str:
    return link(action("library", "show", document.id), name(document.title or document.name))


def _parts(parts: Sequence[Inside]) -> str:
    if not parts:
        return ""
    rows = "".join(_part(each) for each in parts[:PARTS])
    rest = t("and {number} more.", number=number(len(parts) - PARTS))
    more = f'<p class="rd-hint">{rest}</p>' if len(parts) > PARTS else ""
    return (
        f"<h4>{plural(len(parts), '{count} file inside', '{count} files inside')}</h4><ul>{rows}</ul>{more}"
    )


def _thread(messages: Sequence[Document], shown: str) -> str:
    """The messages of an email's thread that are in the library."""
    if len(messages) < 2:
        return ""
    rows = "".join(
        f"<li>{meta((escape(day(dict(each.properties).get('date', ''))), _title(each)))}"
        f"{' ' + t('(this one)') if each.id == shown else ''}</li>"
        for each in messages[:PARTS]
    )
    head = plural(len(messages), "{count} message in this thread", "{count} messages in this thread")
    return f"<h4>{head}</h4><ul>{rows}</ul>"


def _part(part: Inside) -> str:
    if part.document_id:
        return f"<li>{link(action('library', 'show', part.document_id), name(part.name))}</li>"
    why = escape(told(part.problem) or t("waits to be read"))
    return f'<li>{name(part.name)} <span class="rd-hint">{why}</span></li>'


def text_page(document: Document, text: str, start: int = 0, end: int = 0) -> str:
    """A whole HTML page with the document's text as text; characters `start` to `end` are marked."""
    title = html.escape(document.title or document.name)
    middle = f'<mark id="quote">{html.escape(text[start:end])}</mark>' if start < end else ""
    body = html.escape(text[:start]) + middle + html.escape(text[max(start, end) :])
    facts = html.escape(f"{document.name} · {t('the text that RAGDesk reads and quotes')}")
    return (
        f'<!doctype html><html lang="{html.escape(document.language or "en")}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style>'
        f'<h1 dir="auto">{title}</h1><p>{facts}</p><div dir="auto">{body}</div></html>'
    )
