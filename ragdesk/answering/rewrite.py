"""Understanding a question in its conversation, without a model call: what is shown, and what is searched for.

The question is searched for together with longer forms of itself, to which the turns before it are added. How much these
count depends on how much the question leans on them: where the topic stays they name the subject, where it moves on they
do little harm.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.compare import parts
from ragdesk.answering.followup import leans, moves_on, pointing
from ragdesk.answering.subject import put_in, subject
from ragdesk.domain.conversations import Turn
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, words

# The weight of the question with the turn before it, where it leans on that turn, and where it stands alone; the question
# by itself has 1. The turn before that one comes in by the same rule, seen from the turn that follows it, and the weights
# are multiplied. Chosen by measuring: docs/decisions.md, "Questions in their conversation".
LEANING, STANDING = 0.8, 0.3
# Turns of the person that are searched with.
DEPTH = 2
# Words of a turn that are read: a pasted page would drown the question.
LONGEST = 50

# What stands before the subject where it is added in brackets.
_LABELS = {"en": "about: ", "de": "zu: "}


@dataclass(frozen=True, slots=True)
class Understood:
    """A question in its conversation.

    Attributes:
        standalone: for a person and the model; the question itself where it needs nothing.
        queries: (text, weight). In each engine, a passage's score is the weighted sum of its scores for the texts; the
            first is the question itself, with the weight 1.
        parts: what to search for on each side of a comparison; empty where nothing is compared.
    """

    standalone: str
    queries: tuple[tuple[str, float], ...]
    parts: tuple[str, ...] = ()


def understand(question: str, history: Sequence[Turn] = ()) -> Understood:
    """What the question means after the turns of `history` (oldest first)."""
    before = _before(question, history)
    alone = _standalone(question, before)
    # What was added in brackets is no side of it.
    sides = parts(question if alone.startswith(question) else alone)
    return Understood(
        standalone=alone,
        queries=_queries(question, before),
        parts=sides if len(sides) > 1 else (),
    )


def standalone(question: str, history: Sequence[Turn]) -> str:
    """The question as a person would ask it without the conversation; the same text where that is so already."""
    return _standalone(question, _before(question, history))


def _before(question: str, history: Sequence[Turn]) -> list[str]:
    """What the person said before that may bear on the question, latest first. The answers are left out: they name much
    that was not asked about."""
    if moves_on(question):
        return []
    said = [turn.text for turn in reversed(history) if turn.role == "user" and _says_something(turn.text)]
    return [" ".join(text.split()[:LONGEST]) for text in said[: DEPTH + 1]]


def _says_something(text: str) -> bool:
    return not set(content_words(text)) <= set(content_words(" ".join(lexicon.words("courtesies"))))


def _queries(question: str, before: Sequence[str]) -> tuple[tuple[str, float], ...]:
    found = [(question, 1.0)]
    text, weight, following = question, 1.0, question
    for turn in before[:DEPTH]:
        weight *= LEANING if leans(following) else STANDING
        text, following = f"{text} {turn}", turn
        found.append((text, weight))
    return tuple(found)


def _standalone(question: str, before: Sequence[str]) -> str:
    if not before or not leans(question):
        return question
    noun, quoted = _context(before)
    if noun and set(content_words(noun)) <= set(content_words(question)):
        noun = ""  # named already: something else is left out
    if noun and (whole := put_in(question, noun)):
        return whole
    return f"{question} ({_label(f'{question} {quoted}')}{noun or quoted})"


def _context(before: Sequence[str]) -> tuple[str, str]:
    """The subject of the latest turn that stands alone, "" where it is not plain, and that turn quoted. A turn that leans
    on it without a pronoun may have gone on to something else, and is quoted with it."""
    place = next((at for at, turn in enumerate(before) if subject(turn) or not leans(turn)), 0)
    stands = before[place]
    followed = all(pointing(turn) is not None for turn in before[:place])
    quoted = " ".join(f"“{turn}”" for turn in dict.fromkeys((stands, before[0])))
    return (subject(stands) if followed else ""), quoted


def _label(text: str) -> str:
    found = set(words(text))
    return next(
        (
            label
            for code, label in _LABELS.items()
            if not found.isdisjoint(lexicon.ordered("telling_words", code))
        ),
        "",
    )
