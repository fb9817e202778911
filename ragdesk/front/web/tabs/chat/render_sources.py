"""Below an answer: each document that it cites once, with its pages and the numbers that stand for them."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.answers import Citation
from ragdesk.domain.search import named_in
from ragdesk.front.web.texts import place, short

PLACE_CHARS = 48


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A cited document: `places` are (page or section, the numbers of the citations there); `quoted` are the characters of the
    first citation."""

    title: str
    document_id: str
    quoted: tuple[int, int]
    places: list[tuple[str, list[int]]]

    @property
    def several(self) -> bool:
        """Whether more than one citation is in it."""
        return len(self.places) > 1 or len(self.places[0][1]) > 1


def sources(citations: Sequence[Citation]) -> list[ShownSource]:
    """The documents in the order of their first citations."""
    by_document: dict[str, list[Citation]] = {}
    for citation in citations:
        by_document.setdefault(citation.document_id, []).append(citation)
    return [_source(cited) for cited in by_document.values()]


def _source(cited: Sequence[Citation]) -> ShownSource:
    first = cited[0]
    places: dict[str, list[int]] = {}
    for citation in cited:
        places.setdefault(_where(citation), []).append(citation.number)
    quoted = first.char_start, first.char_end
    return ShownSource(
        named_in(first.title or first.document, first.library),
        first.document_id,
        quoted,
        list(places.items()),
    )


def _where(citation: Citation) -> str:
    """The page; of a document without pages the section and the cells."""
    return short(place(citation.page, "" if citation.page else citation.place, citation.title), PLACE_CHARS)
