"""Defined terms: "the Effective Date" is no date; what it stands for is said where it is defined."""

import re
from collections.abc import Iterator

_QUOTES = "“”\"„‟«»'‘’"
# "Effective Date", "Initial Term", "Commencement Date": what a sentence may name in the place of a value.
_TERM = re.compile(
    r"(?<![\w“\"])(?P<term>(?:[A-Z][a-z]+\s){1,3}(?:Date|Term|Period|Time|Day|Price|Fee|Amount|State|Law))(?![\w”\"])"
)
_FIRST_WRITTEN = re.compile(
    r"\bdate\s+(?:first\s+(?:above|set\s+forth|written)|above\s+(?:first\s+)?written)", re.IGNORECASE
)
# How far around a term its definition reaches, in characters.
BEFORE, AFTER = 320, 320


def terms_in(text: str) -> list[str]:
    """The terms that a text names as if they were known, each once."""
    return list(dict.fromkeys(" ".join(match["term"].split()) for match in _TERM.finditer(text)))


def points_to_the_opening(text: str) -> bool:
    """Whether it says "the date first above written"."""
    return _FIRST_WRITTEN.search(text) is not None


def definitions(term: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a text says what the term stands for, the likeliest place first: the (start, end) of what stands after "means", then
    of what stands before the term in brackets."""
    words = r"\s+".join(map(re.escape, term.split()))
    quoted = rf"[{_QUOTES}]\s*{words}\s*[{_QUOTES}]"
    means = re.compile(
        rf"{quoted}\s*(?:,?\s*(?:as\s+used\s+herein,?)?\s*(?:shall\s+)?(?:means?|is|be|refers?\s+to|has\s+the\s+meaning|bedeutet|bezeichnet|ist)\b|:)",
        re.IGNORECASE,
    )
    for match in means.finditer(text):
        yield match.end(), min(_sentence_end(text, match.end()), match.end() + AFTER)
    bracketed = re.compile(rf"\((?:[^()]{{0,60}}?\s)?{quoted}[^()]{{0,60}}\)", re.IGNORECASE)
    for match in bracketed.finditer(text):
        yield max(match.start() - BEFORE, 0), match.start()


def _sentence_end(text: str, start: int) -> int:
    match = re.compile(r";(?=\s)|\.(?=\s+[A-Z(“\"]|\s*\n\n)|\n\n").search(text, start)
    return match.start() if match else len(text)
