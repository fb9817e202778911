"""An enumeration inside one sentence: "… four parts: the ledger, the archive and the index"."""

import re

from ragdesk.text import lexicon

# Fewer parts are no list, and longer ones are clauses.
FEWEST, MOST_WORDS = 3, 16
_COMMAS = re.compile(r",\s+(?!\d)")
_SEMICOLONS = re.compile(r"\s*;\s*")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|“[^”]*”|\"[^\"]*\"")


def parts(sentence: str) -> list[tuple[int, int]]:
    """The (start, end) of what a sentence enumerates; empty where it enumerates nothing that is clearly told apart."""
    splits = [_split(sentence, start) for start in _starts(sentence)]
    clear = [
        spans
        for spans in splits
        if len(spans) >= FEWEST and all(len(sentence[a:b].split()) <= MOST_WORDS for a, b in spans)
    ]
    # Of "is made up of a, b and c" the later announcement leaves the first part bare.
    return max(clear, key=lambda spans: (len(spans), spans[0][0]), default=[])


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
    begins, ends = [0, *(cut[1] for cut in cuts)], [*(cut[0] for cut in cuts), len(body)]
    return [(start + begin, start + end) for begin, end in zip(begins, ends, strict=True) if end > begin]
