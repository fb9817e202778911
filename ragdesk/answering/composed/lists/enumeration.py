"""An enumeration inside one sentence: "… four parts: the ledger, the archive and the index", "shall (i) keep records, (ii) …"."""

import re
from collections.abc import Sequence
from itertools import islice

from ragdesk.answering.composed.lists.marks import ItemMark, marks_of, names_a_part
from ragdesk.text import lexicon

# Fewer parts are no list, and longer ones are clauses.
FEWEST, MOST_WORDS = 3, 16
# Parts with marks are told apart clearly; of more marks than these no sentence is made.
FEWEST_MARKED, MOST_MARKS = 2, 60
_COMMAS = re.compile(r",\s+(?!\d)")
_SEMICOLONS = re.compile(r"\s*;\s*")
_MARK = re.compile(r"(?:^|(?<=\s))\((?:[a-z]|[ivx]{2,5}|\d{1,2})\)\s+")
_BETWEEN, _LONGEST_JOINT = " \t\n,;", 12
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|“[^”]*”|\"[^\"]*\"")


def parts(sentence: str) -> list[tuple[int, int]]:
    """The (start, end) of what a sentence enumerates; empty where it enumerates nothing that is clearly told apart."""
    if marked := _marked(sentence):
        return marked
    splits = [_split(sentence, start) for start in _starts(sentence)]
    clear = [
        spans
        for spans in splits
        if len(spans) >= FEWEST and all(len(sentence[a:b].split()) <= MOST_WORDS for a, b in spans)
    ]
    # Of "is made up of a, b and c" the later announcement leaves the first part bare.
    return max(clear, key=lambda spans: (len(spans), spans[0][0]), default=[])


def _marked(sentence: str) -> list[tuple[int, int]]:
    """The parts behind (i), (ii), … or (a), (b), …, the longest such order; not "clause (b)"."""
    matches = islice(_MARK.finditer(sentence), MOST_MARKS)
    found = [
        (match, marks_of(match[0] + "x")) for match in matches if not names_a_part(sentence, match.start())
    ]
    orders = [_order([marks for _, marks in found[at:]]) for at in range(len(found))]
    at = max(range(len(found)), key=lambda at: len(orders[at]), default=0)
    if not found or len(orders[at]) < FEWEST_MARKED:
        return []
    cuts = [found[at + step][0] for step in orders[at]]
    ends = [*(cut.start() for cut in cuts[1:]), len(sentence.rstrip(" .;"))]
    bare = [_without_joint(sentence[cut.end() : end]) for cut, end in zip(cuts, ends, strict=True)]
    return [(cut.end(), cut.end() + len(part)) for cut, part in zip(cuts, bare, strict=True) if part]


def _without_joint(part: str) -> str:
    """Without what leads over to the next part: ", and"."""
    part = part.rstrip(_BETWEEN)
    joint = re.compile(rf"(?<=[\s,;])(?:{lexicon.alternatives('joining')})$")
    match = joint.search(part, max(len(part) - _LONGEST_JOINT, 0))
    return part[: match.start()].rstrip(_BETWEEN) if match else part


def _order(following: Sequence[Sequence[ItemMark]]) -> list[int]:
    """Which of the marks go on in the order that the first of them begins with its first sign."""
    first = next((mark for mark in following[0] if mark.value == 1), None)
    if first is None:
        return []
    order = [0]
    for at, marks in enumerate(following):
        if any((mark.style, mark.value) == (first.style, len(order) + 1) for mark in marks):
            order.append(at)
    return order


def _starts(sentence: str) -> list[int]:
    """Where an enumeration may begin: after a colon, or after words that announce one."""
    colons = [match.end() for match in re.finditer(r":\s+", sentence)]
    announcing = rf"\b(?:{lexicon.alternatives('announcing')})\b[:,]?\s+"
    return [*colons[-1:], *(match.end() for match in re.finditer(announcing, sentence, re.IGNORECASE))]


def _split(sentence: str, start: int) -> list[tuple[int, int]]:
    body = sentence[start:].rstrip(" .;")
    # A comma in brackets parts nothing.
    flat = _BRACKETS.sub(lambda match: "x" * len(match[0]), body)
    by = _SEMICOLONS if flat.count(";") >= FEWEST - 1 else _COMMAS
    last = re.compile(rf",?\s+(?:{lexicon.alternatives('joining')})\s+(?:also\s+)?")
    cuts = [match.span() for match in by.finditer(flat)]
    if not cuts:
        return []
    if joined := next((match for match in last.finditer(flat, cuts[-1][0])), None):
        # "a, b, and c": the comma and the "and" are one cut.
        cuts = [cut for cut in cuts if cut[0] < joined.start()] + [joined.span()]
    elif by is _COMMAS:
        return []
    if any(re.match(rf"(?:{lexicon.alternatives('joining')})\s", flat[cut[1] :]) for cut in cuts[:-1]):
        return []  # two in one: "no paper, glass, or metal on Mondays, Tuesdays and Fridays"
    begins, ends = [0, *(cut[1] for cut in cuts)], [*(cut[0] for cut in cuts), len(body)]
    return [(start + begin, start + end) for begin, end in zip(begins, ends, strict=True) if end > begin]
