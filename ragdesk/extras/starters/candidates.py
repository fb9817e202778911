"""Questions that a document might answer, of its passages: sentences, tables and headings take turns.

Each is made of one place, so that whoever offers it can check first that this place is found and answers it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ragdesk.domain.documents import Chunk
from ragdesk.extras.starters.headings import of_heading
from ragdesk.extras.starters.statements import of_sentence
from ragdesk.extras.starters.tables import of_table
from ragdesk.text.language import UNSURE, of_question
from ragdesk.text.sentences import sentences

_SMALL = re.compile(r"\b[a-z]{3,}\b")
LANGUAGES = ("de", "en")
# Of one rule, so that a glossary does not ask for four definitions.
MOST_OF_A_RULE = 4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question, the rule that made it, and the span of the document's text that should answer it."""

    question: str
    rule: str
    char_start: int
    char_end: int


def candidates(title: str, language: str, chunks: Sequence[Chunk]) -> list[Candidate]:
    """The questions of a document's passages, the rules taking turns, the surest rule first; none in a language without rules.
    A table of figures may say too little for its language to be known: it is asked about in English."""
    if language == UNSURE:
        spoken = of_question(" ".join(chunk.text for chunk in chunks[:3]))
        language = spoken if spoken in LANGUAGES else "en"
    if language not in LANGUAGES:
        return []
    by_rule: dict[str, list[Candidate]] = {}
    known: set[str] = set()
    for candidate in _all(title, language, chunks):
        made = by_rule.setdefault(candidate.rule, [])
        if len(made) < MOST_OF_A_RULE and candidate.question.casefold() not in known:
            known.add(candidate.question.casefold())
            made.append(candidate)
    rules = sorted(by_rule, key=_ORDER.index)
    turns = zip_longest(*(by_rule[rule] for rule in rules))
    return [candidate for turn in turns for candidate in turn if candidate is not None]


# The surest first: the first four that are answered are offered.
_ORDER = (
    "asked",
    "responsible",
    "deadline",
    "figure",
    "how",
    "allowed",
    "when",
    "cell",
    "label",
    "duty",
    "definition",
    "what",
    "parts",
    "says",
)


def _all(title: str, language: str, chunks: Sequence[Chunk]) -> Iterator[Candidate]:
    before: tuple[str, ...] = ()
    small = {word for chunk in chunks for word in _SMALL.findall(chunk.text)}
    for chunk in chunks:
        start, end = chunk.char_start, chunk.char_end
        if chunk.section and chunk.section != before:
            for rule, question in of_heading(chunk.section[-1], title, language, chunk.text):
                yield Candidate(question, rule, start, end)
        before = chunk.section
        for question, row_start, row_end in of_table(chunk.context, chunk.text, language):
            yield Candidate(question, "cell", start + row_start, start + row_end)
        for first, last in sentences(chunk.text):
            for rule, question in of_sentence(chunk.text[first:last], language, small):
                yield Candidate(question, rule, start + first, start + last)
