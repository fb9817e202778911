"""Questions whether something goes that name an amount: "up to £25" says no to 30 pounds, and denies nothing."""

import re

from ragdesk.answering.composed.sums.stated import Stated, stated_in
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


def _after(words_before: re.Pattern[str], question: str, amount: Stated) -> bool:
    return words_before.search(question[: amount.start]) is not None
