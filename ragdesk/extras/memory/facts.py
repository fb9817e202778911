"""What a note says, where it says one of the things that answers can use. English and German.

A note may be RAGDesk's ("Prefers short answers.") or written by hand ("- keep it short", "- Team: Quality Assurance"); both
are read alike. A fact fills a slot; two notes that fill one slot with different values contradict each other.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from ragdesk.domain.memory import MemoryNote
from ragdesk.extras.memory.vocabulary import LANGUAGES, ROLE_WORDS, UNITS

WORDING = ("language", "length", "tone", "form")
# Longer values are sentences, not names.
MAX_VALUE, MAX_LINE = 60, 400

_U = "|".join(sorted(UNITS, key=len, reverse=True))
_L = "|".join(LANGUAGES)
_GERMAN_UNITS = "team|abteilung|firma|werk|fabrik|standort|labor|projekt|schicht|klinik|gruppe"
_ANSWERS = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|sentences?|texts?|antwort(?:en)?|"
    r"erklärung(?:en)?|zusammenfassung(?:en)?|sätze?)"
)
_ORDERS = (
    r"(?:(?:answer|reply|respond|explain|write|be|keep (?:it|them|things|(?:your |the )?answers)|"
    r"antworten?|antworte|erkläre?|schreibe?|halte? (?:es|dich|antworten)|fasse? (?:es|dich))\b)"
)
_SHORT = (
    r"short(?:er)?|brief(?:ly)?|concise(?:ly)?|terse|succinct(?:ly)?|to the point|kurz\w*|kürzer\w*|knapp\w*|"
    r"bündig\w*|prägnant\w*"
)
_LONG = (
    r"long(?:er)?|(?:in )?detail(?:ed)?|thorough(?:ly)?|comprehensive|in[- ]depth|extensive|ausführlich\w*|"
    r"detailliert\w*|länger\w*|lang(?:e|en|er)?"
)
_FORMAL, _INFORMAL = (
    r"formal(?:ly)?|formell\w*|förmlich\w*",
    r"informal(?:ly)?|casual(?:ly)?|friendly|informell\w*|locker\w*",
)
_PLAIN = (
    r"(?:plain|simple|easy)(?: (?:words|language|english|terms))?|simply|non-technical|"
    r"einfach\w*(?: sprache| worte\w*)?"
)
_TECHNICAL = r"technical(?: (?:terms|language|detail))?|technisch\w*|fachsprache|fachlich\w*"
_FORMS = {
    "bullets": r"bullet(?:s|[- ]?points?)?|bulleted lists?|stichpunkt\w*|aufzählung\w*",
    "steps": r"numbered (?:steps|lists?)|step[- ]by[- ]step|schritt für schritt|"
    r"nummerierte\w* (?:schritte\w*|listen?)",
    "table": r"(?:a )?tables?|tabelle\w*",
    "prose": r"(?:full|whole) sentences|prose|running text|fließtext|ganze\w* sätze\w*",
}
_ADJECTIVES = {
    ("length", "short"): _SHORT,
    ("length", "long"): _LONG,
    ("tone", "informal"): _INFORMAL,
    ("tone", "formal"): _FORMAL,
    ("tone", "plain"): _PLAIN,
    ("tone", "technical"): _TECHNICAL,
}
_WANTS = re.compile(
    r"^(?:(?:user )?preference:|(?:prefers?|likes?|wants?|needs?|bevorzugt\w*|mag|möchte\w*|wünscht\w*|"
    r"i (?:prefer|like|want|need)|"
    r"ich (?:bevorzuge|mag|möchte|will))\b)",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|no|never|without|avoid|dislikes?|hates?|nicht|kein\w*|nie|ohne)\b|n't\b", re.IGNORECASE
)
_LANGUAGE = re.compile(
    rf"(?:\b{_ANSWERS}|{_ORDERS}|^(?:i )?prefers?)\b(?:\W+[\w']+){{0,4}}?\W+(?:in|auf|en) ({_L})\b",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"^(?:is called|(?:please )?call me|name:|my name is|i am called|heißt|ich heiße|mein name ist|"
    r"nenn(?:e|t)? mich|goes by) "
    r"+((?:[^\W\d_][\w.'’-]*)(?: [^\W\d_][\w.'’-]*){0,3})",
    re.IGNORECASE,
)
_ROLE = re.compile(
    rf"^(?:(?:user )?role:|(?:(?:my |the )?(?:{'|'.join(ROLE_WORDS)})(?: is|:))|works as|is|i am|i'm|"
    rf"i work as|arbeitet als|"
    r"ich arbeite als|ist|ich bin)\s+(?P<article>(?:an?|the|ein|eine|der|die)\s+)?(?P<value>.+)",
    re.IGNORECASE,
)
_ROLE_END = re.compile(r"[.,;:(]| (?:in|at|for|who|with|and|bei|im|und|für|am|an) ", re.IGNORECASE)
_UNIT_IS = re.compile(
    rf"^(?:the |my |our |mein\w* |unser\w* |die |das |der )?({_U})(?: name)?"
    r"(?: (?:is called|is named|is|are|heißt|ist|sits|sitzt|liegt)|:| =)\s+"
    r"(?:called |named )?(.+)",
    re.IGNORECASE,
)
_IN_UNIT = re.compile(
    rf"\b(?:in|at|for|of|to|with|is|leads|manages|heads|lead|manage|head)\s+(?:the|our|my|"
    rf"a)\s+(\S.{{0,50}}?)\s+({_U})\b",
    re.IGNORECASE,
)
_IM_UNIT = re.compile(rf"\b({_GERMAN_UNITS})\s+((?:[A-ZÄÖÜ0-9][\w-]*\s?){{1,4}})", re.IGNORECASE)
_PLACE = re.compile(
    r"^(?:i )?works? (?:in|at|for) (?:the )?(.+)|^(?:ich )?arbeite[t]? (?:in|im|bei|am|für)(?: der| dem|"
    r" den)? (.+)",
    re.IGNORECASE,
)
_SHORT_FOR = re.compile(
    r"^[“\"']?([A-ZÄÖÜ][A-ZÄÖÜ0-9&-]{1,9})[”\"']? (?:stands for|is short for|means|steht für|bedeutet|"
    r"heißt|=|:) (.+)"
)
_LOCATION = re.compile(r"^(?:in|at|on|near|auf|bei|am|im|an)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fact:
    """A slot ("language", "team", "short:QA" …) and what fills it."""

    slot: str
    value: str

    @property
    def located(self) -> bool:
        """Whether the value says where something is, not what it is called."""
        return bool(_LOCATION.match(self.value))


@lru_cache(maxsize=8_192)
def facts(text: str) -> tuple[Fact, ...]:
    """The facts that a note states, wording first; none where it says something else."""
    line = text.split("\n")[0][:MAX_LINE].strip().rstrip(".!")
    stated_facts = [*_wording(line), *_person(line), *_units(line)]
    if match := _SHORT_FOR.match(line):
        stated_facts.append(Fact(f"short:{match[1]}", _trimmed(match[2])))
    return tuple(fact for fact in stated_facts if fact.value and len(fact.value) <= MAX_VALUE)


def contradicts(new: str, old: str) -> bool:
    """Whether two notes of one file fill a slot differently: then the newer one would take the older one's place."""
    new_values = {fact.slot: fact.value.casefold() for fact in facts(new)}
    old_values = {fact.slot: fact.value.casefold() for fact in facts(old)}
    shared = (new_values.keys() & old_values.keys()) - {"role"}  # one can have two roles
    return any(new_values[slot] != old_values[slot] for slot in shared)


