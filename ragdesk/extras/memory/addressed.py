"""A note as it is told to the person whom it is about: "Is the purchasing manager" is kept, "You are the purchasing manager" is
said. Notes that a person wrote in words of their own stay as they are."""

from functools import cache

from ragdesk.domain.memory import MemoryName
from ragdesk.extras.memory.vocabulary import VERBS
from ragdesk.text import lexicon

# A note's first words, and how the person and their organisation are told them; the verb of an organisation stays as it is.
_TOLD = {
    "Is called": "Your name is",
    "Is": "You are",
    "Has": "You have",
    "Role:": "Your role:",
    "Prefers": "You prefer",
    "Likes": "You like",
    "Wants": "You want",
    "Speaks": "You speak",
    "Reports": "You report",
    "Belongs": "You belong",
    "Heißt": "Sie heißen",
    "Ist": "Sie sind",
    "Hat": "Sie haben",
    "Bevorzugt": "Sie bevorzugen",
    "Leitet": "Sie leiten",
    "Führt": "Sie führen",
    "Arbeitet": "Sie arbeiten",
}


def addressed(text: str, which: MemoryName) -> str:
    """The note, said to the person."""
    for first, told in _told_by_verb().items():
        if text.startswith(f"{first} "):
            rest = text[len(first) :]
            if which == "user":
                return f"{told}{rest}"
            if first not in ("Is called", "Role:", "Heißt"):
                whose = "Ihre Organisation" if told.startswith("Sie ") else "Your organisation"
                return f"{whose} {first[0].lower()}{first[1:]}{rest}"
    return text


@cache
def _told_by_verb() -> dict[str, str]:
    """`_TOLD`, and the verbs of the lexicons in the third person ("works": "work")."""
    regular: dict[str, str] = {}
    for first_person, third_person in VERBS.items():
        german = third_person in _german_verbs()
        first = third_person.capitalize()
        told = (
            f"Sie {first_person if first_person.endswith('n') else first_person + 'n'}"
            if german
            else f"You {first_person}"
        )
        regular.setdefault(first, told)
    return {**_TOLD, **{first: told for first, told in regular.items() if first not in _TOLD}}


@cache
def _german_verbs() -> frozenset[str]:
    lines = lexicon.sections("de")["verbs"].splitlines()
    return frozenset(line.split(":", 1)[0] for line in lines)
