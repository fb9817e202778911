"""The frame of the Settings tab, its help, and the list of errors, as HTML. Pure functions."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ragdesk.front.web.problems import LoggedProblem
from ragdesk.front.web.render import action, block, day, escape, link
from ragdesk.front.web.wording import mark, plural, t, told_apart

SECTIONS = {
    "models": mark("Models"),
    "answers": mark("Answers"),
    "documents": mark("Documents"),
    "people": mark("Memory and hand-over"),
    "look": mark("Language and look"),
    "privacy": mark("Privacy"),
    "help": mark("Help and errors"),
}
_TABS = (
    (
        mark("Library"),
        mark("Add documents, see what was read, search passages, remove what you no longer need."),
    ),
    (
        mark("Chat"),
        mark("Ask. Each sentence of an answer carries a number that leads to the words it rests on."),
    ),
    (mark("Citations"), mark("The quoted words on their page, and all citations of a conversation.")),
    (
        mark("Memory"),
        mark("What was noticed of you and your organisation; every note can be changed and forgotten."),
    ),
)
_KEYS = (
    ("Tab", mark("to the next link, button or field")),
    ("← →", mark("from tab to tab, with the tab bar in focus")),
    (mark("Enter"), mark("asks the question; with Shift, begins a new line")),
    (mark("Space"), mark("presses a link or button in focus")),
    ("Esc", mark("stops an answer, closes a card")),
)


def header() -> str:
    """The name, the claim, and the place where `settings.js` says that there are new errors."""
    return block(
        "brand",
        '<span class="rd-logo">RAG<b>Desk</b></span>',
        f'<span class="rd-claim">{escape(t("Everything stays on this computer"))}</span>',
        link(action("settings", "open", "help"), "", kind="badge"),
    )


def sections() -> str:
    """The list at the side; `settings.js` shows the section that was chosen and marks it here."""
    rows = "".join(
        f"<li>{link(action('settings', 'open', name), escape(t(title)), kind='section')}</li>"
        for name, title in SECTIONS.items()
    )
    return block("sections", f"<ul>{rows}</ul>")


def title(text: str, about: str = "") -> str:
    """A section's heading and what it is about; both plain."""
    said = f"<p>{escape(about)}</p>" if about else ""
    return block("about", f"<h2>{escape(text)}</h2>{said}")


def recognised() -> str:
    """Which writing is recognised in scans and pictures: there is one model for all of it, so nothing to choose."""
    said = t("Text in scans and pictures is recognised in Latin letters, Chinese and Japanese.")
    return block("about", f"<p>{escape(said)}</p>")


def home(place: Path, settings: Path) -> str:
    """Where everything lies, and how it is moved."""
    moving = t(
        "To move it: close RAGDesk, move the folder, and name its new place in the environment variable RAGDESK_HOME."
    )
    rows = _pairs(((t("Home"), _path(place)), (t("Settings file"), _path(settings))))
    return block("details", rows, f'<p class="rd-hint">{escape(moving)}</p>')


def watched(folders: Sequence[str]) -> str:
    """How many folders are watched, and the way there."""
    said = plural(len(folders), "{count} watched folder", "{count} watched folders")
    way = link(action("library", "go", "folders"), escape(t("to the Library")))
    return block("hint", f"<p>{escape(said)} · {way}</p>")


def help_page(log: Path) -> str:
    """What the tabs do, the keys, and where the log is."""
    tabs = _pairs((t(name), escape(t(text))) for name, text in _TABS)
    keys = _pairs((t(key), escape(t(text))) for key, text in _KEYS)
    texts = t(
        "At its usual level, the log holds ids, counts and times, never what documents or questions say."
    )
    return block(
        "details",
        f"<h3>{escape(t('What the tabs do'))}</h3>{tabs}<h3>{escape(t('Keys'))}</h3>{keys}",
        f"<h3>{escape(t('Log'))}</h3><p>{_path(log)}</p>",
        f'<p class="rd-hint">{escape(texts)}</p>',
        f"<h3>{escape(t('Licences'))}</h3><p>{_notices()}</p>",
    )


def _notices() -> str:
    """The way to the licences of others, in a tab of its own."""
    said = escape(t("What RAGDesk is made of, and its licences"))
    return f'<a class="rd-link" href="/ragdesk/notices" target="_blank" rel="noopener">{said}</a>'


def problems(kept: Sequence[LoggedProblem]) -> str:
    """The errors of this run, the newest first."""
    if not kept:
        return block("empty", f"<p>{escape(t('No errors since RAGDesk was started.'))}</p>")
    rows = []
    for logged in kept:
        what, to_do = map(escape, told_apart(logged.problem))
        facts = f'<p class="rd-facts">{escape(day(logged.at))} · {to_do}</p>'
        rows.append(f'<li><p class="rd-passage">{what}</p>{facts}</li>')
    return block("entries", f"<ul>{''.join(rows)}</ul>")


def _pairs(rows: Iterable[tuple[str, str]]) -> str:
    """A list of terms; the terms are plain, what they mean is HTML."""
    return "<dl>" + "".join(f"<dt>{escape(term)}</dt><dd>{text}</dd>" for term, text in rows) + "</dl>"


def _path(path: Path) -> str:
    return f"<code>{escape(str(path))}</code>"
