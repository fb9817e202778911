"""The row and the cells that the writer copies for a question: "108.00" of "Code: T1; No plan: 135.00; With plan: 108.00"."""

from collections.abc import Sequence
from itertools import islice

from ragdesk.answering.choosing.row_answers import SPAN, rows_beside
from ragdesk.answering.composed.sums.named import CODE
from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.in_context import ROW_NUMBER, said_cells, under_head
from ragdesk.answering.writing import NONE, cells_prompt
from ragdesk.domain.calibration import writer_fit
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.text.fold import fold

# A single row of a name and a value is shown whole.
FEWEST_CELLS = 3
# A table's rows that are shown to it at once: it was taught with five.
MOST_ROWS = 5

Row = Sequence[tuple[str, str]]


def copied_row(
    question: str, unit: JudgedUnit, units: Sequence[JudgedUnit], model: LanguageModel, cancelled: Cancelled
) -> tuple[JudgedUnit, str]:
    """Of the first `units` of the unit's table the row that the writer takes, and the cells that it copies; the unit and "" of a
    sentence, and where it takes none.

    Raises:
        ModelError: the model is missing, or it died.
    """
    if not unit.quote.text.startswith("|"):
        return unit, ""
    rows = [unit, *rows_beside(unit, units)[: MOST_ROWS - 1]]
    rows.sort(key=lambda each: each.quote.char_start)
    cells = [said_cells(each.quote) for each in rows]
    copied = copied_cells(question, cells, rows.index(unit), model, cancelled)
    return (rows[copied[0]], copied[1]) if copied else (unit, "")


def copied_cells(
    question: str,
    rows: Sequence[Row],
    own: int,
    model: LanguageModel,
    cancelled: Cancelled,
    least: float | None = None,
) -> tuple[int, str] | None:
    """Which of the rows answers, and what it is about with the cells that the writer copies, each under its head. None of a
    single row of few cells, where there is no writer, where it is not sure, and where it writes what is in no cell, in several,
    or is not of the type that is asked for.

    Args:
        rows: of one table in its order, each as heads and cells.
        own: the row that is taken where others have the same words.
        least: how sure the writer has to be; None as for cells that are shown alone.

    Raises:
        ModelError: the model is missing, or it died.
    """
    fit = writer_fit(model.writer, model.name)
    filled = [[(head, cell) for head, cell in row if cell and head != ROW_NUMBER] for row in rows]
    if fit is None or (len(rows) == 1 and len(filled[0]) < FEWEST_CELLS):
        return None
    written = model.write(cells_prompt(question, list(map(under_head, filled))), cancelled)
    if written is None or written.text == NONE or written.probability < (least or fit.copied):
        return None
    parts = written.text.split(";")
    columns = {at: _columns(parts, cells) for at, cells in enumerate(filled)}
    holding = [at for at in columns if columns[at]]
    if own not in holding and len(holding) != 1:
        return None
    at = own if own in holding else holding[0]
    cells = filled[at]
    # "360" under "Minutes" is no price.
    if not has_expected_type(question, "; ".join(f"{cells[one][1]} {cells[one][0]}" for one in columns[at])):
        return None
    return at, under_head([cells[one] for one in sorted({*_keys(cells), *columns[at]})])


def _keys(cells: Row) -> set[int]:
    """The columns that say what a row is about: the first in words, the next one, too, where that is a code, and a band. Without
    "3 to 17 months" beside "Ducklings" the price would be any child's, and without "3 red squares" the strip's."""
    worded = [at for at, (_, cell) in enumerate(cells) if cell[:1].isalpha()] or [0]
    coded = CODE.fullmatch(fold(cells[worded[0]][1])) is not None
    keys = set(worded[:2] if coded else worded[:1])
    keys |= {0} if any(map(str.isalpha, cells[0][1])) else set()
    bands = (at for at, (_, cell) in enumerate(cells) if SPAN.search(cell) and ":" not in cell)
    return keys | set(islice(bands, 1))


def _columns(parts: Sequence[str], cells: Row) -> list[int]:
    """The columns of a row that these words are copied of, in its order; none where one of them is in no cell, or in several."""
    taken = [_holders(part, cells) for part in parts]
    return sorted({holder for (holder,) in taken}) if all(len(holders) == 1 for holders in taken) else []


def _holders(words: str, cells: Row) -> list[int]:
    """The columns whose cells are these words, or else hold them."""
    wanted = fold(words).strip()
    if not wanted:
        return []
    same = [at for at, (_, cell) in enumerate(cells) if fold(cell) == wanted]
    return same or [at for at, (_, cell) in enumerate(cells) if f" {wanted} " in f" {fold(cell)} "]
