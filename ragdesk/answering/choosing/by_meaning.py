"""Sentences that lie near to a question by meaning alone, for when the reranker takes none for an answer: it knows "paid for" and
"funded by" for different things, and then its order says nothing.
"""

import numpy as np

from ragdesk.answering.judging.judged import JudgedUnit, judge, ranked
from ragdesk.answering.judging.verify import distinct
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.domain.calibration import VERIFY
from ragdesk.domain.search import Hit, Query, Scope


def nearest_by_meaning(query: Query, scope: Scope, resources: Resources) -> list[JudgedUnit]:
    """The units that are nearest, the nearest first: of all passages that a person chose to look at where these are few, else of
    the passages that are nearest by their vectors. None without an embedder, or in a language that it does not know."""
    embedder = resources.embedder
    if embedder is None or query.foreign:
        return []
    [asked] = embedder.encode_queries([query.standalone])
    hits = _all(scope, resources) or resources.retriever.search_vector(asked, VERIFY.hits, scope)
    units = judge(query.standalone, hits, resources.texts, None, len(hits))
    worded = distinct([unit for unit, _ in ranked(query.checked, units, None)])
    if not worded:
        return []
    cosines = embedder.encode([shown_quote(unit.quote) for unit in worded]) @ asked
    return [worded[at] for at in np.argsort(-cosines)]


def _all(scope: Scope, resources: Resources) -> list[Hit]:
    """Every passage of the chosen documents; none where they are many, or none was chosen."""
    whole = resources.whole
    if whole is None or not scope.documents:
        return []
    documents = whole.documents(scope)
    if sum(document.chunks for document in documents) > VERIFY.near_read:
        return []
    return [
        Hit(chunk, 0.0, "vector", document.name, library=whole.library(document.id))
        for document in documents
        for chunk in whole.chunks(document.id)
    ]
