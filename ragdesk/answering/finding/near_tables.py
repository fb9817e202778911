"""Tables beside what was found: prose says what a table is about, and the row that is asked for stands in the table alone."""

from collections.abc import Sequence

from ragdesk.answering.composed.sums.named import names
from ragdesk.answering.finding.rerank import read_behind
from ragdesk.answering.units.quotes import cells_of, is_rule
from ragdesk.domain.calibration import GATE, RETRIEVAL
from ragdesk.domain.ports import Reranker, Retriever
from ragdesk.domain.search import Hit, Query, TextPlace


def with_named_rows(
    query: Query, hits: Sequence[Hit], retriever: Retriever, reranker: Reranker | None
) -> list[Hit]:
    """The hits of a look-up, and behind the first of them the best of the passages beside these that hold a row which it names;
    the hits alone of any other question."""
    if query.kind != "lookup" or query.sides:
        return list(hits)
    chunks = [hit.chunk for hit in hits[: GATE.hits]]
    places = [TextPlace(chunk.document_id, chunk.char_start, chunk.char_end) for chunk in chunks]
    beside = [
        near
        for place in places
        for near in retriever.around(place, RETRIEVAL.beside)
        if _names_row(query.standalone, near.chunk.text)
    ]
    return read_behind(query.standalone, hits, GATE.hits, beside, RETRIEVAL.tables, reranker)


def _names_row(question: str, text: str) -> bool:
    """Whether a row of a table in the text is called by words of the question."""
    rows = (line for line in text.splitlines() if line.startswith("|") and not is_rule(line))
    return any(
        any(map(str.isalpha, cell)) and names(question, cell) for cell in (cells_of(row)[0] for row in rows)
    )
