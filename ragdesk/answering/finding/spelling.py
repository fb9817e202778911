"""A question's slips of the pen: a word that is none and stands nowhere in what was found, but for a letter or two, is read as
the word that does ("waranty", over passages about a warranty).

Only what the documents say is put in its place, and the names of days and months. What was understood is shown under the
question.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from ragdesk.domain.calibration import SPELLING
from ragdesk.domain.search import ComparisonSide, Hit, Query
from ragdesk.text import lexicon

if TYPE_CHECKING:
    from spellchecker import SpellChecker

_LETTER = r"[^\W\d_]"
# What is longer is no word that anybody slips in, and has too many neighbours.
_MOST_LETTERS = 40
_WORD = re.compile(rf"(?<!{_LETTER}){_LETTER}{{{SPELLING.letters},{_MOST_LETTERS}}}(?!{_LETTER})")
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
    said = [*_words_of(hits), *_calendar()]
    folded = {word.casefold() for word in said}
    slips: dict[str, str] = {}
    for word in dict.fromkeys(_WORD.findall(question)):
        if not languages or _stands_in(word.casefold(), folded):
            continue
        # The dictionaries take a second to read: not for words that nothing is like.
        near = _near(word, said)
        if near and not _is_word(word, languages) and (likely := _likely(word, near, languages)):
            slips[word] = likely.casefold() if word.islower() else likely
    return slips


def _words_of(hits: Iterable[Hit]) -> list[str]:
    said = " ".join(f"{hit.document} {hit.chunk.context} {hit.chunk.text}" for hit in hits)
    return list(dict.fromkeys(_WORD.findall(said)))


@cache
def _calendar() -> tuple[str, ...]:
    """The names of days and months: a table may have them cut short, "Wed" for the "wendesday" of a question."""
    names = (*lexicon.table("weekdays"), *lexicon.words("months"))
    return tuple(name for name in names if _WORD.fullmatch(name))


def _stands_in(word: str, folded: set[str]) -> bool:
    """Whether it is one of the words, or another form of one."""
    return any(other.startswith(word) or word.startswith(other) for other in folded)


def _near(word: str, said: Sequence[str]) -> dict[str, str]:
    """The words that it is a little like, folded, as the passages spell them; one that they write small, too, is written so."""
    alike = {
        other.casefold(): other
        for other in sorted(said, key=str.islower)
        if other[0].casefold() == word[0].casefold() and abs(len(other) - len(word)) <= 2
    }
    return {other: alike[other] for other in get_close_matches(word.casefold(), alike, 5, SPELLING.near)}


def _likely(word: str, near: Mapping[str, str], languages: Sequence[str]) -> str:
    """The one of these that is meant; "" where none is, or where another word is that the passages do not have: "contacct" is no
    contract."""
    one_slip = _checker(languages[0]).edit_distance_1(word.casefold())
    found = [other for other in near if other in one_slip]
    if not found and not any(_is_word(other, languages) for other in one_slip):
        found = get_close_matches(word.casefold(), near, 1, SPELLING.alike)
    if not found:
        return ""
    is_written_small = "de" in languages or near[found[0]].islower()
    if is_written_small and _is_word(found[0], languages):
        return near[found[0]]
    alike = SequenceMatcher(None, found[0], word.casefold()).ratio()
    return near[found[0]] if len(word) >= SPELLING.name_letters and alike >= SPELLING.name_alike else ""


def is_word(word: str, language: str) -> bool:
    """Whether a dictionary of the language has the word; English for a language without one."""
    return _is_word(word, (language if language in _DICTIONARIES else _UNSURE[0],))


def _is_word(word: str, languages: Sequence[str]) -> bool:
    return any(word.casefold() in _checker(language) for language in languages)


@cache
def _checker(language: str) -> "SpellChecker":
    from spellchecker import SpellChecker

    return SpellChecker(language=language)
