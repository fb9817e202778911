"""Why a passage is where it is: the place and the score that each step of one search gave it.

Nothing is computed anew: it reads the two orders that `search.search` yields, so it explains what was really found.
"""

from collections.abc import Iterable, Sequence

from ragdesk.domain.calibration import RETRIEVAL
from ragdesk.domain.search import Explained, Hit, Standing


def candidates(top: int) -> int:
    """How many hits to search for, so that the first order still holds what the second look brings among the first `top`.
    More candidates change no hit's place: each order begins as a shorter one does."""
    return max(top, RETRIEVAL.reranked)


def explain(orders: Iterable[Sequence[Hit]], top: int) -> list[Explained]:
    """The `top` best hits of the last order, each with its standing in the others.

    Args:
        orders: as `search.search` yields them: retrieval's own order and, where a second look was taken, the order after it.
    """
    first, *again = orders
    fused = {
        hit.chunk.id: Standing(rank, hit.score)
        for rank, hit in enumerate(first, start=1)
        if hit.source == "fused"
    }
    return [
        Explained(
            hit=hit,
            vector=_standing(hit.vector_rank, hit.vector_score),
            words=_standing(hit.words_rank, hit.words_score),
            fused=fused.get(hit.chunk.id),
            reranked=Standing(rank, hit.score) if again else None,
        )
        for rank, hit in enumerate([first, *again][-1][:top], start=1)
    ]


def _standing(rank: int | None, score: float | None) -> Standing | None:
    return None if rank is None or score is None else Standing(rank, score)
