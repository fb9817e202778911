"""Retrieval: both engines over-fetched, fused, copies collapsed. No model is called here but the embedder."""

import logging
import time
from collections.abc import Sequence

import numpy as np

from ragdesk.answering.rank import WORDS_WEIGHT, collapse, fuse, ranked
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.ports import Embedder, Retriever
from ragdesk.domain.search import Hit, Mode, QueryText, Scope

log = logging.getLogger(__name__)

# Candidates from each engine: enough for a passage that only one engine likes to be fused, few enough to stay quick.
OVERFETCH = 100


def retrieve(
    query: QueryText,
    *,
    retriever: Retriever,
    embedder: Embedder | None,
    top: int,
    mode: Mode = "hybrid",
    scope: Scope = Scope(),
    words_weight: float = WORDS_WEIGHT,
) -> list[Hit]:
    """The `top` best chunks for the query, best first; `words_weight` as for `rank.fuse`.

    Without an embedder, "hybrid" falls back to words alone; "vector" then is the caller's error to prevent.
    """
    started = time.perf_counter()
    limit = max(OVERFETCH, top)
    by_words = retriever.search_words(query, limit, scope) if mode != "vector" else []
    by_vector: Sequence[Hit] = []
    if mode != "words" and embedder is not None:
        by_vector = retriever.search_vector(_vector(embedder, query), limit, scope)
    if mode == "hybrid" and embedder is not None:
        hits = fuse(by_vector, by_words, words_weight)
    else:
        hits = ranked(by_words, "words") if by_words else ranked(by_vector, "vector")
    found = collapse(hits, top)
    log.info(
        "retrieved vectors=%d words=%d kept=%d seconds=%.3f",
        len(by_vector),
        len(by_words),
        len(found),
        time.perf_counter() - started,
    )
    return found


def _vector(embedder: Embedder, query: QueryText) -> FloatArray:
    """The query as a unit vector. Of several texts, the weighted mean: the cosine with it is the weighted sum of cosines but
    for a factor."""
    texts = [query] if isinstance(query, str) else [text for text, _ in query]
    weights = [1.0] if isinstance(query, str) else [weight for _, weight in query]
    mixed = np.average(embedder.encode_queries(texts), axis=0, weights=weights)
    return np.asarray(mixed / np.linalg.norm(mixed), dtype=np.float32)


def report(hits: Sequence[Hit]) -> None:
    """Ids and scores only: the log never holds what a person asked or what a document says."""
    for rank, hit in enumerate(hits, start=1):
        log.info(
            "hit rank=%d chunk=%s score=%.4f vector=%s/%s words=%s/%s reranker=%s",
            rank,
            hit.chunk.id,
            hit.score,
            hit.vector_rank,
            _rounded(hit.vector_score),
            hit.words_rank,
            _rounded(hit.words_score),
            _rounded(hit.reranker_score),
        )


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 3)
