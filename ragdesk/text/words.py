"""Words as the answering path compares them: content words, numbers, names, negations.

Used to weigh how much of a sentence stands in a passage. Knows nothing about retrieval or models.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

# Function words of the interface's languages. They carry no evidence: a sentence is never
# supported because it shares "the" with a passage.
_STOP = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each either few for from further had has have
    having he her here hers him his how however i if in into is it its itself just least less let many may me
    might more most much must my neither no nor not of off on once only or other our ours out over own per same
    shall she should since so some such than that the their theirs them then there these they this those though
    through thus to too under until up upon us very was we were what when where whether which while who whom
    whose why will with within without would yes yet you your yours
    aber als am an auch auf aus bei bin bis da damit das dass dein dem den der des die dies diese dieser dieses
    doch dort du durch ein eine einem einen einer eines er es für hat hatte ich ihr im in ist ja kann kein keine
    man mit muss nach nicht noch nur oder ob ohne sein sich sie sind so über um und uns unter vom von vor war
    wann was weil wer wenn werden wie wir wird wo zu zum zur
    """.split()
)

_NEGATIONS = frozenset(
    "no not never none neither nor cannot without n't nicht kein keine keinen nie niemals ohne".split()
)

# Stems of what speaks against something without a negation.
_OPPOSED = frozenset(
    "avoid refrain prohibit forbid forbidden except unless verboten untersagt vermeid".split()
)

_LIMITS = frozenset("some only certain partly nur einige manche teilweise".split())

_HEDGE = re.compile(
    r"\b(?:whether|unclear|unknown|uncertain|no (?:indication|evidence|sign|proof)"
    r"|not (?:yet )?(?:known|clear|certain|decided|established)|unklar|unbekannt|ungewiss)\b"
)

_MONTHS = "january february march april may june july august september october november december".split()

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*", re.UNICODE)
# 1,577 · (1,577) · 3.5 · 98% · 2024-03-01 · 10:30 are one number or date each.
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
}
_STEMMER = snowballstemmer.stemmer("english")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The Snowball stem. English rules on every language: both sides of a comparison go through the same ones."""
    return str(_STEMMER.stemWord(word))


def fold(text: str) -> str:
    """Lower case, compatibility forms folded, accents dropped, one kind of apostrophe."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).replace("’", "'")


def words(text: str) -> list[str]:
    """All words, folded, in order; 10,000 is one, and the same as 10000."""
    return [w.removesuffix("'s") for w in _WORD.findall(_THOUSANDS.sub("", fold(text)))]


def content_words(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order, numbers included. CJK text gives its characters."""
    found: list[str] = []
    for word in words(text):
        if word in _STOP:
            continue
        if any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in word):
            found.extend(word)
        elif len(word) > 1 or word.isdigit():
            found.append(stem(_NUMBER_WORDS.get(word, word)))
    return found


def numbers(text: str) -> set[str]:
    """The numbers in the text in one notation: "1,577.00" and "1577" are the same, "three" is 3."""
    folded = fold(text)
    found = {_canonical(match) for match in _NUMBER.findall(folded)}
    return found | {number_of(word) for word in _WORD.findall(folded) if word.isalpha()} - {""}


def number_of(token: str) -> str:
    """The number that a folded word or run of digits is, in the notation of `numbers`; "" for any other word."""
    if token[:1].isdigit():
        return _canonical(token)
    return "" if token == "one" else _NUMBER_WORDS.get(token, "")


def _canonical(number: str) -> str:
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", number):
        number = number.replace(",", "")
    if re.fullmatch(r"\d+\.\d+", number):
        number = number.rstrip("0").rstrip(".")
    return number.lstrip("0") or "0"


def names(text: str) -> set[str]:
    """Folded words that are written with a capital inside a sentence, or hold capitals and digits ("SOP-12", "NATO").

    The first word of a sentence is no name unless it is written in capitals or with a digit: its capital says nothing.
    """
    found: set[str] = set()
    start = True
    for match in re.finditer(r"[^\W_]+(?:[’'-][^\W_]+)*|[.!?:;]\s|\n", text):
        token = match.group()
        if not token[0].isalnum():
            start = True
            continue
        capital = token[0].isupper()
        acronym = len(token) > 1 and sum(c.isupper() for c in token) > 1
        if (acronym or (capital and not start)) and fold(token) not in _STOP and fold(token) not in _MONTHS:
            found.update(w for w in words(token) if w not in _STOP)
        start = False
    return {name for name in found if not name.isdigit()}


def negated(text: str) -> bool:
    """Whether the text denies something."""
    found = words(text)
    return any(w in _NEGATIONS or w.endswith("n't") for w in found)


def opposed(text: str, beyond: str = "") -> bool:
    """Whether the text denies something, or speaks against it ("avoid", "prohibited") in words that `beyond` does not have:
    "prohibits" does not say that something is not prohibited."""
    against = _OPPOSED - {stem(word) for word in words(beyond)}
    return negated(text) or any(stem(word) in against for word in words(text))


def limited(text: str) -> bool:
    """Whether the text says it of a part alone ("on some models")."""
    return not _LIMITS.isdisjoint(words(text))


def hedged(text: str) -> bool:
    """Whether the text leaves open what it speaks of ("no indication whether", "it is not known")."""
    return _HEDGE.search(fold(text)) is not None


def unhedged(text: str) -> str:
    """The folded text without the words by which it leaves something open: what it speaks of."""
    return _HEDGE.sub(" ", fold(text))


class Weights:
    """Inverse document frequency of stems over a small pool of passages.

    idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5)), the form used in BM25 (Robertson and Zaragoza, 2009);
    a word in no passage weighs most.
    """

    def __init__(self, passages: Iterable[str]) -> None:
        pools = [set(content_words(passage)) for passage in passages]
        self._count = len(pools)
        self._frequency = Counter(word for pool in pools for word in pool)

    def __call__(self, word: str) -> float:
        n = self._frequency[word]
        return math.log(1.0 + (self._count - n + 0.5) / (n + 0.5))

    def coverage(self, wanted: Iterable[str], present: Iterable[str]) -> float:
        """The weighted share, 0 to 1, of `wanted` stems that are `present`; 0 for none wanted."""
        want, have = set(wanted), set(present)
        total = sum(self(word) for word in want)
        return sum(self(word) for word in want & have) / total if total else 0.0
