"""Does a question lean on the turns before it, or does it stand alone? By rules, without a model.

The rules know English and German. Of any other language only the number of words counts: who asks in two words has
said what it is about before.
"""

import re

from ragdesk.domain.calibration import FOLLOW_UP
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, names

# An addition, or a correction of what was asked before.
_OPENING = re.compile(
    r"\s*(?:(?:and|but|so|or|no|und|aber|oder|nein)|(?:what|how) about|was ist mit|wie (?:steht|sieht) es mit"
    r"|(?:i|we) (?:mean|meant|was asking|am asking|am referring)|ich (?:meine|meinte))\b",
    re.IGNORECASE,
)
# Introduces its own subject, however short: "what are tides", but not "what is the fee".
_DEFINITION = re.compile(
    r"\s*(?:(?:what|who) (?:is|are|was|were) (?!(?:the|there|my|our|your)\b)"
    r"|(?:was|wer) (?:ist|sind|war|waren) (?!(?:der|die|das|mit)\b))",
    re.IGNORECASE,
)
# So does an order for all of something: "list all suppliers", but not "list all of them".
_ALL = re.compile(
    r"\s*(?:please |bitte )?(?:list|name|show(?: me)?|give me|nenne?|liste|zeige?(?: mir)?)\s+(?:all|every|alle|sämtliche)\b"
    r"(?! (?:of )?(?:them|these|those|davon)\b)",
    re.IGNORECASE,
)
# Said to begin with something new. What still points back after it ("another question: when was it built?") has
# not moved on.
_CHANGE = re.compile(
    r"\s*(?:(?:ok|okay|well|now|so|gut|jetzt|nun)[,.:\s]+)*"
    r"(?:(?:an?\s)?(?:another|different|new|other|separate|unrelated) (?:question|topic|subject|matter)"
    r"|(?:to )?something (?:completely |entirely |quite )?(?:else|different|new)"
    r"|chang(?:e|ing) (?:of )?(?:the )?(?:subject|topic)|on (?:another|a different) (?:note|subject|topic)"
    r"|(?:let us |let's )?mov(?:e|ing) on|themenwechsel|(?:ein )?(?:anderes|neues) thema"
    r"|(?:noch )?(?:eine )?(?:andere|neue|weitere) frage|(?:etwas|was) (?:ganz |völlig )?(?:anderes|neues))"
    r"\b[\s,.:;–—-]*",
    re.IGNORECASE,
)


def leans(question: str) -> bool:
    """Whether the question can hardly be understood without the turn before it."""
    count = _count(question)
    if count >= FOLLOW_UP.many:
        return False
    if _OPENING.match(question) or pointing(question) is not None:
        return True
    if count and (_DEFINITION.match(question) or _ALL.match(question)):
        return False
    # A name of its own is a subject.
    return count < FOLLOW_UP.few - 1 or (count < FOLLOW_UP.few and not names(question))


def may_stand_alone(question: str) -> bool:
    """Whether it names something that it can be about: what its pronoun means may stand in the question itself ("the fridge is
    broken, who mends it"), and a short question may be a new one ("what may the dog not bring")."""
    if _OPENING.match(question):
        return False
    return _count(question) >= (FOLLOW_UP.alone if pointing(question) is None else FOLLOW_UP.few)


def moves_on(question: str) -> bool:
    """Whether the person says that this is about something else."""
    change = _CHANGE.match(question)
    return change is not None and pointing(question[change.end() :]) is None


def pointing(question: str) -> re.Match[str] | None:
    """The first pronoun that points out of the question; a name before it in the question is what it points to."""
    pronouns, late_pronouns = lexicon.words("pronouns"), lexicon.words("late_pronouns")
    matches = list(re.finditer(r"[^\W_]+", question))
    for place, match in enumerate(matches):
        word = match.group().casefold()
        if match.group() == "IT":
            continue  # the department
        # "that", "there" and "one" open clauses too ("the form that …"): they point back only at the end.
        if word in pronouns or (word in late_pronouns and place == len(matches) - 1 and place > 0):
            return None if names(question[: match.start()]) else match
    return None


def _count(question: str) -> int:
    """Content words; two Chinese, Japanese or Korean characters count as one."""
    stems = content_words(question)
    single = sum(len(word) == 1 and not word.isascii() for word in stems)
    return len(stems) - single + (single + 1) // 2
