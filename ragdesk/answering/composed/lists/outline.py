"""The lists of a document's text: what introduces them, their items with what is nested, and where each stands.

They are read from the stored text and not from the found passages, since a list goes on where a passage ends. Items may wrap over
lines, go on behind a page number, or stand in the cells of a table that a page's columns were taken for.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Literal

from ragdesk.answering.composed.lists.marks import ItemMark, marks_of, names_a_part
from ragdesk.answering.units.quotes import running
from ragdesk.text.sentences import sentences

LineKind = Literal["heading", "item", "row", "prose", "blank"]

_RULE = re.compile(r"\|[\s:|-]+\|?$")
_HEADING = re.compile(r"#{1,6}\s+")
# The number of a page, alone on its line, ends nothing.
_PAGE_NUMBER = re.compile(r"(?:page |seite )?\d{1,4}$", re.IGNORECASE)
_COLON = re.compile(r":\s*[-–—]?$")
# What may stand between two steps: a warning, a note. Longer stretches end the list.
MOST_BETWEEN = 4
# A label is a short line that ends like no sentence.
LABEL_WORDS = 14


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """A line without the space around it. `words` is what a person reads of it: a row as its cells."""

    kind: LineKind
    start: int
    end: int
    indent: int
    words: str
    marks: tuple[ItemMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice of the document's text."""

    start: int
    end: int


@dataclass(slots=True)
class ListItem:
    """`span` is the item without its mark; `depth` 0 is the outermost; `notes` stand between it and the next."""

    mark: ItemMark
    depth: int
    indent: int
    span: Slice
    words: str
    notes: list[Slice] = field(default_factory=list)

    def holds(self, at: int) -> bool:
        """Whether an offset of the document lies in it."""
        return self.span.start <= at < self.span.end


@dataclass(slots=True)
class ListBlock:
    """A list. `lead` introduces it ("… the following:"), or is the heading over it; `labels` are the short lines over that."""

    lead: Slice | None
    labels: tuple[str, ...]
    items: list[ListItem]

    @property
    def start(self) -> int:
        return self.lead.start if self.lead else self.items[0].span.start

    @property
    def end(self) -> int:
        last = self.items[-1]
        return max([last.span.end, *(note.end for note in last.notes)])


def lines_of(text: str) -> list[OutlineLine]:
    """The lines of a text, but for the rules of tables and the numbers of pages."""
    found, position = list[OutlineLine](), 0
    for raw in text.splitlines(keepends=True):
        bare = raw.strip()
        start = position + len(raw) - len(raw.lstrip()) if bare else position
        if not (_RULE.match(bare) or _PAGE_NUMBER.match(bare) or bare.startswith("```")):
            found.append(_line(bare, start, start - position))
        position += len(raw)
    return found


def _line(bare: str, start: int, indent: int) -> OutlineLine:
    if not bare:
        return OutlineLine("blank", start, start, 0, "")
    end = start + len(bare)
    if heading := _HEADING.match(bare):
        return OutlineLine("heading", start + heading.end(), end, 0, bare[heading.end() :])
    if bare.startswith("|"):
        words = running(bare).replace(" · ", " ")
        marks = marks_of(words)
        # In a real table the number stands in a cell of its own.
        if marks and marks[0].style != "bullet" and _filled(bare)[0] != words[: marks[0].end].strip():
            return OutlineLine("item", start, end, 0, words, tuple(marks))
        return OutlineLine("row", start, end, 0, running(bare))
    if marks := marks_of(bare):
        return OutlineLine("item", start, end, indent, bare, tuple(marks))
    return OutlineLine("prose", start, end, indent, bare)


