"""A comparison: what the documents say of each side, side by side, in quotes.

Where each side states one amount in the same unit, code says by how much they differ.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.phrases import composed_phrases
from ragdesk.answering.composed.sides.side_answers import SideAnswer, side_answers
from ragdesk.answering.composed.sums.amounts import written
from ragdesk.answering.composed.sums.stated import Stated, asked_kinds
from ragdesk.answering.composed.yes_or_no.polarity import behind_word
from ragdesk.domain.calibration import COMPOSED
from ragdesk.domain.search import ComparisonSide, Query
from ragdesk.text import lexicon
from ragdesk.text.tokens import opposed, words

_WHETHER = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|ist|sind|war|waren|hat|haben|hatte)\b", re.IGNORECASE
)
_THAN = frozenset(("than", "als"))
_MORE = frozenset(("more", "later", "mehr", "spater"))
_LESS = frozenset(("less", "fewer", "sooner", "earlier", "weniger", "fruher"))


def compose_compared(asked: Asked) -> Composed | None:
    """None where no side is sure. Before the gate every side has to be; where one is missing, the others have to be surer."""
    sides = asked.query.sides
    found = side_answers(asked, sides) if len(sides) > 1 else []
    sure = [each for each in found if each]
    whole = len(sure) == len(sides)
    if not sure or not (whole or asked.answerable):
        return None
    if not whole and min(each.chance for each in sure) < COMPOSED.alone:
        return None
    draft = Draft(asked)
    for side, answer in zip(sides, found, strict=True):
        if not _write_side(asked, draft, side, answer):
            return None
    if whole and len(sides) == 2:
        _write_difference(asked, draft, sides, sure)
    done = draft.done()
    return replace(done, missing=len(sides) - len(sure)) if done else None


def _write_side(asked: Asked, draft: Draft, side: ComparisonSide, answer: SideAnswer | None) -> bool:
    """Whether it could be written: what speaks to a model is not."""
    before = f"\n\n**{head_of(side)}**: "
    if answer is None:
        draft.say(before + composed_phrases(asked.query.language).nothing)
        return True
    written_so = draft.quote(before, answer.quote, shown=answer.shown)
    for other, shown in answer.others:
        draft.quote("\n", other, shown=shown)
    return written_so


def head_of(side: ComparisonSide) -> str:
    """How a side is called over what is said of it."""
    return side.name[:1].upper() + side.name[1:]


def _write_difference(
    asked: Asked, draft: Draft, sides: Sequence[ComparisonSide], answers: Sequence[SideAnswer]
) -> None:
    """Which side has more, where each states one amount of a kind that both have."""
    # "None, but for …" is no amount that could be taken from another.
    if any(answer.others or opposed(answer.shown) for answer in answers):
        return
    if shown := difference(asked.query, sides, answers[0].amounts, answers[1].amounts):
        draft.quote("\n\n", *(answer.quote for answer in answers), shown=shown)


def difference(
    query: Query, sides: Sequence[ComparisonSide], one: Sequence[Stated], two: Sequence[Stated]
) -> str:
    """Which of two sides has more, and by how much, of what each states; "" where that is not clear, and between two questions
    ("when do I have to pay", "what if I pay early")."""
    questions = any(side.name.rstrip(" ?").casefold() == side.text.rstrip(" ?").casefold() for side in sides)
    found = None if questions else _alike(query.standalone, one, two)
    if found is None:
        return ""
    values = [each.amount.value for each in found]
    language, units = query.language, [each.written for each in found]
    if values[0] != values[1]:
        shown = which_has_more(sides, values, units, language)
    else:
        same = composed_phrases(language).same
        shown = same.format(amount=f"{written(values[0], language)} {units[0]}".strip())
    return behind_word(is_so(query.standalone, sides, values), shown, language)


def is_so(question: str, sides: Sequence[ComparisonSide], values: Sequence[Decimal]) -> bool | None:
    """Whether one of two sides has more than the other, or less, as a question asks whether it has: "is the hall dearer than the
    barn?" None where it asks for something else."""
    asked, said = set(words(question)), question.casefold()
    places = [said.find(side.name.casefold()) for side in sides]
    more = not asked.isdisjoint(lexicon.words("higher_words") | _MORE)
    less = not asked.isdisjoint(lexicon.words("lower_words") | _LESS)
    if not _WHETHER.match(question) or asked.isdisjoint(_THAN) or min(places) < 0 or more == less:
        return None
    first = 0 if places[0] < places[1] else 1
    return values[first] > values[1 - first] if more else values[first] < values[1 - first]


def which_has_more(
    sides: Sequence[ComparisonSide], values: Sequence[Decimal], units: Sequence[str], language: str
) -> str:
    """Which of two sides has more, by how much, and how that was reckoned; each amount is in the unit that stands for it."""
    more = 0 if values[0] > values[1] else 1
    return composed_phrases(language).more.format(
        side=head_of(sides[more]),
        amount=f"{written(abs(values[0] - values[1]), language)} {units[more]}".strip(),
        formula=f"{written(values[more], language)} − {written(values[1 - more], language)}",
    )


def _alike(question: str, one: Sequence[Stated], two: Sequence[Stated]) -> tuple[Stated, Stated] | None:
    """The one amount of each that is measured as the other's, of the kind that is asked for where the question says so; None
    where there is none, or a doubt which is meant."""
    pairs = [
        (a, b)
        for a in one
        for b in two
        if (a.amount.unit or a.head) and (a.amount.unit, a.head) == (b.amount.unit, b.head)
    ]
    kinds = asked_kinds(question)
    pairs = [pair for pair in pairs if pair[0].amount.kind in kinds] or pairs
    exact = all(each.exact for pair in pairs for each in pair)
    return pairs[0] if len(pairs) == 1 and exact else None
