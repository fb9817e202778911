"""What the language model has written of whole documents."""

from dataclasses import dataclass

from ragdesk.domain.answers import Citation, Sentence


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """What was written of one part of a document, from `char_start` to `char_end` of its text: each sentence has citations, whose
    numbers count within the section."""

    char_start: int
    char_end: int
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
