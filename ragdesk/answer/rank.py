"""Turning the two engines' lists into one. Each stage is `list[Hit] -> list[Hit]`."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answer.words import words
from ragdesk.types import Hit

# Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
# Methods", SIGIR 2009: score(d) = sum over lists of 1 / (k + rank(d)), k = 60.
RRF_K = 60


def fuse(by_vector: Sequence[Hit], by_words: Sequence[Hit], k: int = RRF_K) -> list[Hit]:
    """Merge two ranked lists by reciprocal rank; each fused hit carries both engines' ranks and scores."""
    merged: dict[str, Hit] = {}
    for rank, hit in enumerate(by_vector, start=1):
        merged[hit.chunk.id] = replace(
            hit, source="fused", score=1.0 / (k + rank), vector_rank=rank, vector_score=hit.score
        )
    for rank, hit in enumerate(by_words, start=1):
        known = merged.get(hit.chunk.id)
        base = known or replace(hit, source="fused", score=0.0)
        merged[hit.chunk.id] = replace(
            base, score=base.score + 1.0 / (k + rank), words_rank=rank, words_score=hit.score
        )
    # The chunk id breaks ties, so that the same question gives the same order on every run.
    return sorted(merged.values(), key=lambda hit: (-hit.score, hit.chunk.id))


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
