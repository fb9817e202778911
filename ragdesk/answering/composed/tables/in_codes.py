"""A question that calls a thing by its name, where a table knows only its code: another table says that "the lathe" is L-02."""

import re
from collections.abc import Sequence

from ragdesk.answering.composed.asked import Asked
from ragdesk.answering.composed.lists.outline import Slice
from ragdesk.answering.composed.sums.named import CODE
from ragdesk.answering.composed.tables.tables import FoundTable, tables_in
from ragdesk.text.fold import fold
from ragdesk.text.tokens import content_words

LONGEST_CODE = 12
_WORD = re.compile(r"\w+")


def in_codes(asked: Asked) -> Asked | None:
    """The question with the code instead of the name; None where it names nothing so, or a code itself."""
    tables = tables_in(asked.hits, asked.texts)
    if any(CODE.fullmatch(word) for word in fold(asked.question).split()):
        return None
    found = {
        put
        for table in tables
        for row, code in _coded(table, [other for other in tables if other is not table])
        if (put := _put(asked.question, table, row, code))
    }
    return asked.put(found.pop()) if len(found) == 1 else None


def _coded(table: FoundTable, others: Sequence[FoundTable]) -> list[tuple[Slice, str]]:
    """The rows with a code that no other row of the table has, and that rows of another table go by."""
    used = {fold(cell) for other in others for row in other.rows for cell in other.cells(row)}
    coded = list[tuple[Slice, str]]()
    for at in range(len(table.heads)):
        cells = [table.cells(row)[at] for row in table.rows]
        codes = [cell for cell in cells if len(cell) <= LONGEST_CODE and CODE.fullmatch(fold(cell))]
        if len(set(codes)) == len(table.rows):
            rows = zip(table.rows, cells, strict=True)
            coded += [(row, cell) for row, cell in rows if fold(cell) in used]
    return coded


def _put(question: str, table: FoundTable, row: Slice, code: str) -> str:
    """The question with the code for the words that name the row, where these are more than name any other; "" else."""
    asked = set(content_words(question)) - set(content_words(" ".join(table.heads)))
    shared = {each: asked & set(content_words(table.shown(each))) for each in table.rows}
    own = shared[row]
    tells = any(all(word not in others for each, others in shared.items() if each != row) for word in own)
    if not tells or any(len(others) >= len(own) for each, others in shared.items() if each != row):
        return ""
    words = [match for match in _WORD.finditer(question) if set(content_words(match[0])) & own]
    if not words:
        return ""
    return f"{question[: words[0].start()]}{code}{question[words[-1].end() :]}"
