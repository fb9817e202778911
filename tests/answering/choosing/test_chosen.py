"""Which of the best lines answers: the writer is asked where their marks leave it open, and believed where it is sure."""

from dataclasses import replace

import pytest
from scripted import ScriptedModel, make_hit

from ragdesk.answering.choosing.chosen import with_choice
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.understanding.understand import understand
from ragdesk.answering.units.quotes import quotes_of
from ragdesk.domain.calibration import MARKING
from ragdesk.domain.calibration.by_language_model import WRITERS
from ragdesk.domain.ports import Cancelled, Prompt, WrittenWords, never

WRITER, MODEL = next(iter(WRITERS))
LINES = "In 2024 bicycles were ordered by May. Bicycles are ordered by the end of June. Helmets are lent."
QUESTION = "until when can I order my bike?"


def marks(
    writes: str | None,
    *before: float | None,
    question: str = QUESTION,
    writer: str = WRITER,
    surely: float = 0.95,
) -> list[float | None]:
    units = [
        JudgedUnit(quote, relevance=0.0, mark=mark)
        for quote, mark in zip(quotes_of(make_hit(LINES)), before, strict=False)
    ]
    model = ScriptedModel(
        name=MODEL,
        writer=writer,
        writes={} if writes is None else {"number of the line": writes},
        surely=surely,
    )
    query = understand(question)
    return [unit.mark for unit in with_choice(query, units, model, never)]


def test_the_chosen_line_is_sure_and_far_above_the_others() -> None:
    first, second, third = marks("2", 0.6, 0.5, None)
    assert second == MARKING.sure and third is None
    assert first is not None and first <= second / MARKING.near


def test_a_line_that_was_surer_keeps_its_mark() -> None:
    first, second, _ = marks("1", 0.9, 0.8, 0.0)
    assert first == 0.9 and second == pytest.approx(0.9 / MARKING.near)


@pytest.mark.parametrize(
    ("writes", "options"),
    [
        (None, {}),
        ("NONE", {}),
        ("4", {}),
        ("2.", {}),
        ("two", {}),
        ("2", {"surely": 0.2}),
        ("2", {"writer": ""}),
        ("2", {"question": "list all that is lent"}),
    ],
)
def test_else_the_marks_stay(writes: str | None, options: dict[str, object]) -> None:
    assert marks(writes, 0.6, 0.5, 0.1, **options) == [0.6, 0.5, 0.1]  # type: ignore[arg-type]


def test_a_line_far_above_the_others_is_confirmed_and_not_turned_over() -> None:
    assert marks("2", 0.5, 0.1, 0.1) == [0.5, 0.1, 0.1]
    first, *_ = marks("1", 0.2, 0.05, 0.05)
    assert first == MARKING.sure


@pytest.mark.parametrize("before", [(0.9, 0.3, 0.1), (0.05, 0.04, 0.03), (0.3,), (None, None, None)])
def test_where_one_is_plainly_first_or_none_is_likely_it_is_not_asked(
    before: tuple[float | None, ...],
) -> None:
    assert marks("2", *before) == list(before)


def test_each_line_is_read_below_what_stands_over_it() -> None:
    units = [JudgedUnit(quote, mark=0.5) for quote in quotes_of(make_hit(LINES))]
    model = Recording(name=MODEL, writer=WRITER)
    with_choice(understand(QUESTION), [replace(unit, relevance=0.0) for unit in units], model, never)
    assert "1. The guide: In 2024" in model.asked and "2. The guide: Bicycles are ordered" in model.asked


class Recording(ScriptedModel):
    asked = ""

    def write(self, prompt: Prompt, cancelled: Cancelled = never) -> WrittenWords | None:
        self.asked = prompt.messages[-1][1]
        return super().write(prompt, cancelled)
