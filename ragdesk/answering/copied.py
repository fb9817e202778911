"""The cells of a row that the writer copies for a question: "108.00" of "Code: T1; Without plan: 135.00; With plan: 108.00"."""

from collections.abc import Sequence

from ragdesk.answering.answer_type import has_expected_type
from ragdesk.answering.in_context import ROW_NUMBER, under_head
from ragdesk.answering.writing import cells_prompt
from ragdesk.domain.calibration import writer_fit
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.text.fold import fold

# A row of a name and a value is shown whole.
FEWEST_CELLS = 3


def copied_cells(
    question: str, row: Sequence[tuple[str, str]], model: LanguageModel, cancelled: Cancelled
) -> str:
    """The row's name and the cells that the writer copies, each under its head; "" of what is no row of several cells, where
    there is no writer, where it is not sure, and where it writes what is in no cell, in several, or is not of the type that is
    asked for.

    Args:
        row: heads and cells.

    Raises:
        ModelError: the model is missing, or it died.
    """
    cells = [(head, cell) for head, cell in row if cell and head != ROW_NUMBER]
    fit = writer_fit(model.writer, model.name)
    if len(cells) < FEWEST_CELLS or fit is None:
        return ""
    label = next((pair for pair in cells if pair[1][:1].isalpha()), cells[0])
    written = model.write(cells_prompt(question, [under_head(cells)]), cancelled)
    if written is None or written.probability < fit.copied:
        return ""
    taken = [_holders(part, cells) for part in written.text.split(";")]
    if any(len(holders) != 1 for holders in taken):
        return ""
    columns = sorted({holder for (holder,) in taken})
    # "360" under "Minutes" is no price.
    if not has_expected_type(question, "; ".join(f"{cells[at][1]} {cells[at][0]}" for at in columns)):
        return ""
    return under_head(list(dict.fromkeys([label, *(cells[at] for at in columns)])))


def _holders(words: str, cells: list[tuple[str, str]]) -> list[int]:
    """The columns whose cells are these words, or else hold them."""
    wanted = fold(words).strip()
    if not wanted:
        return []
    same = [at for at, (_, cell) in enumerate(cells) if fold(cell) == wanted]
    return same or [at for at, (_, cell) in enumerate(cells) if f" {wanted} " in f" {fold(cell)} "]
