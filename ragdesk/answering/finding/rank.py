"""Turning the two engines' lists into one. Each stage is `list[Hit] -> list[Hit]`; an engine's ranks are written here alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ragdesk.domain.calibration import RETRIEVAL
from ragdesk.domain.documents import EARLIER
from ragdesk.domain.search import Hit
from ragdesk.text.tokens import words

# Words with which a message and its copy below a reply both end.
SAME_END = 12


def ranked(hits: Sequence[Hit], engine: Literal["vector", "words"]) -> list[Hit]:
    """One engine's list with the ranks and scores of that engine written into it."""
    if engine == "vector":
        return [replace(hit, vector_rank=rank, vector_score=hit.score) for rank, hit in enumerate(hits, 1)]
    return [replace(hit, words_rank=rank, words_score=hit.score) for rank, hit in enumerate(hits, 1)]


def fuse(
    by_vector: Sequence[Hit], by_words: Sequence[Hit], words_weight: float = RETRIEVAL.words_weight
) -> list[Hit]:
    """Merge two ranked lists by a convex combination of their min-max normalised scores, 0 to 1; each fused hit carries
    both engines' ranks and scores.

    Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 2023.
    """
    merged: dict[str, Hit] = {}
    for hit, score in zip(
        ranked(by_vector, "vector"), normalised([hit.score for hit in by_vector]), strict=True
    ):
        merged[hit.chunk.id] = replace(hit, source="fused", score=(1 - words_weight) * score)
    for hit, score in zip(
        ranked(by_words, "words"), normalised([hit.score for hit in by_words]), strict=True
    ):
        base = merged.get(hit.chunk.id) or replace(hit, source="fused", score=0.0)
        merged[hit.chunk.id] = replace(
            base,
            score=base.score + words_weight * score,
            words_rank=hit.words_rank,
            words_score=hit.words_score,
        )
    # The chunk id breaks ties, so that the same question gives the same order on every run.
    return sorted(merged.values(), key=lambda hit: (-hit.score, hit.chunk.id))


def normalised(scores: Sequence[float]) -> list[float]:
    """Scores from 0 (the lowest) to 1 (the highest); 1 where all are the same."""
    low, high = (min(scores), max(scores)) if scores else (0.0, 0.0)
    return [(score - low) / (high - low) if high > low else 1.0 for score in scores]


def collapse(hits: Sequence[Hit], top: int) -> list[Hit]:
    """The first `top` hits, of which the best is kept where several say the same in the same words (copies of one document,
    repeated boilerplate). Of a message and its copies below replies the message itself, in the place of the best of them."""
    by_words: dict[tuple[str, ...], Hit] = {}
    by_end: dict[tuple[str, ...], tuple[str, ...]] = {}
    for hit in hits:
        key = tuple(words(hit.chunk.text))
        known = by_end.setdefault(key[-SAME_END:], key)
        if known in by_words and _is_copy(hit, by_words[known]):
            key = known
            if not _is_earlier(hit):
                by_words[known] = hit
        by_words.setdefault(key, hit)
        if len(by_words) == top:
            break
    return list(by_words.values())


def _is_copy(one: Hit, two: Hit) -> bool:
    """Whether one of the two is a copy, below a reply, of what the other says; it has another head, and the same words below."""
    if not (_is_earlier(one) or _is_earlier(two)):
        return False
    shorter, longer = sorted((_body(one), _body(two)), key=len)
    return len(shorter) >= SAME_END and longer[-len(shorter) :] == shorter


def _body(hit: Hit) -> list[str]:
    """The words of a passage; of a message below a reply without the line that says whose it is."""
    head, blank, body = hit.chunk.text.partition("\n\n")
    begins = _is_earlier(hit) and blank and words(head)[:2] == words(hit.chunk.section[-1])[:2]
    return words(body if begins else hit.chunk.text)


def _is_earlier(hit: Hit) -> bool:
    """Whether it is of a message that stands below a reply."""
    return bool(hit.chunk.section) and hit.chunk.section[-1].startswith(EARLIER)


def best_of(lists: Sequence[Sequence[Hit]], top: int) -> list[Hit]:
    """The first `top` of several lists of one kind of scores, each hit with the best of its scores."""
    merged: dict[str, Hit] = {}
    for hit in (hit for hits in lists for hit in hits):
        known = merged.setdefault(hit.chunk.id, hit)
        if hit.score > known.score:
            merged[hit.chunk.id] = hit
    return sorted(merged.values(), key=lambda hit: (-hit.score, hit.chunk.id))[:top]
