"""Text becomes terms: what the word index stores and what a query asks for.

A term is a stem with its language before it, `en:autoclav`, so one field holds every language. With a field
for each language, BM25 would divide a language's tokens by all chunks of the library when it works out the
average length, and the passages of a rare language would look overlong. It knows nothing of indexes.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from ragdesk.text import lexicon
from ragdesk.text.fold import compatible

# ISO 639-1 to the Snowball stemmers that tantivy 0.27 carries. STOPPED have a list of stop words there too.
STEMMERS = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
UNSTOPPED = frozenset({"arabic", "greek", "romanian", "tamil", "turkish"})
# Every other language: words as they are written, lower case, without accents.
UNDETERMINED = "und"

# Longer "words" are data: base64, hashes run together, lines of underscores.
LONGEST_TERM = 60

# Scripts written without spaces: Thai, Lao, Burmese, Khmer, Hiragana, Katakana, Bopomofo, Han, Hangul.
# Korean has spaces, but its endings are joined to the words, and pairs of syllables find a noun under any of
# them.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_WITH_DIGIT = re.compile(r"(?<!\S)\S*\d\S*")
_EDGES = ".,;:!?()[]{}<>\"'`*_|“”„‘’«»…-–—/\\#=+~"


def normalise(text: str) -> str:
    """NFKC (ligatures, full-width and presentation forms), one kind of dash, no soft hyphens or zero-width
    characters."""
    if text.isascii():
        return text  # all of it would stay as it is, and this is ten times as fast
    return _DASHES.sub("-", _INVISIBLE.sub("", compatible(text)))


def analysis_of(language: str) -> str:
    """Which analysis a language gets: a name of `STEMMERS`, or `UNDETERMINED`."""
    return STEMMERS.get(language.partition("-")[0].lower(), UNDETERMINED)


def terms(text: str, analysis: str, *, asking: bool = False) -> list[str]:
    """The terms of a text, in order, with repetitions. `asking`: of a query rather than of a passage."""
    pairs = _pairs if asking else _characters_and_pairs
    prepared = text if text.isascii() else _UNSPACED.sub(pairs, normalise(text))
    return [f"{analysis}:{stem}" for stem in _analyzer(analysis).analyze(prepared)]


def identifiers(text: str) -> list[str]:
    """What is looked up as it is written: numbers of procedures, parts, errors, versions, dates.
    `SOP-QA-014`, `E-204.7`.

    A word between spaces, lower case, with a digit and something else than digits in it.
    """
    words = (word.strip(_EDGES).lower() for word in _WITH_DIGIT.findall(normalise(text)))
    return [word for word in words if 2 < len(word) <= LONGEST_TERM and not word.isdigit()]


def content_words(text: str, analyses: Iterable[str]) -> list[str]:
    """The unstemmed terms of those words of a query that mean something in one of the languages at least."""
    known = [analysis for analysis in analyses if analysis != UNDETERMINED]
    words = terms(text, UNDETERMINED, asking=True)
    if not known:
        return words
    return [word for word in words if any(_analyzer(each).analyze(word.partition(":")[2]) for each in known)]


def _characters_and_pairs(match: re.Match[str]) -> str:
    run = match.group()
    return f" {' '.join(run)} {_pairs(match)} "


def _pairs(match: re.Match[str]) -> str:
    """Overlapping pairs of characters, as Lucene's CJK analysis makes them; a lone character stands for
    itself."""
    run = match.group()
    pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    return f" {' '.join(pairs)} "


@cache
def _analyzer(analysis: str) -> Any:
    """A tantivy TextAnalyzer. Accents go last: the stemmers need them, people leave them out."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple())
    builder = builder.filter(Filter.remove_long(LONGEST_TERM)).filter(Filter.lowercase())
    if analysis != UNDETERMINED:
        if analysis not in UNSTOPPED:
            builder = builder.filter(Filter.stopword(analysis))
        if analysis == "english":
            # Tantivy's English list has Lucene's 33 words; those of other languages are Snowball's, which know question
            # words and pronouns.
            builder = builder.filter(Filter.custom_stopword(lexicon.ordered("index_stop_words", "en")))
        builder = builder.filter(Filter.stemmer(analysis))
    return builder.filter(Filter.ascii_fold()).build()
