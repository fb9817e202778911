"""Words as the answering path compares them: content words, numbers, names, negations.

Used to weigh how much of a sentence stands in a passage. Knows nothing about retrieval or models.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from ragdesk.text import lexicon
from ragdesk.text.fold import fold

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*", re.UNICODE)
# 1,577 · (1,577) · 3.5 · 98% · 2024-03-01 · 10:30 are one number or date each.
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
# A sign, a code, or a word, folded.
_CURRENCIES = (
    re.compile(r"\$|\b(?:usd|dollars?)\b"),
    re.compile(r"€|\b(?:eur|euros?)\b"),
    re.compile(r"£|\b(?:gbp|pounds?|pfund)\b"),
    re.compile(r"\b(?:chf|francs?|franken)\b"),
    re.compile(r"¥|\b(?:jpy|yen)\b"),
)
_BOUND = re.compile(
    r"\b(?:no|not|nicht|kein\w*) (\w+er|more|less|mehr|weniger|länger|später|früher) (?:than|als)\b",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")
# A shorter word is no name that is cut short.
SHORT_NAME = 5
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


@cache
def _stemmer() -> Callable[[str], str]:
    import snowballstemmer

    stemmer = snowballstemmer.stemmer("english")
    return lambda word: str(stemmer.stemWord(word))


@cache
def _number_words() -> dict[str, str]:
    return {
        word: str(value)
        for language in lexicon.languages()
        for value, word in enumerate(lexicon.ordered("number_words", language))
    }


@cache
def _hedge() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.one_of(lexicon.phrases('hedges'))})\b")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The Snowball stem. English rules on every language: both sides of a comparison go through the same ones. "Children" is a
    "child", who "sold" does "sell", and a "phone" is a "telephone"."""
    tables = ("plurals", "short_forms", "verb_forms")
    return _stemmer()(next((base for name in tables if (base := lexicon.table(name).get(word))), word))


def words(text: str) -> list[str]:
    """All words, folded, in order; 10,000 is one, and the same as 10000."""
    return [w.removesuffix("'s") for w in _WORD.findall(_THOUSANDS.sub("", fold(text)))]


def calls(said: str, word: str) -> bool:
    """Whether a word is said, or a longer one that begins with it: a name may be cut short ("panto" for the pantomime, "Garten"
    for the "Gartenpflege")."""
    return said == word or (len(word) >= SHORT_NAME and said.startswith(word))


def content_words(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order, numbers included. CJK text gives its characters.

    A stop word carries no evidence: a sentence is never supported because it shares "the" with a passage.
    """
    stop_words, number_words = lexicon.words("stop_words"), _number_words()
    tokens: list[str] = []
    for word in words(text):
        if word in stop_words:
            continue
        # Folding takes Korean syllables apart into their letters.
        whole = unicodedata.normalize("NFC", word)
        if any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in whole):
            tokens.extend(whole)
        elif len(word) > 1 or word.isdigit():
            tokens.append(stem(number_words.get(word, word)))
    return tokens


def share_said(text: str, other: str) -> float:
    """The share of one text's content words that the other has, too, from 0 to 1."""
    own = set(content_words(text))
    return len(own & set(content_words(other))) / max(len(own), 1)


def numbers(text: str) -> set[str]:
    """The numbers in the text in one notation: "1,577.00" and "1577" are the same, "three" is 3."""
    folded = fold(text)
    written = {_canonical(match) for match in _NUMBER.findall(folded)}
    return written | {number_of(word) for word in _WORD.findall(folded) if word.isalpha()} - {""}


def in_digits(text: str) -> str:
    """A text with its number words from two on as digits."""

    def digits(match: re.Match[str]) -> str:
        number = number_of(fold(match[0]))
        return match[0] if number in ("", "0", "1") else number

    return _LETTERS.sub(digits, text)


def number_of(token: str) -> str:
    """The number that a folded word or run of digits is, in the notation of `numbers`; "" for any other word."""
    if token[:1].isdigit():
        return _canonical(token)
    return "" if token == "one" else _number_words().get(token, "")


def currencies(text: str) -> set[int]:
    """Which currencies the text names, in whatever way."""
    folded = fold(text)
    return {at for at, currency in enumerate(_CURRENCIES) if currency.search(folded)}


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
    stop_words = lexicon.words("stop_words")
    unnamed = stop_words | lexicon.words("months")
    folded: set[str] = set()
    start = True
    for match in re.finditer(r"[^\W_]+(?:[’'-][^\W_]+)*|[.!?:;]\s|\n", text):
        token = match.group()
        if not token[0].isalnum():
            start = True
            continue
        capital = token[0].isupper()
        acronym = len(token) > 1 and sum(c.isupper() for c in token) > 1
        if (acronym or (capital and not start)) and fold(token) not in unnamed:
            folded.update(word for word in words(token) if word not in stop_words)
        start = False
    return {name for name in folded if not name.isdigit()}


def negated(text: str) -> bool:
    """Whether the text denies something."""
    return any(map(negates, words(text)))


def negates(word: str) -> bool:
    """Whether a folded word denies what stands beside it: "not", "can't"."""
    return word in lexicon.words("negations") or word.endswith("n't")


def opposed(text: str, beyond: str = "") -> bool:
    """Whether the text denies something, or speaks against it ("avoid", "prohibited") in words that `beyond` does not have:
    "prohibits" does not say that something is not prohibited."""
    against = lexicon.words("opposed_stems") - {stem(word) for word in words(beyond)}
    return negated(text) or any(word in against or stem(word) in against for word in words(text))


def unbounded(text: str) -> str:
    """The text without denials that only bound an amount: "no longer than two metres" denies nothing."""
    return _BOUND.sub(" ", text)


def exceeds(text: str, bounded: str) -> bool:
    """Whether a text says "longer than" where the other says "no longer than"."""
    said = re.findall(r"(\w+) (?:than|als)\b", unbounded(text).lower())
    return not set(said).isdisjoint(_BOUND.findall(bounded.lower()))


def limited(text: str) -> bool:
    """Whether the text says it of a part alone ("on some models")."""
    return not lexicon.words("partial_words").isdisjoint(words(text))


def hedged(text: str) -> bool:
    """Whether the text leaves open what it speaks of ("no indication whether", "it is not known")."""
    return _hedge().search(fold(text)) is not None


def unhedged(text: str) -> str:
    """The folded text without the words by which it leaves something open: what it speaks of."""
    return _hedge().sub(" ", fold(text))


class Idf:
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

    def coverage(self, expected: Iterable[str], present: Iterable[str]) -> float:
        """The weighted share, 0 to 1, of the `expected` stems that are `present`; 0 where none are expected."""
        stems = set(expected)
        total = sum(self(word) for word in stems)
        return sum(self(word) for word in stems & set(present)) / total if total else 0.0
