"""Which row of a table answers: the writer reads the rows side by side where no line's mark is sure."""

from typing import Any

import pytest
from scripted import ScriptedModel, make_hit

from ragdesk.answering.choosing.chosen_row import with_row
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.understanding.understand import understand
from ragdesk.answering.units.quotes import quotes_of
from ragdesk.domain.calibration import MARKING
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import never

WRITER, MODEL = next(iter(WRITERS))
FARES = """What luggage costs on top, in euros.

| Weight | Europe | Asia |
|---|---|---|
| 20 to 23 kg | 20 | 60 |
| 23 to 32 kg | 45 | 110 |
"""
QUESTION = "my suitcase is 26 kilos, what do I pay to Osaka?"


def marks(writes: str, *before: float | None, question: str = QUESTION, **options: Any) -> list[float | None]:
    """Of the line above the table and its two rows."""
    lines = [quote for quote in quotes_of(make_hit(FARES)) if "Weight" not in quote.text]
    units = [JudgedUnit(quote, relevance=0.0, mark=mark) for quote, mark in zip(lines, before, strict=True)]
    model = ScriptedModel(
        **{"name": MODEL, "writer": WRITER, "surely": 0.95} | options, writes={"Copy": writes}
    )
    return [unit.mark for unit in with_row(understand(question), units, model, never)]


def test_the_row_whose_cell_is_copied_is_sure() -> None:
    assert marks("110", 0.3, 0.1, 0.02) == [0.3, 0.1, MARKING.sure]
    assert marks("110", 0.3, 0.1, None) == [0.3, 0.1, MARKING.sure], "though it was not read before"


@pytest.mark.parametrize(
    ("writes", "options"),
    [
        ("NONE", {}),
        ("111", {}),
        ("110", {"surely": 0.2}),
        ("110", {"writer": ""}),
        ("110", {"question": "list what luggage costs"}),
    ],
)
def test_else_the_marks_stay(writes: str, options: dict[str, Any]) -> None:
    assert marks(writes, 0.3, 0.1, 0.02, **options) == [0.3, 0.1, 0.02]


@pytest.mark.parametrize("before", [(0.7, 0.1, 0.1), (None, None, None)])
def test_where_a_line_is_sure_or_none_was_read_it_is_not_asked(before: tuple[float | None, ...]) -> None:
    assert marks("110", *before) == list(before)


def test_a_table_of_another_document_than_the_one_that_is_named_does_not_answer() -> None:
    other = make_hit("Osaka Lines carries pets for 90 euros.", document_id="other", chunk_id="other")
    lines = [*quotes_of(other), *quotes_of(make_hit(FARES))]
    units = [JudgedUnit(quote, relevance=0.0, mark=0.1) for quote in lines]
    model = ScriptedModel(name=MODEL, writer=WRITER, surely=0.95, writes={"Copy": "110"})

    def sure(question: str) -> int:
        made = with_row(understand(question), units, model, never)
        return sum(unit.mark == MARKING.sure for unit in made)

    assert sure("my suitcase is 26 kilos, what do I pay?") == 1
    assert sure("my suitcase is 26 kilos, what do I pay with Osaka Lines?") == 0
