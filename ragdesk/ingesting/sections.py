"""Which blocks stand under which headings."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Block

# Headings down to this level make sections; deeper ones stay inside.
SECTION_LEVEL = 3
# Characters of a heading that a section is named by: every passage under it carries them.
NAME_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class SectionBlocks:
    """Consecutive blocks under one heading path. `end` is where its last subsection ends: the parent's span."""

    path: tuple[str, ...]
    start: int
    end: int
    blocks: tuple[Block, ...]


def sections(blocks: Sequence[Block]) -> list[SectionBlocks]:
    """Blocks by heading path. A heading with nothing under it but the next heading opens that one's section."""
    path: list[tuple[int, str]] = []
    found: list[tuple[tuple[str, ...], list[Block]]] = []
    bare = False  # whether the last section holds nothing but headings
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
            bare = True
        else:
            if not found:
                found.append(((), []))
                bare = True
            found[-1][1].append(block)
            bare = bare and block.kind == "heading"
    return [
        SectionBlocks(titles, inside[0].char_start, inside[-1].char_end, tuple(inside))
        for titles, inside in found
    ]
