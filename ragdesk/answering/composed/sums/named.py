"""What a question wants computed: the things that it names, and what is done with them. By rules, for English and German."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ragdesk.answering.understanding.compare import sides_of
from ragdesk.answering.understanding.reading import forms, plain
from ragdesk.domain.search import ComparisonSide
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import calls, content_words, number_of, numbers, words

Operation = Literal["sum", "difference", "average"]
# What is called by letters and digits, folded: "L-02", "H2413".
CODE = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[a-z])[a-z\d]+(?:-[a-z\d]+)*")
# Part of a name: "plan L", and no "I".
_LETTER = re.compile(r"(?<= )[A-HJ-Z]\b")
# More things are not named in one question.
MOST = 8
# More of one are no count, but a year, a number or an amount.
MOST_OF_ONE = 99

_DOES = r"(?:do|does|did|will|would|are|is|was|were|have|has|can)"
_DOING = (
    r"(?:cost|costs|pay|pays|spend|take|takes|last|need|use|earn|make|weigh|get|receive|hold|have|come to|amount to|charge"
    r"|employ|sell|sold|produce|consume|work|works|run|add|plant|planted|made|paid|spent|used|need|needed|contain|be)"
)
_TUT = (
    r"(?:kosten|kostet|zahlen|zahlt|sind|ist|waren|war|dauern|dauert|wiegen|brauchen|haben|verdienen"
    r"|betragen|ergeben|machen|verbrauchen)"
)
_TOGETHER = r"(?:together|combined|all?together|in total|in all|all in all|all told|all in)"
_ZUSAMMEN = r"(?:zusammen|zusammengenommen|insgesamt)"
_SUM = re.compile(rf"\s*\b(?:{_TOGETHER}|{_ZUSAMMEN}|add(?:ed)? up(?: to)?)\b", re.IGNORECASE)
_COMES_TO = re.compile(r"\b(?:come|amount)s? to\b", re.IGNORECASE)
_PLUS = re.compile(r"(?<=\w)(?: plus | \+ )")
_SUM_OF = re.compile(
    r"(?:the |die |der )?(?:sum|total|average|mean|summe|durchschnitt)(?: \w+)?? (?:of|for|von|aus|der|des) ",
    re.IGNORECASE,
)
# What is asked of the things behind them: "…, what is that a month?"
_THAT = r"(?:that|this|it|they|those|these|das|dies)"
_IS_THAT = re.compile(
    rf"(?:what|how much|was|wie ?viel)(?:'s| (?:does|do|is|are|would|will|kostet|kosten|macht|machen|ist|sind))? {_THAT}\b"
    r"(?: (?:come to|amount to|cost|be|make))?",
    re.IGNORECASE,
)
# What things cost together, before any of the words that say what else is asked of them: the question of one alone.
_COSTS = {"en": ("what does ", " cost"), "de": ("was kostet ", "")}
_ASKS = (
    r"(?:what|how|who|when|where|why|which|can|could|may|must|should|do|does|did|is|are|was|were|has|have|will|would"
    r"|wie|wer|wann|wo|warum|welche\w*|kann|können|darf|dürfen|muss|müssen|soll|sind|ist|waren|war|hat|haben)"
)
_FORMS = forms(
    rf"(?P<sides>[^,:?]+ (?:and|und) .+?)(?: (?:{_TOGETHER}|{_ZUSAMMEN}))?(?: [-–—]|[,:;]) "
    rf"(?P<rest>{_IS_THAT.pattern}.*|(?:how much|wie ?viel) (?:{_TOGETHER}|{_ZUSAMMEN}))",
    rf"(?:what|how much) (?:do|does|did|will|would) (?:i|we|they|you|one|it) (?:pay|cost|owe|spend)(?: (?:me|us))? (?:for |on )?"
    rf"(?P<sides>.+?)(?: {_TOGETHER}\b(?P<rest>.*))?",
    rf"(?:what|how (?:much|many|long)(?: [\w-]+){{0,3}}?) {_DOES} (?P<sides>.+?)(?: {_DOING})? {_TOGETHER}\b(?P<rest>.*)",
    rf"(?:what|how (?:much|many|long)(?: [\w-]+){{0,3}}?) {_DOES} (?P<sides>.+?)(?: {_DOING})? (?:add up|come|amount) to\b"
    r"(?P<rest>.*)",
    r".*?\b(?:sum|total|average|mean|difference)(?: \w+){0,3}? (?:of|between|for) (?P<sides>.+)",
    r"(?:add(?: up| together)?|calculate|compute|work out) (?P<sides>.+)",
    rf"how (?:much|many) \w+(?: [\w-]+){{0,3}}? {_DOES} (?:(?:we|you|they) \w+ )?(?P<one>.+?)(?: {_DOING})? "
    rf"than (?P<two>.+?)(?: {_DOING})?",
    rf"(?:was|wie ?viel\w*(?: \w+)??|wie lange|wie hoch) {_TUT} (?P<sides>.+?) {_ZUSAMMEN}\b(?P<rest>.*)",
    r".*?\b(?:summe|durchschnitt|differenz|unterschied) (?:von|aus|der|des|zwischen) (?P<sides>.+)",
    rf"(?:um )?wie ?viel\w*(?: \w+){{0,2}}? {_TUT} (?P<one>.+?)(?: \w+er)? als (?P<two>.+)",
    rf"(?:how (?:much|many) [\w-]+ of|wie ?viel\w* [\w-]+(?: von)?) (?P<sides>.+? (?:and|und) .+?) (?:{_TOGETHER}|{_ZUSAMMEN})\b"
    r"(?P<rest>.*)",
    # Without a verb before the things: "guji and huila together, how many kg".
    rf"(?!{_ASKS}\b)(?P<sides>[^,:?]+? (?:and|und) [^,:?]+?) (?:{_TOGETHER}|{_ZUSAMMEN})\b(?P<rest>.*)",
)


# Without "plus" these would ask for each of the things.
_PLUS_FORMS = forms(
    r"(?:what|how much) (?:is|are|was|were|would|will|does|do)(?: it)?(?: cost)? (?P<sides>.+?)(?: cost| be)?",
    r"(?:was|wie ?viel) (?:ist|sind|wären?|kosten?|kostet|machen|macht|zahle ich für) (?P<sides>.+)",
)


@dataclass(frozen=True, slots=True)
class Computation:
    """What is to be done, and with what: the things that the question names, none where it does not name them one by one."""

    operation: Operation
    things: tuple[ComparisonSide, ...]


def computation(question: str) -> Computation | None:
    """None where nothing is to be computed."""
    operation = operation_of(question)
    return Computation(operation, things(question)) if operation else None


def operation_of(question: str) -> Operation | None:
    """None where the question asks for an amount as it stands."""
    present = set(words(question))
    if present & lexicon.words("average_words"):
        return "average"
    if present & lexicon.words("difference_words"):
        return "difference"
    return "sum" if present & lexicon.words("sum_words") or _COMES_TO.search(question) else None


def things(question: str) -> tuple[ComparisonSide, ...]:
    """The things that a question names to be taken together."""
    found = _found(question)
    return found[1] if found else ()


def asked_singly(question: str, language: str) -> tuple[ComparisonSide, ...]:
    """The things that a question names to be taken together, each with what is asked of it alone; none where it does not name
    them one behind the other."""
    found = _found(question)
    if found is None or not found[0].groupdict().get("sides"):
        return ()
    match, named = found
    asking = (match.groupdict().get("rest") or "").strip(" ,:;-–—")
    if re.match(rf"{_ASKS}\b", asking) and not _IS_THAT.match(asking):
        return tuple(ComparisonSide(thing.name, f"{asking}: {thing.name}") for thing in named)
    before, after = match.string[: match.start("sides")], match.string[match.end("sides") :]
    before, after = _SUM_OF.sub("", before), _SUM.sub("", after)
    if not before:
        before, costs = _COSTS.get(language, _COSTS["en"])
        after = f"{costs} {_IS_THAT.sub('', _SUM.sub('', match['rest'])).strip()}"
    return tuple(ComparisonSide(thing.name, f"{before}{thing.name}{after}".strip()) for thing in named)


def _found(question: str) -> tuple[re.Match[str], tuple[ComparisonSide, ...]] | None:
    """How a question names things to be taken together, and these."""
    said = plain(question)
    text = _PLUS.sub(" and ", said)
    for form in _FORMS if text == said else (*_FORMS, *_PLUS_FORMS):
        match = form.fullmatch(text)
        if match and (named := sides_of(match.groupdict(), MOST)):
            return match, named
    return None


def all_spoken_of(question: str, texts: Sequence[str]) -> bool:
    """Whether of each thing that a question names to be taken together a text has a word: not of "the crown plus the canal",
    where no line is of a canal."""
    said = content_words(" ".join(texts))
    return all(speaks_of(content_words(thing.name), said) for thing in things(question))


def speaks_of(named: Iterable[str], said: Collection[str]) -> bool:
    """Whether one of the words that name a thing is said, or a longer one that begins with it."""
    return any(calls(other, word) for word in named for other in said)


def counted(question: str, lines: Sequence[str]) -> bool:
    """Whether the question says how often it wants a thing ("two tents and a stove"): a small number that stands in none of the
    lines. Adding these up would be wrong."""
    # "2x" is a count, "Q3" a name.
    asked = {number_of(word.rstrip("x")) for word in words(question)} - numbers(" ".join(lines))
    return any(number.isdecimal() and 1 < int(number) <= MOST_OF_ONE for number in asked)


def unmatched(named: Sequence[ComparisonSide], labels: Sequence[str]) -> list[ComparisonSide]:
    """The things that no label names."""
    return [thing for thing in named if not any(names(thing.name, label) for label in labels)]


def names(question: str, label: str) -> bool:
    """Whether words name a row: with its label, or with the beginning of it ("the lab"); with a code only as it is."""
    if not any(map(str.isalnum, label)):
        return False
    if CODE.fullmatch(fold(label)):
        return re.search(rf"(?<![\w-]){re.escape(fold(label))}(?![\w-])", fold(question)) is not None
    letters = {letter.lower() for letter in _LETTER.findall(question)}
    asked = [
        word
        for word in words(question)
        if word in letters or (word not in lexicon.words("stop_words") and len(word) > 1)
    ]
    own = [word for word in words(label) if word not in lexicon.words("stop_words")]
    if not own or sum(map(str.isalnum, label)) == 1:
        # "IT" is a department, "it" is not; option A is none of "a quote", and a B+ is no B.
        return re.search(rf"(?<![\w+-]){re.escape(label)}(?![\w+-])", question) is not None
    return all(any(_begins(word, said) for said in asked) for word in own)


def _begins(word: str, said: str) -> bool:
    return word == said or (len(said) > 2 and word.startswith(said)) or (len(word) > 2 and said == f"{word}s")
