"""A document's words without the marks of Markdown, for the eye: **bold**, headings, tables, links, escapes. What is stored and
cited keeps its marks, so offsets are into that. Conservative, since texts that are no Markdown pass through here, too: "2**3",
"snake_case" and "C:\\\\dir" stay.
"""

import html
import re
from typing import Literal

from ragdesk.text.sheet_rows import without_row_numbers

Emphasis = Literal["plain", "bold", "code"]

_PUNCTUATION = "_*|#[]`~<>$"
# What is escaped is put away while marks are looked for, in Unicode's private use area.
_AWAY = {character: chr(0xF500 + place) for place, character in enumerate(_PUNCTUATION)}
_TO_AWAY = str.maketrans(dict[str, str | int | None](_AWAY))
_BACK = str.maketrans({away: character for character, away in _AWAY.items()})
_ESCAPED = re.compile(rf"\\([{re.escape(_PUNCTUATION)}])")
_NUMBER_ESCAPED = re.compile(r"(?<=\d)\\(?=[.)](?:\s|$))|^\\(?=[-+]\s)", re.MULTILINE)
_EMPHASIS = re.compile(r"((?<![\w*])\*\*(?=[^\s*])[^*\n]+(?<=[^\s*])\*\*(?![\w*])|`[^`\n]+`)")
_CODE = re.compile(r"(?<!`)(`{1,2})(?!`)([^\n]{1,1000}?)(?<!`)\1(?!`)")
_TARGET = (
    r"(?:<[^<>\n]{0,2000}>|[^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,2000})?)(?:\s+\"[^\"\n]{0,500}\")?"
)
_LINK = re.compile(rf"!?\[([^\[\]\n]{{0,1000}})\]\({_TARGET}\)")
_ADDRESS = re.compile(r"<((?:https?://|mailto:)[^<>\s]{1,2000})>")
_TAG = re.compile(
    r"</?(?:a|abbr|b|code|del|em|i|img|ins|kbd|mark|p|s|small|span|strong|sub|sup|u)(?:\s[^<>]{0,500})?/?>",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"<br\s{0,8}/?>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.{0,2000}?-->", re.DOTALL)
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6});")
# Marks stand beside the words that they mean, and not within a word.
_STRONG = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,2000}?)(?<=[^\s*])\1(?![\w*])")
_UNDERLINED = re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])([^\n]{1,2000}?)(?<=[^\s_])\1(?![\w_])")
_STRUCK = re.compile(r"(?<![\w~])~~(?=\S)([^~\n]{1,2000}?)(?<=\S)~~(?![\w~])")
# A quote may begin or end within what was marked: half of a pair is left over, at its edges or further in.
_LEFT_OPEN = re.compile(
    r"^(\W{0,3}?)(?:\*\*|__)(?=\w)|(?<=[\w.!?:;,)])(?:\*\*|__)$|(?<=[\s(])\*\*(?=\w)|(?<=[\w.!?:;,)%€£])\*\*(?=[\s.,;:!?)])",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,6}[ \t]+|[ \t]+#{1,6}[ \t]*$")
_HEADING_SIGNS = re.compile(r"^#{1,6}[ \t]+", re.MULTILINE)
_IS_HEADING = re.compile(r"#{1,6}[ \t]")
_QUOTED = re.compile(r"^(?:>[ \t]?)+")
_RULE = re.compile(r"\|?[\s:|-]*-{2,}[\s:|-]*\|?|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}")
_FENCE = re.compile(r"(?:`{3,}|~{3,})[\w+-]*")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s")
_BULLET = re.compile(r"^[*+][ \t]+(?=\S)")
_BOX = re.compile(r"^[-*+][ \t]+\[([ xX])\][ \t]+")
_BAR = re.compile(r"(?<!\\)\|")


def inline(text: str) -> str:
    """The text without marks within its lines."""
    return _shown(_bare(_put_away(text)))


def emphasised(text: str) -> list[tuple[Emphasis, str]]:
    """Text in its lines as (kind, text) without any other mark: kind is "plain", "bold" or "code". Any beginning of a text can be
    given, so it can be called while the text is being written."""
    whole = _structure(_without_links(_put_away(text)))
    runs = list[tuple[Emphasis, str]]()
    for index, piece in enumerate(_EMPHASIS.split(whole)):
        if index % 2 == 0:
            runs.append(("plain", _shown(_bare(piece))))
        elif piece.startswith("**"):
            runs.append(("bold", _shown(_bare(piece[2:-2]))))
        else:
            runs.append(("code", _shown(piece[1:-1])))
    return [run for run in runs if run[1]]


def rows(text: str, over: str = "") -> list[str]:
    """A passage as a person reads it: a line for each paragraph, heading, list item and row of a table, without the marks of
    Markdown. Lines of one paragraph are joined. `over` holds the head of the table that it begins within."""
    lines: list[str] = []
    joins = False  # whether the next line may go on with the last one
    for raw in without_row_numbers(_COMMENT.sub("", text), over).split("\n"):
        line = _QUOTED.sub("", raw.strip())
        if not line or _RULE.fullmatch(line) or _FENCE.fullmatch(line):
            joins = False
        elif is_row(line):
            lines.append(cells_of(line))
            joins = False
        elif _IS_HEADING.match(line):
            lines.append(_HEADING.sub("", line))
            joins = False
        elif joins and not _ITEM.match(line):
            lines[-1] += f" {line}"
        else:
            boxed = _BOX.sub(lambda found: "☐ " if found[1] == " " else "☑ ", line)
            lines.append(_BULLET.sub("• ", boxed))
            joins = True
    return [shown for line in lines if (shown := " ".join(inline(line).split()))]


def readable(passage: str) -> str:
    """A passage on one line, without the marks of Markdown."""
    return " ".join(rows(passage))


def is_row(line: str) -> bool:
    """Whether the line is a row of a table, or the end of one."""
    return line.startswith("|") or line.endswith(" |")


def cells_of(row: str) -> str:
    """A row of a table as a person reads it."""
    return " · ".join(cell for each in _BAR.split(row) if (cell := each.strip()))


def _structure(text: str) -> str:
    """The text without the signs of headings, and with the rows of tables as such; every line end stays."""
    if "#" in text:
        text = _HEADING_SIGNS.sub("", text)
    if "|" not in text:
        return text
    lines = [
        "" if _RULE.fullmatch(each) else cells_of(each) if each.startswith("|") else each
        for each in text.split("\n")
    ]
    return "\n".join(lines)


def _put_away(text: str) -> str:
    return (
        _NUMBER_ESCAPED.sub("", _ESCAPED.sub(lambda found: _AWAY[found[1]], text)) if "\\" in text else text
    )


def _without_links(text: str) -> str:
    if "<" in text:
        text = _TAG.sub("", _LINE_END.sub(" ", _ADDRESS.sub(r"\1", text)))
    return _LINK.sub(r"\1", text) if "](" in text else text


def _bare(text: str) -> str:
    if "`" in text:
        text = _CODE.sub(lambda found: found[2].translate(_TO_AWAY).strip(), text)
    text = _without_links(text)
    for _ in range(2):  # one within the other
        if "*" in text:
            text = _STRONG.sub(r"\2", text)
        if "_" in text:
            text = _UNDERLINED.sub(r"\2", text)
    text = _STRUCK.sub(r"\1", text) if "~~" in text else text
    return _LEFT_OPEN.sub(lambda found: found[1] or "", text)


def _shown(text: str) -> str:
    back = text.translate(_BACK)
    return (
        _ENTITY.sub(lambda found: html.unescape(found[0]).replace("\xa0", " "), back) if "&" in back else back
    )
