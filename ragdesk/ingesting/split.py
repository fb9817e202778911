"""Cuts a document into chunks along its own structure: sections, then paragraphs, then sentences, then words.

Every chunk is one exact slice of the text, small enough for the embedder to read whole together with its context. Knows
nothing about file formats or models but how tokens are counted.
"""

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ragdesk.domain.documents import Block, Chunk, Parsed, section_path
from ragdesk.domain.ports import TokenCounter
from ragdesk.text.sentences import sentences

# Aimed at, in the embedder's tokens; a paragraph that fits the embedder is not cut to meet it.
TARGET_TOKENS = 180
# Headings down to this level make sections; deeper ones stay inside.
SECTION_LEVEL = 3
# Carried over from the piece before where a paragraph had to be cut, if it is no longer than this.
OVERLAP_TOKENS = 40
# A section path or table header longer than this share of the budget is cut from its left.
CONTEXT_SHARE = 3
# Over a table: at most so many lines, none longer than this.
CAPTION_LINES = 3
CAPTION_TOKENS = 40

_CALLOUT = re.compile(
    r"^(?:>\s*)?(?:\[!)?[*_]*(?:WARNING|CAUTION|DANGER|NOTE|NOTICE|IMPORTANT|WARNUNG|VORSICHT|GEFAHR|ACHTUNG|HINWEIS)\b"
)


@dataclass(frozen=True, slots=True)
class _Unit:
    """A piece that is not cut any more. `header` is the table's caption and header that it hangs under; `joins`: the unit
    after it belongs with it; `cut`: it continues the paragraph of the unit before."""

    start: int
    end: int
    tokens: int
    header: str = ""
    joins: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class _SectionBlocks:
    """Consecutive blocks under one heading path. `end` is where its last subsection ends: the parent's span."""

    path: tuple[str, ...]
    start: int
    end: int
    blocks: tuple[Block, ...]


def split(
    parsed: Parsed,
    document_id: str,
    counter: TokenCounter,
    max_tokens: int,
    target_tokens: int = TARGET_TOKENS,
) -> list[Chunk]:
    """The chunks in reading order; together they cover every block.

    Args:
        max_tokens: what the embedder reads, special tokens not counted; `context` and text together stay within it.
        target_tokens: chunks are filled up to about this size.
    """
    return list(_Splitter(parsed, document_id, counter, max_tokens, target_tokens).chunks())


