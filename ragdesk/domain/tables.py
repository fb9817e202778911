"""A table of documents and questions: each row a document, each column a question that is asked of all of them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ragdesk.domain.answers import Citation
from ragdesk.domain.documents import Document

# What a column's answers are. "number" is one with its unit, "amount" one of money.
ColumnKind = Literal["text", "date", "amount", "number", "yesno", "list", "choice"]
COLUMN_KINDS: tuple[ColumnKind, ...] = ("text", "date", "amount", "number", "yesno", "list", "choice")
# "found": a value stands in the document. "absent": it does not say. "unsure": two values that differ, or none that is sure.
# "person": the place is there and holds no value that could be taken over: a blank, a term that is defined nowhere.
CellVerdict = Literal["found", "absent", "unsure", "person"]
CELL_VERDICTS: tuple[CellVerdict, ...] = ("found", "absent", "unsure", "person")
Setter = Literal["app", "person"]


@dataclass(frozen=True, slots=True)
class ColumnDraft:
    """A question to be asked of every document. `name` is what stands over the column; `choices` are the values of the kind
    "choice"; `look_for` is what a clause says that a "yesno" column is about, in the notation of
    `answering/cells/clauses.toml`."""

    question: str
    kind: ColumnKind = "text"
    name: str = ""
    choices: tuple[str, ...] = ()
    look_for: tuple[str, ...] = ()

    @property
    def head(self) -> str:
        """What stands over the column."""
        return self.name or self.question

    @property
    def asked(self) -> str:
        """Stands for all that an answer hangs on: another question has another one."""
        words = ["look for", *self.look_for] if self.look_for else []
        meant = json.dumps([self.question, self.kind, *self.choices, *words], ensure_ascii=False)
        return hashlib.sha256(meant.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class TableColumn(ColumnDraft):
    """A column of a table that is kept."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class CellValue:
    """One value. `text` is what is shown, in the document's own words; `normal` the same in one notation: a date as ISO 8601, an
    amount as "1234.50 EUR", a number with its unit, "yes" or "no", one of the choices; where none can be made, the text folded.
    `citation` is None of what a person wrote."""

    text: str
    normal: str
    citation: Citation | None = None


@dataclass(frozen=True, slots=True)
class TableCell:
    """The answer of one document to one question: no value, one, the items of a list, or several that differ ("unsure").

    `checked`: a person has looked at it. `stale`: the document or the question has changed since; it is asked again, unless a
    person set it.
    """

    column_id: str
    document_id: str
    verdict: CellVerdict
    values: tuple[CellValue, ...] = ()
    set_by: Setter = "app"
    checked: bool = False
    stale: bool = False

    @property
    def text(self) -> str:
        """All values on one line."""
        return "; ".join(value.text for value in self.values)

    @property
    def citations(self) -> tuple[Citation, ...]:
        return tuple(value.citation for value in self.values if value.citation is not None)


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """A table. Its rows are the documents that were chosen, those of a collection, and those whose files lie in a folder (""
    for none of these): what comes there later is a row, too."""

    id: str
    name: str
    columns: tuple[TableColumn, ...]
    collection: str = ""
    folder: str = ""
    paused: bool = False
    created_at: str = ""


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How many cells a table has, and how many of them are to be asked, for the first time or again."""

    cells: int
    waiting: int


def sort_key(kind: ColumnKind, cell: TableCell | None) -> tuple[int, float, str]:
    """Orders the cells of a column: by what the values mean; what holds none comes last."""
    if cell is None or not cell.values:
        return (1, 0.0, "")
    normal = cell.values[0].normal
    if kind in ("amount", "number"):
        figure = normal.split(" ", 1)[0]
        try:
            return (0, float(figure), normal)
        except ValueError:
            return (0, float("inf"), normal)
    return (0, 0.0, normal)


def same_values(values: Sequence[CellValue]) -> bool:
    """Whether they all say the same."""
    return len({value.normal for value in values}) <= 1


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table as it stands: its rows, and the cells that were answered or set, by (document id, column id)."""

    table: QuestionTable
    documents: tuple[Document, ...]
    cells: Mapping[tuple[str, str], TableCell]
    progress: TableProgress

    def cell(self, document_id: str, column_id: str) -> TableCell | None:
        """None where it was not asked yet."""
        return self.cells.get((document_id, column_id))
