"""Periods of time in a sentence, and which of them a question asks for: how long a term is renewed for, how long before its end
notice is due, or how long anything else lasts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_PERIOD = re.compile(
    r"(?:(?P<word>[a-z]+(?:-[a-z]+)?)\s*\((?P<figure>\d+)\)|(?P<plain>\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve))[\s-]*"
    r"(?:\(s\)\s*)?(?:(?:full|consecutive|successive|additional|calendar|business|working|more)[\s-]+)?(?P<unit>years?|months?|weeks?|days?|hours?|"
    r"minutes?|seconds?|Jahre?n?|Monate?n?|Wochen?|Tage?n?|Stunden?|Minuten?|Sekunden?)(?:\(s\))?(?:['’])?(?![\w])",
    re.IGNORECASE,
)
_NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
} | {"a": 1, "an": 1}
# By the first three letters.
_UNITS = {
    "yea": "year", "jah": "year", "mon": "month", "wee": "week", "woc": "week", "day": "day", "tag": "day",
    "hou": "hour", "stu": "hour", "min": "minute", "sec": "second", "sek": "second",
}  # fmt: skip
_HOW_LONG = re.compile(
    r"\b(?:how long|what (?:\w+ )?(?:period|term)|notice period|wie lange?|(?:welche|was) \w*(?:frist|dauer))\b",
    re.IGNORECASE,
)
_RENEWAL = re.compile(
    r"\b(?:renew\w*|non-?renew\w*|extend\w*|extension\w*|prolong\w*|roll(?:s|ed)? over|automatically continue\w*|verlänger\w*)\b",
    re.IGNORECASE,
)
_OF_NOTICE = re.compile(r"\b(?:notice|notify|notification|kündigungsfrist|frist)\b", re.IGNORECASE)
_GIVEN = re.compile(
    r"\b(?:notice|notif\w+|written|intent\w*|election|desire\w*|kündig\w*|mitteil\w*)\b", re.IGNORECASE
)
_AT_LEAST = re.compile(
    r"\b(?:at least|not less than|no less than|no later than|not later than|upon|within|mindestens|spätestens)\b[^.;]{0,25}$",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"['’]? *(?:(?!unless|if|until|provided|wenn)\w+ +){0,3}?(?:prior|before|in advance|notice|vor|im voraus)\b",
    re.IGNORECASE,
)
# What a notice ends, where nothing is said of a renewal.
_TERM_ENDS = re.compile(
    r"\b(?:expir\w+|then[- ]current|then in effect|end of (?:the|any|each) (?:\w+ )?(?:term|period|year)|"
    r"continue\w*|ablauf\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LastingPeriod:
    """A stretch of time, "five (5) full years", and how it is shown: "5 years". The quote has the lawyer's words."""

    start: int
    end: int
    count: int
    unit: str
    shown: str

    @property
    def normal(self) -> str:
        return f"{self.count} {self.unit}"


def asks_how_long(question: str) -> bool:
    return _HOW_LONG.search(question) is not None


def asks_renewal_or_notice(question: str) -> bool:
    return bool(_RENEWAL.search(question) or _OF_NOTICE.search(question))


def periods_in(text: str) -> list[LastingPeriod]:
    found = []
    for match in _PERIOD.finditer(text):
        figure = match["figure"] or match["plain"]
        count = int(figure) if figure.isdigit() else _NUMBER_WORDS[figure.casefold()]
        unit = _UNITS[match["unit"][:3].casefold()]
        # "six (6) month periods", "three (3) year(s)"
        several = "s" if count > 1 and match["unit"].casefold() == unit else ""
        found.append(
            LastingPeriod(match.start(), match.end(), count, unit, f"{count} {match['unit']}{several}")
        )
    return found


def asked_periods(question: str, text: str) -> Sequence[LastingPeriod]:
    """The periods of a sentence that a question can mean; all of them where it asks for neither a renewal nor a notice."""
    periods = periods_in(text)
    of_renewal, of_notice = _RENEWAL.search(question), _OF_NOTICE.search(question)
    if of_notice:
        about = _GIVEN.search(text) and (not of_renewal or _RENEWAL.search(text) or _TERM_ENDS.search(text))
        return [each for each in periods if about and _is_notice(each, text)]
    if of_renewal:
        return [
            each for each in periods if not _is_notice(each, text) and _RENEWAL.search(text, 0, each.start)
        ]
    return periods


def _is_notice(period: LastingPeriod, text: str) -> bool:
    return bool(_AT_LEAST.search(text[: period.start]) or _AHEAD.match(text, period.end))