def _filled(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|") if cell.strip()] or [""]


def lists_of(text: str) -> list[ListBlock]:
    """The lists of a text of two items or more, in reading order."""
    blocks = list(_ListReader(text, lines_of(text)).blocks())
    for block in blocks:
        # A label under the list looks like its last item.
        while block.items and _COLON.search(block.items[-1].words):
            block.items.pop()
    return [block for block in blocks if len(block.items) > 1]


def parts_of(block: ListBlock) -> list[ListBlock]:
    """The list, and each list that is nested in it under its own lead."""
    parts = [block]
    for at, item in enumerate(block.items):
        inside = _inside(item, block.items[at + 1 :])
        if len(inside) > 1:
            parts.append(ListBlock(item.span, block.labels, inside))
    return parts


def _inside(outer: ListItem, following: Sequence[ListItem]) -> list[ListItem]:
    """What is nested in an item, as if it stood alone."""
    inside = takewhile(lambda each: each.depth > outer.depth, following)
    return [replace(each, depth=each.depth - outer.depth - 1) for each in inside]


class _ListReader:
    """Goes through the lines once; `_open` is the list that is being read."""

    def __init__(self, text: str, lines: Sequence[OutlineLine]) -> None:
        self._text = text
        self._lines = lines
        self._open: ListBlock | None = None
        # Lines since the last item that may turn out to be notes between two steps.
        self._between: list[OutlineLine] = []

    def blocks(self) -> Iterator[ListBlock]:
        for at, line in enumerate(self._lines):
            if line.kind == "item" and not self._names_a_part(at):
                item = self._placed(line)
                if item is None:
                    if self._open:
                        yield self._open
                    self._open = ListBlock(*self._over(at), [])
                    item = self._item(line, _first(line.marks), 0)
                self._append(item)
            elif self._open and self._wraps(at, line):
                self._extend(line)
            elif self._open and line.kind != "blank":
                self._between.append(line)
                if line.kind == "heading" or len(self._between) > MOST_BETWEEN:
                    yield self._open
                    self._open, self._between = None, []
        if self._open:
            yield self._open

    def _names_a_part(self, at: int) -> bool:
        """Whether what looks like a mark goes on with the line above: "… set forth in clause" and then "(y) above"."""
        above = self._lines[at - 1].words if at else ""
        return names_a_part(above, len(above))

    def _append(self, item: ListItem) -> None:
        assert self._open is not None
        if self._between and self._open.items:
            self._open.items[-1].notes += [Slice(line.start, line.end) for line in self._between]
        self._between = []
        self._open.items.append(item)

    def _placed(self, line: OutlineLine) -> ListItem | None:
        """The item at its depth in the list that is open; None where it begins another one."""
        if self._open is None:
            return None
        for known in reversed(_stack(self._open.items)):
            for mark in line.marks:
                follows = mark.style == known.mark.style and mark.value == known.mark.value + 1
                alike = mark.style == "bullet" == known.mark.style and line.indent == known.indent
                if (follows and abs(line.indent - known.indent) <= 3) or (alike and not self._between):
                    return self._item(line, mark, known.depth)
        last, mark = self._open.items[-1], _first(line.marks)
        nested = line.indent > last.indent + 1 or mark.style != last.mark.style
        begins = mark.value <= 1 and (line.indent > last.indent + 1 or _COLON.search(last.words) is not None)
        if nested and begins and not self._between:
            return self._item(line, mark, last.depth + 1)
        return None

    def _item(self, line: OutlineLine, mark: ItemMark, depth: int) -> ListItem:
        # Of a row the whole is quoted: its words do not stand in one piece.
        start = line.start if self._text[line.start] == "|" else line.start + mark.end
        return ListItem(mark, depth, line.indent, Slice(start, line.end), line.words[mark.end :])

    def _wraps(self, at: int, line: OutlineLine) -> bool:
        """Whether the line goes on with the last item."""
        assert self._open is not None
        if line.kind not in ("prose", "item") or self._between:
            return False
        last, above = self._open.items[-1], self._lines[at - 1]
        return above.kind != "blank" or line.indent > last.indent + 1

    def _extend(self, line: OutlineLine) -> None:
        assert self._open is not None
        last = self._open.items[-1]
        last.span = Slice(last.span.start, line.end)
        last.words = f"{last.words} {line.words}"

    def _over(self, at: int) -> tuple[Slice | None, tuple[str, ...]]:
        """What introduces the list that begins at a line, and the labels over it."""
        above = [line for line in self._lines[max(at - 8, 0) : at] if line.kind != "blank"]
        lead, labels = None, list[str]()
        for nth, line in enumerate(reversed(above)):
            if nth == 0 and line.kind != "item":
                lead = self._lead(line)
            elif line.kind == "row" or not _is_label(line.words):
                break
            else:
                labels.append(line.words)
            if line.kind == "heading":
                break
        return lead, tuple(labels)

    def _lead(self, line: OutlineLine) -> Slice | None:
        if line.kind == "heading" or _COLON.search(line.words) or _is_label(line.words) or _goes_on(line):
            if line.kind != "prose":
                return Slice(line.start, line.end)
            first, last = sentences(self._text[line.start : line.end])[-1]
            return Slice(line.start + first, line.start + last)
        return None


def _first(marks: Sequence[ItemMark]) -> ItemMark:
    """Of what a mark may be, that which begins an order."""
    return next((mark for mark in marks if mark.value <= 1), marks[0])


def _stack(items: Sequence[ListItem]) -> list[ListItem]:
    """The last item of each depth that is still open, the outermost first."""
    stack = list[ListItem]()
    for item in items:
        stack = [*(open_item for open_item in stack if open_item.depth < item.depth), item]
    return stack


def _goes_on(line: OutlineLine) -> bool:
    """Whether a sentence begins in the line that ends in the items below: "Each party may end it if"."""
    return line.kind == "prose" and line.words[-1:] not in ".!?;…"


def _is_label(words: str) -> bool:
    return len(words.split()) <= LABEL_WORDS and words[-1:] not in ".;,!?"
