"""What a note says, once a pattern has matched: the words in the third person without a subject, or None where the match was
not a lasting fact after all ("I am a bit late", "our team is waiting").
"""

import re
from collections.abc import Callable

from ragdesk.extras.memory.vocabulary import UNITS, VERBS
from ragdesk.text import lexicon

Phrase = str | None
Phrasing = Callable[[re.Match[str]], Phrase]

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


def filled(words: str) -> Phrasing:
    def make(match: re.Match[str]) -> Phrase:
        value = match["x"].strip()
        return None if _PASSING.search(value) or _POINTING.match(value) else words.format(value)

    return make


def preferred(words: str) -> Phrasing:
    """A preference in general, not a choice among things at hand."""

    def make(match: re.Match[str]) -> Phrase:
        return None if _CHOICE.match(match["x"]) else words.format(match["x"])

    return make


def called(words: str) -> Phrasing:
    """A name follows: it begins with a capital."""

    def make(match: re.Match[str]) -> Phrase:
        return words.format(match["x"]) if re.fullmatch(NAME, match["x"]) else None

    return make


def named(words: str) -> Phrasing:
    """A name follows, in whatever case: "my name is anna"."""

    def make(match: re.Match[str]) -> Phrase:
        value = " ".join(match["x"].split())
        if re.fullmatch(NAME, value):
            return words.format(value)
        parts = value.split()
        small = lexicon.words("stop_words").isdisjoint(value.lower().split())
        if len(parts) > 3 or not small or not all(part.isalpha() for part in parts):
            return None
        return words.format(" ".join(part[0].upper() + part[1:] for part in parts))

    return make


def unit(match: re.Match[str]) -> Phrase:
    """ "our team is X": a name, a place or a definition; "our team is late" is of the day."""
    verb, value = match["verb"].lower(), match["x"]
    article = {"mein": "Das", "unse": "Das"}.get(match["my"][:4].lower(), "The")
    defined = re.match(r"(?:the|an?|ein|eine) ", value) and UNITS.get(match["unit"].lower()) != "boss"
    if verb in ("is", "are", "ist", "heißt") and (
        not (defined or _FOR_GOOD.match(value)) or _PASSING.search(value)
    ):
        return None
    german = article == "Das"
    return f"{match['unit']} {verb} {value}" if german else f"The {match['unit']} {verb} {value}"


def we(match: re.Match[str]) -> Phrase:
    value = match["x"].strip()
    if _POINTING.match(value):
        return None
    return f"{VERBS[match['verb'].lower()].capitalize()} {value}"


def role_of_name(match: re.Match[str]) -> Phrase:
    """ "Maria Keller is our safety officer", "Havel is our supplier"."""
    first_word = match["who"].split()[0].lower()
    named = re.fullmatch(NAME, match["who"]) and first_word not in lexicon.words("not_names")
    return f"{match['who']} {match['verb']} {match['my']} {match['x']}" if named else None


def company(match: re.Match[str]) -> Phrase:
    """ "At ACME we …"."""
    name = str(match["x"] or match["y"])
    return f"The company is {name}" if name[0].isupper() else None


def short_form(match: re.Match[str]) -> Phrase:
    return f"{match['x']} stands for {match['y']}"


def office(match: re.Match[str]) -> Phrase:
    """ "Our safety officer is Jan Novak": a name must follow."""
    return f"{match['x']} is our {match['role']}" if re.fullmatch(NAME, match["x"]) else None


def responsible(match: re.Match[str]) -> Phrase:
    """ "Ich bin für X zuständig"."""
    return f"Ist zuständig für {match['x'] or match['y']}"
