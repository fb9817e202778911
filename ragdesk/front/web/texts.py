"""Texts as the page shows them: what becomes of words before a template writes them. Pure functions.

`name`, `prose`, `stated` and `marked` give HTML (`Markup`, which no template escapes again); the others give plain text.
Links that do something have addresses `#rd:<tab>:<action>:<argument>…`; `static/app.js` hands them to the tab.
"""

import html
import re
from datetime import datetime

from markupsafe import Markup

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Chunk, below_title
from ragdesk.front.web.wording import date, mark, t
from ragdesk.text import lexicon, unmarked
from ragdesk.text.sheet_rows import quoted_cells
from ragdesk.text.unmarked import readable as readable
from ragdesk.text.unmarked import rows as rows

# The characters that the Markdown component gives a meaning before it looks for HTML: line ends, code, LaTeX, escapes.
_REFERENCES = {
    "\n": "&#10;",
    "\r": "&#13;",
    "$": "&#36;",
    "`": "&#96;",
    "\\": "&#92;",
    "\t": "&#9;",
    "\x00": "\ufffd",
}
# Controls, and the marks that make text read in another order than it is written ("exe.fdp" for "pdf.exe").
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
# Those of them that turn or hide text of any length; the model may write them too. They have no meaning beside `dir="auto"`.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_SPECIAL = re.compile("[&<>\"'\n\r$`\\\\\t\x00\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
# A word that may not fit into a narrow line, and where it is broken then: behind these signs, but not before an ending.
_LONG_WORD = re.compile(r"\S{16}")
_BREAKS = re.compile(r"(?<=[_./\\+=,;&@)\]}])(?=\w{5})")
_EMPHASIS = re.compile(r"(\*\*[^*\n]+\*\*|`[^`\n]+`)")
_WORD = re.compile(r"\w+")
# Of a model's file name: how its weights are stored, how many there are, what it was trained for, and that it is the newest.
_QUANTISED = re.compile(r"(?:[-_.](?:i?q\d\w*|b?f\d{2}|fp\d{2}))?(?:\.gguf)?$", re.IGNORECASE)
_PARTS_OF_NAMES = str.maketrans("_:", "--")
_SIZE = re.compile(r"\d+(?:\.\d+)?[bm]", re.IGNORECASE)
_VERSION = re.compile(r"^([A-Za-z]{3,})(\d+(?:\.\d+)?)$")
_TRAINED = frozenset({"instruct", "chat", "it", "latest"})
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
    "created": mark("created"),
    "modified": mark("modified"),
    "subject": mark("subject"),
    "title": mark("title"),
    "names_encoding": mark("encoding of the names"),
}


def neutral(rendered: str) -> str:
    """HTML in which Markdown finds nothing, without marks that turn or hide what follows. Line ends become references, which
    `white-space: pre-wrap` shows as line ends."""
    for character, reference in _REFERENCES.items():
        rendered = rendered.replace(character, reference)
    return rendered if rendered.isascii() else _TURNING.sub("", rendered)


def escape(text: str) -> str:
    """Text as HTML text or attribute value, for where there is no template."""
    return neutral(html.escape(text)) if _SPECIAL.search(text) else text


def name(text: str) -> Markup:
    """A file name, title or label: one line, without marks that reorder it. A long word in it can be broken behind "_" and the
    like, where there is no room for it."""
    line = " ".join(_INVISIBLE.sub("", text).split())
    parts = _BREAKS.split(line) if _LONG_WORD.search(line) else [line]
    return Markup(f"<bdi>{'<wbr>'.join(map(escape, parts))}</bdi>")


def short(text: str, limit: int) -> str:
    """The text on one line and cut at a word."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    return flat[:limit].rsplit(" ", 1)[0].rstrip(",;:.") + " …"


def prose(text: str) -> Markup:
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
    return Markup("".join(parts))


def stated(text: str) -> Markup:
    """What stands in a document, or is borne out by it: as `prose`, and without any other mark of Markdown."""
    around = {"plain": "{}", "bold": "<strong>{}</strong>", "code": "<code>{}</code>"}
    return Markup("".join(around[kind].format(escape(run)) for kind, run in unmarked.emphasised(text)))


def marked(text: str, question: str) -> Markup:
    """A passage with the question's own words marked, those that carry meaning."""
    marks = {word.casefold() for word in _WORD.findall(question)}
    marks -= lexicon.words("unmarked_words") | lexicon.words("stop_words")
    parts, end = [], 0
    for match in _WORD.finditer(text):
        word = match.group()
        if len(word) > 1 and word.casefold() in marks:
            parts += [escape(text[end : match.start()]), f"<mark>{escape(word)}</mark>"]
            end = match.end()
    return Markup("".join((*parts, escape(text[end:]))))


def model(name: str) -> str:
    """A language model's file name as a person says it: "Qwen 2.5 Coder 1.5B" for "qwen2.5-coder-1.5b-instruct-q4_k_m"."""
    words = _QUANTISED.sub("", name.rpartition("/")[2]).translate(_PARTS_OF_NAMES).split("-")
    said = [_VERSION.sub(r"\1 \2", _named(word)) for word in words if word and word.lower() not in _TRAINED]
    return " ".join(said) or name


def _named(word: str) -> str:
    return word.upper() if _SIZE.fullmatch(word) else word[:1].upper() + word[1:]


def quoted(citation: Citation) -> str:
    """A quote on one line, as a person reads it in its document."""
    return readable(quoted_cells(citation.quote, citation.cells))


def below_heading(chunk: Chunk) -> list[str]:
    """A passage's rows without the headings that stand above the passage anyway, as the place it is in. In plain text a heading
    is a line like those that follow it."""
    text, above = chunk.text, list(chunk.section)
    first, _, rest = text.partition("\n")
    while first.strip() in above and rest.strip():
        del above[: above.index(first.strip()) + 1]
        text = rest.lstrip("\n")
        first, _, rest = text.partition("\n")
    lines = rows(text, chunk.context)
    while len(lines) > 1 and lines[0] in above:
        del above[: above.index(lines[0]) + 1]
        lines = lines[1:]
    return lines


def label(key: str) -> str:
    """A property's name as a person writes it; one that documents made up is shown as it is."""
    return t(_LABELS[key]) if key in _LABELS else key.replace("_", " ")


def place(page: int | None, section: str, title: str = "") -> str:
    """Where in its document something stands, as a person names it. A section path that begins with the document's `title`
    does without it."""
    section = below_title(section, title)
    return " · ".join(part for part in (t("page {number}", number=page) if page else "", section) if part)


def day(moment: str) -> str:
    """An ISO moment as a local date and time; what is not one is shown as it is."""
    try:
        then = datetime.fromisoformat(moment).astimezone()
        return f"{date(then)}, {then:%H:%M}"
    except ValueError:
        return moment


def day_only(moment: str) -> str:
    """`day` without the time."""
    return day(moment).partition(",")[0]
