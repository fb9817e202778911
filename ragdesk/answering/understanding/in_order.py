"""What comes before or after the one year, month or day of the week that a question names: "in 2022", then "and the year
before?"; "on Thursday", then "and the next day?". By rules, for English and German."""

import re
from collections.abc import Sequence
from functools import cache

from ragdesk.text import lexicon

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NOUNS = {"year": "jahr", "month": "monat", "day": "tag"}
_LANGUAGES = ("en", "de")


def stepped(thing: str, before: str) -> str | None:
    """The question `before` with the year, month or day that `thing` names from there; "" where it has none, or several. None
    where `thing` names none so."""
    for noun in _NOUNS:
        if step := next((by for by, form in _forms(noun).items() if form.fullmatch(thing)), 0):
            found = {(match[0], other) for match, other in _others(noun, step, before)}
            return before.replace(*found.pop()) if len(found) == 1 else ""
    return None


def _others(noun: str, step: int, before: str) -> list[tuple[re.Match[str], str]]:
    """What the question names of this kind, each with what comes so many places behind it."""
    if noun == "year":
        return [(match, str(int(match[0]) + step)) for match in _YEAR.finditer(before)]
    return [
        (match, names[(at + step) % len(names)].capitalize())
        for names in map(_months if noun == "month" else _weekdays, _LANGUAGES)
        for at, name in enumerate(names)
        for match in re.finditer(rf"\b{name.capitalize()}\b", before)
    ]


def _months(language: str) -> Sequence[str]:
    return lexicon.ordered("months", language)


def _weekdays(language: str) -> Sequence[str]:
    lines = lexicon.sections(language)["weekdays"].splitlines()
    return [line.split()[1] for line in lines]


@cache
def _forms(noun: str) -> dict[int, re.Pattern[str]]:
    german, place = _NOUNS[noun], r"(?:(?:in|im|on|am) )?(?:(?:the|das|dem|den|der) )?"
    before = (
        rf"{noun} before(?: that)?|(?:previous|preceding|prior) {noun}|{german} (?:davor|zuvor)|vor{german}"
    )
    after = rf"{noun} after(?: that)?|following {noun}|{german} (?:danach|darauf)|folge{german}"
    later = rf"(?:(?:in|on) )?the next {noun}|(?:am|im) nächsten {german}"
    return {
        -1: re.compile(rf"{place}(?:{before})", re.IGNORECASE),
        1: re.compile(rf"{place}(?:{after})|{later}", re.IGNORECASE),
    }
