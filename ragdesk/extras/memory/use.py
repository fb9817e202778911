"""What memory does for a question: a line on wording for the prompt, and names for "my team" and the like. Pure functions.

Nothing here is evidence. The wording is made of the fixed words below, so no note can give the model an order of its own.
"""

import re
from collections.abc import Mapping, Sequence

from ragdesk.domain.memory import MemoryNote
from ragdesk.extras.memory.facts import Fact, facts_by_slot, facts_with_notes
from ragdesk.extras.memory.vocabulary import ROLE_WORDS, UNITS

_PHRASES = {
    ("length", "short"): "briefly",
    ("length", "long"): "in detail",
    ("tone", "formal"): "in a formal tone",
    ("tone", "informal"): "in a friendly tone",
    ("tone", "plain"): "in plain words",
    ("tone", "technical"): "in technical terms",
    ("form", "bullets"): "as bullet points",
    ("form", "steps"): "as numbered steps",
    ("form", "table"): "as a table",
    ("form", "prose"): "in full sentences",
}
_STYLE = ("language", "length", "tone", "form")
_MY = r"(?P<my>my|our|mein(?:e[rsnm]?)?|unser(?:e[rsnm]?)?|unsre[rsnm]?)"
_NOUN = "|".join(sorted({*UNITS, *ROLE_WORDS}, key=len, reverse=True))
_UNIT = re.compile(rf"\b{_MY}\s+(?P<noun>{_NOUN})(?![\w-])", re.IGNORECASE)


def wording(notes: Sequence[MemoryNote]) -> str:
    """How the person likes answers, as an order to the model: "Answer in German, briefly."; "" where no note says. At most
    one phrase each for language, length, tone and form: about 20 tokens."""
    by_slot = facts_by_slot(list(notes))
    phrases = [f"in {by_slot['language'].value}"] if "language" in by_slot else []
    for slot in _STYLE[1:]:
        if slot in by_slot:
            phrases.append(_PHRASES[slot, by_slot[slot].value])
    return f"Answer {', '.join(phrases)}." if phrases else ""


def resolve(question: str, notes: Sequence[MemoryNote]) -> str:
    """The question with what the notes name in place of "my team", "our plant", "my role", and short forms written out;
    what no note names stays as it is."""
    return _resolved(question, facts_by_slot(list(notes)))


def used(questions: Sequence[str], notes: Sequence[MemoryNote]) -> tuple[str, ...]:
    """The ids of the notes without which `wording`, or `resolve` of one of the questions, would say something else."""
    sources = facts_with_notes(list(notes))
    by_slot = {slot: fact for slot, (fact, _) in sources.items()}

    def counts(slot: str) -> bool:
        others = {other: fact for other, fact in by_slot.items() if other != slot}
        return slot in _STYLE or any(
            _resolved(text, by_slot) != _resolved(text, others) for text in questions
        )

    return tuple(dict.fromkeys(note.id for slot, (_, note) in sources.items() if counts(slot)))


def _resolved(question: str, facts: Mapping[str, Fact]) -> str:
    by_slot = dict(facts)
    if "place" in by_slot:  # "Works in Quality Assurance": that is the team, unless a note says otherwise
        for slot in ("team", "department"):
            by_slot.setdefault(slot, by_slot["place"])
    named = _UNIT.sub(lambda match: _named(match, by_slot), question)
    return _spelled_out(named, by_slot)


def _named(match: re.Match[str], by_slot: dict[str, Fact]) -> str:
    possessive, noun = match["my"], match["noun"]
    slot = "role" if noun.lower() in ROLE_WORDS else UNITS[noun.lower()]
    fact = by_slot.get(slot)
    if fact is None:
        return match[0]
    english = possessive.lower() in ("my", "our")
    phrase = _english(possessive, noun, slot, fact) if english else _german(possessive, noun, slot, fact)
    return phrase[0].upper() + phrase[1:] if possessive[0].isupper() and slot != "company" else phrase


def _english(possessive: str, noun: str, slot: str, fact: Fact) -> str:
    if slot == "role":
        return f"the {noun} of {fact.value}"
    if slot == "boss":
        return f"{possessive} {noun} {fact.value}"
    if fact.located:
        return f"the {noun} {fact.value}"
    if slot == "company":
        return fact.value
    return f"the {fact.value}" if noun.lower() in fact.value.lower().split() else f"the {fact.value} {noun}"


def _german(possessive: str, noun: str, slot: str, fact: Fact) -> str:
    """No article: it would have to be declined. "in meinem Team" becomes "in Team Verpackung"."""
    if slot == "company" and not fact.located:
        return fact.value
    return f"{possessive} {noun} {fact.value}" if slot in ("role", "boss") else f"{noun} {fact.value}"


def _spelled_out(question: str, by_slot: dict[str, Fact]) -> str:
    for slot, fact in by_slot.items():
        short = slot.removeprefix("short:")
        if short == slot or fact.value.lower() in question.lower():
            continue
        question = re.sub(
            rf"(?<![\w-]){re.escape(short)}(?![\w-])",
            lambda match, meaning=fact.value: f"{match[0]} ({meaning})",  # type: ignore[misc]
            question,
            count=1,
        )
    return question
