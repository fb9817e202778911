"""Texts to HTML that is safe to put on the page: the pieces that all tabs share. Pure functions.

Whatever comes from a document, a file name or the model passes through `escape`, `name` or `prose`. Results of the
`block` function are one line that starts with `<div`, so the Markdown component takes them as one HTML block
and finds no Markdown in them; it sanitises them once more in the browser. No function here knows Gradio.

Links that do something have addresses `#rd:<tab>:<action>:<argument>…`; `static/app.js` hands them to the tab.
"""

import html
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from urllib.parse import quote, unquote

from ragdesk.domain.documents import below_title
from ragdesk.domain.errors import RagdeskError
from ragdesk.front.web.wording import date, mark, t, told_apart
from ragdesk.text import lexicon

# Line ends, and the characters that the Markdown component gives a meaning before it looks for HTML (code, LaTeX, escapes).
_ALSO = str.maketrans({"\n": "&#10;", "\r": "&#13;", "$": "&#36;", "`": "&#96;", "\\": "&#92;", "\t": "&#9;"})
# Controls, and the marks that make text read in another order than it is written ("exe.fdp" for "pdf.exe").
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
# Those of them that turn or hide text of any length; the model may write them too. They have no meaning beside `dir="auto"`.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_EMPHASIS = re.compile(r"(\*\*[^*\n]+\*\*|`[^`\n]+`)")
_WORD = re.compile(r"\w+")
_HEADING_SIGNS = re.compile(r"^#{1,6} ", re.MULTILINE)
_RULE_ROW = re.compile(r"^\|[\s:|-]+\|$", re.MULTILINE)
_RULE = re.compile(r"\|?[\s:|-]*-{2,}[\s:|-]*\|?")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s")


def escape(text: str) -> str:
    """Text as HTML text or attribute value, without marks that turn or hide what follows; newlines stay newlines for
    `white-space: pre-wrap`."""
    return html.escape(_TURNING.sub("", text.replace("\x00", "\ufffd"))).translate(_ALSO)


def name(text: str) -> str:
    """A file name, title or label: one line, without marks that reorder it."""
    return f"<bdi>{escape(' '.join(_INVISIBLE.sub('', text).split()))}</bdi>"


def short(text: str, limit: int) -> str:
    """The text on one line and cut at a word, not escaped."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    return flat[:limit].rsplit(" ", 1)[0].rstrip(",;:.") + " …"


def prose(text: str) -> str:
    """What the model wrote: text, with **bold** and `code` shown; links and pictures stay the characters they are.

    Any beginning of any text gives whole, harmless HTML, so it can be called while the text is being written.
    """
    parts = []
    for index, piece in enumerate(_EMPHASIS.split(text)):
        if index % 2 == 0:
            parts.append(escape(piece))
        elif piece.startswith("**"):
            parts.append(f"<strong>{escape(piece[2:-2])}</strong>")
        else:
            parts.append(f"<code>{escape(piece[1:-1])}</code>")
    return "".join(parts)


def rows(text: str) -> list[str]:
    """A passage as a person reads it: a line for each paragraph, heading, list item and row of a table, without the marks of
    Markdown. Lines of one paragraph are joined. Plain text."""
    found: list[str] = []
    joins = False  # whether the next line may go on with the last one
    for raw in text.split("\n"):
        line = raw.strip()
        if not line or _RULE.fullmatch(line):
            joins = False
        elif line.startswith("|"):
            found.append(" · ".join(cell.strip() for cell in line.strip("|").split("|") if cell.strip()))
            joins = False
        elif _HEADING_SIGNS.match(line):
            found.append(_HEADING_SIGNS.sub("", line))
            joins = False
        elif joins and not _ITEM.match(line):
            found[-1] += f" {line}"
        else:
            found.append(line)
            joins = True
    return [" ".join(line.split()) for line in found if line]


def readable(passage: str) -> str:
    """A passage on one line without the marks that make it Markdown: heading signs and the rules of tables. Not escaped."""
    return " ".join(_RULE_ROW.sub("", _HEADING_SIGNS.sub("", passage)).split())


def marked(text: str, question: str) -> str:
    """A passage with the question's own words marked."""
    wanted = {word.casefold() for word in _WORD.findall(question)} - lexicon.words("unmarked_words")

    def paint(word: str) -> str:
        return f"<mark>{escape(word)}</mark>" if len(word) > 1 and word.casefold() in wanted else escape(word)

    return _pieces(text, _WORD, paint)


def _pieces(text: str, pattern: re.Pattern[str], paint: Callable[[str], str]) -> str:
    parts, end = [], 0
    for match in pattern.finditer(text):
        parts += [escape(text[end : match.start()]), paint(match.group())]
        end = match.end()
    return "".join([*parts, escape(text[end:])])


def block(kind: str, *parts: str) -> str:
    """One `<div class="rd-<kind>">` on one line; "" where there is nothing to show."""
    inner = "".join(parts).replace("\n", " ")
    return f'<div class="rd-{kind}">{inner}</div>' if inner else ""


def action(tab: str, verb: str, *arguments: str) -> str:
    """The address of a link that does something, safe as an attribute value."""
    return "#rd:" + ":".join(quote(part, safe="") for part in (tab, verb, *arguments))


def read_action(value: str) -> list[str]:
    """The verb and arguments that `action` wrote, from what the page sent: `verb:argument…#count`."""
    return [unquote(part) for part in value.rpartition("#")[0].split(":")]


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


_LABELS = {
    "sop_id": mark("SOP ID"),
    "version": mark("version"),
    "department": mark("department"),
    "last_updated": mark("last updated"),
    "effective_date": mark("effective date"),
    "approved_by": mark("approved by"),
    "author": mark("author"),
    "from": mark("from"),
    "to": mark("to"),
    "cc": mark("cc"),
    "date": mark("date"),
    "subject": mark("subject"),
    "title": mark("title"),
}


def label(key: str) -> str:
    """A property's name as a person writes it; one that documents made up is shown as it is."""
    return escape(t(_LABELS[key]) if key in _LABELS else key.replace("_", " "))


# The properties that a person tells documents by; the others stand in a document's details.
_TELLING = (
    "sop_id",
    "version",
    "department",
    "last_updated",
    "effective_date",
    "approved_by",
    "author",
    "from",
    "date",
)


def telling(properties: Iterable[tuple[str, str]]) -> str:
    """The properties that tell a document, as chips."""
    stated = dict(properties)
    return "".join(
        chip(f"{label(key)} {escape(day(stated[key])) if key == 'date' else name(stated[key])}")
        for key in _TELLING
        if stated.get(key)
    )


def place(page: int | None, section: str, title: str = "") -> str:
    """Where in its document something stands, as a person names it. Plain text, not escaped. A section path that begins with
    the document's `title` does without it."""
    section = below_title(section, title)
    return " · ".join(part for part in (t("page {number}", number=page) if page else "", section) if part)


def day(moment: str) -> str:
    """An ISO moment as a local date and time; what is not one is shown as it is."""
    try:
        then = datetime.fromisoformat(moment).astimezone()
        return f"{date(then)}, {then:%H:%M}"
    except ValueError:
        return moment


def notice(text: str, kind: str = "note") -> str:
    """A sentence in a box: kind is "note", "good" or "bad". `text` is plain."""
    return block(f"notice rd-{kind}", f"<p>{escape(text)}</p>") if text else ""


def error(problem: RagdeskError) -> str:
    """What happened, and what to do."""
    what, to_do = map(escape, told_apart(problem))
    return block("notice rd-bad", f'<p><strong>{what}</strong></p><p class="rd-hint">{to_do}</p>')
