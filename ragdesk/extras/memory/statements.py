"""What a person states in a message, in their own words: the clauses that may hold a fact about them.

    message → without quotations → sentences → clauses → without questions, suppositions, denials, hearsay, secrets

Rules, no model; English and German, with the commonest words of French and Spanish. What is doubtful is left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragdesk.extras.memory.secrets import private
from ragdesk.text import lexicon
from ragdesk.text.sentences import sentences

# A longer message is a pasted text: only what stands before its first blank line can be the person's own.
OWN_CHARS = 1_000
MAX_CLAUSE = 240
_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|^[ \t]*>.*$|“[^”]*(?:”|\Z)|„[^“”]*(?:[“”]|\Z)|«[^»]*(?:»|\Z)|\"[^\"]*(?:\"|\Z)|"
    r"(?<!\w)'[^'\n]*'(?!\w)|‘[^’\n]*’(?!\w)",
    re.DOTALL | re.MULTILINE,
)
# "Translate this: …", "the mail says: …": what follows is somebody's text.
_HANDED = re.compile(rf"\b(?:{lexicon.alternatives('handed_over')})\b[^.!?\n]*:(?=\s)", re.IGNORECASE)
_FILLER = re.compile(rf"^(?:(?:{lexicon.alternatives('fillers')})\b[\s,:–-]*)+", re.IGNORECASE)
_REMEMBER = re.compile(
    r"^(?:please |bitte |kindly )*(?:(?:remember|memori[sz]e|keep in mind|don't forget|"
    r"do not forget)(?:,? that\b|:| this:)\s*|"
    r"(?:remember|note(?: that|:))\s+(?=I\b|my\b|we\b|our\b)|(?:merke?|notiere?) dir(?:,? dass\b|:|"
    r" bitte[,:]?(?: dass)?)?\s*|"
    r"(?:denk daran|vergiss nicht|beachte|behalte)(?:,? dass\b|:)\s*)",
    re.IGNORECASE,
)
_OPENER = (
    r"(?:I|I'm|we|my|our|you|please|what|how|who|whom|whose|which|when|where|why|is|are|do|does|did|can|"
    r"could|may|must|should|shall|"
    r"will|would|tell|show|give|find|list|explain|ich|wir|mein\w*|unser\w*|wie|was|wer|wen|wem|wo|wann|"
    r"warum|welche\w*|muss|darf|"
    r"kann|ist|sind|gibt|bitte|zeig|nenne?|sag)"
)
_CLAUSE_END = re.compile(
    rf"\s*[;–]\s*(?:and |but |so |und |aber )?|\s+-\s+|,\s*(?:and |but |so |und |aber )?(?={_OPENER}\b)|"
    r"\s+(?:and|but|so|und|aber)\s+(?=(?:I|I'm|we|my|our|please|ich|wir|mein\w*|unser\w*|bitte|what|how|"
    r"who|which|when|where|wie|was|wer|wo|wann)\b)",
    re.IGNORECASE,
)
# "Could you always …?" is an order.
_STANDING = re.compile(
    r"^(?:could|can|would|will) you (?=.*\b(?:always|from now on)\b)|^(?:kannst|könntest) du (?=.*\bimmer\b)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"^(?:right|correct|yes|no|am I not|aren't (?:I|we)|isn't (?:it|that)|don't (?:I|we)|oder|nicht wahr|"
    r"stimmt'?s|ja|n'est-ce pas|verdad)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(rf"\b(?:{lexicon.alternatives('supposed')})\b", re.IGNORECASE)
# What follows is a play, to the end of the message.
_PLAYED = re.compile(rf"\b(?:{lexicon.alternatives('played')})\b", re.IGNORECASE)
_HEARSAY = re.compile(rf"\b(?:{lexicon.alternatives('hearsay')})\b", re.IGNORECASE)
_DENIED = re.compile(rf"\b(?:{lexicon.alternatives('denied')})\b|n['’]t\b|^no\b", re.IGNORECASE)
_WISH = re.compile(
    r"\b(I|we)(?:'d| would) (?:much |rather |really )*(prefer|like|want|have)\b", re.IGNORECASE
)
_WISH_DE = re.compile(
    r"\bich (?:hätte|möchte|mag|will|wünsche mir) (?:bitte |gern\w* |lieber )*", re.IGNORECASE
)
_POLITE = re.compile(
    r",? ?\b(?:if possible|if you can|please|wenn möglich|wenn es geht|bitte|s'il te plaît|por favor)\b,?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement of a message, with what stood before it in its sentence.

    `asked`: the person asked to remember it. `alone`: the message asks nothing besides.
    """

    text: str
    before: str
    asked: bool
    alone: bool


def statements(message: str) -> Iterator[Clause]:
    """The clauses of a message in which the person states something in their own words: no questions, suppositions, negations,
    quotations, hearsay; none of a sentence that holds something private."""
    own_text = _own_text(message)
    own_sentences = [own_text[start:end] for start, end in sentences(own_text)]
    alone = not any(sentence.endswith("?") for sentence in own_sentences)
    for sentence in own_sentences:
        if _PLAYED.search(sentence):
            return
        if private(sentence) is not None:
            continue
        if _STANDING.match(sentence):
            sentence = _STANDING.sub("", sentence).rstrip("? ")
        asked = bool(_REMEMBER.match(_FILLER.sub("", sentence)))
        text = _unfolded(_REMEMBER.sub("", _FILLER.sub("", sentence))) if asked else sentence
        clauses = [clause for clause in _CLAUSE_END.split(text) if clause.strip()]
        if sentence.endswith("?"):
            clauses = [] if not clauses or _TAG.match(clauses[-1]) else clauses[:-1]
        before = ""
        for clause in clauses:
            plain = _plain(clause)
            if len(plain) <= MAX_CLAUSE and not _unfit(f"{before} {plain}", plain):
                yield Clause(plain, before, asked, alone)
            before = f"{before} {plain}"


def _own_text(message: str) -> str:
    """The message without what it quotes or hands over."""
    if len(message) > OWN_CHARS:
        message = message.split("\n\n", 1)[0][:OWN_CHARS]
    message = message.replace("’", "'") if "‘" not in message else message
    message = _QUOTED.sub(" ", message)
    handed = _HANDED.search(message)
    return message[: handed.start()] if handed else message


def _unfolded(clause: str) -> str:
    """German puts the verb last after "dass": "ich im Lager arbeite" is "ich arbeite im Lager"."""
    return re.sub(
        r"^(ich|wir) (.+) (arbeite|arbeiten|bin|sind|leite|nutzen|verwenden|heiße)(?=[.!]?$)",
        r"\1 \3 \2",
        clause,
    )


def _plain(clause: str) -> str:
    clause = _FILLER.sub("", " ".join(clause.split())).strip(" ,")
    clause = _WISH_DE.sub("ich will ", _WISH.sub(r"\1 \2", clause))
    return _POLITE.sub("", clause).strip(" ,").rstrip(".!… ")


def _unfit(until: str, clause: str) -> bool:
    return bool(_SUPPOSED.search(until) or _HEARSAY.search(until) or _DENIED.search(clause))
