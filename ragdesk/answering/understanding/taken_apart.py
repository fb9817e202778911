"""A question about several things, taken apart by the writer into one for each: sides of a comparison, parts of a sum.

What it writes is only taken where it is sure, and where its questions are made of what was asked.
"""

import re
from dataclasses import replace

from ragdesk.answering.understanding.asked_of_each import compares
from ragdesk.answering.understanding.compare import MOST
from ragdesk.answering.understanding.parts import asks_several
from ragdesk.answering.understanding.years import with_years
from ragdesk.answering.writing import parts_prompt
from ragdesk.domain.calibration import writer_fit
from ragdesk.domain.ports import Cancelled, LanguageModel
from ragdesk.domain.search import ComparisonSide, Query
from ragdesk.text.tokens import content_words, numbers

# What differs, or has changed, is two things, though no rule may find their names.
_DIFFERS = re.compile(
    r"\b(?:differ\w*|compar\w*|versus|vs|unterschied\w*|unterscheid\w*|vergl[ei]+ch\w*)\b"
    r"|\b(?:has|have|had|did|hat|haben)\b.+\b(?:changed?|geändert|verändert)\b",
    re.IGNORECASE,
)
# What a question about one of the things may say that the whole does not: "cost", "charge" for "dearer".
MOST_ADDED = 2


def of_several(query: Query) -> bool:
    """Whether the question may be about several things."""
    if query.asked is not None:
        return False
    asked = query.standalone
    known = query.kind in ("compare", "compute") or compares(asked) or asks_several(asked)
    return known or (query.kind == "lookup" and _DIFFERS.search(asked) is not None)


def taken_apart(query: Query, model: LanguageModel, cancelled: Cancelled) -> Query:
    """The question with one for each thing as its sides; as it is where it is about one thing, where there is no writer, and
    where it is not sure.

    Raises:
        ModelError: the model is missing, or it died.
    """
    fit = writer_fit(model.writer, model.name)
    if fit is None or not of_several(query):
        return query
    written = model.write(parts_prompt(query.standalone), cancelled)
    if written is None or written.probability < fit.parts:
        return query
    sides = tuple(map(_side, written.text.splitlines()))
    if not _are_of(query.standalone, sides):
        return query
    sides = with_years(sides)
    return replace(query, kind="compute" if query.kind == "compute" else "compare", sides=sides)


def _side(line: str) -> ComparisonSide:
    name, _, question = line.partition(": ")
    return ComparisonSide(name.strip(), question.strip())


def _are_of(question: str, sides: tuple[ComparisonSide, ...]) -> bool:
    """Whether each side is called and asked for otherwise than the others, and says hardly more than the question, and no number
    that is not in it."""
    asked, known = set(content_words(question)), numbers(question)
    return (
        2 <= len(sides) <= MOST
        and len({side.name.casefold() for side in sides})
        == len({side.text.casefold() for side in sides})
        == len(sides)
        and all(side.name and content_words(side.text) and numbers(side.text) <= known for side in sides)
        and all(len(set(content_words(side.text)) - asked) <= MOST_ADDED for side in sides)
    )
