"""What an overview is asked for: the subject alone or the main points, of which documents, and under which word."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ragdesk.answering.understanding.reading import CLAUSE_END, languages_for, plain
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words

_ABOUT = r"(?:on|about|over|regarding|zu[mr]?|über|vo[mn])\b"

# What a person says of themselves behind it: "the gist of the handbook, I start on Monday".
_ASIDE = re.compile(r"[,;.!?–-] (?:because )?(?:i|we|ich|wir)(?:['’]\w+)? [^,;:]+$", re.IGNORECASE)
# Whom it is for: "for someone who couldn't come". "For people who keep dogs" is a topic.
_ABSENT = (
    r"(?:,? (?:who|der|die) (?:(?:could|can|was|were|did|has|have|is|are)(?:n't| not)|missed|nicht)\b.*)"
)
_FOR_WHOM = re.compile(
    rf",? (?:for|für) (?:(?:(?:some|any|every)(?:one|body)|them|me|us|a friend|jemanden?|mich|uns){_ABSENT}?"
    rf"|(?:\w+ ){{0,2}}\w+{_ABSENT})$",
    re.IGNORECASE,
)
_TOPIC = re.compile(rf"\b{_ABOUT} \S", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """`subject`: what it is about is enough. `aspect` is the name of a rule ("risks"), "" for none. `words` are the stems of the
    question that name a document or a topic, `called` those of what documents are called ("the lease"). `part`: it asks for a
    part of a document that is about something ("the bit on the fees"), `topic`: what it says on something, `message`: a message
    without what is attached to it."""

    subject: bool
    aspect: str
    words: tuple[str, ...]
    called: tuple[str, ...]
    part: bool = False
    topic: bool = False
    message: bool = False


def wanted(question: str) -> Wanted:
    """The question, read by the lexicons' rules."""
    whole = _FOR_WHOM.sub("", _ASIDE.sub("", plain(question)))
    text = re.sub(rf"\b(?:{lexicon.alternatives('message_alone')})", _called_so, whole, flags=re.IGNORECASE)
    subject = re.search(rf"(?:{lexicon.alternatives('asks_subject')})", text, re.IGNORECASE) is not None
    aspect, rest = _aspect(text)
    common, called = _stems("overview_words") | _stems("courtesies"), _stems("document_words")
    words = [word for word in dict.fromkeys(content_words(rest)) if word not in common]
    return Wanted(
        subject,
        aspect,
        tuple(word for word in words if word not in called),
        tuple(word for word in words if word in called),
        part=re.search(rf"\b(?:{lexicon.alternatives('section_words')}) {_ABOUT}", text, re.IGNORECASE)
        is not None,
        topic=any(not _names_document(text[: match.start()]) for match in _TOPIC.finditer(text)),
        message=text != whole,
    )


def bare(question: str, titled: Collection[str], told: Collection[str]) -> str:
    """What the question asks to look for: without clauses that only ask for an overview, and without what only says of which
    document: stems of its title, and names among those of what the whole document tells. "How can the contract with Brook end?
    Short overview please" is "how can the contract with end"."""
    common = _stems("overview_words") | _stems("courtesies")
    clauses = [clause for clause in CLAUSE_END.split(plain(question)) if set(content_words(clause)) - common]

    def names_it(word: str) -> bool:
        stems = set(content_words(word))
        return bool(stems) and (stems <= set(titled) or (word[:1].isupper() and stems <= set(told)))

    return " ".join(word for word in " ".join(clauses).split() if not names_it(word)) or question


def _called_so(match: re.Match[str]) -> str:
    """Of "the mail itself" the mail."""
    called = _stems("document_words")
    return " ".join(word for word in match[0].split() if called.intersection(content_words(word)))


def _names_document(before: str) -> bool:
    """Whether what it is about tells which document is meant: "the leaflet on the operation", not "what it says on the rent"."""
    return not _stems("document_words").isdisjoint(content_words(" ".join(before.split()[-1:])))


def _stems(name: lexicon.WordList) -> set[str]:
    return set(content_words(" ".join(lexicon.words(name))))


def _aspect(text: str) -> tuple[str, str]:
    """The first aspect that the text names, and the text without its words."""
    found = (
        (match.start(), name, expression)
        for language in languages_for(text)
        for name, expression in lexicon.rules("aspect_words", language)
        if (match := _whole(expression).search(text))
    )
    first = min(found, key=lambda each: each[0], default=None)
    return (first[1], _whole(first[2]).sub(" ", text)) if first else ("", text)


def named_aspect(heading: str) -> str:
    """The aspect that a heading names, "" for none."""
    return _aspect(heading)[0]


def only_aspect(heading: str) -> str:
    """The aspect that a heading names where it says nothing else, "" for others: "Main findings", not "Passing of risk"."""
    aspect, rest = _aspect(heading)
    left = {word for word in content_words(rest) if not word.isdigit()}
    return aspect if left <= _stems("overview_words") | _stems("document_words") else ""


def carries_plainly(aspect: str, text: str) -> bool:
    """Whether a sentence says it as plainly as can be: "the tenant shall"."""
    return _is_worded((f"plain {aspect}",), text)


def carries(aspect: str, text: str) -> bool:
    """Whether a sentence is worded as one about the aspect, plainly or not."""
    return _is_worded((aspect, f"plain {aspect}"), text)


def _is_worded(rules: Sequence[str], text: str) -> bool:
    return any(
        _whole(expression).search(text)
        for language in lexicon.languages()
        for name, expression in lexicon.rules("aspect_wordings", language)
        if name in rules
    )


def _whole(expression: re.Pattern[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{expression.pattern})(?!\w)", re.IGNORECASE)
