"""Which row of a table answers, where no line does by its mark: the writer reads the rows of the best tables side by side.

A row says little by itself, and a question often names none of its words: "flying to Osaka" for "Asia", "26 kilos" for
"23 to 32". Beside the other rows, each cell under its head, one rather sees which is meant, and that a table does not tell.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ragdesk.answering.choosing.copied import copied_cells
from ragdesk.answering.choosing.row_answers import rows_beside
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.marking import best_mark
from ragdesk.answering.units.in_context import said_cells
from ragdesk.domain.calibration import MARKING, writer_fit
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import Query
from ragdesk.text.tokens import names, words

# It was taught with five rows at most; of some twenty tables it read eight as well.
MOST_TABLES, MOST_ROWS = 2, 8


def with_row(
    query: Query, units: Sequence[JudgedUnit], model: LanguageModel, cancelled: Cancelled
) -> list[JudgedUnit]:
    """The units of a look-up, of which the row that the writer takes is sure. As they are where a line answers anyhow, where
    there is no writer, and where it takes none.

    Raises:
        ModelError: the model is missing, or it died.
    """
    fit, best = writer_fit(model.writer, model.name), best_mark(units)
    if fit is None or query.kind != "lookup" or best is None or best >= MARKING.alone:
        return list(units)
    for rows in _tables(units):
        if cancelled():
            break
        if _is_elsewhere(query, rows[0], units):
            continue
        cells = [said_cells(row.quote) for row in rows]
        own = max(range(len(rows)), key=lambda at: _rank(rows[at]))
        if (taken := copied_cells(query.standalone, cells, own, model, cancelled, fit.row)) is not None:
            row = rows[taken[0]]
            return [replace(unit, mark=MARKING.sure) if unit is row else unit for unit in units]
    return list(units)


def _tables(units: Sequence[JudgedUnit]) -> Iterator[list[JudgedUnit]]:
    """Of the tables with the best rows those, each in its own order."""
    left = sorted((unit for unit in units if unit.quote.text.startswith("|")), key=_rank, reverse=True)
    for _ in range(MOST_TABLES):
        if not left:
            return
        table = [left[0], *rows_beside(left[0], left)]
        yield sorted(table[:MOST_ROWS], key=lambda unit: unit.quote.char_start)
        left = [unit for unit in left if not any(unit is each for each in table)]


def _is_elsewhere(query: Query, row: JudgedUnit, units: Sequence[JudgedUnit]) -> bool:
    """Whether the question names what another document speaks of, and the row's does not, where nouns have no capitals."""
    if query.language != "en":
        return False
    own, others = set[str](), set[str]()
    for hit in {unit.quote.hit.chunk.id: unit.quote.hit for unit in units}.values():
        same = hit.chunk.document_id == row.quote.hit.chunk.document_id
        (own if same else others).update(words(f"{hit.document} {hit.chunk.context} {hit.chunk.text}"))
    return bool(names(query.standalone) & (others - own))


def _rank(unit: JudgedUnit) -> tuple[float, float]:
    """By its mark, where it was read, and then by the reranker."""
    return unit.mark or 0.0, unit.relevance or 0.0
