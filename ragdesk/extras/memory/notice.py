"""Noticing, in what a person wrote, what they say about themselves and their organisation. Patterns, no model; no files.

Only the person's own words come here: never a document's, never an answer's. A person can always write a note by hand, so
what is doubtful is left out (see `statements`), and what may hold for the moment alone gets a low score (see `patterns`).
"""

import re
from collections.abc import Iterator

from ragdesk.domain.memory import MemoryName, Noticed
from ragdesk.extras.memory.calibration import ASKED, DONE, ONCE, PASSING_PENALTY, PLACED
from ragdesk.extras.memory.facts import WORDING, Fact, facts
from ragdesk.extras.memory.patterns import PATTERNS
from ragdesk.extras.memory.secrets import private
from ragdesk.extras.memory.statements import Clause, statements
from ragdesk.text import lexicon

MAX_NOTE_WORDS = 24
_ALWAYS = re.compile(rf"\b(?:{lexicon.alternatives('always')})\b[, ]*", re.IGNORECASE)
_PASSES = re.compile(rf"\b(?:{lexicon.alternatives('passing')})\b", re.IGNORECASE)
# An order about the answers, or a wish about them; what it says is read by `facts`.
_ORDER = re.compile(
    r"^(?:I (?:like|want|need|prefer|have)|ich will|answer|reply|respond|write|explain|keep|be|use|give|"
    r"antworten?|antworte|erkläre?|schreibe?|"
    r"halte?|fasse?|verwende|nutze|réponds|répondez|responde|\w+ (?:antworten|schreiben|erklären)$)\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"\b(?:an?|the|eine?n?|one) (?:\w+ ){0,3}(?:answer|reply|response|summary|explanation|table|list|"
    r"antwort|zusammenfassung|tabelle)\b",
    re.IGNORECASE,
)
_CANONICAL = {
    ("length", "short"): "Prefers short answers.",
    ("length", "long"): "Prefers detailed answers.",
    ("tone", "formal"): "Prefers formal answers.",
    ("tone", "informal"): "Prefers friendly answers.",
    ("tone", "plain"): "Prefers answers in plain words.",
    ("tone", "technical"): "Prefers answers in technical terms.",
    ("form", "bullets"): "Prefers answers as bullet points.",
    ("form", "steps"): "Prefers answers as numbered steps.",
    ("form", "table"): "Prefers answers as tables.",
    ("form", "prose"): "Prefers answers in full sentences.",
}


def notice(message: str) -> list[Noticed]:
    """What is worth remembering in a message, each thing once, in the order said. Nothing private, and nothing of a sentence
    in which something private stands."""
    notes: dict[str, Noticed] = {}
    for clause in statements(message):
        for note in _read(clause):
            if private(note.text) is None:
                notes.setdefault(note.text.casefold(), note)
    return list(notes.values())


def caught(clause: Clause) -> bool:
    """Whether a pattern fits the clause."""
    return next(_read(clause), None) is not None


def _read(clause: Clause) -> Iterator[Noticed]:
    """What the clause says: an order about answers, or what the first pattern that fits makes of it; a thing that was to be
    remembered and fits none is kept as it stands."""
    always = bool(_ALWAYS.search(clause.text))
    text = _ALWAYS.sub("", clause.text).strip(" ,") if always else clause.text
    wishes = [fact for fact in facts(_as_note(text)) if fact.slot in WORDING] if _ORDER.match(text) else []
    if wishes:
        yield from (_noticed("user", _said(fact), _wished(clause, always), clause) for fact in wishes)
        return
    made = False
    for pattern in PATTERNS:
        match = pattern.regex.match(text)
        words = pattern.make(match) if match else None
        if words and len(words.split()) <= MAX_NOTE_WORDS:
            made = True
            yield _noticed(pattern.which, f"{words.rstrip(' .,')}.", pattern.confidence, clause)
            if not pattern.goes_on and (pattern.confidence != ONCE or pattern.which == "user"):
                return
    if clause.asked and not made and len(text.split()) <= MAX_NOTE_WORDS and len(text.split()) > 2:
        about_person = re.search(r"\b(?:I|I'm|my|me|ich|mein\w*|mir|mich)\b", text)
        yield _noticed("user" if about_person else "company", f"{text[:1].upper()}{text[1:]}.", ASKED, clause)


def _noticed(which: MemoryName, words: str, confidence: float, clause: Clause) -> Noticed:
    if clause.asked:
        confidence = ASKED
    elif _PASSES.search(clause.text):
        confidence -= PASSING_PENALTY
    return Noticed(which, words, round(confidence, 2))


def _wished(clause: Clause, always: bool) -> float:
    """How sure it is that a wish about answers holds for more than this one."""
    if always:
        return ASKED
    if clause.text.lower().startswith(("i prefer", "i like")):
        return PLACED
    return ONCE if not clause.alone or _PLURAL.search(clause.text) else DONE


def _as_note(text: str) -> str:
    return re.sub(r"^(?:I (?:like|want|need|prefer|have)|ich will)\b", "Prefers", text, flags=re.IGNORECASE)


def _said(fact: Fact) -> str:
    if fact.slot == "language":
        return f"Prefers answers in {fact.value}."
    return _CANONICAL[fact.slot, fact.value]
