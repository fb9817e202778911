"""What of the evidence goes into the prompt: the first passage whole, of the others what there is room for.

The time to the first word is the prompt's length, so a passage that does not fit whole gives the sentences around the one that
carries most of the question's words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragdesk.answering.units.quotes import unit_spans
from ragdesk.domain.calibration import EXCERPTS, RerankerCalibration
from ragdesk.domain.documents import Chunk
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import Idf, content_words

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a passage: `start` and `end` are offsets into the document's text."""

    hit: Hit
    start: int
    end: int

    @property
    def text(self) -> str:
        first = self.hit.chunk.char_start
        return self.hit.chunk.text[self.start - first : self.end - first]


def choose(
    hits: Sequence[Hit],
    question: str,
    room: int,
    count: Count,
    *,
    compares: bool = False,
    scale: RerankerCalibration | None = None,
) -> list[Excerpt]:
    """Excerpts of the best hits that together take at most `room` tokens of the model, in reading order: documents by their
    best hit, passages as they stand in them. The best hit always comes along.

    Args:
        compares: whether the question compares: then no passage stands for all of it.
        scale: what the hits' reranker scores mean; None: nothing is told from them.
    """
    idf = Idf(hit.chunk.placed_text for hit in hits)
    question_words = content_words(question)
    chosen: list[Excerpt] = []
    for hit in _near(hits, compares, scale):
        excerpt = _fitting(hit, question_words, idf, room, count)
        if excerpt is None and not chosen:
            excerpt = _whole(hit)
        if excerpt is None:
            continue
        room -= _cost(excerpt, count)
        chosen.append(excerpt)
    order = list(dict.fromkeys(excerpt.hit.chunk.document_id for excerpt in chosen))
    return sorted(chosen, key=lambda excerpt: (order.index(excerpt.hit.chunk.document_id), excerpt.start))


def _near(hits: Sequence[Hit], compares: bool, scale: RerankerCalibration | None) -> list[Hit]:
    """Those of the hits that may be read: all that are as good as the first ones, or the first and what belongs to it."""
    scores = [hit.reranker_score for hit in hits if hit.reranker_score is not None]
    if scale is None or not scores:
        return list(hits)
    best = max(scores)
    others = max((hit.reranker_score for hit in hits[1:] if hit.reranker_score is not None), default=None)
    if not compares and others is not None and best >= others + scale.certain:
        return [hits[0], *(hit for hit in hits[1:] if _beside(hits[0].chunk, hit.chunk))]
    return [
        hit
        for rank, hit in enumerate(hits)
        if rank < EXCERPTS.always
        or (hit.reranker_score is not None and hit.reranker_score > best - scale.far)
    ]


def _beside(chunk: Chunk, other: Chunk) -> bool:
    """Whether another passage of the document stands on its page, or where there are no pages next to it in its section."""
    if other.document_id != chunk.document_id:
        return False
    if chunk.page_start is None or other.page_start is None:
        return abs(other.ordinal - chunk.ordinal) == 1 and other.section == chunk.section
    return other.page_start <= (chunk.page_end or chunk.page_start) and chunk.page_start <= (
        other.page_end or other.page_start
    )


def _whole(hit: Hit) -> Excerpt:
    return Excerpt(hit, hit.chunk.char_start, hit.chunk.char_end)


def _cost(excerpt: Excerpt, count: Count) -> int:
    return count(excerpt.hit.chunk.context) + count(excerpt.text) + EXCERPTS.frame


def _fitting(hit: Hit, question_words: Sequence[str], idf: Idf, room: int, count: Count) -> Excerpt | None:
    """The whole passage where there is room, else its sentences around the best one; None where that would be too little."""
    excerpt = _whole(hit)
    if _cost(excerpt, count) <= room:
        return excerpt
    room -= count(hit.chunk.context) + EXCERPTS.frame
    if room < EXCERPTS.least:
        return None
    text = hit.chunk.text
    spans = unit_spans(text)
    if not spans:
        return None
    sizes = [count(text[start:end]) for start, end in spans]
    worth = [idf.coverage(question_words, content_words(text[start:end])) for start, end in spans]
    first = last = max(range(len(spans)), key=lambda at: (worth[at], -at))
    spent = sizes[first]
    if spent > room:
        return None
    # Grow to the side that adds more of what was asked, as long as there is room.
    while True:
        sides = [at for at in (first - 1, last + 1) if 0 <= at < len(spans) and spent + sizes[at] <= room]
        if not sides:
            break
        at = max(sides, key=lambda side: (worth[side], side))
        first, last, spent = min(first, at), max(last, at), spent + sizes[at]
    start = hit.chunk.char_start
    return Excerpt(hit, start + spans[first][0], start + spans[last][1])
