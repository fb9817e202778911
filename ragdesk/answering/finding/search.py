"""Search: each engine's best chunks, fused, copies collapsed; then a second look at the first of them.

    query → engines (vectors, words) → fuse → collapse → rerank

No model is called here but the embedder and the reranker.
"""

import logging
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np

from ragdesk.answering.finding.continued import with_surroundings
from ragdesk.answering.finding.near_tables import with_named_rows
from ragdesk.answering.finding.rank import best_of, collapse, fuse, ranked
from ragdesk.answering.finding.rerank import rerank
from ragdesk.answering.understanding.compare import merge
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import RETRIEVAL
from ragdesk.domain.ports import Embedder, Reranker, Retriever
from ragdesk.domain.search import Hit, Mode, Query, QueryText, Scope

log = logging.getLogger(__name__)


def search(
    query: Query,
    *,
    retriever: Retriever,
    embedder: Embedder | None,
    reranker: Reranker | None,
    top: int,
    mode: Mode = "hybrid",
    scope: Scope = Scope(),
) -> Generator[list[Hit], None, None]:
    """The `top` best chunks: first as retrieval has them, at once; then, in the mode "hybrid", in the reranker's order.

    Each side of a comparison is searched for as well, and they take turns. Without an embedder, "hybrid" falls back to words
    alone; "vector" then is the caller's error to prevent. A translated question is searched for in both languages.
    """
    if query.asked is not None:
        both = (replace(query, asked=None), query.asked)
        orders = (
            search(
                each,
                retriever=retriever,
                embedder=embedder,
                reranker=reranker,
                top=top,
                mode=mode,
                scope=scope,
            )
            for each in both
        )
        for order in zip(*orders, strict=True):
            yield best_of(order, top)
        return
    # A comparison has several lists: each is looked at again less deeply.
    depth = RETRIEVAL.reranked // 2 if query.sides else RETRIEVAL.reranked
    deepest = max(top, depth)
    limit = max(RETRIEVAL.candidates, deepest)
    lists: list[list[Hit]] = []
    side_texts = [side.text for side in query.sides]
    queries: tuple[QueryText, ...] = (query.texts, *side_texts)
    for text in queries:
        by_words = retriever.search_words(text, limit, scope) if mode != "vector" else []
        by_vector: Sequence[Hit] = []
        if embedder is not None and mode != "words":
            by_vector = retriever.search_vector(_vector(embedder, text), limit, scope)
        if embedder is not None and mode == "hybrid":
            hits = fuse(by_vector, by_words, query.words_weight)
        else:
            hits = ranked(by_words, "words") if by_words else ranked(by_vector, "vector")
        lists.append(collapse(hits, deepest))
        log.info("retrieved vectors=%d words=%d kept=%d", len(by_vector), len(by_words), len(lists[-1]))
    first = merge(lists, top)
    yield first
    if mode == "hybrid":
        texts = (query.standalone, *side_texts)
        first = merge(list(map(rerank, texts, lists, repeat(reranker), repeat(depth))), top)
        with_more = with_surroundings if query.after else with_named_rows
        first = with_more(query, first, retriever, reranker)
        yield first
    _report(first)


def _vector(embedder: Embedder, text: QueryText) -> FloatArray:
    """The query as a unit vector. Of several texts, the weighted mean: the cosine with it is the weighted sum of cosines but
    for a factor."""
    texts = [text] if isinstance(text, str) else [part for part, _ in text]
    weights = [1.0] if isinstance(text, str) else [weight for _, weight in text]
    mean = np.average(embedder.encode_queries(texts), axis=0, weights=weights)
    return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)


def _report(hits: Sequence[Hit]) -> None:
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