def facts_by_slot(notes: list[MemoryNote]) -> dict[str, Fact]:
    """What all the notes say, by slot: what a person says of themselves goes before the organisation's notes, and the later
    note before the earlier."""
    return {slot: fact for slot, (fact, _) in facts_with_notes(notes).items()}


def facts_with_notes(notes: list[MemoryNote]) -> dict[str, tuple[Fact, MemoryNote]]:
    """`facts_by_slot`, each with the note that says it."""
    ordered = [note for which in ("company", "user") for note in notes if note.which == which]
    return {fact.slot: (fact, note) for note in ordered for fact in facts(note.text)}


def _wording(line: str) -> list[Fact]:
    if _NEGATED.search(line):
        return []
    wishes = []
    if match := _LANGUAGE.search(line):
        wishes.append(Fact("language", LANGUAGES[match[1].lower()]))
    filled = set()
    for (slot, value), words in _ADJECTIVES.items():
        pattern = (
            rf"\b(?:{words})\b(?:\W+[\w']+){{0,3}}?\W+{_ANSWERS}\b|"
            rf"\b{_ANSWERS}\b(?: (?:to be|that are|are|in|sollen))* (?:{words})\b|"
            rf"(?:{_ORDERS}|^use\b|^verwende\b)(?:\W+\w+){{0,4}}?\W+(?:in )?(?:{words})(?!\w)|"
            rf"^(?:{words}) (?:antworten|schreiben|erklären)$|^prefers? (?:it |them )?(?:{words})$"
        )
        if slot not in filled and re.search(pattern, line, re.IGNORECASE):
            wishes.append(Fact(slot, value))
            filled.add(slot)
    # "Answer as a table" is about answers, "explain the table" is not.
    lead = (
        ""
        if _WANTS.search(line)
        else r"\b(?:as|in|with|using|use|give|als|mit|verwende|nutze) (?:an? |eine )?"
    )
    shapes = (
        form for form, words in _FORMS.items() if re.search(rf"{lead}\b(?:{words})\b", line, re.IGNORECASE)
    )
    if lead == "" or re.match(
        rf"(?:(?:always|please|bitte|immer|use|give|verwende|nutze)\b|{_ORDERS}|{_ANSWERS}\b)",
        line,
        re.IGNORECASE,
    ):
        wishes += [Fact("form", form) for form in shapes][:1]
    return wishes


