"""A glossary of everyday and official words: what a word is called in the other of English and German, and in documents.

The language model that ships knows too few words of German, and too few of those that a contract uses for what a person says.
Each language has a file in `glossaries/`, a line for a word: "word | in the other language | other words of its own language".
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ragdesk.text.tokens import content_words

FOLDER = Path(__file__).with_name("glossaries")
# The languages that have one, each with the other.
_OTHER = {"en": "de", "de": "en"}
# Of words that lead to a word of the other language so many are taken the other way round.
MOST_BACK = 4


def translated(text: str, source: str, target: str) -> list[str]:
    """What the words of a text are called in the other language, with all that a word may mean, in the text's order; none between
    other languages than English and German.

    Args:
        source, target: ISO 639-1 codes.
    """
    if _OTHER.get(source) != target:
        return []
    own, back = _entries(source), _back(target)
    found = list[str]()
    for stem in dict.fromkeys(content_words(text)):
        found += own[stem][0] if stem in own else back.get(stem, ())
    return list(dict.fromkeys(found))


def other_words(text: str, language: str) -> list[str]:
    """What documents call that which the words of a text say; none in a language that has no glossary."""
    own = _entries(language) if language in _OTHER else {}
    return list(dict.fromkeys(word for stem in content_words(text) if stem in own for word in own[stem][1]))


@cache
def _entries(language: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """By stem: words of the other language, and other words of its own."""
    entries = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]()
    for word, there, here in _lines(language):
        [stem] = content_words(word)
        before_there, before_here = entries.get(stem, ((), ()))
        entries[stem] = (*before_there, *there), (*before_here, *here)
    return entries


@cache
def _back(language: str) -> dict[str, tuple[str, ...]]:
    """By the stem of what words of this language are called in the other: these words. Of a single word only."""
    entries = dict[str, tuple[str, ...]]()
    for word, there, _ in _lines(language):
        for stems in map(content_words, there):
            if len(stems) == 1:
                entries[stems[0]] = (*entries.get(stems[0], ()), word)[:MOST_BACK]
    return entries


def _lines(language: str) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    for line in (FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
        word, there, here = (part.strip() for part in line.split("|"))
        yield word, _terms(there), _terms(here)


def _terms(text: str) -> tuple[str, ...]:
    return tuple(term.strip() for term in text.split(",") if term.strip())
