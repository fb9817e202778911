"""Headings on the line of the text that they stand over: "4.3 Gutters. The gutter at the back leaks.", "**Deposit.** The tenant
pays two months' rent." Contracts and reports have them in place of headings on lines of their own."""

import re

from ragdesk.text import lexicon
from ragdesk.text.tokens import words

MOST_WORDS = 7
_NAME = r"[^\W\d_][^\d.!?:;|*\n]{2,60}"
_RUN_IN = re.compile(
    rf"(?:(?:§ ?)?\d{{1,3}}(?:\.\d{{1,3}})*[.)]?\s+(?P<numbered>{_NAME})\.|\*\*(?:\d[\d.]*\s+)?(?P<bold>{_NAME})[.:]?\*\*[.:]?)"
    r"[ \t]+(?=[^\W_]|[\"“„(])"
)


def run_in(text: str, start: int = 0) -> tuple[str, int] | None:
    """The heading at this offset, where a paragraph begins and text goes on behind it, without its number, and where the text
    begins. None where there is none, or where the words state something: "4.3 Pets are not allowed. …"."""
    match = _RUN_IN.match(text, start)
    if match is None:
        return None
    name = match["numbered"] or match["bold"]
    said = words(name)
    states = not lexicon.words("stating_words").isdisjoint(said)
    return None if states or len(said) > MOST_WORDS or not name[0].isupper() else (name, match.end())