class _Splitter:
    def __init__(
        self, parsed: Parsed, document_id: str, counter: TokenCounter, limit: int, target: int
    ) -> None:
        self._parsed = parsed
        self._document_id = document_id
        self._counter = counter
        self._limit = limit
        self._target = target
        spans = counter.token_spans([parsed.text[b.char_start : b.char_end] for b in parsed.blocks])
        self._spans = {b.char_start: s for b, s in zip(parsed.blocks, spans, strict=True)}
        self._page_starts = [page.char_start for page in parsed.pages]
        self._ordinal = 0

    def chunks(self) -> Iterator[Chunk]:
        for section in _sections(self._parsed.blocks):
            context = self._context(section.path)
            room = max(self._limit - self._count(context) - 1, self._limit // 2)
            for group in self._pack(self._units(section, room), room):
                yield self._chunk(section, context, group)

    # ------------------------------------------------------------ units

    def _units(self, section: _SectionBlocks, room: int) -> list[_Unit]:
        units: list[_Unit] = []
        for index, block in enumerate(section.blocks):
            tokens = len(self._spans[block.char_start])
            callout = _CALLOUT.match(self._parsed.text[block.char_start : block.char_end]) is not None
            if tokens <= room and block.kind != "table":
                joins = callout or block.kind == "heading"
                units.append(_Unit(block.char_start, block.char_end, tokens, joins=joins))
            elif block.kind == "table":
                caption = self._caption(section.blocks[:index], block)
                units.extend(self._rows(block, caption, room))
            else:
                units.extend(
                    self._sentences(block.char_start, block.char_end, self._spans[block.char_start], room)
                )
        return units

    def _caption(self, before: Sequence[Block], table: Block) -> str:
        """What stands over a table on its page: short lines one after another, or the last sentence of a paragraph.

        A page of a report is often one table, and its rows alone do not say of what.
        """
        lines: list[str] = []
        page = self._page(table.char_start)
        for block in reversed(before):
            if block.kind == "table" or self._page(block.char_start) != page or len(lines) == CAPTION_LINES:
                break
            text = self._parsed.text[block.char_start : block.char_end]
            if len(self._spans[block.char_start]) > CAPTION_TOKENS:
                start, end = sentences(text)[-1]
                if not lines and self._count(text[start:end]) <= CAPTION_TOKENS:
                    lines.append(text[start:end])
                break
            lines.append(text.lstrip("# "))
        return " ".join(reversed(lines))

    def _rows(self, table: Block, caption: str, room: int) -> Iterator[_Unit]:
        """A table's rows; they hang under what stands over the table, and those after its header under that, too."""
        text = self._parsed.text
        spans = self._spans[table.char_start]
        header = text[table.char_start : table.header_end].strip() if table.header_end else ""
        header = f"{caption}\n{header}".strip()
        # Under a header the context may fill its whole share.
        room = min(room, self._limit - self._limit // CONTEXT_SHARE - 1) if header else room
        position = table.char_start
        for line in text[table.char_start : table.char_end].splitlines(keepends=True):
            end = position + len(line.rstrip())
            inside = _within(spans, position - table.char_start, end - table.char_start)
            under = header if position >= table.header_end else caption
            if len(inside) > room:
                yield from (
                    replace(u, header=under)
                    for u in self._sentences(position, end, inside, room, table.char_start)
                )
            elif end > position:
                yield _Unit(position, end, len(inside), header=under)
            position += len(line)

    def _sentences(
        self, start: int, end: int, spans: Sequence[tuple[int, int]], room: int, base: int | None = None
    ) -> Iterator[_Unit]:
        """The sentences of a block that is too long; one that is too long itself is cut between words."""
        base = start if base is None else base
        cut = False
        for first, last in sentences(self._parsed.text[start:end]):
            inside = _within(spans, start + first - base, start + last - base)
            for piece_start, piece_end, tokens in _pieces(
                inside, start + first - base, start + last - base, room
            ):
                yield _Unit(base + piece_start, base + piece_end, tokens, cut=cut)
                cut = True

    # ------------------------------------------------------------ packing

    def _pack(self, units: Sequence[_Unit], room: int) -> Iterator[list[_Unit]]:
        """Fill groups up to the target; what belongs together stays so while it fits the room."""
        group: list[_Unit] = []
        for unit in units:
            size = sum(u.tokens for u in group) + unit.tokens + self._header_cost(group or [unit])
            limit = (
                room
                if group and (group[-1].joins or (unit.joins and not group[-1].cut))
                else min(self._target, room)
            )
            apart = bool(group) and not self._joined(group[-1].end, unit.start)
            if group and (size > limit or apart or self._turns_page(group, unit)):
                yield group
                group = [] if apart else self._overlap(group, unit, room)
            group.append(unit)
        if group:
            yield group

    def _joined(self, end: int, start: int) -> bool:
        """Whether nothing stands between two units. What belongs to no block (quoted mail) is not to be found, so no chunk
        runs over it."""
        return end >= start or self._parsed.text[end:start].isspace()

    def _turns_page(self, group: Sequence[_Unit], unit: _Unit) -> bool:
        """Whether a page ends here that is worth a chunk of its own: citations name pages, so a chunk should not run over
        many. A small rest may join the next page, never a later one."""
        first, last, here = (self._page(at) or 0 for at in (group[0].start, group[-1].end - 1, unit.start))
        filled = sum(u.tokens for u in group)
        return here > first + 1 or (here > last and 2 * filled >= self._target and not group[-1].joins)

    def _header_cost(self, group: Sequence[_Unit]) -> int:
        return self._count(group[0].header) if group[0].header else 0

    def _overlap(self, group: Sequence[_Unit], unit: _Unit, room: int) -> list[_Unit]:
        """Where a paragraph is cut, its last sentence so far begins the next chunk too."""
        last = group[-1]
        fits = last.tokens <= OVERLAP_TOKENS and last.tokens + unit.tokens <= room
        return [last] if unit.cut and len(group) > 1 and fits else []

    # ------------------------------------------------------------ chunks

    def _context(self, path: Sequence[str]) -> str:
        names = list(dict.fromkeys(name for name in (self._parsed.title, *path) if name))
        return self._shorten(section_path(names))

    def _shorten(self, context: str) -> str:
        """The right end of a context that would take too much of the budget: the nearest heading matters most."""
        spans = self._counter.token_spans([context])[0]
        most = self._limit // CONTEXT_SHARE
        return context if len(spans) <= most else context[spans[-most][0] :]

    def _chunk(self, section: _SectionBlocks, context: str, group: Sequence[_Unit]) -> Chunk:
        start, end = group[0].start, group[-1].end
        if group[0].header:
            context = self._shorten(f"{context}\n{group[0].header}")
        self._ordinal += 1
        return Chunk(
            id=hashlib.sha256(f"{self._document_id}:{start}:{end}".encode()).hexdigest()[:12],
            document_id=self._document_id,
            ordinal=self._ordinal - 1,
            char_start=start,
            char_end=end,
            text=self._parsed.text[start:end],
            context=context,
            section=section.path,
            page_start=self._page(start),
            page_end=self._page(end - 1),
            parent_start=section.start,
            parent_end=section.end,
        )

    def _page(self, offset: int) -> int | None:
        if not self._parsed.paged:
            return None
        index = bisect_right(self._page_starts, offset) - 1
        return self._parsed.pages[max(index, 0)].number

    def _count(self, text: str) -> int:
        return len(self._counter.token_spans([text])[0]) if text else 0


def _sections(blocks: Sequence[Block]) -> list[_SectionBlocks]:
    """Blocks by heading path. A heading with nothing under it but the next heading opens that one's section."""
    path: list[tuple[int, str]] = []
    sections: list[tuple[tuple[str, ...], int, list[Block]]] = []
    for block in blocks:
        if block.kind == "heading" and block.level <= SECTION_LEVEL:
            path = [(level, title) for level, title in path if level < block.level] + [
                (block.level, block.title)
            ]
            titles, depth = tuple(title for _, title in path), block.level
            if sections and all(b.kind == "heading" for b in sections[-1][2]):
                sections[-1] = (titles, depth, [*sections[-1][2], block])
            else:
                sections.append((titles, depth, [block]))
        elif sections:
            sections[-1][2].append(block)
        else:
            sections.append(((), 0, [block]))
    return [
        _SectionBlocks(titles, inside[0].char_start, inside[-1].char_end, tuple(inside))
        for titles, _, inside in sections
    ]


def _within(spans: Sequence[tuple[int, int]], start: int, end: int) -> Sequence[tuple[int, int]]:
    """The token spans, sorted, that begin in [start, end)."""
    first = bisect_left(spans, (start, 0))
    return spans[first : bisect_left(spans, (end, 0))]


def _pieces(
    spans: Sequence[tuple[int, int]], start: int, end: int, room: int
) -> Iterator[tuple[int, int, int]]:
    """(start, end, tokens): the stretch whole if it fits, else cut where a token begins."""
    while len(spans) > room:
        edge = spans[room][0]
        yield start, edge, room
        start, spans = edge, spans[room:]
    yield start, end, len(spans)
