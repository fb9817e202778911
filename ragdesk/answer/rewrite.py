"""Making a follow-up stand alone, without a model call: what it leans on is taken from the turn before.

A question that names its own subject is searched as it is: gluing the previous turn to every follow-up
harms where the topic moves on.
"""

import re
from collections.abc import Sequence

from ragdesk.answer.words import content_words, words
from ragdesk.types import Turn

_PRONOUNS = frozenset(
    "it its itself they them their theirs he him his she her hers this that these those one ones there "
    "er sie es ihn ihm ihr ihre dies diese dieser dieses davon dazu dafür damit dort".split()
)
_ELLIPSIS = re.compile(
    r"^\s*(and|but|so|or|what about|how about|why|und|aber|warum|wieso|was ist mit)\b", re.IGNORECASE
)
# Fewer content words than this cannot name a subject and ask something about it.
_FEW = 3


def standalone(question: str, history: Sequence[Turn]) -> str:
    """The question as it can be searched on its own; the same text where it already can."""
    previous = next((turn.text for turn in reversed(history) if turn.role == "user"), "")
    if not previous or not _leans(question):
        return question
    known = set(content_words(question))
    topic = [word for word in _surface(previous) if not set(content_words(word)) <= known]
    return f"{question} ({' '.join(topic)})" if topic else question


def _leans(question: str) -> bool:
    tokens = words(question)
    if _ELLIPSIS.match(question) or len(content_words(question)) < _FEW:
        return True
    # "that" and "there" open clauses too ("the form that …", "is there a …"): they lean only at the end.
    pointing = _PRONOUNS & set(tokens)
    return bool(pointing - {"that", "there", "one"}) or bool(tokens and tokens[-1] in _PRONOUNS)


def _surface(text: str) -> list[str]:
    """The previous question's own words that carry meaning, as they were written, in order."""
    return [word for word in re.findall(r"[\w’'.-]*\w", text) if content_words(word)]
