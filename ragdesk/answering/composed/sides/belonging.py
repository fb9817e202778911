"""Which side of a comparison a unit speaks of: by its own words, what stands over it, or the document that it is in."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.calibration import COMPOSED
from ragdesk.domain.ports import TextStore
from ragdesk.domain.search import ComparisonSide
from ragdesk.text import lexicon
from ragdesk.text.fold import fold
from ragdesk.text.tokens import calls, content_words, words

YEAR_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Naming:
    """The words that name one side and no other. `whole` is the name word for word, where none does ("pump A")."""

    own: frozenset[str]
    whole: tuple[str, ...]

    def mentions(self, text: str) -> int:
        """How often a text names the side."""
        if not self.own:
            return _count(words(text), self.whole)
        said = content_words(text)
        counts = [sum(calls(other, word) for other in said) for word in self.own]
        return max(counts) if sum(map(bool, counts)) >= COMPOSED.named * len(counts) else 0

    def stands_in(self, text: str) -> int:
        """About how often a whole document, folded, names the side."""
        if not self.own:
            return text.count(" ".join(self.whole))
        return min(len(re.findall(rf"\b{re.escape(word)}", text)) for word in self.own)


def namings(sides: Sequence[ComparisonSide]) -> list[Naming]:
    stems = [content_words(side.name) for side in sides]
    return [
        _naming(side.name, stems[at], frozenset().union(*stems[:at], *stems[at + 1 :]))
        for at, side in enumerate(sides)
    ]


def _naming(name: str, stems: Sequence[str], others: frozenset[str]) -> Naming:
    own = [stem for stem in stems if stem not in others]
    # Of "the Acme contract" only "Acme" tells which it is, and of "the five-year warranty" only what stands before the noun.
    common = lexicon.words("overview_words") | lexicon.words("document_words")
    general = set(content_words(" ".join(common))) | set(stems[-1:] if len(stems) == len(words(name)) else ())
    telling = frozenset(stem for stem in own if stem not in general) or frozenset(own)
    # A small number stands in many places, but not before this noun.
    if all(stem.isdigit() and len(stem) < YEAR_DIGITS for stem in telling):
        return Naming(frozenset(), tuple(words(name))[: 2 if telling else None])
    return Naming(telling, ())


def _count(said: Sequence[str], name: tuple[str, ...]) -> int:
    return sum(tuple(said[at : at + len(name)]) == name for at in range(len(said) - len(name) + 1))


class Belonging:
    """Tells the sides of units, each by its number."""

    def __init__(self, sides: Sequence[ComparisonSide], documents: Sequence[str], texts: TextStore) -> None:
        self._sides, self._namings = sides, namings(sides)
        self._titled = self._of_documents({each: _title(texts, each) for each in documents})
        self._filled = self._of_documents({each: fold(texts.text(each)) for each in documents}, whole=True)

    def sides_of(self, quote: Quote) -> frozenset[int]:
        """The sides that a unit speaks of: by its document, where each side has one of that title; else by its own words, the
        nearest line over it that names one side alone, or the document that does. Empty where nothing tells."""
        own, document = self.named(quote.text), quote.hit.chunk.document_id
        if document in self._titled:
            return self._titled[document] if not own or own & self._titled[document] else frozenset()
        if own:
            return own
        chunk = quote.hit.chunk
        above = chunk.text[: quote.char_start - chunk.char_start].splitlines()
        places = map(self.named, (*reversed(above), *reversed(chunk.context.splitlines())))
        return next((found for found in places if len(found) == 1), self._filled.get(document, frozenset()))

    def documents(self) -> list[list[str]]:
        """For each side the documents that are of it alone; empty ones where not every side has its own."""
        of = self._titled or self._filled
        return [
            [document for document, owners in of.items() if owners == {at}] for at in range(len(self._sides))
        ]

    def named(self, text: str) -> frozenset[int]:
        """The sides that words name."""
        return frozenset(at for at, naming in enumerate(self._namings) if naming.mentions(text))

    def names_only(self, side: ComparisonSide, text: str) -> bool:
        """Whether words name this side alone."""
        return self.named(text) == {self._sides.index(side)}

    def _of_documents(self, texts: Mapping[str, str], *, whole: bool = False) -> dict[str, frozenset[int]]:
        """The side that each document is of, where every side has one of its own: the only one that it names, of a whole text the
        one that it names by far most often."""
        found = dict[str, frozenset[int]]()
        for document, text in texts.items():
            counts = [each.stands_in(text) if whole else each.mentions(text) for each in self._namings]
            least = max(counts) / COMPOSED.of_document if whole else 0
            named = [at for at, count in enumerate(counts) if count > least]
            if len(named) == 1:
                found[document] = frozenset(named)
        return found if len(frozenset().union(*found.values())) == len(self._namings) else {}


def _title(texts: TextStore, document_id: str) -> str:
    document = texts.document(document_id)
    return f"{document.title} {document.name}"
