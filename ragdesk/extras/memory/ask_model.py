"""Asking the model about what the patterns did not catch: does a clause tell what is usual, or what happened once?

The model says one of two words; the note is the clause itself, so nothing can come into memory that the person did not write.
The clauses come from `statements`: no question, quotation or secret reaches the model. Its word is worth a proposal, no more.
"""

import re
from collections.abc import Iterator

from ragdesk.domain.memory import MemoryName, Noticed
from ragdesk.domain.ports import Cancelled, LanguageModel, Prompt
from ragdesk.extras.memory.calibration import MODEL
from ragdesk.extras.memory.notice import caught
from ragdesk.extras.memory.statements import statements
from ragdesk.text import lexicon

MAX_CLAUSES = 2
SYSTEM = "Say whether the sentence tells what is usual (habit, duty, place, tool) or what happened once."
EXAMPLES = (
    ("I spend most of my day with suppliers", "usual"),
    ("I closed the door of my cabinet", "once"),
    ("everything at our place runs on SAP", "usual"),
    ("my screen is black", "once"),
    ("most pumps in hall 3 are mine to look after", "usual"),
    ("our last test failed", "once"),
    ("Bei uns kontrolliert die Nachtschicht", "usual"),
)
GRAMMAR = 'root ::= "usual" | "once"'
_WE_WORDS = lexicon.alternatives("first_person_plural")
_WE = re.compile(rf"\b(?:{_WE_WORDS})\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(rf"\b(?:{lexicon.alternatives('first_person')}|{_WE_WORDS})\b", re.IGNORECASE)
# Wishes and troubles of the day: asking about each of them would only cost time.
_OF_THE_DAY = re.compile(rf"\b(?:{lexicon.alternatives('of_the_day')})\b", re.IGNORECASE)


def candidates(message: str) -> list[str]:
    """The clauses of a message that may tell of the person and that no pattern caught."""
    return [
        clause.text
        for clause in statements(message)
        if _FIRST_PERSON.search(clause.text)
        and not _OF_THE_DAY.search(clause.text)
        and len(clause.text.split()) > 3
        and not caught(clause)
    ][:MAX_CLAUSES]


def ask(clauses: list[str], model: LanguageModel, cancelled: Cancelled) -> Iterator[Noticed]:
    """The clauses that the model takes for usual; nothing more once `cancelled` is true.

    Raises:
        ModelError.
    """
    for clause in clauses:
        answer = "".join(model.stream(_prompt(clause), cancelled)).strip(" .\n").lower()
        if cancelled():
            return
        if answer == "usual":
            which: MemoryName = "company" if _WE.search(clause) else "user"
            yield Noticed(which, f"{clause[:1].upper()}{clause[1:].rstrip('.')}.", MODEL)


def _prompt(clause: str) -> Prompt:
    examples = [pair for text, word in EXAMPLES for pair in (("user", text), ("assistant", word))]
    messages = (("system", SYSTEM), *examples, ("user", clause))
    return Prompt(messages=messages, max_tokens=3, grammar=GRAMMAR)  # type: ignore[arg-type]
