"""Which lines of plain text are headings: what is underlined, what is numbered and stands alone, what is all capitals;
and short lines over longer texts, where that is the text's way."""

import re
from collections.abc import Sequence

from ragdesk.ingesting.readers.titles import may_be_title

# Characters of a heading, at most.
LENGTH = 90
# Letters of a line in capitals; fewer are a code.
CAPITALS = 4
DEEPEST = 6
# Of a heading that has neither a number nor capitals: its characters and words, at most; how many of them a text has, and the
# characters of the line under each, at least.
BARE_LENGTH, BARE_WORDS, FEWEST_BARE, LEAST_UNDER, BARE_LEVEL = 40, 6, 3, 40, 2
# Rules under a line, and the level that they give it.
_RULES = {"=": 1, "-": 2, "~": 2}
_RULE = re.compile(r"([=\-~])\1{2,}\s*")
_NUMBERED = re.compile(r"(?P<number>\d{1,2}\.|\d{1,2}(?:\.\d{1,2})+\.?)[ \t]+[^\W\d_].*")
_NAMED = re.compile(
    r"(?:(?:chapter|section|part|article|appendix|annex|kapitel|abschnitt|teil|artikel|anhang)\s+(?:\d{1,3}|[IVX]{1,5}|[A-Z])"
    r"|§{1,2}\s*\d{1,3}[a-z]?)\b.*",
    re.IGNORECASE,
)
_NO_END = (".", ",", ";", ":", "?", "!")


def heading(paragraph: str, before: str, after: str) -> tuple[int, int, str] | None:
    """The heading at the start of a paragraph: its level (1 to 6), the number of its characters, and its words; None where there
    is none.

    Args:
        before: the paragraph before it; "" for the first.
        after: the paragraph after it; "" for the last, which heads nothing.
    """
    lines = paragraph.split("\n")
    first = lines[0].strip()
    if not 0 < len(first) <= LENGTH:
        return None
    if len(lines) > 1 and (rule := _RULE.fullmatch(lines[1].strip())):
        return _RULES[rule[1]], len(lines[0]) + 1 + len(lines[1]), first
    if first.endswith(_NO_END) or not (_NAMED.fullmatch(first) or may_be_title(first)):
        return None
    if len(lines) == 1 and after and (level := _numbered(before, first, after)):
        return level, len(paragraph), first
    if _is_capitals(first) and (len(lines) > 1 or after) and not _is_capitals("".join(lines[1:2])):
        return 1, len(lines[0]), first
    return None


def bare_headings(paragraphs: Sequence[str]) -> dict[int, tuple[int, int, str]]:
    """Headings that are nothing but short, by the number of the paragraph that begins with one: a few words over a longer text,
    as `heading` gives them. None where fewer than three paragraphs begin so, or most do not: then it is not the text's way."""
    found: dict[int, tuple[int, int, str]] = {}
    for at, paragraph in enumerate(paragraphs):
        first, _, rest = paragraph.partition("\n")
        under = (rest or "".join(paragraphs[at + 1 : at + 2])).partition("\n")[0].strip()
        if _is_bare(first.strip()) and len(under) >= LEAST_UNDER and not under[0].islower():
            found[at] = (BARE_LEVEL, len(first), first.strip())
    texts = sum(len(paragraph) >= LEAST_UNDER for paragraph in paragraphs)
    return found if len(found) >= FEWEST_BARE and 2 * len(found) >= texts else {}


def _is_bare(line: str) -> bool:
    few = len(line) <= BARE_LENGTH and len(line.split()) <= BARE_WORDS
    return few and line[:1].isupper() and not line.endswith(_NO_END) and may_be_title(line)


def _numbered(before: str, line: str, after: str) -> int:
    """The level of "2.1. General rules" or "Chapter 3", 1 to 6; 0 of what has no number, and of the items of a list."""
    following = after.split("\n", 1)[0].strip()
    if _NAMED.fullmatch(line):
        return 0 if _NAMED.fullmatch(following) else 1
    number = _number(line)
    listed = number and (_follows(_number(before), number) or _follows(number, _number(following)))
    return 0 if listed else min(len(number), DEEPEST)


def _number(line: str) -> list[int]:
    """The parts of a line's number; none where it has no number, or is more than a line."""
    found = _NUMBERED.fullmatch(line)
    return [int(part) for part in found["number"].rstrip(".").split(".")] if found else []


def _follows(number: list[int], next_number: list[int]) -> bool:
    return bool(number and next_number) and [*number[:-1], number[-1] + 1] == next_number


def _is_capitals(line: str) -> bool:
    letters = [character for character in line if character.isalpha()]
    return len(letters) >= CAPITALS and all(map(str.isupper, letters))
