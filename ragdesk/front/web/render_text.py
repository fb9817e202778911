"""A document's readable text as HTML, whole or around a passage, which is marked: Markdown rendered, plain text as it is. Pure
functions.

The ends of the passage go through the rendering as two noncharacters of Unicode, put where no mark-up of Markdown can be; what
comes out is cleaned by nh3, and only then the text between them is marked. So the mark runs on through emphasis, list items
and cells.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from ragdesk.front.web.texts import escape, neutral
from ragdesk.text.sheet_rows import ROW_NUMBER, are_letters

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererProtocol
    from markdown_it.token import Token

_START, _END = "\ufdd0", "\ufdd1"
_ENDS = str.maketrans({_START: "\ufffd", _END: "\ufffd"})
# Where a noncharacter would change what Markdown makes of the text: the signs of items, fences and headings at the beginning
# of a line, the rules of tables, targets of links, tags, entities. What may begin anywhere looks ahead a bounded way.
_MARKUP = re.compile(
    r"^[ \t>]*(?:\d{1,9}[.)][ \t]|[-+*][ \t]|#{1,6}[ \t]|(?:`{3,}|~{3,})[^\n]*|\[[^\]\n]*\]:[^\n]*)"
    r"|^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t|:-]*)?$|\]\([^)\n]{0,1000}\)|<[^<>\n]*>|&#?\w+;|\b\w+://\S+",
    re.MULTILINE,
)
_LETTER = re.compile(r"[^\W_]")
_FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
_FRONT_MATTER = re.compile(r"---(\n(?:[^\n`]*\n){1,200}?)(?:---|\.\.\.)(?=\n|$)")
_TABLE_RULE = re.compile(r"\|[ \t:|-]+\|?")
_TAG = re.compile(r"(<[^<>]*>)")
# What a passage may be made of on the page. No link, no picture, no attribute that holds a text of the document.
_TAGS = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tr th td strong em s del code pre br hr blockquote sub sup kbd".split()
)
_OWN_DIRECTION = re.compile(r"<(p|li|th|td|h[3-6])>")
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_HEAD_ROW = re.compile(r"<thead>.*?</thead>", re.DOTALL)
_HEAD_CELL = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_FIRST_CELL = re.compile(r"(<tr>\s*)(<t[hd]\b[^>]*>.*?</t[hd]>)", re.DOTALL)
_HEADING_DOWN = re.compile(r"<(/?)h([1-6])>")


# Kinds of documents whose text is no Markdown.
PLAIN_KINDS = frozenset({"text", "data", "email"})
# Those whose tables number their rows, for the reader's sake.
SHEET_KINDS = frozenset({"spreadsheet", "table"})


def rendered_markdown(text: str, window: tuple[int, int], kind: str = "markdown") -> Markup:
    """The Markdown in `window` rendered, of a document of this kind."""
    text, (low, high) = _front_apart(text), window
    rendered = _cleaned(_markdown().render(_opened(text, low) + text[low:high].translate(_ENDS)))
    return Markup(neutral(_as_sheet(rendered) if kind in SHEET_KINDS else rendered))


def marked_text(text: str, span: tuple[int, int], window: tuple[int, int]) -> Markup:
    """The text in `window` as it is, with what lies in `span` marked; not a whole document, for `white-space: pre-wrap`."""
    low, high = window
    start, end = min(max(span[0], low), high), min(max(span[1], low), high)
    middle = f'<mark id="rd-quote">{escape(text[start:end])}</mark>' if start < end else ""
    return Markup(escape(text[low:start]) + middle + escape(text[max(start, end) : high]))


def marked_markdown(
    text: str, span: tuple[int, int], window: tuple[int, int], kind: str = "markdown"
) -> Markup:
    """The Markdown in `window` rendered, with what lies in `span` marked; "" where that cannot be marked, because all of it
    is mark-up."""
    text, (low, high) = _front_apart(text), window
    before, source, after = text[low : span[0]], text[span[0] : span[1]], text[span[1] : high]
    ends = _safe_ends(text[low:high], span[0] - low, span[1] - low)
    if ends is None:
        return Markup()
    first, last = ends[0] - len(before), ends[1] - len(before)
    parts = before, source[:first], source[first:last], source[last:], after
    clean = [part.translate(_ENDS) for part in parts]
    framed = f"{clean[0]}{clean[1]}{_START}{clean[2]}{_END}{clean[3]}{clean[4]}"
    rendered = _cleaned(_markdown().render(_opened(text, low) + framed))
    rendered = _as_sheet(rendered) if kind in SHEET_KINDS else rendered
    return Markup(_marked(rendered) if _START in rendered and _END in rendered else "")


def cut(text: str, span: tuple[int, int], above: int, below: int) -> tuple[int, int]:
    """A window of the text: `span`, about `above` characters before it and `below` after it, cut between paragraphs where
    there are any, else between lines."""
    low, high = max(span[0] - above, 0), min(span[1] + below, len(text))
    if low:
        gap, line = text.find("\n\n", low, span[0]), text.find("\n", low, span[0])
        low = gap + 2 if gap >= 0 else line + 1 if line >= 0 else text.rfind("\n", 0, low) + 1
        low = low if span[0] - low <= 2 * above + 1 else max(span[0] - above, 0)
    if high < len(text):
        gap, line = text.rfind("\n\n", span[1], high), text.rfind("\n", span[1], high)
        high = gap if gap >= 0 else line if line >= 0 else high
    return low, high


def _front_apart(text: str) -> str:
    """The text, as long as it was, with what stands before a page of Markdown ("---", properties, "---") as a block of its own,
    which else would be read as a heading."""
    front = _FRONT_MATTER.match(text)
    return f"```{front[1]}```{text[front.end() :]}" if front else text


def _safe_ends(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The first and last place in [start, end) beside a letter or digit where a noncharacter changes nothing."""
    spared = [found.span() for found in _MARKUP.finditer(text)]
    letters = [
        found.start()
        for found in _LETTER.finditer(text, start, end)
        if not any(low <= found.start() < high for low, high in _near(spared, found.start()))
    ]
    return (letters[0], letters[-1] + 1) if letters else None


