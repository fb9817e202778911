"""Cells with yes or no: whether a clause of the kind stands in the document; where the kind is not known, what the sentences that
answer best say, by the language model's word and their own."""

from collections.abc import Sequence
from itertools import islice

from ragdesk.answering.cells.clauses import WordsNear, clauses_in, words_of
from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.cells.found import ABSENT, Finding, told_apart
from ragdesk.answering.cells.values import folded
from ragdesk.answering.composed.yes_or_no.polarity import says_yes
from ragdesk.answering.judging.judged import JudgedUnit, judge_quotes
from ragdesk.answering.units.in_context import stated, with_lead
from ragdesk.answering.units.quotes import running
from ragdesk.domain.calibration import CELLS, polarity_fit
from ragdesk.domain.tables import CellValue, ColumnDraft


def yes_or_no_cell(column: ColumnDraft, evidence: CellEvidence) -> Finding:
    """Raises:
    ModelError: the model is missing, or it died.
    """
    words = words_of(column, evidence.opening)
    return _by_clauses(words, evidence) if words else _by_sentences(evidence)


def _by_clauses(words: Sequence[WordsNear], evidence: CellEvidence) -> Finding:
    """Yes, with the clause that the reranker puts first; unsure, where it takes none of them for an answer at all."""
    quotes = list(islice(clauses_in(evidence.chunks, words), CELLS.most_clauses))
    resources = evidence.resources
    units = judge_quotes(evidence.query.standalone, quotes, resources.reranker)
    best = max(units, key=lambda unit: unit.relevance or 0.0, default=None)
    if best is None:
        return ABSENT
    value = CellValue("yes", "yes", evidence.cite(best.quote.char_start, best.quote.char_end))
    measured = evidence.fit is not None and best.relevance is not None
    sure = not measured or (best.relevance or 0.0) >= CELLS.clause_logit
    return Finding("found" if sure else "unsure", (value,))


def _by_sentences(evidence: CellEvidence) -> Finding:
    """What the first sentence says that says anything; unsure, where another one says the contrary, or where a sentence surely
    answers and it is not clear how.

    Raises:
        ModelError: the model is missing, or it died.
    """
    told: list[CellValue] = []
    for unit, chance in evidence.ranking[: CELLS.read]:
        if (chance >= CELLS.hopeless or evidence.fit is None) and (value := _told(evidence, unit)):
            told.append(value)
    if told:
        found = told_apart(told)
        # By words alone a denial is no answer: "may not be assigned without consent" says that consent is needed.
        by_words = polarity_fit(evidence.resources.model.name) is None and found.values[0].normal == "no"
        return Finding("unsure", found.values) if by_words else found
    if evidence.fit is not None and evidence.ranking and evidence.ranking[0][1] >= CELLS.found:
        quote = evidence.ranking[0][0].quote
        text = running(quote.text)
        cited = evidence.cite(quote.char_start, quote.char_end)
        return Finding("unsure", (CellValue(text, folded(text), cited),))
    return ABSENT


def _told(evidence: CellEvidence, unit: JudgedUnit) -> CellValue | None:
    quote, _ = with_lead(unit.quote)
    said, resources = stated(unit.quote), evidence.resources
    agrees = says_yes(evidence.query.standalone, unit.quote, said, resources.model, evidence.cancelled)
    if agrees is None:
        return None
    answer = "yes" if agrees else "no"
    return CellValue(answer, answer, evidence.cite(quote.char_start, quote.char_end))
