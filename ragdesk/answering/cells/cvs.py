"""Cells of CVs: who it is, what they do now, their highest degree, languages and skills, read off the headings of a CV.

A CV says no sentences: its head is a name, its sections are lines under "Experience" or "Languages", headings or first cells.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ragdesk.answering.cells.clauses import WordsNear, clause_words, folded_text
from ragdesk.answering.cells.evidence import CellEvidence
from ragdesk.answering.cells.form_grid import FormCell, Grid
from ragdesk.answering.cells.found import ABSENT, Finding
from ragdesk.answering.cells.labels import bare_label
from ragdesk.answering.cells.values import folded
from ragdesk.domain.tables import CellValue, ColumnDraft

_FILE = Path(__file__).with_name("cvs.toml")
_CALLED = re.compile(r"\b(?:curriculum\s+vitae|vitae|c\.?v\.?|r[ée]sum[ée]|lebenslauf)\b", re.IGNORECASE)
_TO_NOW = re.compile(
    r"(?:\b(?:since|seit)\s+(?:\w+\s+)?(?:19|20)\d\d\b|(?:–|—|-|\bto\b|\bbis\b|\buntil\b)\s*(?:present|today|now|date|current(?:ly)?|heute|"
    r"jetzt|dato))",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"^[\W\d_]*(?:\w{3,9}\.?\s+)?(?:(?:since|seit)\s+)?(?:\w{3,9}\.?\s+)?(?:19|20)\d\d[^A-Za-zÄÖÜäöü]*",
    re.IGNORECASE,
)
# The highest first.
_DEGREES = tuple(
    re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    for words in (
        r"ph\.?\s?d\.?|d\.?phil\.?|doctorate|doctor of \w+|dr\.\s?(?:rer|med|phil|ing|iur)\b[^,;]*|promotion",
        r"m\.?\s?sc\.?|m\.?\s?a\.|m\.?\s?eng\.?|mba|ll\.?m\.?|master(?:'s|’s)?(?: of \w+)?|diplom\w*|"
        r"dipl\.-\w+\.?|magister|staatsexamen",
        r"b\.?\s?sc\.?|b\.?\s?a\.|b\.?\s?eng\.?|ll\.?b\.?|bachelor(?:'s|’s)?(?: of \w+)?",
        r"hnd|hnc|nvq|btec|a-levels?|abitur|fachabitur|baccalaur\w+|apprenticeship|ausbildung zu[mr]|lehre als|"
        r"gesellenbrief|meisterbrief",
        r"gcses?|realschulabschluss|mittlere reife|hauptschulabschluss|high school diploma",
    )
)
_APART = re.compile(r"\s*[,;·•]\s*(?![^()]*\))")
MOST_ITEMS = 20


def cv_cell(column: ColumnDraft, evidence: CellEvidence) -> Finding | None:
    """The cell, where the column asks for what a CV says by its form and the document is one; None where it is searched."""
    question = folded_text(column.question)
    asked = next((name for name, line in _asked().items() if line.stands_in(question)), None)
    if asked is None or not _is_cv(evidence.grid):
        return None
    if asked in ("languages", "skills"):
        return _items(_section(evidence.grid, asked), column, evidence)
    cell = {"name": _name, "now": _now, "degree": _degree}[asked](evidence.grid)
    return Finding("found", (_value(cell, evidence),)) if cell else None


@cache
def _words() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


@cache
def _asked() -> dict[str, WordsNear]:
    return {name: clause_words(line) for name, line in _words()["asked"].items()}


@cache
def _sections() -> dict[str, frozenset[str]]:
    return {name: frozenset(map(bare_label, heads)) for name, heads in _words()["sections"].items()}


def _is_cv(grid: Grid) -> bool:
    """Whether it calls itself so at its head, or has two of a CV's sections."""
    head = " ".join(cell.text for cells in grid[:6] for cell in cells)
    named = {name for cells in grid for name in _sections() if name != "other" and _begins(cells, name)}
    return len(named) >= 2 or (bool(named) and _CALLED.search(head) is not None)


