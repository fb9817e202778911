"""Sentences that lie near to a question by meaning alone, for when the reranker takes none for an answer: it knows "paid for" and
"funded by" for different things, and then its order says nothing.
"""

import numpy as np

from ragdesk.answering.in_context import shown_quote
from ragdesk.answering.judged import JudgedUnit, judge, ranked
from ragdesk.answering.resources import Resources
from ragdesk.answering.verify import distinct
from ragdesk.domain.calibration import VERIFY
from ragdesk.domain.search import Query, Scope


def nearest_by_meaning(query: Query, scope: Scope, resources: Resources) -> list[JudgedUnit]:
    """The units of the passages that are nearest by their vectors, the nearest first; none without an embedder, or in a language
    that it does not know."""
    embedder = resources.embedder
    if embedder is None or query.foreign:
        return []
    [asked] = embedder.encode_queries([query.standalone])
    hits = resources.retriever.search_vector(asked, VERIFY.hits, scope)
    units = judge(query.standalone, hits, resources.texts, None, VERIFY.hits)
    worded = distinct([unit for unit, _ in ranked(query.checked, units, None)])
    if not worded:
        return []
    cosines = embedder.encode([shown_quote(unit.quote) for unit in worded]) @ asked
    return [worded[at] for at in np.argsort(-cosines)]
