"""A question that compares, asked of each side alone: the language model writes these questions.

"Repairs: was the van or the truck dearer?" has no form that rules know, and what rules make of "who gets more leave, nurses or
drivers?" is no English. What the model writes is only taken where its questions are the same but for the side that each names,
compare nothing themselves, and say what the question says.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.understanding.compare import MOST, differing
from ragdesk.answering.understanding.written_lines import MOST_NAME_WORDS, Example, written_lines
from ragdesk.answering.understanding.years import with_years
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import ComparisonSide, Query
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words, number_of, words

# A name of one or two characters says nothing without the word before it.
SHORT = 2
# What a question about one side may say that the comparison does not: "cost" for "cheaper".
MOST_ADDED = 1
_KINDS = ("lookup", "compare", "yesno", "list")

# "More than 2,000 euros" and "older than twelve" compare no two things.
_LINK = re.compile(
    r"\b(?:or|versus|vs|and|oder|und|gegen|compared)\b|\b(?:than|als)\b(?! [€$£]? ?\d)(?= (\w+))",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:(?:in|on|for|at|of|with|under|by|bei|beim|für|im|mit|am) )?(?:(?:the|an?|my|our|der|die|das|dem|den|eine?) )?",
    re.IGNORECASE,
)
# "When is it due for shops versus flats?" has no comparative; what differs between two things is asked by no such word.
_VERSUS = re.compile(
    r"\b(?:how|when|what|which|who|where|wie|wann|was|welche\w*|wer|wo)\b.+\b(?:vs|versus|gegenüber|compared (?:to|with))\b"
    r"|\b(?:vs|versus)\b.+\b(?:how|when|which|who|where|wie|wann|welche\w*|wer|wo)\b",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(r"\b(?:differ\w*|unterschied\w*|unterscheid\w*)\b", re.IGNORECASE)
# What sets two things against each other, besides a comparative.
_AGAINST = re.compile(
    r"\b(?:than|same|equal\w*|alike|differ\w*|compar\w*|als|gleich\w*|(?:die|das|der)?selben?|unterschied\w*|vergl[ei]+ch\w*)\b",
    re.IGNORECASE,
)
# "Which of the two sites": the sides are of that kind, and their names say as much.
_CLASS = re.compile(r"\b(?:which|what|welche[rsnm]?)\b(?: of the (?:two|both))? (\w+)", re.IGNORECASE)

_SYSTEM = (
    "You split comparisons. For each of the things that are compared write the question that is asked of that one alone, one "
    "on a line. Keep the words. Never write better, more, longer, cheaper or the like. Do not answer."
)
_ENGLISH: tuple[Example, ...] = (
    (
        "Which hotel charges more for breakfast, the Astoria or the Lindner?",
        "How much does the Astoria charge for breakfast?\nHow much does the Lindner charge for breakfast?",
    ),
    (
        "insurance: is the moped or the trailer dearer",
        "What does the insurance cost for the moped?\nWhat does the insurance cost for the trailer?",
    ),
    (
        "who gets longer breaks, cooks or waiters",
        "How long are the breaks of cooks?\nHow long are the breaks of waiters?",
    ),
    (
        "which one has more seats, room 3 or room 4?",
        "How many seats does room 3 have?\nHow many seats does room 4 have?",
    ),
    (
        "did more people come in March than in April",
        "How many people came in March?\nHow many people came in April?",
    ),
    ("sleeper or couchette, which is cheaper?", "What does a sleeper cost?\nWhat does a couchette cost?"),
    (
        "is the fee for adults higher than that for children",
        "How high is the fee for adults?\nHow high is the fee for children?",
    ),
    (
        "do seniors pay less than adults for the tram",
        "How much do seniors pay for the tram?\nHow much do adults pay for the tram?",
    ),
    ("is the blue wire thinner than the red one", "How thin is the blue wire?\nHow thin is the red wire?"),
    (
        "is it cheaper to go by bus or by taxi",
        "What does it cost to go by bus?\nWhat does it cost to go by taxi?",
    ),
    ("when is rent due for shops versus flats", "When is rent due for shops?\nWhen is rent due for flats?"),
    (
        "when is it quieter, mornings or evenings",
        "How quiet is it in the mornings?\nHow quiet is it in the evenings?",
    ),
)
_GERMAN: tuple[Example, ...] = (
    (
        "Ist die Probezeit bei Köchen länger als bei Kellnern?",
        "Wie lang ist die Probezeit bei Köchen?\nWie lang ist die Probezeit bei Kellnern?",
    ),
    ("was ist teurer, Kino oder Theater", "Was kostet Kino?\nWas kostet Theater?"),
    (
        "wer bekommt mehr Pausen, Köche oder Kellner",
        "Wie viele Pausen bekommen Köche?\nWie viele Pausen bekommen Kellner?",
    ),
    (
        "welches Zimmer hat mehr Plätze, 3 oder 4",
        "Wie viele Plätze hat Zimmer 3?\nWie viele Plätze hat Zimmer 4?",
    ),
    (
        "Wer muss eher zahlen, der Gast oder der Wirt?",
        "Wann muss der Gast zahlen?\nWann muss der Wirt zahlen?",
    ),
    (
        "welches Abo ist für Familien günstiger, Basis oder Plus",
        "Was kostet das Abo Basis für Familien?\nWas kostet das Abo Plus für Familien?",
    ),
    ("ist es morgens oder abends ruhiger", "Wie ruhig ist es morgens?\nWie ruhig ist es abends?"),
)


def asked_of_each(query: Query, model: LanguageModel, cancelled: Cancelled) -> Query:
    """The question with one for each side, where it compares by a comparative and the model writes such; else as it is."""
    question = query.standalone
    if query.asked is not None or query.kind not in _KINDS or not compares(question):
        return query
    examples = _GERMAN if query.language == "de" else _ENGLISH
    asked = written_lines(_SYSTEM, examples, question, model, cancelled)
    names = _names(question, asked)
    if cancelled() or not names or not _are_of(question, asked):
        return query
    numbers = _numbers_left(question, asked)
    texts = [f"{each} ({', '.join(numbers)})" if numbers else each for each in asked]
    return replace(query, kind="compare", sides=with_years(list(map(ComparisonSide, names, texts))))


def compares(question: str) -> bool:
    """Whether a comparative stands beside what could name two sides, or something is asked of one thing versus another."""
    if _VERSUS.search(question) and not _DIFFERENCE.search(question):
        return True
    linked = any(not number_of(fold(match[1] or "")) for match in _LINK.finditer(question))
    return linked and any(map(_is_comparing, words(question)))


def _is_comparing(word: str) -> bool:
    return word in lexicon.words("comparing_words") or word in lexicon.table("comparatives")


def _are_of(question: str, asked: Sequence[str]) -> bool:
    """Whether they compare nothing any more, and say what the question says."""
    comparing = [word for word in words(question) if _is_comparing(word)]
    said = [set(content_words(each)) for each in asked]
    whole = set(content_words(question))
    dropped = set(content_words(" ".join([*comparing, *_CLASS.findall(question)])))
    left = whole - dropped - set().union(*said)
    return (
        not any(_AGAINST.search(each) or any(map(_is_comparing, words(each))) for each in asked)
        and all(len(each - whole) <= MOST_ADDED for each in said)
        and len(left) <= max(1, len(whole) // 5)
    )


def _numbers_left(question: str, asked: Sequence[str]) -> list[str]:
    """The numbers of the question that no side has: the year that all are asked for."""
    said = set(words(" ".join(asked)))
    return [word for word in words(question) if word.isdigit() and word not in said]


def _names(question: str, asked: Sequence[str]) -> list[str]:
    """What each says and the others do not: "small dog" of "what does it cost for the small dog"; empty where they are not the
    same but for that, or the question does not name it."""
    split, begin, shared = differing(asked)
    if not 2 <= len(asked) <= MOST or len({" ".join(each).casefold() for each in split}) < len(asked):
        return []
    ends = [len(each) - shared for each in split]
    if shared and any(
        _goes_on(question, each[end - 1 : end + 1]) for each, end in zip(split, ends, strict=True)
    ):
        ends = [end + 1 for end in ends]
    # "Hut A" is not called "A".
    if begin and all(len("".join(each[begin:end])) <= SHORT for each, end in zip(split, ends, strict=True)):
        begin -= 1
    named = [" ".join(each[begin:end]) for each, end in zip(split, ends, strict=True)]
    told = [set(content_words(name)) or set(words(name)) for name in named]
    whole = set(content_words(question)) | set(words(question))
    fit = all(
        each and each <= whole and len(name.split()) <= MOST_NAME_WORDS
        for each, name in zip(told, named, strict=True)
    )
    return [_ARTICLE.sub("", name, count=1) or name for name in named] if fit else []


def _goes_on(question: str, pair: Sequence[str]) -> bool:
    """Whether the question has the next word behind a name, too, and it says something: then it is a part of the name."""
    return bool(content_words(pair[-1])) and " ".join(pair).casefold() in question.casefold()
