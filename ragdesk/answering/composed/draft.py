"""Writes a composed answer: lines that are quotes, with their citations, and between them the app's own words."""

from ragdesk.answering.checking.support import citation_of
from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.injection.commands import commands
from ragdesk.answering.units.quotes import Quote, running
from ragdesk.domain.answers import Citation, Sentence


class Draft:
    """An answer in the making. A passage that is quoted twice keeps its number."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._parts: list[str] = []
        self._sentences: list[Sentence] = []
        self._citations: dict[tuple[str, int, int], Citation] = {}

    @property
    def quotes(self) -> int:
        return len(self._sentences)

    def quote(self, before: str, *quotes: Quote, shown: str = "") -> bool:
        """Add a quote behind `before` (a line end, the mark of an item), or words that several quotes bear out. What speaks to
        a model is left out; whether it was added.

        Args:
            shown: the words as a person reads them, where they are not the quote on one line.
        """
        words = shown or running(quotes[0].text)
        if not words or any(commands(quote.text) for quote in quotes):
            return False
        numbers = tuple(dict.fromkeys(map(self._number, quotes)))
        self._parts += [before, words]
        self._sentences.append(Sentence(words, numbers, supported=True))
        return True

    def say(self, words: str) -> None:
        """Add words of the app's own."""
        self._parts.append(words)

    def _number(self, quote: Quote) -> int:
        key = quote.hit.chunk.document_id, quote.char_start, quote.char_end
        if key not in self._citations:
            number = len(self._citations) + 1
            self._citations[key] = citation_of(quote, number, self._asked.texts, self._asked.resources.cells)
        return self._citations[key].number

    def done(self) -> Composed | None:
        """The answer; None where nothing was quoted."""
        if not self._sentences:
            return None
        text = "".join(self._parts).strip()
        return Composed(text, tuple(self._sentences), tuple(self._citations.values()))
