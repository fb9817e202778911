"""Cuts a document into chunks along its own structure: sections, then paragraphs, then sentences, then words.

Every chunk is one exact slice of the text, small enough for the embedder to read whole together with its context. Knows
nothing about file formats or models but how tokens are counted. The work is linear in the text, whatever its shape: what
stands over many passages (a title, a table's header) is counted once, and no piece of text is copied but into its chunk.
"""

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ragdesk.domain.documents import Block, Chunk, Parsed, section_path
from ragdesk.domain.ports import TokenCounter
from ragdesk.ingesting.sections import SectionBlocks, sections
from ragdesk.ingesting.token_starts import Starts, block_starts, token_starts
from ragdesk.text.sentences import each_sentence, sentences

# Aimed at, in the embedder's tokens; a paragraph that fits the embedder is not cut to meet it.
TARGET_TOKENS = 180
# Carried over from the piece before where a paragraph had to be cut, if it is no longer than this.
OVERLAP_TOKENS = 40
# A section path or table header longer than this share of the budget is cut from its left.
CONTEXT_SHARE = 3
# Over a table: at most so many lines, none longer than this.
CAPTION_LINES = 3
CAPTION_TOKENS = 40
# No passage and no context has more characters than this, however few tokens it has: a word without end is one token, blanks
# are none. What people write is far below.
MAX_CHARACTERS = 8_000
# Contexts and headers that are remembered with their size: one table's rows follow one another.
REMEMBERED = 8

_CALLOUT = re.compile(
    r"(?:>\s*)?(?:\[!)?[*_]*(?:WARNING|CAUTION|DANGER|NOTE|NOTICE|IMPORTANT|WARNUNG|VORSICHT|GEFAHR|ACHTUNG|HINWEIS)\b"
)
_RULE_ROW = re.compile(r"\|[\s:|-]+\|\s*")
_BLANK = re.compile(r"\s*+")


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
class PassageSize:
    """How passages are measured: in the embedder's tokens, of which it reads `max_tokens`, special ones not counted."""

    counter: TokenCounter
    max_tokens: int


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


def named_path(title: str, path: Iterable[str]) -> str:
    """A document's title and the headings over a passage, each name once."""
    return section_path(dict.fromkeys(name for name in (title, *path) if name))


def shortened(context: str, most: int, counter: TokenCounter) -> str:
    """The right end of a context that has more tokens than `most`: the nearest heading matters most."""
    context = context[-MAX_CHARACTERS:]
    starts = token_starts(context, counter)
    return context if len(starts) <= most else context[starts[-most] :]