def _near(spans: Sequence[tuple[int, int]], place: int) -> Sequence[tuple[int, int]]:
    after = bisect_right(spans, (place, place + 1_000_000_000))
    return spans[max(after - 1, 0) : after + 1]


def _opened(text: str, low: int) -> str:
    """What a window that begins within a table or a fence needs before it: the header of the one, the beginning of the
    other."""
    if len(_FENCE.findall(text, 0, low)) % 2:
        return "```\n"
    if not text.startswith("|", low) or low == 0:
        return ""
    gap = text.rfind("\n\n", 0, low)
    header = text[gap + 2 if gap >= 0 else 0 : low].split("\n", 2)[:2]
    return "\n".join((*header, "")) if len(header) == 2 and _TABLE_RULE.fullmatch(header[1]) else ""


@lru_cache(maxsize=1)
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # Line ends within a paragraph stay: these texts were written by programs and people who do not know of Markdown, too.
    made = MarkdownIt("commonmark", {"html": True, "breaks": True}).enable(["table", "strikethrough"])

    def picture(_: "RendererProtocol", tokens: "Sequence[Token]", index: int, *__: object) -> str:
        return html.escape(f"[{tokens[index].content}]") if tokens[index].content else ""

    made.add_render_rule("image", picture)
    return made


def _cleaned(rendered: str) -> str:
    """Only tags of the list and text; each block in the direction of its letters; headings two levels down, since the page has
    its own."""
    import nh3

    cleaned = nh3.clean(rendered, tags=set(_TAGS), attributes={"ol": {"start"}}, link_rel=None)
    lowered = _HEADING_DOWN.sub(lambda tag: f"<{tag[1]}h{min(int(tag[2]) + 2, 6)}>", cleaned)
    return _OWN_DIRECTION.sub(r'<\1 dir="auto">', lowered)


def _as_sheet(rendered: str) -> str:
    """Tables without the column of their rows' numbers, and without a head that only has the columns' letters."""
    return _TABLE.sub(lambda found: _as_table_of_a_sheet(found[0]), rendered)


def _as_table_of_a_sheet(table: str) -> str:
    heads = [_TAG.sub("", head).strip(f" {_START}{_END}") for head in _HEAD_CELL.findall(table)]
    if heads[:1] != [ROW_NUMBER]:
        return table
    if are_letters(heads[1:]):
        table = _HEAD_ROW.sub(lambda found: _ends_in(found[0]), table)
    return _FIRST_CELL.sub(lambda found: found[1] + _ends_in(found[2]), table)


def _ends_in(taken_out: str) -> str:
    """The ends of the passage, where they stood in what is taken out."""
    return "".join(each for each in taken_out if each in (_START, _END))


def _marked(rendered: str) -> str:
    """Each text between the two ends gets a mark of its own; the first of them is where the page scrolls to."""
    done, inside, name = list[str](), False, ' id="rd-quote"'
    for piece in _TAG.split(rendered):
        if piece.startswith("<"):
            done.append(piece)
            continue
        for part in re.split(f"([{_START}{_END}])", html.unescape(piece)):
            if part in (_START, _END):
                inside = part == _START
            elif inside and part.strip():
                done.append(f"<mark{name}>{escape(part)}</mark>")
                name = ""
            else:
                done.append(escape(part))
    return "".join(done)
