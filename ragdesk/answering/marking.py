"""The lines of the best passages, as the language model reads them through once to say of each whether it answers.

One reading takes as long as judging three sentences by themselves (see `verify`), and tells of some twenty: each is read where
it stands, below its title, its list's first line and the lines before it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ragdesk.answering.in_context import over, said_quote, with_lead
from ragdesk.answering.judged import JudgedUnit
from ragdesk.domain.calibration import MARKING, marking_fit
from ragdesk.domain.ports import Cancelled, LanguageModel, Reading, ReadLine

_SYSTEM = "You mark lines."
_ASKED = "Which of these lines answer the question?"


def marked(
    question: str, units: Sequence[JudgedUnit], model: LanguageModel, cancelled: Cancelled
) -> list[JudgedUnit]:
    """The units, those for which there was room with their marks; as they are where the model cannot tell, or was not measured.

    Args:
        units: of the hits, passage by passage, as `judged.judge` gives them.

    Raises:
        ModelError: the model is missing, or it died.
    """
    fit = marking_fit(model.name)
    chosen = to_read(units) if fit else []
    told = model.marks(reading(question, chosen), cancelled) if chosen else None
    if fit is None or told is None:
        return list(units)
    marks = {
        id(unit): fit.of_line(unit.relevance or 0.0, odds) for unit, odds in zip(chosen, told, strict=True)
    }
    return [replace(unit, mark=marks.get(id(unit))) for unit in units]


def best_mark(units: Sequence[JudgedUnit]) -> float | None:
    """The highest; None where none was marked."""
    return max((unit.mark for unit in units if unit.mark is not None), default=None)


def to_read(units: Sequence[JudgedUnit], room: int = MARKING.words) -> list[JudgedUnit]:
    """The units that are read, in their order: the best by the reranker's word, and as many of the first passages' others as
    there is room for."""
    places = {id(unit): place for place, unit in enumerate(units)}
    best = sorted(units, key=lambda unit: -(unit.relevance or 0.0))[: MARKING.best]
    chosen, said, spent = list[JudgedUnit](), set[str](), 0
    for unit in [*best, *units]:
        text = said_quote(unit.quote)
        cost = min(len(text.split()), MARKING.line_words) + MARKING.frame
        if text not in said and spent + cost <= room:
            said.add(text)
            chosen.append(unit)
            spent += cost
    return sorted(chosen, key=lambda unit: places[id(unit)])


def reading(question: str, units: Sequence[JudgedUnit]) -> Reading:
    """What the model is given: below the question the units, each on a line that is to be marked, and between them, unmarked,
    what stands over them."""
    lines = list[ReadLine]()
    title = lead = ""
    for unit in units:
        over_it = " ".join(over(unit.quote.hit.chunk).split()[: MARKING.title_words])
        if over_it != title:
            title, lead = over_it, ""
            lines.append(ReadLine(f"# {title}"))
        own_lead = with_lead(unit.quote)[1].rstrip(" …")
        if own_lead and own_lead != lead and (not lines or lines[-1].text != own_lead):
            lines.append(ReadLine(own_lead))
        lead = own_lead or lead
        text = " ".join(said_quote(unit.quote).split()[: MARKING.line_words])
        lines.append(ReadLine(text, marked=True))
    return Reading(messages_of(question), tuple(lines))


def messages_of(question: str) -> tuple[tuple[Literal["system", "user"], str], ...]:
    """What stands before the lines."""
    return (("system", _SYSTEM), ("user", f"Question: {question}\n{_ASKED}"))
