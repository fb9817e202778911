"""A question's slips of the pen: a word that is none and stands nowhere in what was found, but for a letter or two, is read as
the word that does ("waranty", over passages about a warranty).

Only what the documents say is put in its place, and what was understood is shown under the question.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from functools import cache

from ragdesk.domain.calibration import SPELLING
from ragdesk.domain.search import ComparisonSide, Hit, Query

_WORD = re.compile(rf"[^\W\d_]{{{SPELLING.letters},}}")
# What the library of spellings has words of; of a question in a language that is not sure, those of all named here.
_DICTIONARIES = frozenset(("de", "en", "es", "fr", "it", "nl", "pt"))
_UNSURE = ("en", "de")


def respelled(query: Query, hits: Sequence[Hit]) -> Query:
    """The question with its slips mended by the words of the passages; the same object where there are none."""
    slips = _slips(query.standalone, hits, query.language)
    if not slips:
        return query

    def mended(text: str) -> str:
        return _WORD.sub(lambda match: slips.get(match.group(), match.group()), text)

    return replace(
        query,
        standalone=mended(query.standalone),
        checked=mended(query.checked),
        texts=tuple((mended(text), weight) for text, weight in query.texts),
        sides=tuple(ComparisonSide(mended(side.name), mended(side.text)) for side in query.sides),
    )


def _slips(question: str, hits: Sequence[Hit], language: str) -> dict[str, str]:
    languages = (language,) if language in _DICTIONARIES else _UNSURE if language == "und" else ()
    said = _words_of(hits)
    folded = {word.casefold() for word in said}
    slips: dict[str, str] = {}
    for word in dict.fromkeys(_WORD.findall(question)):
        if not languages or _stands_in(word.casefold(), folded):
            continue
        likely = _likely(word, said, languages)
        if likely and not _is_word(word, languages):
            slips[word] = likely.casefold() if word.islower() else likely
    return slips


def _words_of(hits: Iterable[Hit]) -> list[str]:
    said = " ".join(f"{hit.document} {hit.chunk.context} {hit.chunk.text}" for hit in hits)
    return list(dict.fromkeys(_WORD.findall(said)))


def _stands_in(word: str, folded: set[str]) -> bool:
    """Whether it is one of the words, or another form of one."""
    return any(other.startswith(word) or word.startswith(other) for other in folded)


def _likely(word: str, said: Sequence[str], languages: Sequence[str]) -> str:
    """The word of the passages that it is most like, as they spell it; "" where none is near."""
    near = {
        other.casefold(): other
        for other in reversed(said)
        if other[0].casefold() == word[0].casefold() and abs(len(other) - len(word)) <= 2
    }
    found = get_close_matches(word.casefold(), near, 1, SPELLING.alike)
    if not found:
        return ""
    is_written_small = "de" in languages or found[0] in said
    if is_written_small and _is_word(found[0], languages):
        return near[found[0]]
    alike = SequenceMatcher(None, found[0], word.casefold()).ratio()
    return near[found[0]] if len(word) >= SPELLING.name_letters and alike >= SPELLING.name_alike else ""


def _is_word(word: str, languages: Sequence[str]) -> bool:
    return any(word.casefold() in _dictionary(language) for language in languages)


@cache
def _dictionary(language: str) -> frozenset[str]:
    from spellchecker import SpellChecker

    return frozenset(SpellChecker(language=language).word_frequency.words())
