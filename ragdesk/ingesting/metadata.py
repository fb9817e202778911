"""What procedures say of themselves: number, version, department, dates. Found in the head of the text, its first tables and
its front matter, by their labels (English and German)."""

import re
from collections.abc import Iterator

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
# A label stands at the start of a line or cell and is followed by a colon, a cell border, or its value alone.
_PATTERNS = tuple(
    (
        key,
        re.compile(
            rf"(?:^|\|)[ *_]*(?:{label})[ *_]*(?::|\|)[ *_|]*({value})[ *_]*(?=\||$)",
            re.IGNORECASE | re.MULTILINE,
        ),
    )
    for key, label, value in _LABELS
)
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
    # Without any label, an identifier counts only where the document is about being in force.
    for key, pattern in _INLINE:
        match = pattern.search(head)
        if match:
            yield key, match[1]
