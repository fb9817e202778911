"""HTML → `Parsed`: what a reader sees, written as Markdown. Scripts, styles, navigation and hidden parts are left out; nothing
that the page refers to is fetched."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Block, BlockKind, Page, Parsed, TitleOrigin
from ragdesk.domain.errors import EmptyFileError
from ragdesk.ingesting.readers.hidden import hidden_words
from ragdesk.ingesting.readers.text.plain import decode
from ragdesk.ingesting.readers.text.visibility import Appearance, Visibility
from ragdesk.ingesting.readers.titles import from_name, is_given, may_be_title
from ragdesk.ingesting.readers.writer import TextWriter
from ragdesk.text.clean import clean, one_line

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_DROPPED = frozenset(
    "script style noscript template nav head svg math iframe object embed form button select input textarea canvas "
    "audio video dialog".split()
)
_BREAKING = frozenset(
    "address article aside blockquote body dd details div dl dt fieldset figcaption figure footer header hr html li main "
    "ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
# What Sphinx and MkDocs put behind each heading for its address: nobody reads it as a part of the heading.
_PERMALINK = "¶"
_PERMALINK_NODES = 10
# A noncharacter of Unicode, for the time between reading and writing.
_LINE = "\ufdd3"
_LINES = re.compile(rf"(?: ?{_LINE})+ ?")


def parse_html(path: Path, name: str) -> Parsed:
    """Raises UnreadableFileError: not text. EmptyFileError: nothing that a reader would see."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(decode_html(path.read_bytes(), name))
    writer = HtmlWriter()
    left_out = 0
    if tree.body is not None:
        unseen = Visibility(tree.body)
        for step in walk(tree.body, unseen=unseen):
            writer.take(step)
        left_out = unseen.words
    writer.finish()
    text = writer.out.text
    if not text.strip():
        raise EmptyFileError(
            "{file} holds no text.",
            "Pages that are made by scripts cannot be read; print it to PDF.",
            file=name,
        )
    head = tree.css_first("title")
    title, found = _title(writer.out.blocks, one_line(head.text()) if head else "", name)
    return Parsed(
        title,
        text,
        tuple(writer.out.blocks),
        (Page(1, 0, len(text)),),
        "html",
        paged=False,
        properties=hidden_words(left_out),
        title_from=found,
    )


def _title(blocks: Sequence[Block], stated: str, name: str) -> tuple[str, TitleOrigin]:
    """The title, and where it was found; `stated` is the tab's name."""
    headings = [block for block in blocks if block.kind == "heading" and block.title]
    top = [block.title for block in headings if block.level == 1]
    given = stated if is_given(stated, name) else ""
    # Several top headings are chapters; a single one is cleaner than the tab's name, which often holds the site's, too.
    if given and len(top) != 1:
        return given, "properties"
    first = next(iter(top), "") or next((block.title for block in headings if may_be_title(block.title)), "")
    return (first, "heading") if first else (from_name(name), "name")


def decode_html(data: bytes, name: str) -> str:
    declared = META_CHARSET.search(data[:4_096])
    if declared and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        try:
            return clean(data.decode(declared[1].decode("ascii")))
        except (LookupError, UnicodeDecodeError):
            pass  # it says what it is not; judged by its bytes instead
    return decode(data, name)


@dataclass(frozen=True, slots=True)
class HtmlStep:
    """Entering or leaving an element, or a piece of text."""

    kind: str
    tag: str = ""
    text: str = ""


def _own_tag(node: "LexborNode") -> str:
    return str(node.tag)


def walk(
    root: "LexborNode",
    tag_of: Callable[["LexborNode"], str] = _own_tag,
    unseen: Visibility | None = None,
) -> Iterator[HtmlStep]:
    """The visible nodes in document order, without recursion: pages nest thousands of elements deep.

    Args:
        tag_of: what an element is to be taken for.
        unseen: tells what is hidden, and counts it.
    """
    unseen = unseen or Visibility(root)
    stack: list[tuple[LexborNode, bool, Appearance]] = [(root, True, unseen.around())]
    while stack:
        node, entering, parent_look = stack.pop()
        tag = tag_of(node)
        if not entering:
            yield HtmlStep("leave", tag)
        elif tag == "-text":
            text = clean(node.text_content or "")  # what character references stand for
            if parent_look.unseen:
                unseen.leave_out(text)
            else:
                yield HtmlStep("text", text=text)
        elif tag == "img":
            alt = clean(node.attributes.get("alt") or "").strip()
            yield HtmlStep("text", text=f"[{alt}]" if alt else "")
        elif tag == "a" and _is_permalink(node):
            continue
        elif not tag.startswith("-") and tag not in _DROPPED:
            look = unseen.look(node, parent_look)
            if look is None:
                unseen.leave_out(node.text())
                continue
            yield HtmlStep("enter", tag)
            stack.append((node, False, look))
            children = list(node.iter(include_text=True))
            stack.extend((child, True, look) for child in reversed(children))


