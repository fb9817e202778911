"""What procedures say of themselves: number, version, department, dates. Found in the head of the text, in the forms there and
in its front matter, by their labels (English and German).

A form is a table of labels with their values: two of its rows at least have one of these labels and a value beside it. The head
of a table of figures ("Department | Q1") says nothing of the document.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from ragdesk.domain.documents import Parsed

# Where heads end: this many lines, this many characters.
HEAD_LINES, HEAD_CHARACTERS = 60, 6_000
VALUE_LENGTH = 80

_DATE = (
    r"(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? \w{3,12} \d{4}|\w{3,12} \d{1,2}, ?\d{4})"
)
_LABELS: tuple[tuple[str, str, str], ...] = (
    (
        "sop_id",
        r"(?:SOP|document|procedure|policy|dokument(?:en)?)[ -]?(?:id|no\.?|number|nr\.?|nummer)|SOP",
        r"[A-Z][A-Za-z]*[-_. ]?[A-Za-z0-9]*(?:[-_./][A-Za-z0-9]+)+|[A-Z]{2,}[ -]?\d+",
    ),
    ("version", r"version|revision|rev\.?|ausgabe", r"[vV]?\d+(?:\.\d+)*[a-z]?"),
    (
        "department",
        r"department|dept\.?|business unit|abteilung|fachbereich|owner|process owner",
        r"[^|\n]{2,60}",
    ),
    (
        "last_updated",
        r"last (?:updated|revised|modified|reviewed)|revision date|letzte änderung|stand",
        _DATE,
    ),
    ("effective_date", r"effective(?: date| from)?|valid from|in force since|gültig ab|in kraft seit", _DATE),
    (
        "approved_by",
        r"approved by|approver|freigegeben (?:von|durch)|genehmigt (?:von|durch)",
        r"[^|\n]{2,60}",
    ),
    ("author", r"author|prepared by|erstellt (?:von|durch)|verfasser", r"[^|\n]{2,60}"),
)
# A label stands at the start of a line or cell and is followed by a colon, then by its value alone.
_PATTERNS = tuple(
    (
        key,
        re.compile(
            rf"(?:^|\|)[ *_]*(?:{label})[ *_]*:[ *_|]*({value})[ *_]*(?=\||$)", re.IGNORECASE | re.MULTILINE
        ),
    )
    for key, label, value in _LABELS
)
_CELLS = tuple(
    (key, re.compile(label, re.IGNORECASE), re.compile(value, re.IGNORECASE)) for key, label, value in _LABELS
)
_BORDER = re.compile(r"(?<!\\)\|")
_INLINE = (
    ("sop_id", re.compile(r"\b((?:SOP|POL|WI|QP)-[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,6})*)\b")),
    ("version", re.compile(r"\bversion (\d+(?:\.\d+)+)\b", re.IGNORECASE)),
    (
        "effective_date",
        re.compile(rf"\b(?:in force since|effective from|gültig ab) ({_DATE})", re.IGNORECASE),
    ),
)


def procedure_properties(parsed: Parsed) -> tuple[tuple[str, str], ...]:
    """(key, value) pairs, each key once; empty for a document that says nothing of the kind.

    Keys: sop_id, version, department, last_updated, effective_date, approved_by, author.
    """
    properties: dict[str, str] = {}
    for key, value in _labelled(parsed):
        value = " ".join(value.strip(" *_|.").split())
        if value and key not in properties and len(value) <= VALUE_LENGTH:
            properties[key] = value
    # An author alone makes no procedure of a paper.
    return tuple(properties.items()) if set(properties) - {"author"} else ()


def _labelled(parsed: Parsed) -> Iterator[tuple[str, str]]:
    stored = {re.sub(r"[ .-]+", "_", key.lower()): value for key, value in parsed.properties}
    for key, label, _ in _LABELS:
        for name, value in stored.items():
            if name == key or re.fullmatch(label, name.replace("_", " "), re.IGNORECASE):
                yield key, value
    head = "\n".join(parsed.text[:HEAD_CHARACTERS].split("\n")[:HEAD_LINES])
    for key, pattern in _PATTERNS:
        match = pattern.search(head)
        if match:
            yield key, match[1]
    yield from _in_forms(head)
    # Without any label, an identifier counts only where the document is about being in force.
    for key, pattern in _INLINE:
        match = pattern.search(head)
        if match:
            yield key, match[1]


def _in_forms(head: str) -> Iterator[tuple[str, str]]:
    """(key, value) of the forms among the Markdown tables."""
    for is_table, lines in groupby(head.split("\n"), lambda line: line.startswith("|")):
        rows = [cells for line in lines if (cells := _cells(line))] if is_table else []
        found = [pairs for cells in rows if (pairs := list(_pairs(cells)))]
        if len(found) > 1 or (len(rows) == 1 and found and len(found[0]) > 1):
            for pairs in found:
                yield from pairs


def _cells(row: str) -> list[str]:
    """The cells that hold something; none of the rule under a table's head."""
    cells = [cell.strip(" *_") for cell in _BORDER.split(row)]
    return [cell for cell in cells if cell.strip("-: ")]


def _pairs(cells: list[str]) -> Iterator[tuple[str, str]]:
    """(key, value) where a label stands to the left of its value: in the first and second cell, the third and fourth …"""
    for label, value in zip(cells[::2], cells[1::2], strict=False):
        for key, labelled, valued in _CELLS:
            if labelled.fullmatch(label) and valued.fullmatch(value) and not _is_label(value):
                yield key, value


def _is_label(cell: str) -> bool:
    return any(labelled.fullmatch(cell) for _, labelled, _ in _CELLS)
