"""The lines of the first passages: how well each answers, by the reranker and, of the best of them, by the model's marks."""

from collections.abc import Sequence

from ragdesk.answering.finding.continued import read_again
from ragdesk.answering.finding.named_document import read_without_name
from ragdesk.answering.judging.judged import JudgedUnit, judge
from ragdesk.answering.judging.marking import marked
from ragdesk.answering.resources import Resources
from ragdesk.answering.understanding.parts import asks_several
from ragdesk.domain.calibration import FOLLOW_UP, MARKING, VERIFY, AnswerFit, marking_fit
from ragdesk.domain.ports import Cancelled
from ragdesk.domain.search import Hit, Query

# Of such questions the model reads the best lines first, to mark those that answer.
ONE_LINE = ("lookup", "yesno")
_MARKED = (*ONE_LINE, "list", "procedure")


def reads_lines(query: Query, resources: Resources) -> bool:
    """Whether the language model marks lines for such a question."""
    return query.kind in _MARKED and marking_fit(resources.model.name) is not None


def needs_marks(
    query: Query, ranking: Sequence[tuple[JudgedUnit, float]], fit: AnswerFit | None, resources: Resources
) -> bool:
    """Whether the model reads lines for such a question, and not only a short answer is wanted of which the reranker is sure."""
    return reads_lines(query, resources) and not is_short(query, ranking, fit, resources)


def is_short(
    query: Query, ranking: Sequence[tuple[JudgedUnit, float]], fit: AnswerFit | None, resources: Resources
) -> bool:
    """Whether a short answer is wanted, and the reranker is sure of one."""
    quick = resources.quick and query.kind == "lookup" and not query.foreign
    return quick and fit is not None and bool(ranking) and ranking[0][1] >= fit.short


def judged_lines(query: Query, hits: Sequence[Hit], resources: Resources) -> list[JudgedUnit]:
    """The units of the first hits; after an answer that the question leans on, of those around its citations, too. Where the
    question names its document, each is as good as it is with the name or without."""
    hits_read = VERIFY.unread_hits if query.foreign or query.unnamed else VERIFY.hits
    hits_read = max(hits_read, MARKING.hits) if reads_lines(query, resources) else hits_read
    first = hits_read + (FOLLOW_UP.around if query.after else 0)
    units = judge(query.standalone, hits, resources.texts, resources.reranker, first)
    units = read_without_name(query, units, resources.reranker)
    return read_again(query, units, resources.reranker)


def with_marks(
    query: Query, units: Sequence[JudgedUnit], resources: Resources, cancelled: Cancelled
) -> list[JudgedUnit]:
    """The units with the language model's marks.

    Raises:
        ModelError: the model is missing, or it died.
    """
    one = query.kind in ONE_LINE and not asks_several(query.standalone)
    # Where none is sure, other words are looked for before more is read.
    readings = MARKING.readings if query.foreign or resources.reranker is None else 1
    question, wording = query.standalone, ""
    if query.asked is not None and query.foreign:
        # The model reads German better than it writes it.
        question, wording = query.asked.standalone, " ".join(text for text, _ in query.texts)
    return marked(question, units, resources.model, cancelled, query.foreign, one, readings, wording)
