"""Tables beside what was found: prose says what a table is about, and the row that is asked for stands in the table alone."""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.composed.named import names
from ragdesk.answering.quotes import cells_of, is_rule
from ragdesk.answering.rerank import rerank
from ragdesk.domain.calibration import GATE, RETRIEVAL
from ragdesk.domain.ports import Reranker, Retriever
from ragdesk.domain.search import Hit, Query, TextPlace


def with_named_rows(
    query: Query, hits: Sequence[Hit], retriever: Retriever, reranker: Reranker | None
) -> list[Hit]:
    """The hits, and behind the first of them the best of the passages beside these that hold a row which the question names."""
    first = list(hits[: GATE.hits])
    seen = {hit.chunk.id for hit in first}
    beside = dict[str, Hit]()
    for hit in first:
        place = TextPlace(hit.chunk.document_id, hit.chunk.char_start, hit.chunk.char_end)
        for near in retriever.around(place, RETRIEVAL.beside):
            if near.chunk.id not in seen and _names_row(query.standalone, near.chunk.text):
                beside.setdefault(near.chunk.id, near)
    best = rerank(query.standalone, list(beside.values()), reranker)[: RETRIEVAL.tables]
    # No score of theirs stands above those of what they follow.
    least = min((hit.score for hit in first), default=0.0)
    added = [replace(hit, score=min(hit.score, least)) for hit in best]
    new = {hit.chunk.id for hit in added}
    others = [hit for hit in hits[GATE.hits :] if hit.chunk.id not in new]
    return [*first, *added, *others][: max(len(hits), len(first) + len(added))]


def _names_row(question: str, text: str) -> bool:
    """Whether a row of a table in the text is called by words of the question."""
    rows = (line for line in text.splitlines() if line.startswith("|") and not is_rule(line))
    return any(
        any(map(str.isalpha, cell)) and names(question, cell) for cell in (cells_of(row)[0] for row in rows)
    )
