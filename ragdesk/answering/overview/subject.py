"""What a document is about, in two or three sentences: the one that says what it is for, and those nearest to the whole."""

from collections.abc import Sequence

import numpy as np

from ragdesk.answering.overview.candidates import KeySentence, heading_is
from ragdesk.answering.overview.points import key_points, middle, worth_of
from ragdesk.answering.overview.pool import Pool
from ragdesk.domain.calibration import OVERVIEW

# Sections that are named below the sentences.
SECTIONS = 8


def subject(pool: Pool) -> list[KeySentence]:
    """At most `OVERVIEW.subject_points` sentences in the order of the document, the first out of its beginning."""
    opening = [each for each in pool.candidates if each.at <= min(pool.rows) + OVERVIEW.opening]
    first = _nearest(pool, opening)
    others = [each for each in key_points(pool, OVERVIEW.subject_points) if each is not first]
    chosen = [first, *others[-(OVERVIEW.subject_points - 1) :]] if first else others
    return sorted(chosen, key=lambda each: each.quote.char_start)


def _nearest(pool: Pool, members: Sequence[KeySentence]) -> KeySentence | None:
    if not members:
        return None
    listed = sorted(members, key=lambda each: -worth_of(each, pool))[: 2 * OVERVIEW.shortlist]
    whole = middle(pool.vectors[pool.rows])
    scores = pool.encode([each.text for each in listed]) @ whole
    scores = scores + np.array([worth_of(each, pool) for each in listed])
    return listed[int(np.argmax(scores))]


def section_names(pool: Pool) -> list[str]:
    """The headings that the document is made of, at the highest level that has several; none where it has few."""
    paths = list(dict.fromkeys(pool.chunks[at].section for at in pool.rows))
    for level in range(max(map(len, paths), default=0)):
        names = [path[level] for path in paths if len(path) > level]
        names = [name for name in dict.fromkeys(names) if not heading_is("surrounding_headings", name)]
        if len(names) > 1:
            return names[:SECTIONS] if len(names) <= 2 * SECTIONS else []
    return []
