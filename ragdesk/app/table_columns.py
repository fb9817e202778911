"""What a table may ask, and of which folder: looked at before it is kept."""

from dataclasses import replace
from pathlib import Path

from ragdesk.domain.errors import UnknownIdError, UsageError
from ragdesk.domain.tables import COLUMN_KINDS, ColumnDraft, QuestionTable, TableColumn

# A question of more characters is none that a table asks.
MOST_CHARS = 500


def checked_column(column: ColumnDraft) -> ColumnDraft:
    """The column without needless blanks.

    Raises:
        UsageError: it makes no sense.
    """
    question = " ".join(column.question.split())
    choices = tuple(dict.fromkeys(filter(None, (" ".join(each.split()) for each in column.choices))))
    if not question or len(question) > MOST_CHARS:
        raise UsageError(
            "A column needs a question.", "Write one of at most {most} characters.", most=MOST_CHARS
        )
    if column.kind not in COLUMN_KINDS:
        raise UsageError(
            "There is no kind of column “{kind}”.",
            "Choose one of {kinds}.",
            kind=column.kind,
            kinds=", ".join(COLUMN_KINDS),
        )
    if column.kind == "choice" and len(choices) < 2:
        raise UsageError("A column of the kind “choice” needs two choices.", "Name what can be chosen.")
    if column.look_for:
        from ragdesk.answering.cells.clauses import clause_words
    for line in column.look_for:
        clause_words(line)
    return replace(column, question=question, name=" ".join(column.name.split()), choices=choices)


def column_of(table: QuestionTable, column_id: str) -> TableColumn:
    """Raises:
    UnknownIdError: the table has no such column.
    """
    found = next((each for each in table.columns if each.id == column_id), None)
    if found is None:
        raise UnknownIdError("There is no column “{id}”.", "See `ragdesk table show`.", id=column_id)
    return found


def folder_of(folder: str) -> str:
    """A folder as the sources of its files begin; "" for none."""
    if not folder.strip():
        return ""
    path = Path(folder.strip()).expanduser().absolute()
    return f"{path}/" if not str(path).endswith("/") else str(path)