class _Splitter:
    def __init__(
        self, parsed: Parsed, document_id: str, counter: TokenCounter, limit: int, target: int
    ) -> None:
        self._parsed = parsed
        self._document_id = document_id
        self._counter = counter
        self._limit = limit
        self._target = target
        starts = block_starts(parsed.text, parsed.blocks, counter)
        self._starts = {b.char_start: s for b, s in zip(parsed.blocks, starts, strict=True)}
        self._count = lru_cache(REMEMBERED)(self._tokens_of)
        self._under = lru_cache(REMEMBERED)(self._context_under)
        self._page_starts = [page.char_start for page in parsed.pages]
        self._ordinal = 0

    def chunks(self) -> Iterator[Chunk]:
        for section in sections(self._parsed.blocks, self._parsed.text):
            context = self._context(section.path)
            room = max(self._limit - self._count(context) - 1, self._limit // 2)
            for group in self._pack(self._units(section, room), room):
                yield self._chunk(section, context, group)

    # ------------------------------------------------------------ units

    def _units(self, section: SectionBlocks, room: int) -> Iterator[_Unit]:
        for index, block in enumerate(section.blocks):
            start, end = block.char_start, block.char_end
            starts = self._starts[start]
            if block.kind == "table":
                caption = self._caption(section.blocks[max(index - CAPTION_LINES - 1, 0) : index], block)
                yield from self._rows(block, caption, room)
            elif len(starts) <= room and end - start <= MAX_CHARACTERS:
                joins = block.kind == "heading" or _CALLOUT.match(self._parsed.text, start, end) is not None
                yield _Unit(start, end, len(starts), joins=joins)
            else:
                yield from self._sentences(start, end, starts, start, room)

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
            if len(self._starts[block.char_start]) > CAPTION_TOKENS:
                start, end = sentences(text)[-1]
                if not lines and self._count(text[start:end]) <= CAPTION_TOKENS:
                    lines.append(text[start:end])
                break
            lines.append(text.lstrip("# "))
        return " ".join(reversed(lines))

    def _rows(self, table: Block, caption: str, room: int) -> Iterator[_Unit]:
        """A table's rows; they hang under what stands over the table, and those after its header under that, too."""
        text, base = self._parsed.text, table.char_start
        starts = self._starts[base]
        header = text[base : table.header_end].strip() if table.header_end else ""
        header, caption = f"{caption}\n{header}".strip()[-MAX_CHARACTERS:], caption[-MAX_CHARACTERS:]
        # Under a header the context may fill its whole share.
        room = min(room, self._limit - self._limit // CONTEXT_SHARE - 1) if header else room
        position = base
        for line in text[base : table.char_end].splitlines(keepends=True):
            end = position + len(line.rstrip())
            tokens = bisect_left(starts, end - base) - bisect_left(starts, position - base)
            under = header if position >= table.header_end else caption
            if tokens > room or end - position > MAX_CHARACTERS:
                for unit in self._sentences(position, end, starts, base, room):
                    yield replace(unit, header=under)
            elif end > position:
                yield _Unit(position, end, tokens, header=under)
            position += len(line)

    def _sentences(self, start: int, end: int, starts: Starts, base: int, room: int) -> Iterator[_Unit]:
        """The sentences of a stretch that is too long; one that is too long itself is cut between words. `starts` are offsets
        from `base`."""
        cut = False
        for first, last in each_sentence(self._parsed.text[start:end]):
            for piece_start, piece_end, tokens in _pieces(
                starts, start + first - base, start + last - base, room
            ):
                if not self._is_blank(base + piece_start, base + piece_end):
                    yield _Unit(base + piece_start, base + piece_end, tokens, cut=cut)
                    cut = True

    # ------------------------------------------------------------ packing

    def _pack(self, units: Iterable[_Unit], room: int) -> Iterator[list[_Unit]]:
        """Fill groups up to the target; what belongs together stays so while it fits the room."""
        group: list[_Unit] = []
        filled = 0
        for unit in units:
            size = filled + unit.tokens + self._count((group or [unit])[0].header)
            limit = (
                room
                if group and (group[-1].joins or (unit.joins and not group[-1].cut))
                else min(self._target, room)
            )
            apart = bool(group) and not self._joined(group[-1].end, unit.start)
            long = bool(group) and unit.end - group[0].start > MAX_CHARACTERS
            if group and (size > limit or apart or long or self._turns_page(group, unit, filled)):
                yield group
                group = [] if apart or long else self._overlap(group, unit, room)
                filled = sum(each.tokens for each in group)
            group.append(unit)
            filled += unit.tokens
        if group:
            yield group

    def _joined(self, end: int, start: int) -> bool:
        """Whether nothing stands between two units. What belongs to no block (quoted mail) is not to be found, so no chunk
        runs over it."""
        return end >= start or self._is_blank(end, start)

    def _is_blank(self, start: int, end: int) -> bool:
        return _BLANK.fullmatch(self._parsed.text, start, end) is not None

    def _turns_page(self, group: Sequence[_Unit], unit: _Unit, filled: int) -> bool:
        """Whether a page ends here that is worth a chunk of its own: citations name pages, so a chunk should not run over
        many. A small rest may join the next page, never a later one."""
        first, last, here = (self._page(at) or 0 for at in (group[0].start, group[-1].end - 1, unit.start))
        return here > first + 1 or (here > last and 2 * filled >= self._target and not group[-1].joins)

    def _overlap(self, group: Sequence[_Unit], unit: _Unit, room: int) -> list[_Unit]:
        """Where a paragraph is cut, its last sentence so far begins the next chunk too."""
        last = group[-1]
        fits = last.tokens <= OVERLAP_TOKENS and last.tokens + unit.tokens <= room
        return [last] if unit.cut and len(group) > 1 and fits else []

    # ------------------------------------------------------------ chunks

    def _context(self, path: Sequence[str]) -> str:
        return self._shorten(named_path(self._parsed.title, path))

    def _context_under(self, context: str, header: str) -> str:
        whole = f"{context}\n{header}"
        if self._shorten(whole) != whole:
            # The line under a wide table's head takes half of the room and says nothing.
            whole = "\n".join(line for line in whole.splitlines() if not _RULE_ROW.fullmatch(line))
        return self._shorten(whole)

    def _shorten(self, context: str) -> str:
        return shortened(context, self._limit // CONTEXT_SHARE, self._counter)

    def _chunk(self, section: SectionBlocks, context: str, group: Sequence[_Unit]) -> Chunk:
        start, end = group[0].start, group[-1].end
        if group[0].header:
            context = self._under(context, group[0].header)
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

    def _tokens_of(self, text: str) -> int:
        return len(token_starts(text, self._counter)) if text else 0


def _pieces(starts: Starts, start: int, end: int, room: int) -> Iterator[tuple[int, int, int]]:
    """(start, end, tokens): the stretch whole if it fits, else cut where a token begins, or in a token that is too long."""
    first, last = bisect_left(starts, start), bisect_left(starts, end)
    while last - first > room or end - start > MAX_CHARACTERS:
        after = min(first + room, bisect_right(starts, start + MAX_CHARACTERS, first, last) - 1)
        inside = after > first  # else no other token begins in time
        edge = starts[after] if inside else start + MAX_CHARACTERS
        after = after if inside else bisect_left(starts, edge, first, last)
        yield start, edge, after - first
        start, first = edge, after
    yield start, end, last - first
