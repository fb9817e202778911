"""Where passages stand, in the units that the gold is given in: pages, paragraphs, given passages, whole documents.

A passage of the app and a gold paragraph are cut differently. A passage stands for a unit where they share at least half of
the shorter of the two, so that neither a few words of overlap count nor a long paragraph is missed that was cut in two.
"""

import re
from collections.abc import Mapping, Sequence

from ragdesk.domain.answers import Citation
from ragdesk.domain.search import Hit
from ragdesk.extras.evaluation.ports import MeasuredApp
from ragdesk.extras.evaluation.questions import Spot
from ragdesk.text.fold import compatible

# The share of the shorter text that a passage and a unit must have in common.
SHARED = 0.5
Span = tuple[int, int]
_PARAGRAPH = re.compile(r"\S(?:.*?\S)??(?=\s*\n[ \t]*\n|\s*\Z)", re.DOTALL)


class Places:
    """Turns hits, citations and gold into units, named "document#p12" (page), "document#c340" (the paragraph or passage that
    begins at that character) or "document" (the whole).

    Args:
        names: the document id of each file name.
        passages: the texts that divide a document (by file name); paragraphs do where it has none.
    """

    def __init__(
        self, app: MeasuredApp, names: Mapping[str, str], passages: Mapping[str, Sequence[str]]
    ) -> None:
        self._app = app
        self._ids = names
        self._names = {identity: name for name, identity in names.items()}
        self._passages = passages
        self._units: dict[str, list[Span]] = {}

    def document_ids(self, spots: Sequence[Spot]) -> tuple[str, ...]:
        """The documents that the spots lie in, as far as they are in the library."""
        return tuple(dict.fromkeys(self._ids[s.document] for s in spots if s.document in self._ids))

    def gold(self, spots: Sequence[Spot]) -> list[str]:
        """The units of the gold, each once. What is not in the library (any more) has a unit that no passage can have, and
        counts as missed."""
        return list(dict.fromkeys(self._gold(spot) for spot in spots))

    def _gold(self, spot: Spot) -> str:
        if spot.document not in self._ids:
            return f"{spot.document}#lost"
        if spot.page is not None:
            return f"{spot.document}#p{spot.page}"
        if not spot.text and spot.para is None:
            return spot.document
        span = self._find(spot)
        return f"{spot.document}#c{span[0]}" if span else f"{spot.document}#lost"

    def _find(self, spot: Spot) -> Span | None:
        """The unit that holds the gold's text."""
        document_id = self._ids[spot.document]
        units = self._divided(document_id)
        text = self._app.library.text(document_id)
        span = locate(spot.text, text) if spot.text else None
        if span is not None:
            return max(units, key=lambda unit: (_common(unit, span), -unit[0]), default=None)
        body = [unit for unit in units if not text[unit[0] : unit[1]].startswith("#")]
        if spot.para is not None and 0 <= spot.para < len(body):
            return body[spot.para]
        return None

    def of_hit(self, hit: Hit, like: Sequence[Spot]) -> list[str]:
        """The units that a hit stands for, in the kind of unit that the gold is in."""
        chunk = hit.chunk
        pages = None if chunk.page_start is None else (chunk.page_start, chunk.page_end or chunk.page_start)
        return self._of(chunk.document_id, (chunk.char_start, chunk.char_end), pages, like)

    def of_citation(self, citation: Citation, like: Sequence[Spot]) -> list[str]:
        """As `of_hit`, for a quote."""
        pages = None if citation.page is None else (citation.page, citation.page)
        return self._of(citation.document_id, (citation.char_start, citation.char_end), pages, like)

    def _of(self, document_id: str, span: Span, pages: Span | None, like: Sequence[Spot]) -> list[str]:
        name = self._names.get(document_id, document_id)
        if any(spot.page is not None for spot in like):
            return [f"{name}#p{page}" for page in range(pages[0], pages[1] + 1)] if pages else [f"{name}#p0"]
        if not any(spot.text or spot.para is not None for spot in like):
            return [name]
        return [f"{name}#c{start}" for start in self._touched(document_id, span)]

    def _touched(self, document_id: str, span: Span) -> list[int]:
        units = self._divided(document_id)
        length = span[1] - span[0]
        touched = [
            unit[0] for unit in units if _common(unit, span) >= SHARED * min(length, unit[1] - unit[0])
        ]
        if touched:
            return touched
        # It lies across several: the one that it shares most with; itself where it shares with none.
        best = max(units, key=lambda unit: _common(unit, span), default=span)
        return [best[0] if _common(best, span) else span[0]]

    def _divided(self, document_id: str) -> list[Span]:
        """The spans of a document's units, in reading order."""
        if document_id not in self._units:
            text = self._app.library.text(document_id)
            passages = self._passages.get(self._names.get(document_id, ""), ())
            spans = sorted({span for passage in passages if (span := locate(passage, text)) is not None})
            self._units[document_id] = spans or paragraphs(text)
        return self._units[document_id]


def paragraphs(text: str) -> list[Span]:
    """The spans between blank lines."""
    return [match.span() for match in _PARAGRAPH.finditer(text)]


def locate(passage: str, text: str) -> Span | None:
    """Where a text stands in another, letters and digits compared alone: white space, Markdown marks, compatibility forms and
    capitals may differ. None where it does not."""
    exact = text.find(passage)
    if exact >= 0:
        return exact, exact + len(passage)
    letters, places = _letters(text)
    sought, _ = _letters(passage)
    start = letters.find(sought) if sought else -1
    return (places[start], places[start + len(sought) - 1] + 1) if start >= 0 else None


def _letters(text: str) -> tuple[str, list[int]]:
    """Folded letters and digits, and the place in the text that each comes from."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for folded in compatible(character).casefold():
            if folded.isalnum():
                letters.append(folded)
                places.append(place)
    return "".join(letters), places


def _common(first: Span, second: Span) -> int:
    return max(0, min(first[1], second[1]) - max(first[0], second[0]))
