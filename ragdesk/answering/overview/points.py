"""The sentences that stand for a document: one for each of its parts, near to what its part and the whole are about, and no two
that say the same."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ragdesk.answering.overview.candidates import Candidate, heading_is
from ragdesk.answering.overview.parts import parts
from ragdesk.domain.arrays import FloatArray
from ragdesk.domain.calibration import OVERVIEW
from ragdesk.domain.ports import Embedder
from ragdesk.text import lexicon
from ragdesk.text.tokens import content_words, numbers, words


@dataclass(frozen=True, slots=True)
class Pool:
    """A document's candidates and the unit vectors (n, d) of the passages that they stand in; `at` of a candidate is a row."""

    candidates: Sequence[Candidate]
    vectors: FloatArray
    sections: Sequence[tuple[str, ...]]


def key_points(pool: Pool, count: int, embedder: Embedder | None) -> list[Candidate]:
    """`count` candidates in the order of the document."""
    summary = [at for at in rows(pool) if in_summary(pool.sections[at])]
    chosen: list[Candidate] = []
    rest = [at for at in rows(pool) if at not in set(summary)]
    if not rest:
        summary, rest = [], summary
    of_summary = round(count * OVERVIEW.summary_share) if len(summary) >= 2 else min(len(summary), 1)
    groups = [*divide(pool, summary, of_summary), *divide(pool, rest, count - of_summary)]
    return pick(pool, groups, embedder)


def rows(pool: Pool) -> list[int]:
    return sorted({each.at for each in pool.candidates})


def in_summary(section) -> bool:
    return any(heading_is("summary_headings", heading) for heading in section)


def divide(pool: Pool, at: Sequence[int], count: int) -> list[list[int]]:
    if not at or count < 1:
        return []
    weights = np.zeros(len(pool.vectors), dtype=np.float32)
    for each in pool.candidates:
        weights[each.at] += len(each.text)
    cut = parts(pool.vectors[list(at)], np.sqrt(weights[list(at)]), [pool.sections[each] for each in at], count)
    return [[at[place] for place in part] for part in cut]


def pick(pool: Pool, groups: Sequence[Sequence[int]], embedder: Embedder | None) -> list[Candidate]:
    common = _common(pool.candidates)
    whole = _middle(pool.vectors[rows(pool)])
    shortlists = []
    for group in groups:
        members = [each for each in pool.candidates if each.at in set(group)]
        middle = _middle(pool.vectors[list(group)])
        near = pool.vectors @ (middle + whole) / 2
        order = sorted(members, key=lambda each: -(float(near[each.at]) + worth(each) + OVERVIEW.common * common(each.text)))
        shortlists.append((middle, order[: OVERVIEW.shortlist]))
    texts = [each.text for _, members in shortlists for each in members]
    vectors = embedder.encode(texts) if embedder else None
    chosen, taken = [], []
    start = 0
    for middle, members in shortlists:
        own = vectors[start : start + len(members)]
        start += len(members)
        score = own @ middle + own @ whole * OVERVIEW.whole + np.array([worth(each) + OVERVIEW.common * common(each.text) for each in members])
        if taken:
            score = score - OVERVIEW.repeats * np.max(own @ np.array(taken).T, axis=1)
        if not len(members): continue
        best = int(np.argmax(score))
        chosen.append(members[best])
        taken.append(own[best])
    return sorted(chosen, key=lambda each: each.quote.char_start)


def _common(pool: Sequence[Candidate]):
    """How much a text speaks of what the document speaks of, 0 to 1: the mean weight of its words, by how many sentences have
    them."""
    frequency = Counter(word for each in pool for word in set(content_words(each.text)))
    most = math.log1p(max(frequency.values(), default=1))

    def share(text: str) -> float:
        own = set(content_words(text))
        return sum(math.log1p(frequency[word]) for word in own) / (most * len(own)) if own else 0.0

    return share


def _middle(vectors: FloatArray) -> FloatArray:
    middle = vectors.mean(axis=0)
    return middle / (np.linalg.norm(middle) or 1.0)


def worth(each: Candidate) -> float:
    """What a sentence is worth by its words and its place alone."""
    text, spoken = each.text, words(each.text)
    value = OVERVIEW.begins_section * each.begins_section + OVERVIEW.begins_paragraph * each.begins_paragraph
    value += OVERVIEW.says_purpose * says_purpose(text)
    value -= OVERVIEW.leans * (spoken[0] in lexicon.words("leaning_words"))
    value -= OVERVIEW.refers * min(3, len(_found("referring_wordings", text)))
    value += OVERVIEW.length * min(1.0, len(spoken) / OVERVIEW.enough_words)
    value -= OVERVIEW.each_more * max(0, len(spoken) - OVERVIEW.many_words)
    return value + OVERVIEW.number * min(2, len(numbers(text)))


def says_purpose(text: str) -> bool:
    """Whether the sentence says what its document is for."""
    return bool(_found("purpose_wordings", text))


def _found(name: lexicon.PatternList, text: str) -> list[str]:
    return re.findall(rf"\b(?:{lexicon.alternatives(name)})", text, re.IGNORECASE)
