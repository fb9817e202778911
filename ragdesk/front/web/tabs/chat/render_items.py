"""Items of a list in an answer: a sentence begins one where what stands before it ends with the mark of an item."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragdesk.front.web.tabs.chat.render_sides import SentenceRow

_MARK = re.compile(
    r"(?:^|\n)(?P<indent>[ ]*)(?P<mark>[-*•–]|\d{1,3}[.)]|[a-z][.)])[ ]+(?P<head>\*\*[^*\n]+\*\*: )?$"
)
_STEP = 2
DEEPEST = 3


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A sentence and what stands before it. `mark`: an item begins with it, "" for none, at `depth`, 0 for the outer list; then
    comes `head`, the heading that it stands by. `ends`: the item before ends before it; the last piece, which ends what is open,
    has no sentence. The line ends around an item are its own."""

    before: str
    ends: bool
    mark: str
    depth: int
    head: str
    sentence: str
    supported: bool
    numbers: list[int]


def pieces(sentences: Sequence[SentenceRow], tail: str) -> Iterator[ShownPiece]:
    """The sentences in their order, and what follows the last one."""
    within = False
    for before, words, supported, numbers in sentences:
        found, ends = _MARK.search(before), within and "\n" in before
        mark, depth, head = "", 0, ""
        if found is not None:
            before = before[: found.start()]
            mark = found["mark"] if found["mark"][0].isalnum() else "•"
            head = found["head"] or ""
            depth = min(len(found["indent"]) // _STEP, DEEPEST)
        if ends:
            before = before.removeprefix("\n")
        within = bool(mark) or (within and not ends)
        yield ShownPiece(before, ends, mark, depth, head, words, supported, numbers)
    yield ShownPiece(tail.removeprefix("\n") if within else tail, within, "", 0, "", "", True, [])
