"""Which blocks stand under which headings: under the nearest one above, unless the numbers show that a heading was missed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Block

# Headings down to this level make sections; deeper ones stay inside.
SECTION_LEVEL = 3
# Characters of a heading that a section is named by: every passage under it carries them.
NAME_CHARACTERS = 500
# How far the numbers go on where headings were missed: "11.2" under "8." is none of its; "90." may be anything.
_FARTHEST = 3
# What a block or a heading begins with: "9. Governing law", "9.1 The law", "Section 9."; a bare number is none.
_NUMBER = re.compile(
    r"(?:[-*\\#\s]*)(?:(?:section|article|clause|abschnitt|artikel|ziffer)\s+|§\s*)?"
    r"(\d{1,3}(?:\.\d{1,3})+[.)]?|\d{1,3}\\?[.)])\s+(?=[^\W\d_])",
    re.IGNORECASE,
)
# Characters of a block's beginning that hold its number.
_BEGINNING = 60

Number = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SectionBlocks:
    """Consecutive blocks under one heading path. `end` is where its last subsection ends: the parent's span."""

    path: tuple[str, ...]
    start: int
    end: int
    blocks: tuple[Block, ...]


def sections(blocks: Sequence[Block], text: str) -> list[SectionBlocks]:
    """Blocks of this text by heading path. A heading with nothing under it but the next heading opens that one's section; a
    block whose number says that it belongs to a later section than the headings above it is under none of these."""
    path: list[tuple[int, str]] = []
    found: list[tuple[tuple[str, ...], list[Block]]] = []
    bare = False  # whether the last section holds nothing but headings
    counted: Number = ()  # the last number that a block of the section began with
    for block in blocks:
        if block.kind == "heading" and block.level <= SECTION_LEVEL:
            name = block.title[:NAME_CHARACTERS]
            path = [(level, title) for level, title in path if level < block.level] + [(block.level, name)]
            titles = tuple(title for _, title in path)
            if bare:
                found[-1][1].append(block)
                found[-1] = (titles, found[-1][1])
            else:
                found.append((titles, [block]))
            bare, counted = True, ()
            continue
        number = _number(text[block.char_start : block.char_start + _BEGINNING])
        left = _still_above(path, number, counted)
        if not found or len(left) < len(path):
            path = left
            found.append((tuple(title for _, title in path), []))
            bare = True
        counted = number or counted
        found[-1][1].append(block)
        bare = bare and block.kind == "heading"
    return [
        SectionBlocks(titles, inside[0].char_start, inside[-1].char_end, tuple(inside))
        for titles, inside in found
    ]


def _number(beginning: str) -> Number:
    """(9, 1) of "9.1 The law", (9,) of "9.0 Laws"; nothing where the text begins with no number."""
    match = _NUMBER.match(beginning)
    parts = [int(part) for part in re.findall(r"\d+", match[1])] if match else []
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return tuple(parts)


def _still_above(path: list[tuple[int, str]], number: Number, counted: Number) -> list[tuple[int, str]]:
    """The headings that a block with this number can stand under. `counted`: the number before it, which a list goes on from."""
    if not number:
        return path
    for at, (_, title) in enumerate(path):
        own = _number(title)
        depth = len(own)
        if not own or len(number) < depth or number[: depth - 1] != own[:-1]:
            continue
        beyond = number[depth - 1] - own[-1]
        listed = counted[:-1] == number[:-1] and counted[-1:] == (number[-1] - 1,)
        if 0 < beyond <= _FARTHEST if len(number) > depth else beyond == 1 and not listed:
            return path[:at]
    return path
