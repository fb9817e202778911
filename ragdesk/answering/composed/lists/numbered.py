"""Ways that a text numbers by a word: "Method 1: … Method 2: …", "Option A: … Option B: …". One is a part of the answer."""

import re
from collections.abc import Iterator, Sequence

from ragdesk.answering.composed.asked import Asked, Composed
from ragdesk.answering.composed.draft import Draft
from ragdesk.answering.composed.lists.candidates import paragraph_end, quoted
from ragdesk.answering.judging.judged import JudgedUnit
from ragdesk.domain.answers import Citation
from ragdesk.domain.ports import TextStore
from ragdesk.text.sentences import sentences

_LABEL = re.compile(r"([^\W\d_]{3,}) (\d{1,2}|[A-H])[:.)] ")
# Farther apart, or more, they are sections of a text, not ways to do one thing.
MOST_CHARS = 2_500
MOST = 8


def compose_numbered(asked: Asked, cited: Citation) -> Composed | None:
    """All that are numbered by the same word in the section of a cited one; None where it is not numbered so, or the question
    names its number."""
    label = _LABEL.match(cited.quote)
    hit = asked.hit_of(cited)
    if label is None or hit is None or label[0][:-2].casefold() in asked.question.casefold():
        return None
    text = asked.texts.text(cited.document_id)
    found = list(_numbered(text, label[1], cited.char_start))
    numbers = [number for number, _, _ in found]
    if not 2 <= len(found) <= MOST or sorted(set(numbers)) != numbers or label[2] not in numbers:
        return None
    draft = Draft(asked)
    for _, start, end in found:
        draft.quote("\n- ", quoted(hit, text, start, end))
    return draft.done()


def with_the_others(units: Sequence[JudgedUnit], texts: TextStore) -> list[JudgedUnit]:
    """The sentences of a list, in reading order; two or more that are numbered by the same word together with the first sentences
    of the others of that order."""
    labels = [(label[1], unit.quote) for unit in units if (label := _LABEL.match(unit.quote.text))]
    if len(labels) < 2 or len({word for word, _ in labels}) > 1:
        return list(units)
    word, first = labels[0]
    text = texts.text(first.hit.chunk.document_id)
    order = list(_numbered(text, word, first.char_start))
    numbers, starts = [number for number, _, _ in order], [start for _, start, _ in order]
    known = {quote.char_start for _, quote in labels}
    if not known <= set(starts) or len(order) > MOST or sorted(set(numbers)) != numbers:
        return list(units)
    others = [
        JudgedUnit(quoted(first.hit, text, start, start + sentences(text[start:end])[0][1]))
        for _, start, end in order
        if start not in known
    ]
    at = next(at for at, unit in enumerate(units) if unit.quote is first)
    series = sorted([*others, *units[at:]], key=lambda unit: unit.quote.char_start)
    return [*units[:at], *series]


def _numbered(text: str, word: str, place: int) -> Iterator[tuple[str, int, int]]:
    """The number of each in the section around a place, and from where to where it goes."""
    begin = max(text.rfind("\n#", 0, place), place - MOST_CHARS, 0)
    end = text.find("\n#", place)
    end = min(len(text) if end < 0 else end, place + MOST_CHARS)
    labels = list(re.finditer(rf"(?<!\S){re.escape(word)} (\d{{1,2}}|[A-H])[:.)] ", text[begin:end]))
    for at, label in enumerate(labels):
        start = begin + label.start()
        stop = begin + labels[at + 1].start() if at + 1 < len(labels) else end
        stop = min(stop, paragraph_end(text, start))
        yield label[1], start, start + len(text[start:stop].rstrip())
