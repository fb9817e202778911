"""What the cross-encoder makes of the lines that were found, before the language model reads: which comes nearest, and whether
one is sure to be a short answer by itself.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.checking import support
from ragdesk.answering.finding.evidence import Found
from ragdesk.answering.judging import gate
from ragdesk.answering.judging.judged import JudgedUnit, ranked
from ragdesk.answering.judging.judged_lines import is_short, judged_lines
from ragdesk.answering.phrases import phrases_in
from ragdesk.answering.resources import Resources
from ragdesk.answering.units.in_context import with_lead
from ragdesk.answering.units.quotes import running
from ragdesk.domain.answers import Citation, Nearest
from ragdesk.domain.calibration import GATE, AnswerFit
from ragdesk.domain.search import Hit, Query


def closest_of(found: Found, resources: Resources) -> Nearest | None:
    """The sentence that comes nearest; None in a language that the reranker does not read."""
    query = found.query
    if query.foreign:
        return None
    ranking = ranked(query.checked, judged_lines(query, found.hits, resources), _fit(query, resources))
    return nearest_of(ranking, resources, query.language)


def nearest_of(
    ranking: Sequence[tuple[JudgedUnit, float]],
    resources: Resources,
    language: str,
    cited: Sequence[Citation] = (),
) -> Nearest | None:
    """The sentence of the documents that comes nearest to the question, if there is any, introduced in the question's language;
    a passage that the answer has `cited` keeps its number."""
    if not ranking:
        return None
    quote, _ = with_lead(ranking[0][0].quote)
    citation = support.citation_of(quote, len(cited) + 1, resources.texts, resources.cells)
    same = (each for each in cited if replace(each, number=citation.number) == citation)
    return Nearest(phrases_in(language).nearest.format(quote=running(quote.text)), next(same, citation))


def sure_lines(
    query: Query, hits: Sequence[Hit], fit: AnswerFit | None, resources: Resources
) -> list[JudgedUnit]:
    """The lines of the first passages, where one of them is sure to be the short answer that is wanted; else none."""
    lines = judged_lines(query, hits[: GATE.hits], resources)
    return lines if is_short(query, ranked(query.checked, lines, fit), fit, resources) else []


def surely_in(resources: Resources, query: Query, hits: Sequence[Hit]) -> str:
    """The document of the line that is sure to be the short answer; "" where there is none."""
    fit = _fit(query, resources)
    ranking = ranked(query.checked, sure_lines(query, hits, fit, resources), fit)
    return ranking[0][0].quote.hit.chunk.document_id if ranking else ""


def _fit(query: Query, resources: Resources) -> AnswerFit | None:
    return gate.fits(resources.embedder, resources.reranker, query, resources.model.name).answer
