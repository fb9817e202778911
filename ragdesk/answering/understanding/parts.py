"""A question that asks for several things in one: the language model takes it apart, so that each has its own evidence.

"How far ahead do I cancel at the kennels, and by when at the hotel?" has no form that rules know. What the model makes of it is
only taken where its parts say what the question says, and nothing else; they are answered as the sides of a comparison.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.understanding.compare import differing
from ragdesk.answering.understanding.written_lines import MOST_NAME_WORDS, Example, written_lines
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import ComparisonSide, Query
from ragdesk.text.tokens import content_words

MOST = 4

_WH = r"(?:what|which|who|whose|when|where|how|why|was|welche[rsnm]?|wer|wessen|wann|wo|wie|warum)"
_BEFORE = r"(?:by |from |since |until |at |in |bis |ab |seit )?"
# A second question with a subject of its own; "and when do they start" has none.
_DOES = r"(?:do|does|did|is|are|was|were|can|must|will|hat|ist|sind|muss|kann)"
_SUBJECT_BEFORE = r"(?:they|it|he|she|that|this|sie|er|es|das)"
_SECOND = re.compile(
    rf"(?:[,:;?] |,? (?:and|but|or|und|aber|oder),? ){_BEFORE}{_WH} (?!(?:\w+ )?(?:{_DOES} )?{_SUBJECT_BEFORE}\b)\w"
    # "…, and can the dog come?"
    rf"|[,;?] (?:and |und )?{_DOES} (?!{_SUBJECT_BEFORE}\b)(?:the|my|our|a|der|die|das|mein\w*|unser\w*|ein\w*) \w",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each(?! (?:other|side|party|one|time|year|quarter|month|week|day|hour|person)\b)|respectively|jeweils)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"^(?:(?:in|on|for|at|of|with|under|if|bei|beim|für|im|in|mit|wenn) )?(?:(?:the|an?|der|die|das|dem|den) )?",
    re.IGNORECASE,
)

_LABEL = re.compile(r"[^:?]{3,60}: +")

_SYSTEM = (
    "You split questions. Write the single questions that have to be looked up, one on a line, each complete by itself. "
    "Do not answer."
)
_EXAMPLES: tuple[Example, ...] = (
    (
        "Which hotel charges more for breakfast, the Astoria or the Lindner?",
        "How much does the Astoria charge for breakfast?\nHow much does the Lindner charge for breakfast?",
    ),
    (
        "pump manual: how long is the warranty on the motor compared to the seals",
        "How long is the warranty on the motor in the pump manual?\n"
        "How long is the warranty on the seals in the pump manual?",
    ),
    ("Was darf ich im Saal, und was in der Küche?", "Was darf ich im Saal?\nWas darf ich in der Küche?"),
    (
        "what do I pay if I leave in May, and what if I stay until July",
        "What do I pay if I leave in May?\nWhat do I pay if I stay until July?",
    ),
)


def in_parts(query: Query, model: LanguageModel, cancelled: Cancelled) -> Query:
    """The question with its parts as sides, where it asks for several things that no rule has found; else as it is, and where the
    model fails: what was found is shown before anybody learns of that."""
    if query.sides or query.kind not in ("lookup", "compare") or not asks_several(query.standalone):
        return query
    about, question = _about(query.standalone)
    parts = written_lines(_SYSTEM, _EXAMPLES, question, model, cancelled)
    if cancelled() or not _are_of(question, parts):
        return query
    named = zip(_names(parts), parts, strict=True)
    sides = tuple(ComparisonSide(name, f"{about}{text}") for name, text in named)
    return replace(query, kind="compare", sides=sides)


def _about(question: str) -> tuple[str, str]:
    """What stands before a colon and goes with every part ("Cancelling: "), and the rest."""
    label = _LABEL.match(question)
    return (label[0], question[label.end() :]) if label else ("", question)


def asks_several(question: str) -> bool:
    """Whether a second question with a subject of its own follows on the first, or something is asked of each."""
    asked = re.match(rf"(?:.*?[,:;] )?{_BEFORE}{_WH}\b", question, re.IGNORECASE)
    if asked is None:
        return False
    # "Where and when is it" asks one thing.
    rest = re.sub(
        rf"^,? (?:and|or|und|oder) {_BEFORE}{_WH}\b", "", question[asked.end() :], flags=re.IGNORECASE
    )
    return any(_says_something(rest[match.end() - 1 :]) for match in _SECOND.finditer(rest)) or bool(
        _EACH.search(question)
    )


def _says_something(text: str) -> bool:
    return bool(content_words(text))


def _are_of(question: str, parts: Sequence[str]) -> bool:
    """Whether the parts say what the question says: each with one word of its own at most, and together all but a fifth."""
    if not 2 <= len(parts) <= MOST or len(set(parts)) < len(parts):
        return False
    asked = set(content_words(question))
    said = [set(content_words(part)) for part in parts]
    own = all(len(each) > 1 and len(each - asked) <= 1 for each in said)
    left = asked - set().union(*said)
    return own and len(left) <= max(1, len(asked) // 5)


def _names(parts: Sequence[str]) -> list[str]:
    """Each part by what the others do not say: "the kennels" of "how long ahead at the kennels". Parts that only begin with
    the same word ask for different things, and go by their whole words."""
    split, begin, end = differing(parts)
    names = [_PLACE.sub("", " ".join(words[begin : len(words) - end])) for words in split]
    short = begin > 1 and all(content_words(name) and len(name.split()) <= MOST_NAME_WORDS for name in names)
    return names if short else [part.rstrip("? ") for part in parts]
