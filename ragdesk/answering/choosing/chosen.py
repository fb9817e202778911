"""Which of the best lines answers, where their marks leave it open: the writer reads them together, each below its title.

Marks are given line by line, and of two that are near each other the wrong one is often first. Read side by side, one is rather
told from the other.
"""

from collections.abc import Sequence
from dataclasses import replace

from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.judging.judged_lines import ONE_LINE
from ragdesk.answering.units.in_context import shown_quote
from ragdesk.answering.writing import choice_prompt
from ragdesk.domain.calibration import MARKING, writer_fit
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import Query

# It was taught with two to seven.
MOST_LINES = 5


def with_choice(
    query: Query, units: Sequence[JudgedUnit], model: LanguageModel, cancelled: Cancelled
) -> list[JudgedUnit]:
    """The units, of which the writer has chosen the one that answers: its mark is sure then, and far above the others. As they
    are where their marks are plain, where there is no writer, and where it is not sure or says that none answers. A line that is
    far above the others it may only confirm.

    Raises:
        ModelError: the model is missing, or it died.
    """
    fit = writer_fit(model.writer, model.name)
    best = sorted((unit for unit in units if unit.mark), key=lambda unit: -(unit.mark or 0.0))[:MOST_LINES]
    if fit is None or query.kind not in ONE_LINE or not _is_open(best) or cancelled():
        return list(units)
    shown = [unit for unit in units if any(unit is each for each in best)]
    written = model.write(
        choice_prompt(query.standalone, [shown_quote(unit.quote) for unit in shown]), cancelled
    )
    numbers = {str(number): unit for number, unit in enumerate(shown, 1)}
    if written is None or written.probability < fit.choice or written.text not in numbers:
        return list(units)
    chosen = numbers[written.text]
    if chosen is not best[0] and _is_far_above(best):
        return list(units)
    most = max(chosen.mark or 0.0, MARKING.sure)
    return [
        replace(unit, mark=most if unit is chosen else min(unit.mark, most / MARKING.near))
        if unit.mark is not None
        else unit
        for unit in units
    ]


def _is_open(best: Sequence[JudgedUnit]) -> bool:
    """Whether none of the lines is sure, or the second is near the first, and any may answer."""
    if len(best) < 2 or (best[0].mark or 0.0) < MARKING.denied:
        return False
    return not best[0].surely_marked or not _is_far_above(best)


def _is_far_above(best: Sequence[JudgedUnit]) -> bool:
    first, second, *_ = [unit.mark or 0.0 for unit in best]
    return first >= MARKING.near * second
