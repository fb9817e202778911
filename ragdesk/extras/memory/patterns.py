"""The sentences by which people say what should be remembered, as a table: pattern, what is made of it, and how sure it is.

A pattern is matched at the beginning of a clause that `notice` has found to be a plain statement. What is made of it has no
subject: "Is a project finance analyst.", "Works in Quality Assurance.", "The team uses SAP." How sure it is: `calibration`.
"""

import re
from dataclasses import dataclass

from ragdesk.domain.memory import MemoryName
from ragdesk.extras.memory.calibration import DEFINED, DONE, ONCE, PLACED
from ragdesk.extras.memory.phrasing import (
    NAME,
    Phrasing,
    called,
    company,
    filled,
    named,
    office,
    preferred,
    responsible,
    role_of_name,
    short_form,
    unit,
    we,
)
from ragdesk.extras.memory.vocabulary import UNITS, VERBS
from ragdesk.text import lexicon

_U = "|".join(
    sorted(
        {*UNITS, "customers", "suppliers", "products", "procedures", "sites", "plants"}, key=len, reverse=True
    )
)
_WE = "|".join(
    verb
    for verb in VERBS
    if verb not in ("lead", "head", "leite", "führe", "handle", "oversee", "coordinate", "teach")
)
# "needs", "wants", "has" are not in the lists: those are of the day.
_DOES = lexicon.alternatives("unit_verbs")
_COUNTS = lexicon.alternatives("counts")


@dataclass(frozen=True, slots=True)
class Pattern:
    """`make` gets the match and gives the note's words, None where it is not one after all. `goes_on`: the clause may say
    something else besides, which a later pattern finds."""

    which: MemoryName
    regex: re.Pattern[str]
    make: Phrasing
    confidence: float
    goes_on: bool = False


def _row(
    which: MemoryName, regex: str, words: str | Phrasing, confidence: float, *, goes_on: bool = False
) -> Pattern:
    make = words if callable(words) else filled(words)
    return Pattern(which, re.compile(rf"(?:{regex})$", re.IGNORECASE), make, confidence, goes_on)


_WHO = r"(?P<who>[^\W\d_][\w.'’&-]*(?: [\w.'’&-]+){0,4}?) (?P<verb>is|are|ist)"
_SHORT_FORM = r"(?P<x>(?-i:[A-ZÄÖÜ][A-ZÄÖÜ0-9&-]{1,9}))"
# How German names of occupations end; "ich bin müde" does not.
_GERMAN_ROLE = (
    r"\w+(?:leiter|leiterin|ist|istin|eur|eurin|ker|kerin|erin|ent|entin|wirt|wirtin|mann|frau|kraft|schwester|rat|"
    r"arzt|ärztin|ender|ende)"
)
# A role after a name: a few words, none of which is a verb.
_ROLE_AFTER = (
    r"(?:an?|the) (?!.*\b(?:is|are|was|were|has|have|had|does|did|needs?|says?|can|will|must|should)\b)"
    r"[\w-]+(?: [\w-]+){0,2}(?: (?:of|for|at|in) [^.;,]+)?"
)
_GERMAN_ROLE_AFTER = r"(?:ein|eine|der|die) \w+(?: (?:der|des|für|im|in|bei|am) [^.;,]+)?"


