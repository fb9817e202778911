"""Cells of text: the title, a period, whose law, else the words of the sentence that answers."""

import re

from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.cells.found import ABSENT, Finding, surest, told_apart, verdict_of
from ragdesk.answering.cells.periods import asks_how_long
from ragdesk.answering.cells.picked import picked_cell
from ragdesk.answering.cells.terms import definitions, terms_in
from ragdesk.answering.cells.titles import title_in
from ragdesk.answering.cells.values import asks_whose_law, folded
from ragdesk.answering.choosing.quick import MOST_WORDS, quick_answer
from ragdesk.answering.units.quotes import Quote
from ragdesk.domain.tables import CellValue, ColumnDraft

_ASKS_TITLE = re.compile(
    r"\b(?:title|titled|entitled|titel|überschrift)\b|\bname of (?:this|the) (?:agreement|contract|document|paper|procedure)\b",
    re.IGNORECASE,
)
_NOT_ITS_OWN = re.compile(r"\b(?:job|person|position|employee|role)\b", re.IGNORECASE)


def text_cell(column: ColumnDraft, evidence: CellEvidence) -> Finding:
    """Raises:
    ModelError: the model is missing, or it died.
    """
    if _ASKS_TITLE.search(column.question) and not _NOT_ITS_OWN.search(column.question):
        return _title(evidence)
    if asks_how_long(column.question) or asks_whose_law(column.question):
        return picked_cell(column, evidence)
    best = surest(evidence, evidence.ranking)
    if best is None or (verdict := verdict_of(best[1], evidence)) == "absent":
        return ABSENT
    value = _words(evidence, best[0].quote)
    if value is None:
        return _of_term(evidence, best[0].quote)
    return Finding(verdict, (value,))


def _title(evidence: CellEvidence) -> Finding:
    document = evidence.document
    own = document.own_title if document.own_title is not None else document.title
    span = title_in(evidence.text, own, document.title_from in ("", "name"))
    cited = evidence.cite(*span) if span is not None else None
    if span is None:
        return ABSENT
    text = " ".join(evidence.text[slice(*span)].replace("#", " ").split()).strip("*_ ")
    return Finding("found", (CellValue(text, folded(text), cited),)) if cited else ABSENT


def _words(evidence: CellEvidence, quote: Quote) -> CellValue | None:
    """The words that answer; None where they are nothing but a defined term."""
    resources = evidence.resources
    quick = quick_answer(
        evidence.query.checked,
        quote,
        texts=resources.texts,
        cells=resources.cells,
        reranker=resources.reranker,
        most=MOST_WORDS,
    )
    if quick.text.strip(" .") in terms_in(quick.text):
        return None
    return CellValue(quick.text, folded(quick.text), quick.citation)


def _of_term(evidence: CellEvidence, quote: Quote) -> Finding:
    """What a sentence that names a term alone means by it, in the words of the definition."""
    for term in terms_in(quote.text):
        for start, end in definitions(term, evidence.text):
            cited = evidence.cite(start, end)
            if cited is not None:
                text = " ".join(cited.quote.split())
                return told_apart([CellValue(text, folded(text), cited)])
    text = " ".join(quote.text.split())
    return Finding(
        "person", (CellValue(text, folded(text), evidence.cite(quote.char_start, quote.char_end)),)
    )
