"""Questions about the person who asks, answered from what memory holds: "what is my name", "who am I", "which team am I in".

Says where it knows it from, and says so where it does not know it. What memory holds comes from outside; no document is looked
into.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.told.told_phrases import said
from ragdesk.answering.understanding.reading import whole_question
from ragdesk.text import lexicon


@dataclass(frozen=True, slots=True)
class PersonQuestion:
    """What is asked of the person: a slot of memory's facts ("name", "role", "team" …), "place", or "all"; `noun` is the
    question's word for it."""

    slot: str
    noun: str
    language: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """What memory holds of what was asked: what fills the slot, "" for nothing; the notes that say it, or that come near; what
    was noticed and waits for the person's word; and whether what is said is noticed at all."""

    value: str
    notes: Sequence[str]
    waiting: Sequence[str]
    notices: bool


def person_question(question: str) -> PersonQuestion | None:
    """The question as one about the person; None where it is none."""
    match = whole_question("person", question)
    if match is None:
        return None
    noun = (match.found.groupdict().get("unit") or "").lower()
    slot = lexicon.table("units").get(noun, "company") if noun else match.name
    return PersonQuestion(slot, noun, match.language)


def tell_person(asked: PersonQuestion, recalled: Recalled) -> str:
    """The answer, in the question's language."""
    language = asked.language
    if recalled.value and asked.slot in ("name", "role"):
        known = said(f"your_{asked.slot}", language, value=recalled.value)
    elif recalled.value and asked.noun:
        known = said(
            "your_unit", language, noun=asked.noun, noun_first=asked.noun.capitalize(), value=recalled.value
        )
    elif recalled.notes:
        known = "\n".join([said("remembered", language), *(f"- {note}" for note in recalled.notes)])
    else:
        return _unknown(asked, recalled)
    return f"{known}\n\n{said('from_memory', language)}"


def _unknown(asked: PersonQuestion, recalled: Recalled) -> str:
    language = asked.language
    if recalled.waiting:
        waiting = "\n".join(f"- {note}" for note in recalled.waiting)
        return f"{said('waiting', language)}\n{waiting}"
    unknown = said("unknown_name" if asked.slot == "name" else "unknown", language)
    return f"{unknown} {said('tell_me' if recalled.notices else 'write_it', language)}"
