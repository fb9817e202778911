"""Cells of forms: what the label of the field says; without one, who a letter is from or to, or that the form does not say it."""

import re
from dataclasses import replace
from datetime import date

from ragdesk.answering.cells.clauses import folded_text, is_contract
from ragdesk.answering.cells.dates import day_values
from ragdesk.answering.cells.days import Day, days_in
from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.cells.form_grid import FormCell, Grid
from ragdesk.answering.cells.found import ABSENT, Finding, told_apart
from ragdesk.answering.cells.labels import (
    FormField,
    field_by_name,
    field_of,
    held,
    known_labels,
    labelled,
)
from ragdesk.answering.cells.letters import recipient_in, sender_in
from ragdesk.answering.cells.parties import is_company
from ragdesk.answering.cells.periods import periods_in
from ragdesk.answering.cells.values import FoundValue, folded
from ragdesk.answering.composed.sums.amounts import currencies_in
from ragdesk.domain.tables import CellValue, CellVerdict, ColumnDraft

# Fields by which a document is known to be a form: what it does not name, it does not say.
_FORM = 2


def form_cell(column: ColumnDraft, evidence: CellEvidence) -> Finding | None:
    """The cell, where the column asks for a field of a form and the document is one; None where it has to be searched."""
    if column.kind not in ("text", "date", "amount"):
        return None
    field = field_of(column)
    # A contract is no form: "Date: …" beside a signature is not the day that it is about.
    asked = field or (None if is_contract(evidence.opening) else field_by_name(column))
    if asked is None:
        return None
    grid = evidence.grid
    found = labelled(asked, grid)
    if found:
        return _finding(found, evidence)
    if field is None or known_labels(grid) < _FORM:
        return None
    if field.side:
        return _of_letter(field, grid, evidence)
    return _told(field, grid, evidence)


def _finding(found: list[FoundValue], evidence: CellEvidence) -> Finding:
    """What the label says; all of it, where the same label says different things, or a day may be read in two ways."""
    values = []
    for each in found:
        cited = evidence.cite(each.start, each.end)
        if each.other:
            day = Day(each.start, each.end, date.fromisoformat(each.normal), date.fromisoformat(each.other))
            values += day_values(day, each.text, cited, evidence)
        else:
            values.append(CellValue(each.text, _with_currency(each.normal, evidence), cited))
    return told_apart(values)


def _with_currency(normal: str, evidence: CellEvidence) -> str:
    """A sum without a currency has that of the document, where it names one alone."""
    if not re.fullmatch(r"-?\d+\.\d\d", normal):
        return normal
    named = currencies_in(evidence.text)
    return f"{normal} {named.pop()}" if len(named) == 1 else normal


def _of_letter(field: FormField, grid: Grid, evidence: CellEvidence) -> Finding | None:
    """Who a letter is from or to, as its head and its address tell; unsure, where nothing but the place speaks for it."""
    cell = sender_in(grid) if field.side == "sender" else recipient_in(grid)
    said = labelled(replace(field, says=field.last), grid)
    if said and (cell is None or field.side == "sender"):
        return _finding(said, evidence)
    if cell is None:
        return ABSENT
    sure = field.side == "recipient" or is_company(cell.text) or evidence.text.count(cell.text) > 1
    verdict: CellVerdict = "found" if sure else "unsure"
    return Finding(verdict, (CellValue(cell.text, folded(cell.text), evidence.cite(cell.start, cell.end)),))


def _told(field: FormField, grid: Grid, evidence: CellEvidence) -> Finding | None:
    """Of a form without the label. None, where a line holds a word of the field and a value of its sort: it has to be searched. A
    day that is only told by its distance ("payable within 14 days") is for a person to read. Else the form does not say it.

    A field that is known by no words is a day that stands alone.
    """
    if field.near is None:
        return _day_alone(grid, evidence)
    for cells in grid:
        line = " ".join(cell.text for cell in cells)
        if not field.near.could_stand_in(folded_text(line)):
            continue
        if field.holds == "day":
            days = [found for cell in cells if (found := held("day", cell))]
            if days:
                return _finding(days[:1], evidence)
            if periods_in(line):
                return _to_be_read(cells[0], cells[-1], evidence)
            continue
        if any(map(str.isdigit, line)) or field.holds == "name":
            return None
    return ABSENT


def _day_alone(grid: Grid, evidence: CellEvidence) -> Finding | None:
    """The first day that stands in a place of its own, as on a receipt, with the time of day or without."""
    for cells in grid:
        for cell in cells:
            days = days_in(cell.text)
            if len(days) == 1 and not any(map(str.isalpha, cell.text[days[0].end :])) and not days[0].start:
                day = days[0]
                other = day.other.isoformat() if day.other else ""
                text = cell.text[: day.end]
                return _finding(
                    [FoundValue(cell.start, cell.start + day.end, text, day.day.isoformat(), other)], evidence
                )
    return None


def _to_be_read(first: FormCell, last: FormCell, evidence: CellEvidence) -> Finding:
    cited = evidence.cite(first.start, last.end)
    text = " ".join(evidence.text[first.start : last.end].replace("|", " ").split())
    return Finding("person", (CellValue(text, text, cited),))