def _begins(cells: Sequence[FormCell], name: str) -> bool:
    first = next((cell for cell in cells if cell.text), None)
    return first is not None and bare_label(first.text.split(":")[0]) in _sections()[name]


def _section(grid: Grid, name: str) -> list[FormCell]:
    """What stands beside or below the heading, up to the next one."""
    found: list[FormCell] = []
    inside = False
    for cells in grid:
        filled = [cell for cell in cells if cell.text]
        if filled and any(_begins(cells, each) for each in _sections()):
            inside = _begins(cells, name)
            head, _, rest = filled[0].text.partition(":")
            if inside and rest.strip():
                found.append(filled[0].behind(len(head) + 1))
            found += filled[1:] if inside else []
        elif inside and filled and filled[0].text.startswith("#"):
            inside = False
        elif inside:
            found += filled
    return found


def _items(cells: list[FormCell], column: ColumnDraft, evidence: CellEvidence) -> Finding:
    """A list has its items, told apart by lines and commas; a text the lines as they stand."""
    parts = [part for cell in cells for part in (_parts(cell) if column.kind == "list" else [cell])]
    values = tuple(_value(part, evidence) for part in parts[:MOST_ITEMS])
    if column.kind != "list" and values:
        values = (
            CellValue("; ".join(value.text for value in values), folded(values[0].text), values[0].citation),
        )
    return Finding("found", values) if values else ABSENT


def _parts(cell: FormCell) -> Iterator[FormCell]:
    start = 0
    for match in (*_APART.finditer(cell.text), None):
        end = match.start() if match else len(cell.text)
        text = cell.text[start:end]
        if bare := text.strip("-–*•_ "):
            begin = cell.start + start + text.find(bare)
            yield FormCell(bare, begin, begin + len(bare))
        start = match.end() if match else end


def _name(grid: Grid) -> FormCell | None:
    """The first line, without what says that it is a CV."""
    for cells in grid[:6]:
        for cell in cells:
            text = cell.text.partition("|")[0]
            bare = _CALLED.sub("", text).strip("#*_–—:|, -")
            words = bare.split()
            if 2 <= len(words) <= 5 and words[0][0].isupper() and not any(map(str.isdigit, bare)):
                return cell.part(bare)
    return None


def _now(grid: Grid) -> FormCell | None:
    """The first line whose period has no end yet, or what stands beside it, without the period."""
    for row, cells in enumerate(grid):
        for index, cell in enumerate(cells):
            if not (match := _TO_NOW.search(cell.text)):
                continue
            beside = [other for other in cells[index + 1 :] if other.text]
            below = [other for each in grid[row + 1 : row + 3] for other in each if other.text]
            return _without_period(cell, match) or next(iter(beside or below), None)
    return None


def _without_period(cell: FormCell, to_now: re.Match[str]) -> FormCell | None:
    """What stands behind the period that a line begins with, else before the one that it ends with."""
    period = _PERIOD.match(cell.text)
    rest = cell.text[max(to_now.end(), period.end()) :] if period else cell.text[: to_now.start()]
    bare = rest.strip("*_#:,;()–—|- ")
    return cell.part(bare) if any(map(str.isalpha, bare)) else None


def _degree(grid: Grid) -> FormCell | None:
    """The line that names the highest degree."""
    section = _section(grid, "education") or [cell for cells in grid for cell in cells]
    for degree in _DEGREES:
        for cell in section:
            if degree.search(cell.text):
                return cell.part(cell.text.strip("*_#- "))
    return None


def _value(cell: FormCell, evidence: CellEvidence) -> CellValue:
    return CellValue(" ".join(cell.text.split()), folded(cell.text), evidence.cite(cell.start, cell.end))
