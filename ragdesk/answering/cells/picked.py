"""Cells whose value is picked out of a sentence: an amount, a number, one of the given choices."""

from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.cells.found import ABSENT, Finding, surest, told_apart, verdict_of
from ragdesk.answering.cells.values import is_told_by_words, values_in
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.in_context import said_quote
from ragdesk.domain.calibration import CELLS
from ragdesk.domain.tables import CellValue, ColumnDraft


def picked_cell(column: ColumnDraft, evidence: CellEvidence) -> Finding:
    """The value in the sentence or row that answers best, beside that of another one which answers as well and differs.

    Raises:
        ModelError: the model is missing, or it died.
    """
    holding = [(unit, chance) for unit, chance in evidence.ranking if values_in(column, _said(unit))]
    if not holding and is_told_by_words(column):
        holding = evidence.ranked_in_full(lambda quote: bool(values_in(column, quote.text)))
    best = surest(evidence, holding)
    if best is None or (verdict := verdict_of(best[1], evidence)) == "absent":
        return ABSENT
    unit, chance = best
    equal = [
        each
        for each, other in holding
        if each is not unit and other >= max(chance - CELLS.equal, CELLS.found)
    ]
    values = [value for each in (unit, *equal) for value in _values(column, each, evidence)[:1]]
    mixed = {value.normal for value in _values(column, unit, evidence)}
    if not equal and len(mixed) > 1:
        values = _values(column, unit, evidence)
    found = told_apart(values)
    return found if verdict == "found" else Finding("unsure", found.values)


def _said(unit: JudgedUnit) -> str:
    """A sentence as it stands; a row with its heads, which hold units."""
    text = unit.quote.text
    return said_quote(unit.quote) if text.startswith("|") else text


def _values(column: ColumnDraft, unit: JudgedUnit, evidence: CellEvidence) -> list[CellValue]:
    cited = evidence.cite(unit.quote.char_start, unit.quote.char_end)
    return [CellValue(found.text, found.normal, cited) for found in values_in(column, _said(unit))]
