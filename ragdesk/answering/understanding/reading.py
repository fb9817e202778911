"""Reading a message by the rules of the lexicons: what it is plainly worded as, in which language. No model is called.

A message that no rule knows is a question of the documents: whoever reads here answers None, and a search follows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from ragdesk.text import lexicon
from ragdesk.text.language import of_question

# A longer message is no question of the app itself; its kind is read from its beginning.
MOST_CHARS = 300
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'"})
# Written without its apostrophe; "wont" and "cant" are hardly ever the other words.
_NOT_LEFT = re.compile(
    r"\b(ca|do|does|did|is|are|was|were|wo|would|should|could|must|has|have|had|need)nt\b", re.IGNORECASE
)
_IS_LEFT = re.compile(r"\b(what|where|who|how|when|that|there)s\b", re.IGNORECASE)
# Pictures of faces and hands say thanks or nothing.
_PICTURES = re.compile("[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]|(?<!\\w)[:;]-?[)(D](?!\\w)")


# Where a clause of a question ends.
CLAUSE_END = re.compile(r"(?<=[.:;?!,])\s+|\s+[-–—]\s+")


def forms(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Ways to word a question, in the order in which they are tried, without regard to case."""
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Worded:
    """A text that is worded as one rule of a list says: the rule's name, its language, and what its expression found."""

    name: str
    language: str
    found: re.Match[str]


@cache
def ruled_languages() -> tuple[str, ...]:
    """The languages that have rules; English first."""
    ruled = [language for language in lexicon.languages() if lexicon.rules("kinds", language)]
    return tuple(sorted(ruled, key=lambda language: language != "en"))


def languages_for(question: str) -> tuple[str, ...]:
    """The languages that have rules, that of the question first."""
    own = of_question(question)
    return tuple(sorted(ruled_languages(), key=lambda language: language != own))


def plain(message: str) -> str:
    """The message as rules are written: on one line, with its apostrophes, without pictures and without a mark at its end."""
    text = " ".join(_PICTURES.sub(" ", with_apostrophes(message.translate(_APOSTROPHES))).split())
    return text.strip(" ?!.…,;:-–")


def with_apostrophes(text: str) -> str:
    """The text with the apostrophes that people in a hurry leave out: "what mustnt I pack", "whats due"."""
    return _IS_LEFT.sub(r"\1's", _NOT_LEFT.sub(r"\1n't", text))


def has_pictures(message: str) -> bool:
    """Whether there is a face, a hand or the like in it."""
    return _PICTURES.search(message) is not None


def without_opening(text: str, language: str) -> str:
    """A plain text without what stands before the question and asks nothing: "Hello, could you tell me …"."""
    opening = lexicon.openings(language)
    while (match := opening.match(text)) and match.end() and (rest := text[match.end() :].lstrip(" ,.:;-–")):
        text = rest
    return text


def worded(name: lexicon.RuleList, text: str, languages: Sequence[str]) -> Iterator[Worded]:
    """The rules of a list that the whole text is worded as, language by language."""
    for language in languages:
        for rule, expression in lexicon.rules(name, language):
            if found := expression.fullmatch(text):
                yield Worded(rule, language, found)


# A question is read when it comes, when it is understood, and again as a turn before later ones.
@lru_cache(maxsize=256)
def whole_question(name: lexicon.RuleList, question: str) -> Worded | None:
    """The first rule of a list that the question is worded as, with or without what stands before it."""
    text, languages = plain(question), languages_for(question)
    if len(text) > MOST_CHARS:
        return None
    for language in languages:
        for form in dict.fromkeys((text, without_opening(text, language))):
            if (match := next(worded(name, form, (language,)), None)) is not None:
                return match
    return None
