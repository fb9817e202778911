"""Markdown → `Parsed`. The text is the file's own; markdown-it says where each block of it stands."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.errors import EmptyFileError
from ragdesk.ingest.text.plain import decode
from ragdesk.types import Block, BlockKind, Page, Parsed

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"---\n(.*?)\n(?:---|\.\.\.)(?:\n|$)", re.DOTALL)
_KEY = re.compile(r"^([A-Za-z][\w .-]{0,40}):[ \t]*(\S.*)$", re.MULTILINE)
_MARKUP = re.compile(r"[*_`]+|!?\[([^\]]*)\]\([^)]*\)|<[^>]+>|\s#+\s*$")
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
    text = decode(path.read_bytes(), name)
    if not text.strip():
        raise EmptyFileError(f"{name} holds no text.", "Check whether it was saved completely.")
    front = _FRONT_MATTER.match(text)
    properties = (
        tuple((k.strip().lower(), v.strip().strip("'\"")) for k, v in _KEY.findall(front[1])) if front else ()
    )
    body_start = front.end() if front else 0
    blocks = list(_blocks(text, body_start))
    if front and front[1].strip():
        blocks.insert(0, Block("paragraph", 0, front.end() - (text[front.end() - 1] == "\n")))
    first = next((b.title for b in blocks if b.kind == "heading" and b.level == 1 and b.title), "")
    title = first or dict(properties).get("title", "") or Path(name).stem
    return Parsed(
        title, text, tuple(blocks), (Page(1, 0, len(text)),), "markdown", paged=False, properties=properties
    )


def _blocks(text: str, body_start: int) -> Iterator[Block]:
    from markdown_it import MarkdownIt

    body = text[body_start:]
    lines = body.split("\n")
    starts = [min(at, len(body)) for at in (0, *accumulate(len(line) + 1 for line in lines))]
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
        start, end = _trim(body, starts[first], starts[min(last, len(lines))])
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
    for token in tokens[index + 1 :]:
        if token.level <= level:
            break
        if token.type in ("bullet_list_open", "ordered_list_open") and token.map:
            return token.map[0]
    return last


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _plain(heading: str) -> str:
    """A heading's words without its marks."""
    return " ".join(_MARKUP.sub(lambda found: found[1] or "", heading).split())
