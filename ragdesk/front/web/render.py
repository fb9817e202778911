"""Texts to HTML that is safe to put on the page: the pieces that all tabs share."""

from collections.abc import Iterable

from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web import texts
from ragdesk.front.web.actions.addresses import action as action
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import day as day
from ragdesk.front.web.texts import place as place
from ragdesk.front.web.texts import readable as readable
from ragdesk.front.web.texts import rows as rows
from ragdesk.front.web.texts import short as short
from ragdesk.front.web.wording import t

_shared = Template("shared.html.j2")


def escape(text: str) -> str:
    return texts.escape(text)


def name(text: str) -> str:
    return str(texts.name(text))


def prose(text: str) -> str:
    return str(texts.prose(text))


def marked(text: str, question: str) -> str:
    return str(texts.marked(text, question))


def label(key: str) -> str:
    return texts.escape(texts.label(key))


def telling(properties: Iterable[tuple[str, str]]) -> str:
    return _shared("telling", properties)


def notice(text: str, kind: str = "note") -> str:
    """A sentence in a box: kind is "note", "good" or "bad"."""
    return _shared("notice", text, kind)


def error(problem: RagdeskError) -> str:
    """What happened, and what to do."""
    return _shared("error", problem)


def block(kind: str, *parts: str) -> str:
    """One `<div class="rd-<kind>">` on one line; "" where there is nothing to show."""
    inner = "".join(parts).replace("\n", " ")
    return f'<div class="rd-{kind}">{inner}</div>' if inner else ""


def link(address: str, text: str, *, kind: str = "link", title: str = "") -> str:
    """An `action` link; it acts as a button. `text` is HTML."""
    extra = f' title="{escape(title)}"' if title else ""
    return f'<a class="rd-{kind}" role="button" href="{address}"{extra}>{text}</a>'


def files(document_id: str, quoted: tuple[int, int] | None = None) -> str:
    """The way to a document's readable text (in a new tab, at the quoted characters) and to its original file."""
    shown = f"/ragdesk/view/{escape(document_id)}"
    if quoted is not None:
        shown += f"/{quoted[0]:d}/{quoted[1]:d}#quote"
    return meta(
        (
            f'<a class="rd-link" href="{shown}" target="_blank" rel="noopener">{t("View")}</a>',
            f'<a class="rd-link" href="/ragdesk/original/{escape(document_id)}" download>{t("Download")}</a>',
        )
    )


def chip(text: str, kind: str = "chip") -> str:
    return f'<span class="rd-{kind}">{text}</span>'


def meta(parts: Iterable[str]) -> str:
    """A line of small facts with a dot between them; parts are HTML, empty ones are left out."""
    return '<span class="rd-dot"> · </span>'.join(part for part in parts if part)
