"""Turning the two engines' lists into one. Each stage is `list[Hit] -> list[Hit]`."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.domain.search import Hit
from ragdesk.text.tokens import words

# What the words' scores count for, against the vectors': docs/decisions.md, "Fusion" and, for the embedder in use, "The
# embedder".
WORDS_WEIGHT = 0.5
# The same where the embedder does not know the question's language: docs/decisions.md, "Languages".
FOREIGN_WORDS_WEIGHT = 0.8


def fuse(by_vector: Sequence[Hit], by_words: Sequence[Hit], words_weight: float = WORDS_WEIGHT) -> list[Hit]:
    """Merge two ranked lists by a convex combination of their min-max normalised scores, 0 to 1; each fused hit carries
    both engines' ranks and scores.

    Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 2023.
    """
    merged: dict[str, Hit] = {}
    for rank, (hit, score) in enumerate(zip(by_vector, _normalised(by_vector), strict=True), start=1):
        merged[hit.chunk.id] = replace(
            hit,
            source="fused",
            score=(1 - words_weight) * score,
            vector_rank=rank,
            vector_score=hit.score,
        )
    for rank, (hit, score) in enumerate(zip(by_words, _normalised(by_words), strict=True), start=1):
        known = merged.get(hit.chunk.id)
        base = known or replace(hit, source="fused", score=0.0)
        merged[hit.chunk.id] = replace(
            base, score=base.score + words_weight * score, words_rank=rank, words_score=hit.score
        )
    # The chunk id breaks ties, so that the same question gives the same order on every run.
    return sorted(merged.values(), key=lambda hit: (-hit.score, hit.chunk.id))


def _normalised(hits: Sequence[Hit]) -> list[float]:
    """Scores from 0 (the list's last) to 1 (its best); 1 where all are the same."""
    scores = [hit.score for hit in hits]
    low, high = (min(scores), max(scores)) if scores else (0.0, 0.0)
    return [(score - low) / (high - low) if high > low else 1.0 for score in scores]


def ranked(hits: Sequence[Hit], engine: str) -> list[Hit]:
    """One engine's list with its own ranks written into it."""
    if engine == "vector":
        return [replace(h, vector_rank=r, vector_score=h.score) for r, h in enumerate(hits, start=1)]
    return [replace(h, words_rank=r, words_score=h.score) for r, h in enumerate(hits, start=1)]


def collapse(hits: Sequence[Hit], top: int) -> list[Hit]:
    """The first `top` hits, of which the best is kept where several say the same in the same words (copies of one document,
    repeated boilerplate)."""
    seen: set[tuple[str, ...]] = set()
    kept: list[Hit] = []
    for hit in hits:
        fingerprint = tuple(words(hit.chunk.text))
        if fingerprint in seen:
            continue
        seen.add(fingerprint)
        kept.append(hit)
        if len(kept) == top:
            break
    return kept