def _person(line: str) -> list[Fact]:
    person_facts = []
    if match := _NAME.match(line):
        person_facts.append(Fact("name", _trimmed(match[1])))
    match = _ROLE.match(line)
    if match and (
        match["article"] or not match[0].lower().startswith(("is ", "ist ", "i am ", "i'm ", "ich bin "))
    ):
        value = _trimmed(_ROLE_END.split(match["value"])[0])
        # "Is the QA team" tells of the team; a manager is a role, if not one's own.
        if value and UNITS.get(value.split()[-1].lower(), "boss") == "boss":
            person_facts.append(Fact("role", value))
    return person_facts


def _units(line: str) -> list[Fact]:
    by_slot: dict[str, Fact] = {}
    if match := _UNIT_IS.match(line):
        _put(by_slot, match[1], match[2])
    elif match := _IN_UNIT.search(line):
        _put(by_slot, match[2], match[1])
    elif match := _IM_UNIT.search(line):
        _put(by_slot, match[1], match[2])
    elif match := _PLACE.match(line):
        value = _trimmed(re.split(r"[.,;]| (?:in|at|on|for|and|as|und|als) ", match[1] or match[2])[0])
        if value[:1].isupper():
            by_slot["place"] = Fact("place", value)
    return list(by_slot.values())


def _put(by_slot: dict[str, Fact], noun: str, value: str) -> None:
    slot = UNITS[noun.lower()]
    value = _trimmed(re.split(r"[.;(]|, ", value)[0])
    proper = value[:1].isupper() or any(sign.isupper() or sign.isdigit() for sign in value)
    if proper and value.lower() not in UNITS:
        by_slot[slot] = Fact(slot, value)


def _trimmed(value: str) -> str:
    value = re.sub(r"^(?:the|a|an|das|die|der)\s+", "", value.strip(), flags=re.IGNORECASE)
    return value.strip(" .,;:!“”\"'")
