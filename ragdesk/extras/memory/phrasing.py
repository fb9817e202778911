"""What a note says, once a pattern has matched: the words in the third person without a subject, or None where the match was
not a lasting fact after all ("I am a bit late", "our team is waiting").
"""

import re
from collections.abc import Callable

from ragdesk.extras.memory.vocabulary import UNITS, VERBS
from ragdesk.text import lexicon

Made = str | None
Make = Callable[[re.Match[str]], Made]

# A name as it is written: capitals, or a number among them ("Hall 3").
NAME = r"[A-ZÄÖÜÀ-Þ][\w.'’&-]*(?: (?:of |de |von |van )?[A-ZÄÖÜÀ-Þ0-9][\w.'’&-]*){0,4}"
# What "I am a …" and "we are a …" go on with when it is a mood or a moment.
_PASSING = re.compile(
    r"^(?:an?|the|one|ein(?:e|en)?|das|der|die)? ?(?:bit|little|lot|few|tad|hour|minute|day|week|month|while|moment|"
    r"problem|mess|loss|one|ones|first|last|only|same|right|wrong|case|bisschen|wenig|paar|stunde|tag|woche|erste\w*|"
    r"letzte\w*)\b|\b(?:fan|idiot|fool|human|person|mensch|this(?! (?:week|month|year))|these|those|dies\w*|example|beispiel)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"^(?:this|that|these|those|it|them|here|there|dies\w*|das|es|dort|hier|progress|a hurry)\b",
    re.IGNORECASE,
)
# "I prefer the second one": a choice of the moment.
_CHOICE = re.compile(
    r"^(?:the|this|that|these|those|not|it|to|der|die|das|den|dies\w*|nicht|es)\b", re.IGNORECASE
)
# "is in Basel" says where a unit is for good; "is on holiday" does not.
_FOR_GOOD = re.compile(
    r"(?:called |named |in |at |on |auf |im |am )?(?:the |der |dem |an? |das |die )?(?-i:[A-ZÄÖÜ0-9])"
)


def filled(words: str) -> Make:
    def make(found: re.Match[str]) -> Made:
        value = found["x"].strip()
        return None if _PASSING.search(value) or _POINTING.match(value) else words.format(value)

    return make


def preferred(words: str) -> Make:
    """A preference in general, not a choice among things at hand."""

    def make(found: re.Match[str]) -> Made:
        return None if _CHOICE.match(found["x"]) else words.format(found["x"])

    return make


def called(words: str) -> Make:
    """A name follows: it begins with a capital."""

    def make(found: re.Match[str]) -> Made:
        return words.format(found["x"]) if re.fullmatch(NAME, found["x"]) else None

    return make


def unit(found: re.Match[str]) -> Made:
    """ "our team is X": a name, a place or a definition; "our team is late" is of the day."""
    verb, value = found["verb"].lower(), found["x"]
    article = {"mein": "Das", "unse": "Das"}.get(found["my"][:4].lower(), "The")
    defined = re.match(r"(?:the|an?|ein|eine) ", value) and UNITS.get(found["unit"].lower()) != "boss"
    if verb in ("is", "are", "ist", "heißt") and (
        not (defined or _FOR_GOOD.match(value)) or _PASSING.search(value)
    ):
        return None
    german = article == "Das"
    return f"{found['unit']} {verb} {value}" if german else f"The {found['unit']} {verb} {value}"


def we(found: re.Match[str]) -> Made:
    value = found["x"].strip()
    if _POINTING.match(value):
        return None
    return f"{VERBS[found['verb'].lower()].capitalize()} {value}"


def role_of_name(found: re.Match[str]) -> Made:
    """ "Maria Keller is our safety officer", "Havel is our supplier"."""
    named = re.fullmatch(NAME, found["who"]) and found["who"].split()[0].lower() not in lexicon.words(
        "not_names"
    )
    return f"{found['who']} {found['verb']} {found['my']} {found['x']}" if named else None


def company(found: re.Match[str]) -> Made:
    """ "At ACME we …"."""
    name = str(found["x"] or found["y"])
    return f"The company is {name}" if name[0].isupper() else None


def short_form(found: re.Match[str]) -> Made:
    return f"{found['x']} stands for {found['y']}"


def office(found: re.Match[str]) -> Made:
    """ "Our safety officer is Jan Novak": a name must follow."""
    return f"{found['x']} is our {found['role']}" if re.fullmatch(NAME, found["x"]) else None


def responsible(found: re.Match[str]) -> Made:
    """ "Ich bin für X zuständig"."""
    return f"Ist zuständig für {found['x'] or found['y']}"
