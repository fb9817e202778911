"""A message's page → Markdown, as `html.py` writes it, with what mail programs do to pages: tables that only lay out, paragraphs
made of line breaks, elements around what is quoted."""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragdesk.domain.documents import Block

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_QUOTE = "quote"
# What mail programs put around a quote, or around the line that says who is quoted. Gmail's outer div is not among them:
# answers between quotes lie in it as well.
_QUOTING = frozenset(
    "gmail_attr protonmail_quote yahoo_quoted tutanota_quote moz-cite-prefix yahoo-quoted-begin".split()
)
_BORDER = re.compile(r"border-left\s*:\s*(?!none|0|medium none)", re.IGNORECASE)
_OF_TABLES = frozenset("table tbody thead tfoot tr td th caption".split())
# A cell that holds more text than this lays out a page.
CELL_LENGTH = 600


def read_html(source: str) -> tuple[str, list[Block], list[bool]]:
    """The text of a page, its blocks, and which of these are marked as quotes."""
    from selectolax.lexbor import LexborHTMLParser

    from ragdesk.ingesting.readers.text.html import HtmlStep, HtmlWriter, walk

    body = LexborHTMLParser(source).body
    writer, marked = HtmlWriter(keeps_lines=True), list[bool]()
    depth, broke = 0, False
    layout = _layout(body) if body is not None else frozenset()
    steps = walk(body, lambda node: _tag(node, layout)) if body is not None else iter(())
    for step in steps:
        if step.tag == "br":
            # Two breaks in a row end a paragraph.
            if step.kind == "enter":
                writer.take(HtmlStep("enter", "div") if broke else step)
                broke = True
        elif step.tag == _QUOTE:
            writer.take(HtmlStep(step.kind, "div"))
        else:
            writer.take(step)
        marked.extend([depth > 0] * (len(writer.out.blocks) - len(marked)))
        if step.tag == _QUOTE:
            depth += 1 if step.kind == "enter" else -1
        if step.tag != "br" and (step.kind != "text" or step.text.strip()):
            broke = False
    writer.finish()
    marked.extend([depth > 0] * (len(writer.out.blocks) - len(marked)))
    return writer.out.text, writer.out.blocks, marked


def _tag(node: "LexborNode", layout: frozenset[int]) -> str:
    tag = str(node.tag)
    if tag in _OF_TABLES:
        return "div" if node.mem_id in layout else tag
    if tag in ("blockquote", "div", "span"):
        attributes = node.attributes
        classes = set((attributes.get("class") or "").split())
        if (
            classes & _QUOTING
            or (tag == "div" and attributes.get("name") == "quote")
            or (tag == "blockquote" and _is_quote(attributes, classes))
        ):
            return _QUOTE
    return tag


def _is_quote(attributes: dict[str, str | None], classes: set[str]) -> bool:
    """A blockquote may also be an indented paragraph."""
    return (
        attributes.get("type") == "cite"
        or "cite" in attributes
        or any("quote" in name for name in classes)
        or bool(_BORDER.search(attributes.get("style") or ""))
    )


@dataclass(slots=True)
class _TableShape:
    """What is learnt of a table on the way through it."""

    elements: list[int] = field(default_factory=list)
    rows: int = 0
    columns: int = 0
    cells: int = 0
    longest: int = 0
    length: int = 0
    lays_out: bool = False


def _layout(root: "LexborNode") -> frozenset[int]:
    """The elements of tables that only lay out: with tables inside, a single row or column, or long texts in cells."""
    elements: set[int] = set()
    tables: list[_TableShape] = []
    stack: list[tuple[LexborNode, bool]] = [(root, True)]
    while stack:
        node, entering = stack.pop()
        tag = str(node.tag)
        if not entering:
            table = tables[-1]
            if tag == "table":
                tables.pop()
                if table.lays_out or table.rows < 2 or table.columns < 2 or table.longest > CELL_LENGTH:
                    elements.update(table.elements)
            elif tag in ("td", "th"):
                table.longest = max(table.longest, table.length)
            continue
        if tag == "-text" and tables:
            tables[-1].length += len(node.text_content or "")
            continue
        if tag == "table":
            if tables:
                tables[-1].lays_out = True
            tables.append(_TableShape(lays_out=node.attributes.get("role") == "presentation"))
        if tag in _OF_TABLES and tables:
            _enter(tables[-1], tag, node.mem_id)
        if tag in ("table", "td", "th") and tables:
            stack.append((node, False))
        stack.extend((child, True) for child in reversed(list(node.iter(include_text=True))))
    return frozenset(elements)


def _enter(table: _TableShape, tag: str, element: int) -> None:
    table.elements.append(element)
    if tag == "tr":
        table.rows += 1
        table.cells = 0
    elif tag in ("td", "th"):
        table.cells += 1
        table.columns = max(table.columns, table.cells)
        table.length = 0
