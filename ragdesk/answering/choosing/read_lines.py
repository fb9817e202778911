"""The lines of the evidence, read: marked, those that other words for the question lead to among them where none is sure, and
then the line or the row that the writer takes."""

from collections.abc import Generator

from ragdesk.answering.choosing.chosen import with_choice
from ragdesk.answering.choosing.chosen_row import with_row
from ragdesk.answering.choosing.closest import nearest_of, sure_lines
from ragdesk.answering.finding.other_words import in_other_words
from ragdesk.answering.judging.judged import JudgedUnit, ranked
from ragdesk.answering.judging.judged_lines import judged_lines, needs_marks, with_marks
from ragdesk.answering.resources import Resources
from ragdesk.domain.answers import Event, Evidence, Stage
from ragdesk.domain.calibration import AnswerFit
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query, Scope


def read_lines(
    query: Query,
    hits: tuple[Hit, ...],
    fit: AnswerFit | None,
    resources: Resources,
    scope: Scope,
    cancelled: Cancelled,
) -> Generator[Event, None, tuple[tuple[Hit, ...], list[JudgedUnit]]]:
    """The hits, and their lines. What other words lead to is evidence, too, and is shown.

    Raises:
        ModelError: the model is missing, or it died.
    """
    judged = yield from _lines(query, hits, fit, resources, cancelled)
    found, judged = in_other_words(query, hits, judged, resources, scope, cancelled)
    if found != hits:
        yield Evidence(hits=found, standalone_question=query.standalone)
    judged = with_choice(query, judged, resources.model, cancelled)
    return found, with_row(query, judged, resources.model, cancelled)


def _lines(
    query: Query, hits: tuple[Hit, ...], fit: AnswerFit | None, resources: Resources, cancelled: Cancelled
) -> Generator[Event, None, list[JudgedUnit]]:
    """The lines of the hits, marked where the model reads them; meanwhile that is shown which the reranker puts first. Those of
    the first passages alone, where a short answer is wanted and one of them is sure."""
    if resources.quick and (sure := sure_lines(query, hits, fit, resources)):
        return sure
    judged = judged_lines(query, hits, resources)
    ranking = ranked(query.checked, judged, fit)
    reads = needs_marks(query, ranking, fit, resources)
    shown = (reads or query.sides or query.kind == "compute") and not query.foreign
    if shown and (closest := nearest_of(ranking, resources, query.language)):
        yield closest
    if not reads:
        return judged
    yield Stage("read")
    return with_marks(query, judged, resources, cancelled)
