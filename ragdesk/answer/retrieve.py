"""Retrieval: both engines over-fetched, fused, duplicates collapsed. No model is called here but the embedder."""

import logging
import time
from collections.abc import Sequence

from ragdesk.answer.rank import collapse, fuse, ranked
from ragdesk.types import Embedder, FloatArray, Hit, Mode, Retriever, Scope

log = logging.getLogger(__name__)

# Candidates from each engine: enough for a passage that only one engine likes to be fused, few enough to stay quick.
OVERFETCH = 100


def retrieve(
    query: str,
    *,
    retriever: Retriever,
    embedder: Embedder | None,
    top: int,
    mode: Mode = "hybrid",
    scope: Scope = Scope(),
) -> list[Hit]:
    """The `top` best chunks for the query, best first.

    Without an embedder, "hybrid" falls back to words alone; "vector" then is the caller's error to prevent.
    """
    started = time.perf_counter()
    limit = max(OVERFETCH, top)
    by_words = retriever.search_words(query, limit, scope) if mode != "vector" else []
    by_vector: Sequence[Hit] = []
    if mode != "words" and embedder is not None:
        vector: FloatArray = embedder.encode([query])[0]
        by_vector = retriever.search_vector(vector, limit, scope)
    if mode == "hybrid" and embedder is not None:
        hits = fuse(by_vector, by_words)
    else:
        hits = ranked(by_words, "words") if by_words else ranked(by_vector, "vector")
    found = collapse(hits, top)
    _report(found, len(by_vector), len(by_words), time.perf_counter() - started)
    return found


def _report(hits: Sequence[Hit], vectors: int, words: int, seconds: float) -> None:
    """Ids and scores only: the log never holds what a person asked or what a document says."""
    log.info("retrieved vectors=%d words=%d kept=%d seconds=%.3f", vectors, words, len(hits), seconds)
    for rank, hit in enumerate(hits, start=1):
        log.info(
            "hit rank=%d chunk=%s score=%.4f vector=%s/%s words=%s/%s",
            rank,
            hit.chunk.id,
            hit.score,
            hit.vector_rank,
            None if hit.vector_score is None else round(hit.vector_score, 4),
            hit.words_rank,
            None if hit.words_score is None else round(hit.words_score, 3),
        )
