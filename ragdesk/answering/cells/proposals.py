"""Columns that a set of documents suggests: fields that they all have ("Invoice no.: 17"), clauses of a known kind, headings.

Nothing is asked of a model: what most of the documents have in common is counted.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ragdesk.answering.cells.clauses import clauses_in, is_contract, kinds
from ragdesk.answering.cells.days import days_in
from ragdesk.answering.composed.sums.stated import stated_in
from ragdesk.answering.units.quotes import cells_of
from ragdesk.domain.calibration import CELLS
from ragdesk.domain.documents import Chunk
from ragdesk.domain.tables import ColumnDraft, ColumnKind
from ragdesk.text.fold import fold

# Proposals of each sort, at most: more are no help.
MOST_OF_A_SORT = 8
# Words of a field's name or a heading; a longer one is a sentence.
MOST_WORDS = 5
_FIELD = re.compile(
    r"^[\s>*_•-]*(?P<name>[^\W\d][^:|\n]{1,48}?)[*_]*\s*:[*_]*\s*(?P<value>\S[^\n]{0,80})$", re.MULTILINE
)
_NUMBERED = re.compile(
    r"^(?:(?:section|article|abschnitt|artikel|§)\s*)?[\dIVX]+(?:\.\d+)*[.)]?\s+|^[\s.§]+", re.IGNORECASE
)
_ASKED = {
    "field": {"de": "Was steht unter „{name}“?", "en": "What is the {name}?"},
    "heading": {
        "de": "Was steht zu „{name}“ im Dokument?",
        "en": "What does the document say about “{name}”?",
    },
}


@dataclass
class _SharedNames:
    """In how many documents each name stands, as it is first written, and the values that stand behind it."""

    documents: Counter[str] = field(default_factory=Counter)
    names: dict[str, str] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)

    def add(self, found: Iterable[tuple[str, str]]) -> None:
        """What one document has."""
        here: set[str] = set()
        for name, value in found:
            key = fold(name)
            self.names.setdefault(key, name)
            self.values.setdefault(key, []).append(value)
            here.add(key)
        self.documents.update(here)

    def common(self, of: int) -> list[str]:
        """The keys that most of so many documents have, the most frequent first."""
        least = max(2, of * CELLS.common)
        return [key for key, count in self.documents.most_common() if count >= least][:MOST_OF_A_SORT]


def proposals(documents: Sequence[Sequence[Chunk]], language: str = "en") -> list[ColumnDraft]:
    """Columns for documents, each given as its passages; none for fewer than two documents.

    Args:
        language: of the documents, in which they are asked ("de", else English).
    """
    if len(documents) < 2:
        return []
    fields, headings = _SharedNames(), _SharedNames()
    for chunks in documents:
        fields.add(each for chunk in chunks for each in _fields(chunk.text))
        headings.add((name, "") for chunk in chunks for name in _headings(chunk))
    named = fields.common(len(documents))
    columns = [
        ColumnDraft(
            _asked("field", language, fields.names[key]), _kind(fields.values[key]), fields.names[key]
        )
        for key in named
    ]
    columns += _clauses(documents)
    columns += [
        ColumnDraft(_asked("heading", language, headings.names[key]), "text", headings.names[key])
        for key in headings.common(len(documents))
        if key not in named
    ]
    return columns


def _asked(sort: str, language: str, name: str) -> str:
    return _ASKED[sort].get(language, _ASKED[sort]["en"]).format(name=name)


def _clauses(documents: Sequence[Sequence[Chunk]]) -> list[ColumnDraft]:
    """Questions of yes or no about the clauses that contracts among the documents have, the most frequent first."""
    contracts = [chunks for chunks in documents if chunks and is_contract(chunks[0].text)]
    if len(contracts) < 2:
        return []
    counted = [
        (sum(next(clauses_in(chunks, kind.says), None) is not None for chunks in contracts), kind)
        for kind in kinds()
    ]
    common = [pair for pair in counted if pair[0] >= max(2, len(contracts) * CELLS.common)]
    common.sort(key=lambda pair: -pair[0])
    return [ColumnDraft(kind.question, "yesno", kind.name) for _, kind in common[:MOST_OF_A_SORT]]


def _fields(text: str) -> list[tuple[str, str]]:
    """(name, value) of lines such as "Owner: Anna Kern" and of rows with two cells."""
    found = [(match["name"], match["value"]) for match in _FIELD.finditer(text)]
    rows = [cells_of(line) for line in text.splitlines() if line.startswith("|")]
    found += [(cells[0].rstrip(":"), cells[1]) for cells in rows if len(cells) == 2 and cells[1].strip(" -:")]
    return [(_line(name), value) for name, value in found if _is_name(_line(name))]


def _headings(chunk: Chunk) -> list[str]:
    names = [_line(_NUMBERED.sub("", each)).rstrip(".:") for each in chunk.section]
    return [name.title() if name.isupper() else name for name in names if _is_name(name)]


def _is_name(name: str) -> bool:
    return 0 < len(name.split()) <= MOST_WORDS and name[:1].isupper() and len(name) >= 3


def _kind(values: Sequence[str]) -> ColumnKind:
    """What most of the values are."""
    tests: tuple[tuple[ColumnKind, Callable[[str], bool]], ...] = (
        ("date", lambda value: bool(days_in(value))),
        ("amount", lambda value: any(each.amount.kind == "money" for each in stated_in(value))),
    )
    for kind, is_one in tests:
        if 2 * sum(map(is_one, values)) > len(values):
            return kind
    return "text"


def _line(text: str) -> str:
    return " ".join(text.strip(" *_#").split())
