"""Markdown → `Parsed`. The text is the file's own, but for what no reader of the page sees: comments and hidden elements of
HTML. markdown-it says where each block stands."""

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Block, BlockKind, Page, Parsed, TitleOrigin
from ragdesk.domain.errors import EmptyFileError
from ragdesk.ingesting.readers.hidden import count_words, hidden_words
from ragdesk.ingesting.readers.text.plain import decode
from ragdesk.ingesting.readers.titles import from_name, is_given, may_be_title
from ragdesk.text.spans import trimmed

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"---\n(.*?)\n(?:---|\.\.\.)(?:\n|$)", re.DOTALL)
_KEY = re.compile(r"^([A-Za-z][\w .-]{0,40}):[ \t]*(\S.*)$", re.MULTILINE)
_MARKUP = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)|!?\[([^\]]*)\]\([^)]*\)|<[^>]+>|\s#+\s*$")
# Where something begins that may not be shown, or that must be: code keeps what it shows.
_OPENING = re.compile(
    r"(?P<fence>^ {0,3}(?:`{3,}|~{3,}))|(?P<tick>`+)|(?P<comment><!--)"
    # A link's target that nothing refers to is how Markdown itself is commented.
    r"|(?P<target>^ {0,3}\[[^\]\n]{0,80}\]:[ \t]{0,8}(?:#|<#?>)[ \t]{1,8}[\"'(][^\n]*$)"
    r"|<(?P<tag>[a-z][a-z0-9]{0,9})\b(?P<style>[^<>]{0,400})>",
    re.MULTILINE | re.IGNORECASE,
)
_CLOSING = re.compile(r"</[a-z][a-z0-9]{0,9}>|-->")
_NOT_DISPLAYED = re.compile(r"\shidden\b|display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# Unlike `lower`, this keeps every character at its place.
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
# Code within a line is looked for this far, in characters.
TICKED = 1_000
_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "html_block": "paragraph",
    "list_item_open": "list_item",
}


def parse_markdown(path: Path, name: str) -> Parsed:
    """Raises UnreadableFileError: not text. EmptyFileError: nothing but blanks."""
    text, left_out = _seen(decode(path.read_bytes(), name))
    if not text.strip():
        raise EmptyFileError("{file} holds no text.", "Check whether it was saved completely.", file=name)
    front = _FRONT_MATTER.match(text)
    properties = (
        tuple((k.strip().lower(), v.strip().strip("'\"")) for k, v in _KEY.findall(front[1])) if front else ()
    )
    body_start = front.end() if front else 0
    blocks = list(_blocks(text, body_start))
    if front and front[1].strip():
        blocks.insert(0, Block("paragraph", 0, front.end() - (text[front.end() - 1] == "\n")))
    title, found = _title(blocks, dict(properties).get("title", ""), name)
    return Parsed(
        title,
        text,
        tuple(blocks),
        (Page(1, 0, len(text)),),
        "markdown",
        paged=False,
        properties=(*properties, *hidden_words(left_out)),
        title_from=found,
    )


def _title(blocks: Sequence[Block], stated: str, name: str) -> tuple[str, TitleOrigin]:
    """The title, and where it was found: the first top heading, else the front matter, else the first heading of any level."""
    headings = [block for block in blocks if block.kind == "heading" and block.title]
    first = next((block.title for block in headings if block.level == 1), "")
    if not first and is_given(stated, name):
        return stated, "properties"
    first = first or next((block.title for block in headings if may_be_title(block.title)), "")
    return (first, "heading") if first else (from_name(name), "name")


def _seen(text: str) -> tuple[str, int]:
    """The text without what no reader of the page sees, and how many words that were. Elements that are not displayed go up
    to the next end of their kind."""
    visible, left_out, offset = list[str](), 0, 0
    lower = text.translate(_LOWER)
    last = {found.group(): found.start() for found in _CLOSING.finditer(lower)}
    opening = _OPENING.search(text)
    while opening is not None:
        start, end = opening.start(), opening.end()
        if opening["fence"] or opening["tick"]:
            after = _end_of_code(text, opening)
        else:
            after = end if opening["target"] else _end_of_unseen(lower, opening, last)
            if after > start:
                visible.append(text[offset:start])
                left_out += count_words(text[start:after])
                offset = after
        opening = _OPENING.search(text, max(after, end))
    return "".join([*visible, text[offset:]]), left_out


def _end_of_code(text: str, opening: re.Match[str]) -> int:
    """Where code ends that begins here. A fence without its end goes on to the end of the text; a tick without, nowhere."""
    if opening["fence"]:
        fence = "\n" + opening["fence"].lstrip()
        end_fence = text.find(fence, opening.end())
        return end_fence + len(fence) if end_fence >= 0 else len(text)
    end = text[opening.end() : opening.end() + TICKED].partition("\n")[0]
    closing = re.search(rf"(?<!`){opening['tick']}(?!`)", end)
    return opening.end() + closing.end() if closing else opening.end()


def _end_of_unseen(lower: str, opening: re.Match[str], last: Mapping[str, int]) -> int:
    """Where what begins here and is not shown ends; -1 where it is shown. `last` says where each kind of end stands last: what
    is not there is not looked for, from each of thousands of beginnings, up to the end of the text."""
    if opening["tag"] and not _NOT_DISPLAYED.search(opening["style"]):
        return -1
    closing = f"</{opening['tag'].lower()}>" if opening["tag"] else "-->"
    if last.get(closing, -1) >= opening.end():
        return lower.find(closing, opening.end()) + len(closing)
    # A comment that opens a line and never ends takes the rest of the page (CommonMark, HTML blocks).
    opens = lower[max(opening.start() - 1, 0) : opening.start()] in ("", "\n")
    return len(lower) if opening["comment"] and opens else -1


def _blocks(text: str, body_start: int) -> Iterator[Block]:
    from markdown_it import MarkdownIt

    body = text[body_start:]
    lines = body.split("\n")
    starts = [min(offset, len(body)) for offset in (0, *accumulate(len(line) + 1 for line in lines))]
    reached = 0
    # Only block rules: where inline marks stand changes no offset, and they are slow on hostile input.
    tokens = MarkdownIt("commonmark").enable("table").disable("inline", ignoreInvalid=True).parse(body)
    for index, token in enumerate(tokens):
        kind = _KINDS.get(token.type)
        if kind is None or token.map is None or token.map[0] < reached:
            continue
        first, last = token.map
        if kind == "list_item":
            last = _own_lines(tokens, index, last)
        start, end = trimmed(body, starts[first], starts[min(last, len(lines))])
        if start >= end:
            continue
        reached = last
        header = starts[min(first + 2, len(lines))] if kind == "table" else 0
        yield Block(
            kind,
            body_start + start,
            body_start + end,
            int(token.tag[1]) if kind == "heading" else 0,
            _plain(tokens[index + 1].content) if kind == "heading" else "",
            body_start + min(header, end) if kind == "table" else 0,
        )


def _own_lines(tokens: Sequence["Token"], index: int, last: int) -> int:
    """A list item ends where a list inside it begins: the inner items are blocks of their own."""
    level = tokens[index].level
    # No slice: each of a hundred thousand items would copy the rest of the page.
    for at in range(index + 1, len(tokens)):
        token = tokens[at]
        if token.level <= level:
            break
        if token.type in ("bullet_list_open", "ordered_list_open") and token.map:
            return token.map[0]
    return last


def _plain(heading: str) -> str:
    """A heading's words without its marks."""
    return " ".join(_MARKUP.sub(lambda match: match[1] or "", heading).split())
