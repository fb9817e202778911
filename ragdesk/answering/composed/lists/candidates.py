"""The lists that a question may be about: those that begin, or go on, in the passages found for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragdesk.answering.composed.lists.outline import ListBlock, lists_of, parts_of
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.ports import TextStore
from ragdesk.domain.search import Hit


@dataclass(frozen=True, slots=True)
class FoundList:
    """A list and the best passage that holds some of it; `text` is the whole document's."""

    block: ListBlock
    hit: Hit
    text: str

    @property
    def quote(self) -> Quote:
        """The list as a whole with what introduces it."""
        return self.quoted(self.block.start, self.block.end)

    def quoted(self, start: int, end: int) -> Quote:
        """A slice of the document under the passage's title and section, wherever the passage itself ends."""
        return quoted(self.hit, self.text, start, end)


def paragraph_end(text: str, place: int) -> int:
    """Where the paragraph ends in which a place of a text is."""
    end = text.find("\n\n", place)
    return len(text) if end < 0 else end


def quoted(hit: Hit, text: str, start: int, end: int) -> Quote:
    chunk = replace(hit.chunk, char_start=start, char_end=end, text=text[start:end])
    return Quote(replace(hit, chunk=chunk), start, end, text[start:end])


def lists_in(hits: Sequence[Hit], texts: TextStore) -> list[FoundList]:
    """The lists of the hits, each once, with the best hit that it stands in."""
    found: dict[tuple[str, int, int], FoundList] = {}
    for document_id in dict.fromkeys(hit.chunk.document_id for hit in hits):
        text = texts.text(document_id)
        headings = {
            name for hit in hits if hit.chunk.document_id == document_id for name in hit.chunk.section
        }
        blocks = [
            part
            for block in lists_of(text)
            for part in parts_of(block)
            if not any(_line(text, item.span.start) in headings for item in part.items)
        ]
        for hit in hits:
            if hit.chunk.document_id != document_id:
                continue
            for block in blocks:
                if block.start < hit.chunk.char_end and hit.chunk.char_start < block.end:
                    found.setdefault((document_id, block.start, block.end), FoundList(block, hit, text))
    return list(found.values())


def _line(text: str, at: int) -> str:
    """The line around an offset. In plain text a section's heading looks like an item: "2. Boats"."""
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)].strip()
