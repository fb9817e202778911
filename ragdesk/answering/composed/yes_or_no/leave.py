"""Questions whether something may be done without asking: "with the owner's written consent" says no, and denies nothing."""

import re

from ragdesk.text.tokens import negated

_LEAVE = (
    r"(?:consents?|approvals?|permission|agreement|authori[sz]ation"
    r"|zustimmung|erlaubnis|genehmigung|einwilligung|einverständnis)"
)
_ASKING = r"(?:asking|telling|notifying|(?:zu )?fragen|bescheid)"
_NEEDED = r"(?:with|subject to|requires?|needs?|obtain(?:s|ing)?|mit|bedarf|benötigt|braucht)"
_UNASKED = re.compile(rf"\b(?:without|ohne) (?:\S+ ){{0,3}}?(?:{_LEAVE}|{_ASKING})\b", re.IGNORECASE)
_WITHOUT = re.compile(rf"\b(?:without|ohne) (?:\S+ ){{0,6}}?{_LEAVE}\b", re.IGNORECASE)
_WITH = re.compile(rf"(?<!or )(?<!oder )\b{_NEEDED} (?:\S+ ){{0,6}}?{_LEAVE}\b", re.IGNORECASE)


def asks_without_leave(question: str) -> bool:
    """Whether it is asked if something goes without asking somebody."""
    return _UNASKED.search(question) is not None


def needs_leave(said: str) -> bool:
    """Whether words say that somebody has to be asked: "with approval", or "not without"."""
    rest, without = _WITHOUT.subn(" ", said)
    if without:
        return negated(rest)
    return _WITH.search(said) is not None and not negated(said)
