"""Questions that a document puts and answers itself, as lists of frequent questions do.

An answer is one unit, and is read with its question: "No." says nothing alone, and the condition often stands in its last
sentence.
"""

import re
from collections.abc import Sequence
from functools import cache

from ragdesk.text import lexicon
from ragdesk.text.sentences import sentences
from ragdesk.text.tokens import words

# A longer answer is quoted by the sentence: as many words as a whole answer of the app may have.
MOST_ANSWER_WORDS = 60
# A longer question is a paragraph that ends in one. Characters before an answer in which its question is looked for.
MOST_QUESTION = 240
FARTHEST_QUESTION = 300
# "A:", "**Answer:**", and their counterpart before the question.
_ANSWER_MARK = re.compile(r"[*_]{0,2}(?:A|Answer|Antwort)[:.][*_]{0,2}\s+")
_QUESTION_MARK = re.compile(
    r"[#\s]*(?:[-*+•]\s+)?[*_]{0,2}(?:(?:Q|F|Question|Frage)?\s?\d*[.:)]\s)?[*_]{0,2}\s*"
)
_CLOSING = "\"'”’»)*_ \t"


def question_before(text: str, start: int) -> tuple[int, int] | None:
    """The (start, end) of the question that the words at this offset answer: the sentence, the line or the heading right before
    them. None where something else stands there."""
    first = max(start - FARTHEST_QUESTION, 0)
    before = text[first:start]
    bare = before.rstrip()
    mark = _ANSWER_MARK.fullmatch(f"{bare[bare.rfind(chr(10)) + 1 :]} ")
    if mark:
        bare = bare[: len(bare) + 1 - len(mark[0])].rstrip()
    if not bare.rstrip(_CLOSING).endswith("?") or before.count("\n", len(bare)) > 2:
        return None
    paragraph = max(bare.rfind("\n\n") + 2, bare.rfind("\n#") + 1) if "\n" in bare else 0
    begin = _sentences(bare, paragraph, len(bare))[-1][0]
    label = _QUESTION_MARK.match(bare, begin)
    begin, end = label.end() if label else begin, len(bare.rstrip("*_"))
    if bare.startswith("|", begin) or (begin == 0 and first > 0):
        return None
    return first + begin, first + end


def answer_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The (start, end) of the units of a paragraph: its sentences, but what answers a question before it, or its own first
    sentence, is one."""
    spans = with_replies(text, _sentences(text, start, end))
    asked = []
    if spans and question_before(text, start) is None:
        asked = _sentences(text, start, _question_end(text, start, end))
        spans = _sentences(text, asked[-1][1], end) if len(asked) == 1 else []
    if not spans or "?" in text[spans[0][0] : spans[-1][1]]:
        return with_replies(text, _sentences(text, start, end))
    mark = _ANSWER_MARK.match(text, spans[0][0])
    begin = mark.end() if mark else spans[0][0]
    whole = len(text[begin : spans[-1][1]].split()) <= MOST_ANSWER_WORDS
    return [*asked, (begin, spans[-1 if whole else 0][1]), *([] if whole else spans[1:])]


def with_replies(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, but what was said to a question that somebody put is one with it: "Mr Teale asked why it is closed. The bank
    has to be rebuilt."""
    units = list[tuple[int, int]]()
    asked = False
    for start, end in spans:
        whole = units[-1][0] if asked else start
        joined = asked and len(text[whole:end].split()) <= MOST_ANSWER_WORDS
        units[-1:] = [(whole, end)] if joined else [*units[-1:], (start, end)]
        asked = not joined and tells_a_question(text[start:end])
    return units


def tells_a_question(sentence: str) -> bool:
    """Whether a sentence says that somebody put a question."""
    return _told_question().match(" ".join(sentence.split())) is not None


@cache
def _told_question() -> re.Pattern[str]:
    return re.compile(rf"(?:{lexicon.alternatives('reported_questions')})", re.IGNORECASE)


def _question_end(text: str, start: int, end: int) -> int:
    """Behind the first question mark of a paragraph and what closes it; the start where it has none."""
    at = text.find("?", start, min(end, start + MOST_QUESTION))
    closed = re.compile(r"[?!\"'”’»)*_]*").match(text, at) if at >= 0 else None
    return closed.end() if closed else start


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [(start + first, start + last) for first, last in sentences(text[start:end])]


def says_yes_or_no(answer: str) -> bool | None:
    """What the first word of an answer says; None where it is neither."""
    first = set(words(answer)[:1])
    if not first.isdisjoint(lexicon.words("yes_cells")):
        return True
    return None if first.isdisjoint(lexicon.words("no_cells")) else False