def _is_permalink(link: "LexborNode") -> bool:
    """Looks at the first nodes of the link only: links may lie in each other by the thousand."""
    nodes = list(islice(link.traverse(include_text=True), _PERMALINK_NODES + 1))
    text = "".join(node.text_content or "" for node in nodes if node.tag == "-text")
    return len(nodes) <= _PERMALINK_NODES and text.strip() == _PERMALINK


@dataclass(slots=True)
class _List:
    ordered: bool
    items: int = 0


@dataclass(slots=True)
class HtmlWriter:
    """Turns steps into Markdown. Text gathers in `_words` until a block ends.

    `keeps_lines`: a line break begins a new line of the paragraph; else it is a blank.
    """

    out: TextWriter = field(default_factory=TextWriter)
    keeps_lines: bool = False
    _words: list[str] = field(default_factory=list)
    _lists: list[_List] = field(default_factory=list)
    _level: int = 0
    _pre: int = 0
    _marker: str = ""
    _rows: list[list[str]] = field(default_factory=list)
    _tables: int = 0

    def take(self, step: HtmlStep) -> None:
        if step.kind == "text":
            self._words.append(step.text)
        elif step.kind == "enter":
            self._enter(step.tag)
        else:
            self._leave(step.tag)

    def finish(self) -> None:
        self._end_block()

    def _enter(self, tag: str) -> None:
        if tag == "br":
            self._words.append("\n" if self._pre else _LINE if self.keeps_lines and not self._tables else " ")
        elif self._tables:
            self._enter_in_table(tag)
        elif tag in _HEADINGS or tag in _BREAKING:
            self._end_block()
            self._level = _HEADINGS.get(tag, 0)
            self._pre += tag == "pre"
            self._tables += tag == "table"
            if tag in ("ul", "ol"):
                self._lists.append(_List(tag == "ol"))
            elif tag == "li" and self._lists:
                self._lists[-1].items += 1
                mark = f"{self._lists[-1].items}. " if self._lists[-1].ordered else "- "
                self._marker = "  " * (len(self._lists) - 1) + mark

    def _enter_in_table(self, tag: str) -> None:
        if tag == "tr" and self._tables == 1:
            self._rows.append([])
        elif tag == "table":
            self._tables += 1
        elif tag in ("td", "th") and self._tables == 1:
            self._words.clear()
        elif tag in _BREAKING:
            self._words.append(" ")

    def _leave(self, tag: str) -> None:
        if self._tables:
            if tag in ("td", "th") and self._tables == 1 and self._rows:
                self._rows[-1].append(" ".join("".join(self._words).split()).replace("|", "\\|"))
                self._words.clear()
            elif tag == "table":
                self._tables -= 1
                if not self._tables:
                    self._end_table()
            elif tag in _BREAKING:
                self._words.append(" ")
        elif tag in _HEADINGS or tag in _BREAKING:
            self._end_block()
            self._level = 0
            self._pre -= tag == "pre"
            if tag in ("ul", "ol") and self._lists:
                self._lists.pop()

    def _end_block(self) -> None:
        words = "".join(self._words)
        self._words.clear()
        body = words.strip("\n") if self._pre else " ".join(words.split())
        body = _LINES.sub(" " if self._level else "\n", body).strip() if self.keeps_lines else body
        if not body.strip():
            return
        kind: BlockKind = (
            "heading"
            if self._level
            else "code"
            if self._pre
            else "list_item"
            if self._marker
            else "paragraph"
        )
        self.out.separate(kind)
        start = self.out.length
        prefix = "#" * self._level + " " if self._level else self._marker
        self.out.write(prefix + (f"```\n{body}\n```" if self._pre else body))
        indent = len(prefix) - len(prefix.lstrip())
        self.out.block(kind, start + indent, level=self._level, title=body if self._level else "")
        self._marker = ""

    def _end_table(self) -> None:
        rows, self._rows = [row for row in self._rows if any(row)], []
        self._words.clear()
        if not rows:
            return
        width = max(len(row) for row in rows)
        lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
        lines.insert(1, "|" + "---|" * width)
        self.out.separate("table")
        start = self.out.length
        self.out.write("\n".join(lines))
        header_end = start + len(lines[0]) + 1 + len(lines[1]) + 1
        self.out.block("table", start, header_end=min(header_end, self.out.length))
