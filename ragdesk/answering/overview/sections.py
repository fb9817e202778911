"""The sections of a written overview: the parts of a document, what stands for each, and what the language model reads of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.answering.overview.candidates import KeySentence, heading_is
from ragdesk.answering.overview.points import divide, middle, pick, referred, worth_of
from ragdesk.answering.overview.pool import Pool
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.text import lexicon
from ragdesk.text.tokens import words

# A level of headings that has so many names says what a document is made of.
SEVERAL = 4


@dataclass(frozen=True, slots=True)
class SummarySection:
    """A part of a document. `headings` are those that begin in it, `rows` its passages."""

    headings: tuple[str, ...]
    rows: tuple[int, ...]
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class SectionReading:
    """The sentence that stands for a section, and those that the language model reads of it, in the order of the document."""

    key: KeySentence
    read: tuple[KeySentence, ...]


def sections_of(pool: Pool) -> list[SummarySection]:
    """The document in at most `OVERVIEW.most_sections` parts; none where it says nothing."""
    if not pool.rows:
        return []
    groups = divide(pool, pool.rows, _count(pool))
    return [
        SummarySection(headings, tuple(rows), pool.chunks[rows[0]].char_start, pool.chunks[rows[-1]].char_end)
        for rows, headings in zip(groups, _begun(pool, groups), strict=True)
    ]


def readings_of(sections: Sequence[SummarySection], pool: Pool) -> list[SectionReading]:
    """What is read of each section; asks the embedder for a dozen sentences of each."""
    keys = pick(pool, [section.rows for section in sections], {})
    return [
        SectionReading(key, _read(pool, section.rows, key))
        for section, key in zip(sections, keys, strict=True)
    ]


def _count(pool: Pool) -> int:
    """As many as there are headings, or as the length asks for; fewer where they would be tiny."""
    sentences = len(pool.candidates)
    wanted = max(len(set(_headings(pool))), sentences // OVERVIEW.enough_in_section)
    return max(1, min(OVERVIEW.most_sections, wanted, sentences // OVERVIEW.fewest_in_section))


def _headings(pool: Pool) -> list[str]:
    """The heading over each passage, "" for none: of the highest level that has several names, or else of the one with most."""
    paths = [chunk.section for chunk in pool.chunks]
    levels = [
        [path[level] if len(path) > level else "" for path in paths] for level in range(max(map(len, paths)))
    ]
    counts = [len({name for name in names if name}) for names in levels]
    if not counts:
        return [""] * len(paths)
    level = next((at for at, count in enumerate(counts) if count >= SEVERAL), counts.index(max(counts)))
    return [
        "" if heading_is("surrounding_headings", name) or counts[level] == 1 else name
        for name in levels[level]
    ]


def _begun(pool: Pool, groups: Sequence[Sequence[int]]) -> list[tuple[str, ...]]:
    """The headings that begin in each group of passages."""
    headings, before = _headings(pool), ""
    found = []
    for group in groups:
        names = []
        for at in group:
            if headings[at] not in ("", before):
                before = headings[at]
                names.append(before)
        found.append(tuple(names))
    return found


def _read(pool: Pool, group: Sequence[int], key: KeySentence) -> tuple[KeySentence, ...]:
    """The sentences that are nearest to what the part is about, as many as the language model reads in a few seconds; one that
    leans on the sentence before it together with that."""
    rows = set(group)
    members = [each for each in pool.candidates if each.at in rows]
    before = dict(zip(map(id, members[1:]), members, strict=False))
    near = pool.vectors @ middle(pool.vectors[list(group)])
    best = sorted(members, key=lambda each: -(float(near[each.at]) + worth_of(each, pool)))
    taken, room = {id(key): key}, OVERVIEW.section_chars - len(key.text)
    for each in best:
        needed = [each, before[id(each)]] if id(each) in before and _leans(each.text) else [each]
        new = [one for one in needed if id(one) not in taken]
        length = sum(len(one.text) for one in new)
        if length <= room and not any(referred(one.text) for one in new):
            taken |= {id(one): one for one in new}
            room -= length
    return tuple(sorted(taken.values(), key=lambda each: each.quote.char_start))


def _leans(text: str) -> bool:
    """Whether it may speak of what was said before: "these two categories"."""
    spoken = words(text)
    return spoken[0] in lexicon.words("leaning_words") or not lexicon.words("pronouns").isdisjoint(spoken)
