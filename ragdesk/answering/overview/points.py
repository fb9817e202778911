"""The sentences that stand for a document: one for each of its parts, near to what its part and the whole are about, and no two
that say the same."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from ragdesk.answering.overview.asked import carries_plainly
from ragdesk.answering.overview.candidates import KeySentence, heading_is
from ragdesk.answering.overview.parts import parts
from ragdesk.answering.overview.pool import Pool
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.text import lexicon
from ragdesk.text.tokens import numbers, words

# What a candidate is worth beyond its own words, by its offset.
Extra = Mapping[int, float]


def key_points(pool: Pool, count: int, extra: Extra | None = None) -> list[KeySentence]:
    """At most `count` candidates, in the order of the document."""
    extra = _of_decisions(pool) if extra is None else extra
    summary = [at for at in pool.rows if _in_summary(pool.chunks[at].section)]
    rest = [at for at in pool.rows if at not in set(summary)]
    if not rest or len(summary) < 2:
        return pick(pool, divide(pool, pool.rows, count), extra, count)
    of_summary = round(count * OVERVIEW.summary_share)
    groups = [*divide(pool, summary, of_summary), *divide(pool, rest, count - of_summary)]
    return pick(pool, groups, extra, count)


def _of_decisions(pool: Pool) -> dict[int, float]:
    """What the sentences that say what was decided are worth beyond their words, in a document of which several sections have
    such: minutes are read for them."""
    deciding = [each for each in pool.candidates if carries_plainly("decisions", each.text)]
    if len({pool.chunks[each.at].section for each in deciding}) < OVERVIEW.deciding:
        return {}
    return {each.quote.char_start: OVERVIEW.decides for each in deciding}


def how_many(pool: Pool) -> int:
    """Points that a summary of the document has: by its length, and one for each section of a short one."""
    sections = {pool.chunks[at].section for at in pool.rows}
    by_length = sum(len(pool.candidates) > bound for bound in OVERVIEW.lengths)
    return min(OVERVIEW.most_points, max(OVERVIEW.fewest_points + by_length, len(sections)))


def _in_summary(section: Sequence[str]) -> bool:
    return any(heading_is("summary_headings", heading) for heading in section)


def divide(pool: Pool, rows: Sequence[int], count: int) -> list[list[int]]:
    """The passages, cut into at most `count` parts."""
    lengths = np.zeros(len(pool.vectors), dtype=np.float32)
    for each in pool.candidates:
        lengths[each.at] += len(each.text)
    sections = [pool.chunks[at].section for at in rows]
    cut = parts(pool.vectors[list(rows)], np.sqrt(lengths[list(rows)]), sections, count)
    return [[rows[place] for place in part] for part in cut]


def pick(pool: Pool, groups: Sequence[Sequence[int]], extra: Extra, count: int = 0) -> list[KeySentence]:
    """The best candidate of each part, in the order of the document; what repeats one that was chosen before is worth less.

    Args:
        count: of fewer parts than this, the next best candidates of any are taken as well.
    """
    if not groups:
        return []
    listed, scores, vectors = _shortlisted(pool, groups, extra)
    repeats = np.zeros(len(listed), dtype=np.float32)
    parts = np.array([part for part, _ in listed])
    own = np.array([not is_boilerplate(each.text) for _, each in listed])
    chosen: list[int] = []
    for turn in range(min(max(count, len(groups)), len(listed))):
        now = scores - OVERVIEW.repeats * repeats
        now[chosen] = -np.inf
        # A part that says what every contract says gives its place to another.
        sets = (own & (parts == turn), own, np.ones_like(own))
        open_ = next(each for each in sets if np.isfinite(now[each]).any())
        best = int(np.argmax(np.where(open_, now, -np.inf)))
        chosen.append(best)
        repeats = np.maximum(repeats, vectors @ vectors[best]) if turn else vectors @ vectors[best]
    return sorted((listed[at][1] for at in chosen), key=lambda each: each.quote.char_start)


def _shortlisted(
    pool: Pool, groups: Sequence[Sequence[int]], extra: Extra
) -> tuple[list[tuple[int, KeySentence]], FloatArray, FloatArray]:
    """The candidates of each part that are compared one by one, each with the number of its part; their scores (n,) and unit
    vectors (n, d)."""
    whole = middle(pool.vectors[pool.rows])
    worth = {
        id(each): worth_of(each, pool) + extra.get(each.quote.char_start, 0.0) for each in pool.candidates
    }
    listed, aims = list[tuple[int, KeySentence]](), list[FloatArray]()
    for part, group in enumerate(groups):
        members = set(group)
        aim = middle(pool.vectors[list(group)]) + OVERVIEW.whole * whole
        near = pool.vectors @ aim
        best = sorted(
            (each for each in pool.candidates if each.at in members),
            key=lambda each: -(float(near[each.at]) + worth[id(each)]),
        )[: OVERVIEW.shortlist]
        listed += [(part, each) for each in best]
        aims += [aim] * len(best)
    vectors = pool.encode([each.text for _, each in listed])
    scores = np.sum(vectors * np.stack(aims), axis=1)
    scores += OVERVIEW.restated * _restated(vectors, [each.at for _, each in listed], pool)
    scores += np.array([worth[id(each)] for _, each in listed], dtype=np.float32)
    return listed, np.asarray(scores, dtype=np.float32), vectors


def _restated(vectors: FloatArray, rows: Sequence[int], pool: Pool) -> FloatArray:
    """(n,) how much of each sentence stands in other places of the document too: its cosine with the nearest passages that are
    not beside it, above that with all. What matters is said more than once; a sentence near to everything says nothing."""
    cosines = vectors @ pool.vectors.T
    usual = cosines.mean(axis=1)
    for place, at in enumerate(rows):
        cosines[place, max(0, at - 1) : at + 2] = -1.0
    nearest = np.sort(cosines, axis=1)[:, -OVERVIEW.nearest :].mean(axis=1)
    return np.asarray(np.maximum(0.0, nearest - usual), dtype=np.float32)


def middle(vectors: FloatArray) -> FloatArray:
    """The unit vector of what the rows have in common."""
    mean: FloatArray = vectors.mean(axis=0)
    return mean / (float(np.linalg.norm(mean)) or 1.0)


def worth_of(each: KeySentence, pool: Pool) -> float:
    """What a sentence is worth by its words and its place alone."""
    text, spoken = each.text, words(each.text)
    value = OVERVIEW.begins_section * each.begins_section + OVERVIEW.begins_paragraph * each.begins_paragraph
    value += OVERVIEW.common * pool.common(text)
    value += OVERVIEW.says_purpose * says_purpose(text)
    value -= OVERVIEW.boilerplate * is_boilerplate(text)
    value -= OVERVIEW.leans * (spoken[0] in lexicon.words("leaning_words"))
    value -= OVERVIEW.in_cell * each.in_cell
    value -= OVERVIEW.refers * min(3, referred(text))
    value += OVERVIEW.length * min(1.0, len(spoken) / OVERVIEW.enough_words)
    value -= OVERVIEW.each_more * max(0, len(spoken) - OVERVIEW.many_words)
    return value + OVERVIEW.number * min(2, len(numbers(text)))


def referred(text: str) -> int:
    """How often the sentence speaks of another place: "see section 5"."""
    return len(_found("referring_wordings", text))


def says_purpose(text: str) -> bool:
    """Whether the sentence says what its document is for."""
    return bool(_found("purpose_wordings", text))


def is_boilerplate(text: str) -> bool:
    """Whether the sentence stands in every contract: "The headings are for convenience only"."""
    return bool(_found("boilerplate_wordings", text))


def _found(name: lexicon.PatternList, text: str) -> list[str]:
    return re.findall(rf"\b(?:{lexicon.alternatives(name)})", text, re.IGNORECASE)
