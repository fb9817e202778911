"""The lines of the best passages, as the language model reads them through once to say of each whether it answers.

One reading takes as long as judging three sentences by themselves (see `verify`), and tells of some twenty: each is read where
it stands, below its title, its list's first line and the lines before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from ragdesk.answering.judging.answer_type import has_expected_type
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.answering.units.in_context import over, said_quote, with_lead
from ragdesk.domain.calibration import MARKING, marking_fit
from ragdesk.domain.ports import Cancelled, LanguageModel, Reading, ReadLine
from ragdesk.text.letters import shared_runs
from ragdesk.text.tokens import content_words

# What a line is worth before it is read.
Worth = Callable[[JudgedUnit], float]

_SYSTEM = "You mark lines."
_ASKED = "Which of these lines answer the question?"
ASKED_OF_WHOLE = "Which of these lines make up the answer?"


def marked(
    question: str,
    units: Sequence[JudgedUnit],
    model: LanguageModel,
    cancelled: Cancelled,
    foreign: bool = False,
    one: bool = False,
    readings: int = MARKING.readings,
    wording: str = "",
) -> list[JudgedUnit]:
    """The units, those that were read with their marks; as they are where the model cannot tell, or was not measured. Where none
    of the best is sure, the next best are read, too, unless the best ones say nothing of the matter.

    Args:
        units: of the hits, passage by passage, as `judged.judge` gives them.
        foreign: whether the reranker does not know their language.
        one: whether one line answers the question. Then fewer are read at first, and the rest where none of them is sure.
        readings: how often lines are read where none is sure.
        wording: the question in the words of the documents, where they are in another language.

    Raises:
        ModelError: the model is missing, or it died.
    """
    worth = _by_letters(wording or question, units) if foreign else _by_reranker
    rooms = [MARKING.words] * readings
    if one:
        rooms[:1] = [MARKING.first_words, MARKING.words - MARKING.first_words]
    read, units = 0, list(units)
    for room in rooms:
        units = _read(question, units, room, worth, model, cancelled, foreign)
        read += room
        most = best_mark(units)
        if most is None or most >= MARKING.sure:
            break
        if read >= MARKING.words and most < MARKING.nothing and not foreign:
            break
    return units


def marked_on(
    question: str,
    units: Sequence[JudgedUnit],
    rooms: Sequence[tuple[Worth, int]],
    model: LanguageModel,
    cancelled: Cancelled,
) -> list[JudgedUnit]:
    """The units, and those that were not read before and are worth most, in one reading, with their marks, too.

    Args:
        rooms: what a unit is worth, and of how many words the best by that are read.

    Raises:
        ModelError: the model is missing, or it died.
    """
    chosen = list[JudgedUnit]()
    for worth, room in rooms:
        read = [replace(unit, mark=0.0) for unit in chosen]
        chosen += to_read(_unread([*units, *read]), room, worth)
    places = {id(unit): place for place, unit in enumerate(units)}
    chosen.sort(key=lambda unit: places[id(unit)])
    return _told(question, units, chosen, model, cancelled)


def _read(
    question: str,
    units: Sequence[JudgedUnit],
    room: int,
    worth: Worth,
    model: LanguageModel,
    cancelled: Cancelled,
    foreign: bool = False,
) -> list[JudgedUnit]:
    """The units with the marks of the best that were not read before, in so many words."""
    return _told(question, units, to_read(_unread(units), room, worth), model, cancelled, foreign)


def _unread(units: Sequence[JudgedUnit]) -> list[JudgedUnit]:
    """Those without a mark that say something else than those with one."""
    known = {said_quote(unit.quote) for unit in units if unit.mark is not None}
    return [unit for unit in units if unit.mark is None and said_quote(unit.quote) not in known]


def _told(
    question: str,
    units: Sequence[JudgedUnit],
    chosen: Sequence[JudgedUnit],
    model: LanguageModel,
    cancelled: Cancelled,
    foreign: bool = False,
) -> list[JudgedUnit]:
    """The units, with the marks that the model gives the chosen ones."""
    fit = marking_fit(model.name)
    told = model.marks(reading(question, chosen), cancelled) if fit and chosen else None
    if fit is None or told is None:
        return list(units)
    marks = {
        id(unit.quote): fit.of_line(None if foreign else unit.relevance, odds)
        for unit, odds in zip(chosen, told, strict=True)
    }
    return [replace(unit, mark=marks.get(id(unit.quote), unit.mark)) for unit in units]


def _by_reranker(unit: JudgedUnit) -> float:
    return unit.relevance or 0.0


def _by_letters(question: str, units: Sequence[JudgedUnit]) -> Worth:
    """How much a unit has of the question's letters, in a language that the reranker does not read."""
    shared = shared_runs(question, [said_quote(unit.quote) for unit in units])
    weights = {id(unit.quote): weight for unit, weight in zip(units, shared, strict=True)}
    return lambda unit: weights[id(unit.quote)]


def best_mark(units: Sequence[JudgedUnit]) -> float | None:
    """The highest; None where none was marked."""
    return max((unit.mark for unit in units if unit.mark is not None), default=None)


def to_read(
    units: Sequence[JudgedUnit],
    room: int = MARKING.words,
    worth: Worth = _by_reranker,
) -> list[JudgedUnit]:
    """The units that are read, in their order: those that are worth most, by the reranker's word, and as many of the first
    passages' others as there is room for."""
    places = {id(unit): place for place, unit in enumerate(units)}
    best = sorted(units, key=lambda unit: -worth(unit))[: MARKING.best]
    chosen, said, spent = list[JudgedUnit](), set[str](), 0
    for unit in [*best, *units]:
        text, cost = said_quote(unit.quote), words_read(unit)
        if text not in said and spent + cost <= room:
            said.add(text)
            chosen.append(unit)
            spent += cost
    return sorted(chosen, key=lambda unit: places[id(unit)])


def words_read(unit: JudgedUnit) -> int:
    """What a line costs of a reading's words."""
    return min(len(said_quote(unit.quote).split()), MARKING.line_words) + MARKING.frame


def reading(question: str, units: Sequence[JudgedUnit], *, whole: bool = False) -> Reading:
    """What the model is given: below the question the units, each on a line that is to be marked, and between them, unmarked,
    what stands over them. `whole`: they stand together in a document, and it
    is asked which of them make up the whole answer."""
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
        lines.append(ReadLine(part_read(question, said_quote(unit.quote)), marked=True))
    return Reading(messages_of(question, whole=whole), tuple(lines))


def part_read(question: str, text: str) -> str:
    """Of a longer line the part that has most of the question's words, and says something of the kind that is asked for; of
    several such parts the first."""
    words = text.split()
    last = len(words) - MARKING.line_words
    if last <= 0:
        return " ".join(words)
    asked = set(content_words(question))

    def said(start: int) -> int:
        part = " ".join(words[start : start + MARKING.line_words])
        return len(asked & set(content_words(part))) + has_expected_type(question, part)

    start = max([*range(0, last, MARKING.step), last], key=said)
    part = " ".join(words[start : start + MARKING.line_words])
    return f"… {part}" if start else part


def messages_of(question: str, *, whole: bool = False) -> tuple[tuple[Literal["system", "user"], str], ...]:
    """What stands before the lines."""
    return (("system", _SYSTEM), ("user", f"Question: {question}\n{ASKED_OF_WHOLE if whole else _ASKED}"))
