"""One cell: the question asked of one document, and its answer as a value of the column's kind.

    the labels of a form → search → judge → the kind's own places (the first page, definitions, rows) → values → sure enough?

A value is words that stand in the document, taken out by code; the language model is asked only whether a sentence answers, where
the reranker is not sure. The file's name is never looked at.
"""

from collections.abc import Callable

from ragdesk.answering.cells.cvs import cv_cell
from ragdesk.answering.cells.dates import date_cell
from ragdesk.answering.cells.evidence import CellEvidence, evidence_of
from ragdesk.answering.cells.forms import form_cell
from ragdesk.answering.cells.found import Finding
from ragdesk.answering.cells.lists import list_cell
from ragdesk.answering.cells.picked import picked_cell
from ragdesk.answering.cells.worded import text_cell
from ragdesk.answering.cells.yes_or_no import yes_or_no_cell
from ragdesk.answering.resources import Resources
from ragdesk.domain.documents import Document
from ragdesk.domain.ports import Cancelled, never
from ragdesk.domain.tables import ColumnKind, TableCell, TableColumn

_KINDS: dict[ColumnKind, Callable[[TableColumn, CellEvidence], Finding]] = {
    "text": text_cell,
    "date": date_cell,
    "amount": picked_cell,
    "number": picked_cell,
    "yesno": yes_or_no_cell,
    "list": list_cell,
    "choice": picked_cell,
}


def answer_cell(
    column: TableColumn, document: Document, resources: Resources, cancelled: Cancelled = never
) -> TableCell | None:
    """The cell of a document in a column; None if cancelled.

    Raises:
        QuestionError: the question is empty or too long. ModelError: the language model is needed, and is missing or died.
        StoreError.
    """
    evidence = evidence_of(column.question, document, resources, cancelled)
    if cancelled():
        return None
    finding = (
        form_cell(column, evidence) or cv_cell(column, evidence) or _KINDS[column.kind](column, evidence)
    )
    if cancelled():
        return None
    return TableCell(column.id, document.id, finding.verdict, finding.values)