PATTERNS: tuple[Pattern, ...] = (
    # ---- a person, English
    _row("user", r"(?:I am|I'm|Im) (?P<x>(?:an?|the) [^.;,]+).*", "Is {0}", DEFINED),
    # "I'm Anna, the purchasing manager": a name and a role, unless the role is the beginning of a statement.
    _row(
        "user", rf"(?:I am|I'm|Im) (?P<x>[^.;,]+), {_ROLE_AFTER}", called("Is called {0}"), ONCE, goes_on=True
    ),
    _row("user", rf"(?:I am|I'm|Im) (?-i:{NAME}), (?P<x>{_ROLE_AFTER})", "Is {0}", ONCE),
    _row("user", r"I work as (?P<x>(?:an? |the )?[^.;,]+).*", "Works as {0}", DEFINED),
    _row(
        "user",
        r"my (?:role|job|position|profession|job title) is "
        rf"(?P<x>(?:an? |the |to |in )?{NAME}|(?:an?|the|to) [^.;,]+).*",
        "Role: {0}",
        DEFINED,
    ),
    _row(
        "user", r"(?:you can |please )*call me (?P<x>[^.;,]+?)(?: please)?", called("Is called {0}"), DEFINED
    ),
    _row("user", r"my name is (?P<x>[^.;,]+)", named("Is called {0}"), DEFINED),
    _row(
        "user",
        r"(?:I work|I've worked|I(?:'ve| have) been working) "
        r"(?P<x>(?:in|at|for|on|with|as|nights?|part[- ]time|remotely|from home)\b ?"
        r"(?!progress|a hurry|this|that|these|it\b|them).*)",
        "Works {0}",
        PLACED,
    ),
    _row(
        "user",
        r"(?:I am|I'm) (?P<x>(?:responsible for|in charge of|based in|part of|a member of) .+)",
        "Is {0}",
        PLACED,
    ),
    _row("user", rf"(?:I am|I'm) (?P<x>(?:in|with|on) (?:the )?.{{2,50}}? (?:{_U}))", "Is {0}", PLACED),
    _row(
        "user",
        r"I (?P<verb>lead|manage|head|supervise|handle|oversee|coordinate|teach|belong) (?P<x>.+)",
        we,
        PLACED,
    ),
    _row("user", r"I report to (?P<x>.+)", "Reports to {0}", PLACED),
    _row("user", r"I prefer (?P<x>.+)", preferred("Prefers {0}"), PLACED),
    _row(
        "user",
        r"I (?:mostly |usually |always )?speak (?P<x>[A-Z]\w+(?:(?:,| and) [A-Z]\w+)*)",
        "Speaks {0}",
        DONE,
    ),
    _row("user", r"(?:I am|I'm) (?P<x>[^\s.;,]+(?: [^\s.;,]+)?)", called("Is {0}"), ONCE),
    _row("user", r"as (?P<x>an? [^.;,?]{3,50})", "Is {0}", ONCE),
    # ---- a person, German
    _row("user", r"ich bin (?P<x>(?:ein|eine|der|die) [^.;,]+).*", "Ist {0}", DEFINED),
    _row("user", rf"ich bin (?P<x>{_GERMAN_ROLE}(?: (?:in|im|bei|für|der|des) [^.;,]+)?)", "Ist {0}", PLACED),
    _row("user", r"ich arbeite als (?P<x>[^.;,]+).*", "Arbeitet als {0}", DEFINED),
    _row(
        "user",
        r"ich arbeite (?P<x>(?:seit \S+ )?(?:in|im|bei|beim|am|an|für|auf|mit) (?!dies|dem hier).+)",
        "Arbeitet {0}",
        PLACED,
    ),
    _row(
        "user",
        r"ich bin (?:für (?P<x>.+) (?:zuständig|verantwortlich)|(?:zuständig|verantwortlich) für (?P<y>.+))",
        responsible,
        PLACED,
    ),
    _row("user", r"ich (?P<verb>leite|führe) (?P<x>.+)", we, PLACED),
    _row("user", r"ich bevorzuge (?P<x>.+)", preferred("Bevorzugt {0}"), PLACED),
    _row("user", r"(?:bitte )?nenn(?:e|t)? mich (?:bitte )?(?P<x>[^.;,]+)", called("Heißt {0}"), DEFINED),
    _row("user", r"(?:ich heiße|mein name ist) (?P<x>[^.;,]+?)(?: und .+)?", named("Heißt {0}"), DEFINED),
    _row("user", rf"ich bin (?P<x>[^.;,]+), {_GERMAN_ROLE_AFTER}", called("Heißt {0}"), ONCE, goes_on=True),
    _row("user", rf"ich bin (?-i:{NAME}), (?P<x>{_GERMAN_ROLE_AFTER})", "Ist {0}", ONCE),
    _row(
        "user",
        r"ich bin (?P<x>(?-i:[A-ZÄÖÜ])\S+(?: (?-i:[A-ZÄÖÜ])\S+| (?:im|in|bei|für|der|des) .+)?)",
        "Ist {0}",
        ONCE,
    ),
    # ---- a person, French and Spanish
    _row("user", r"je suis (?P<x>(?:une?|le|la) [^.;,]+).*", "Est {0}", DEFINED),
    _row("user", r"je travaille (?P<x>(?:comme|chez|dans|à|au|en|pour) .+)", "Travaille {0}", PLACED),
    _row("user", r"je préfère (?P<x>.+)", preferred("Préfère {0}"), PLACED),
    _row("user", r"soy (?P<x>(?:una?|el|la) [^.;,]+).*", "Es {0}", DEFINED),
    _row("user", r"trabajo (?P<x>(?:como|en|para) .+)", "Trabaja {0}", PLACED),
    _row("user", r"prefiero (?P<x>.+)", preferred("Prefiere {0}"), PLACED),
    # ---- an organisation
    _row(
        "company",
        rf"(?P<my>our|unser(?:e|er)?) (?P<unit>{_U})(?:'s name)? (?P<verb>{_DOES}) (?P<x>.+)",
        unit,
        DONE,
    ),
    _row(
        "user",
        rf"(?P<my>my|mein(?:e|er)?) (?P<unit>{_U})(?:'s name)? (?P<verb>{_DOES}) (?P<x>.+)",
        unit,
        DONE,
    ),
    _row("company", r"(?:we are|we're) (?P<x>(?:an?|the|based in|located in|part of) .+)", "Is {0}", PLACED),
    _row("company", r"wir sind (?P<x>(?:ein|eine|das|die|der) .+)", "Ist {0}", PLACED),
    _row(
        "company",
        r"(?:we are called|our company is called|wir heißen) (?P<x>.+)",
        called("The company is {0}"),
        PLACED,
    ),
    _row(
        "company",
        rf"(?:at|bei) (?P<x>{NAME}),? (?:we|wir) .+|(?:we|wir) (?:at|bei) (?P<y>{NAME}) .+",
        company,
        ONCE,
    ),
    _row(
        "company",
        rf"(?:(?:at|bei) {NAME},? )?(?:we|wir) (?:(?:at|bei) {NAME} )?(?:all |mostly |usually |always )?"
        rf"(?P<verb>{_WE}) (?P<x>.+)",
        we,
        DONE,
    ),
    _row("company", rf"(?:we have|wir haben) (?P<x>(?:\d+|{_COUNTS}) .+)", "Has {0}", DONE),
    _row(
        "company",
        rf"{_SHORT_FORM} (?:stands for|is short for|means|steht für|bedeutet) (?P<y>[^.;,]+)",
        short_form,
        DONE,
    ),
    _row(
        "company", rf"(?:by|with|mit) {_SHORT_FORM},? (?:we mean|meinen wir) (?P<y>[^.;,]+)", short_form, DONE
    ),
    _row("company", r"our (?P<role>[a-z]+(?: [a-z]+){0,3}) (?:is|are) (?P<x>.+)", office, DONE),
    _row("company", rf"{_WHO} (?P<my>our|unser(?:e|er)?) (?P<x>.+)", role_of_name, DONE),
    _row("user", rf"{_WHO} (?P<my>my|mein(?:e|er)?) (?P<x>.+)", role_of_name, DONE),
)
