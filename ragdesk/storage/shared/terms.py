"""The words of a shared library: one column of terms, which Lance's own full-text index holds.

One column, because Lance's index of several with boosts is fifty times as slow (docs/scale.md). What is looked up as it is
written has a mark before it there. It knows nothing of tables.
"""

from collections.abc import Iterable, Sequence

from ragdesk.domain.documents import Chunk, Document
from ragdesk.domain.search import QueryText
from ragdesk.storage.index.analysis import analysis_of
from ragdesk.storage.index.word_fields import DEFAULT_BOOSTS, field_terms, query_terms
from ragdesk.storage.ledger.word_rows import word_row

_EXACT = "="
# Fields of the local index whose terms a passage's own field has as well.
_SAME = ("title", "section", "keywords")


def terms_of(document: Document, chunk: Chunk) -> str:
    """All that a passage is found by, with blanks between."""
    found = field_terms(word_row(document, chunk))
    exact = (f"{_EXACT}{term}" for term in found.pop("exact").split())
    return " ".join(filter(None, [*found.values(), *exact]))


def asked_terms(query: QueryText, languages: Iterable[str]) -> dict[float, list[str]]:
    """The terms of a query that is analysed in these languages, by their weight."""
    analyses: Sequence[str] = sorted({analysis_of(language) for language in languages})
    weights: dict[str, float] = {}
    for text, weight in ((query, 1.0),) if isinstance(query, str) else query:
        for field, term, boost in query_terms(text, analyses, DEFAULT_BOOSTS):
            if field not in _SAME:
                marked = f"{_EXACT}{term}" if field == "exact" else term
                weights[marked] = weights.get(marked, 0.0) + weight * boost
    by_weight: dict[float, list[str]] = {}
    for term, weight in weights.items():
        if weight > 0:
            by_weight.setdefault(weight, []).append(term)
    return by_weight
