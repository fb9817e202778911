"""Questions whether something goes that name an amount, an age or a day: "up to £25" says no to 30 pounds, and denies nothing."""

import re
from functools import cache

from ragdesk.answering.composed.sums.stated import Stated, stated_in
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import opposed, words

_SIGN = r"\s?(?:[€$£¥]|EUR|USD|GBP|CHF)?\s?$"
_MOST = re.compile(
    rf"\b(?:up to|at most|no more than|not more than|maximum(?: of)?|max\.?|bis zu|höchstens|maximal|nicht mehr als){_SIGN}",
    re.IGNORECASE,
)
_LEAST = re.compile(rf"\b(?:at least|no less than|minimum(?: of)?|min\.?|mindestens){_SIGN}", re.IGNORECASE)
_ABOVE = re.compile(rf"\b(?:over|above|more than|über|mehr als){_SIGN}", re.IGNORECASE)
_BELOW = re.compile(rf"\b(?:under|below|less than|unter|weniger als){_SIGN}", re.IGNORECASE)
# What goes beyond a bound may go all the same, or it is asked what is needed and not what is allowed.
_MORE = re.compile(
    r"\b(?:beyond|exceed\w*|above|otherwise|unless|except\w*|on request|darüber|sonst|außer|ausnahm\w*|auf anfrage)\b",
    re.IGNORECASE,
)
_NEEDED = frozenset(
    "need needs must required require requires obliged has muss mussen brauche brauchen braucht notig".split()
)


# "She's 23": an age, where no unit follows. And what sets a bound to one.
_AGED = re.compile(
    r"\b(?:i|s?he|they|who|it|son|daughter|child|kid|girlfriend|boyfriend|wife|husband|partner|friend|brother|sister|nephew|niece"
    r"|ich|sie|er|sohn|tochter|kind|frau|mann)(?:['’]?s|['’]m|['’]re| is| am| are| turns| has just turned| ist| bin| wird)? "
    r"(?P<age>\d{1,2})(?= (?:and|but|years?|und|aber|jahre)\b|[,;.?!]|$)|\b(?P<old>\d{1,2})[ -](?:years?|yrs?)[ -]old\b",
    re.IGNORECASE,
)
_LEAST_AGE = re.compile(
    r"\b(?:at least|minimum age(?: is| of)?:?|mindestens|mindestalter:?) (\d{1,2})\b"
    r"|\b(\d{1,2}) (?:years )?(?:or|and) (?:older|over)\b"
    r"|\bunder (?:the age of )?(\d{1,2})s? (?:are|is|may) not\b|\bab (\d{1,2}) Jahren\b",
    re.IGNORECASE,
)
# "Guests under 16 need a form": nobody else does.
_NEEDED_UNDER = re.compile(
    r"\b(?:under|below|younger than|unter) (?:the age of )?(\d{1,2})s?(?: [\w'’-]+){0,3}? "
    r"(?:needs?|must|requires?|ha(?:ve|s) to|brauch\w+|müssen|muss|benötig\w+)\b",
    re.IGNORECASE,
)
_WEEK = 7
_CLOSED = re.compile(r"\b(?:closed|shut|off|geschlossen|zu|ruhetag)\b", re.IGNORECASE)
_EVERY_DAY = re.compile(
    r"\b(?:daily|every day|all days|any day|weekends?|täglich|jeden tag|wochenenden?|feiertags?)\b",
    re.IGNORECASE,
)
_OF_AGE = re.compile(r"\b(?:years?|age|aged|old|older|jahre?n?|alter|alt|under|over)\b", re.IGNORECASE)


def too_young(question: str, said: str) -> bool:
    """Whether the one age that a question names lies below the one least age that words name."""
    ages = {int(found["age"] or found["old"]) for found in _AGED.finditer(question)}
    bounds = {int(next(filter(None, found.groups()))) for found in _LEAST_AGE.finditer(said)}
    if len(ages) != 1 or len(bounds) != 1 or not _OF_AGE.search(said) or _MORE.search(said):
        return False
    return ages.pop() < bounds.pop() and _NEEDED.isdisjoint(words(question)) and not opposed(question)


def old_enough(question: str, said: str) -> bool:
    """Whether it is asked if somebody of one age needs what words say that the younger ones need."""
    ages = {int(found["age"] or found["old"]) for found in _AGED.finditer(question)}
    bounds = {int(found[1]) for found in _NEEDED_UNDER.finditer(said)}
    if len(ages) != 1 or len(bounds) != 1 or _NEEDED.isdisjoint(words(question)) or opposed(question):
        return False
    return ages.pop() >= bounds.pop()


def lies_beyond(question: str, said: str) -> bool:
    """Whether the one amount that a question names lies beyond the one bound that words set to amounts of its kind."""
    asked = [each for each in stated_in(question) if each.amount.unit]
    if len(asked) != 1 or opposed(said) or opposed(question) or _MORE.search(said):
        return False
    if not _NEEDED.isdisjoint(words(question)):
        return False
    one = asked[0]
    bounds = [each for each in stated_in(said) if each.amount.unit == one.amount.unit]
    if len(bounds) != 1:
        return False
    bound, value, before = bounds[0].amount.value, one.amount.value, said[: bounds[0].start]
    if _MOST.search(before):
        return value > bound or (value == bound and _after(_ABOVE, question, one))
    return bool(_LEAST.search(before)) and (
        value < bound or (value == bound and _after(_BELOW, question, one))
    )


def falls_outside(question: str, said: str) -> bool:
    """Whether the one day of the week that a question names is none of those that words name: "Monday to Saturday" says no to
    Sunday, and denies nothing."""
    asked, named, spans = _weekdays(question), _weekdays(said), list(_day_spans().finditer(said))
    if len(asked) != 1 or not spans or opposed(question):
        return False
    before = said[: spans[-1].end()]
    if opposed(before) or _CLOSED.search(before) or _EVERY_DAY.search(said):
        return False
    for span in spans:
        first, last = _number(span["first"]), _number(span["last"])
        named |= {(first + at) % _WEEK for at in range((last - first) % _WEEK + 1)}
    return asked.isdisjoint(named)


def _weekdays(text: str) -> set[int]:
    return {_number(word) for word in words(text) if word in lexicon.table("weekdays")}


def _number(word: str) -> int:
    return int(lexicon.table("weekdays")[fold(word)])


@cache
def _day_spans() -> re.Pattern[str]:
    day = lexicon.one_of(lexicon.table("weekdays"))
    return re.compile(
        rf"\b(?P<first>{day})\b\.? ?(?:to|till|until|through|bis|-|–) ?(?P<last>{day})\b", re.IGNORECASE
    )


def _after(words_before: re.Pattern[str], question: str, amount: Stated) -> bool:
    return words_before.search(question[: amount.start]) is not None


# Each says whether words answer a question with a no.
BOUNDS = (lies_beyond, too_young, old_enough, falls_outside)
